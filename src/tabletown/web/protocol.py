"""Every message between server and clients, over WebSocket and HTTP: the whole contract.

Fields that hold words for people (`prompt`, `label`, `text` …) are plain text, to be escaped where they are shown;
only `Picture.board` and `PanelView.html` are markup, made by the game's view.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Word = Annotated[str, Meta(min_length=1, max_length=400)]
Said = Annotated[str, Meta(min_length=1, max_length=500)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[int, Meta(ge=-1, le=63)]  # -1: what was rolled or drawn by hand
Number = Annotated[int, Meta(ge=0, le=2**53)]
Id = Annotated[str, Meta(max_length=40)]
Following = Annotated[list[Word], Meta(max_length=40)]

SeatKind = Literal["person", "bot", "open", "auto"]  # open: still free; auto: played by the rules
UndoKind = Literal["free", "ask", "no"]

# ---------------------------------------------------------------------------------------- from the server
# (gc=False: they never form reference cycles)


class SeatView(Struct, gc=False):
    """A seat's public state. `name` is its name in the log, `player` the person sitting there."""

    seat: int
    name: str
    player: str
    kind: SeatKind
    bot: str = ""  # the bot's level, where one plays
    stand_in: bool = False  # a bot plays for someone who left and may come back
    online: bool = False
    standing: str = ""  # one short word, the score as a rule
    asked: bool = False
    yours: bool = False
    deadline: float | None = None  # when its time is up, while it runs: seconds since 1970
    left: float | None = None  # seconds it has left, while its clock is stopped
    can_take_over: bool = False  # you may let a bot play it


class Waiting(Struct, gc=False):
    """An open decision: whom the table waits for, and what for ("pick a plot")."""

    seat: int
    name: str
    prompt: str
    rule: str
    bot: bool = False
    since: float = 0.0  # when it was asked: seconds since 1970; 0 where nobody knows


class ChipView(Struct, gc=False):
    """An option in the tray: short words, what it brings, the lane it stands in, a small picture (safe markup)."""

    words: str
    note: str = ""
    lane: str = ""
    picture: str = ""


class OptionView(Struct, gc=False, omit_defaults=True):
    word: str
    label: str  # the sentence a player would say
    button: str  # fewer words, for a button
    chip: ChipView | None = None  # a game's own words for the tray; else made of the others
    ends: bool = False  # it ends the turn or passes: its button is always in sight
    on: bool | None = None  # of a switch: whether it is on now


class PathView(Struct, gc=False):
    """Several answers in one: `word` is "path:" and the options, divided by spaces. Send the first with the others in
    `then`."""

    word: str
    label: str
    button: str


class TypedView(Struct, gc=False):
    """The seat may answer in its own words: `prefix` + text. `button` says what sending them does."""

    prefix: str
    hint: str
    limit: int
    button: str = ""


class Asked(Struct, gc=False):
    """What you must choose now. `chance` names the die or deck when you type in what was rolled (seat -1)."""

    seat: int
    prompt: str
    rule: str
    options: list[OptionView]
    typed: TypedView | None = None
    cycle: bool = False
    start: str = ""  # the option to begin turning at
    confirm: bool = False
    chance: str = ""
    paths: list[PathView] = []
    tip: str = ""  # how to go about it


class PanelView(Struct, gc=False):
    id: str
    title: str
    html: str
    place: str
    tab: str


class Picture(Struct, gc=False):
    """`board` is empty where a game has no picture (or the client wants none): show `text`."""

    board: str
    text: str
    panels: list[PanelView] = []
    crumbs: list[str] = []
    peek: str = ""
    goal: list[tuple[str, str, bool]] = []  # parts of one line: words, fewer words, whether a limit is near


class LineView(Struct, gc=False):
    """A line of the log. `number`: the answer it belongs to (a point of the replay); `seat`: who gave that answer.

    `rule`: the clause's id, for links; `clause`: its number in the rulebook, for people.
    """

    text: str
    rule: str = ""
    number: int = 0
    seat: int | None = None
    heading: bool = False
    clause: str = ""


