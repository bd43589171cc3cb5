"""What can happen in Cross Bronx Expressway, chapter by chapter of the rulebook.

A District is its number on the board, a space its name (4b), a Faction its seat, an Event its number, and a Position,
an Objective, an action or a box its id.
"""

from tabletown.games.cross_bronx.events import actions as actions
from tabletown.games.cross_bronx.events import audit as audit
from tabletown.games.cross_bronx.events import cards as cards
from tabletown.games.cross_bronx.events import census as census
from tabletown.games.cross_bronx.events import ending as ending
from tabletown.games.cross_bronx.events import non_players as non_players
from tabletown.games.cross_bronx.events import older as older
from tabletown.games.cross_bronx.events import phrases as phrases
from tabletown.games.cross_bronx.events import pieces as pieces
from tabletown.games.cross_bronx.events import positions as positions
from tabletown.games.cross_bronx.events import rounds as rounds
