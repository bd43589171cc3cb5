"""Every message between server and clients, over WebSocket and HTTP.

Fields that hold words for people (`prompt`, `label`, `text` …) are plain text and must be escaped; only `Picture.board`
and `PanelView.html` are markup, made by the game's view.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Word = Annotated[str, Meta(min_length=1, max_length=400)]
Said = Annotated[str, Meta(min_length=1, max_length=500)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[int, Meta(ge=-1, le=63)]  # -1: results of physical dice or cards, typed in
Number = Annotated[int, Meta(ge=0, le=2**53)]
Id = Annotated[str, Meta(max_length=40)]
Following = Annotated[list[Word], Meta(max_length=40)]

SeatKind = Literal["person", "bot", "open", "auto"]  # open: free; auto: played by the rules
UndoKind = Literal["free", "ask", "no"]

# ---------------------------------------------------------------------------------------- from the server
# (gc=False: these structs never form reference cycles)


class SeatView(Struct, gc=False):
    """A seat's public state. `name` is its name in the log, `player` the person sitting there."""

    seat: int
    name: str
    player: str
    kind: SeatKind
    bot: str = ""  # the level, if a bot plays
    stand_in: bool = False  # a bot plays for a person who left and may come back
    online: bool = False
    standing: str = ""  # the score, as a rule, in one short word
    asked: bool = False
    yours: bool = False
    deadline: float | None = None  # when the seat's time is up while its clock runs: seconds since 1970
    left: float | None = None  # seconds left while its clock is stopped
    can_take_over: bool = False  # you may let a bot play it
    guest: bool = False  # a guest bot sits there: a program that somebody runs elsewhere
    off_until: float | None = None  # days off: its clock stands still until then


class Waiting(Struct, gc=False):
    """An open decision: whom the table waits for, and for what ("pick a plot")."""

    seat: int
    name: str
    prompt: str
    rule: str
    bot: bool = False
    since: float = 0.0  # when the seat was asked: seconds since 1970; 0: unknown


class ChipView(Struct, gc=False):
    """An option in the tray: a short label, its benefit, its lane, and a small picture (safe markup)."""

    words: str
    note: str = ""
    lane: str = ""
    picture: str = ""


class OptionView(Struct, gc=False, omit_defaults=True):
    word: str
    label: str  # the sentence that a player would say
    button: str  # a shorter label for a button
    chip: ChipView | None = None  # the game's own label for the tray; otherwise derived from the others
    ends: bool = False  # it ends the turn or passes, so its button is always visible
    on: bool | None = None  # of a switch: whether it is on


class PathView(Struct, gc=False):
    """Several answers in one: `word` is "path:" and the options, separated by spaces. Send the first, with the others
    in `then`."""

    word: str
    label: str
    button: str


class TypedView(Struct, gc=False):
    """The seat may answer in its own words: `prefix` + text. `button` names the action."""

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
    start: str = ""  # the first option to show when turning
    confirm: bool = False
    chance: str = ""
    paths: list[PathView] = []
    tip: str = ""  # a hint on how to use it


class PanelView(Struct, gc=False):
    id: str
    title: str
    html: str
    place: str
    tab: str


class Picture(Struct, gc=False):
    """`board` is empty if a game has no picture (or the client wants none): show `text`."""

    board: str
    text: str
    panels: list[PanelView] = []
    crumbs: list[str] = []
    peek: str = ""
    goal: list[tuple[str, str, bool]] = []  # parts of one line: words, a shorter version, whether a limit is near


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
    """What a client needs to animate a log line on the board."""

    line: int  # index into the `lines` sent with it
    event: str  # the event's tag
    seat: int | None = None  # the seat that did it; null: it happened to everybody
    places: list[str] = []  # the places it names on the board
    gain: str = ""  # the gain for the seat it is about, in a word and a number
    points: int = 0  # points scored for something finished there
    along: str = ""  # the line on the board that was finished
    lost: bool = False  # something was lost there
    effect: str = ""  # what it looks and sounds like: water, mud, storm, drought, dark, lamps, ride, card, news
    lamps: str = ""  # what blinks meanwhile, as a CSS selector