class FilmView(Struct, omit_defaults=True, gc=False):
    """What a client needs to show a line of the log on the board."""

    line: int  # which of the `lines` that came with it
    event: str  # what happened: the event's tag
    seat: int | None = None  # who did it; null: it happened to everybody
    places: list[str] = []  # what it names on the board
    gain: str = ""  # what it brought to whom it is about, in a word and a number
    points: int = 0  # what was finished there scored so much
    along: str = ""  # the line on the board that was finished
    lost: bool = False  # something was lost there


class UndoView(Struct, gc=False):
    """free: goes at once; ask: the others must agree, `why` says why; no: there is nothing to take back."""

    kind: UndoKind
    why: str = ""
    step: bool = False  # free and within the turn: one step back, nothing that was committed goes


class ConsentView(Struct):
    """Somebody wants to take back an answer and the others are asked."""

    seat: int
    name: str
    why: str
    waiting: list[int]  # seats that have not said yes or no
    yours: bool = False  # you are one of them


class OutcomeView(Struct, gc=False):
    winners: list[int]
    reason: str
    rule: str = ""
    scores: list[float] = []
    breakdown: list[dict[str, float]] = []
    title: str = ""  # how it ended, in one sentence for whoever reads it
    lights: str = ""  # what shines on the board at the end, as a CSS selector; {n} is a winner's number, from 1


class ChatLine(Struct, gc=False):
    seat: int | None
    name: str
    text: str
    at: float


class LessonView(Struct):
    """A step of the guided first game that this table is: what the coach says, and what it wants.

    In its words and in the replies to other choices, `{Click}` and `{click}` stand for what whoever reads them does:
    click, tap or choose.
    """

    step: int  # from 1
    of: int
    title: str
    say: str
    brief: str  # a sentence less, for phones
    point: list[str]  # what is ringed: the word of a place, "#id", "panel:ID", "board" or "goal"
    task: str  # what to do; "" where the step goes on with Next
    wanted: str  # the option it wants
    sums: list[tuple[str, str]] = []
    after: str = ""  # what happened since the step before
    last: bool = False
    left_out: str = ""


class RecapRow(Struct, array_like=True):
    """A seat's numbers in the columns of a card: before, after, better (1), worse (-1) or neither; null: unchanged."""

    seat: int
    name: str
    cells: list[tuple[float, float, int] | None]
    lost: list[str] = []  # where it lost something


class RecapSheet(Struct, array_like=True):
    """A table of the game's own on a card."""

    columns: list[str]
    # whose row it is (-1: nobody's); in each column words, something small below, better (1) or worse (-1)
    rows: list[tuple[int, list[tuple[str, str, int]]]]


class RecapStep(Struct, omit_defaults=True):
    """A turn step by step: what was looked at, how it narrowed the places, what was done and what it changed."""

    title: str
    lines: list[str] = []
    rows: list[tuple[str, str, int]] = []  # of a card: what it says, how it stood; 1 applies, 0 skipped, -1 not reached
    # what was decided, and for each reason: why, what is left, what is struck
    chosen: list[tuple[str, list[tuple[str, list[str], list[str]]]]] = []
    places: list[str] = []
    changes: list[tuple[str, float, float, int]] = []


class RecapCard(Struct, omit_defaults=True):
    """Something that happened since your last answer: what, to whom, and each number before and after."""

    id: int  # the first of its lines
    number: int  # it began with this answer
    title: str
    lines: list[str]
    small: str = ""
    seat: int | None = None  # whose turn it was; null: it happened to everybody
    card: bool = False  # worth a card of its own
    hits: bool = False  # it changed a number of yours
    costs: bool = False  # and to your loss
    whole: bool = False  # nothing more will be added
    columns: list[str] = []
    rows: list[RecapRow] = []
    others: list[tuple[str, float, float, int]] = []  # numbers that belong to nobody
    big: tuple[str, float, float, int] | None = None  # the one that stands large
    ahead: str = ""  # what comes next
    places: list[str] = []  # what it names on the board
    crossed: list[str] = []  # of these, where nothing is left
    lost: tuple[int, str] | None = None  # how much was lost, and what
    sheets: list[RecapSheet] = []  # tables of the game's own in place of the lines
    art: str = ""  # its picture
    brief: str = ""  # in a line: the title, and what it changed for you
    steps: list[RecapStep] = []  # where it can be followed step by step
    followed: str = ""  # what is followed, such as a card


