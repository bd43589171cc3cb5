"""Live tables: the match, who sits there, and what they may do."""
