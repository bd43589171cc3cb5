"""Guided first games: a lesson is a game's `content/lesson.toml`, and one course plays it through the real rules."""

from tabletown.learn.course import Course, course, has_lesson
from tabletown.learn.lesson import Lesson, LessonStep, Wrong, load_lesson

__all__ = ["Course", "Lesson", "LessonStep", "Wrong", "course", "has_lesson", "load_lesson"]
