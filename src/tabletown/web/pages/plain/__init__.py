"""Pages that need no scripts, for browsers of years ago."""
