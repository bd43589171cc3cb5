"""The panels around the map: story, tracks, event, dice and what they pay for, the family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabletown.drawing import called, esc, listed, named, num
from tabletown.games.new_york_crisis.cards import (
    CHARACTERS,
    COLOURS,
    EXTRA,
    INFO_COLOUR,
    ITEM_NAMES,
    MODIFIERS,
    PHYSICAL,
    POLICE_CARDS,
    RELATIVE,
    RESULTS,
    SOCIAL,
    WILD,
)
from tabletown.games.new_york_crisis.city import NAMES
from tabletown.games.new_york_crisis.options import DICE
from tabletown.games.new_york_crisis.rules.dice import have
from tabletown.games.new_york_crisis.rules.moving import extra_step_left, undealt
from tabletown.games.new_york_crisis.rules.police import task
from tabletown.games.new_york_crisis.rules.spending import kill_price
from tabletown.games.new_york_crisis.rules.story import ending, final_challenge
from tabletown.games.new_york_crisis.scenarios import CAMPAIGN, GOALS, SKILL_TOKENS, StoryCard
from tabletown.games.new_york_crisis.state import Crisis, scenario, seat_of
from tabletown.games.new_york_crisis.view import pieces
from tabletown.kernel import Described, Panel, say


def panel(id: str, title: str, html: str, place: str, tab: str = "") -> Panel:
    return Panel(id, title, f'<div class="nyc">{html}</div>', place, tab)


# ------------------------------------------------------------------ the story


def story_panel(s: Crisis) -> Panel:
    story = scenario(s)
    if s.card < 0:
        html = f'<h3>{called(story.title)}</h3><p class="prose">{called(story.line)}</p>'
        return panel("story", say("The story"), html, "left", say("Story"))
    parts = [ending_html(s)] if s.result else []
    parts.append(card_html(s, story.card[s.card]))
    parts.append(story_track(s))
    earlier = [folded(s, card.title, card) for card in reversed(story.card[: s.card])]
    if s.options.open_story:
        earlier += [
            folded(s, say("Still to come: {title}", title=card.title), card) for card in story.card[s.card + 1 :]
        ]
    if earlier:
        parts.append(f'<div class="earlier">{"".join(earlier)}</div>')
    heading = say("{title} · card {card}", title=story.title, card=s.card)
    if s.campaign:
        told = {"night": len(s.week) + 1, "nights": len(CAMPAIGN.order), "title": story.title, "card": s.card}
        heading = say("Night {night} of {nights} · {title} · card {card}", **told)
    return panel(
        "story",
        heading,
        "".join(parts),
        "left",
        say("Story"),
    )


def ending_html(s: Crisis) -> str:
    title = {
        "won": say("Cleared, at a price") if s.dear else say("Cleared"),
        "alert": say("Caught"),
        "fbi": say("Surrounded"),
    }[s.result]
    return f'<div class="ending"><h3>{title}</h3><p class="prose">{called(ending(s))}</p></div>'


def folded(s: Crisis, title: str, card: StoryCard) -> str:
    return f"<details><summary>{called(title)}</summary>{card_html(s, card, title=False)}</details>"


def card_html(s: Crisis, card: StoryCard, title: bool = True) -> str:
    """A story card, with what an earlier answer adds to it and the family's answer to it."""
    head = f"<h3>{called(card.title)}</h3>" if title else ""
    prose = [card.text, *(part.text for part in card.later if part.when in s.decided and part.text)]
    told = "".join(f'<p class="prose">{called(words)}</p>' for words in prose)
    choice = card.choice
    answers = [option.label for option in choice.options if f"{choice.id}={option.id}" in s.decided] if choice else []
    answer = ""
    if choice and answers:
        answer = f'<p class="now">{esc(say("{ask} {answer}.", ask=choice.ask, answer=answers[0]))}</p>'
    return f'{head}{told}<p class="now">{called(card.rule)}</p>{answer}'


def story_track(s: Crisis) -> str:
    """A ruler of dots: big rings are cards, the pin is the marker."""
    cards = [card.at[len(s.cast) - 1] for card in scenario(s).card]
    last = cards[-1]
    step = 255 / max(1, last)
    parts = []
    for place in range(last + 1):
        x = num(8.5 + step * place)
        kind = "c" if place in cards else ""
        size = 7.2 if kind else min(4.6, step * 0.36)
        passed = " d" if place <= s.story else ""
        parts.append(f'<circle cx="{x}" cy="14" r="{num(size)}" class="{kind}{passed}"/>')
        if kind:
            parts.append(f'<text x="{x}" y="37">{place}</text>')
    x = num(8.5 + step * min(s.story, last))
    coming = next((at for at in cards if at > s.story), 0)
    words = (
        say("Story marker at {story}, next card at {coming}", story=s.story, coming=coming)
        if coming
        else say("Story marker at {story}, all cards are open", story=s.story)
    )
    parts.append(f'<path class="pin" id="story-pin" d="M{x},4l6,10l-6,10l-6,-10z"/>')
    return f'<svg class="story" viewBox="0 0 272 40" role="img" aria-label="{words}">{"".join(parts)}</svg>'