class UndoView(Struct, gc=False):
    """free: done at once; ask: the others must agree, and `why` says why; no: there is nothing to undo."""

    kind: UndoKind
    why: str = ""
    step: bool = False  # a free undo within the turn: one step back, nothing committed is lost


class ConsentView(Struct):
    """Someone asked for an undo and waits for the others' consent."""

    seat: int
    name: str
    why: str
    waiting: list[int]  # seats that haven't answered yet
    yours: bool = False  # yours is one of them


class OutcomeView(Struct, gc=False):
    winners: list[int]
    reason: str
    rule: str = ""
    scores: list[float] = []
    breakdown: list[dict[str, float]] = []
    title: str = ""  # the result in one sentence for the reader
    lights: str = ""  # parts of the board that light up at the end, as a CSS selector; {n} is a winner's number, from 1
    day: bool = False  # day comes, in place of dusk


class ChatLine(Struct, gc=False):
    seat: int | None
    name: str
    text: str
    at: float


class LessonView(Struct):
    """A step of a guided first game: what the coach says, and the move it wants.

    In its words and in the replies to other choices, `{Click}` and `{click}` stand for the reader's kind of input:
    click, tap or choose.
    """

    step: int  # counted from 1
    of: int
    title: str
    say: str
    brief: str  # a shorter version for phones
    point: list[str]  # what is highlighted: the word of a place, "#id", "panel:ID", "board" or "goal"
    task: str  # the task; "" if the step continues with Next
    wanted: str  # the option to choose
    sums: list[tuple[str, str]] = []
    after: str = ""  # what happened since the previous step
    last: bool = False
    left_out: str = ""


class RecapRow(Struct, array_like=True):
    """A seat's numbers in the columns of a card: before, after, better (1), worse (-1) or neutral; null: unchanged."""

    seat: int
    name: str
    cells: list[tuple[float, float, int] | None]
    lost: list[str] = []  # places where something was lost


class RecapSheet(Struct, array_like=True):
    """One of the game's own tables on a card."""

    columns: list[str]
    # the row's seat (-1: nobody's); for each column words, small print below, better (1) or worse (-1)
    rows: list[tuple[int, list[tuple[str, str, int]]]]


class RecapStep(Struct, omit_defaults=True):
    """A step of a turn: what was considered, how the places were narrowed down, what was done and what it changed."""

    title: str
    lines: list[str] = []
    rows: list[tuple[str, str, int]] = []  # rows of a card: text, status; 1 applies, 0 skipped, -1 not reached
    # the decision, and for each reason: the reason, places left, places ruled out
    chosen: list[tuple[str, list[tuple[str, list[str], list[str]]]]] = []
    places: list[str] = []
    changes: list[tuple[str, float, float, int]] = []


class RecapCard(Struct, omit_defaults=True):
    """Something that happened since your last answer, with each number before and after."""

    id: int  # the number of its first line
    number: int  # the answer it began with
    title: str
    lines: list[str]
    small: str = ""
    seat: int | None = None  # whose turn it was; null: it happened to everybody
    card: bool = False  # worth a card of its own
    hits: bool = False  # it changed one of your numbers
    costs: bool = False  # and for the worse
    whole: bool = False  # complete: nothing will be added
    columns: list[str] = []
    rows: list[RecapRow] = []
    others: list[tuple[str, float, float, int]] = []  # numbers that belong to no seat
    big: tuple[str, float, float, int] | None = None  # the number to show large
    ahead: str = ""  # what comes next
    places: list[str] = []  # the places it names on the board
    crossed: list[str] = []  # of these, places where nothing is left
    lost: tuple[int, str] | None = None  # the amount and kind of the loss
    sheets: list[RecapSheet] = []  # the game's own tables, in place of the lines
    art: str = ""  # its picture
    brief: str = ""  # the title and what it changed for you, in one line
    steps: list[RecapStep] = []  # the steps of a turn that can be followed
    followed: str = ""  # what is being followed, such as a card


