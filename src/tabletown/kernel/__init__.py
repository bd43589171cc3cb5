"""The core that every game stands on: questions, matches, logs, luck. It knows no game."""

from tabletown.kernel.content import load_content
from tabletown.kernel.game import (
    About,
    Bots,
    Game,
    Outcome,
    Research,
    Rules,
    Setting,
    State,
    View,
    Words,
    heading,
    is_read,
    tell,
)
from tabletown.kernel.ledger import Name
from tabletown.kernel.match import Answer, Match
from tabletown.kernel.questions import CHANCE, Chance, Choose, Decision, Script, Together, Typed
from tabletown.kernel.save import load, save
from tabletown.kernel.scene import Panel, Scene
from tabletown.kernel.seen import Seen
from tabletown.kernel.snapshot import restore, snapshot
from tabletown.kernel.text import Change, Line, Reason, Text, because, say, seat_name

__all__ = [
    "CHANCE",
    "About",
    "Answer",
    "Bots",
    "Chance",
    "Change",
    "Choose",
    "Decision",
    "Game",
    "Line",
    "Match",
    "Name",
    "Outcome",
    "Panel",
    "Reason",
    "Research",
    "Rules",
    "Scene",
    "Script",
    "Seen",
    "Setting",
    "State",
    "Text",
    "Together",
    "Typed",
    "View",
    "Words",
    "because",
    "heading",
    "is_read",
    "load",
    "load_content",
    "restore",
    "save",
    "say",
    "seat_name",
    "snapshot",
    "tell",
]
