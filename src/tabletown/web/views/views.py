"""A client's view of a match: made only from what one seat may see."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tabletown.drawing import named
from tabletown.kernel import CHANCE, Chance, Decision, LogLine, Match, Panel, Scene, path_word, say
from tabletown.kernel.game import Game, hide_nothing
from tabletown.rulebook import numbers
from tabletown.story import in_words
from tabletown.web.protocol import (
    Asked,
    ChipView,
    LineView,
    OptionView,
    OutcomeView,
    PanelView,
    PathView,
    Picture,
    PlanNode,
    SeatView,
    TableView,
    TypedView,
    Waiting,
)
from tabletown.web.seats import is_guest

if TYPE_CHECKING:
    from tabletown.web.live.connection import Viewer
    from tabletown.web.tables.table import Table
    from tabletown.web.views.progress import OpenQuestion

log = logging.getLogger("tabletown.web")

NO_QUESTIONS: dict[int, OpenQuestion] = {}


def hides_things(game: Game) -> bool:
    """Whether seats have different information; such a game can't be inspected while it runs."""
    return game.view.hide is not hide_nothing


def scene(match: Match, seat: int | None) -> Scene:
    """The game's picture; its words if it has none or if drawing fails, which must not stop the table."""
    if match.game.view.scene is not None:
        try:
            return match.scene(seat)
        except Exception:
            log.exception("%s: the picture failed after %d answers", match.game.about.id, match.number)
    return Scene(board="", text=match.text(seat))


def open_scene(match: Match) -> Scene:
    """The picture with nothing hidden: the spectator's, and beside it each seat's private information."""
    game, names = match.game, match.names
    drawn = scene(match, None)
    if game.view.scene is not None:
        with contextlib.suppress(Exception):  # a view that relies on masking; then the spectator's is used
            drawn = game.view.scene(match.state, None, None, names)
    known = {panel.id for panel in drawn.panels if panel.place != "hand"}
    hands = [
        Panel(f"{panel.id}-{seat}", say("{name}: {title}", name=names[seat], title=panel.title), panel.html, "rail")
        for seat in range(match.seats)
        for panel in scene(match, seat).panels
        if panel.html.strip() and (panel.place == "hand" or panel.id not in known)
    ]
    drawn.panels = [*(panel for panel in drawn.panels if panel.place != "hand"), *hands]
    return drawn


def picture(drawn: Scene) -> Picture:
    return Picture(
        board=drawn.board,
        text=drawn.text,
        panels=[PanelView(p.id, p.title, p.html, p.place, p.tab or p.title) for p in drawn.panels],
        crumbs=drawn.crumbs,
        peek=drawn.peek,
        goal=drawn.goal,
    )


NO_PICTURE = Picture("", "")
PLAIN = Scene(board="", text="")


def asked(match: Match, decision: Decision, you: int | None, drawn: Scene) -> Asked:
    options = []
    for word in dict.fromkeys(decision.options):  # an outcome may occur twice, if it is twice as likely
        shown = drawn.options.get(word) or match.describe(decision, word)
        chip = ChipView(shown.chip, shown.gain, shown.lane, shown.picture) if shown.chip else None
        options.append(OptionView(word, shown.label, shown.button or shown.label, chip, shown.ends, shown.on))
    typed = decision.typed
    return Asked(
        seat=decision.seat,
        prompt=decision.prompt.render(match.names, you),
        rule=decision.rule,
        options=options,
        typed=None if typed is None else TypedView(typed.prefix, named(typed.hint), typed.limit, named(typed.button)),
        cycle=drawn.cycle,
        start=drawn.start,
        confirm=drawn.confirm,
        chance=named(decision.kind) if isinstance(decision, Chance) else "",
        paths=[PathView(path_word(options), path.label, path.button) for options, path in drawn.paths.items()],
        tip=drawn.tip,
    )


def waiting(
    match: Match,
    you: int | None,
    called: int | None,
    bots: Iterable[int] = (),
    questions: Mapping[int, OpenQuestion] = NO_QUESTIONS,
) -> list[Waiting]:
    """Whom the match waits for. `called`: the seat addressed as "You"; `questions`: since when they have waited."""
    secret_since, names = match.secret_since, match.names
    in_secret = {answer.seat for answer in match.since(secret_since)} if secret_since is not None else ()
    hides = match.game.view.hide is not hide_nothing and not match.over
    shown = []
    for decision in match.decisions:
        seat, prompt = decision.seat, decision.prompt
        since = questions.get(seat)
        told = seat == you or (seat not in in_secret and not (hides and prompt.parts))
        shown.append(
            Waiting(
                seat,
                "" if seat == CHANCE else named(names[seat]),
                # a question after a secret answer, or about something hidden, may give it away
                prompt.render(names, called) if told else say("choose"),
                decision.rule if told else "",
                seat in bots,
                since.since if since is not None else 0.0,
            )
        )
    return shown


