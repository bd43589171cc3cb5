"""A study's report: one self-contained HTML page."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from textwrap import shorten

from tabletown.drawing import TOKENS, esc
from tabletown.kernel import Game
from tabletown.kernel.errors import BadOption
from tabletown.lab.ladder import Pairing, ladder, pairings
from tabletown.lab.matches.play import CHANCE_KIND, MatchRow
from tabletown.lab.reporting import charts, findings
from tabletown.lab.reporting.findings import Finding
from tabletown.lab.statistics import mean
from tabletown.lab.studies.results import StudyHeader, by_arm
from tabletown.lab.studies.study import BASE, Study
from tabletown.registry import game as find_game
from tabletown.rulebook import load_rulebook

LARGEST = 20_000  # matches that are embedded in the page
MOST_SHIFTS = 24
LONGEST = 32  # letters of a name; with a seat after it, it fills a phone

COPY = "navigator.clipboard.writeText(document.querySelector('.cmd').textContent.trim());this.textContent='Copied'"


def page(asking: StudyHeader, played: Sequence[MatchRow]) -> str:
    """The report on all matches played so far."""
    study, game = asking.study, find_game(asking.study.game)
    counted = [match for match in played if match.counts]
    if not counted:
        raise BadOption("There's no match to report on yet. Run the study first.")
    arms = by_arm(counted)
    title = study.title or f"{game.about.title}: a study"
    body = _ladder(counted) if study.ladder else _balance(game, study, arms)
    failed = len(played) - len(counted)
    faults = sum(match.fault >= 0 for match in counted)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{esc(title)}</title><style>{_styles(game)}</style></head><body>"
        f'<header class="bar"><b class="name">TABLETOWN</b><span class="crumb"><b>Lab</b>{esc(game.about.title)}'
        f"</span></header><main class=lab>{_head(title, played)}{body}"
        f"{_method(asking, counted, failed, faults)}</main></body></html>\n"
    )


def _styles(game: Game) -> str:
    styles = TOKENS.read_text(encoding="utf-8")
    own = game.folder / "style.css" if game.folder is not None else None
    if own is not None and own.exists():  # the game's own seat colours
        styles += ":root {" + "".join(re.findall(r"--seat-[^;{}]+;", own.read_text(encoding="utf-8"))) + "}"
    return (styles + Path(__file__).with_name("report.css").read_text(encoding="utf-8")).replace("<", "")


def _head(title: str, played: Sequence[MatchRow]) -> str:
    links = ""
    if len(played) <= LARGEST:
        links = _download("matches.csv", "text/csv", _csv(played), "CSV")
        rows = json.dumps([{"arm": m.arm, "seed": m.seed, "bots": m.bots, "winners": m.winners} for m in played])
        links += _download("matches.json", "application/json", rows, "JSON")
    copy = f'<button class="btn prime" onclick="{esc(COPY)}">Copy the command</button>'
    return f'<div class="head"><h1>{esc(title)}</h1><span class="do">{links}{copy}</span></div>'


def _csv(played: Sequence[MatchRow]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["arm", "seed", "bots", "winners", "scores", "answers", "reason", "failed"])
    for match in played:
        joined = (" ".join(map(str, cells)) for cells in (match.bots, match.winners, match.scores))
        writer.writerow([match.arm, match.seed, *joined, match.answers, match.reason, int(bool(match.error))])
    return out.getvalue()


def _download(name: str, kind: str, data: str, words: str) -> str:
    packed = base64.b64encode(data.encode()).decode()
    return f'<a class="btn" download="{name}" href="data:{kind};base64,{packed}">{words}</a>'


def _panel(title: str, cap: str, picture: str, wide: bool = False) -> str:
    if not picture:
        return ""
    head = f'<h2>{esc(title)}</h2><p class="cap">{cap}</p>'
    return f'<section class="panel{" wide" if wide else ""}">{head}{picture}</section>'


def _pair(*panels: str) -> str:
    found = [panel for panel in panels if panel]
    return f'<div class="c2">{"".join(found)}</div>' if len(found) > 1 else "".join(found)


def _key(facts: Sequence[tuple[str, str]]) -> str:
    return '<ul class="key">' + "".join(f"<li><b>{esc(b)}</b><small>{esc(s)}</small></li>" for b, s in facts) + "</ul>"


# ---------------------------------------------------------------------- is it fair?


def _balance(game: Game, study: Study, arms: dict[str, list[MatchRow]]) -> str:
    base = arms.get(BASE) or next(iter(arms.values()))
    seats, bots = findings.by_seat(game, base), findings.by_bot(game, base)
    shifts, team = findings.shifts(game, base), game.about.cooperative
    first = max(seats, key=lambda row: abs(row.share.value - (row.fair or 0.0)))
    swept = findings.sweep(game, study, arms, -1 if team else first.seat)
    scores = findings.scores(base)
    shown = any(map(any, scores))
    names = findings.seat_names(game, len(base[0].bots))
    lengths = [float(match.answers) for match in base if match.answers]
    length = mean(lengths)
    facts = [(f"{len(base):,}", f"matches, {_bots(base[0].bots)}")]
    facts += [(charts.percent(count / len(base)), f"end by {_said(way)}") for way, count in findings.endings(base)[:2]]
    facts.append((f"{length.value:.0f}", f"answers on average ({charts.within(length.half)})"))
    if any(not match.winners for match in base) and not team:
        facts.append((charts.percent(sum(not match.winners for match in base) / len(base)), "lost by all together"))
    fair = _fair(first)
    caption = f"Share of {len(base):,} matches, with 95% intervals." + (
        "" if team else " Red: the interval leaves out the fair share."
    )
    parts = [f'<p class="ans">{_answer(game, seats, first, swept, shifts)}</p>', _key(facts)]
    parts.append(
        _pair(
            _panel(
                "How often it is won" if team else "Who wins, by seat",
                caption,
                charts.sized(
                    lambda width: charts.dots("Wins", seats, charts.exact, fair, marks=not team, width=width),
                    charts.HALF if shown else charts.BROAD,
                ),
            ),
            _panel(
                "Scores at the end, by seat",
                "Vertical line and number: the median.",
                charts.sized(lambda width: charts.histograms("Scores", names, scores, width), charts.HALF)
                if shown
                else "",
            ),
        )
    )
    if bots and not team:
        picture = charts.sized(lambda width: charts.dots("Wins", bots, charts.exact, _fair(bots[0]), width=width))
        parts.append(_panel("Who wins, by bot", caption, picture, wide=True))
    parts.append(
        _pair(
            _panel(
                "How long a match lasts",
                "Moves made by the seats.",
                charts.sized(lambda width: charts.bars("Length", lengths, "answers", width), charts.HALF),
            ),
            _panel("How it ends", "Share of all matches.", _endings(game, base)),
        )
    )
    if shifts:
        parts.append(_shifts(game, shifts))
    if swept:
        who = "the share of wins" if team else f"{first.name}’s share"
        parts.append(
            _panel(
                f"Which ruling moves {who}",
                "Percentage points above or below the printed rules, on the same seeds, with 95% intervals. "
                "Red: the interval excludes zero."
                + (f" {len(swept)} variants: one red dot in twenty comes from chance alone." if len(swept) > 3 else ""),
                charts.sized(
                    lambda width: charts.dots(
                        "Rulings", swept, charts.points, (0.0, "as printed"), charts.points, width
                    )
                ),
                wide=True,
            )
        )
        row_of = 0 if team else first.seat
        options = [
            findings.by_seat(game, played)[row_of]._replace(name=findings.arm_name(game, name))
            for name, played in arms.items()
        ]
        parts.append(
            _panel(
                "By option",
                f"{'Wins' if team else 'Wins of ' + esc(first.name)} under each option, with 95% intervals.",
                charts.sized(lambda width: charts.dots("Options", options, charts.exact, fair, width=width)),
                wide=True,
            )
        )
    return "".join(parts)


def _fair(row: Finding) -> tuple[float, str] | None:
    return None if row.fair is None else (row.fair, f"fair {charts.percent(row.fair)}")


def _shifts(game: Game, shifts: Sequence[Finding]) -> str:
    seats = findings.seat_names(game, game.about.seats[1])
    strong = sorted(shifts, key=lambda row: -abs(row.share.value))[:MOST_SHIFTS]
    rows = []
    for row in sorted(strong, key=lambda row: -row.share.value):
        name = _short(_thing(game, row.name))
        rows.append(row._replace(name=f"{name} → {seats[row.seat]}" if row.seat >= 0 else name, seat=-1))
    left = f" The {MOST_SHIFTS} largest of {len(shifts)}." if len(shifts) > len(rows) else ""
    return _panel(
        "What goes with winning",
        "Points that those win more who had it more often than usual (a card for all: the seat that it moves most). "
        f"{len(shifts)} things were looked at, so the intervals are wide enough to hold together at 95 %; red: the "
        f"interval leaves out zero. Players who are ahead can afford more, so this doesn't prove a cause.{left}",
        charts.sized(
            lambda width: charts.dots("Things", rows, charts.points, (0.0, "no difference"), charts.points, width)
        ),
        wide=True,
    )


def _short(words: str) -> str:
    """Shorten a name, without a comma or hyphen before the ellipsis."""
    return re.sub(r"\W+…$", " …", shorten(words, LONGEST, placeholder=" …"))


def _answer(
    game: Game, seats: Sequence[Finding], first: Finding, swept: Sequence[Finding], shifts: Sequence[Finding]
) -> str:
    """The study's answer in a few sentences."""
    low, high = round(100 * first.share.low), round(100 * first.share.high)
    won, fair = f"{100 * first.share.value:.0f} of 100 matches", 100 * (first.fair or 0.0)
    if game.about.cooperative:
        said = f"These bots win <b>{won}</b> (interval {low} to {high})."
    elif any(row.hit for row in seats):
        said = f"Not quite. <b>{esc(first.name)} wins {won}</b> "
        said += f"(interval {low} to {high}; fair is {fair:.0f})."
    else:
        widest = max(row.share.half for row in seats)
        said = (
            f"As far as {first.matches:,} matches can tell, <b>yes</b>: every seat’s interval "
            f"({charts.within(100 * widest)} points) holds the fair share of {fair:.0f} %."
        )
    moved = [row for row in swept if row.hit]
    if moved:
        named = "; ".join(f"{esc(row.name)} ({charts.points(row.share.value)} points)" for row in moved[:3])
        said += f" {len(moved)} of {len(swept)} variants {'moves' if len(moved) == 1 else 'move'} that: {named}."
    elif swept:
        said += f" None of the {len(swept)} variants tried changes that beyond chance."
    strong = [row for row in shifts if row.hit]
    if strong:
        top = max(strong, key=lambda row: abs(row.share.value))
        who = f" of {findings.seat_names(game, game.about.seats[1])[top.seat]}" if top.seat >= 0 else ""
        how = f"{'wins' if top.share.value > 0 else 'losses'}{who}"
        said += f" Of {len(shifts)} things watched, {esc(_thing(game, top.name))} goes with {esc(how)} most"
        said += f" ({charts.points(top.share.value)} points)."
    return said