def alert_panel(s: Crisis) -> Panel:
    """The alert as a row of lamps, red and blue in turn; cars wait where it will call them."""
    step = 272 / s.limit
    parts = []
    for place in range(1, s.limit + 1):
        kind = ("red" if place % 2 else "blue") if place <= s.alert else "off"
        last = " last" if place == s.limit else ""
        x, wide = step * (place - 1) + 2, step - 4
        bow = num(min(wide / 2, 9))
        parts.append(
            f'<path id="lamp-{place}" class="lamp {kind}{last}" d="M{num(x)},42v-8q0,-{bow} {bow},-{bow}'
            f'h{num(wide - 2 * float(bow))}q{bow},0 {bow},{bow}v8q0,3 -3,3h{num(6 - wide)}q-3,0 -3,-3z"/>'
        )
        if place == s.limit or place in scenario(s).cars_on_alert:
            parts.append(f'<text x="{num(min(264, x + wide / 2))}" y="60">{place}</text>')
    waiting = [place for place in s.track_cars if place <= s.limit]  # a car beyond the limit is never reached
    for place in waiting:
        parts.append(pieces.at(step * (place - 0.5), 13, pieces.car(), 0.62))
    words = say("Alert {alert} of {limit}", alert=s.alert, limit=s.limit)
    if waiting:
        words = say("{alert}, next police car at {place}", alert=words, place=waiting[0])
    html = f'<svg class="alert" viewBox="0 0 272 64" role="img" aria-label="{words}">{"".join(parts)}</svg>'
    notes = []
    if s.last_round:
        notes.append(
            f"<b>{say('The limit is reached: this is the last round.')}</b>"
            if s.round >= s.last_round
            else f"<b>{say('One more round to go.')}</b>"
        )
    if s.deck_cars:
        notes.append(
            say(
                "{n} more police car from the next round on.",
                "{n} more police cars from the next round on.",
                n=s.deck_cars,
            )
        )
    bag = " ".join(f"{pieces.icon(pieces.info(type), 18)} {s.bag[type]}" for type in range(3))
    notes.append(f'<span class="bagline">{say("FBI {fbi} of 5 · in the bag {bag}", fbi=len(s.fbi), bag=bag)}</span>')
    return panel(
        "alert",
        say("Alert {alert} of {limit}", alert=s.alert, limit=s.limit),
        html + f'<p class="note">{" ".join(notes)}</p>',
        "left",
        say("Alert"),
    )


def event_panel(s: Crisis) -> Panel | None:
    if not s.event:
        return None
    card = POLICE_CARDS[s.event]
    html = (
        f'<h3>{called(card.title)}</h3><p class="prose">{called(card.line)}</p><p class="now">{called(card.text)}</p>'
    )
    if card.effect.condition is not None:
        html += f'<p class="note">{progress(s)}</p>'
    return panel("police", say("Police, round {round}", round=s.round), html, "left", say("Alert"))


def progress(s: Crisis) -> str:
    """How far the task of the round has come."""
    condition = task(s)
    if condition is None:
        return say("Done.")
    done = {"mafia_eliminated": s.kills, "info_taken": s.infos, "items_taken": s.items}.get(condition.type)
    wanted = condition.at_least if isinstance(condition.at_least, int) else condition.at_least[len(s.cast) - 1]
    return say("{done} of {wanted} so far.", done=done, wanted=wanted) if done is not None else say("Not done yet.")


# ------------------------------------------------------------------ dice and what to do with them


def dice_list(s: Crisis, options: Mapping[str, Described]) -> str:
    rows = []
    for n, (colour, face, spent) in enumerate(zip(s.colours, s.faces, s.spent)):
        word = DICE[n]
        option = word if word in options else ""
        note = say("spent") if spent else named(RESULTS[face])
        if colour == RELATIVE and not spent:
            note = say("{result}, relative", result=RESULTS[face])
        elif colour == EXTRA and not spent:
            note = say("{result}, item", result=RESULTS[face])
        label = esc(options[word].label) if option else ""
        rows.append(pieces.die(n + 1, colour, face, spent, option, label, note, n in s.picked, n in s.fresh))
    return f'<ul class="dice">{"".join(rows)}</ul>'


def uses_panel(s: Crisis) -> Panel | None:
    return panel("uses", say("What your dice pay for here"), html, "rail", say("Turn")) if (html := uses(s)) else None


