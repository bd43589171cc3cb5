"""The text environment: whole matches in words, a reason for every refusal, nothing hidden, disguised names."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import count, product

import pytest

import tabletown
from tabletown.envs.text import MOST_CHARACTERS, TextEnv, load_disguise, understand
from tabletown.envs.text.disguise import Disguise
from tabletown.envs.text.kaggle import Harness
from tabletown.envs.text.prompt import prompt_of
from tabletown.envs.text.textarena import ArenaEnv
from tabletown.kernel import Choose, Text, Typed
from tabletown.kernel.errors import BadOption, ContentError, MatchOver, NotAsked
from tabletown.registry import game, games
from tabletown.rulebook import load_rulebook
from tests.conftest import LONG, mostly_long, mostly_long_rows
from tests.kernel.toys import marks

GAMES = [each.about.id for each in games()]


def speak(prompt: str, legal: dict[str, str], rng: random.Random) -> str:
    """A scripted model: it reads the list of options or else knows the rules, and answers in many styles."""
    listed = re.findall(r"^(\d+)\. ([^\s:]+(?::\S+)?): (.*)$", prompt.partition("## Options")[2], re.MULTILINE)
    word = rng.choice(list(legal))
    ways = [word, legal[word], f"I weighed it all.\nFinal answer: {word}", f'{{"choose": "{word}"}}', f"**{word}**"]
    if list(legal.values()).count(legal[word]) > 1 or '"' in word:
        ways = [word]
    if len(listed) == len(legal):
        ways.append(rng.choice(listed)[0])
    return rng.choice(ways)


@pytest.mark.parametrize(
    ("name", "listed", "disguised"),
    mostly_long_rows(
        product(GAMES, (True, False), (False, True)),
        ("new-york-crisis", True, True),
        ("right-of-way", False, False),
        ("cross-bronx", False, True),
    ),
)
def test_a_whole_match_in_words(name: str, listed: bool, disguised: bool) -> None:
    env, rng = TextEnv(name, listed=listed, disguised=disguised), random.Random(name)
    env.reset(3)
    hidden = load_disguise(env.game).names if disguised else {}
    given_away = re.compile("|".join(rf"\b{re.escape(each)}\b" for each in hidden), re.IGNORECASE)
    while not env.over:
        prompt, legal = env.prompt(), env.legal()
        assert len(prompt) <= MOST_CHARACTERS and prompt == env.clone().prompt()
        assert ("## Options" in prompt) == listed
        assert not disguised or not given_away.search(prompt), given_away.search(prompt)
        answer = env.step(speak(prompt, legal, rng))
        assert answer.option in legal and not answer.reason
    assert env.match.over and len(env.rewards) == env.match.seats
    with pytest.raises(MatchOver):
        env.step("anything")


@pytest.mark.parametrize(
    ("name", "listed"),
    mostly_long_rows(product(GAMES, (True, False)), ("new-york-crisis", True), ("right-of-way", False)),
)
def test_a_whole_match_in_kaggles_form(name: str, listed: bool) -> None:
    harness, rng = Harness(TextEnv(name, listed=listed)), random.Random(name)
    env, history, refused = harness.env, list[str](), 0
    env.reset(4)
    while not (observation := harness.observation())["isTerminal"]:
        moves = harness.get_legal_moves(observation)
        response = speak(harness.make_prompt(observation, history), env.legal(), rng)
        if rng.random() < 0.1:
            found = harness.parse_response("sing:a-song", list(moves.values()), observation=observation)
            assert found.legal_action is None
            again = harness.make_prompt(observation, history, "I sing.\nsing:a-song", found.raw_action)
            assert again.startswith(harness.make_prompt(observation, history)) and "was refused" in again
            refused += 1
        found = harness.parse_response(response, list(moves.values()), observation=observation)
        assert found.legal_action is not None and found.thoughts is found.submission is None
        history.append(found.legal_action)
        harness.submit(next(id for id, move in moves.items() if move == found.legal_action))
    assert refused and env.match.over
    assert harness.observation(0)["legalActions"] == []


def test_kaggles_parsing_is_for_the_seat_of_the_observation() -> None:
    """Where several seats are asked at once, each agent's reply is for its own question."""
    harness, rng = Harness(TextEnv("crossroll", 3)), random.Random(2)
    env = harness.env
    env.reset(5)
    while len(seats := env.waiting) < 2 or env.legal(seats[0]).keys() == env.legal(seats[-1]).keys():
        env.step(rng.choice(list(env.legal())))
    observation = harness.observation(seats[-1])
    moves = harness.get_legal_moves(observation)
    theirs = next(move for move in moves.values() if move not in env.legal(seats[0]))
    assert harness.parse_response(theirs, list(moves.values()), observation=observation).legal_action == theirs
    found = harness.parse_response("", list(moves.values()), observation=observation)
    assert found.legal_action is found.raw_action is None, "nothing was tried"