def _endings(game: Game, played: Sequence[MatchRow]) -> str:
    """How matches ended: each clause with its text and share."""
    clauses = {entry.id: entry.text for entry in load_rulebook(game).rule}
    rows = ""
    for way, count in findings.endings(played):
        says = f"<br><small>{esc(clauses[way])}</small>" if way in clauses else ""
        rows += f'<tr><td>{esc(_said(way))}{says}</td><td class="n">{count:,}</td>'
        rows += f'<td class="n">{charts.percent(count / len(played))}</td></tr>'
    head = '<tr><th>Ending</th><th class="n">matches</th><th class="n">share</th></tr>'
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _bots(bots: Sequence[str]) -> str:
    kinds = list(dict.fromkeys(bots))
    return f"{kinds[0]} on {len(bots)} seats" if len(kinds) == 1 else ", ".join(bots)


def _said(way: str) -> str:
    """The words in a clause id: "alert limit" for `end.alert-limit`."""
    return way if " " in way else way.removeprefix("end.").replace(".", ", ").replace("-", " ").replace("_", " ")


def _thing(game: Game, word: str) -> str:
    """A watched thing such as `chance:event:002` by its title in the game's content."""
    titles = _titles(game.folder) if game.folder is not None else {}
    parts = word.removeprefix(CHANCE_KIND).split(":")
    return ": ".join(titles.get(part) or part.replace("_", " ").replace("-", " ") for part in parts)


