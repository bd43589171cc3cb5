"""A class with any game: a facilitator at a desk, a wall, and phones that need only a code and a name."""
