"""What people make in the workshop: drafts, checks, sheets, files, and matches that are played with them."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tabletown import load, packs, save
from tabletown.bots import make
from tabletown.games.new_york_crisis.workshop import scenario_of
from tabletown.kernel import Game, Match, say
from tabletown.kernel.errors import ContentError
from tabletown.registry import game, games
from tabletown.rulebook import load_rulebook, numbers
from tabletown.translations import speak, speaking, with_words_of
from tabletown.workshop import sheets
from tabletown.workshop.checks import problems
from tabletown.workshop.drafts import (
    Draft,
    begin,
    files_of,
    install,
    new_card,
    options_of,
    pack_toml,
    pack_zip,
    read_pack,
)
from tabletown.workshop.fairness import PAIRS, Chunk, Pair, Played, play_pairs, printed_options, verdict
from tabletown.workshop.kinds import Field, declared, kind_of, kinds_of, shipped
from tabletown.workshop.positions import position, reach
from tests.workshop.examples import EXAMPLES, climate, mission, roads


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_made_here_is_sound_and_can_be_played_to_its_end(name: str) -> None:
    draft = EXAMPLES[name]()
    found = game(draft.game)
    assert [problem.text for problem in problems(found, draft.parts) if problem.stops] == []
    match = Match(packs.with_pack(found, install(found, draft)), None, options_of(found, draft), 5)
    bots = [make("greedy", seed=seat) for seat in range(match.seats)]
    while not match.over and match.number < 60:
        decision = match.decisions[0]
        match.choose(decision.seat, bots[decision.seat].choose(match.player_view(decision.seat)))
    assert load(save(match)).log == match.log


def test_the_printed_game_stays_as_it_is_while_a_pack_is_played() -> None:
    found = game("broken-cities")
    draft = climate()
    before = Match(found, None, None, 3).log
    digest = install(found, draft)
    packs.with_pack(found, digest)
    content = import_module(f"{packs.package_of(found)}{packs.MARK}{digest}.content")
    assert "w1" in content.CARDS
    assert Match(found, None, None, 3).log == before
    assert game("broken-cities") is found


def test_a_pack_is_known_by_all_of_its_content() -> None:
    found = game("right-of-way")
    files = files_of(found, EXAMPLES["city"]())
    digest = packs.digest_of("right-of-way", files)
    assert packs.pack_in(f"1+{digest}") == digest
    assert packs.digest_of("right-of-way", {**files, "city.toml": files["city.toml"] + "\n"}) != digest
    assert packs.pack_in("1+8be6d8fe") == ""  # a host's own --content


def test_what_a_mission_does_and_what_its_card_says_are_made_from_the_same_data() -> None:
    found = game("new-york-crisis")
    html = kind_of(found, "mission").preview
    assert html is not None
    told = html(mission().parts["mission"]["cards"][0])
    assert "The alert rises by 1." in told and "2 mental results in Harlem" in told


def test_every_field_that_names_a_clause_names_one_that_exists() -> None:
    for id in ("right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx"):
        found = game(id)
        clauses = set(numbers(found))
        for kind in kinds_of(found).values():
            for field in _all(kind.fields):
                assert not field.rule or field.rule in clauses, f"{id}: {field.rule}"


def _all(fields: Any) -> Any:
    for field in fields:
        yield field
        yield from _all(field.fields)


def test_a_pack_speaks_other_languages_and_never_changes_what_the_program_says() -> None:
    found = game("new-york-crisis")
    draft = mission()
    draft.parts["mission"]["cards"][0]["card"][0]["title"] = "Undo"
    draft.words = {
        "de": {"The Last Matinee": "Die letzte Vorstellung", "Nobody wrote this": "x"},
        "en": {"Undo": "Resign", "The Last Matinee": "The Final Matinee"},
    }
    played = packs.with_pack(found, install(found, draft))
    german, english = (with_words_of(played, speak(code)) for code in ("de", "en"))
    assert german.word("The Last Matinee") == "Die letzte Vorstellung"
    assert english.word("The Last Matinee") == "The Final Matinee" and english.word("Undo") == "Undo"
    assert german.word("Nobody wrote this") == "Nobody wrote this"
    rule = scenario_of(draft.parts["mission"]["cards"][0])["card"][0]["rule"]  # made from the blocks
    assert rule == "1 mafia card a turn." and german.word(rule) == "1 Mafiakarte je Zug."
    assert with_words_of(found, speak("de")).word("The Last Matinee") == "The Last Matinee"
    assert read_pack(pack_toml(draft).encode()).words == draft.words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"xx": {"a": "b"}}, "can't be translated into xx"),
        ({"de": {"a": "\u202e"}}, "can't be shown"),
        ({"de": {"a": "b" * 1001}}, "1001 characters"),
    ],
)
def test_a_wrong_translation_gets_a_sentence(words: dict[str, dict[str, str]], said: str) -> None:
    draft = mission()
    draft.words = words
    with pytest.raises(ContentError, match=said):
        files_of(game(draft.game), draft)


def test_every_card_is_shown_as_it_will_lie_on_the_table() -> None:
    for example in EXAMPLES.values():
        draft = example()
        for id, data in draft.parts.items():
            kind = kind_of(game(draft.game), id)
            if kind.is_deck and not kind.on_board:
                assert kind.preview is not None, id
                card = {**data["cards"][0], kind.name: "<b>x</b>"}
                assert kind.preview(card) and "<b>x" not in kind.preview(card)


@pytest.mark.parametrize("code", ["en", "de", "es", "zh-Hant"])
def test_every_form_can_be_shown_in_every_language(code: str) -> None:
    with speaking(speak(code)):
        for id in ("right-of-way", "crossroll", "broken-cities", "new-york-crisis", "cross-bronx"):
            for kind in kinds_of(game(id)).values():
                text = str([declared(field, say) for field in kind.fields])
                assert "{own}" not in text and "{who" not in text


# ------------------------------------------------------------------ bad input


HOSTILE = ("\u202eevil", "a\u0000b", "\u200b", "x" * 500, "", "  ", "z̀́̂̃̄̅̆", "<script>", "=1+1", "\ud7ff\ue000")


def broken_packs() -> list[tuple[str, Callable[[random.Random, Any], Any]]]:
    """Ways to spoil a draft's data."""

    def place(rng: random.Random, data: Any) -> tuple[Any, Any]:
        """A random place inside: (container, key)."""
        here: Any = data
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            if not keys:
                return data, next(iter(data))
            key = rng.choice(keys)
            if not isinstance(here[key], dict | list) or not here[key] or rng.random() < 0.2:
                return here, key
            here = here[key]

    def put(value: Any) -> Callable[[random.Random, Any], Any]:
        def spoil(rng: random.Random, data: Any) -> None:
            here, key = place(rng, data)
            here[key] = value

        return spoil

    values = [None, -1, 10**9, 1.5, True, [], {}, [[]], {"a": 1}, "nowhere", *HOSTILE, [None], ["nowhere"], [1] * 300]
    return [(repr(value)[:30], put(value)) for value in values]


