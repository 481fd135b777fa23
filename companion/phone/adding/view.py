"""The view of an adding game for the page."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from companion.dialogs.context import Scene
from companion.phone.key_words import keys_of, refused_keys
from companion.phone.view_model import AllowedActions, Called, TableView
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.commands import Claim
from companion.rules.events import Dealt, Event, Played, Reversed
from companion.rules.family import HistoryEntry
from companion.screens.table_pictures import light_places
from companion.text.busts import bust_costs, left_behind, without_shield
from companion.text.cards import face_of
from companion.text.turns import hand_number
from companion.text.variants import translated
from companion.text.voice import direction, sentences

OF_A_SHOW: Final = 3
"""The number of cards of a rank shown together (docs/rules.md section 4.2)."""


def adding_game(rules: AddingRules, state: AddingState, number: int | None, short: str) -> dict[str, object]:
    """Return what stays the same from first deal to end; `number` counts the journal's games."""
    return {
        "number": number,
        "variant": rules.variant,
        "title": translated(rules.title),
        "said": sentences([translated(rules.title)]),
        "short": short,
        "family": "adding",
        "places": light_places(len(state.players)),
        "target": rules.target,
        "chips": rules.chips,
        "look": rules.chips_look,
        "sets": rules.sets,
        "bust": rules.bust,
        "over": rules.over,
        "decks": rules.pack.decks,
        "jokers": rules.pack.jokers,
        "shield": _shield(rules),
        "shows": tuple(rules.shows),
        "leaving": sentences([left_behind(chips=rules.chips is not None).sentence]),
        "keys": keys_of(rules),
    }


def adding_now(now: TableView, scene: Scene, rules: AddingRules, state: AddingState) -> TableView:
    """Return `now` with the fields of an adding game."""
    hand = tuple(_events_of_hand(scene.moments))
    played = [event.total for event in hand if isinstance(event, Played)]
    last = rules.last_card
    is_to_come = last is not None and state.stock > 0 and last not in state.pile
    return msgspec.structs.replace(
        now,
        hand=state.hand,
        where=hand_number(state.hand),
        way=direction(state.clockwise),
        plays=len(played),
        reversals=sum(isinstance(event, Reversed) for event in hand),
        twice=sum(total == rules.target for total in played),
        call=_call(rules, state),
        last=str(last) if is_to_come else None,
        shield=state.name_of(state.named) if state.phase == "shield" else None,
        unshielded=_unshielded(rules, state),
        can=_can(scene, rules, state),
        refused=refused_keys(scene, Claim(total=0)),
        bust=_bust(rules, state),
    )


def _events_of_hand(moments: Sequence[HistoryEntry]) -> Iterator[Event]:
    """Yield the events since the last deal, newest command first."""
    for moment in reversed(moments):
        yield from moment.events
        if isinstance(moment.events[0], Dealt):
            return


def _shield(rules: AddingRules) -> str | None:
    """Return the card that protects from a knock-out."""
    if not rules.shields:
        return None
    rank, suit = rules.shields[0]
    return rank + (suit or "")


def _unshielded(rules: AddingRules, state: AddingState) -> str:
    """Return what a missing shield costs whoever is asked for it; "" if nobody is."""
    player, shield = state.name_of(state.named), _shield(rules)
    if state.phase != "shield" or player is None or shield is None:
        return ""
    return sentences([without_shield(player, face_of(shield)).sentence])


def _call(rules: AddingRules, state: AddingState) -> Called | None:
    call = state.call
    if call is None:
        return None
    effect = rules.effect(call.cards[-1])
    words = translated(effect.call) if effect is not None and not call.up else ""
    return Called(state.players[call.seat].name, tuple(str(card) for card in call.cards), words)


def _bust(rules: AddingRules, state: AddingState) -> str:
    """Return what a bust costs the player to act; "" if nobody is."""
    if state.turn is None:
        return ""
    return bust_costs(rules.bust, has_chips=bool(state.players[state.turn].chips))


def _can(scene: Scene, rules: AddingRules, state: AddingState) -> AllowedActions:
    turns_up = rules.up_card != "none"
    if scene.stopped is not None:
        return AllowedActions(up_card=turns_up)
    playing = state.phase == "play"
    still_in = [player for player in state.players if player.still_in]
    return AllowedActions(
        up_card=turns_up,
        forgot=tuple(player.name for player in still_in if playing and player.drew),
        leave=tuple(player.name for player in still_in if state.phase in {"play", "hand-over"}),
        show=tuple(
            player.name for player in still_in if playing and rules.shows and player.cards >= OF_A_SHOW
        ),
    )
