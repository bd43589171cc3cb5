"""Every game as a text environment: prompts and answers in words, and a reason for every refusal.

    from tabletown.envs.text import TextEnv
    env = TextEnv("right-of-way", listed=False, disguised=True)
    env.reset(seed=1)
    while not env.over:
        answer = env.step(model(env.prompt()))  # for the first seat that is asked: env.seat
        if not answer.option:
            print(answer.reason, answer.rule)   # nothing has changed, the same seat is asked again
    print(env.rewards)

`prompt` is complete (a person could play by it alone), bounded (MOST_CHARACTERS) and the same for the same position.
`textarena` and `kaggle` adapt it to those harnesses.
"""

from tabletown.envs.text.answers import ReplyResult, understand
from tabletown.envs.text.disguise import Disguise, load_disguise
from tabletown.envs.text.env import TextEnv
from tabletown.envs.text.prompt import MOST_CHARACTERS, prompt_of, rules_text

__all__ = [
    "MOST_CHARACTERS",
    "Disguise",
    "ReplyResult",
    "TextEnv",
    "load_disguise",
    "prompt_of",
    "rules_text",
    "understand",
]
