"""A variant being edited, and the shortest TOML file for it.

A draft is a file in another form: it inherits what it leaves out from the variant it is based on.
`full_draft` fills in everything, for the editor to show; `file_of` leaves out again what equals the base.
Whether a draft can be played is never decided here.
"""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
import tomli_w

from companion.config.schema_errors import wrong_fields
from companion.errors import CardError, CompanionError
from companion.message import phrase, placed
from companion.rules.adding.file import DEFAULTS, card_keys, inherited_changes, merge_cards
from companion.rules.adding.variant import AddingFile, CardEntry, FromPlayers
from companion.rules.cards import JOKER, RANKS, parse_card
from companion.rules.variant_file import NOT_INHERITED

replace = msgspec.structs.replace

Said = dict[str, Any]
Cards = dict[str, Any]

RULES: Final = tuple(
    key for key in AddingFile.__struct_fields__ if key not in {"extends", "family", "title", "short", "cards"}
)
"""The keys of a file other than its cards and its names."""

LONGEST: Final = 300
"""Maximum characters of a text in a draft: more than any sentence about a game's source."""

DEEPEST: Final = 4
"""The maximum nesting of lists and tables in a variant file."""

_ACTIONS: Final = {
    field.name: field.default
    for field in msgspec.structs.fields(CardEntry)
    if field.default is not msgspec.UNSET
}


class DraftError(CompanionError, ValueError):
    """A draft that our editor never sends; the message is one sentence."""


