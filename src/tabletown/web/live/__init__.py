"""The connection between a table and a page."""
