"""Events, Positions and Objectives as cards and in words."""
