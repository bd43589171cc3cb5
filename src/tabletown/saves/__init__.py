"""Matches that are kept: as files, as bytes, as a log that is played again."""
