"""Reads the files of adding games; docs/reference/variant-files.md is the reference."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import parse_card
from companion.core.consequences import all_of
from companion.core.options import file_defaults, from_file, required_keys
from companion.core.variant_keys import (
    Content,
    as_struct,
    check_required,
    dotted,
    keys_set_in,
    raise_first,
    read_number,
    read_rank,
)
from companion.errors import CardError, VariantError
from companion.games.adding.contradictions import contradictions
from companion.games.adding.effects import Bounds, When
from companion.games.adding.variant import (
    OPERATIONS,
    AddingFile,
    AddingOptions,
    AddingVariant,
    Amount,
    CardEntry,
    Entries,
    FromPlayers,
    Range,
    Span,
    alternatives,
    card_keys,
)
from companion.message import Message, phrase

DEFAULTS = file_defaults(AddingOptions) | {
    "listed": "",
    "players": (2,),
    "chips_look": "dots",
    "forfeit": "",
    "start": 0,
    "first_turns_without": {},
    "shows": {},
    "from_players": {},
}
MAX_PLAYERS = 99
"""The end of the search for a possible number of players, larger than any table."""

MUST_SAY = ("title", "short", *required_keys(AddingOptions), "cards")


def read_cards(table: Content) -> dict[str, Entries]:
    """Return a ``[cards]`` table with the entries of each rank and card, ranks first.

    Raises:
        VariantError: a key is not a card, or an entry has too few or too many fields.
    """
    ranks: dict[str, Entries] = {}
    singles: dict[str, Entries] = {}
    for key, raw in table.items():
        where = dotted("cards", key)
        try:
            cards = card_keys(key)
        except CardError as error:
            raise VariantError(error.reason, where) from None
        entries = _read_entries(raw, key)
        for card in cards:
            if card.is_joker and any(entry.add == "pip" for entry in alternatives(entries)):
                raise VariantError(phrase("a joker has no pip value: write a number"), where)
            place = singles if card.suit else ranks
            if str(card) in place:
                raise VariantError(phrase("{card} is described twice: keep one", card=card), where)
            place[str(card)] = entries
    return ranks | singles


def _read_entries(raw: object, key: str) -> Entries:
    """Return the entry of a key, or the list of alternatives."""
    where = dotted("cards", key)
    if not isinstance(raw, dict | list):
        raise VariantError(
            phrase("write what the card does in curly brackets: {{ add = 0 }}"), where
        )
    if not isinstance(raw, list):
        return _checked(as_struct(raw, CardEntry, "cards", key), where)
    if len(raw) < 2:
        raise VariantError(
            phrase("a list has two or more alternatives: write another, or no brackets"), where
        )
    entries = tuple(
        _checked(as_struct(each, CardEntry, "cards", key, str(number)), where)
        for number, each in enumerate(raw, start=1)
    )
    if any(entry.shield for entry in entries):
        raise VariantError(phrase("a shield has no alternatives: keep one entry"), where)
    return entries


def merge_cards(cards: Mapping[str, Entries], over: Mapping[str, Entries]) -> dict[str, Entries]:
    """Return `cards` overridden by `over`.
    A rank in `over` also replaces the single cards of that rank.
    """
    laid = {
        key: entry
        for key, entry in cards.items()
        if not ((card := parse_card(key)).suit and card.rank in over)
    }
    return laid | dict(over)


def _checked(entry: CardEntry, where: str) -> CardEntry:
    """Return the entry with its `after` in the usual spelling.

    Raises:
        VariantError: its keys contradict each other.
    """
    for why in _contradictions(entry):
        raise VariantError(why, where)
    if not isinstance(entry.when, When):
        return entry
    for why in _impossible(entry.when):
        raise VariantError(why, where)
    if entry.when.after is UNSET:
        return entry
    try:
        after = " ".join(map(str, card_keys(entry.when.after)))
    except CardError as error:
        raise VariantError(error.reason, where) from None
    return replace(entry, when=replace(entry.when, after=after))


def _impossible(when: When) -> Iterator[Message]:
    """Yield why a condition is none, or never holds."""
    if when == When():
        yield phrase("when has no condition: write one, or leave it out")
    for which in (when.total, when.players):
        match which:
            case Bounds() if which == Bounds():
                yield phrase("the condition has no number: write from, to or multiple_of")
            case Bounds(low=int() as low, high=int() as high) if low > high:
                none = phrase(
                    "from {low} to {high} holds for no number: write the smaller number first"
                )
                yield none.filled(low=low, high=high)


def _contradictions(entry: CardEntry) -> Iterator[Message]:
    """Yield why the keys of an entry contradict each other."""
    says = [name for name in OPERATIONS if getattr(entry, name) is not UNSET]
    if len(says) != 1:
        yield phrase("write one of add, set, multiply or divide (add = 0 leaves the total)")
    by = getattr(entry, says[0])
    match by:
        case Range(int() as low, int() as high) | Span(int() as low, int() as high) if low > high:
            nothing = phrase(
                "from {low} to {high} leaves nothing to choose: write the smaller number first"
            )
            yield nothing.filled(low=low, high=high)
        case tuple() if len(set(by)) != len(by):
            yield phrase("the numbers to choose from must all differ")
    if entry.divide is not UNSET and _has_zero(entry.divide):
        yield phrase("no total can be divided by 0: leave 0 out of divide")
    if entry.round is not UNSET and entry.divide is UNSET:
        yield phrase("round applies to a quotient: write divide, too")
    if sum((entry.choose_next, entry.again, entry.skip > 0)) > 1:
        yield phrase("choose_next, again and skip contradict each other: keep one")
    if entry.each_counts is not UNSET and not entry.oblige:
        yield phrase("each_counts applies to owed plays: write oblige, too")
    if entry.shield and entry.knock_out:
        yield phrase("a card cannot be the shield and knock out: keep one")
    if entry.shield and entry.when is not UNSET:
        yield phrase("a shield can be shown at any time: leave when out")


def _has_zero(amount: Amount) -> bool:
    match amount:
        case Range(low, high):
            return low <= 0 <= high
        case tuple():
            return 0 in amount
    return amount == 0


def merge_adding_file(raw: Content, below: Content) -> Content:
    """Return a file merged over what it inherits (`below`), after checking the type of each key.

    Raises:
        VariantError: the file is invalid; the error names key and reason.
    """
    if "limit" in raw:  # as screens call it
        meant = phrase("{said}, is {near} meant?", said=phrase("unknown key"), near="target")
        raise VariantError(meant, "limit")
    own = keys_set_in(raw, AddingFile)
    cards = read_cards(raw.get("cards", {}))
    merged = {**DEFAULTS, **below, **own}
    if "from_players" not in own:
        merged["from_players"] = inherited_changes(merged["from_players"], own)
    merged["cards"] = merge_cards(below.get("cards", {}), cards)
    return merged


def inherited_changes(changes: Content, own: Content) -> Content:
    """Return the parent's ``from_players`` entries without the keys that a file sets itself.

    An entry for more players than this file allows is dropped instead of reported as a mistake.
    """
    players = own.get("players", ())
    unset = {key: UNSET for key in FromPlayers.__struct_fields__ if key in own}
    return {
        count: replace(change, **unset)
        for count, change in changes.items()
        if len(players) < 2 or int(count) <= players[1]
    }


def finish_adding_variant(name: str, content: Content) -> AddingVariant:
    """Return the variant that a file and its parents describe.

    Raises:
        VariantError: a key is missing, or two keys contradict each other.
    """
    if content["deal"] == "all":  # The number of players decides.
        content = {"hand_size": 1, **content}
    check_required(content, MUST_SAY)
    rules = from_file(AddingOptions, content)
    for table in ("exact", "passing", "multiples", "alike", "runs"):
        rules[table] = {read_number(key, table): all_of(what) for key, what in rules[table].items()}
    rules |= {key: all_of(rules[key]) for key in ("on_bust", "stuck", "reward")}
    variant = AddingVariant(
        name=name,
        listed=content["listed"],
        players=_players(content["players"]),
        chips_look=content["chips_look"],
        forfeit=all_of(content["forfeit"]) or UNSET,
        start=content["start"] or UNSET,
        first_turns_without={
            read_rank(key, "first_turns_without"): n
            for key, n in content["first_turns_without"].items()
        },
        shows={read_rank(key, "shows"): what for key, what in content["shows"].items()},
        from_players={
            read_number(key, "from_players"): what for key, what in content["from_players"].items()
        },
        cards=content["cards"],
        **rules,
    )
    raise_first(contradictions(variant))
    return variant


def _players(numbers: tuple[int, ...]) -> tuple[int, int | None]:
    if not 1 <= len(numbers) <= 2 or numbers[0] < 2 or numbers[-1] < numbers[0]:
        raise VariantError(
            phrase("write the minimum, 2 or more, and a maximum if there is one: [2] or [3, 6]"),
            "players",
        )
    if numbers[-1] > MAX_PLAYERS:
        raise VariantError(
            phrase("no table seats {n}: write {most} at most", n=numbers[-1], most=MAX_PLAYERS),
            "players",
        )
    return numbers[0], numbers[1] if len(numbers) == 2 else None
