"""Explains in players' words what keeps a draft from being played, and offers fixes.

A `Judge` returns the first problem of a draft. A fix is offered only if the judge no longer reports the
problem once it is applied; the next problems are found with the first fix in place.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from companion.errors import CardError, VariantError
from companion.phone.editor.draft import Cards, Draft, one_by_one
from companion.rules.cards import RANKS, SUIT_SIGNS, parse_card
from companion.text.cards import face, rank_plural, rank_word

replace = msgspec.structs.replace

Judge = Callable[[Draft], VariantError | None]

MOST: Final = 12
"""Maximum number of problems reported at once."""

CHIPS: Final = 5
"""Chips for each player in a fix: as many as in the common ninety-nine."""

_LABELS: Final = {
    "players": "Players",
    "decks": "Decks",
    "jokers": "Jokers",
    "hand_size": "Cards each",
    "chips": "Chips",
    "target": "Target",
    "bust": "A bust",
    "floor": "The lowest total",
    "honor": "Playing on one's honor",
    "winner_takes_all": "The winner's pot",
    "exact": "Exact totals",
    "from_players": "What changes with more players",
    "first_turns_without": "Ranks that wait",
    "shows": "Shown cards",
    "title": "The title",
    "short": "The short name",
}
_SAYS: Final = {"add": "add", "set": "set", "multiply": "multiply"}
_TURNS: Final = {"choose_next": "name who is next", "again": "play again", "skip": "skip"}


class QuickFix(msgspec.Struct, frozen=True):
    """One tap: `change` holds the parts of a draft to replace; None removes a key."""

    label: str
    change: dict[str, Any]


class Diagnostic(msgspec.Struct, frozen=True, rename={"fixes": "cures"}):
    """A problem at one `key` of the file; `cards` are the affected rows of the card table."""

    key: str
    title: str
    sentence: str
    cards: tuple[str, ...]
    fixes: tuple[QuickFix, ...]


def apply_fix(draft: Draft, change: dict[str, Any]) -> Draft:
    """Return the draft with a fix applied."""
    said: dict[str, Any] = {}
    for part, value in change.items():
        if part in {"cards", "rules"}:
            laid = getattr(draft, part) | value
            said[part] = {key: inner for key, inner in laid.items() if inner is not None}
        else:
            said[part] = value
    return replace(draft, **said)


def problems_of(draft: Draft, below: Draft | None, judge: Judge) -> tuple[tuple[Diagnostic, ...], Draft]:
    """Return the problems of a draft, and the draft with the first fix of each applied."""
    found: list[Diagnostic] = []
    seen: set[tuple[str, str]] = set()
    now = draft
    while len(found) < MOST:
        error = judge(now)
        if error is None or (error.key, error.reason) in seen:
            break
        seen.add((error.key, error.reason))
        problem = _problem(now, below, error, judge)
        found.append(problem)
        if not problem.fixes:
            break
        now = apply_fix(now, problem.fixes[0].change)
    return tuple(found), now


def _problem(draft: Draft, below: Draft | None, error: VariantError, judge: Judge) -> Diagnostic:
    cards = _cards_at(draft, error.key)
    title, sentence = _words(draft, error, cards)
    fixes: list[QuickFix] = []
    partly: list[QuickFix] = []
    for fix in (*_fixes(draft, error, cards), *_as_below(draft, below, error, cards)):
        after = judge(apply_fix(draft, fix.change))
        settled = after is None or (after.key, after.reason) != (error.key, error.reason)
        if settled and fix.change not in [other.change for other in (*fixes, *partly)]:
            (fixes if after is None or _place(after.key) != _place(error.key) else partly).append(fix)
    return Diagnostic(error.key, title, sentence, cards, tuple((fixes + partly)[:3]))


def _parts(key: str) -> list[str]:
    """Split a key that `companion.rules.variant_keys.dotted` joined."""
    parts: list[str] = []
    while key:
        if key.startswith('"'):
            part, end = json.JSONDecoder().raw_decode(key)
            parts.append(part)
            key = key[end + 1 :]
        else:
            part, _, key = key.partition(".")
            parts.append(part)
    return parts


def _place(key: str) -> list[str]:
    """Return the card or rule that a key belongs to."""
    parts = _parts(key)
    return parts[:2] if parts[:1] == ["cards"] else parts[:1]


def _cards_at(draft: Draft, key: str) -> tuple[str, ...]:
    match _parts(key):
        case ["cards", which, *_]:
            try:
                return tuple(one_by_one({which: {}}))
            except CardError:
                return ()
        case ["cards"]:
            shields = (key for key, entry in draft.cards.items() if entry.get("shield"))
            return tuple(card for key in shields for card in key.split())
    return ()


def _words(draft: Draft, error: VariantError, cards: tuple[str, ...]) -> tuple[str, str]:
    target, reason = draft.rules.get("target"), error.reason
    entry = _entry(draft, cards)
    sets = entry.get("set")
    if cards and _is_over(sets, target):
        name = _name(cards[0])
        if draft.rules.get("over") == "bust":
            return f"{name} always busts", f"It sets {sets}, and everything over {target} is a bust."
        return f"{name} could never be played", f"It sets {sets}, and everything over {target} is refused."
    if error.key == "bust":
        return (
            "A bust costs a chip, but nobody has chips",
            "Give each some, or let a bust put the player out.",
        )
    if error.key == "cards" and cards:
        return "A shield against nothing", "No card knocks anybody out."
    key = error.key.partition(".")[0]
    about = _name(cards[0]) if cards else _LABELS.get(key, key.replace("_", " ").capitalize() or "The game")
    return f"{about}: this cannot be", f"{reason[:1].upper()}{reason[1:]}."


def _is_over(sets: object, target: object) -> bool:
    return type(sets) is int and type(target) is int and sets > target


def _name(key: str) -> str:
    """Return a card with its article: a king, an 8, the Q♠."""
    card = parse_card(key)
    if card.is_joker:
        return "A joker"
    if card.suit:
        return f"The {card.rank}{SUIT_SIGNS[card.suit]}"
    return f"{'An' if card.rank in {'A', '8'} else 'A'} {rank_word(card.rank)}"


def _several(cards: tuple[str, ...]) -> str:
    names = [
        rank_plural(card.rank).capitalize() if card.suit is None and not card.is_joker else face(card)
        for card in map(parse_card, cards)
    ]
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _entry(draft: Draft, cards: tuple[str, ...]) -> Cards:
    if not cards:
        return {}
    try:
        entry = one_by_one(draft.cards).get(cards[0], {})
    except CardError:
        return {}
    return entry if isinstance(entry, dict) else {}


def _fixes(draft: Draft, error: VariantError, cards: tuple[str, ...]) -> Iterator[QuickFix]:
    """Yield possible fixes from the draft's content; the caller asks the judge about each."""
    if error.key == "cards":
        yield from _of_all_cards(draft, error)
    elif cards:
        yield from _of_cards(draft, cards)
    else:
        yield from _of_rule(draft, error)


