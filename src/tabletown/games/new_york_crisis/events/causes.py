"""Why things happen: causes that events store, and the clauses they refer to."""

from __future__ import annotations

# why the alert rose or fell
WILD_DICE, RAID, FBI, EXTRA_STEP, EMPTY_BAG = "wild-dice", "raid", "fbi", "extra-step", "empty-bag"
NO_MAFIA, NO_DIE, RADIO, DISGUISE = "no-mafia", "no-die", "radio", "disguise"
POLICE_EVENT, TASK, STORY, FAVOUR, LOST_NIGHT = "police-event", "task", "story", "favour", "lost-night"

# why somebody walks or rides, and the clause
MOVE, EVICTED, FREE_RIDE = "move", "evicted", "free-ride"
WALK_RULES = {MOVE: "move.steps", EXTRA_STEP: "move.extra-step", EVICTED: "police.on-character-move"}
RIDE_RULES = {MOVE: "move.subway", EXTRA_STEP: "move.extra-step", FREE_RIDE: "item.newspaper"}

# what brings an item onto the map, and the clause
SETUP, MAFIA_CARD = "setup", "mafia-card"
ITEM_RULES = {SETUP: "setup.items", MAFIA_CARD: "mafia.item-top-card", STORY: "story.card-rules"}

# who keeps mobsters away, and the clause
POLICE = "police"
LAW_RULES = {POLICE: "mafia.not-on-police", FBI: "mafia.not-on-fbi"}
