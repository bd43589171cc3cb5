"""Matches: questions, refusals, undo, clones, time travel, views."""

import random
from dataclasses import replace

import pytest

from tabletown.kernel import (
    CHANCE,
    About,
    Choose,
    Event,
    Game,
    LogLine,
    Match,
    Outcome,
    Reason,
    Rules,
    Script,
    State,
    Text,
    Together,
    because,
    tell,
)
from tabletown.kernel.errors import (
    BadOption,
    MatchOver,
    NotAllowed,
    NotAsked,
    RulesBug,
    UndoRefused,
    UnknownSeat,
    UnknownWord,
)
from tabletown.saves.replay import turns_of
from tabletown.testing import conformance, dice, play_randomly, snapshot
from tests.kernel.toys import Hands, hands, marks


def test_the_toys_conform() -> None:
    conformance(marks, matches=10)
    conformance(hands, matches=10)


def test_a_match_says_who_must_choose_what() -> None:
    match = Match(marks, 3, seed=1, luck=dice(["4"]))
    assert [(d.seat, list(d.options)) for d in match.decisions] == [(s, ["die:4", "die:1"]) for s in range(3)]
    assert str(match.decisions[0].prompt) == "pick a die"


def test_seats_act_in_any_order_and_the_round_waits_for_all() -> None:
    match = Match(marks, 2, seed=1, luck=dice(["4", "1", "0"]))
    match.choose(1, "die:4")
    match.choose(1, "place:2")
    assert match.state.boards == [[0] * 5, [0] * 5], "nothing is applied before the last seat is done"
    assert [d.seat for d in match.decisions] == [0]
    match.choose(0, "die:1")
    match.choose(0, "place:0")
    assert match.state.boards == [[1, 0, 0, 0, 0], [0, 0, 5, 0, 0]]


def test_scripts_that_run_together_need_not_be_named_after_the_seats_they_ask() -> None:
    class Heard(State):
        heard: dict[object, str] = {}

        def copy(self) -> "Heard":
            return Heard(heard=self.heard)

    def tables(s: Heard) -> Script:
        s.heard = yield Together({0: ask(1), 1: ask(0), "floor": both()})

    def ask(seat: int) -> Script:
        return (yield Choose(seat, Text("say a word"), ["a", "b"]))

    def both() -> Script:
        told = yield Together({1: ask(3), 3: ask(2)})
        return told[1] + told[3]

    about = About("tables", "Tables", "1", "Four say a word.", (4, 4), "1", "light", default_seats=4)
    rules = Rules(Heard, lambda seats, options: Heard(), lambda s: None if s.heard else tables(s), lambda s: None)
    game = Game(about, rules)
    match = Match(game)
    assert sorted(decision.seat for decision in match.decisions) == [0, 1, 2, 3]
    for seat, word in ((2, "a"), (1, "b"), (3, "b"), (0, "a")):
        assert match.clone().decision(seat) == match.decision(seat)
        match.choose(seat, word)
        assert match.decision(seat) is None
    assert match.state.heard == {0: "b", 1: "a", "floor": "ba"}


def test_the_same_seed_and_choices_give_the_same_match() -> None:
    one, other = (play_randomly(Match(marks, 3, seed=5), random.Random(2)) for _ in range(2))
    assert snapshot(one) == snapshot(other)
    assert snapshot(play_randomly(Match(marks, 3, seed=6), random.Random(2))) != snapshot(one)


def test_a_wrong_seat_word_or_wish_is_refused_each_in_its_own_way() -> None:
    match = Match(marks, 2, seed=1, luck=dice(["4", "0"]))
    before = snapshot(match)
    with pytest.raises(UnknownSeat, match="seats 0 to 1"):
        match.choose(7, "die:4")
    with pytest.raises(UnknownWord, match=r"'die:9' isn't an option here\. The options are: die:4, die:1"):
        match.choose(0, "die:9")
    assert snapshot(match) == before
    match.choose(0, "die:4")
    match.state.boards[0][3] = 40
    match.choose(0, "place:0")
    with pytest.raises(NotAsked, match="waiting for Seat 2"):
        match.choose(0, "place:1")