class PlanStep(Struct, forbid_unknown_fields=True):
    """One planned answer."""

    option: Word
    label: Annotated[str, Meta(max_length=300)] = ""
    result: Annotated[str, Meta(max_length=600)] = ""  # what it promised when planned: if that changes, the plan stops


class PlanCondition(Struct, forbid_unknown_fields=True):
    """Something public that the others may do: a line of the log, of which only the fixed parts count."""

    event: Annotated[dict[str, Any], Meta(max_length=40)]  # as in a save: its tag and facts
    fixed: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []
    often: int = -1  # in how many of ten matches played on by bots it happened; -1: unknown
    words: list[tuple[str, str]] = []  # from the server: the line in pieces, each with the part that it shows
    among: list[int] = []  # from the server: in which of the ten


class PlanIf(Struct, forbid_unknown_fields=True):
    """A branch of a plan. `when`: null means otherwise; `then`: an empty one stops the plan, so that you decide."""

    then: PlanNode
    when: PlanCondition | None = None


class PlanNode(Struct, forbid_unknown_fields=True):
    """Planned answers, and what depends on what the others do after them: the first branch that holds is taken."""

    steps: Annotated[list[PlanStep], Meta(max_length=40)] = []
    ifs: Annotated[list[PlanIf], Meta(max_length=7)] = []


class TableView(Struct, tag="table", gc=False):
    """The table as one seat may see it; sent on connecting and after every change."""

    id: str
    game: str
    title: str
    number: int  # the number of entries in the table's journal; send it with your move
    answers: int  # the number of answers, which is the length of the replay
    you: int | None  # the seat whose view this is; null: a spectator's
    holds: list[int]  # the seats you play; if several, one screen is passed around
    seats: list[SeatView]
    waiting: list[Waiting]
    asked: Asked | None
    scene: Picture
    lines: list[LineView]  # new lines; if `fresh`, all lines or at least the latest
    fresh: bool
    undo: UndoView
    films: list[FilmView] = []  # the `lines` since your last answer that can be animated
    recaps: list[RecapCard] = []  # chapters of what happened since your last answer; the latest few
    consent: ConsentView | None = None
    outcome: OutcomeView | None = None
    rematch: str = ""  # the address of the rematch, once someone asked for it
    plan: PlanNode = msgspec.field(default_factory=lambda: PlanNode())  # your plan, played as soon as you are asked
    days: int = 0  # days per move; 0: another clock, or none
    clock: str = ""  # "move:86400", "bank:604800" (seconds per player), "live:600+10" (and seconds added per turn)
    now: float = 0.0  # the server's time, for clocks
    secret: bool = False  # this game has hidden information: hide the screen before passing it on
    lesson: LessonView | None = None


class Patch(Struct, rename={"steps": "~"}):
    """A text as changes to the previous one, in pieces cut before each "<" (`text`: in lines): pairs (start, count) of
    old pieces, or new ones."""

    steps: list[int | str]


class TableChanged(Struct, tag="changed"):
    """Only with `?changes=yes`: the table without its picture; long texts of the picture come as `Patch`. Also the
    first message, if the client's page brought the same picture along (`&has=`)."""

    table: TableView
    scene: dict[str, Any]


class SeatsView(Struct, tag="seats"):
    """Someone came, left or was renamed; nothing else changed."""

    seats: list[SeatView]


class Chat(Struct, tag="chat"):
    lines: list[ChatLine]
    fresh: bool = False  # this is the whole chat so far
    muted: list[int] = []  # seats that you muted


class Ack(Struct, tag="ack", gc=False):
    """The answer with this id counts and is stored on disk."""

    id: str


class Pong(Struct, tag="pong"):
    """The reply to a ping."""


class Refused(Struct, tag="refused"):
    """Your message had no effect. `code`: illegal, unknown, not-asked, not-yours, stale, over, malformed, busy,
    undo."""

    code: str
    text: str
    rule: str = ""
    option: str = ""
    id: str = ""  # the answer's id


class WhyNot(Struct, tag="why"):
    option: str
    allowed: bool
    text: str = ""
    rule: str = ""


