"""Pages without scripts, for very old browsers."""