class TableView(Struct, tag="table", gc=False):
    """The table as one seat may know it: sent on connecting and after everything that happens."""

    id: str
    game: str
    title: str
    number: int  # name it with your move: how many entries the table's journal has
    answers: int  # how many answers stand: the length of the replay
    you: int | None  # the seat through whose eyes this is seen; null: a spectator
    holds: list[int]  # the seats you play; several: one screen is handed round
    seats: list[SeatView]
    waiting: list[Waiting]
    asked: Asked | None
    scene: Picture
    lines: list[LineView]  # new ones; all (at least the latest) where `fresh`
    fresh: bool
    undo: UndoView
    films: list[FilmView] = []  # of the `lines` since your last answer, those that the board can show
    tales: list[RecapCard] = []  # what happened since your last answer, in chapters; the latest few
    consent: ConsentView | None = None
    outcome: OutcomeView | None = None
    rematch: str = ""  # the address of the next table, once somebody asked for it
    plan: list[str] = []  # what you planned, in words: played as soon as you are asked
    days: int = 0  # days a move; 0: another clock, or none
    clock: str = ""  # "move:86400", "bank:604800" (seconds a player), "live:600+10" (and as many more a turn)
    now: float = 0.0  # the server's time, for clocks
    secret: bool = False  # this game hides things: hand the screen round with a curtain
    lesson: LessonView | None = None


class Patch(Struct, rename={"steps": "~"}):
    """A text as changes of the one before, in pieces cut before each "<" (`text`: in lines): pairs (from which, how
    many), or new ones."""

    steps: list[int | str]


class TableChanged(Struct, tag="changed"):
    """Only with `?changes=yes`: the table without its picture, and the picture's fields, long texts as `Patch`."""

    table: TableView
    scene: dict[str, Any]


class SeatsView(Struct, tag="seats"):
    """Somebody came, left or was renamed; nothing else changed."""

    seats: list[SeatView]


class Chat(Struct, tag="chat"):
    lines: list[ChatLine]
    fresh: bool = False  # true: this is the whole chat so far
    muted: list[int] = []  # seats whose lines you do not want


class Ack(Struct, tag="ack", gc=False):
    """The answer that you sent under this id counts, and is safe on disk."""

    id: str


class Pong(Struct, tag="pong"):
    """The line holds."""


class Refused(Struct, tag="refused"):
    """Your message did nothing. `code`: illegal, unknown, not-asked, not-yours, stale, over, malformed, busy, undo."""

    code: str
    text: str
    rule: str = ""
    option: str = ""
    id: str = ""  # of the answer


class WhyNot(Struct, tag="why"):
    option: str
    allowed: bool
    text: str = ""
    rule: str = ""


class Advice(Struct):
    """An option, and why: what it leads to for certain, and what it changes on the table."""

    option: str
    label: str
    why: str = ""
    changes: list[tuple[str, float, float, int]] = []  # what, before, after, better (1), worse (-1) or neither
    steps: list[str] = []  # the option and what belongs to it: send the first, the others as `then`
    board: str = ""  # the board as it would stand then; empty where luck decides at once


class HintView(Struct, tag="hint"):
    """A good option, and why; then others that are nearly as good, the best of them first."""

    number: int
    option: str
    label: str
    why: str = ""
    changes: list[tuple[str, float, float, int]] = []  # what, before, after, better (1), worse (-1) or neither
    steps: list[str] = []
    board: str = ""
    others: list[Advice] = []
    instead: str = ""  # the best of them and its price: what it would change in place of this


class StepView(Struct):
    option: str
    label: str