def test_two_hundred_broken_packs_each_get_a_sentence() -> None:
    rng, count = random.Random(36), 0
    for name, example in EXAMPLES.items():
        found = game(example().game)
        for _, spoil in broken_packs() * 2:
            draft = example()
            spoil(rng, draft.parts)
            said = problems(found, draft.parts)
            for problem in said:
                assert problem.text and problem.text[0] != " " and "Traceback" not in problem.text, (name, problem)
            if not any(problem.stops for problem in said):
                install(found, draft)  # it happened to stay sound: then it can be played
            count += 1
    assert count >= 200


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"PK\x03\x04garbage",
        b"= 3",
        b"[pack]\nformat = 99\n",
        b"[pack]\nformat = 1\n",
        b'[pack]\nformat = 1\ngame = "right-of-way"\n',
        b"a = " + b"[" * 5000,
        b"x" * 70_000,
        b'[pack]\nformat = 1\ngame = "right-of-way"\ntitle = "\\u202e"\n[part-city]\na = 1\n',
        b"[pack]\nformat = 1\ngame = 3\n[part-city]\na = 1\n",
    ],
)
def test_a_file_that_is_no_pack_gets_a_sentence(data: bytes) -> None:
    with pytest.raises(ContentError) as error:
        read_pack(data)
    assert str(error.value).endswith(".")


def test_a_zip_bomb_is_not_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("pack.toml", b" " * 40_000_000)
    with pytest.raises(ContentError, match="too large"):
        read_pack(packed.getvalue())


def _without(data: Any, letter: str, *ids: str) -> None:
    route = next(route for route in data["routes"] if route["letter"] == letter)
    route["stops"] = [id for id in route["stops"] if id not in ids]


def a_loop(data: Any) -> None:
    data["routes"][0]["stops"].append(data["routes"][0]["stops"][0])


def no_entrance(data: Any) -> None:
    next(stop for stop in data["stops"] if stop["id"] == "aberdeen")["kind"] = "plain"


def entrance_at_a_crossing(data: Any) -> None:
    """Where routes meet, the kind of a stop means nothing."""
    no_entrance(data)
    next(stop for stop in data["stops"] if stop["id"] == "causeway-bay")["kind"] = "entrance"


