"""Reads the TOML file of a trick game, laid over the one it extends, and names what is wrong with it."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET

from companion.errors import CardError, VariantError
from companion.rules.cards import RANKS, SUITS, parse_card
from companion.rules.trick_rules import cards_meant, pack_for
from companion.rules.trick_variant import TRICKS, RoundEntry, TrickFile, TrickVariant
from companion.rules.variant_keys import NOT_INHERITED, as_struct, read_number, read_players

TRICK_DEFAULTS: Final[dict[str, Any]] = {
    "family": TRICKS,
    "provenance": "own",
    "source": "",
    "removed": {},
    "follow": True,
    "until": False,
    "revoke_penalty": 0,
}
TRICK_MUST_SAY: Final = ("title", "short", "players", "ranks", "rounds")


def merge_trick_file(raw: Mapping[str, Any], below: Mapping[str, Any]) -> dict[str, Any]:
    """What a file says over what the one it extends says (`below`), each key's type checked.

    Raises:
        VariantError: names the key and the reason.
    """
    own = as_struct(raw, TrickFile)
    said = {key: value for key in TrickFile.__struct_fields__ if (value := getattr(own, key)) is not UNSET}
    inherited = {key: value for key, value in below.items() if key not in NOT_INHERITED}
    merged = TRICK_DEFAULTS | inherited | said
    if "players" in said and "removed" not in said and len(said["players"]) > 1:
        # What a parent takes out for players that this one does not allow is not this file's mistake.
        fewest, most = said["players"]
        merged["removed"] = {
            count: cards for count, cards in merged["removed"].items() if fewest <= int(count) <= most
        }
    return merged


def finish_trick_variant(name: str, said: Mapping[str, Any]) -> TrickVariant:
    """The variant that a file and its parents describe.

    Raises:
        VariantError: something is missing, or two sayings contradict each other.
    """
    missing = [key for key in TRICK_MUST_SAY if not said.get(key)]
    if missing:
        raise VariantError("is not said, neither here nor in a variant that this one extends", missing[0])
    fewest, most = read_players(said["players"])
    if most is None:
        raise VariantError("write the fewest and the most that can be dealt to: [3, 8]", "players")
    variant = TrickVariant(
        name=name,
        title=said["title"],
        short=said["short"],
        provenance=said["provenance"],
        source=said["source"],
        players=(fewest, most),
        ranks=_ranks(said["ranks"]),
        removed={
            read_number(count, "removed"): _removed(count, cards) for count, cards in said["removed"].items()
        },
        follow=said["follow"],
        until=said["until"] or None,
        revoke_penalty=said["revoke_penalty"],
        rounds=said["rounds"],
    )
    _check_deal(variant)
    for place, entry in enumerate(variant.rounds, start=1):
        _check_round(variant, entry, f"rounds.{place}")
    return variant


def _ranks(text: str) -> tuple[str, ...]:
    ranks = tuple(text.split())
    for rank in ranks:
        if rank not in RANKS:
            raise VariantError(f"{rank[:20]!r} is no rank: one of {' '.join(RANKS)}", "ranks")
        if ranks.count(rank) > 1:
            raise VariantError(f"{rank} stands there twice", "ranks")
    return ranks


def _removed(count: str, text: str) -> tuple[str, ...]:
    where = f"removed.{count}"
    cards = []
    for part in text.split():
        try:
            card = parse_card(part)
        except CardError as error:
            raise VariantError(str(error), where) from None
        if card.suit is None or card.deck is not None:
            raise VariantError(f"{part!r} is not a single card of one deck, like 2C", where)
        if str(card) in cards:
            raise VariantError(f"{card} stands there twice", where)
        cards.append(str(card))
    return tuple(cards)


def _check_deal(variant: TrickVariant) -> None:
    fewest, most = variant.players
    for count, cards in variant.removed.items():
        if not fewest <= count <= most:
            raise VariantError(f"nobody plays this with {count}", f"removed.{count}")
        for card in cards:
            if parse_card(card).rank not in variant.ranks:
                raise VariantError(f"{card} is not in this deck anyway", f"removed.{count}")
    for count in range(fewest, most + 1):
        size = pack_for(variant, count).size
        if size == 0 or size % count:
            raise VariantError(f"{size} cards cannot be dealt evenly to {count} players", f"removed.{count}")


def _check_round(variant: TrickVariant, entry: RoundEntry, where: str) -> None:
    for key in entry.cards:
        _check_key(key, f"{where}.cards.{key}")
    fewest, most = variant.players
    for count in range(fewest, most + 1):
        pack = pack_for(variant, count)
        for key in entry.cards:
            if not list(cards_meant(key, pack)):
                raise VariantError(f"{key} is not in the pack of {count} players", f"{where}.cards")
        costing = {card for key in entry.cards for card in cards_meant(key, pack)}
        tricks = pack.size // count if entry.trick else 0
        things = len(costing) + tricks + bool(entry.first_trick) + bool(entry.last_trick)
        if not things:
            raise VariantError(
                "nothing costs in this round: say trick, first_trick, last_trick or cards", where
            )
        if entry.sweep and things == 1:
            raise VariantError("a single thing that costs is no sweep", f"{where}.sweep")
        if entry.ends == "last card" and not costing:
            raise VariantError("no card costs in this round, so none is the last", f"{where}.ends")
        if entry.ends == "last card" and entry.trick:
            raise VariantError("each trick costs, so all cards must be played", f"{where}.ends")


def _check_key(key: str, where: str) -> None:
    if key in SUITS:
        return
    for part in key.split():
        try:
            card = parse_card(part)
        except CardError:
            raise VariantError(f"{part[:20]!r} is no suit, rank or card: write H, Q or KS", where) from None
        if card.is_joker or card.deck is not None:
            raise VariantError(f"{part!r} is not in one deck without jokers", where)
    if not key.split():
        raise VariantError("the key is empty: write the suit, rank or cards it is about", where)
