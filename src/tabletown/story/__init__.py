"""What happened, told in chapters: which lines of the log belong together, and what they changed for whom."""

from tabletown.story.chapters import Chapter, Chapters, Narrowed, Opens, Story, concerns, net
from tabletown.story.reasons import explain

__all__ = ["Chapter", "Chapters", "Narrowed", "Opens", "Story", "concerns", "explain", "net"]