def uses(s: Crisis) -> str:
    """What each kind of result could still pay for where the character stands."""
    if s.phase != "act" or s.active < 0:
        return ""
    place = s.at[s.active]
    counts = have(s)
    rows = []
    for type in range(3):
        wanted = []
        if s.info[place * 3 + type]:
            wanted.append((say("{type} info", type=INFO_COLOUR[type]), s.info_cost[type]))
        for number, spot in enumerate(s.goals):
            objective = GOALS[s.scenario][number].objective
            if spot == place and objective.cost.type == type and not objective.items:
                wanted.append((named(objective.name), objective.cost.results))
        if s.final_at == place and final_challenge(s).cost.type == type:
            wanted.append((say("the final challenge"), final_challenge(s).cost.results))
        if s.item[place] >= 0:
            wanted.append((say("the {item}", item=ITEM_NAMES[s.item[place]]), 2))
        if s.mafia[place] and type == PHYSICAL:
            wanted += [(say("eliminate a mobster"), kill_price(s)[1])] + [(say("dodge"), 1)] * bool(undealt(s))
        if s.mafia[place] > s.avoided and type == SOCIAL and MODIFIERS[s.event].avoid_allowed:
            wanted.append((say("avoid the mobsters"), 1))
        if not wanted:
            continue
        parts = []
        for thing, cost in wanted:
            missing = cost - counts[type] - counts[WILD]
            short = f' <em class="lack">{say("{missing} short", missing=missing)}</em>' if missing > 0 else ""
            parts.append(f'<span class="{"no" if missing > 0 else "ok"}">{esc(thing)} <b>{cost}</b>{short}</span>')
        have_words = say("{n} + {wilds} wild", n=counts[type], wilds=counts[WILD]) if counts[WILD] else counts[type]
        result = called(RESULTS[type])
        rows.append(f"<li>{pieces.result_icon(type)}<span><b>{have_words}</b> {result}: {', '.join(parts)}</span></li>")
    if not rows:
        nothing = say("There's nothing here to spend dice on.")
        return f'<p class="note">{nothing}</p>'
    return f'<ul class="uses" aria-label="{say("What your results can pay for here")}">{"".join(rows)}</ul>'


def hand_panel(s: Crisis, options: Mapping[str, Described], yours: bool) -> Panel | None:
    """The dice, and what is left of the turn."""
    if s.active < 0 or not s.colours:
        return None
    who = say("Your dice") if yours else say("{name}'s dice", name=CHARACTERS[s.cast[s.active]].name)
    left = [say("{n} action", "{n} actions", n=s.actions)]
    if s.steps:
        left.append(say("{n} step", "{n} steps", n=s.steps))
    if extra_step_left(s):
        left.append(say("extra step"))
    note = f'<p class="left-over">{say("Left: {left:,}", left=left)}</p>' if s.phase == "act" else ""
    return Panel("dice-hand", who, f'<div class="nyc nyc-hand" data-keep>{dice_list(s, options)}{note}</div>', "hand")


# ------------------------------------------------------------------ the family


def family_panel(s: Crisis, seat: int | None, names: Sequence[str]) -> Panel | None:
    if not s.cast:
        return None
    rows = []
    for figure, character in enumerate(s.cast):
        player = seat_of(s, figure)
        who = say("you") if player == seat else names[player] if player < len(names) else ""
        turn = " me" if figure == s.active else ""
        done = f" · {say('has had a turn')}" if s.acted[figure] and figure != s.active else ""
        tokens = f'<i class="w" title="{say("wound")}"></i>' * len(s.wounds[figure])
        tokens += f'<i class="sk" title="{say("skill token")}"></i>' * s.skills[figure]
        tokens += f'<i class="sk gone" title="{say("skill token used")}"></i>' * (SKILL_TOKENS - s.skills[figure])
        tokens_left = say("{n} skill token", "{n} skill tokens", n=s.skills[figure])
        hurt = say("{n} wound", "{n} wounds", n=len(s.wounds[figure]))
        told = listed((tokens_left, hurt), ",")
        items = "".join(item_chip(item, False) for item in s.ready[figure])
        items += "".join(item_chip(item, True) for item in s.used[figure])
        lost = (
            (
                '<small class="bad">'
                f"{say('lost dice: {colours:,}', colours=[COLOURS[c] for c in s.wounds[figure]])}</small>"
            )
            if s.wounds[figure]
            else ""
        )
        rows.append(
            f'<li class="ch{turn} o{figure % 4 + 1}">'
            '<svg width="34" height="34" viewBox="-17 -17 34 34" aria-hidden="true">'
            f"{pieces.pawn(figure, character)}</svg><span><b>{called(CHARACTERS[character].name)}</b>"
            f"<small>{esc(who)} · {called(NAMES[s.at[figure]])}{done}</small>{lost}</span>"
            f'<span class="st" role="img" aria-label="{told}">{tokens}</span>'
            + (f'<span class="bag">{items}</span>' if items else "")
            + "</li>"
        )
    return panel("family", say("The family"), f'<ul class="family">{"".join(rows)}</ul>', "rail", say("Family"))


def item_chip(item: int, used: bool) -> str:
    state = say("used this round") if used else say("ready")
    return (
        f'<span class="chip-item{" used" if used else ""}" title="{called(ITEM_NAMES[item])}, {state}">'
        f"{pieces.icon(pieces.item(item), 20)}{called(ITEM_NAMES[item])}</span>"
    )