class Under(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a draft that a recipe replaces, kept to put it back when the player lifts the recipe."""

    cards: dict[str, dict[str, Any]] = {}
    rules: dict[str, Any] = {}
    exact: dict[str, str] = {}


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant being edited: its base (or ""), and its own content.

    `name` is its file's name, or "" if it has none yet. `cards` is the table of that name in a file, with an
    entry for each rank and card; `rules` are the other keys (docs/variants.md). `under` is no part of the
    file: it has what lies under each recipe that was laid.
    """

    name: str = ""
    extends: str = ""
    title: str = ""
    short: str = ""
    cards: dict[str, dict[str, Any]] = {}
    rules: dict[str, Any] = {}
    under: dict[str, Under] = {}


def read_draft(raw: Mapping[str, Any]) -> Draft:
    """Parse the draft in a JSON object.

    Raises:
        DraftError: it is none, or has values that TOML cannot express.
    """
    try:
        draft = msgspec.convert(dict(raw), Draft)
    except (msgspec.ValidationError, UnicodeEncodeError):
        wrong = next((placed(*mistake) for mistake in wrong_fields(raw, Draft)), phrase("a text is none"))
        raise DraftError(phrase("This is no game as the editor has it: {wrong}.", wrong=wrong)) from None
    parts: tuple[Draft | Under, ...] = (draft, *draft.under.values())
    for part in parts:
        for key in part.rules:
            if key not in RULES:
                raise DraftError(phrase("A game has no rule {rule}.", rule=repr(key[:40])))
        for key in part.cards:
            if len(key.split()) != 1 or _own_way(key) != key:
                raise DraftError(phrase("{card} is not how the editor writes a card.", card=repr(key[:40])))
        fields = msgspec.structs.asdict(part)
        _check_sayable(fields | {"under": {}}, DEEPEST)
    return draft


def _own_way(key: str) -> str:
    """Return a card in the editor's spelling; other text stays, for the file reader to report."""
    try:
        return str(parse_card(key))
    except CardError:
        return key


def full_draft(name: str, said: Mapping[str, Any]) -> Draft:
    """Return a variant with all that its file and its parents say; `said` is from `parse_variant`."""
    return Draft(
        name=name,
        extends=said.get("extends", ""),
        title=said.get("title", ""),
        short=said.get("short", ""),
        cards={key: _shortest(_written(key, entry)) for key, entry in said["cards"].items()},
        rules={key: msgspec.to_builtins(said[key]) for key in RULES if key in said},
    )


def _written(key: str, entry: CardEntry) -> Cards:
    """Return an entry of a file, in which a joker says that the plays it obliges to do not count."""
    said: Cards = msgspec.to_builtins(entry)
    if key == JOKER and entry.oblige:
        return {"each_counts": False, **said}
    return said


def whole_draft(draft: Draft, below: Draft | None) -> Draft:
    """Return the draft with what it leaves out filled in from the base `below`."""
    if below is None:
        return draft
    return replace(
        draft,
        short=draft.short or below.short,
        cards=_laid_over(below.cards, draft.cards),
        rules=_inherited(draft, below) | draft.rules,
    )


def _inherited(draft: Draft, below: Draft | None) -> dict[str, Any]:
    """Return the other rules that apply where a draft says nothing."""
    rules = DEFAULTS | (below.rules if below is not None else {})
    rules |= {key: DEFAULTS[key] for key in NOT_INHERITED}
    if (players := draft.rules.get("players")) is not None and not same(players, rules["players"]):
        with contextlib.suppress(TypeError, LookupError):  # the file reader reports the mistake
            rules["from_players"] = inherited_changes(rules["from_players"], players)
    return {key: rules[key] for key in RULES if key in rules}


def _laid_over(cards: Cards, over: Cards) -> Cards:
    try:
        return merge_cards(one_by_one(cards), one_by_one(over))
    except CardError:
        return over  # the file reader reports which key is no card


def file_of(draft: Draft, below: Draft | None) -> str:
    """Return the TOML file of a draft: only what differs from its base `below`."""
    raw: Said = {"extends": draft.extends} if draft.extends else {}
    raw["title"] = draft.title
    if below is None or draft.short not in {"", below.short}:
        raw["short"] = draft.short
    inherited = _inherited(draft, below)
    for key in RULES:
        before = inherited.get(key)
        if key in draft.rules and not same(draft.rules[key], before):
            raw[key] = _in_tables_order(draft.rules[key]) if key == "from_players" else draft.rules[key]
    try:
        cards = _new_cards(one_by_one(draft.cards), one_by_one(below.cards if below is not None else {}))
    except CardError:
        cards = draft.cards  # the file reader reports which key is no card
    if cards:
        raw["cards"] = cards
    return tomli_w.dumps(raw)


def _in_tables_order(changes: Any) -> Any:
    """Return the changes by number of players in a fixed order."""
    if not isinstance(changes, dict) or not all(isinstance(change, dict) for change in changes.values()):
        return changes
    return {count: _ordered(change, FromPlayers.__struct_fields__) for count, change in changes.items()}


def _ordered(said: Said, order: tuple[str, ...]) -> Said:
    """Return the table with its keys in this order, and any others last."""
    return {
        key: said[key]
        for key in (*(key for key in order if key in said), *(key for key in said if key not in order))
    }


def one_by_one(cards: Mapping[str, Any]) -> Cards:
    """Return a table of cards with an entry for each rank and card.

    Raises:
        CardError: a key is no card, or a card has two entries.
    """
    each: Cards = {}
    for key, entry in cards.items():
        for card in card_keys(key):
            if str(card) in each:
                raise CardError(phrase("{card} is described twice", card=card))
            each[str(card)] = _shortest(entry) if isinstance(entry, dict) else entry
    return each


def yours(draft: Draft, below: Draft | None) -> list[str]:
    """Return the ranks and cards whose effect differs from the base `below`."""
    if below is None:
        return []
    try:
        mine, theirs = one_by_one(draft.cards), one_by_one(below.cards)
    except CardError:
        return []
    laid = merge_cards(theirs, mine)
    return [key for key in _in_order({**theirs, **laid}) if not same(laid.get(key), theirs.get(key))]


def same(one: object, other: object) -> bool:
    """Return whether both are written alike: 1 is not true, and the order of a table does not matter."""
    return msgspec.json.encode(one, order="deterministic") == msgspec.json.encode(
        other, order="deterministic"
    )


def _new_cards(mine: Cards, theirs: Cards) -> Cards:
    """Return the entries that turn `theirs` into `theirs` overridden by `mine`.

    An entry for a rank replaces single cards of that rank, so those that stay are repeated with it.
    """
    laid = merge_cards(theirs, mine)
    new: Cards = {}
    for rank in (*RANKS, JOKER):
        singles = [key for key in laid if key != rank and parse_card(key).rank == rank]
        gone = any(parse_card(key).rank == rank and key not in laid for key in theirs)
        says_rank = rank in laid and (gone or not same(laid[rank], theirs.get(rank)))
        if says_rank:
            new[rank] = laid[rank]
        new |= {key: laid[key] for key in singles if says_rank or not same(laid[key], theirs.get(key))}
    return {" ".join(keys): new[keys[0]] for keys in _alike(new)}


def _alike(cards: Cards) -> Iterator[list[str]]:
    groups: dict[bytes, list[str]] = {}
    for key in _in_order(cards):
        groups.setdefault(msgspec.json.encode(cards[key], order="deterministic"), []).append(key)
    yield from groups.values()


def _in_order(cards: Cards) -> list[str]:
    ranks = [*RANKS, JOKER]
    return sorted(cards, key=lambda key: (ranks.index(parse_card(key).rank), key))


def _shortest(entry: Cards) -> Cards:
    """Return an entry in the key order of docs/variants.md, without defaults."""
    said = {
        key: value for key, value in entry.items() if key not in _ACTIONS or not same(value, _ACTIONS[key])
    }
    return _ordered(said, CardEntry.__struct_fields__)


def _check_sayable(value: object, deeper: int) -> None:
    """Raise DraftError for a value that TOML cannot express."""
    match value:
        case bool() | int() | float():
            return
        case str():
            if len(value) > LONGEST or any("\ud800" <= sign <= "\udfff" for sign in value):
                long = phrase("A text in this game is longer than {n} characters, or is none.")
                raise DraftError(long.filled(n=LONGEST))
        case dict() if deeper:
            for key, inner in value.items():
                _check_sayable(key, 0)
                _check_sayable(inner, deeper - 1)
        case list() if deeper:
            for inner in value:
                _check_sayable(inner, deeper - 1)
        case _:
            raise DraftError(phrase("A value in this game is empty, or too much stands within each other."))
