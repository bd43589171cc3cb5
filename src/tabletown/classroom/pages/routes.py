"""The routes of a class: create, join, wait, lead, project and debrief."""

from __future__ import annotations

from pathlib import Path

from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from tabletown.classroom.pages.debrief import Debriefing
from tabletown.web.assets.files import Static
from tabletown.web.hub import Hub
from tabletown.web.pages.common import Pages

STATIC = Path(__file__).parents[1] / "static"


def routes(hub: Hub, pages: Pages) -> list[BaseRoute]:
    """The routes; none if no installed game can be played with a class."""
    room = Debriefing(hub, pages)
    if not room.rooms.lessons:
        return []
    for lesson in room.rooms.lessons.values():
        if lesson.guard is not None:
            hub.guards[lesson.id] = lesson.guard
    post = ["POST"]
    return [
        Route("/class", room.page(room.index)),
        Route("/class", room.page(room.make), methods=post),
        Route("/join", room.page(room.join)),
        Route("/join", room.page(room.take_place), methods=post),
        Route("/class/{code}", room.page(room.wait)),
        Route("/class/{code}/name", room.page(room.rename), methods=post),
        Route("/class/{code}/read", room.page(room.read), methods=post),
        Route("/class/{code}/rejoin/{secret}", room.page(room.rejoin)),
        Route("/class/{code}/rejoin/{secret}", room.page(room.take_up), methods=post),
        Route("/class/{code}/desk/{secret}", room.page(room.desk)),
        Route("/class/{code}/desk/{secret}", room.page(room.take_desk), methods=post),
        Route("/class/{code}/lead", room.page(room.lead)),
        Route("/class/{code}/seat", room.page(room.seat), methods=post),
        Route("/class/{code}/do", room.do, methods=post),
        Route("/class/{code}/projector", room.page(room.project)),
        Route("/class/{code}/talk", room.page(room.talk)),
        Route("/class/{code}/report", room.page(room.report)),
        Route("/class/{code}/what-if", room.page(room.what_if)),
        Route("/class/{code}/mine", room.page(room.mine)),
        Route("/class/{code}/vote", room.page(room.vote), methods=post),
        Route("/class/{code}/plan", room.page(room.lesson_plan)),
        Route("/class/{code}/worksheet", room.page(room.worksheet)),
        Route("/class/{code}/turns.csv", room.page(room.turns_csv)),
        Route("/class/{code}/rounds.csv", room.page(room.rounds)),
        WebSocketRoute("/class/{code}/stream", room.stream),
        Mount("/classroom", Static(directory=STATIC)),
    ]
