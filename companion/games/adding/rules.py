"""The rules of an adding game in progress, made from a variant and house rules."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import JOKER, SUITS, Card, Pack, bit_of, parse_card
from companion.core.consequences import Consequence, Consequences, all_of
from companion.core.options import Wins, house_rule, house_rules
from companion.core.refusals import BadHouseRule
from companion.errors import CardError, Illegal, VariantError
from companion.games.adding.effects import (
    Add,
    AddOneOf,
    Change,
    Effect,
    Multiply,
    PlayEffect,
    SetTo,
    SetWithin,
    pip_value,
    together,
)
from companion.games.adding.variant import (
    AddingOptions,
    AddingVariant,
    CardEntry,
    Span,
    merge_cards,
    read_cards,
)
from companion.message import phrase


class AddingRules(AddingVariant, frozen=True, kw_only=True):
    """The rules of one game: its variant with the house rules laid over it, and the card table.

    `effects` has keys (rank, suit), and (rank, None) if the suit makes no difference. `last_card`
    is the good card that the house rule puts at the bottom of the stock, or None. `plays` maps each
    single card that is specific enough to the effect of playing it, by printed form and by label.
    `ordinary` has the plays that only change the total, reverse and skip; it is empty if the game
    has rules that may affect such plays. `forfeit` is the text of a forfeit, `forfeits` is what
    happens to a loser. `tells_payers` is true if a rule is about the player who paid last.
    """

    wins: ClassVar[Wins] = "highest"
    forfeit: str
    forfeits: Consequences
    tells_payers: bool
    pack: Pack
    last_card: Card | None
    effects: dict[tuple[str, str | None], Effect]
    shields: tuple[tuple[str, str | None], ...]
    plays: dict[str, PlayEffect]
    ordinary: dict[object, PlayEffect]

    def dealt(self, hand: int, players: int) -> int:
        """Return the number of cards that each of `players` players is dealt in this `hand`."""
        if self.deal == "all":
            return (self.pack.size - (self.up_card != "none")) // max(players, 1)
        size = self.hand_size
        return size if isinstance(size, int) else size[min(hand, len(size)) - 1]

    @property
    def variant(self) -> str:
        """The variant's name."""
        return self.name

    def effect(self, card: Card) -> Effect | None:
        """Return the effect of `card`, or None if it depends on an unknown suit."""
        return self.effects.get((card.rank, card.suit))

    @property
    def has_chips(self) -> bool:
        return self.chips is not None

    @property
    def has_next_hand(self) -> bool:
        """Whether another hand follows; otherwise the first hand ends with the game."""
        return self.bust == "chip, new hand" or self.match is not None

    @property
    def first_points(self) -> int | None:
        """The points with which a player begins a match; None in any other game."""
        return None if self.match is None else 0

    @property
    def reverses(self) -> bool:
        """Whether any card reverses the direction of play."""
        return any(effect.reverse for effect in self.effects.values())

    @property
    def obliges(self) -> bool:
        """Whether any card of this pack makes a player owe plays."""
        return self.pack.jokers > 0 or bool(self._obliging)

    @property
    def each_counts(self) -> bool:
        """Whether each owed play counts, for all cards of this pack that oblige."""
        return all(effect.each_counts for effect in self._obliging)

    @property
    def _obliging(self) -> list[Effect]:
        return [
            effect
            for (rank, _suit), effect in self.effects.items()
            if effect.oblige and (rank != JOKER or self.pack.jokers)
        ]


HOUSE_RULES: Final[dict[str, Any]] = house_rules(AddingOptions) | {
    "last_card": str,
    "cards": dict[str, Any],
}
"""The house rules of adding games, with their types (docs/reference/referee-protocol.md, "House
rules").
"""


def adding_rules_in_force(
    variant: AddingVariant, house: Mapping[str, object], players: int, *, stickers: bool = False
) -> AddingRules:
    """Return the rules of `variant` for this number of `players`, with the `house` rules applied.

    `stickers` enables sticker numbers, which distinguish the jokers of a deck.

    Raises:
        Illegal: ``bad-house-rule``, with the `rule`.
    """
    given = {name: house_rule(HOUSE_RULES, name, value) for name, value in house.items()}
    if "exact" in given:
        given["exact"] = {int(number): what for number, what in given["exact"].items()}
    last = given.pop("last_card", None)
    cards = given.pop("cards", {})
    laid = replace(variant, **(_changes(variant, players) | given))
    if laid.bust.startswith("chip") and laid.chips is None and not laid.on_bust:
        raise Illegal(BadHouseRule("bust", "no-chips", chips=laid.bust_chips))
    if laid.match is not None and laid.bust in {"chip, play on", "chip, new pile"}:
        lasting = phrase("in a match a bust ends the hand or puts the player out")
        raise Illegal(BadHouseRule("bust", lasting))
    try:
        laid = replace(laid, cards=merge_cards(variant.cards, read_cards(cards)))
    except VariantError as error:
        raise Illegal(BadHouseRule("cards", error.placed)) from None
    pack = laid.pack_of(laid.decks, stickers=stickers)
    table = _card_table(tuple(laid.cards.items()), laid.target, pack)
    last_card = None if last is None else _last_card(last, pack)
    # Counted turns, exact totals and a card at the bottom of the stock need more than the ordinary
    # play.
    special = (
        laid.first_turns_without
        or laid.exact
        or laid.passing
        or laid.two_player_reverse == "again"
        or last_card is not None
    )
    keys = {name: getattr(laid, name) for name in laid.__struct_fields__}
    return AddingRules(
        **keys | {"forfeit": laid.forfeit if isinstance(laid.forfeit, str) else ""},
        forfeits=laid.forfeit if isinstance(laid.forfeit, tuple) else (),
        tells_payers="last payer" in {consequence.who for consequence in _consequences(laid)},
        pack=pack,
        last_card=last_card,
        effects=table.effects,
        shields=table.shields,
        plays=table.plays,
        ordinary={} if special else table.ordinary,
    )