def landmark_on_no_route(data: Any) -> None:
    _without(data, "A", "ocean-park")


def a_lonely_route(data: Any) -> None:
    _without(data, "J", "lam-tei")


def landmark_on_an_island(data: Any) -> None:
    """Routes A and D meet each other, and no other."""
    _without(data, "A", "hung-hom", "beacon-hill", "fo-tan")
    _without(data, "D", "sai-ying-pun", "quarry-bay")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (a_loop, "Route A passes Aberdeen twice. No route is a loop."),
        (no_entrance, "Route A has no entrance, so no drive can begin on it."),
        (entrance_at_a_crossing, "Route A has no entrance, so no drive can begin on it."),
        (landmark_on_no_route, "Ocean Park is on no route, so no one can reach it."),
        (a_lonely_route, "Route J meets no other route."),
        (landmark_on_an_island, "No drive from the other routes reaches Ocean Park."),
    ],
)
def test_a_broken_road_map_says_what_is_broken(spoil: Callable[[Any], None], said: str) -> None:
    draft = roads()
    assert not problems(game("crossroll"), draft.parts)
    spoil(draft.parts["map"])
    found = problems(game("crossroll"), draft.parts)
    assert said in [problem.text for problem in found if problem.stops and problem.plots]


def test_ten_thousand_cards_are_too_many() -> None:
    draft = climate()
    draft.parts["climate"]["cards"] *= 10_000
    assert "too large" in problems(game("broken-cities"), draft.parts)[0].text


def test_a_pack_replaces_only_files_that_its_game_has() -> None:
    for name in ("../plan.py", "plan.py", "/etc/passwd", "x.toml"):
        with pytest.raises(ContentError, match="no content file"):
            packs.install(game("right-of-way"), {name: ""})


# ------------------------------------------------------------------ sheets and files


def test_cards_come_back_from_a_sheet_as_they_went() -> None:
    for name in ("climate", "event", "police"):
        draft = EXAMPLES[name]()
        found = game(draft.game)
        (part, data), *_ = draft.parts.items()
        kind = kind_of(found, part)
        text = sheets.written(kind, data["cards"])
        for pasted in (text, text.removeprefix("\ufeff").replace("\r\n", "\n")):
            rows = sheets.read(found, kind, pasted, draft)
            assert [row.card for row in rows] == data["cards"]
            assert not any(problem.stops for row in rows for problem in row.problems)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ('title,aloud\n"Heat,x\n', "quote"),
        ("what,else\n1,2\n", "No column"),
        ("title,colour\nHeat,red\n", "colour"),
        ("title,title\na,b\n", "same name"),
        ("title\n" + "x\n" * 501, "too many"),
    ],
)
def test_a_sheet_that_cannot_be_read_gets_a_sentence(text: str, said: str) -> None:
    found = game("broken-cities")
    with pytest.raises(ContentError, match=said):
        sheets.read(found, kind_of(found, "climate"), text, begin(found, kind_of(found, "climate")))


def test_a_row_says_what_is_wrong_with_it() -> None:
    found = game("cross-bronx")
    kind = kind_of(found, "events")
    rows = sheets.read(found, kind, "headline;year;effects\nLights;MCM;[]\n", begin(found, kind))
    assert [problem.field for problem in rows[0].problems] == ["year"]


def test_what_is_taken_home_comes_back_as_it_went() -> None:
    for example in EXAMPLES.values():
        draft = example()
        found = game(draft.game)
        assert read_pack(pack_toml(draft).encode()) == draft
        assert read_pack(pack_zip(found, draft)) == draft
        with zipfile.ZipFile(io.BytesIO(pack_zip(found, draft))) as file:
            assert any(name.startswith(f"{draft.game}/") for name in file.namelist())


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_pack_of_an_older_version_opens_with_this_one(name: str) -> None:
    """Files in `golden` are never written anew; a version that changes the format adds others."""
    draft = read_pack((Path(__file__).with_name("golden") / f"{name}.toml").read_bytes())
    assert [problem.text for problem in problems(game(draft.game), draft.parts) if problem.stops] == []


def test_a_new_card_never_takes_the_name_of_another() -> None:
    found = game("cross-bronx")
    kind = kind_of(found, "events")
    draft = begin(found, kind)
    for _ in range(3):
        draft.parts["events"]["cards"].append(new_card(found, kind, draft))
    numbers = [card["number"] for card in draft.parts["events"]["cards"]]
    assert len({*numbers, *(card["number"] for card in shipped(found, "events.toml")["event"])}) == len(numbers) + 90


