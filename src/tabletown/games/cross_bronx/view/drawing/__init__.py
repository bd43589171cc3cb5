"""The parts of the board as SVG."""
