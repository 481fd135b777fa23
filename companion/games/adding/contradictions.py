"""The keys of an adding variant that contradict each other, or are often meant otherwise."""

from collections.abc import Iterator

from msgspec import UNSET

from companion.core.cards import JOKER, Card, parse_card
from companion.core.consequences import OF_AMOUNTS, OF_CHIPS, Consequence, Does, all_of
from companion.core.variant_keys import Content, Contradiction, Doubt, dotted
from companion.games.adding.effects import Ways, is_plain
from companion.games.adding.variant import (
    AddingVariant,
    CardEntry,
    FromPlayers,
    alternatives,
    card_keys,
    largest_hand,
    ways_of,
)
from companion.message import phrase

MAX_MATCHED = 13
"""The most cards that may be alike or a run: a run has each rank once."""

_NEEDS_CHIPS = phrase("needs chips: give each player some (chips = 5)")


def contradictions(variant: AddingVariant) -> Iterator[Contradiction]:
    """Yield what is wrong with the keys, in the order in which it is reported."""
    if variant.starts_at == variant.target:
        yield "target", phrase("a hand begins at the target: write another start or target")
    if variant.counts_down and variant.floor is not None:
        yield (
            "floor",
            phrase("the target is the lowest total of a game that counts down: leave floor out"),
        )
    yield from _of_cards(variant)
    if variant.chips is None:
        if variant.bust.startswith("chip") and not variant.on_bust:
            yield "bust", phrase("a bust costs chips: give each player some (chips = 5)")
        for key in ("honor", "winner_takes_all"):
            if getattr(variant, key):
                yield key, _NEEDS_CHIPS
    yield from endless(variant)
    if not variant.has_next_hand and variant.leads != "left of dealer":
        yield "leads", phrase("there is only one hand: leave it out, or add a match")
    if variant.ends == "first out" and variant.winner_takes_all:
        yield (
            "ends",
            phrase("the first one out loses and nobody wins the pot: leave one of them out"),
        )
    yield from _of_consequences(variant)
    for number in variant.exact:
        if variant.is_over(number):
            never = phrase(
                "{n} is over the target {target} and never reached: leave it out, or raise the "
                "target"
            )
            if variant.counts_down:
                never = phrase(
                    "{n} is below the target {target} and never reached: leave it out, or lower "
                    "the target"
                )
            yield "exact", never.filled(n=number, target=variant.target)
    yield from _of_deal(variant)


def _of_cards(variant: AddingVariant) -> Iterator[Contradiction]:
    for card in variant.pack_of(1).cards():
        if card.rank not in variant.cards and str(card) not in variant.cards:
            yield "cards", phrase("has no line for {rank}: add one", rank=card.rank)
    for key, entry in _entries(variant):
        for number in entry.set if isinstance(entry.set, tuple) else (entry.set,):
            if isinstance(number, int) and variant.is_over(number):
                over = phrase("sets {n}, over the target {target}: lower it, or raise the target")
                if variant.counts_down:
                    over = phrase(
                        "sets {n}, below the target {target}: raise it, or lower the target"
                    )
                yield dotted("cards", key), over.filled(n=number, target=variant.target)
    if any(entry.shield for _, entry in _entries(variant)) and not _knocks_out(variant):
        yield (
            "cards",
            phrase("there is a shield, but no card knocks a player out: leave shield out"),
        )


def _entries(variant: AddingVariant) -> Iterator[tuple[str, CardEntry]]:
    """Yield each alternative of each card with its key."""
    for key, entries in variant.cards.items():
        yield from ((key, entry) for entry in alternatives(entries))


def _knocks_out(variant: AddingVariant) -> bool:
    return any(entry.knock_out for _, entry in _entries(variant))


def endless(variant: AddingVariant) -> Iterator[Contradiction]:
    """Yield the rules by which a hand, or the game, would have no end, each with the reason."""
    if (
        variant.match is not None
        and variant.bust in {"chip, play on", "chip, new pile", "pass"}
        and variant.empty_hand == "out"
    ):
        yield (
            "bust",
            phrase(
                "in a match a bust ends the hand or puts the player out, unless an empty hand "
                "ends it (empty_hand)"
            ),
        )
    if variant.empty_hand == "passes" and not variant.has_next_hand:
        yield (
            "empty_hand",
            phrase(
                "a hand without cards has no winner: let another hand follow (chips, or a match)"
            ),
        )
    if variant.bust == "pass" and not _can_end(variant):
        yield (
            "bust",
            phrase(
                "the game has no end: let an empty hand win (empty_hand), or a bust cost "
                "something (on_bust)"
            ),
        )


