"""What happened, told in chapters: which lines of the log belong together, and what they changed for whom."""

from tabletown.story.chapters import (
    Cell,
    Chapter,
    Chapters,
    Choice,
    FigureKind,
    Kind,
    Loss,
    Narrowed,
    Noted,
    Opens,
    Read,
    Sheet,
    Story,
    net,
)
from tabletown.story.reasons import explain, preferred, try_out, why_of
from tabletown.story.results import Award, Count, Ending, Entry, Told, tell_result
from tabletown.story.results import verdict as in_words

__all__ = [
    "Award",
    "Cell",
    "Chapter",
    "Chapters",
    "Choice",
    "Count",
    "Ending",
    "Entry",
    "FigureKind",
    "Kind",
    "Loss",
    "Narrowed",
    "Noted",
    "Opens",
    "Read",
    "Sheet",
    "Story",
    "Told",
    "explain",
    "in_words",
    "net",
    "preferred",
    "tell_result",
    "try_out",
    "why_of",
]
