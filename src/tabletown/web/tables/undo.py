"""Undo: free while no one could build on the move, otherwise if all other players agree."""

from __future__ import annotations

import asyncio

from tabletown.kernel import Reason, Text, because, seat_name
from tabletown.kernel.errors import UndoRefused
from tabletown.kernel.match import NOTHING_TO_UNDO
from tabletown.web.protocol import ConsentView, UndoView
from tabletown.web.seats import Actor, Refusal
from tabletown.web.tables.notes import UndoRequest
from tabletown.web.tables.table_part import TablePart

FREE, STEP, NOT_YOURS = UndoView("free"), UndoView("free", step=True), UndoView("no")
SECRET_ANSWERS = because("secret-answers", "Others may have decided in secret since then.")
RATED = because("rated", "This match was rated, so its result stands.")
FACTS = {  # why the others are asked, by the id of the reason why it isn't free
    "revealed": Text("That move revealed hidden information."),
    "answered": Text("Someone has played since then."),
}
NOTHING = Text("There's no move to undo.")
TOOK_BACK = Text("{name} undid a move.")
LEAVE_IT = Text("{name} declined {other}'s undo request.")


class TableUndo(TablePart):
    def view(self, held: list[int], seat: int | None) -> UndoView:
        if seat is None:
            return NOT_YOURS
        table = self.table
        reason = self._why_not(held, seat)
        if reason is None:
            return STEP if self._within_turn(seat) else FREE
        if reason.id == NOTHING_TO_UNDO:
            return UndoView("no", NOTHING.render())
        if table.overseer is not None or table.rated:
            return UndoView("no", table.words(reason.text))  # other tables or ratings depend on what happened here
        return UndoView("ask" if table.others(held) else "free", table.words(FACTS.get(reason.id, reason.text)))

    def _why_not(self, held: list[int], seat: int) -> Reason | None:
        """Why undo isn't free for this seat's last move, or None; secret choices make no difference."""
        table, match, secret = self.table, self.table.match, self.table.secret_round
        if table.rated and match.over:
            return RATED
        if secret is not None and not any(answer.seat == seat for answer in match.since(secret.since)):
            reason = table.progress(()).match.why_not_undo(seat)
            return SECRET_ANSWERS if reason is None and not {*secret.asked} <= {*held} else reason
        last = match.last
        return None if last is not None and last[0] == seat else match.why_not_undo(seat)

    def _within_turn(self, seat: int) -> bool:
        """Whether this seat's last move belongs to the current turn."""
        match, was = self.table.match, self.table.turn_was
        begun, now = match.step_start, match.number
        if begun < now and any(answer.seat == seat for answer in match.since(begun)):
            return True
        if not now:
            return False
        # nothing came after it; usually the turn it belongs to is already known
        return bool((was[1] if was[0] == now - 1 else match.at(now - 1).turn) == match.turn)

    def consent_view(self, held: list[int]) -> ConsentView | None:
        request = self.table.notes.undo_request
        if request is None:
            return None
        yours = any(seat in held for seat in request.waiting)
        return ConsentView(
            request.seat, seat_name(request.seat, self.table.match.names), request.why, sorted(request.waiting), yours
        )

    def ask(self, actor: Actor, number: int, seat: int | None) -> asyncio.Future[None]:
        """Undo at once if it is free, otherwise ask the other players."""
        table = self.table
        held = table.held_by(actor)
        if seat is None and held:
            seat = self.last_to_answer(held)
        seat = table.seat_of(actor, seat)
        if number != table.progress(held).number:
            raise Refusal("stale", "The game has moved on. Here's how it stands now.")
        view = self.view(held, seat if seat >= 0 else None)
        if view.kind == "no":
            raise Refusal("undo", view.why or NOTHING)
        if view.kind == "free":
            return self.take_back(seat)
        table.notes.undo_request = UndoRequest(seat, view.why, [table_seat.seat for table_seat in table.others(held)])
        return table.commit([table.note()])

    def last_to_answer(self, held: list[int]) -> int:
        match = self.table.match
        for first in (max(0, match.number - 20), 0):  # usually among the latest answers
            for answer in reversed(match.since(first)):
                if answer.seat in held:
                    return answer.seat
        return held[0]

    def take_back(self, seat: int) -> asyncio.Future[None]:
        table, match = self.table, self.table.match
        before, secret, readers = match.log, table.secret_round, table.readers()
        try:
            match.undo(seat, force=True)
        except UndoRefused as error:
            raise Refusal("undo", str(error)) from None
        after = match.log
        stays = next((i for i, (old, new) in enumerate(zip(before, after)) if old != new), len(after))
        asked, table.questions = table.questions, {}
        table.start_log_anew(readers)
        if secret is None or secret.since != match.frozen:
            table.notice(TOOK_BACK(name=match.names[seat]))
        else:  # the others keep their questions and learn nothing of it
            secret.entries[seat] = secret.entries.get(seat, 0) + 1
            for other, question in asked.items():
                if other != seat and (decision := match.decision(other)) is not None:
                    table.questions[other] = question._replace(decision=decision)
            table.notice(TOOK_BACK(name=match.names[seat]), seat)
        extra = [*table.clear_undo_request(), *table.plans.undone()]
        return table.write_down(stays, took_back=True, extra=extra)

    def consent(self, actor: Actor, agree: bool) -> asyncio.Future[None]:
        table = self.table
        request, held = table.notes.undo_request, table.held_by(actor)
        if request is None or not any(seat in held for seat in request.waiting):
            raise Refusal("undo", "There's no undo request to answer.")
        if not agree:
            table.notes.undo_request = None
            names = table.match.names
            table.notice(LEAVE_IT(name=names[min(held)], other=names[request.seat]))
        else:
            request.waiting = [seat for seat in request.waiting if seat not in held]
            if not request.waiting:
                return self.take_back(request.seat)
        return table.commit([table.note()])
