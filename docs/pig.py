"""Pig: roll as often as you dare, but a one costs you the turn. A whole game in forty lines of code."""

from tabletown import kernel as k

GOAL, DIE = 50, ["1", "2", "3", "4", "5", "6"]
ROLL_OR_HOLD, WON = k.Text("roll again or keep {sum}"), k.Text("{who:seat} reached {points} points.")


class Scored(k.Event):
    says = "{who:seat} scored {sum} and has {points} points."
    who: int
    sum: int
    points: int


class Pig(k.State):
    points: list[int]
    seat: int = 0

    def copy(self) -> "Pig":
        return Pig(self.points[:], self.seat)


def setup(seats: int, options: object) -> Pig:
    return Pig([0] * seats)


def step(s: Pig) -> k.Script | None:
    return turn(s) if max(s.points) < GOAL else None


def turn(s: Pig) -> k.Script:
    total = 0
    while True:
        rolled = int((yield k.Chance("d6", DIE)))
        total = total + rolled if rolled > 1 else 0
        if not total or (yield k.Choose(s.seat, ROLL_OR_HOLD(sum=total), ["roll", "hold"])) == "hold":
            break
    s.points[s.seat] += total
    k.tell(s, Scored, s.seat, total, s.points[s.seat])
    s.seat = (s.seat + 1) % len(s.points)


def outcome(s: Pig) -> k.Outcome:
    winner = s.points.index(max(s.points))
    return k.Outcome((winner,), WON(who=winner, points=s.points[winner]), tuple(s.points))


about = k.About("pig", "Pig", "1", "Roll as often as you dare.", (2, 4), "5", "light", by_hand=("d6",))
words = k.Words(log=k.LogFormat((Scored,)))
game = k.Game(about, k.Rules(Pig, setup, step, outcome), words=words)