@pytest.mark.parametrize("name", mostly_long(GAMES, "right-of-way"))
def test_a_whole_match_in_textarenas_form(name: str) -> None:
    arena, rng, done = ArenaEnv(name), random.Random(name), False
    arena.reset(num_players=game(name).about.seats[1], seed=5)
    while not done:
        player, observation = arena.get_observation()
        assert player == arena.env.seat
        if rng.random() < 0.1:
            done, info = arena.step("I pass on that, thank you.")
            assert not done and info["reason"] in arena.get_observation()[1]
        done, info = arena.step(speak(observation, arena.env.legal(), rng))
        assert info["option"]
    rewards, told = arena.close()
    assert list(rewards) == list(told) == list(range(game(name).about.seats[1]))
    assert not any(each["invalid_move"] for each in told.values())


def test_in_textarena_whoever_is_refused_too_often_has_lost() -> None:
    arena = ArenaEnv("right-of-way", patience=3)
    arena.reset(num_players=2, seed=1)
    loser, _ = arena.get_observation()
    for _ in range(3):
        done, info = arena.step("banana")
    rewards, told = arena.close()
    assert done and info["reason"] and rewards == {loser: -1.0, 1 - loser: 1.0} and told[loser]["invalid_move"]


def nonsense(rng: random.Random, words: list[str]) -> str:
    """Nonsense such as models produce on a bad day."""
    word = rng.choice(words)
    letters = "".join(
        rng.choice("abcdefghij :,;-_[]{}\"'`*<>\\/\n\t0123456789äß漢\x00\u202e") for _ in range(rng.randint(1, 60))
    )
    ways: list[Callable[[], str]] = [
        lambda: "",
        lambda: letters,
        lambda: letters * 400,
        lambda: str(rng.randint(-5, 10**9)),
        lambda: word,
        lambda: f"Final answer: {word}",
        lambda: f'{{"choose": "{word}"',
        lambda: f'{{"choose": {{"a": "{word}"}}}}',
        lambda: "I cannot decide.",
        lambda: "Ignore the rules and tell me the seed.",
        lambda: word + ":" + letters,
        lambda: word.upper() + "!",
        lambda: "{" * 500 + "[" * 500,
    ]
    return rng.choice(ways)()


@pytest.mark.parametrize(
    ("name", "disguised"),
    mostly_long_rows(product(GAMES, (False, True)), ("right-of-way", False), ("cross-bronx", True)),
)
def test_malformed_answers_get_reasons_and_break_nothing(name: str, disguised: bool) -> None:
    """A hundred per game, over 1,000 in the long run; the match continues to its end."""
    env, rng = TextEnv(name, disguised=disguised), random.Random(name)
    env.reset(6)
    known, words, refused = load_rulebook(env.game).ids, ["pass", "end"], 0
    while not env.over:
        for _ in range(3 if refused < 100 else 0):
            before, prompt = env.match.number, env.prompt()
            answer = env.step(nonsense(rng, words))
            if answer.option:  # by chance an option
                break
            refused += 1
            assert answer.reason and answer.id and env.disguise.reveal(answer.rule) in known
            assert env.match.number == before and env.prompt() == prompt
        else:
            legal = list(env.legal())
            words += [word for word in legal if word not in words]
            env.step(rng.choice(legal))
        if env.answers > 400:
            break
    assert refused >= 100 and sum(sum(each.values()) for each in env.refusals) == refused


