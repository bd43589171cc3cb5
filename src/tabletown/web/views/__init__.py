"""What a client sees of a match, as data and pictures, and the changes from one move to the next."""
