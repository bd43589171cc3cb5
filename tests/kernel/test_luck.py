"""Luck: fixed by the seed, counted by kind, the same after undo, in clones and whatever is answered; and provable."""

import hashlib
import json
import random
from collections import Counter
from pathlib import Path

import pytest

import tabletown
from tabletown import verify
from tabletown.kernel import CHANCE, Match, save
from tabletown.kernel.chance import Dealer, dealer
from tabletown.kernel.errors import BadOption
from tabletown.saves.snapshot import restore, snapshot
from tabletown.testing import dice, play_randomly
from tabletown.verify import commitment
from tests.kernel.toys import D6, hands, marks

FORMAT_1 = Path(__file__).with_name("fixtures") / "format-1.json"


def dealt(match: Match) -> list[str]:
    return [answer.option for answer in match.log if answer.seat == CHANCE]


# ---------------------------------------------------------------------- the formula


@pytest.mark.parametrize(
    ("seed", "dice"),
    [
        (0, "33521311235312655252"),
        (7, "65521431643525566235"),
        (2**64 + 1, "11211426116332322452"),
        (2**128 - 1, "65336121421445213263"),
    ],
)
def test_a_seed_deals_the_same_dice_for_ever(seed: int, dice: str) -> None:
    assert "".join(Dealer(seed).deal("d6", n, D6) for n in range(20)) == dice


def test_the_formula_is_the_one_that_the_docs_tell() -> None:
    seed, outcomes = dealer(None).seed, list("abcdefg")
    for n in (0, 1, 7, 8, 100):
        digest = hashlib.blake2b(f"tile/{n // 8}".encode(), key=seed.to_bytes(16, "big")).digest()
        word = int.from_bytes(digest[n % 8 * 8 :][:8], "big")
        assert Dealer(seed).word("tile", n) == word
        assert Dealer(seed).deal("tile", n, outcomes) == outcomes[word * 7 >> 64]


def test_a_seed_deals_the_same_match_for_ever() -> None:
    drawn = dealt(play_randomly(Match(marks, 2, seed=7), random.Random(1)))
    assert "".join(drawn) == "611500511"
    assert "".join(dealt(Match(hands, seed=7))) == "ageadb"


def test_every_outcome_is_as_likely_as_the_others() -> None:
    dealer = Dealer(1)
    for kind, outcomes in (("d6", D6), ("tile", [str(n) for n in range(7)])):
        counted = Counter(dealer.deal(kind, n, outcomes) for n in range(6000))
        expected = 6000 / len(outcomes)
        assert sum((counted[word] - expected) ** 2 / expected for word in outcomes) < 25  # one in 5,000


def test_a_dealer_deals_the_same_in_any_order() -> None:
    dealer = Dealer(5)
    there = [dealer.word("d6", n) for n in range(40)]
    assert [dealer.word("d6", n) for n in reversed(range(40))] == there[::-1]
    assert dealer.word("d8", 0) != there[0]


# ---------------------------------------------------------------------- counted by kind


def test_two_with_the_same_seed_meet_the_same_dice_whatever_they_answer() -> None:
    def by_kind(answers: int) -> dict[str, list[str]]:
        kinds: list[str] = []
        match = Match(tabletown.game("crossroll"), 2, seed=11, luck=lambda asked, number: kinds.append(asked.kind))
        rolled: dict[str, list[str]] = {}
        for kind, outcome in zip(kinds, dealt(play_randomly(match, random.Random(answers)))):
            rolled.setdefault(kind, []).append(outcome)
        return rolled

    one, other = by_kind(1), by_kind(2)
    for kind in one.keys() & other.keys():
        assert all(mine == yours for mine, yours in zip(one[kind], other[kind])), kind
    assert sum(map(len, one.values())) != sum(map(len, other.values())), "they went different ways"


