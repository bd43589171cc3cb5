"""The pages on which people find each other: the lobby, tournaments, clubs."""
