"""What a host decides: bans, answers to reports, an announcement, and a log of all of it."""