class Advice(Struct):
    """A recommended option, its certain consequences, and the numbers it changes."""

    option: str
    label: str
    why: str = ""
    changes: list[tuple[str, float, float, int]] = []  # name, before, after, better (1), worse (-1) or neutral
    steps: list[str] = []  # the option and its further steps: send the first, the others as `then`
    board: str = ""  # the board after it; empty if luck decides at once


class HintView(Struct, tag="hint"):
    """A good option and its reasons, then others nearly as good, best first."""

    number: int
    option: str
    label: str
    why: str = ""
    changes: list[tuple[str, float, float, int]] = []  # name, before, after, better (1), worse (-1) or neutral
    steps: list[str] = []
    board: str = ""
    others: list[Advice] = []
    instead: str = ""  # the best alternative, and what it would change instead


class PlanView(Struct, tag="plan"):
    """The table as it may look after these planned steps of yours. None of it has happened."""

    number: int
    seat: int
    steps: list[PlanStep]  # those that would be legal; of a plan with conditions, the steps of the branch looked at
    asked: Asked | None  # what you would be asked next; null: complete, or no further turn of yours can be seen
    scene: Picture
    assumed: list[str]  # the moves assumed for the others before
    complete: bool = False
    conditions: list[PlanCondition] = []  # what the others may do before, likeliest first, if you asked for it


class Reminder(Struct, tag="reminder"):
    """Someone at the table reminds you that it waits for you."""

    by: str


class RoomView(Struct, tag="room"):
    """The room that this table belongs to: a class with a facilitator. Sent on connecting and after every change."""

    home: str  # the room's page
    paused: bool = False
    message: str = ""  # the facilitator's latest message to this table
    message_number: int = 0
    clock: int = 0  # seconds per turn; 0: no clock
    left: float | None = None  # seconds left; the clock stops during a pause
    law: float | None = None  # seconds left for the current law session
    ended: bool = False  # the debrief is available
    task: str = ""  # what this table can do while the others are still playing


class Moved(Struct, tag="moved"):
    """Your seat has moved to this address."""

    url: str


class Notice(Struct, tag="notice"):
    """A sentence to show for a moment: "Ines undid her last move"."""

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


class ClientMessage(Struct, forbid_unknown_fields=True, tag_field="type"):
    pass


class Choose(ClientMessage, tag="choose"):
    """Answer the question of the table with this number. If the number is stale, the answer is refused and the fresh
    table sent."""

    number: Number
    option: Word
    then: Following = []  # further answers of yours, played one after another while they are possible
    seat: Seat | None = None  # needed only if you hold several seats
    id: Id = ""  # an id of your choice: you get an `ack`, and a repeated answer counts once


class AskWhy(ClientMessage, tag="why"):
    option: Word
    seat: Seat | None = None


class Undo(ClientMessage, tag="undo"):
    number: Number
    seat: Seat | None = None


class Consent(ClientMessage, tag="consent"):
    agree: bool


class AskHint(ClientMessage, tag="hint"):
    seat: Seat | None = None


class Plan(ClientMessage, tag="plan"):
    """Look ahead: how the table may look after these steps. `keep`: play them as soon as you are asked.

    `ifs` looks at the last branch of each node, with the branches before it as what doesn't happen.
    """

    steps: Annotated[list[PlanStep], Meta(max_length=40)] = []
    ifs: Annotated[list[PlanIf], Meta(max_length=7)] = []
    conditions: bool = False  # say what the others may do before the branch
    seat: Seat | None = None
    keep: bool = False


class Remind(ClientMessage, tag="remind"):
    """Remind a seat that the table waits for it."""

    seat: Seat


class Hurry(ClientMessage, tag="hurry"):
    """Make the bot at this seat answer at once."""

    seat: Seat


class Say(ClientMessage, tag="say"):
    text: Said


class Read(ClientMessage, tag="read"):
    """You have read the whole chat."""


class Mute(ClientMessage, tag="mute"):
    """Mute this seat's chat messages, or unmute them."""

    seat: Seat
    on: bool


class Report(ClientMessage, tag="report"):
    """Report a chat message to the host."""

    at: float


