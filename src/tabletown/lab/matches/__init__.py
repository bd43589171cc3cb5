"""Playing many matches between bots, on one core, several cores or several machines."""
