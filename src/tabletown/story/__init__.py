"""The log told in chapters: which lines belong together, and what they changed for whom."""

from tabletown.story.chapters import (
    CardRow,
    Cell,
    Chapter,
    ChapterRule,
    Chapters,
    Choice,
    ChoiceStep,
    Effect,
    FigureKind,
    Kind,
    Loss,
    NoteReference,
    Sheet,
    Story,
    net,
)
from tabletown.story.reasons import explain, preferred, try_out, why_of
from tabletown.story.results import Award, Count, Ending, LaneEntry, ResultSummary, summarize
from tabletown.story.results import verdict as in_words

__all__ = [
    "Award",
    "CardRow",
    "Cell",
    "Chapter",
    "ChapterRule",
    "Chapters",
    "Choice",
    "ChoiceStep",
    "Count",
    "Effect",
    "Ending",
    "FigureKind",
    "Kind",
    "LaneEntry",
    "Loss",
    "NoteReference",
    "ResultSummary",
    "Sheet",
    "Story",
    "explain",
    "in_words",
    "net",
    "preferred",
    "summarize",
    "try_out",
    "why_of",
]
