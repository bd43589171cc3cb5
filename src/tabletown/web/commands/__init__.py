"""Commands for whoever runs a server, and the settings as switches of a command."""
