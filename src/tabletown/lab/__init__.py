"""Playing many matches and analysing their results."""

from tabletown.lab.matches.play import MatchRow, play_match
from tabletown.lab.matches.simulate import simulate
from tabletown.lab.statistics import Report, interval, report, share
from tabletown.lab.studies.run import run_study
from tabletown.lab.studies.study import Study, read_study

__all__ = [
    "MatchRow",
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
