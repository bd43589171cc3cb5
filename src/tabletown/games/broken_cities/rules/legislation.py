"""Creating legislation: one speaker after the other may propose a law; all must accept it, or there is none.

The others accept, ask for a change, or veto; who asked for a change may make it.
"""

from __future__ import annotations

import msgspec

from tabletown.games.broken_cities.content import LAW_KINDS
from tabletown.games.broken_cities.rules.climate import after_law
from tabletown.games.broken_cities.rules.drafting import sample, write
from tabletown.games.broken_cities.state import Assembly, BrokenCities, Proposal, Vote
from tabletown.games.broken_cities.words import law_text, proposal_text
from tabletown.kernel import Choose, Reason, Script, Text, Together, Typed, because, tell

SPEAK = Text("propose a law")
VOTE = Text("accept, change or veto the law of {who:seat}")
REPEAL = Text("accept or veto the repeal of law {number}, moved by {who:seat}")

SILENT = Text("{who:seat} proposed no law.")
PROPOSED = Text("{who:seat} proposed: {law}")
ACCEPTS = Text("{who:seat} accepted.")
WANTS_CHANGE = Text("{who:seat} asked for a change.")
VETOES = Text("{who:seat} vetoed.")
VETOES_WHY = Text("{who:seat} vetoed: “{why}”")
PASSED = Text("Law {number} holds from round {since}: {law}")
REPEALED = Text("Law {number} is repealed.")
NO_LAW = Text("The session ended without a law.")

NO_PROPOSAL, ACCEPT, CHANGE, VETO = "no-law", "accept", "change", "veto"
LAW_WORDS = [f"law:{kind}" for kind in LAW_KINDS]

USED_UP = because("You have made all the proposals of this session.", "law-no-agreement")
NO_OLD_LAW = because("There is no such law to change or repeal.", "law-lifetime")


# ------------------------------------------------------------------ the session


def speak(s: BrokenCities) -> Script:
    """One speaker: a proposal and the vote on it, or nothing."""
    assembly = s.assembly
    assert assembly is not None
    amending = assembly.amender >= 0
    seat = assembly.amender if amending else s.order[assembly.speaker]
    old = assembly.votes[-1].proposal if amending else None
    assembly.amender = -1
    proposal: Proposal | None = None
    if amending or assembly.used[seat] < int(s.options.proposals):
        proposal = yield from propose(s, assembly, seat, old)
        if proposal is None:
            tell(s, SILENT, "law-no-agreement", who=seat)
    assembly.draft = proposal
    assembly.slot = ""
    if proposal is None:
        assembly.silent += not amending
    else:
        assembly.silent = 0
        assembly.used[seat] += 1
        tell(s, PROPOSED, "law.one-law", who=seat, law=proposal_text(s, proposal))
        answers = yield Together({other: vote(s, proposal, other) for other in range(s.players) if other != seat})
        if decide(s, assembly, proposal, answers):
            return
    if assembly.amender < 0:
        assembly.speaker = (assembly.speaker + 1) % s.players
        limit = int(s.options.proposals)
        if assembly.silent >= s.players or min(assembly.used) >= limit:
            close(s, assembly)


def decide(s: BrokenCities, assembly: Assembly, proposal: Proposal, answers: dict[int, str]) -> bool:
    """Unanimous or nothing. Whoever wants a change, first in the turn order, may make it."""
    passed = all(answer == ACCEPT for answer in answers.values())
    assembly.votes.append(Vote(proposal, answers, passed))
    assembly.draft = None
    seats = [seat for seat in s.order if seat in answers]
    for seat in seats:
        word, _, why = answers[seat].partition(":")
        if word == VETO and why:
            tell(s, VETOES_WHY, "law.unanimous", who=seat, why=why)
        else:
            tell(s, {ACCEPT: ACCEPTS, CHANGE: WANTS_CHANGE, VETO: VETOES}[word], "law.unanimous", who=seat)
    if passed:
        pass_law(s, proposal)
        after_law(s)
        return True
    if not proposal.repeal:
        wishes = [seat for seat in seats if answers[seat] == CHANGE]
        assembly.amender = wishes[0] if wishes else -1
    return False


def close(s: BrokenCities, assembly: Assembly) -> None:
    """No more proposals: no law, or by option the last one that a strict majority wanted."""
    if s.options.vote == "majority":
        for past in reversed(assembly.votes):
            for_it = 1 + sum(1 for answer in past.answers.values() if answer == ACCEPT)
            if 2 * for_it > s.players:
                pass_law(s, past.proposal)
                after_law(s)
                return
    tell(s, NO_LAW, "law-no-agreement")
    after_law(s)


def pass_law(s: BrokenCities, proposal: Proposal) -> None:
    """It binds everyone from the next round on."""
    if proposal.replaces:
        s.laws = [law for law in s.laws if law.number != proposal.replaces]
        if proposal.repeal:
            tell(s, REPEALED, "law-lifetime", number=proposal.replaces)
            return
    elif s.options.lifetime == "replace":
        s.laws = []
    s.made += 1
    law = msgspec.structs.replace(proposal.law, number=s.made, since=s.round + 1, by=proposal.by)
    s.laws = [*s.laws, law]
    tell(s, PASSED, "law.unanimous", number=law.number, since=law.since, law=law_text(law))


def vote(s: BrokenCities, proposal: Proposal, seat: int) -> Script:
    assembly = s.assembly
    assert assembly is not None
    if proposal.repeal:
        prompt, words = REPEAL(who=proposal.by, number=proposal.replaces), [ACCEPT, VETO]
    else:
        prompt, words = VOTE(who=proposal.by), [ACCEPT, CHANGE, VETO]
        if assembly.used[seat] >= int(s.options.proposals):
            words.remove(CHANGE)
    typed = Typed("veto:", "Why not? The others see it.", 140)
    return (yield Choose(seat, prompt, words, rule="law.unanimous", why=_why_no_change, typed=typed))


def _why_no_change(word: str) -> Reason | None:
    return USED_UP if word == CHANGE else None


# ------------------------------------------------------------------ a proposal


def propose(s: BrokenCities, assembly: Assembly, seat: int, old: Proposal | None) -> Script:
    """A new law, a change or repeal of an old one, or no proposal (None)."""
    if old is not None:
        return (yield from write(assembly, seat, msgspec.structs.replace(old, by=seat)))
    words = LAW_WORDS[:]
    for law in s.laws:
        words += [f"change:{law.number}", f"repeal:{law.number}"]
    answer = yield Choose(seat, SPEAK, [*words, NO_PROPOSAL], rule="law.one-law", why=_why_no_law)
    if answer == NO_PROPOSAL:
        return None
    verb, _, what = answer.partition(":")
    if verb == "law":
        return (yield from write(assembly, seat, Proposal(sample(what), seat)))
    law = next(law for law in s.laws if str(law.number) == what)
    if verb == "repeal":
        return Proposal(law, seat, law.number, repeal=True)
    return (yield from write(assembly, seat, Proposal(law, seat, law.number)))


def _why_no_law(word: str) -> Reason | None:
    return NO_OLD_LAW if word.startswith(("change:", "repeal:")) else None