def _can_end(variant: AddingVariant) -> bool:
    """Return whether a game in which a bust is a pass can end."""
    return (
        variant.empty_hand != "out"
        or variant.stock_out == "play on"
        or bool(variant.shows)
        or not _does(variant) <= {"drinks", "scores", "draws", "starts a new pile"}
        or _knocks_out(variant)
    )


def consequences_of(variant: AddingVariant) -> Iterator[tuple[str, Consequence]]:
    """Yield every consequence of a variant with its key, except those of its cards."""
    tables = {key: getattr(variant, key) for key in ("on_bust", "stuck", "reward", "forfeit")}
    for table in ("passing", "multiples", "alike", "runs", "exact"):
        by_number = getattr(variant, table).items()
        tables |= {dotted(table, str(number)): what for number, what in by_number}
    for key, consequences in tables.items():
        if isinstance(consequences, tuple):
            yield from ((key, consequence) for consequence in consequences)


def has_loser(variant: AddingVariant) -> bool:
    """Return whether a game can have losers, and not only a winner."""
    return (
        variant.bust == "lose"
        or variant.ends == "first out"
        or "everyone loses" in variant.shows.values()
    )


def uses_chips(variant: AddingVariant) -> bool:
    """Return whether players can lose or win chips."""
    pays = variant.bust.startswith("chip") and not variant.on_bust
    return pays or bool(_does(variant) & OF_CHIPS)


def _does(variant: AddingVariant) -> set[Does]:
    """Return what the consequences of a variant do."""
    every = (*consequences_of(variant), *_card_consequences(variant))
    return {consequence.does for _, consequence in every}


def _card_consequences(variant: AddingVariant) -> Iterator[tuple[str, Consequence]]:
    """Yield the consequences of the cards with their keys."""
    for card, entries in variant.cards.items():
        ways = alternatives(entries)
        for number, entry in enumerate(ways, start=1):
            place = (str(number),) if len(ways) > 1 else ()
            for consequence in all_of(entry.then):
                yield dotted("cards", card, *place, "then"), consequence


def _of_consequences(variant: AddingVariant) -> Iterator[Contradiction]:
    for key, consequence in consequences_of(variant):
        yield from _of_consequence(variant, key, consequence)
    yield from of_card_consequences(variant)
    if variant.stuck and variant.bust != "pass" and variant.empty_hand != "passes":
        yield "stuck", phrase('stuck needs a bust that is a pass: write bust = "pass", too')
    most = max(variant.target, variant.starts_at)
    for number in variant.multiples:
        if not 2 <= number <= most:
            none = phrase("{n} has no multiples here: write 2 to {most}", n=number, most=most)
            yield f"multiples.{number}", none
    for table, numbers, least in (("alike", variant.alike, 2), ("runs", variant.runs, 3)):
        for number in numbers:
            if not least <= number <= MAX_MATCHED:
                few = phrase("write a number of cards, {least} to {most}")
                yield f"{table}.{number}", few.filled(least=least, most=MAX_MATCHED)
    for number in variant.passing:
        if number == variant.target or variant.is_over(number):
            never = phrase("a total of {n} is never passed: lower it, or raise the target")
            if variant.counts_down:
                never = phrase("a total of {n} is never passed: raise it, or lower the target")
            yield "passing", never.filled(n=number)


def of_card_consequences(variant: AddingVariant) -> Iterator[Contradiction]:
    """Yield the consequences of cards that cannot happen."""
    for key, consequence in _card_consequences(variant):
        yield from _of_consequence(variant, key, consequence, of_card=True)


def _of_consequence(
    variant: AddingVariant, key: str, consequence: Consequence, *, of_card: bool = False
) -> Iterator[Contradiction]:
    who, does = consequence.who, consequence.does
    if does in OF_CHIPS and variant.chips is None:
        yield key, _NEEDS_CHIPS
    if does in OF_CHIPS and who == consequence.other:
        yield key, phrase('who and with are the same: write with = "pot", or another player')
    if does not in OF_CHIPS and consequence.other != "pot":
        yield key, phrase("with is for chips only: leave it out")
    yield from _of_amount(variant, key, consequence)
    if consequence.going is not None and not key.startswith("passing."):
        yield key, phrase("only a passed total has a direction: leave going out")
    if does.startswith("wins") and who in {"others", "everyone"}:
        yield key, phrase("only one player can win: write another who")
    if does == "starts a new pile" and who != "player":
        yield key, phrase("there is only one pile: leave who out")
    if does not in OF_AMOUNTS - {"draws"} and key in {"reward", "forfeit"}:
        yield key, phrase("the hand is over then: write pays, takes, drinks or scores")
    if who == "named" and not of_card:
        yield key, phrase("only a card can name a player: write another who")