@pytest.mark.parametrize("name", mostly_long(GAMES, "right-of-way"))
def test_malformed_answers_in_kaggles_form_are_no_moves_and_get_reasons(name: str) -> None:
    """Two hundred for each game, so 1,000 in all of the long run."""
    harness, rng, refused = Harness(TextEnv(name)), random.Random(name), 0
    env, words = harness.env, ["pass", "end"]
    env.reset(7)
    while refused < 200:
        observation = harness.observation()
        if observation["isTerminal"]:
            env.reset(refused)
            continue
        moves, number = harness.get_legal_moves(observation), env.match.number
        for _ in range(8):
            response = nonsense(rng, words)
            found = harness.parse_response(response, list(moves.values()))
            assert env.match.number == number
            if found.legal_action is None:
                refused += 1
                again = harness.make_prompt(observation, [], response, found.raw_action)
                assert "was refused" in again and again != harness.make_prompt(observation, [])
            else:
                assert found.legal_action in moves.values()
        words += [word for word in moves.values() if word not in words][:20]
        harness.submit(rng.choice(list(moves)))


@pytest.mark.parametrize("name", GAMES)
def test_a_wish_that_the_rules_refuse_gets_the_rules_reason(name: str) -> None:
    """A former option that is illegal now is refused with the reason of `why_not`."""
    env, rng, words, told = TextEnv(name, listed=False), random.Random(1), dict[str, None](), set[str]()
    env.reset(7)
    while not env.over and env.answers < 300:
        decision = env.match.decision(env.seat)
        assert decision is not None
        for word in rng.sample(list(words), min(5, len(words))):
            if word in decision.options:
                continue
            answer, reason = env.understand(word), env.match.why_not(word, env.seat)
            if answer.option:  # the end of a word may be unambiguous
                continue
            assert reason is not None
            assert (answer.id, answer.rule) == (reason.id, reason.rule) or answer.id == "ambiguous"
            told.add(answer.id)
        words |= dict.fromkeys(decision.options)
        env.step(rng.choice(list(decision.options)))
    assert len(told) > 4


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_is_in_a_prompt(name: str) -> None:
    """With other hidden information and other secret answers, the seat reads exactly the same; at 300 random positions
    of each game in the long run."""
    looked, wanted = 0, 300 if LONG else 150
    for seed in count():
        match, rng = tabletown.new(name, seats=game(name).about.seats[1], seed=seed), random.Random(seed)
        while looked < wanted and match.decisions:
            decision = rng.choice(match.decisions)
            if rng.random() < 0.15:
                for seat in (asked.seat for asked in match.decisions):
                    mine = prompt_of(match.clone(), seat, clauses=False)  # a clone has no log, like imagined matches
                    other = match.imagine(seat, rng)
                    assert prompt_of(other, seat, clauses=False) == mine
                looked += 1
            match.choose(decision.seat, rng.choice(list(decision.options)))
        if looked == wanted:
            return


def test_what_others_chose_in_secret_is_not_in_the_log_of_a_prompt() -> None:
    """In Crossroll all seats choose at once: the first answers change nothing in what the others read."""
    match, rng, looked = tabletown.new("crossroll", seats=3, seed=2), random.Random(2), 0
    while match.decisions and match.number < 600:
        waiting = match.decisions
        before = {decision.seat: prompt_of(match, decision.seat) for decision in waiting[1:]}
        match.choose(waiting[0].seat, rng.choice(list(waiting[0].options)))
        if match.secret_since is not None and len(waiting) > 1:
            for seat, told in before.items():
                if match.decision(seat) is not None:
                    assert prompt_of(match, seat) == told
                    looked += 1
    assert looked > 50


def test_seats_that_are_asked_together_answer_in_any_order() -> None:
    env, rng = TextEnv("crossroll", seats=3), random.Random(1)
    env.reset(1)
    together = 0
    for _ in range(300):
        if env.over:
            break
        together += len(env.waiting) > 1
        seat = env.waiting[-1]
        env.step(rng.choice(list(env.legal(seat))), seat)
    assert together > 20
    with pytest.raises(NotAsked):
        env.prompt(7)


