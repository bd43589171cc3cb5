"""A stand-in for a model, for trying `tabletown evaluate`: it plays randomly, with deliberate errors.

    python examples/model.py 8080 &                    # an address that takes messages in the usual chat form
    tabletown evaluate right-of-way http://127.0.0.1:8080/v1/chat/completions#random --folder mine -n 1
    tabletown evaluate right-of-way "command:python examples/model.py" --folder also-mine -n 1

It reads the list of options; about every fifth answer is nonsense, an option of another question or too large a number.
"""

import json
import random
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

rng = random.Random(1)
NONSENSE = ("", "I'd rather not.", "999", "plot:Z99", '{"choose": ', "Let me think.\nHm.", "end:now")


def answer(messages: list[dict[str, str]]) -> dict:
    asked = next(message["content"] for message in messages if message["role"] == "user")
    options = re.findall(r"^(?:\d+\. )?([a-z]\S*?): ", asked.partition("## Options")[2], re.MULTILINE)
    sensible = options and rng.random() > 0.2
    said = f"Some words about it.\n{rng.choice(options)}" if sensible else rng.choice(NONSENSE)
    usage = {
        "prompt_tokens": sum(len(each["content"]) for each in messages) // 4,
        "completion_tokens": len(said) // 4 + 1,
    }
    return {"choices": [{"message": {"role": "assistant", "content": said}}], "usage": usage}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        data = json.dumps(answer(body["messages"])).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *words: object) -> None:
        pass


if __name__ == "__main__":
    if len(sys.argv) > 1:
        ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line)["messages"])), flush=True)
