"""Finding people to play with: wishes, and the tables that result from them."""
