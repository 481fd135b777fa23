"""Explains in players' words what keeps a draft from being played, and offers fixes.

A `Judge` returns the first problem of a draft. A fix is offered only if the judge no longer reports the
problem once it is applied; the next problems are found with the first fix in place.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from companion.errors import CardError, VariantError
from companion.message import Words, phrase, plural, render
from companion.phone.editor.adding.draft import Cards, Draft, one_by_one
from companion.rules.adding.in_force import effect_of
from companion.rules.adding.variant import CardEntry
from companion.rules.cards import parse_card
from companion.rules.refusals import BadHouseRule
from companion.rules.variant_keys import as_struct
from companion.text.adding.card_table import effect_sentence
from companion.text.adding.effects import pips_words
from companion.text.cards import face, ranks_heading
from companion.text.numbers import together
from companion.text.refusals import refusal_sentence
from companion.text.rule_keys import answer, rule_title
from companion.text.variants import translated
from companion.text.voice import sentences

replace = msgspec.structs.replace

Judge = Callable[[Draft], VariantError | None]

MOST: Final = 12
"""Maximum number of problems reported at once."""

FIXES: Final = 2
"""Maximum number of fixes of a problem: the choice between both sides of a contradiction."""

CHIPS: Final = 5
"""Chips for each player in a fix: as many as in the common ninety-nine."""

_CHANGES: Final = ("add", "set", "multiply")
_TURNS: Final = ("choose_next", "again", "skip")


class QuickFix(msgspec.Struct, frozen=True):
    """One tap: `change` holds the parts of a draft to replace; None removes a key."""

    label: Words
    change: dict[str, Any]


class Diagnostic(msgspec.Struct, frozen=True, rename={"fixes": "cures"}):
    """A problem at one `key` of the file; `cards` are the affected rows of the card table."""

    key: str
    title: Words
    sentence: Words
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


def problems_of(
    draft: Draft, below: Draft | None, judge: Judge, most: int = MOST
) -> tuple[tuple[Diagnostic, ...], Draft]:
    """Return the first `most` problems of a draft, and the draft with the first fix of each applied."""
    found: list[Diagnostic] = []
    seen: set[tuple[str, Words]] = set()
    now = draft
    while len(found) < most:
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
    return Diagnostic(error.key, title, sentence, cards, tuple((fixes + partly)[:FIXES]))


def _parts(key: str) -> list[str]:
    """Split a key that `companion.rules.variant_keys.dotted` joined."""
    parts: list[str] = []
    while key:
        if key.startswith('"'):
            part, end = json.JSONDecoder().raw_decode(key)
            parts.append(part)
            key = key[end + 1 :]
        else:
            part, _dot, key = key.partition(".")
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


def _words(draft: Draft, error: VariantError, cards: tuple[str, ...]) -> tuple[Words, Words]:
    target = draft.rules.get("target")
    sets = _entry(draft, cards).get("set")
    if cards and _is_over(sets, target):
        over = "bust" if draft.rules.get("over") == "bust" else "refuse"
        always_busts = plural("{cards} always busts", "{cards} always bust", _many(cards))
        title = always_busts if over == "bust" else phrase("{cards} could never be played")
        facts = _does(cards, {"set": sets}, target), _answered("target", target), _answered("over", over)
        return title.filled(cards=_several(cards)), sentences(facts)
    if error.key == "bust":
        no_chips = sentences([refusal_sentence(BadHouseRule("bust", "no-chips"))])
        return phrase("{what}: this cannot be", what=_rule_name("bust")), no_chips
    if error.key == "cards" and cards:
        return phrase("A shield against nothing"), phrase("No card knocks anybody out.")
    about = _several(cards) if cards else _rule_name(error.key.partition(".")[0])
    title = phrase("{what}: this cannot be", what=about)
    return title, phrase("{sentence}.", sentence=render(error.reason))


def _rule_name(key: str) -> Words:
    if not key:
        return phrase("The game")
    try:
        return rule_title(key).short
    except KeyError:
        return key


def _is_over(sets: object, target: object) -> bool:
    return type(sets) is int and type(target) is int and sets > target


def _several(cards: tuple[str, ...]) -> Words:
    """Return the cards at the start of a label: ``Kings and Q♠``."""
    read = [parse_card(card) for card in cards]
    return together([face(card) if card.suit else ranks_heading(card.rank) for card in read])


def _many(cards: tuple[str, ...]) -> int:
    """Return the number of cards that are the subject of a label; a rank is several."""
    return sum(1 if parse_card(card).suit else 2 for card in cards)


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

    def instead(*without: str, **said: Any) -> Iterator[QuickFix]:
        other = {key: value for key, value in entry.items() if key not in without} | said
        if does := _does(cards, other, target):
            yield QuickFix(does, {"cards": dict.fromkeys(cards, other)})

    sets: Any = entry.get("set")
    if _is_over(sets, target) or parse_card(cards[0]).is_joker:
        yield from instead("add", "multiply", set="target")
    if _is_over(sets, target):
        yield _with_rule("target", sets)
    if isinstance(sets, dict) and isinstance(sets.get("from"), int) and isinstance(sets.get("to"), int):
        yield from instead(set={"from": sets["to"], "to": sets["from"]})
    if isinstance(numbers := entry.get("add"), list):
        yield from instead(add=list(dict.fromkeys(map(_hashable, numbers))))
    changes = [word for word in _CHANGES if word in entry]
    turns = [word for word in _TURNS if entry.get(word)]
    for excluding in (changes, turns):
        for word in excluding:
            yield from instead(*(other for other in excluding if other != word))
    if not changes:
        yield from instead(add=0)
    for word in ("shield", "knock_out"):
        if entry.get(word):
            yield from instead(word)
    if isinstance(call := entry.get("call"), str):
        yield from instead(call=call[:24])
        yield from instead("call")


def _does(cards: tuple[str, ...], entry: Cards, target: object) -> Words:
    """Return what cards of this `entry` do; "" if it cannot be read."""
    limit = target if isinstance(target, int) else 0
    try:
        effect = effect_of(parse_card(cards[0]).rank, as_struct(entry, CardEntry, "cards"), limit)
    except ValueError:  # a VariantError, or a joker's pips, of which there are none
        return ""
    does = effect_sentence(effect, limit, _many(cards))
    return phrase("{cards} {does}", cards=_several(cards), does=does)


def _answered(rule: str, value: object) -> Words:
    return phrase("{what}: {does}", what=_rule_name(rule), does=answer(rule, value).short)


def _with_rule(rule: str, value: object) -> QuickFix:
    return QuickFix(_answered(rule, value), {"rules": {rule: value}})


def _without(key: str, table: dict[str, Any], left_out: str) -> QuickFix:
    rest = {other: what for other, what in table.items() if other != left_out}
    return QuickFix(phrase("Without {n}", n=left_out), {"rules": {key: rest}})


def _hashable(value: object) -> object:
    return value if isinstance(value, int | str) else str(value)


def _of_all_cards(draft: Draft, error: VariantError) -> Iterator[QuickFix]:
    shields = {key: entry for key, entry in draft.cards.items() if entry.get("shield")}
    if shields:
        plain = {
            key: {name: value for name, value in entry.items() if name != "shield"}
            for key, entry in shields.items()
        }
        yield QuickFix(phrase("No shield"), {"cards": plain})
    if error.rank:
        label = phrase("{cards} {does}", cards=ranks_heading(error.rank), does=pips_words(2))
        yield QuickFix(label, {"cards": {error.rank: {"add": "pip"}}})


def _of_rule(draft: Draft, error: VariantError) -> Iterator[QuickFix]:
    key, *within = _parts(error.key)
    rules = draft.rules
    match key:
        case "bust" | "honor" | "winner_takes_all":
            yield _with_rule("chips", CHIPS)
            yield _with_rule(key, "out" if key == "bust" else False)
        case "exact" if isinstance(exact := rules.get("exact"), dict):
            for total in exact:
                if within in ([], [total]):
                    yield _without(key, exact, total)
            highest = max((int(total) for total in exact if total.isdecimal() and len(total) < 5), default=0)
            if highest:
                yield _with_rule("target", highest)
        case "hand_size":
            yield from _of_hand(draft)
            yield from _of_more_players(draft)
        case "from_players" | "first_turns_without" | "shows" if within and isinstance(rules.get(key), dict):
            yield _without(key, rules[key], within[0])
        case "players":
            yield QuickFix(phrase("Two or more players"), {"rules": {"players": [2]}})
        case "title":
            ours = phrase("Our game")
            yield QuickFix(phrase("Call it “{title}”", title=ours), {"title": ours})
            yield QuickFix(phrase("Shorten it"), {"title": draft.title[:40]})
        case "short":
            cut = "".join(draft.short.split())[:4] or str(rules.get("target", ""))[:4]
            yield QuickFix(phrase("Write “{text}”", text=cut), {"short": cut})


def _of_hand(draft: Draft) -> Iterator[QuickFix]:
    rules = draft.rules
    hand = rules.get("hand_size")
    if rules.get("decks") == 1:
        yield _with_rule("decks", 2)
    try:
        changes = [(int(count), rules | change) for count, change in rules["from_players"].items()]
        tables = [(rules["players"][0], rules), *changes]
        fewer = min(table["decks"] * (52 + table["jokers"]) // count for count, table in tables)
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):
        return  # another problem with these is reported first
    if type(hand) is int and 0 < fewer < hand:
        yield _with_rule("hand_size", fewer)


def _of_more_players(draft: Draft) -> Iterator[QuickFix]:
    changes = draft.rules.get("from_players")
    if isinstance(changes, dict):
        for count in changes:
            yield _without("from_players", changes, count)


def _as_below(
    draft: Draft, below: Draft | None, error: VariantError, cards: tuple[str, ...]
) -> Iterator[QuickFix]:
    """Yield a fix that takes the value of the base."""
    if below is None:
        return

    def as_in(what: Words, change: dict[str, Any]) -> QuickFix:
        label = phrase("{what} as in {title}", what=what, title=translated(below.title))
        return QuickFix(label, change)

    if cards:
        printed = one_by_one(below.cards)
        change = {card: printed.get(card) for card in cards}
        if any(entry is not None for entry in change.values()) or error.key != "cards":
            yield as_in(_several(cards), {"cards": change})
    key = _parts(error.key)[0] if error.key else ""
    if key in draft.rules:
        yield as_in(_rule_name(key), {"rules": {key: below.rules.get(key)}})
    if key == "cards" and not cards:
        yield as_in(phrase("All cards"), {"cards": dict.fromkeys(draft.cards) | below.cards})
    if key in {"title", "short"}:
        yield QuickFix(phrase("“{text}”", text=getattr(below, key)), {key: getattr(below, key)})