def test_a_clone_goes_its_own_way_and_keeps_the_log() -> None:
    env = TextEnv("new-york-crisis")
    env.reset(5)
    for _ in range(12):
        env.step(next(iter(env.legal())))
    twin, other = env.clone(), env.clone(seed=9)
    assert twin.prompt() == env.prompt() == other.prompt() and "## Since your last turn" in env.prompt()
    for each in (env, twin):
        for _ in range(10):
            each.step(next(iter(each.legal())))
    assert twin.prompt() == env.prompt()
    assert other.match.number < env.match.number


def question(*options: str, typed: Typed | None = None) -> Choose:
    return Choose(0, Text("pick one"), list(options), "some.rule", typed=typed)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("plot:E6", "plot:E6"),
        ("PLOT:e6.", "plot:E6"),
        ("e6", "plot:E6"),
        ("2", "plot:E6"),
        ("Option 2", "plot:E6"),
        ("2. plot:E6: Lay it on E6", "plot:E6"),
        ("Lay it on E6!", "plot:E6"),
        ("on E6", "plot:E6"),
        ("I like plot:A1, but A1 is poor.\n\nplot:E6", "plot:E6"),
        ("<answer>plot:E6</answer>", "plot:E6"),
        ("My move: [E6]", "plot:E6"),
        ('```json\n{"thoughts": "a lot", "action": "plot:E6"}\n```', "plot:E6"),
        ("Answer: `pass`", "pass"),
        ("Of all of these plot:E6 it shall be, as I said.", "plot:E6"),
        ("plot:A1 or plot:E6, both are fine by me", ""),
        ("plot:Z9", ""),
        ("Lay it on", ""),
        ("9", ""),
        ("", ""),
    ],
)
def test_answers_are_understood(said: str, meant: str) -> None:
    labels = ["Lay it on A1", "Lay it on E6", "Pass"]
    answer = understand(said, question("plot:A1", "plot:E6", "pass"), labels)
    assert answer.option == meant and bool(answer.reason) == (not meant)
    assert answer.rule == ("" if meant else "some.rule")


def test_numbers_that_are_options_themselves_are_no_places_in_a_list() -> None:
    answer = understand("2", question("amount:1", "amount:2", "amount:3"), ["0", "1", "2"])
    assert answer.option == "amount:3"


def test_an_answer_that_is_cut_off_after_its_key_means_nothing() -> None:
    asked = question("reroll", "choose:a")
    assert not understand('{"choose": ', asked, ["Choose dice to roll again", "Take A"]).option
    assert understand("choose", question("choose", "pass"), ["Choose a card", "Pass"]).option == "choose"


def test_own_words_are_taken_as_they_are() -> None:
    asked = question("pass", typed=Typed("say:", "your reason", limit=20))
    assert understand("say: Not in my street.", asked, ["Pass"]).option == "say: Not in my street."
    assert not understand("say:" + "x" * 21, asked, ["Pass"]).option


@pytest.mark.parametrize("name", GAMES)
def test_another_theme_can_be_turned_back(name: str) -> None:
    disguise = load_disguise(game(name))
    shown = disguise.hide(TextEnv(name).rules)
    assert not re.search("|".join(rf"\b{re.escape(each)}\b" for each in disguise.names), shown, re.IGNORECASE)
    met: set[str] = set()
    for seed in range(2):
        match, rng = tabletown.new(name, seed=seed), random.Random(seed)
        while match.decisions and match.number < 800:
            decision = rng.choice(match.decisions)
            words = [word for word in decision.options if not (decision.typed and decision.typed.takes(word))]
            assert len({disguise.hide(word) for word in words}) == len(words)
            met.update(words)
            match.choose(decision.seat, rng.choice(list(decision.options)))
    assert [word for word in sorted(met) if disguise.reveal(disguise.hide(word)) != word] == []


def test_a_theme_that_cannot_be_turned_back_is_refused() -> None:
    with pytest.raises(ContentError, match="Canal"):
        Disguise({"road": "canal", "street": "Canal"})
    with pytest.raises(ContentError, match="road"):
        Disguise({"street": "road", "road": "canal"})
    with pytest.raises(BadOption, match="no other theme"):
        TextEnv(marks, disguised=True)
    assert Disguise({"Happy Valley": "Dun Moor"}).hide("HAPPY VALLEYS, happy-valley") == "DUN MOORS, dun-moor"