def test_what_is_changed_in_a_new_card_stays_in_it() -> None:
    found = game("new-york-crisis")
    kind = kind_of(found, "mission")
    draft = begin(found, kind)
    first = new_card(found, kind, draft)
    lists = [field for field, value in first.items() if isinstance(value, list)]
    assert lists
    for field in lists:
        first[field].append("changed")
    assert all("changed" not in new_card(found, kind, draft)[field] for field in lists)


# ------------------------------------------------------------------ fairness


def paired(found: Game, draft: Draft, count: int) -> Any:
    changed = packs.with_pack(found, install(found, draft))
    chunk = Chunk(found.about.id, changed.about.version, options_of(found, draft), 0, count)
    return play_pairs(found, changed, chunk)


def test_an_event_is_checked_in_a_session_of_its_decade_on_both_sides() -> None:
    found, draft = game("cross-bronx"), EXAMPLES["event"]()
    for year, session in ((1947, "1940"), (1977, "1970"), (1995, "1980")):
        draft.parts["events"]["cards"][0]["year"] = year
        assert printed_options(found, options_of(found, draft)) == {"session": session}
    assert printed_options(game("new-york-crisis"), options_of(game("new-york-crisis"), mission())) == {}


def test_the_same_content_moves_nothing_within_pairs() -> None:
    found = game("broken-cities")
    draft = Draft("broken-cities", {"buildings": {"cards": [{**shipped(found, "city.toml")["kind"][0]}]}}, "Same")
    pairs = paired(found, draft, 4)
    assert all(pair.standard.score == pair.changed.score for pair in pairs)
    told = verdict(pairs, 4, False, {})
    assert told.word == "open" and told.pairs == 4  # too few for words


def test_a_verdict_names_its_interval_and_its_pairs() -> None:
    found = game("new-york-crisis")
    pairs = paired(found, mission(), 2) * 30
    told = verdict(pairs, 2, True, {"w1": "Card"})
    assert told.word in ("fair", "leans", "unsure") and told.pairs == 60
    low, high = told.shares[1].low, told.shares[1].high
    assert 0 <= low <= high <= 100 and f"{round(low)} to {round(high)}" in told.answer


def won_by(seat: int, seed: int) -> Played:
    shares = [float(seat == other) for other in range(3)]
    return Played(seed, shares[0], 10.0, 1.0, 100, True, [], shares)


def test_a_verdict_of_a_game_with_roles_names_the_role_that_the_change_moved() -> None:
    pairs = [Pair(won_by(seed % 3, seed), won_by(2 if seed % 6 == 1 else seed % 3, seed)) for seed in range(120)]
    told = verdict(pairs, 3, False, {}, ["Public", "Private", "Community"])
    assert told.title in ("leans to Community", "leans against Private")
    assert [one.label for one in told.seats] == ["Public", "Private", "Community"] and round(told.here.value) in (
        50,
        17,
    )
    same = verdict([Pair(won_by(n % 3, n), won_by(n % 3, n)) for n in range(120)], 3, False, {}, ["A", "B", "C"])
    assert same.word == "fair"


def test_an_interval_wider_than_five_points_to_each_side_is_no_answer() -> None:
    pairs = [Pair(won_by(n % 2, n), won_by(n % 2, n)) for n in range(200)]
    assert verdict(pairs, 2, False, {}).word == "unsure"
    pairs = [Pair(won_by(n % 2, n), won_by(n % 2, n)) for n in range(PAIRS)]
    assert verdict(pairs, 2, False, {}).word == "fair"


# ------------------------------------------------------------------ positions


def test_bots_play_as_far_as_a_story_card_and_the_match_goes_on_from_there() -> None:
    found, draft = game("new-york-crisis"), mission()
    packed, options = packs.with_pack(found, install(found, draft)), options_of(found, draft)
    reached = kind_of(found, "mission").reached
    assert reached is not None
    there = reach(packed, options, lambda state: reached(state, 1))
    assert there is not None
    match = position(packed, options, there)
    assert match.state.card == 1 and match.number > 0 and not match.over and match.decisions
    assert reach(packed, options, lambda state: False) is None


def test_every_field_names_a_clause_that_its_rulebook_has() -> None:
    def rules(fields: Sequence[Field]) -> Iterator[str]:
        for field in fields:
            yield field.rule
            yield from rules(field.fields)

    for found in games():
        known = {clause.id for clause in load_rulebook(found).rule} | {""}
        for kind in kinds_of(found).values():
            assert {*rules(kind.fields)} <= known, (found.about.id, kind.id)
