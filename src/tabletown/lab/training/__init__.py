"""Learning a game's value from matches, and measuring its quality."""
