"""What a client is shown of a match, as data and as pictures, and what changed from one move to the next."""