def _of_cards(draft: Draft, cards: tuple[str, ...]) -> Iterator[QuickFix]:
    entry, target = _entry(draft, cards), draft.rules.get("target")
    who = _several(cards)
    s = "s" if len(cards) == 1 and (parse_card(cards[0]).suit or parse_card(cards[0]).is_joker) else ""

    def instead(label: str, *without: str, **said: Any) -> QuickFix:
        other = {key: value for key, value in entry.items() if key not in without} | said
        return QuickFix(label, {"cards": dict.fromkeys(cards, other)})

    sets = entry.get("set")
    if _is_over(sets, target) or parse_card(cards[0]).is_joker:
        yield instead(f"{who} set{s} {target}", "add", "multiply", set="target")
    if _is_over(sets, target):
        yield QuickFix(f"Target {sets}", {"rules": {"target": sets}})
    if isinstance(sets, dict) and isinstance(sets.get("from"), int) and isinstance(sets.get("to"), int):
        yield instead(f"{who}: {sets['to']} to {sets['from']}", set={"from": sets["to"], "to": sets["from"]})
    if isinstance(numbers := entry.get("add"), list):
        yield instead(f"{who}: each number once", add=list(dict.fromkeys(map(_hashable, numbers))))
    says = [word for word in _SAYS if word in entry]
    for word in says:
        yield instead(f"{who} only {_SAYS[word]}", *(other for other in says if other != word))
    if not says:
        yield instead(f"{who} add{s} nothing", add=0)
    turns = [word for word in _TURNS if entry.get(word)]
    for word in turns:
        yield instead(f"{who}: only {_TURNS[word]}", *(other for other in turns if other != word))
    for word, label in (("shield", "no shield"), ("knock_out", "knock nobody out")):
        if entry.get(word):
            yield instead(f"{who}: {label}", word)
    if isinstance(call := entry.get("call"), str):
        yield instead(f"Say “{call[:24]}”", call=call[:24])
        yield instead("Say nothing", "call")


