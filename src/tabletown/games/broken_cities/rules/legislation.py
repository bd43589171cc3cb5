"""Creating legislation: players in turn may propose a law, and it passes only if all accept it.

The others accept, ask for a change or veto; the first who asks for a change may make it.
"""

from __future__ import annotations

import msgspec

from tabletown.games.broken_cities import events as e
from tabletown.games.broken_cities import options as o
from tabletown.games.broken_cities.content import COLOURS
from tabletown.games.broken_cities.rules.climate import after_law
from tabletown.games.broken_cities.rules.drafting import (
    KIND_SLOTS,
    PARTS,
    SWITCHES,
    WRITE,
    form_words,
    sample,
    why_not_write,
)
from tabletown.games.broken_cities.state import Assembly, BrokenCities, Law, Proposal, Vote
from tabletown.kernel import NOT_AN_OPTION, Choose, Reason, Script, Text, Together, Typed, because, log_enabled, tell

SPEAK = Text("propose a law")
VOTE = Text("vote on the law by {who:seat}")
REPEAL = Text("vote on repealing law {number}, by {who:seat}")

VOTES: dict[str, type[e.Accepted | e.AskedForChange | e.Vetoed]] = {
    o.ACCEPT: e.Accepted,
    o.CHANGE: e.AskedForChange,
    o.VETO: e.Vetoed,
}
VOTE_ON = [VOTE(who=seat) for seat in range(len(COLOURS))]

VETO_WHY = Typed(o.VETO_BECAUSE, "Your reason for the veto. The others see it.", 140, "Veto with this reason")

USED_UP = because("used-up", "You've used all your proposals in this session.", "law-no-agreement")
NO_CHANGE = because("repeal-as-it-is", "You can't change a repeal: accept or veto it.", "law-lifetime")
NO_OLD_LAW = because("no-old-law", "No law has that number.", "law-lifetime")


# ------------------------------------------------------------------ the session


def speak(s: BrokenCities) -> Script:
    """Let one speaker propose a new law, change or repeal an old one, or propose nothing."""
    assembly = session_of(s)
    seat = s.order[assembly.speaker]
    if assembly.used[seat] >= int(s.options.proposals):
        assembly.silent += 1
        pass_on(s, assembly)
        return
    answer = yield Choose(seat, SPEAK, proposals(s), "law.one-law", why_not_propose, about=(s,))
    if answer == o.NO_PROPOSAL:
        say_nothing(s, assembly, seat)
        return
    s.phase = "draft"
    if answer in o.LAW_IN:
        kind = o.LAW_IN[answer]
        assembly.draft = Proposal(sample(kind), seat)
        assembly.slot = "text" if kind == "honour" else ""
        return
    law = old_law(s, answer)
    assert law is not None
    assembly.draft = Proposal(law, seat, law.number, repeal=answer == o.repeal_word(law.number))
    if assembly.draft.repeal:
        put_to_the_vote(s, assembly, assembly.draft)


def proposals(s: BrokenCities) -> list[str]:
    words = o.LAW_WORDS[:]
    for law in s.laws:
        words += [o.change_word(law.number), o.repeal_word(law.number)]
    return [*words, o.NO_PROPOSAL]


def old_law(s: BrokenCities, word: str) -> Law | None:
    """The law that is to be changed or repealed."""
    number = o.old_law_in(word)
    return next((law for law in s.laws if law.number == number), None)


def why_not_propose(s: BrokenCities, word: str) -> Reason | None:
    if word in o.LAW_IN or word == o.NO_PROPOSAL or old_law(s, word) is not None:
        return None
    return NOT_AN_OPTION if o.old_law_in(word) is None else NO_OLD_LAW


def write_law(s: BrokenCities) -> Script:
    """Fill in the form one answer at a time: set a part, propose the law, or drop it."""
    assembly = s.assembly
    assert assembly is not None and assembly.draft is not None
    draft, slot = assembly.draft, assembly.slot
    seat, law = draft.by, draft.law
    if slot:
        part = PARTS[slot]
        answer = yield part.ask(law, seat)
        if answer != o.DONE:
            assembly.draft = Proposal(part.put(law, answer), seat, draft.replaces)
        if answer == o.DONE or slot not in KIND_SLOTS:
            assembly.slot = ""
        return
    answer = yield Choose(seat, WRITE, form_words(law), "law.penalty-included", why_not_write, about=(law,))
    slot = o.SLOT_IN.get(answer, "")
    if slot in SWITCHES:
        assembly.draft = Proposal(SWITCHES[slot](law), seat, draft.replaces)
    elif slot:
        assembly.slot = slot
    elif answer == o.PROPOSE:
        put_to_the_vote(s, assembly, draft)
    elif answer == o.WITHDRAW:
        say_nothing(s, assembly, seat)


