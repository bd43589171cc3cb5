"""What protects tables from the internet: limits, headers, connections."""