class TakeOver(ClientMessage, tag="takeover"):
    """Let a bot play for a seat whose player left; the player may return at any time."""

    seat: Seat
    bot: Annotated[str, Meta(max_length=40)] = ""


class ComeBack(ClientMessage, tag="comeback"):
    """Play your seat yourself again, instead of the bot."""

    seat: Seat | None = None


class Leave(ClientMessage, tag="leave"):
    """Leave the match, or resign: bots play your seats on. You may come back until it ends."""


class Rematch(ClientMessage, tag="rematch"):
    pass


class Look(ClientMessage, tag="look"):
    """See the table from another of your seats (null: as a spectator)."""

    seat: Seat | None


class Rename(ClientMessage, tag="name"):
    name: Name


class Refresh(ClientMessage, tag="refresh"):
    """Request the whole table again."""


class Ping(ClientMessage, tag="ping"):
    """Check the connection; the reply is a `pong`."""


class Lesson(ClientMessage, tag="lesson"):
    """Control a guided first game: go on, go back a step, leave the lesson, or let the coach answer."""

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
    | Leave
    | Rematch
    | Look
    | Rename
    | Refresh
    | Ping
    | Lesson
)

# ---------------------------------------------------------------------------------------- HTTP only


class NewSeat(Struct, forbid_unknown_fields=True):
    """me: you; here: someone else at this screen; link: a friend by link; open: anybody; bot: a bot."""

    kind: Literal["me", "here", "link", "open", "bot"]
    name: Annotated[str, Meta(max_length=40)] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""


class NewTable(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(min_length=1, max_length=60)]
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=24)] | None = None  # None: you against bots
    options: dict[str, str] = {}
    title: Annotated[str, Meta(max_length=60)] = ""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    watch: Literal["link", "nobody"] = "link"
    days: Annotated[int, Meta(ge=0, le=30)] = 0
    clock: Annotated[str, Meta(max_length=30)] = ""  # as in TableView.clock; "": derived from the days
    by_hand: list[Annotated[str, Meta(max_length=40)]] = []
    rated: bool = False  # counts for the ratings of everybody who sits down, which they are told first
    days_off: bool = True  # clocks of days stand still while their people have days off


class SeatKey(Struct):
    """Access to a seat of a new table: `key` plays it (yours), `invite` is the link to give away."""

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
    """One position of a replay, as one seat saw it. Also what a page needs to draw it."""

    answers: int
    you: int | None
    waiting: list[Waiting]
    scene: Picture
    standing: list[str]
    outcome: OutcomeView | None = None


class BranchView(Struct):
    """A table that was branched off this match."""

    url: str
    title: str
    at: int
    status: str


class Record(Struct):
    """The complete history of a match as one seat may see it. An answer that is still secret is null."""

    id: str
    game: str
    title: str
    names: list[str]
    answers: list[tuple[int, str] | None]
    turns: list[int]  # the answers at which turns began: steps of the slider
    lines: list[LineView]
    chances: list[list[float]]  # each seat's chances at each turn (0..1); empty if the game can't compute them
    views: list[int | None]  # the views you may choose from
    branches: list[BranchView]
    can_branch: bool
    can_download: bool


class SwingView(Struct):
    """An answer that cost its seat much, and the option that search prefers."""

    number: int
    seat: int
    asked: str
    played: str
    better: str
    cost: float  # the loss in winning chances, as search sees it
    why: str = ""


class CoachView(Struct):
    """The coach's analysis of a finished match."""

    swings: list[SwingView]
    # the quality of each seat's answers compared with the best (0..1); null: it had no choice
    accuracy: list[float | None]


class Problem(Struct):
    """Why a request was refused."""

    error: str
    code: str = ""
    rule: str = ""
    table: TableView | None = None  # the fresh table, if yours was stale


def _plain(drawing: object) -> str:
    """The picture as plain text markup."""
    if isinstance(drawing, str):
        return str(drawing)
    raise NotImplementedError


encode = msgspec.json.Encoder(enc_hook=_plain).encode
decode_client = msgspec.json.Decoder(FromClient).decode
