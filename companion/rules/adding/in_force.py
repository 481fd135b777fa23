"""Makes the rules in force at one table: a variant for its number of players, overridden by house rules."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta

from companion.errors import CardError, Illegal, VariantError, reason
from companion.rules.adding.effects import (
    Add,
    AddOneOf,
    Change,
    Effect,
    Exact,
    Multiply,
    SetTo,
    SetWithin,
    pip_value,
)
from companion.rules.adding.file import merge_cards, read_cards
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import (
    AddingVariant,
    Bust,
    CardEntry,
    Count,
    DebtPasses,
    Over,
    Span,
    StockOut,
    TwoPlayerReverse,
    UpCard,
)
from companion.rules.cards import JOKER, RANKS, SUITS, Card, Pack, parse_card
from companion.rules.house_rule import house_rule
from companion.rules.refusals import BadHouseRule

HOUSE_RULES: Final[dict[str, Any]] = {
    "target": Count,
    "decks": Literal[1, 2],
    "jokers": Annotated[int, Meta(ge=0, le=4)],
    "hand_size": Count,
    "chips": Count,
    "bust": Bust,
    "over": Over,
    "stock_out": StockOut,
    "up_card": UpCard,
    "sets": bool,
    "debt_passes": DebtPasses,
    "two_player_reverse": TwoPlayerReverse,
    "floor": Annotated[int, Meta(le=0)],
    "honor": bool,
    "winner_takes_all": bool,
    "exact": dict[Annotated[str, Meta(pattern=r"^-?[0-9]{1,4000}\Z")], Exact],
    "last_card": str,
    "cards": dict[str, Any],
}
"""Every house rule of the adding games, with its type (docs/protocol.md, "House rules")."""


def adding_rules_in_force(
    variant: AddingVariant, house: Mapping[str, object], players: int, *, stickers: bool = False
) -> AddingRules:
    """Return the rules of `variant` for so many `players`, overridden by the `house` rules.

    With `stickers` the numbers on stickers tell the pack's jokers apart.

    Raises:
        Illegal: ``bad-house-rule``, with the `rule`.
    """
    said = {name: house_rule(HOUSE_RULES, name, value) for name, value in house.items()}
    by_count = [variant.from_players[count] for count in sorted(variant.from_players) if count <= players]
    decks: int = variant.decks
    hand_size, chips = variant.hand_size, variant.chips
    for change in by_count:
        decks = decks if change.decks is UNSET else change.decks
        hand_size = hand_size if change.hand_size is UNSET else change.hand_size
        chips = chips if change.chips is UNSET or chips is None else change.chips
    decks, hand_size = said.get("decks", decks), said.get("hand_size", hand_size)
    chips = said.get("chips", chips)
    bust: Bust = said.get("bust", variant.bust)
    if bust.startswith("chip") and chips is None:
        raise Illegal(BadHouseRule("bust", "no-chips"))
    pack = Pack(decks, said.get("jokers", variant.jokers), stickers)
    target = said.get("target", variant.target)
    try:
        cards = merge_cards(variant.cards, read_cards(said.get("cards", {})))
        effects = _effects(cards, target)
    except VariantError as error:
        raise Illegal(BadHouseRule("cards", error.placed)) from None
    return AddingRules(
        variant=variant.name,
        title=variant.title,
        target=target,
        pack=pack,
        hand_size=hand_size,
        chips=chips,
        chips_look=variant.chips_look,
        bust=bust,
        over=said.get("over", variant.over),
        stock_out=said.get("stock_out", variant.stock_out),
        up_card=said.get("up_card", variant.up_card),
        sets=said.get("sets", variant.sets),
        debt_passes=said.get("debt_passes", variant.debt_passes),
        two_player_reverse=said.get("two_player_reverse", variant.two_player_reverse),
        floor=said.get("floor", variant.floor),
        honor=said.get("honor", variant.honor),
        winner_takes_all=said.get("winner_takes_all", variant.winner_takes_all),
        exact={int(number): what for number, what in said["exact"].items()}
        if "exact" in said
        else variant.exact,
        first_turns_without=variant.first_turns_without,
        shows=variant.shows,
        last_card=_last_card(said, pack),
        effects=effects,
        shields=tuple(key for key, effect in effects.items() if effect.shield),
    )


def _last_card(said: Mapping[str, Any], pack: Pack) -> Card | None:
    if "last_card" not in said:
        return None
    try:
        card = parse_card(said["last_card"])
    except CardError as error:
        raise Illegal(BadHouseRule("last_card", error.reason)) from None
    if card.suit is None and not card.is_joker:
        four = reason("{card} is four cards: say which suit", card=card)
        raise Illegal(BadHouseRule("last_card", four))
    if card not in pack:
        absent = reason("{card} is not in this deck", card=card)
        raise Illegal(BadHouseRule("last_card", absent))
    return pack.named(card)


def _effects(cards: Mapping[str, CardEntry], target: int) -> dict[tuple[str, str | None], Effect]:
    table: dict[tuple[str, str | None], Effect] = {}
    for rank in RANKS:
        of_suits = {suit: effect_of(rank, cards.get(rank + suit) or cards[rank], target) for suit in SUITS}
        for suit, effect in of_suits.items():
            table[rank, suit] = effect
        first = of_suits["S"]
        if all(effect.does_the_same_as(first) for effect in of_suits.values()):
            table[rank, None] = first
    joker = cards.get(JOKER) or CardEntry(set="target", oblige=2)
    table[JOKER, None] = effect_of(JOKER, joker, target)
    return table


def effect_of(rank: str, entry: CardEntry, target: int) -> Effect:
    """Return the effect of a card of `rank` with the `entry` in its file, in a game to `target`."""
    return Effect(
        change=_change(rank, entry, target),
        reverse=entry.reverse,
        skip=entry.skip,
        again=entry.again,
        choose_next=entry.choose_next,
        oblige=entry.oblige,
        knock_out=entry.knock_out,
        shield=entry.shield,
        call=entry.call,
    )


def _change(rank: str, entry: CardEntry, target: int) -> Change:
    if entry.multiply is not UNSET:
        return Multiply(entry.multiply)
    if entry.set is not UNSET:
        if isinstance(entry.set, Span):
            high = target if entry.set.high == "target" else entry.set.high
            return SetWithin(min(entry.set.low, high), high)
        return SetTo(target if entry.set == "target" else entry.set)
    if isinstance(entry.add, tuple):
        return AddOneOf(entry.add)
    return Add(pip_value(rank) if entry.add == "pip" or entry.add is UNSET else entry.add)