def test_where_several_act_together_the_order_changes_nobodys_luck() -> None:
    def lucky(order: tuple[int, ...]) -> list[list[int]]:
        match = Match(marks, 3, {"rounds": "8"}, seed=11)
        while not match.over:
            for seat in order:
                match.choose(seat, "die:1")
                match.choose(seat, "place:0")
        return [board[:] for board in match.state.boards]

    assert lucky((0, 1, 2)) == lucky((2, 0, 1)) == lucky((1, 2, 0))
    assert len({tuple(board) for board in lucky((0, 1, 2))}) > 1, "each has luck of their own"


def test_to_take_an_answer_back_never_draws_anew() -> None:
    match = Match(marks, 1, {"rounds": "8"}, seed=3)
    came = []
    for _ in range(6):
        match.choose(0, "die:1")
        came.append(dealt(match))
        match.undo(0, force=True)
    assert len({tuple(each) for each in came}) == 1
    assert match.undos_after_reveal == 6
    play_randomly(match, random.Random(1), 8)
    before = dealt(match)
    for _ in range(8):
        match.undo(force=True)
    assert dealt(play_randomly(match, random.Random(1), 8)) == before


def test_to_take_back_a_secret_answer_leaves_everybodys_luck() -> None:
    for seed in range(12):
        match = Match(marks, 3, seed=seed)
        for seat in range(3):
            match.choose(seat, "die:1")
        before = match.state.boards, sorted(dealt(match))
        match.undo(0, force=True)
        match.choose(0, "die:1")
        assert (match.state.boards, sorted(dealt(match))) == before
        for seat in range(3):
            match.choose(seat, "place:0")
        assert verify.prove(match).holds


@pytest.mark.parametrize("live", [True, False])
def test_clones_snapshots_and_loaded_matches_go_on_alike(live: bool) -> None:
    for answers in range(0, 24, 3):
        match = play_randomly(Match(marks, 2, {"rounds": "8"}, seed=9, live=live), random.Random(4), answers)
        twins = [match.clone(), match.clone().clone(), match.at(match.number)]
        twins.append(tabletown.kernel.load(save(match), lambda name: marks))
        shot = snapshot(match)
        twins.append(restore(marks, match.names, match.options, match.seed, match.log, shot))
        logs = [play_randomly(twin, random.Random(8)).log for twin in twins]
        assert all(log == logs[0] for log in logs) and logs[0] == play_randomly(match, random.Random(8)).log


def test_scripted_luck_and_dice_rolled_by_hand_count_as_draws() -> None:
    scripted, plain = Match(marks, 1, seed=5, luck=dice(["6"])), Match(marks, 1, seed=5)
    by_hand = Match(marks, 1, seed=5, by_hand=["d6"])
    by_hand.choose(CHANCE, "2")
    assert scripted._history.draws == plain._history.draws == by_hand._history.draws == {"d6": 1}
    for match in (scripted, plain, by_hand):
        match.choose(0, "die:1")
        match.choose(0, "place:1")
        assert match.clone()._history.draws == match._history.draws
    assert dealt(scripted)[1:] == dealt(plain)[1:]
    assert dealt(by_hand) == ["2", dealt(plain)[1]]


def test_a_snapshot_of_a_version_that_did_not_count_is_played_again() -> None:
    match = play_randomly(Match(marks, 2, seed=4), random.Random(3), 9)
    shot = snapshot(match)
    old = type(shot)(shot.number, json.dumps(json.loads(shot.state)[1]).encode())
    again = restore(marks, match.names, match.options, match.seed, match.log, old)
    assert again._history.draws == match._history.draws and save(again) == save(match)


# ---------------------------------------------------------------------- seeds


@pytest.mark.parametrize("seed", ["abc", -1, 2**128, 1.0, True, None.__class__])
def test_a_seed_that_is_none_is_refused(seed: object) -> None:
    with pytest.raises(BadOption, match="The seed must be a whole number from 0 to"):
        Match(marks, 1, seed=seed)  # type: ignore[arg-type]