def line(told: LogLine, game: Game, names: Sequence[str], you: int | None, number: int) -> LineView:
    """A log line. `number`: the answer it belongs to, as the reader may know it."""
    text, clause = told.text, numbers(game).get(told.rule, "") if told.rule else ""
    return LineView(text.render(names, you), told.rule, number, told.event.concerns, told.heading, clause)


def outcome(match: Match, you: int | None = None) -> OutcomeView | None:
    """The result, addressed to this seat."""
    ended = match.outcome
    if ended is None:
        return None
    reason = ended.reason.render(match.names)
    ending = match.game.words.story.ending if match.game.words.story is not None else None
    if (not ended.winners or match.game.about.cooperative) and ending is not None and ending.verdict is not None:
        title, reason = ending.verdict(match.state, ended, match.names, you)
    else:
        title = in_words(ended.winners, ended.scores, match.names, you)
    return OutcomeView(
        list(ended.winners),
        reason,
        ended.rule,
        list(ended.scores),
        [{named(what): points for what, points in part.items()} for part in ended.breakdown],
        title=title,
        lights=ending.lights if ending is not None else "",
        day=ending is not None and ending.day and bool(ended.winners),
    )


def seat_views(table: Table, eyes: Viewer, standing: Sequence[str]) -> list[SeatView]:
    """Who sits where, as this client may see it. `standing`: each seat's score in a word."""
    names, held, progress = table.match.names, eyes.holds, table.progress(eyes.holds)
    shown = []
    now, off = table.hub.now(), table.notes.off
    for table_seat in table.seats:
        seat, by_bot = table_seat.seat, table_seat.plays_itself
        kind: Any = "bot" if by_bot else "open" if table_seat.kind in ("link", "open") else table_seat.kind
        shown.append(
            SeatView(
                seat=seat,
                name=named(names[seat]),
                player=table_seat.player,
                kind=kind,
                bot=table_seat.bot if by_bot else "",
                stand_in=table_seat.stand_in,
                online=by_bot or table.online(table_seat),
                standing=standing[seat] if seat < len(standing) else "",
                asked=seat in progress.questions,
                yours=seat in held,
                deadline=progress.deadline(table_seat),
                left=progress.left(table_seat),
                can_take_over=table.people.can_take_over(eyes.actor, held, table_seat),
                guest=table_seat.kind == "person" and any(map(is_guest, table_seat.holders)),
                off_until=off[seat].ends(now) if seat in off and not by_bot else None,
            )
        )
    return shown


def table_view(table: Table, eyes: Viewer, fresh: bool) -> TableView:
    """The whole table from this point of view."""
    match, you, held, notes = table.match, eyes.you, eyes.holds, table.notes
    questions, bots, progress = table.questions, table.bot_seats, table.progress(held)
    drawn = table.scene(you) if eyes.pictures else PLAIN
    alone = you if len(held) == 1 else None  # people who share a screen are called by name, not "You"
    mine = questions.get(you) if you is not None else None
    if mine is not None and you in bots:
        mine = None
    elif mine is None and CHANCE in questions and held and table.people_deal:
        mine = questions.get(CHANCE)
    told = eyes.new_lines(fresh)
    question = asked(match, mine.decision, alone, drawn) if mine is not None else None
    lesson = guide.view(you) if notes.lesson is not None and held and (guide := table.lesson) is not None else None
    if question is not None and lesson is not None:  # lessons go step by step
        question.paths, question.tip = [], ""
    return TableView(
        id=table.id,
        game=match.game.about.id,
        title=named(table.title),
        number=progress.number,
        answers=progress.match.number,
        you=you,
        holds=held,
        seats=seat_views(table, eyes, drawn.standing),
        waiting=waiting(progress.match, you, alone, bots, progress.questions),
        asked=question,
        scene=table.picture(you) if eyes.pictures else NO_PICTURE,
        recaps=table.recaps.since(eyes) if held and eyes.pictures else [],
        films=table.recaps.films(told, eyes, fresh) if eyes.pictures else [],
        lines=[line(each, match.game, match.names, alone, progress.answer_of(each, match)) for each in told],
        fresh=fresh,
        undo=table.undo.view(held, table.undo.last_to_answer(held) if len(held) > 1 else you),
        consent=table.undo.consent_view(held) if notes.undo_request is not None else None,
        plan=table.plans.shown(you) if notes.ahead else PlanNode(),
        lesson=lesson,
        outcome=outcome(match, alone) if match.over else None,
        rematch=f"/t/{table.rematch}" if table.rematch else "",
        days=table.clock.days if table.clock.kind else 0,
        clock=str(table.clock) if table.clock.kind else "",
        now=table.hub.now(),
        secret=table.secret,
    )
