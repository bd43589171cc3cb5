"""Play at a table over its socket: who may do what, and that nothing is played twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError

from tabletown.web.protocol import Advice
from tabletown.web.tables.bots import price
from tests.web.conftest import Seated
from tests.web.people import Person, Wire, api


def test_two_people_play_a_whole_match_and_both_read_the_same_story(seated: Seated) -> None:
    _, ann, bo = seated()
    for number, column in enumerate([1, 2, 1, 2, 1, 2, 1]):
        mover = (ann, bo)[number % 2]
        mover.at(number)
        mover.choose(f"column:{column}")
    for wire in (ann, bo):
        wire.next(when=lambda t: t["outcome"] is not None)
        assert wire.table["outcome"]["winners"] == [0] and not wire.table["waiting"] and wire.table["asked"] is None
    assert ann.lines[0] == "You dropped a disc into column 1." and bo.lines[0] == "Ann dropped a disc into column 1."
    assert len(ann.lines) == len(bo.lines) == 7
    assert ann.table["outcome"]["reason"] == "Ann has four in a row."


def test_a_stale_move_is_refused_and_the_fresh_table_follows(seated: Seated) -> None:
    _, ann, _ = seated()
    ann.play("column:4")
    ann.choose("column:4", number=0)  # the same message again, as after a lost connection
    assert ann.refused()["code"] == "stale"
    assert ann.next()["number"] == 1 and ann.table["fresh"] and ann.table["answers"] == 1


def test_a_move_for_a_number_that_has_not_come_is_refused(seated: Seated) -> None:
    _, ann, _ = seated()
    ann.choose("column:4", number=7)
    assert ann.refused()["code"] == "stale"


def test_out_of_turn_wrong_seat_and_unknown_words_change_nothing(seated: Seated) -> None:
    _, ann, bo = seated()
    bo.choose("column:1")
    assert bo.refused()["code"] == "not-asked"
    bo.choose("column:1", seat=0)
    assert bo.refused()["code"] == "not-yours"
    ann.choose("column:9")
    refused = ann.refused()
    assert refused["code"] == "unknown" and refused["option"] == "column:9" and "column:1" in refused["text"]
    ann.send("refresh")
    assert ann.next()["number"] == 0


def test_several_answers_in_one_message_are_given_one_after_another(ann: Person) -> None:
    with ann.at(ann.opens("crossroll", "me", seed="3")) as wire:
        wire.play(wire.words[0])
        path = wire.table["asked"]["paths"][0]["word"].removeprefix("path:").split(" ")
        before, lines = wire.table["number"], len(wire.lines)
        wire.choose(path[0], then=path[1:])
        after = wire.next(when=lambda table: table["number"] > before)
        assert after["answers"] >= before + len(path) and "drove" in " ".join(wire.lines[lines:])


def test_what_is_not_possible_any_more_is_left_out_of_several_answers(ann: Person) -> None:
    with ann.at(ann.opens("crossroll", "me", seed="3")) as wire:
        wire.play(wire.words[0])
        before = wire.table["number"]
        wire.choose(wire.words[0], then=["route:Z", "drive"])
        assert "Only part of that was played" in wire.next("notice")["text"]
        wire.next(when=lambda table: table["number"] > before)
        assert "drive" in wire.words


def test_why_not_says_why_and_names_the_rule(ann: Person) -> None:
    table = ann.opens("marks", "me")
    with ann.at(table) as wire:
        wire.play(wire.words[0])
        wire.send("why", option="place:7")
        assert wire.next("why") == {
            "type": "why",
            "option": "place:7",
            "allowed": False,
            "text": "You can't do that right now.",
            "rule": "",
        }
        wire.send("why", option="place:1")
        assert wire.next("why")["allowed"]


def test_undo_is_free_until_the_other_has_answered(seated: Seated) -> None:
    _, ann, _ = seated()
    ann.play("column:4")
    assert ann.table["undo"] == {"kind": "free", "why": "", "step": False}  # it ended the turn
    ann.send("undo", number=1)
    assert ann.next("notice")["text"] == "Ann undid a move."
    fresh = ann.next()
    assert fresh["answers"] == 0 and fresh["number"] == 2 and fresh["fresh"] and not ann.lines
    assert ann.play("column:2")["number"] == 3


def test_a_move_is_undone_if_the_others_agree(seated: Seated) -> None:
    _, ann, bo = seated()
    ann.play("column:4")
    bo.at(1)
    bo.play("column:4")
    ann.at(2)
    assert ann.table["undo"] == {"kind": "ask", "why": "Someone has played since then.", "step": False}
    ann.send("undo", number=2)
    wish = bo.next(when=lambda t: t["consent"] is not None)["consent"]
    assert wish["name"] == "Ann" and wish["yours"] and wish["waiting"] == [1]
    bo.send("consent", agree=False)
    assert "declined" in ann.next("notice")["text"]
    assert ann.next()["consent"] is None and ann.table["answers"] == 2
    ann.send("undo", number=2)
    bo.next(when=lambda t: t["consent"] is not None)
    bo.send("consent", agree=True)
    assert ann.next(when=lambda t: t["consent"] is None)["answers"] == 0
    assert bo.next(when=lambda t: t["consent"] is None)["answers"] == 0
    bo.send("consent", agree=True)
    assert bo.refused()["code"] == "undo"


def test_there_is_nothing_to_take_back_before_the_first_answer(seated: Seated) -> None:
    _, ann, _ = seated()
    ann.send("undo", number=0)
    assert ann.refused()["text"] == "There's no move to undo."


def test_a_spectator_sees_and_can_do_nothing_else(seated: Seated, zoe: Person) -> None:
    table, ann, _ = seated()
    with zoe.at(table) as wire:
        assert wire.table["you"] is None and wire.table["holds"] == [] and wire.table["asked"] is None
        for message in (
            {"type": "choose", "number": 0, "option": "column:1"},
            {"type": "undo", "number": 0},
            {"type": "say", "text": "hello"},
            {"type": "hint"},
            {"type": "why", "option": "column:1"},
            {"type": "rematch"},
            {"type": "comeback"},
            {"type": "leave"},
            {"type": "takeover", "seat": 0},
            {"type": "name", "name": "Zoe"},
            {"type": "look", "seat": 0},
        ):
            wire.send(**message)
            assert wire.refused()["code"] == "not-yours", message
        ann.play("column:3")
        assert wire.at(1)["number"] == 1


def test_all_who_watch_read_the_same_story(seated: Seated, zoe: Person, server: str) -> None:
    table, ann, bo = seated()
    with zoe.at(table) as first, Person(server).at(table) as second, Person(server).at(table) as third:
        ann.play("column:4")
        bo.at(1)
        second.at(1)
        second.send("refresh")  # a client that reloaded everything gets nothing twice
        second.next(when=lambda t: t["fresh"])
        bo.play("column:3")
        heard = [wire.at(2) for wire in (first, second, third)]
        assert heard[0] == heard[1] == heard[2] and heard[0]["you"] is None and heard[0]["asked"] is None
        assert (
            first.lines
            == second.lines
            == third.lines
            == [
                "Ann dropped a disc into column 4.",
                "Bo dropped a disc into column 3.",
            ]
        )
        assert bo.table["you"] == 1 and ann.at(2)["asked"] is not None


def test_where_nobody_may_watch_strangers_see_nothing(ann: Person, zoe: Person) -> None:
    table = ann.opens("connect-four", "me", "here", watch="nobody")
    assert zoe.http.get(table).status_code == 403
    assert zoe.http.get(api(table)).status_code == 403
    with pytest.raises(ConnectionClosedError) as closed, zoe.at(table):
        pass
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    assert ann.http.get(table).status_code == 200


def test_one_screen_is_handed_round(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "here", name_1="Cy")
    with ann.at(table) as wire:
        assert wire.table["holds"] == [0, 1] and wire.table["you"] == 0
        wire.play("column:1")
        assert wire.table["you"] == 1 and wire.table["asked"]["seat"] == 1
        assert wire.table["undo"]["kind"] == "free" and wire.lines == ["Ann dropped a disc into column 1."]
        wire.send("look", seat=0)
        assert wire.next()["you"] == 0 and wire.table["asked"] is None


def test_dice_rolled_on_a_real_table_are_typed_in(ann: Person) -> None:
    table = ann.opens("marks", "me", **{"by-hand-d6": "on"})
    with ann.at(table) as wire:
        asked = wire.table["asked"]
        assert asked["seat"] == -1 and asked["chance"] == "d6" and wire.words == ["1", "2", "3", "4", "5", "6"]
        wire.play("5")
        assert wire.words == ["die:5", "die:1"]


def test_a_second_tap_on_a_die_does_not_roll_the_next_one(ann: Person) -> None:
    """Two dice of the same colour are asked for by the same question."""
    table = ann.opens(
        "new-york-crisis", "me", **{f"by-hand-{colour} die": "on" for colour in ("red", "yellow", "blue")}
    )
    with ann.at(table) as wire:
        before, number = "", 0
        while not before or wire.table["asked"]["chance"] != before:
            before, number, face = wire.table["asked"]["chance"], wire.table["number"], wire.words[-1]
            wire.play(face)
        wire.choose(face, number=number)
        assert wire.next("refused")["code"] == "stale"


def test_who_acts_at_the_same_time_need_not_wait_for_each_other(seated: Seated) -> None:
    _, ann, bo = seated("secrets")
    number = ann.table["number"]
    ann.choose("bid-bravely")
    ann.next(when=lambda t: t["number"] == number + 1)
    bo.choose("bid-quietly", number=number)  # refers to the table before Ann's bid: Bo's question is still the same
    bo.next(when=lambda t: t["number"] == number + 1)  # Bo knows nothing of Ann's bid
    assert ann.play("yes")["number"] == number + 2
    bo.play("yes")
    assert "bid-bravely" in ann.at(number + 4)["scene"]["text"]


def test_chat_reaches_everybody_and_is_still_there_later(seated: Seated, zoe: Person) -> None:
    table, ann, bo = seated()
    ann.send("say", text="  <b>hello</b> ")
    said = bo.next("chat", when=lambda c: bool(c["lines"]))["lines"][0]
    assert said["name"] == "Ann" and said["text"] == "<b>hello</b>" and said["seat"] == 0
    with zoe.at(table) as wire:
        assert [line["text"] for line in wire.next("chat")["lines"]] == ["<b>hello</b>"]


def test_a_move_and_a_word_at_the_same_moment_both_arrive(seated: Seated) -> None:
    _, ann, bo = seated()
    for number in range(6):
        mover = (ann, bo)[number % 2]
        mover.at(number)
        mover.choose(f"column:{number + 1}")
        mover.send("say", text=f"word {number}")
    assert bo.at(6)["answers"] == 6


def test_a_name_changes_everywhere_and_no_two_are_alike(seated: Seated) -> None:
    _, ann, bo = seated()
    ann.send("name", name="Bo")
    assert bo.next(when=lambda t: t["seats"][0]["name"] != "Ann")["seats"][0]["name"] == "Bo 2"


def test_presence_is_shown(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "link")
    with ann.at(table) as wire:
        assert [seat["kind"] for seat in wire.table["seats"]] == ["person", "open"]
        bo.joins(ann.invites(table, 1))
        wire.next(when=lambda t: t["seats"][1]["kind"] == "person")
        with bo.at(table):
            wire.next("seats", when=lambda s: s["seats"][1]["online"])
        wire.next("seats", when=lambda s: not s["seats"][1]["online"])


def test_two_tabs_of_one_player_stay_alike(seated: Seated, ann: Person) -> None:
    table, wire, _ = seated()
    with ann.at(table) as other:
        wire.choose("column:5")
        assert other.at(1)["lines"] == wire.at(1)["lines"]
        other.choose("column:6", number=0)
        assert other.refused()["code"] == "stale"


# ------------------------------------------------------------------ bots


def test_a_bot_answers_and_undo_goes_back_to_my_own_answer(ann: Person) -> None:
    table = ann.opens("connect-four", "me", "bot:easy")
    with ann.at(table) as wire:
        assert wire.table["seats"][1]["kind"] == "bot" and wire.table["seats"][1]["bot"] == "easy"
        wire.choose("column:4")
        wire.next(when=lambda t: t["number"] == 2)
        assert wire.table["undo"]["kind"] == "free"
        wire.send("undo", number=2)
        assert wire.next(when=lambda t: t["number"] > 2)["answers"] == 0


def test_bots_alone_play_while_somebody_watches(ann: Person, zoe: Person) -> None:
    table = ann.opens("connect-four", "bot:easy", "bot:easy")
    with zoe.at(table) as wire:
        wire.next(when=lambda t: t["outcome"] is not None)


def test_a_hint_is_an_option(seated: Seated) -> None:
    _, ann, bo = seated()
    ann.send("hint")
    hint = ann.next("hint")
    assert hint["option"] in ann.words and hint["number"] == 0 and hint["label"]
    all_of_them = [hint["option"], *(other["option"] for other in hint["others"])]
    assert 1 < len(all_of_them) <= 3 and len({*all_of_them}) == len(all_of_them)
    assert all(other["option"] in ann.words and other["label"] for other in hint["others"])
    bo.send("hint")
    assert bo.refused()["code"] == "not-asked"


def test_a_hint_says_why_even_where_luck_comes_next(ann: Person) -> None:
    with ann.at(ann.opens("crossroll", "me", "bot:easy", **{"option-first": "seat-1"})) as wire:
        wire.send("hint")
        hint = wire.next("hint")
        assert hint["option"].startswith("dice:") and not hint["changes"]
        assert hint["why"].startswith("Looking ahead, ") and "Roll the " in hint["why"]
        assert all(other["why"].startswith("Looking ahead, ") for other in hint["others"])


def test_the_first_hint_names_the_next_best_and_its_price() -> None:
    best = Advice("a", "A star", changes=[("hand", 5, 3, -1), ("points", 0, 3, 1)])
    other = Advice("b", "A bend", changes=[("hand", 5, 9, 1)])
    assert price(best, other) == "Alternatively, A bend: hand +4, points ±0."
    assert price(best, Advice("c", "The same", changes=best.changes)) == ""
    many = Advice("d", "A lot", changes=[(what, 0, 1, 1) for what in ("rent", "money", "emissions", "renters")])
    assert price(best, many) == "Alternatively, A lot: rent +1, money +1, emissions +1.", "it is named, not advised"


def test_the_host_lets_a_bot_play_for_who_never_came_and_the_friend_may_still_come(ann: Person, bo: Person) -> None:
    table = ann.opens("connect-four", "me", "link")
    invite = ann.invites(table, 1)
    with ann.at(table) as wire:
        assert wire.table["seats"][1]["can_take_over"]
        wire.send("takeover", seat=1, bot="easy")
        wire.next(when=lambda t: t["seats"][1]["stand_in"])
        wire.choose("column:4")
        wire.next(when=lambda t: t["answers"] == 2)
        bo.joins(invite)
        wire.next(when=lambda t: t["seats"][1]["kind"] == "person")
        assert wire.table["seats"][1]["name"] == "Bo" and not wire.table["seats"][1]["stand_in"]


def test_nobody_is_replaced_while_at_the_table(seated: Seated) -> None:
    _, ann, _ = seated()
    ann.send("takeover", seat=1)
    assert ann.refused()["code"] == "not-yours"


def test_who_leaves_is_played_for_and_may_come_back(seated: Seated) -> None:
    _, ann, bo = seated()
    ann.send("leave")
    bo.next(when=lambda t: t["seats"][0]["stand_in"] and t["answers"] == 1)  # the bot has moved
    ann.send("leave")
    assert ann.refused()["text"] == "You have no seat here that a bot could play for you."
    ann.send("comeback")
    assert not bo.next(when=lambda t: not t["seats"][0]["stand_in"])["outcome"]


def test_everyone_who_shares_a_screen_leaves_at_once(ann: Person) -> None:
    with ann.at(ann.opens("connect-four", "me", "here")) as wire:
        wire.send("leave")
        ended = wire.next(when=lambda t: t["outcome"] is not None)
        assert [seat["stand_in"] for seat in ended["seats"]] == [True, True]
        wire.send("leave")
        assert wire.refused()["code"] == "not-yours"


# ------------------------------------------------------------------ afterwards


def win(ann: Wire, bo: Wire) -> None:
    for number, column in enumerate([1, 2, 1, 2, 1, 2, 1]):
        mover = (ann, bo)[number % 2]
        mover.at(number)
        mover.choose(f"column:{column}")
    ann.at(7)
    bo.at(7)


def test_a_rematch_is_one_table_for_both_with_the_seats_turned(seated: Seated, ann: Person, bo: Person) -> None:
    _, wire, other = seated()
    wire.send("rematch")
    assert wire.refused()["text"] == "This match isn't over yet."
    win(wire, other)
    wire.send("rematch")
    other.send("rematch")
    address = wire.next(when=lambda t: t["rematch"] != "")["rematch"]
    assert re.fullmatch(r"/t/[a-z0-9]{12}", address)
    assert other.next(when=lambda t: t["rematch"] != "")["rematch"] == address
    with ann.at(address) as again, bo.at(address) as too:
        assert again.table["you"] == 1 and too.table["you"] == 0
        assert [seat["name"] for seat in again.table["seats"]] == ["Bo", "Ann"]


def test_after_the_end_moves_are_refused(seated: Seated) -> None:
    _, ann, bo = seated()
    win(ann, bo)
    bo.choose("column:5")
    assert bo.refused()["code"] == "over"


def test_whoever_is_far_away_gets_it_compressed_and_may_answer_so(server: str) -> None:
    ines = Person(server, "Ines")
    table = ines.opens("connect-four", "me", "here")
    with ines.at(table, **{"X-Forwarded-For": "203.0.113.9"}) as wire:
        assert wire.connection.protocol.extensions
        for number in (1, 2, 3):
            assert wire.play(wire.words[0])["number"] == number


@pytest.mark.parametrize("game", ["connect-four", "marks"])
def test_the_stream_tells_what_a_request_is_answered(game: str, ann: Person, bo: Person, zoe: Person) -> None:
    table = ann.opens(game, "me", "link", watch="link")
    bo.joins(ann.invites(table, 1))

    with ann.at(table, "?scene=no") as hers, bo.at(table, "?scene=no") as his, zoe.at(table, "?scene=no") as watches:
        people = ((ann, hers), (bo, his), (zoe, watches))

        def compare() -> None:
            for person, wire in people:
                whole, seen = person.http.get(api(table) + "?scene=no").json(), {**wire.table}
                for changing in ("now", "lines", "fresh"):
                    del whole[changing], seen[changing]
                assert seen == whole

        def all_see(when: Callable[[dict[str, Any]], bool]) -> None:
            for _, wire in people:
                if not when(wire.table):
                    wire.next(when=when)
            compare()

        def all_have_heard() -> None:
            for _, wire in people:  # a seat that may not see a secret answer receives nothing
                wire.send("ping")
                wire.next("pong")
            compare()

        def play() -> None:
            wire = hers if hers.table["asked"] else his
            number = wire.table["number"]
            wire.choose(wire.words[0])
            wire.next(when=lambda seen: seen["number"] > number)
            all_have_heard()

        for _ in range(4):
            play()
        hers.send("name", name="Anna")
        all_see(lambda seen: seen["seats"][0]["player"] == "Anna")
        play()
        wishes = his if hers.table["asked"] else hers
        number = wishes.table["number"]
        wishes.send("undo", number=number)  # requests that everybody sees, or that take effect at once
        wishes.next(when=lambda seen: seen["consent"] is not None or seen["number"] > number)
        all_have_heard()
        if hers.table["consent"]:
            (hers if wishes is his else his).send("consent", agree=False)
            all_see(lambda seen: seen["consent"] is None)
        play()
        while game == "marks" and not hers.table["outcome"]:
            play()
