"""Tournaments on the server: how they are stored, and how their tables are opened and counted."""