def _hashable(value: object) -> object:
    return value if isinstance(value, int | str) else str(value)


def _of_all_cards(draft: Draft, error: VariantError) -> Iterator[QuickFix]:
    shields = {key: entry for key, entry in draft.cards.items() if entry.get("shield")}
    if shields:
        plain = {
            key: {name: value for name, value in entry.items() if name != "shield"}
            for key, entry in shields.items()
        }
        yield QuickFix("No shield", {"cards": plain})
    for rank in RANKS:
        if error.reason.endswith(f"what {rank} does"):
            label = f"{rank_plural(rank).capitalize()} add their pips"
            yield QuickFix(label, {"cards": {rank: {"add": "pip"}}})


def _of_rule(draft: Draft, error: VariantError) -> Iterator[QuickFix]:
    key, *within = _parts(error.key)
    rules = draft.rules
    match key:
        case "bust" | "honor" | "winner_takes_all":
            yield QuickFix(f"Give each {CHIPS} chips", {"rules": {"chips": CHIPS}})
            if key == "bust":
                yield QuickFix("A bust puts the player out", {"rules": {"bust": "out"}})
            else:
                yield QuickFix("Leave it out", {"rules": {key: False}})
        case "exact" if isinstance(exact := rules.get("exact"), dict):
            for total in exact:
                if within in ([], [total]):
                    rest = {other: what for other, what in exact.items() if other != total}
                    yield QuickFix(f"Without {total}", {"rules": {"exact": rest}})
            highest = max((int(total) for total in exact if total.isdecimal() and len(total) < 5), default=0)
            if highest:
                yield QuickFix(f"Target {highest}", {"rules": {"target": highest}})
        case "hand_size":
            yield from _of_hand(draft)
            yield from _of_more_players(draft)
        case "from_players" | "first_turns_without" | "shows" if within and isinstance(rules.get(key), dict):
            rest = {other: what for other, what in rules[key].items() if other != within[0]}
            yield QuickFix(f"Without {within[0]}", {"rules": {key: rest}})
        case "players":
            yield QuickFix("Two or more players", {"rules": {"players": [2]}})
        case "title":
            yield QuickFix("Call it “Our game”", {"title": "Our game"})
            yield QuickFix("Shorten it", {"title": draft.title[:40]})
        case "short":
            cut = "".join(draft.short.split())[:4] or str(rules.get("target", "Ours"))[:4]
            yield QuickFix(f"Write “{cut}”", {"short": cut})


def _of_hand(draft: Draft) -> Iterator[QuickFix]:
    rules = draft.rules
    hand = rules.get("hand_size")
    if rules.get("decks") == 1:
        yield QuickFix("Two decks", {"rules": {"decks": 2}})
    try:
        changes = [(int(count), rules | change) for count, change in rules["from_players"].items()]
        tables = [(rules["players"][0], rules), *changes]
        fewer = min(table["decks"] * (52 + table["jokers"]) // count for count, table in tables)
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
        return  # another problem with these is reported first
    if type(hand) is int and 0 < fewer < hand:
        yield QuickFix(f"Deal {fewer} each", {"rules": {"hand_size": fewer}})


def _of_more_players(draft: Draft) -> Iterator[QuickFix]:
    changes = draft.rules.get("from_players")
    if isinstance(changes, dict):
        for count in changes:
            rest = {other: what for other, what in changes.items() if other != count}
            yield QuickFix(f"Without {count}", {"rules": {"from_players": rest}})


def _as_below(
    draft: Draft, below: Draft | None, error: VariantError, cards: tuple[str, ...]
) -> Iterator[QuickFix]:
    """Yield a fix that takes the value of the base."""
    if below is None:
        return
    title = below.title
    if cards:
        printed = one_by_one(below.cards)
        change = {card: printed.get(card) for card in cards}
        if any(entry is not None for entry in change.values()) or error.key != "cards":
            yield QuickFix(f"{_several(cards)} as in {title}", {"cards": change})
    key = _parts(error.key)[0] if error.key else ""
    if key in draft.rules:
        yield QuickFix(
            f"{_LABELS.get(key, key.capitalize())} as in {title}", {"rules": {key: below.rules.get(key)}}
        )
    if key == "cards" and not cards:
        yield QuickFix(f"All cards as in {title}", {"cards": dict.fromkeys(draft.cards) | below.cards})
    if key in {"title", "short"}:
        yield QuickFix(f"“{getattr(below, key)}”", {key: getattr(below, key)})