@cache
def _titles(folder: Path) -> dict[str, str]:
    """The titles of a game's content entries, by their ids."""
    found: dict[str, str] = {}
    for file in sorted((folder / "content").glob("*.toml")):
        for entries in tomllib.loads(file.read_text(encoding="utf-8")).values():
            for entry in entries if isinstance(entries, list) else ():
                if isinstance(entry, dict) and "id" in entry:
                    found.setdefault(str(entry["id"]), str(entry.get("title") or entry.get("name") or ""))
                elif isinstance(entry, dict) and {"number", "headline"} <= entry.keys():  # shown with three digits: 002
                    found[str(entry["number"]).zfill(3)] = str(entry["headline"])
    return found


# ---------------------------------------------------------------------- the ladder


def _ladder(played: Sequence[MatchRow]) -> str:
    pairs = pairings(played)
    if not pairs:
        raise BadOption("No one won a match on this ladder, so there's nothing to compare.")
    found = ladder(pairs)
    top, below = found[0], found[1]
    said = (
        f"<b>{esc(top.bot)}</b> is the strongest: alone against {esc(below.bot)} it wins {100 * top.beats:.0f} of 100 "
        f"matches. Between it and {esc(found[-1].bot)} lie {top.elo - found[-1].elo:.0f} points."
    )
    return (
        f'<p class="ans">{said}</p>'
        + _panel(
            "Strength",
            f"Elo, greedy set to 1500; lines are 95 % intervals from {len(played)} matches. A quarter of a win is "
            "added to both sides of every pairing; where one bot won every match the true distance may be larger.",
            charts.sized(lambda width: charts.rungs(found, width)),
            wide=True,
        )
        + _panel("Every pairing", "Seats change after every match.", _table([r.bot for r in found], pairs), wide=True)
    )


