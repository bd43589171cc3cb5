"""Guest bots: programs with a key of their own, which play at tables of this server."""
