"""The one plain sentence for people, made from an error's code and facts.

Short, as one speaks at a table: first the fact with its sum, then whose move it is.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.config.schema_errors import meant, nearest, shown
from companion.errors import CardError, Illegal
from companion.rules.cards import SUIT_SIGNS, parse_card

Facts = Mapping[str, Any]

WHAT: Final[Mapping[str, str]] = {
    "accept": "shield",
    "forgot": "drawing",
    "leave": "leaving",
    "score": "scoring of rounds",
}
"""What a command is about, where its name alone would not say it."""


def sentence(refused: Illegal) -> str:
    """Return the sentence that says why a command was refused."""
    return SENTENCES[refused.code](refused.told | refused.facts)


def face(text: str) -> str:
    """Return a card as printed (``10♥``, ``Joker``); other text is quoted, cut to 20 characters."""
    try:
        return parse_card(text).face
    except CardError:
        return f'"{text[:20]}"'


def plural(rank: str) -> str:
    """Return cards of a rank as people say them: ``kings``, ``sixes``, ``8s``."""
    return {"A": "aces", "6": "sixes", "J": "jacks", "Q": "queens", "K": "kings"}.get(rank, f"{rank}s")


def names(people: list[str] | tuple[str, ...]) -> str:
    """Return `people` as a list in words: Ann, Bo or Cy."""
    *others, last = people
    return f"{', '.join(others)} or {last}" if others else last


def _over(facts: Facts) -> str:
    was, total, target = facts.get("was"), facts["total"], facts["target"]
    if not isinstance(was, int):
        return f"{total} is over {target}"
    change = total - was
    return f"{was} {'+' if change >= 0 else '-'} {abs(change)} = {total} is over {target}"


def _choice(facts: Facts) -> str:
    options = facts["options"]
    return f"Which number from {_numbers(options)}?" if _is_span(options) else f"{_numbers(options)}?"


def _bad_value(facts: Facts) -> str:
    options = facts["options"]
    if "face" in facts:
        return f"{facts['face']} has no value to choose"
    if not options:
        return f"These cards have no value {facts['value']} in common"
    return f"{facts['value']} cannot be chosen, only {_numbers(options)}"


def _numbers(options: list[int]) -> str:
    if _is_span(options):
        return f"{options[0]} to {options[-1]}"
    return names([str(option) for option in options])


def _is_span(options: list[int]) -> bool:
    return len(options) > 4 and options == list(range(options[0], options[0] + len(options)))


def _bad_players(facts: Facts) -> str:
    match facts["why"]:
        case "empty":
            return "Everybody needs a name"
        case "twice":
            return f"{facts['name']} sits there twice: give each player a name of their own"
    if facts["most"] is None:
        return f"{facts['title']} needs at least {facts['fewest']} players, not {facts['count']}"
    return f"{facts['title']} is for {facts['fewest']} to {facts['most']} players, not {facts['count']}"


def _bad_house_rule(facts: Facts) -> str:
    match facts["why"]:
        case "no-chips":
            return (
                "A bust costs a chip, but nobody has chips: give each some, or let a bust put the player out"
            )
        case "unknown":
            rule = facts["rule"]
            return f"There is no house rule {rule[:40]!r} in this game{meant(rule, facts['known'])}"
    return f"House rule {facts['rule']}: {facts['why']}"


def _unknown_command(facts: Facts) -> str:
    name = facts["cmd"]
    if not isinstance(name, str):
        said = "No command is named" if name is None else f"{shown(name)} is no command"
        return f'{said}: write one in quotes, like "cmd": "play"'
    return f"There is no command {name[:40]!r}{meant(name, facts.get('known', ()))}"


def _unknown_variant(facts: Facts) -> str:
    name = facts["variant"]
    near = nearest(name, facts.get("known", ()))
    return f"There is no variant {name[:40]!r} here{'' if near is None else f', is {near} meant?'}"


def _bad_field(facts: Facts) -> str:
    match facts["why"]:
        case "turns-up":
            return "These rules turn a card up: say which"
        case "turns-none":
            return "These rules turn no card up"
    return f"Field {facts['field'][:40]!r}: {facts['why']}"


def _not_now(facts: Facts) -> str:
    match facts.get("cmd"):
        case "deal":
            return "The hand is not over yet"
        case "forgot":
            return f"{facts['player']} has nothing to give back now"
        case "shield":
            return "Nobody has been named"
        case "deal-round":
            return "The round is not over yet"
        case "score":
            return "Cards of this round have been played already"
    return "Not now"


def _revoke(facts: Facts) -> str:
    return f"{facts['player']} had no {SUIT_SIGNS[facts['suit']]} in trick {facts['trick']}"


def _bad_sum(facts: Facts) -> str:
    missing, due = facts["missing"], facts["due"]
    if missing > 0:
        return f"{points(missing)} missing: together it must be {due}"
    if missing < 0:
        return f"{points(-missing)} too many: together it must be {due}"
    if min(facts["points"]) < 0:
        return "Nobody can have less than no points"
    return f"Points of this round go in steps of {facts['step']}"


def points(count: int) -> str:
    """Return a number of points as people say it."""
    return "1 point" if count == 1 else f"{count} points"


def _nothing_to_claim(facts: Facts) -> str:
    if facts.get("what") == "points":
        return "Points are counted when the round is over"
    return "Nobody has called a total"


def _not_in_deck(facts: Facts) -> str:
    card, decks = parse_card(facts["card"]), facts["decks"]
    if card.deck is not None and card.deck > decks:
        has = "one deck" if decks == 1 else f"only {decks}"
        return f"{card.face} is of deck {str(card.deck)[:20]}; this game has {has}"
    return f"{card.face} is not in this deck"


def _played(facts: Facts) -> str:
    if facts.get("where") == "tricks":
        return f"{face(facts['card'])} has been played already"
    return f"{face(facts['card'])} lies on the pile already"


def _shown(facts: Facts) -> str:
    return f"{facts['player']} holds {_cards(facts['cards'])}, {facts['shown']} were shown"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _bad_target(facts: Facts) -> str:
    if not facts["options"]:
        return "This card names nobody"
    return f"{facts['target'][:20]} cannot be named, only {names(facts['options'])}"


def _undo(facts: Facts) -> str:
    if facts["possible"] == 0:
        return "Nothing left to take back"
    return f"Only {facts['possible']} can be taken back"


SENTENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    "bad-json": lambda facts: (
        f'This line is no JSON object: {facts["why"]}; write one like {{"cmd": "state"}}'
    ),
    "unknown-command": _unknown_command,
    "bad-field": _bad_field,
    "unknown-variant": _unknown_variant,
    "bad-house-rule": _bad_house_rule,
    "bad-players": _bad_players,
    "too-many-players": lambda facts: (
        f"That needs {facts['needed']} cards, and the deck has {facts['cards']}"
    ),
    "no-game": lambda _: "No game is on",
    "not-in-this-game": lambda facts: f"There is no {WHAT.get(facts['cmd'], facts['cmd'])} in this game",
    "game-over": lambda _: "The game is over",
    "hand-over": lambda facts: f"The hand is over. {facts['deals']} deals",
    "round-over": lambda facts: f"The round is over. {facts['deals']} deals",
    "shield-pending": lambda facts: f"First: has {facts['named']} a shield?",
    "not-now": _not_now,
    "unknown-player": lambda facts: f"Nobody here is called {facts['player'][:20]}",
    "player-out": lambda facts: f"{facts['player']} is out already",
    "not-your-turn": lambda facts: f"It is {facts['turn']}'s turn, not {facts['player']}'s",
    "bad-card": lambda facts: f"{face(facts['card'])} is no card",
    "not-in-deck": _not_in_deck,
    "turn-another": lambda facts: f"{face(facts['card'])} is no plain card: turn another",
    "suit-needed": lambda facts: f"Which {facts['card']}? The suit counts here",
    "sets-not-allowed": lambda _: "One card at a time in this game",
    "mixed-ranks": lambda facts: f"{' and '.join(facts['ranks'])} are no set",
    "one-at-a-time": lambda facts: f"{facts['player']} owes {facts['owed']}: one card at a time",
    "already-played": _played,
    "not-enough-cards": lambda facts: (
        f"{facts['player']} holds {_cards(facts['cards'])}, not {facts['played']}"
    ),
    "too-soon": lambda facts: f"{facts['card']} is too soon in {facts['player']}'s turn {facts['turn']}",
    "restricted-lead": lambda facts: f"{SUIT_SIGNS[facts['suit']]} may not be led before it is broken",
    "revoke": _revoke,
    "target-needed": lambda facts: f"Who: {names(facts['options'])}?",
    "bad-target": _bad_target,
    "bad-value": _bad_value,
    "choice-needed": _choice,
    "over-target": _over,
    "wrong-hand-size": _shown,
    "can-play": lambda facts: f"{facts['player']} can play {names(facts['faces'])}",
    "no-such-show": lambda facts: f"Show {names([f'three {plural(rank)}' for rank in facts['ranks']])}",
    "not-a-shield": lambda facts: f"{face(facts['card'])} is no shield",
    "nothing-to-undo": _undo,
    "nothing-to-claim": _nothing_to_claim,
    "bad-sum": _bad_sum,
}
