"""Finding people to play with: seeks, and the tables that result from them."""
