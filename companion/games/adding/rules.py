"""The rules of an adding game in progress, made from a variant and house rules."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import UNSET
from msgspec.structs import asdict, replace

from companion.core.cards import JOKER, Card, Pack, parse_card
from companion.core.consequences import Consequences
from companion.core.options import Wins, house_rules
from companion.core.refusals import BadHouseRule
from companion.core.variant_keys import Content, house_rule, raise_first
from companion.errors import CardError, Illegal, VariantError
from companion.games.adding.contradictions import consequences_of, endless, of_card_consequences
from companion.games.adding.effects import (
    Effect,
    PlayEffect,
    Ways,
    When,
    conditions,
    do_the_same,
    together,
)
from companion.games.adding.reading import merge_cards, read_cards
from companion.games.adding.variant import AddingOptions, AddingVariant, CardEntry, Entries, ways_of
from companion.message import phrase

Effects = dict[tuple[str, str | None], Ways]
"""What each card may do, by rank and suit, and by (rank, None) if the suit makes no difference."""


class AddingRules(AddingVariant, kw_only=True):
    """The rules of one game: its variant with the house rules laid over it, and the card table.

    `last_card` is the good card that the house rule puts at the bottom of the stock, or None.
    `plays` maps each single card that is specific enough, and has neither alternatives nor a
    condition, to the effect of playing it, by printed form and by label.
    `ordinary` has the plays that only change the total, reverse and skip; it is empty if the game
    has rules that may affect such plays. `forfeit` is the text of a forfeit, `forfeits` is what
    happens to a loser. `tells_payers` is true if a rule is about the player who paid last,
    `tells_busts` if a condition is about the first bust.
    """

    wins: ClassVar[Wins] = "highest"
    forfeit: str
    start: int
    counts_down: bool
    forfeits: Consequences
    tells_payers: bool
    tells_busts: bool
    pack: Pack
    last_card: Card | None
    effects: Effects
    shields: tuple[tuple[str, str | None], ...]
    plays: dict[str, PlayEffect]
    ordinary: dict[object, PlayEffect]

    def __repr__(self) -> str:
        return f"<AddingRules of {self.variant}>"  # its tables have thousands of entries

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

    def ways(self, card: Card) -> Ways | None:
        """Return what `card` may do, or None if it depends on an unknown suit."""
        return self.effects.get((card.rank, card.suit))

    def effect(self, card: Card, way: int | None) -> Effect | None:
        """Return the effect of `card` in this way; a card without alternatives has only one."""
        ways = self.ways(card)
        return None if ways is None else ways[0 if len(ways) == 1 else (way or 1) - 1]

    @property
    def shield(self) -> str | None:
        """The card that protects from a knock-out."""
        return "".join(part for part in self.shields[0] if part) if self.shields else None

    @property
    def conditions(self) -> list[When]:
        """The conditions of all cards of this pack."""
        return conditions(self._all_effects)

    @property
    def has_chips(self) -> bool:
        return self.chips is not None

    @property
    def first_points(self) -> int | None:
        """The points with which a player begins a match; None in any other game."""
        return None if self.match is None else 0

    @property
    def reverses(self) -> bool:
        """Whether any card reverses the direction of play."""
        return any(effect.reverse for effect in self._all_effects)

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
        return [effect for effect in self._all_effects if effect.oblige]

    @property
    def _all_effects(self) -> list[Effect]:
        return _effects_in(self.pack, self.effects)


HOUSE_RULES: dict[str, Any] = house_rules(AddingOptions) | {
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
    if laid.starts_at == laid.target or laid.counts_down != variant.counts_down:
        across = phrase("{target} is on the other side of {start}, at which a hand begins")
        why = across.filled(target=laid.target, start=laid.starts_at)
        raise Illegal(BadHouseRule("target", why))
    if laid.counts_down and laid.floor is not None:
        down = phrase("this game counts down, and the limit is its lowest total")
        raise Illegal(BadHouseRule("floor", down))
    try:
        laid = replace(laid, cards=merge_cards(variant.cards, read_cards(cards)))
        if cards:
            raise_first(of_card_consequences(laid))
    except VariantError as error:
        raise Illegal(BadHouseRule("cards", error.placed)) from None
    for rule, why in endless(laid):
        raise Illegal(BadHouseRule(rule, why))
    pack = laid.pack_of(laid.decks, stickers=stickers)
    table = _card_table(tuple(laid.cards.items()), laid.target, pack, down=laid.counts_down)
    last_card = None if last is None else _last_card(last, pack)
    # Counted turns, certain totals, a card at the bottom of the stock, counting down, no drawing,
    # empty hands and counted passes need more than the ordinary play.
    special = (
        laid.first_turns_without
        or laid.watches_plays
        or laid.two_player_reverse == "again"
        or last_card is not None
        or laid.counts_down
        or laid.draws == "never"
        or laid.empty_hand != "out"
        or laid.bust == "pass"
    )
    forfeit = laid.forfeit
    own = {
        "forfeit": forfeit if isinstance(forfeit, str) else "",
        "start": laid.starts_at,
        "ordinary": {} if special else table["ordinary"],
        "tells_payers": table["tells_payers"]
        or any(each.who == "last payer" for _, each in consequences_of(laid)),
    }
    return AddingRules(
        **asdict(laid) | table | own,
        counts_down=laid.counts_down,
        forfeits=forfeit if isinstance(forfeit, tuple) else (),
        pack=pack,
        last_card=last_card,
    )


def _changes(variant: AddingVariant, players: int) -> Content:
    """Return the keys that `variant` changes for `players`; without chips it gets none."""
    return {
        name: value
        for count in sorted(variant.from_players)
        if count <= players
        for name, value in asdict(variant.from_players[count]).items()
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
        raise Illegal(BadHouseRule("last_card", phrase("{card} is not in this deck", card=card)))
    return pack.named(card)


# Most house rules do not affect the cards, so games of one variant share their table.
@lru_cache(maxsize=64)
def _card_table(
    cards: tuple[tuple[str, Entries], ...], target: int, pack: Pack, *, down: bool
) -> Content:
    """Return the fields of `AddingRules` that depend only on its cards, by name."""
    effects = _effects(dict(cards), target, pack, down=down)
    plays = {}
    for (rank, suit), ways in effects.items():
        if len(ways) > 1 or ways[0].when is not None or (rank == JOKER and not pack.jokers):
            continue
        decks = range(1, pack.decks + 1) if suit is not None else ()
        for card in (Card(rank, suit), *(Card(rank, suit, deck) for deck in decks)):
            plays[str(card)] = together((pack.named(card),), ways)
    every = [way for ways in effects.values() for way in ways]
    return {
        "effects": effects,
        "shields": tuple(key for key, ways in effects.items() if ways[0].shield),
        "plays": plays,
        "ordinary": {text: play for text, play in plays.items() if play.is_ordinary},
        "tells_payers": any(each.who == "last payer" for way in every for each in way.then),
        "tells_busts": any(when.first_bust is not UNSET for when in conditions(every)),
    }


def _effects(cards: Mapping[str, Entries], target: int, pack: Pack, *, down: bool) -> Effects:
    table: Effects = {}
    for rank in pack.ranks:
        for suit in pack.suits(rank):
            entries = cards.get(rank + suit) or cards[rank]
            table[rank, suit] = ways_of(rank, entries, target, down=down)
    joker = cards.get(JOKER) or CardEntry(set="target", oblige=2)
    table[JOKER, None] = ways_of(JOKER, joker, target, down=down)
    if any(when.looks_at_suits for when in conditions(_effects_in(pack, table))):
        return table
    for rank in pack.ranks:
        of_suits = [table[rank, suit] for suit in reversed(pack.suits(rank))]
        if of_suits and all(do_the_same(ways, of_suits[0]) for ways in of_suits):
            table[rank, None] = of_suits[0]
    return table


def _effects_in(pack: Pack, effects: Effects) -> list[Effect]:
    """Return the effects of all cards that are in the pack."""
    return [
        effect
        for (rank, _suit), ways in effects.items()
        if rank != JOKER or pack.jokers
        for effect in ways
    ]