def test_imagined_and_branched_luck_differs_from_the_true_one() -> None:
    match = Match(marks, 1, {"rounds": "8"}, seed=3)
    seeds = {match.imagine(0, random.Random(n)).seed for n in range(20)} | {match.branch().seed for _ in range(20)}
    assert len(seeds) == 40 and match.seed not in seeds
    futures = {tuple(dealt(play_randomly(match.imagine(0, random.Random(n)), random.Random(1)))) for n in range(20)}
    assert len(futures) > 15, "a bot would foresee the dice"


# ---------------------------------------------------------------------- proof


def said(proof: verify.Proof) -> str:
    return " ".join(str(text) for text in proof.said)


def test_every_draw_of_a_match_is_proven() -> None:
    match = play_randomly(Match(marks, 3, seed=dealer(None).seed), random.Random(2))
    proof = verify.prove(match, commitment(match.seed))
    assert proof.holds and proof.proven == proof.draws == len(dealt(match)) > 10
    assert "fixed before the first move" in said(proof) and proof.commitment in said(proof)
    other = verify.prove(match, commitment(match.seed ^ 1))
    assert not other.holds and "it doesn't match this secret" in said(other)


def test_the_first_draw_that_differs_is_named() -> None:
    match = Match(marks, 1, {"rounds": "8"}, seed=3, luck=dice([D6[int(Dealer(3).deal("d6", 0, D6)) % 6]]))
    proof = verify.prove(play_randomly(match, random.Random(2)))
    assert not proof.holds and proof.proven == 0
    assert f"Move 0 in the log gives {match.log[0].option} for the draw d6, but the secret gives" in said(proof)


def test_what_is_not_proven_is_said() -> None:
    match = play_randomly(Match(marks, 2, seed=4), random.Random(3), 9)
    branch = play_randomly(match.branch(5, seed=77), random.Random(3))
    proof = verify.prove(branch)
    assert proof.holds and 0 < proof.proven < proof.draws
    assert "The first 5 moves come from another match" in said(proof) and "before move 5" in said(proof)

    rolled = Match(marks, 1, seed=4, by_hand=["d6"])
    rolled.choose(CHANCE, "3")
    rolled.choose(0, "die:3")
    proof = verify.prove(rolled)
    assert proof.holds and (proof.proven, proof.draws) == (1, 2) and "by hand: d6" in said(proof)

    match.undo(0, force=True)
    proof = verify.prove(tabletown.kernel.load(save(match), lambda name: marks))
    assert proof.holds and f"had revealed luck: {match.undos_after_reveal}" in said(proof)


def test_a_branch_taken_back_behind_its_beginning_is_proven_from_there() -> None:
    branch = play_randomly(Match(marks, 1, {"rounds": "8"}, seed=4), random.Random(3), 9).branch(seed=77)
    began = branch.number
    for _ in range(6):
        branch.undo(force=True)
    assert branch.dealt_from == branch.number < began
    assert verify.prove(play_randomly(branch, random.Random(3))).holds


def test_an_older_file_is_read_and_its_luck_is_not_proven() -> None:
    match = tabletown.load(FORMAT_1)
    assert match.over and match.log
    proof = verify.prove_saved(FORMAT_1.read_text(encoding="utf-8"))
    assert not proof.holds and "An older version" in said(proof)
    again = json.loads(save(match))
    assert (again["format"], again["dealt_from"]) == (2, match.number)


def test_what_is_shown_is_the_sha_256_of_the_secret_s_sixteen_bytes() -> None:
    assert (
        commitment(5) == "cb9a02f579da3ffa03dc3ed340e0162018c4c446875d8b15d9f4e23152b25822"
    )  # printf '%032x' 5 | xxd -r -p | sha256sum


def test_a_seed_that_nobody_chose_has_a_hundred_and_twenty_eight_bits() -> None:
    seeds = {Match(marks, 2).seed for _ in range(40)}
    assert len(seeds) == 40 and max(seeds).bit_length() > 120
