"""A bot as a program of its own, for `tabletown simulate right-of-way --bots "run:python3 docs/bot.py,random"`.

It reads questions, one JSON object a line, and answers each with one of the choices: which any language can do. This
one lays its tile with the most connections; otherwise it takes the first choice.
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        choices = message["choices"]
        tiles = [word for word in choices if word.startswith("tile:")]
        best = max(tiles, key=lambda word: word.split(":")[1], default=choices[0])
        print(json.dumps({"choose": best}), flush=True)