def _consequences(variant: AddingVariant) -> Iterator[Consequence]:
    """Yield every consequence in a variant."""
    for entry in variant.cards.values():
        yield from all_of(entry.then)
    for what in (variant.forfeit, *variant.exact.values(), *variant.passing.values()):
        yield from what if isinstance(what, tuple) else ()
    yield from (*variant.on_bust, *variant.reward)


def _changes(variant: AddingVariant, players: int) -> dict[str, Any]:
    """Return the keys that `variant` changes for `players`; without chips it gets none."""
    changes: dict[str, Any] = {}
    for count in sorted(variant.from_players):
        if count <= players:
            changes |= msgspec.structs.asdict(variant.from_players[count])
    return {
        name: value
        for name, value in changes.items()
        if value is not UNSET and (name != "chips" or variant.chips is not None)
    }


def _last_card(text: str, pack: Pack) -> Card:
    try:
        card = parse_card(text)
    except CardError as error:
        raise Illegal(BadHouseRule("last_card", error.reason)) from None
    if card.suit is None and not card.is_joker:
        four = phrase("{card} is four cards: say which suit", card=card)
        raise Illegal(BadHouseRule("last_card", four))
    if card not in pack:
        absent = phrase("{card} is not in this deck", card=card)
        raise Illegal(BadHouseRule("last_card", absent))
    return pack.named(card)


class _CardTable(NamedTuple):
    """The cards of a pack with their effects, in the fields of `AddingRules` with the same
    names.
    """

    effects: dict[tuple[str, str | None], Effect]
    shields: tuple[tuple[str, str | None], ...]
    plays: dict[str, PlayEffect]
    ordinary: dict[object, PlayEffect]


# Most house rules do not affect the cards, so games of one variant share their table.
@lru_cache(maxsize=64)
def _card_table(cards: tuple[tuple[str, CardEntry], ...], target: int, pack: Pack) -> _CardTable:
    effects = _effects(dict(cards), target, pack)
    plays = _plays(effects, pack)
    return _CardTable(
        effects,
        shields=tuple(key for key, effect in effects.items() if effect.shield),
        plays=plays,
        ordinary={text: play for text, play in plays.items() if play.is_ordinary},
    )


def _effects(
    cards: Mapping[str, CardEntry], target: int, pack: Pack
) -> dict[tuple[str, str | None], Effect]:
    table: dict[tuple[str, str | None], Effect] = {}
    for rank in pack.ranks:
        suits = pack.suits(rank)
        for suit in suits:
            table[rank, suit] = effect_of(rank, cards.get(rank + suit) or cards[rank], target)
        same = [table[rank, suit] for suit in reversed(suits)]
        if same and all(effect.does_the_same_as(same[0]) for effect in same):
            table[rank, None] = same[0]
    joker = cards.get(JOKER) or CardEntry(set="target", oblige=2)
    table[JOKER, None] = effect_of(JOKER, joker, target)
    return table


class _Face(NamedTuple):
    """A single card of a pack by its `text`; `key` (rank, suit) identifies its effect."""

    text: str
    key: tuple[str, str | None]
    cards: tuple[Card]
    texts: tuple[str]
    bits: int


@lru_cache(maxsize=8)
def _faces(pack: Pack) -> tuple[_Face, ...]:
    """Return every card of the pack by its rank, by rank and suit, and by its label."""
    faces = []
    jokers = (JOKER,) if pack.jokers else ()
    for rank, suit in (*product(pack.ranks, (None, *SUITS)), *product(jokers, (None,))):
        card = Card(rank, suit)
        decks = range(1, pack.decks + 1) if suit is not None else ()
        for named in (card, *(Card(rank, suit, deck) for deck in decks)):
            meant = pack.named(named)
            faces.append(_Face(str(named), (rank, suit), (meant,), (str(meant),), bit_of(meant)))
    return tuple(faces)


def _plays(effects: Mapping[tuple[str, str | None], Effect], pack: Pack) -> dict[str, PlayEffect]:
    plays: dict[str, PlayEffect] = {}
    alike: dict[Effect, PlayEffect] = {}
    for text, key, cards, texts, bits in _faces(pack):
        effect = effects.get(key)
        if effect is not None:
            if effect not in alike:
                alike[effect] = together(cards, (effect,))
            plays[text] = replace(alike[effect], cards=cards, texts=texts, bits=bits)
    return plays


def effect_of(rank: str, entry: CardEntry, target: int) -> Effect:
    """Return the effect of a card of `rank` from its file `entry`, in a game to `target`."""
    return Effect(
        change=_change(rank, entry, target),
        reverse=entry.reverse,
        skip=entry.skip,
        again=entry.again,
        choose_next=entry.choose_next,
        oblige=entry.oblige,
        each_counts=each_counts(rank, entry),
        knock_out=entry.knock_out,
        shield=entry.shield,
        call=entry.call,
        then=all_of(entry.then),
    )


def each_counts(rank: str, entry: CardEntry) -> bool:
    """Return whether each play owed after a card of `rank` counts, by its file or by default."""
    own = entry.each_counts
    return entry.oblige > 0 and (rank != JOKER if own is UNSET else own)


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
