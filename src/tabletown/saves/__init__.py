"""Saving matches: as files, as bytes, and as logs that are replayed."""