def test_a_refused_wish_says_why_and_names_the_clause() -> None:
    match = Match(marks, 1, seed=1, luck=dice(["4"]))
    match.choose(0, "die:4")
    full = match.clone()
    full.decisions[0].options.remove("place:3")  # type: ignore[attr-defined]
    reason = full.why_not("place:3")
    assert reason is not None and str(reason) == "Place place:3 is full." and reason.rule == "full"
    with pytest.raises(NotAllowed, match="is full"):
        full.choose(0, "place:3")
    assert full.why_not("place:1") is None


def test_options_and_reasons_are_functions_of_what_the_question_is_about() -> None:
    def numbers(low: int, high: int) -> list[str]:
        return [str(number) for number in range(low, high + 1)]

    def why_not(low: int, high: int, word: str) -> Reason | None:
        return because("only", "Only {low} to {high}.", low=low, high=high) if word.isdigit() else None

    def step(s: State) -> Script:
        yield Choose(0, Text("pick a number"), numbers, "", why_not, about=(2, 4))

    one = Game(marks.about, replace(marks.rules, step=step))
    match = Match(one, 1, seed=1)
    assert match.decisions[0].options == ["2", "3", "4"]
    assert str(match.why_not("7")) == "Only 2 to 4." and match.why_not("3") is None
    with pytest.raises(NotAllowed, match="Only 2 to 4"):
        match.choose(0, "1")


def test_too_many_seats_and_unknown_options_are_refused() -> None:
    with pytest.raises(BadOption, match="1 to 4 seats, not 9"):
        Match(marks, 9)
    with pytest.raises(BadOption, match=r"no option 'colour'\. It has: rounds"):
        Match(marks, 2, {"colour": "red"})
    with pytest.raises(BadOption, match=r"can't be '5'\. Choose one of: 3, 8"):
        Match(marks, 2, {"rounds": "5"})


def test_when_it_is_over_nothing_can_be_chosen() -> None:
    match = play_randomly(Match(marks, 2, seed=1), random.Random(1))
    assert match.over and match.outcome is not None and match.decisions == []
    with pytest.raises(MatchOver):
        match.choose(0, "die:1")
    assert str(match.why_not("die:1")) == "The match is over."


def test_a_bug_in_the_rules_loses_nothing() -> None:
    match = Match(hands, seed=3)
    before = snapshot(match)
    match.decisions[0].options.append("boom")  # type: ignore[attr-defined]
    with pytest.raises(RulesBug, match="failed on 'boom'"):
        match.choose(0, "boom")
    assert snapshot(match) == before
    match.choose(0, match.decisions[0].options[0])


def test_a_bug_behind_the_end_of_a_turn_loses_nothing_either() -> None:
    def step(s: Hands) -> Script | None:
        if len(s.played) == 2:
            raise ValueError("a bug in the rules")
        return hands.rules.step(s)

    match = Match(replace(hands, rules=replace(hands.rules, step=step)), seed=3)
    match.choose(0, match.decisions[0].options[0])
    before, option = (match.number, match.log, str(match.decisions)), match.decisions[0].options[0]
    with pytest.raises(RulesBug, match="a bug in the rules"):
        match.choose(1, option)
    assert (match.number, match.log, str(match.decisions)) == before
    assert match.state == match.at(match.number).state
    match.undo()
    assert match.decisions[0].seat == 0


def test_no_line_is_left_of_a_turn_that_failed() -> None:
    def step(s: Hands) -> Script | None:
        if s.lines is not None and len(s.played) == 2:
            tell(s, Said, "This was never said.")
            raise ValueError("a bug in the rules")
        return speaking(s) if hands.rules.step(s) else None

    def speaking(s: Hands) -> Script:
        script = hands.rules.step(s)
        assert script is not None
        yield from script
        tell(s, Said, "Said.")

    match = Match(replace(hands, rules=replace(hands.rules, step=step)), seed=3)
    match.choose(0, match.decisions[0].options[0])
    before = [str(line.text) for line in match.lines]
    with pytest.raises(RulesBug):
        match.choose(1, match.decisions[0].options[0])
    assert [str(line.text) for line in match.lines] == before and "Said." in before


def test_lines_that_stay_after_a_secret_undo_keep_their_place() -> None:
    match = Match(marks, 3, seed=1)
    for seat in (0, 1, 2):
        match.choose(seat, "die:1")
    match.choose(0, "place:0")
    match.choose(1, "place:1")
    other = Match(marks, 3, seed=1)
    for seat in (0, 1, 2):
        other.choose(seat, "die:1")
    other.choose(1, "place:1")
    match.undo(0)
    assert match.lines == other.lines and match.log == other.log


