"""Many matches, and what they add up to."""

from tabletown.lab.play import Played, play_match
from tabletown.lab.run import run_study
from tabletown.lab.simulate import simulate
from tabletown.lab.statistics import Report, interval, report, share
from tabletown.lab.study import Study, read_study

__all__ = [
    "Played",
    "Report",
    "Study",
    "interval",
    "play_match",
    "read_study",
    "report",
    "run_study",
    "share",
    "simulate",
]
