"""Studies: which matches are to be played, playing them, and their results in a folder."""