def test_a_branch_leaves_dice_that_are_rolled_by_hand_to_those_who_roll() -> None:
    match = Match(marks, 1, seed=1, by_hand=["d6"])
    match.choose(CHANCE, "4")
    branch = match.branch(0)
    assert branch.number == 0 and branch.decision(CHANCE) is not None
    other = Match(marks, 1, seed=1)
    assert other.branch(0).number == 1 and other.branch(0).decision(CHANCE) is None


def test_a_line_is_told_before_the_luck_of_the_next_turn() -> None:
    match = Match(marks, 1, seed=3)
    for word in ("die:1", "place:2"):
        match.choose(0, word)
    assert match.log[-1].seat == CHANCE  # the next round's die
    told = [line.text.render(match.names) for line in match.at(match.number - 1).lines]
    assert told[-1] == "Seat 1 marked place 2."


def test_people_may_roll_real_dice() -> None:
    match = Match(marks, 1, seed=1, by_hand=["d6"])
    (roll,) = match.decisions
    assert roll.seat == CHANCE and list(roll.options) == ["1", "2", "3", "4", "5", "6"]
    with pytest.raises(UnknownWord):
        match.choose(CHANCE, "7")
    match.choose(CHANCE, "6")
    assert match.decisions[0].options[0] == "die:6"
    assert snapshot(match.clone()) == snapshot(match)
    with pytest.raises(BadOption, match=r"'d20' can't be dealt by hand in Marks\. Choose one of: d6"):
        Match(marks, 1, by_hand=["d20"])


def test_undo_is_free_until_something_is_revealed() -> None:
    match = Match(marks, 1, seed=1)
    match.choose(0, "die:1")
    assert str(match.why_not_undo(0)) == "Too late to undo: that move revealed hidden information."
    with pytest.raises(UndoRefused):
        match.undo(0)
    match.undo(0, force=True)
    assert match.number == 1


def test_undo_is_free_until_another_seat_answers() -> None:
    match = Match(hands, seed=3)
    first = snapshot(match)
    match.choose(0, match.decisions[0].options[0])
    match.undo(0)
    assert snapshot(match) == first
    match.choose(0, match.decisions[0].options[0])
    match.choose(1, match.decisions[0].options[0])
    assert str(match.why_not_undo(0)) == "Too late to undo: someone has already played."
    assert match.why_not_undo(1) is None


def test_a_secret_answer_can_be_taken_back_whoever_else_has_answered() -> None:
    match = Match(marks, 3, seed=1, luck=dice(["4", "1", "1", "0"]))
    for seat in range(3):
        match.choose(seat, "die:4")
    match.choose(0, "place:0")
    match.choose(1, "place:1")
    match.undo(0)
    assert match.decision(0) is not None and match.decision(1) is None
    assert [str(line.text) for line in match.lines if not line.heading] == ["Seat 2 marked place 1."]
    match.choose(0, "place:4")
    match.choose(2, "place:0")
    assert match.state.boards[0] == [0, 0, 0, 0, 5], "the luck that matchs had stays theirs"


def test_nobody_reads_what_another_seat_answered_in_secret() -> None:
    match = Match(marks, 2, seed=1)
    match.choose(0, "die:1")
    match.choose(0, "place:0")
    assert [str(line.text) for line in match.lines_for(1)] == ["Round 1"]
    assert [line.text.render(["Ann", "Bo"], 0) for line in match.lines_for(0)] == ["Round 1", "You marked place 0."]
    assert match.log_for(1)[1:] == [None] * (match.number - 1)
    assert match.log_for(0) == match.log
    imagined = match.imagine(1, random.Random(1))
    assert imagined.decision(0) is not None, "a bot does not know that the match one is done"


def test_a_bot_imagines_hands_that_fit_what_it_sees() -> None:
    match = Match(hands, seed=3)
    seen = match.player_view(0)
    matchs = set()
    for number in range(20):
        twin = seen.imagine(random.Random(number))
        assert twin.state.hands[0] == match.state.hands[0]
        matchs.add(tuple(sorted(twin.state.hands[1])))
    assert len(matchs) > 5


def test_where_things_are_hidden_the_log_shows_a_seat_only_its_own_answers_until_the_end() -> None:
    match = Match(hands, seed=3)
    match.choose(0, match.decisions[0].options[0])
    assert match.log_for(1) == [None] * match.number
    assert [answer for answer in match.log_for(0) if answer] == [match.log[-1]]
    assert play_randomly(match, random.Random(1)).log_for(None) == match.log