def put_to_the_vote(s: BrokenCities, assembly: Assembly, proposal: Proposal) -> None:
    assembly.silent, assembly.amender = 0, -1
    assembly.used[proposal.by] += 1
    s.phase = "vote"
    tell(s, e.LawProposed, proposal.by, proposal.law, proposal.replaces, proposal.repeal)


def say_nothing(s: BrokenCities, assembly: Assembly, seat: int) -> None:
    assembly.silent += assembly.amender < 0
    tell(s, e.NoLawProposed, seat)
    pass_on(s, assembly)


def pass_on(s: BrokenCities, assembly: Assembly) -> None:
    """Move on to the next speaker, or close the session when nobody can or wants to propose."""
    assembly.draft, assembly.slot, assembly.amender = None, "", -1
    assembly.speaker = (assembly.speaker + 1) % s.players
    s.phase = "law"
    if assembly.silent >= s.players or min(assembly.used) >= int(s.options.proposals):
        close(s, assembly)


def session_of(s: BrokenCities) -> Assembly:
    assert s.assembly is not None
    return s.assembly


# ------------------------------------------------------------------ the vote


def hold_vote(s: BrokenCities) -> Script:
    """Hold a vote: unanimous or nothing. The first in turn order who asked for a change may make it."""
    assembly = session_of(s)
    proposal = assembly.draft
    assert proposal is not None
    others = [seat for seat in s.order if seat != proposal.by]
    answers = yield Together({seat: vote(s, proposal, seat) for seat in sorted(others)}, shows_progress=True)
    passed = set(answers.values()) == {o.ACCEPT}
    assembly.votes.append(Vote(proposal, answers, passed))
    if log_enabled(s):
        tell_votes(s, others, answers)
    wishes = [seat for seat in others if answers[seat] == o.CHANGE]
    if passed:
        pass_law(s, proposal)
        after_law(s)
    elif wishes:
        assembly.amender, s.phase = wishes[0], "draft"
        assembly.draft = msgspec.structs.replace(proposal, by=wishes[0])
    else:
        pass_on(s, assembly)


def tell_votes(s: BrokenCities, others: list[int], answers: dict[int, str]) -> None:
    for seat in others:
        word, why = o.vote_in(answers[seat])
        if word == o.VETO and why:
            tell(s, e.VetoedWithReason, seat, why)
        else:
            tell(s, VOTES[word], seat)


def vote(s: BrokenCities, proposal: Proposal, seat: int) -> Script:
    prompt = REPEAL(who=proposal.by, number=proposal.replaces) if proposal.repeal else VOTE_ON[proposal.by]
    return (
        yield Choose(
            seat, prompt, votes(s, proposal, seat), "law.unanimous", why_not_vote, VETO_WHY, (s, proposal, seat)
        )
    )


def votes(s: BrokenCities, proposal: Proposal, seat: int) -> list[str]:
    return [word for word in (o.ACCEPT, o.CHANGE, o.VETO) if why_not_vote(s, proposal, seat, word) is None]


def why_not_vote(s: BrokenCities, proposal: Proposal, seat: int, word: str) -> Reason | None:
    if word == o.CHANGE:
        if proposal.repeal:
            return NO_CHANGE
        return USED_UP if session_of(s).used[seat] >= int(s.options.proposals) else None
    return None if word in (o.ACCEPT, o.VETO) or VETO_WHY.takes(word) else NOT_AN_OPTION


def close(s: BrokenCities, assembly: Assembly) -> None:
    """End the session without a law, or by option with the last one that a strict majority accepted."""
    if s.options.vote == "majority":
        for past in reversed(assembly.votes):
            for_it = 1 + sum(1 for answer in past.answers.values() if answer == o.ACCEPT)
            if 2 * for_it > s.players:
                pass_law(s, past.proposal)
                after_law(s)
                return
    tell(s, e.NoLawPassed)
    after_law(s)


def pass_law(s: BrokenCities, proposal: Proposal) -> None:
    """Pass the law: it binds everyone from the next round on."""
    if proposal.replaces:
        s.laws = [law for law in s.laws if law.number != proposal.replaces]
        if proposal.repeal:
            tell(s, e.LawRepealed, proposal.replaces)
            return
    elif s.options.lifetime == "replace":
        s.laws = []
    s.made += 1
    law = msgspec.structs.replace(proposal.law, number=s.made, since=s.round + 1, by=proposal.by)
    s.laws = [*s.laws, law]
    tell(s, e.LawPassed, law.number, law.since, law)
