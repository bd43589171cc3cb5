"""The events of New York Crisis, one module for each chapter of the rulebook.

Events store ids of locations, items, relatives, cards, objectives and allies; their sentences show the names that the
content files give them.
"""

from tabletown.games.new_york_crisis.events import alert_track as alert_track
from tabletown.games.new_york_crisis.events import items as items
from tabletown.games.new_york_crisis.events import mafia as mafia
from tabletown.games.new_york_crisis.events import objectives as objectives
from tabletown.games.new_york_crisis.events import older as older
from tabletown.games.new_york_crisis.events import phrases as phrases
from tabletown.games.new_york_crisis.events import police as police
from tabletown.games.new_york_crisis.events import setup as setup
from tabletown.games.new_york_crisis.events import spending as spending
from tabletown.games.new_york_crisis.events import story_cards as story_cards
from tabletown.games.new_york_crisis.events import turns as turns
from tabletown.games.new_york_crisis.events import week as week
from tabletown.games.new_york_crisis.events import wounds as wounds