def _of_amount(
    variant: AddingVariant, key: str, consequence: Consequence
) -> Iterator[Contradiction]:
    does, how_many = consequence.does, consequence.how_many
    if does not in OF_AMOUNTS and how_many != 1:
        yield key, phrase("there is nothing to count here: leave how_many out")
    if how_many == "over":
        if key != "on_bust" or variant.over != "bust":
            no_over = phrase('nothing goes over here: write a number, or on_bust and over = "bust"')
            yield key, no_over
    elif does in OF_AMOUNTS and does != "scores" and (how_many == "pile" or how_many < 0):
        yield key, phrase('only points can be below 0, or "pile": write 1 or more')
    if how_many == 0:
        yield key, phrase("0 is nothing: write another number")


def _of_deal(variant: AddingVariant) -> Iterator[Contradiction]:
    fewest, most = variant.players
    for count, change in ((fewest, FromPlayers()), *variant.from_players.items()):
        if count < fewest or (most is not None and count > most):
            absent = phrase("{n} players cannot play this: leave it out", n=count)
            yield f"from_players.{count}", absent
        decks = variant.decks if change.decks is UNSET else change.decks
        hand_size = variant.hand_size if change.hand_size is UNSET else change.hand_size
        most_dealt = 1 if variant.deal == "all" else largest_hand(hand_size)
        if count * most_dealt > variant.pack_of(decks).size:
            too_many = phrase(
                "{n} players cannot be dealt {cards} cards each: lower hand_size, or add a deck"
            )
            yield "hand_size", too_many.filled(n=count, cards=most_dealt)


def doubts(variant: AddingVariant, own: Content, below: Content) -> Iterator[Doubt]:
    """Yield the doubts about a `variant` with the `own` keys of its file, and those `below` of the
    variant that it extends.
    """
    yield from _about_course(variant)
    yield from _about_own_cards(variant, own, below)
    for key, entries in variant.cards.items():
        for entry in alternatives(entries):
            if entry.oblige > 1 and entry.each_counts is UNSET and key != JOKER:
                owed = phrase(
                    "each of the {n} owed plays counts: is that meant? Then write each_counts = "
                    "true, else false"
                )
                yield dotted("cards", key), owed.filled(n=entry.oblige)
    if variant.up_card == "plain" and not any(
        is_plain(_ways(variant, card), card.rank, down=variant.counts_down)
        for card in variant.pack_of(1).cards()
    ):
        none = phrase("no card is plain, so no hand can begin: is that meant? Else write apply")
        yield "up_card", none


def _ways(variant: AddingVariant, card: Card) -> Ways:
    entries = variant.cards.get(str(card)) or variant.cards[card.rank]
    return ways_of(card.rank, entries, variant.target, down=variant.counts_down)


def _about_course(variant: AddingVariant) -> Iterator[Doubt]:
    if variant.forfeit and not has_loser(variant):
        nobody = phrase(
            'this game has a winner and no loser: is that meant? Write ends = "first out" or '
            'bust = "lose", or leave it out'
        )
        yield "forfeit", nobody
    if variant.draws == "never" and (variant.empty_hand, variant.stock_out) == ("out", "reshuffle"):
        stuck = phrase(
            'players without cards can only bust: is that meant? Write empty_hand = "wins" or '
            '"passes", too'
        )
        yield "draws", stuck
    if isinstance(variant.hand_size, tuple) and not variant.has_next_hand:
        yield "hand_size", phrase("a game of one hand deals only the first number: is that meant?")
    if variant.chips is not None and not uses_chips(variant):
        idle = phrase(
            "nothing pays a chip: is that meant? Let bust, or on_bust if there is one, pay it, or "
            "write chips = false"
        )
        yield "chips", idle
    for number, what in variant.exact.items():
        if what == "chip" and variant.chips is None:
            bare = phrase(
                "nobody has chips: is that meant? Give each player some (chips = 5), or leave it "
                "out"
            )
            yield dotted("exact", str(number)), bare


def _about_own_cards(variant: AddingVariant, own: Content, below: Content) -> Iterator[Doubt]:
    written = {str(card): key for key in own.get("cards", {}) for card in card_keys(key)}
    if JOKER in written and not variant.jokers:
        none = phrase("there are no jokers: is that meant? Write jokers = 2, too, or leave it out")
        yield dotted("cards", written[JOKER]), none
    inherited = [parse_card(card) for card in below.get("cards", {}) if card not in written]
    for key in dict.fromkeys(written.values()):
        here = [str(card) for card in inherited if card.suit and written.get(card.rank) == key]
        if here:
            replaced = phrase(
                "this line also replaces {cards} of the extended variant: is that meant? Then "
                'write "{keys}" instead',
                cards=" ".join(here),
                keys=" ".join([key, *here]),
            )
            yield dotted("cards", key), replaced