def _table(bots: Sequence[str], pairs: Sequence[Pairing]) -> str:
    found: dict[tuple[str, str], tuple[float, int, float]] = {}
    for pair in pairs:
        fair = 1 / (1 + pair.others)
        found[pair.one, pair.other] = pair.wins, pair.matches, fair
        found[pair.other, pair.one] = pair.matches - pair.wins, pair.matches, 1 - fair
    head = "".join(f'<th class="n">{esc(bot)}</th>' for bot in bots)
    rows = []
    for bot in bots:
        cells = []
        for other in bots:
            if (bot, other) not in found:
                cells.append('<td class="none"></td>')
                continue
            wins, matches, fair = found[bot, other]
            gain = wins / matches - fair
            strength = round(40 * abs(gain) / max(fair, 1 - fair))
            way = "up" if gain >= 0 else "down"
            cells.append(f'<td class="n {way}" style="--k:{strength}"><b>{wins:g}</b> of {matches}</td>')
        rows.append(f"<tr><th>{esc(bot)}</th>{''.join(cells)}</tr>")
    return f"<table><thead><tr><th>wins of the row against the column</th>{head}</tr></thead>{''.join(rows)}</table>"


# ---------------------------------------------------------------------- how it was made


def _method(asking: StudyHeader, played: Sequence[MatchRow], failed: int, faults: int) -> str:
    study = asking.study
    seating = {
        "fixed": "Bots keep their seats, so a seat’s luck isn’t mixed with a bot’s skill.",
        "rotate": "Bots change seats from match to match.",
        "paired": "Every seed is played in every seating; its matches count as one block.",
    }[study.seats]
    seeds = [match.seed for match in played]
    notes = [
        f"<b>Rules</b> of {esc(find_game(study.game).about.title)}, version {esc(asking.rules)}; "
        f"seeds {min(seeds)} to {max(seeds)}.",
        f"<b>Seats.</b> {seating}",
        "<b>Intervals</b> hold the truth 19 times of 20: Wilson’s for shares, with matches (not seats) as the sample; "
        "differences are paired by seed.",
        "<b>Bots are not people.</b> What they cannot see, this page cannot tell.",
    ]
    if study.until:
        notes.append(f"<b>Stopped</b> as soon as every interval was ± {study.until:g} points.")
    if failed or faults:
        notes.append(f"<b>{failed} matches failed</b> and are left out; {faults} were lost by a bot that failed.")
    listed = "".join(f"<li>{note}</li>" for note in notes)
    text = _toml(study)
    return (
        '<section class="panel"><h2>How this was made</h2><p class="cap">Anybody can run it again: the same seeds give '
        f'the same numbers.</p><div class="cmd">{esc(text)}</div><ul class="small">{listed}</ul></section>'
    )


def _toml(study: Study) -> str:
    """The study as a file, in a command that writes and runs it."""
    lines = []
    for field in ("title", "game", "bots", "ladder", "seats", "players", "matches", "seed", "until", "watch"):
        value = getattr(study, field)
        if value or field == "seed":
            lines.append(f"{field} = {json.dumps(value, ensure_ascii=False)}")
    for table in ("options", "sweep"):
        if entries := getattr(study, table):
            lines += [f"[{table}]", *(f"{name} = {json.dumps(value)}" for name, value in entries.items())]
    return "\n".join(["cat > study.toml <<'END'", *lines, "END", "tabletown study run study.toml"])
