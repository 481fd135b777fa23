"""The catalogue of variants: the list, one variant in plain words, the current game."""

from collections.abc import Mapping
from typing import Any, assert_never

import msgspec

from companion.dialogs.context import Scene
from companion.dialogs.interface import MOST_SEATS
from companion.dialogs.set_up import names_for
from companion.errors import Illegal
from companion.phone.editor.house_rule_form import house_rows
from companion.phone.key_words import keys_of
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.cards import Pack
from companion.rules.commands import New
from companion.rules.family import Rules, rules_in_force
from companion.rules.points.rules import PointsRules
from companion.rules.points.variant import POINTS, PointsVariant
from companion.rules.refusals import BadField, UnknownVariant
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.variant import TrickVariant
from companion.rules.variant import Variant
from companion.text.card_table import card_rows
from companion.text.form import all_drawn
from companion.text.language import gettext as _
from companion.text.numbers import cards
from companion.text.packs import pack_changes
from companion.text.refusals import sentence
from companion.text.variants import translated
from companion.text.voice import sentences
from companion.variants import Shelf
from companion.variants.points_table import points_rows
from companion.variants.round_table import round_rows, trick_rows
from companion.variants.rule_table import intro, provenance_line, table_rows

replace = msgspec.structs.replace


def listing(shelf: Shelf) -> list[dict[str, Any]]:
    """Return every variant that can be played, in the order of the box's own list."""
    return [
        {
            "name": name,
            "title": translated(variant.title),
            "short": translated(variant.short),
            "family": _family(variant),
            "players": list(variant.players),
            "provenance": variant.provenance,
            "source": translated(variant.source),
            "own": name in shelf.own,
        }
        for name, variant in shelf.variants.items()
    ]


def preview(scene: Scene, shelf: Shelf, name: str, players: int, house: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a game for so many `players` under these house rules, before it starts.

    Raises:
        Illegal: ``unknown-variant``.
    """
    variant = shelf.variants.get(name)
    if variant is None:
        raise Illegal(UnknownVariant(name, tuple(shelf.variants)))
    scene = replace(scene, variants=shelf.variants)
    seats = _seats(scene, variant, house)
    command = New(variant=name, players=names_for(scene, players), house=dict(house))
    refused = scene.trial(command)
    turns_up = (
        refused is not None and isinstance(refused.refusal, BadField) and refused.refusal.field == "up_card"
    )
    problem = "" if refused is None or turns_up else sentences([sentence(refused)])
    fewest, most = variant.players
    dealt = min(max(players, fewest), most or players)  # too many players see the rules for the maximum
    printed = rules_in_force(variant, {}, dealt)
    try:
        rules = rules_in_force(variant, house, dealt)
    except Illegal:
        rules = printed
    lies = None if scene.rules is None or isinstance(scene.rules, PointsRules) else scene.rules.pack
    return {
        "variant": name,
        "title": translated(variant.title),
        "short": translated(variant.short),
        "family": _family(variant),
        "own": name in shelf.own,
        "source": translated(variant.source),
        "provenance": provenance_line(variant),
        "seats": seats,
        "turnUp": turns_up,
        "problem": problem,
        "houseRules": house_rows(printed, rules, house),
        "pack": None if isinstance(rules, PointsRules) else _pack(lies, rules.pack),
        **_details(rules),
    }


def playing(scene: Scene) -> dict[str, Any] | None:
    """Return the current game in plain words, by the rules that it began with; None without one.

    It does not use the loaded variant, which may have been edited since.
    """
    rules = scene.rules
    if rules is None:
        return None
    return {"variant": rules.variant, "title": translated(rules.title), **_details(rules)}


def _family(variant: Variant) -> str:
    match variant:
        case AddingVariant():
            return "adding"
        case TrickVariant():
            return "tricks"
        case PointsVariant():
            return POINTS
        case _:
            assert_never(variant)


def _seats(scene: Scene, variant: Variant, house: Mapping[str, Any]) -> list[int]:
    """Return the fewest and the most players that can be dealt to; the variant's own if that is nobody."""
    fewest, most = variant.players
    fitting = [
        count for count in range(fewest, (most or MOST_SEATS) + 1) if _deals(scene, variant, house, count)
    ]
    return [fitting[0], fitting[-1]] if fitting else [fewest, most or MOST_SEATS]


def _deals(scene: Scene, variant: Variant, house: Mapping[str, Any], count: int) -> bool:
    names = tuple(str(seat) for seat in range(count))
    refused = scene.trial(New(variant=variant.name, players=names, house=dict(house)))
    return refused is None or refused.code not in {"too-many-players", "bad-players"}


def _details(rules: Rules) -> dict[str, Any]:
    """Return the effects of the cards and the other rules in force; of a points game all rules."""
    match rules:
        case AddingRules():
            return {
                "family": "adding",
                "intro": intro(rules),
                "keys": keys_of(rules),
                "cards": all_drawn(lambda: card_rows(rules)),
                "rules": all_drawn(lambda: table_rows(rules)),
                "decks": rules.pack.decks,
                "jokers": rules.pack.jokers,
                "each": rules.hand_size,
                "chips": rules.chips,
            }
        case TrickRules():
            dealt = _("{what} each").format(what=cards(rules.hand_size))
            return {
                "family": "tricks",
                "intro": "",
                "keys": keys_of(rules),
                "cards": all_drawn(lambda: round_rows(rules)),
                "rules": ((_("Dealt"), dealt), *trick_rows(rules)),
                "decks": rules.pack.decks,
                "jokers": rules.pack.jokers,
                "each": rules.hand_size,
                "chips": None,
            }
        case PointsRules():
            return {
                "family": POINTS,
                "intro": "",
                "keys": (),
                "cards": points_rows(rules),
                "rules": (),
                "decks": 0,
                "jokers": 0,
                "each": 0,
                "chips": None,
            }
        case _:
            assert_never(rules)


def _pack(lies: Pack | None, pack: Pack) -> dict[str, str] | None:
    """Return what to do with the cards first; None for nothing."""
    headline, words = pack_changes(lies, pack)
    if not headline:
        return None
    return {"headline": headline, "sentence": sentences([words or _("Shuffle both decks together")])}
