"""Small games for testing the kernel: one with simultaneous choices and luck, one with hidden hands."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tabletown.kernel import (
    NOT_AN_OPTION,
    About,
    Chance,
    Choose,
    Event,
    Game,
    LogFormat,
    Outcome,
    Reason,
    Rules,
    Script,
    Setting,
    State,
    Text,
    Together,
    Typed,
    View,
    Words,
    because,
    tell,
)

D6 = [str(n) for n in range(1, 7)]
LUCK = ["0", "1"]
WHICH, WHERE = Text("pick a die"), Text("pick a place")
PLACES = [f"place:{n}" for n in range(5)]


class RoundBegan(Event):
    says = "Round {round}"
    heading = True
    round: int


class Marked(Event):
    says = "{who:seat} marked place {place}."
    who: int
    place: int


class Marks(State):
    boards: list[list[int]]
    rounds: int
    round: int = 0

    def copy(self) -> Marks:
        return Marks([board[:] for board in self.boards], self.rounds, self.round)


def setup_marks(seats: int, options: Mapping[str, str]) -> Marks:
    return Marks([[0] * 5 for _ in range(seats)], int(options["rounds"]))


def step_marks(s: Marks) -> Script | None:
    return play_round(s) if s.round < s.rounds else None


def play_round(s: Marks) -> Script:
    tell(s, RoundBegan, s.round + 1)
    red = yield Chance("d6", D6)
    marks = yield Together({seat: mark(s, seat, red) for seat in range(len(s.boards))})
    for seat, (number, place) in marks.items():
        s.boards[seat][place] += number
    s.round += 1


def mark(s: Marks, seat: int, red: str) -> Script:
    number = yield Choose(seat, WHICH, [f"die:{red}", "die:1"] if red != "1" else ["die:1"])
    lucky = yield Chance("luck", LUCK)
    free = [word for word, filled in zip(PLACES, s.boards[seat]) if filled < 40]

    def why(word: str) -> Reason | None:
        if word not in PLACES:
            return NOT_AN_OPTION
        return None if word in free else because("place-full", "Place {place} is full.", "full", place=word)

    place = PLACES.index((yield Choose(seat, WHERE, free, why=why)))
    tell(s, Marked, seat, place)
    return int(number[4:]) + int(lucky), place


def outcome_marks(s: Marks) -> Outcome:
    scores = tuple(float(sum(board)) for board in s.boards)
    best = max(scores)
    return Outcome(tuple(i for i, score in enumerate(scores) if score == best), Text("Most marks."), scores)


marks = Game(
    About(
        "marks",
        "Marks",
        "1",
        "Mark places.",
        (1, 4),
        "5",
        "light",
        (Setting("rounds", "Rounds", {"3": "three", "8": "eight"}, "3"),),
        by_hand=("d6",),
    ),
    Rules(Marks, setup_marks, step_marks, outcome_marks),
    words=Words(log=LogFormat((RoundBegan, Marked))),
)


class Hands(State):
    hands: list[list[str]]
    bag: list[str]
    played: list[str]
    note: str = ""

    def copy(self) -> Hands:
        return Hands([hand[:] for hand in self.hands], self.bag[:], self.played[:], self.note)


HIDDEN = "?"


def step_hands(s: Hands) -> Script | None:
    if s.bag and not all(len(hand) == 3 for hand in s.hands) and not s.played:
        return deal_one(s)
    seat = len(s.played) % 2
    return play_card(s, seat) if s.hands[seat] else None


def deal_one(s: Hands) -> Script:
    seat = 0 if len(s.hands[0]) <= len(s.hands[1]) else 1
    card = yield Chance("cards", s.bag)
    s.bag.remove(card)
    s.hands[seat].append(card)


def play_card(s: Hands, seat: int) -> Script:
    distinct = sorted(set(s.hands[seat]))
    answer = yield Choose(seat, Text("play a card"), distinct, typed=Typed("say:", "say something", 20))
    if answer.startswith("say:"):
        s.note = answer[4:]
        answer = yield Choose(seat, Text("play a card"), distinct)
    if answer == "boom":
        raise ValueError("a bug in the rules")
    s.hands[seat].remove(answer)
    s.played.append(answer)


def view_hands(s: Hands, seat: int | None) -> Hands:
    twin = s.copy()
    twin.hands = [hand if owner == seat else [HIDDEN] * len(hand) for owner, hand in enumerate(s.hands)]
    twin.bag = [HIDDEN] * len(s.bag)
    return twin


def imagine_hands(s: Hands, seat: int, rng: random.Random) -> Hands:
    twin = s.copy()
    known = [card for hand in s.hands for card in hand if card != HIDDEN] + s.played
    rest = ["a", "a", "b", "c", "d", "e", "f", "g"]
    for card in known:
        rest.remove(card)
    rng.shuffle(rest)
    twin.hands = [[card if card != HIDDEN else rest.pop() for card in hand] for hand in s.hands]
    twin.bag = rest
    return twin


hands = Game(
    About("hands", "Hands", "1", "Play cards.", (2, 2), "5", "light"),
    Rules(
        Hands,
        lambda seats, options: Hands([[], []], ["a", "a", "b", "c", "d", "e", "f", "g"], []),
        step_hands,
        lambda s: Outcome((0, 1), Text("All cards are played.")),
    ),
    View(view_hands, imagine_hands),
)
