"""What stands between the tables and the internet: limits, headers, connections."""
