"""Studies: their definition, how they are run, and their results in a folder."""
