"""People who look for others to play with find each other: seeks, and the tables that come of them."""
