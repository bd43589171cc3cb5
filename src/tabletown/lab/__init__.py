"""Many matches, and what they add up to."""

from tabletown.lab.simulate import Played, play_match, simulate
from tabletown.lab.statistics import Report, interval, report

__all__ = ["Played", "Report", "interval", "play_match", "report", "simulate"]
