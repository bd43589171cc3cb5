"""The report of a study: what it found, and the page that shows it."""
