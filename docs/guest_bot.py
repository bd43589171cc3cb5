"""A guest bot in thirty lines: python docs/guest_bot.py http://127.0.0.1:8000 KEY

It accepts every challenge and plays at all its tables at once, from one stream of events.
"""

import json
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

server, key = sys.argv[1:3]
headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}


def post(path: str, **body: object) -> None:
    try:
        urlopen(Request(f"{server}/api/{path}", json.dumps(body).encode(), headers)).close()
    except HTTPError as refused:  # the rules say no, or the game has moved on: another turn comes
        print(json.load(refused)["error"], file=sys.stderr)


for line in urlopen(Request(f"{server}/api/bot/events", headers=headers)):
    event = json.loads(line)
    if event["type"] == "challenge":
        post(f"bot/challenges/{event['id']}/accept")
    elif event["type"] == "turn":
        table = event["table"]
        option = random.choice(table["asked"]["options"])["word"]  # think here
        post(f"tables/{table['id']}/choose?scene=no", number=table["number"], option=option)
    elif event["type"] == "over":
        print(event["table"]["outcome"]["reason"], flush=True)
