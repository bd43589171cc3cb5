"""The host's desk."""