class PlanView(Struct, tag="plan"):
    """The table as it could stand when you are asked and have answered these steps. Nothing of it has happened."""

    number: int
    seat: int
    steps: list[StepView]  # those that would be allowed
    asked: Asked | None  # what you would be asked next; null: complete, or no turn of yours is in sight
    scene: Picture
    assumed: list[str]  # what the others are imagined to do before
    complete: bool = False


class Reminder(Struct, tag="reminder"):
    """Somebody at the table reminds you that it waits for you."""

    by: str


class RoomView(Struct, tag="room"):
    """Of the room that this table is in: a class with a facilitator. Sent on connecting and whenever it changes."""

    home: str  # the page of the room
    paused: bool = False
    message: str = ""  # the latest one from the facilitator to this table
    message_number: int = 0
    clock: int = 0  # seconds a turn; 0: no clock
    left: float | None = None  # of them; it stands still while paused
    law: float | None = None  # seconds left for the law session that is held
    ended: bool = False  # the debrief is open


class Moved(Struct, tag="moved"):
    """Your seat is not here any more: look there."""

    url: str


class Notice(Struct, tag="notice"):
    """One sentence to show for a moment: "Ines took back her last answer"."""

    text: str


FromServer = (
    Ack
    | Pong
    | TableView
    | TableChanged
    | SeatsView
    | Chat
    | Refused
    | WhyNot
    | HintView
    | PlanView
    | Reminder
    | RoomView
    | Moved
    | Notice
)

# ---------------------------------------------------------------------------------------- from the client


class Message(Struct, forbid_unknown_fields=True, tag_field="type"):
    pass


class PlanStep(Struct, forbid_unknown_fields=True):
    """One planned answer, and the words you saw for it."""

    option: Word
    label: Annotated[str, Meta(max_length=300)] = ""


class Choose(Message, tag="choose"):
    """Answer the question that stood when the table had this number. A stale one is refused, the fresh table sent."""

    number: Number
    option: Word
    then: Following = []  # further answers of yours, given one after another as long as they are possible
    seat: Seat | None = None  # needed only by those who hold several seats
    id: Id = ""  # of your own choosing: then you get an `ack`, and the same answer sent again counts once


class AskWhy(Message, tag="why"):
    option: Word
    seat: Seat | None = None


class Undo(Message, tag="undo"):
    number: Number
    seat: Seat | None = None


class Consent(Message, tag="consent"):
    agree: bool


class AskHint(Message, tag="hint"):
    seat: Seat | None = None


class Plan(Message, tag="plan"):
    """Look ahead: how the table could stand after these steps. `keep`: play them as soon as you are asked."""

    steps: Annotated[list[PlanStep], Meta(max_length=40)] = []
    seat: Seat | None = None
    keep: bool = False


class Remind(Message, tag="remind"):
    """Tell a seat that the table waits for it."""

    seat: Seat


class Hurry(Message, tag="hurry"):
    """Let the bot at this seat stop thinking and answer at once."""

    seat: Seat


class Say(Message, tag="say"):
    text: Said


class Read(Message, tag="read"):
    """You have read the chat as far as it goes."""


class Mute(Message, tag="mute"):
    """You do not want to read what this seat writes, or do again."""

    seat: Seat
    on: bool


class Report(Message, tag="report"):
    """Tell the host about a line of the chat."""

    at: float


class TakeOver(Message, tag="takeover"):
    """Let a bot play a seat that left; its holder may come back at any time."""

    seat: Seat
    bot: Annotated[str, Meta(max_length=40)] = ""


class ComeBack(Message, tag="comeback"):
    """Play your seat yourself again."""

    seat: Seat | None = None


class Rematch(Message, tag="rematch"):
    pass


class Look(Message, tag="look"):
    """See the table through the eyes of another seat that you hold (null: as a spectator)."""

    seat: Seat | None


class Rename(Message, tag="name"):
    name: Name


class Refresh(Message, tag="refresh"):
    """Send me the whole table again."""


class Ping(Message, tag="ping"):
    """Does the line hold? Gets a `pong`."""


class Lesson(Message, tag="lesson"):
    """In a guided first game: go on, go back a step, leave the lesson, or let the coach answer."""

    do: Literal["next", "back", "skip", "show"]


