"""Turn a model's reply into an option: a word, a number, a sentence, or any of them at the end of its reasoning."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

import msgspec

from tabletown.envs.text.disguise import NO_DISGUISE, Disguise
from tabletown.kernel import NOT_AN_OPTION, Decision, Reason

LONGEST = 4000  # characters read from the end of a reply, where a model gives its final answer
SHOWN = 200  # characters of a reply that are kept
KEYS = ("choose", "choice", "answer", "action", "move", "option")
MARKED = re.compile(rf"(?:final\s+)?\b(?:{'|'.join(KEYS)})\b\W{{0,6}}[:=]\s*(.+)", re.IGNORECASE)
ENCLOSED = re.compile(r"<answer>(.*?)</answer>|\[([^\[\]\n]+)\]|`([^`\n]+)`|\*\*([^*\n]+)\*\*", re.DOTALL)
OBJECT = re.compile(r"\{[^{}]*\}")
NUMBERED = re.compile(r"(?:option |number |no\. ?|#)?(\d{1,4})(?:[.):](?:\s.*)?)?", re.DOTALL)
LOOKS_LIKE_AN_OPTION = re.compile(r"[^\s:]+(:\S.*)?")


class ReplyResult(msgspec.Struct, frozen=True):
    """The result of a reply: the option that was meant, or why it was refused."""

    said: str
    option: str = ""  # empty if it was refused
    id: str = ""  # of the refusal, for code to compare
    reason: str = ""
    rule: str = ""  # the clause that forbids it


def understand(
    text: str,
    decision: Decision,
    labels: Sequence[str],
    names: Sequence[str] = (),
    listed: bool = True,
    disguise: Disguise = NO_DISGUISE,
) -> ReplyResult:
    """The option that the text means. `listed`: the model saw numbered options; `disguise`: the names it saw.

    >>> from tabletown import new
    >>> match = new("right-of-way", seats=2, seed=1)
    >>> decision = match.decisions[0]
    >>> labels = [match.label(decision, option) for option in decision.options]
    >>> understand(f"Answer: {decision.options[0]}", decision, labels).option == decision.options[0]
    True
    """
    by_word = {disguise.hide(option): option for option in decision.options}
    options, labels = list(by_word), [disguise.hide(label) for label in labels]
    listed = listed and numbered(options, labels)
    text = text.strip()
    if text in options or (decision.typed is not None and decision.typed.takes(text)):
        return ReplyResult(text[:SHOWN], by_word.get(text, text))
    found = [clean(each) for each in candidates(text[-LONGEST:])]
    said = [each for each in dict.fromkeys(form for each in found for form in (each, each.rstrip(".!"))) if each]
    several: list[str] = []
    for each in said:
        meant = meanings(each, options, labels, listed)
        if len(meant) == 1:
            return ReplyResult(each[:SHOWN], by_word[meant[0]])
        if decision.typed is not None and decision.typed.takes(each):
            return ReplyResult(each[:SHOWN], each)
        several = several or meant
    mentioned = [option for option in options if ":" in option and _stands_in(option, text[-LONGEST:])]
    if len(mentioned) == 1:
        return ReplyResult(mentioned[0], by_word[mentioned[0]])
    if several:
        could = ", ".join(several[:6]) + (" …" if len(several) > 6 else "")
        return ReplyResult(
            said[0][:SHOWN], "", "ambiguous", f"That could mean several options: {could}.", decision.rule
        )
    answer = refused(disguise.reveal(said[0]) if said else "", decision, names, listed)
    return msgspec.structs.replace(answer, said=said[0][:SHOWN] if said else "", reason=disguise.hide(answer.reason))


def numbered(options: Sequence[str], labels: Sequence[str]) -> bool:
    """Whether a list of these options can be numbered: not if an option is itself a number."""
    return not any(words.isdecimal() for words in (*options, *labels))


def refused(said: str, decision: Decision, names: Sequence[str], listed: bool) -> ReplyResult:
    """Why this reply was refused: by the rules if it names something in the game, else by its form."""
    shown = said[:SHOWN]
    if not said:
        return ReplyResult("", "", "empty", "That contains no answer.", decision.rule)
    if listed and said.isdecimal():
        most = len(decision.options)
        return ReplyResult(
            shown, "", "no-such-number", f"There is no option {shown}. Give a number from 1 to {most}.", decision.rule
        )
    reason: Reason = NOT_AN_OPTION
    if LOOKS_LIKE_AN_OPTION.fullmatch(said.lower()) and len(said) <= SHOWN:
        reason = decision.why_not(said) or NOT_AN_OPTION
        if reason.id == NOT_AN_OPTION.id:
            reason = decision.why_not(said.lower()) or NOT_AN_OPTION
    return ReplyResult(shown, "", reason.id, reason.text.render(names, decision.seat), reason.rule or decision.rule)


def candidates(text: str) -> Iterator[str]:
    """The parts of a text that may be the answer, the clearest first."""
    lines = text.splitlines()
    if lines and len(lines[-1].split()) == 1:
        yield lines[-1]
    for found in reversed(OBJECT.findall(text)):
        try:
            told = json.loads(found)
        except ValueError:
            continue
        yield from (str(told[key]) for key in KEYS if key in told)
    yield from reversed(MARKED.findall(text))
    for groups in reversed(ENCLOSED.findall(text)):
        yield from filter(None, groups)
    yield from lines[-1:]
    yield text


def clean(said: str) -> str:
    return " ".join(said.split()).strip(" \"'`*<>[]")


def folded(words: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", words.lower()))


def meanings(said: str, options: Sequence[str], labels: Sequence[str], listed: bool) -> list[str]:
    """The options that this may mean; exactly one if it is clear."""
    lower = said.lower()
    exact = [option for option in options if option.lower() == lower]
    if exact:
        return exact[:1]
    words = folded(said)
    sentences = [folded(label) for label in labels]
    same = [option for option, sentence in zip(options, sentences) if sentence == words]
    if same:
        return same
    if listed and (number := NUMBERED.fullmatch(lower)) is not None:
        place = int(number[1])
        return [options[place - 1]] if 0 < place <= len(options) else []
    if not words or words in KEYS:  # cut off before it said what it chose
        return []
    tails = [option for option in options if option.rpartition(":")[2].lower() == lower]
    if len(tails) == 1:
        return tails
    return [option for option, sentence in zip(options, sentences) if f" {words} " in f" {sentence} "]


def _stands_in(option: str, text: str) -> bool:
    return re.search(rf"(?<![\w:-]){re.escape(option)}(?![\w+>-]|:\S)", text, re.IGNORECASE) is not None
