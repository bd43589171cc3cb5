"""Commands for hosts, and the settings as switches."""