def test_time_travel_and_branches() -> None:
    match = play_randomly(Match(marks, 2, seed=1), random.Random(1))
    past = match.at(4)
    assert past.log == match.log[:4] and match.over
    branch = match.branch(4, seed=9)
    play_randomly(branch, random.Random(7))
    assert branch.log[:4] == match.log[:4] and branch.log != match.log
    with pytest.raises(BadOption, match="there is no point 999"):
        match.at(999)


def test_a_seat_may_answer_in_its_own_words() -> None:
    match = Match(hands, seed=3)
    with pytest.raises(UnknownWord):
        match.choose(0, "say:" + "x" * 21)
    match.choose(0, "say:hello <b>")
    assert match.state.note == "hello <b>"


def test_lines_address_their_reader() -> None:
    match = Match(marks, ["Ann", "Bo"], seed=1, luck=dice(["4", "0", "0"]))
    for seat in (0, 1):
        match.choose(seat, "die:4")
        match.choose(seat, "place:1")
    told = [line.text.render(match.names, 1) for line in match.lines_for(1) if not line.heading]
    assert told == ["Ann marked place 1.", "You marked place 1."]


class Said(Event):
    says = "{words}"
    words: str


def test_a_line_for_some_seats_is_read_by_no_other() -> None:
    match = Match(marks, ["Ann", "Bo"], seed=1)
    match.lines[:] = [LogLine(Said("a secret"), to=(1,)), LogLine(Said("nobody's"), to=()), LogLine(Said("for all"))]
    assert [str(line.text) for line in match.lines_for(1)] == ["a secret", "for all"]
    for eyes in (0, None):
        assert [str(line.text) for line in match.lines_for(eyes)] == ["for all"]


def test_a_clone_does_not_play_again_the_turns_that_ask_nobody() -> None:
    played: list[int] = []

    class Silent(State):
        turns: int = 0

        def copy(self) -> "Silent":
            return Silent(turns=self.turns)

    def ask(s: Silent) -> Script:
        yield Choose(0, Text("go on"), ["on"])
        s.turns += 1

    def work(s: Silent) -> Script:
        played.append(s.turns)
        s.turns += 1
        return
        yield

    about = About("silent", "Silent", "1", "Mostly nothing is asked.", (1, 1), "1", "light", default_seats=1)
    silent = Game(
        about,
        Rules(
            Silent,
            lambda seats, options: Silent(),
            lambda s: None if s.turns > 8 else work(s) if s.turns % 4 else ask(s),
            lambda s: Outcome((0,), Text("Done.")),
        ),
    )
    match = Match(silent, 1, seed=1, live=False)
    match.choose(0, "on")
    assert played == [1, 2, 3]
    clone = match.clone()
    played.clear()
    again = match.clone()
    assert played == [] and snapshot(again) == snapshot(clone) == snapshot(match)
    again.choose(0, "on")
    assert again.state.turns > 4 and match.state.turns == 4


def test_time_travel_through_a_simulated_match_plays_it_again_only_once() -> None:
    begun = 0

    def step(s: Hands) -> Script | None:
        nonlocal begun
        begun += 1
        return hands.rules.step(s)

    match = play_randomly(
        Match(replace(hands, rules=replace(hands.rules, step=step)), seed=3, live=False), random.Random(3)
    )
    turns, begun = begun, 0
    points = range(match.number + 1)
    logs = [match.at(number).log for number in points]
    assert logs == [match.log[:number] for number in points]
    assert begun <= turns + 2 * len(points)  # all of it once, then a turn for every point, and the next turn


def test_a_players_turn_has_one_home() -> None:
    """Steps may be finer than turns; then the game identifies the turn."""
    match = play_randomly(Match(marks, 2, seed=4), random.Random(1))
    assert set(turns_of(match)) == {point.number for point in match.checkpoints}

    paired = replace(hands, rules=replace(hands.rules, turn_of=lambda s: len(s.played) // 2))
    match = Match(paired, seed=3)
    first = match.turn
    match.choose(0, match.decisions[0].options[0])
    assert match.turn == first
    match.choose(1, match.decisions[0].options[0])
    assert match.turn != first
    play_randomly(match, random.Random(3))
    assert [len(state.played) for state in turns_of(match).values()] == [0, 2, 4, 6]
