"""Live tables: the match, its seats and what their holders may do."""
