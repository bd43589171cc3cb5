"""Learning a game's value from matches, and measuring how good it is."""
