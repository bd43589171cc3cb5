"""A bot that plays through the web API: python examples/bot.py http://127.0.0.1:8000 right-of-way [invitation]"""

import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(url: str, **body: object) -> dict:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return json.load(urlopen(request))


server, game = sys.argv[1:3]
if len(sys.argv) > 3:  # a friend's link: take that seat
    seat = post(f"{server}/api/join", invite=sys.argv[3], name="Example bot")
else:  # open a table against the server's easy bot
    table = post(f"{server}/api/tables", game=game, seats=[{"kind": "me"}, {"kind": "bot", "bot": "easy"}])
    seat = {"id": table["id"], "key": table["seats"][0]["key"]}
    print("Watch it at", table["url"])

stream = f"{server.replace('http', 'ws', 1)}/api/tables/{seat['id']}/stream?scene=no&key={seat['key']}"
with connect(stream, max_size=None) as socket:
    for message in map(json.loads, socket):
        if message["type"] == "table" and message["asked"]:
            option = random.choice(message["asked"]["options"])["word"]  # think here
            socket.send(json.dumps({"type": "choose", "number": message["number"], "option": option}))
        elif message["type"] == "table" and message["outcome"]:
            print(message["outcome"]["reason"])
            break
