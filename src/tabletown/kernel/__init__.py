"""The core of every game: questions, matches, logs and luck. It knows no particular game.

The public names that games and other packages import from the kernel.
"""

from tabletown.content import load_content as load_content
from tabletown.kernel.events import Change as Change
from tabletown.kernel.events import Event as Event
from tabletown.kernel.events import Figure as Figure
from tabletown.kernel.events import LogFormat as LogFormat
from tabletown.kernel.events import LogLine as LogLine
from tabletown.kernel.game import About as About
from tabletown.kernel.game import Bots as Bots
from tabletown.kernel.game import Game as Game
from tabletown.kernel.game import Outcome as Outcome
from tabletown.kernel.game import Research as Research
from tabletown.kernel.game import Rules as Rules
from tabletown.kernel.game import Setting as Setting
from tabletown.kernel.game import State as State
from tabletown.kernel.game import View as View
from tabletown.kernel.game import Words as Words
from tabletown.kernel.game import log_enabled as log_enabled
from tabletown.kernel.game import tell as tell
from tabletown.kernel.game import tell_only as tell_only
from tabletown.kernel.log import Name as Name
from tabletown.kernel.match import Answer as Answer
from tabletown.kernel.match import Match as Match
from tabletown.kernel.player_view import PlayerView as PlayerView
from tabletown.kernel.questions import CHANCE as CHANCE
from tabletown.kernel.questions import NOT_AN_OPTION as NOT_AN_OPTION
from tabletown.kernel.questions import Chance as Chance
from tabletown.kernel.questions import Choose as Choose
from tabletown.kernel.questions import Decision as Decision
from tabletown.kernel.questions import Script as Script
from tabletown.kernel.questions import Together as Together
from tabletown.kernel.questions import Typed as Typed
from tabletown.kernel.scene import Described as Described
from tabletown.kernel.scene import Panel as Panel
from tabletown.kernel.scene import Scene as Scene
from tabletown.kernel.scene import path_word as path_word
from tabletown.kernel.text import Reason as Reason
from tabletown.kernel.text import Text as Text
from tabletown.kernel.text import because as because
from tabletown.kernel.text import say as say
from tabletown.kernel.text import seat_name as seat_name
from tabletown.saves.save import load as load
from tabletown.saves.save import save as save
from tabletown.saves.snapshot import restore as restore
from tabletown.saves.snapshot import snapshot as snapshot