FromClient = (
    Choose
    | AskWhy
    | Undo
    | Consent
    | AskHint
    | Plan
    | Remind
    | Hurry
    | Say
    | Read
    | Mute
    | Report
    | TakeOver
    | ComeBack
    | Rematch
    | Look
    | Rename
    | Refresh
    | Ping
    | Lesson
)

# ---------------------------------------------------------------------------------------- HTTP only


class SeatWish(Struct, forbid_unknown_fields=True):
    """me and here: you (here: handed round on one screen); link: a friend by link; open: anybody; bot: a bot."""

    kind: Literal["me", "here", "link", "open", "bot"]
    name: Annotated[str, Meta(max_length=40)] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""


class NewTable(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(min_length=1, max_length=60)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=24)] | None = None  # None: me against bots
    options: dict[str, str] = {}
    title: Annotated[str, Meta(max_length=60)] = ""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    watch: Literal["link", "nobody"] = "link"
    days: Annotated[int, Meta(ge=0, le=30)] = 0
    clock: Annotated[str, Meta(max_length=30)] = ""  # as TableView.clock; "": by its days
    by_hand: list[Annotated[str, Meta(max_length=40)]] = []
    rated: bool = False  # counts for the ratings of all who sit down, who are told so before


class SeatKey(Struct):
    """How to get at a seat of a new table: `key` plays it (yours), `invite` is the link that gives it to somebody."""

    seat: int
    key: str = ""
    invite: str = ""


class Created(Struct):
    id: str
    url: str
    seats: list[SeatKey]


class JoinSeat(Struct, forbid_unknown_fields=True):
    invite: Annotated[str, Meta(min_length=1, max_length=80)]
    name: Annotated[str, Meta(max_length=40)] = ""


class Joined(Struct):
    id: str
    url: str
    seat: int
    key: str


class ChooseBody(Struct, forbid_unknown_fields=True):
    number: Number
    option: Word
    then: Following = []
    seat: Seat | None = None
    id: Id = ""


class WhyBody(Struct, forbid_unknown_fields=True):
    option: Word
    seat: Seat | None = None


class UndoBody(Struct, forbid_unknown_fields=True):
    number: Number
    seat: Seat | None = None


class Frame(Struct):
    """One point of a replay, as one seat knew it. Also what a page needs to draw it."""

    answers: int
    you: int | None
    waiting: list[Waiting]
    scene: Picture
    standing: list[str]
    outcome: OutcomeView | None = None


class BranchView(Struct):
    """A table that was played on from a point of this match."""

    url: str
    title: str
    at: int
    status: str


class Record(Struct):
    """The whole past of a match as one seat may know it. An answer that is still secret is null."""

    id: str
    game: str
    title: str
    names: list[str]
    answers: list[tuple[int, str] | None]
    turns: list[int]  # the numbers at which a turn began: steps of the slider
    lines: list[LineView]
    chances: list[list[float]]  # at each turn, how each seat stood (0..1); empty where the game cannot say
    views: list[int | None]  # through whose eyes you may look
    branches: list[BranchView]
    can_branch: bool
    can_download: bool


class SwingView(Struct):
    """An answer that cost its seat most, and what search would have played."""

    number: int
    seat: int
    asked: str
    played: str
    better: str
    cost: float  # how much more of a win search thinks of that
    why: str = ""


class CoachView(Struct):
    """What the coach says of a match that is over."""

    swings: list[SwingView]
    accuracy: list[float | None]  # seat by seat, its answers beside the best ones (0..1); null: it had no choice


class Problem(Struct):
    """Why a request was refused."""

    error: str
    code: str = ""
    rule: str = ""
    table: TableView | None = None  # the fresh table, where yours was stale


def _plain(drawing: object) -> str:
    """A picture that knows its parts, as text."""
    if isinstance(drawing, str):
        return str(drawing)
    raise NotImplementedError


encode = msgspec.json.Encoder(enc_hook=_plain).encode
decode_client = msgspec.json.Decoder(FromClient).decode
