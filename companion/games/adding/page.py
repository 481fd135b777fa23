"""The phone page of an adding game."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.core.commands import Claim
from companion.core.events import Dealt, Event, Played, Reversed
from companion.core.family import HistoryEntry, Steps
from companion.dialogs.context import Scene
from companion.games.adding.card_words import key_words
from companion.games.adding.playing import bust_cost, ranks_of
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, last_to_come
from companion.message import Words
from companion.page import AllowedActions, Called, CardKey, TableView, refused_keys
from companion.words.cards import face_of
from companion.words.consequences import left_behind, without_shield
from companion.words.form import with_signs
from companion.words.numbers import direction, sentences
from companion.words.turns import hand_number
from companion.words.variants import translated

OF_A_SHOW = 3
"""The number of cards of a rank shown together (docs/reference/rules.md section 4.2)."""


def page_keys(rules: AddingRules) -> tuple[CardKey, ...]:
    return tuple(
        CardKey(rank, with_signs(key_words(rules, rank)), suit=(rank, None) not in rules.effects)
        for rank in ranks_of(rules)
    )


def page_game(rules: AddingRules, state: AddingState) -> Mapping[str, object]:
    return {
        "target": rules.target,
        "chips": rules.chips,
        "look": rules.chips_look,
        "sets": rules.sets,
        "bust": rules.bust,
        "over": rules.over,
        "decks": rules.pack.decks,
        "jokers": rules.pack.jokers,
        "shield": rules.shield,
        "shows": tuple(rules.shows),
        "leaving": sentences([left_behind(chips=rules.chips is not None).sentence]),
    }


def page_now(view: TableView, scene: Scene, rules: AddingRules, state: AddingState) -> TableView:
    hand = tuple(_events_of_hand(scene.counted))
    played = [event.total for event in hand if isinstance(event, Played)]
    last = last_to_come(rules, state)
    return replace(
        view,
        where=hand_number(state.hand),
        way=direction(state.clockwise),
        plays=len(played),
        reversals=sum(isinstance(event, Reversed) for event in hand),
        twice=sum(total == rules.target for total in played),
        call=_call(rules, state),
        last=None if last is None else str(last),
        shield=state.name_of(state.named) if state.phase == "shield" else None,
        unshielded=_unshielded(rules, state),
        can=_can(scene, rules, state),
        refused=refused_keys(scene, Claim(total=0)),
        bust=_bust(rules, state),
    )


def steps(rules: AddingRules) -> Steps:
    return "hands" if rules.has_next_hand else "busts"


def _events_of_hand(counted: Sequence[HistoryEntry]) -> Iterator[Event]:
    """Yield the events since the last deal, newest command first."""
    for moment in reversed(counted):
        yield from moment.events
        if isinstance(moment.events[0], Dealt):
            return


def _unshielded(rules: AddingRules, state: AddingState) -> Words:
    """Return the cost of a missing shield for the player asked for it; "" if no player is asked."""
    player, shield = state.name_of(state.named), rules.shield
    if state.phase != "shield" or player is None or shield is None:
        return ""
    return sentences([without_shield(player, face_of(shield)).sentence])


def _call(rules: AddingRules, state: AddingState) -> Called | None:
    call = state.call
    if call is None:
        return None
    effect = rules.effect(call.cards[-1], call.way)
    words = translated(effect.call) if effect is not None and not call.up else ""
    return Called(state.players[call.seat].name, tuple(str(card) for card in call.cards), words)


def _bust(rules: AddingRules, state: AddingState) -> Words:
    """Return the cost of a bust for the player to act; "" if no player is to act."""
    if state.turn is None:
        return ""
    return bust_cost(rules, state.players[state.turn])


def _can(scene: Scene, rules: AddingRules, state: AddingState) -> AllowedActions:
    turns_up = rules.up_card != "none"
    if scene.stopped is not None:
        return AllowedActions(up_card=turns_up)
    playing = state.phase == "play"
    still_in = [player for player in state.players if player.still_in]
    is_open = playing or state.phase == "hand-over"
    return AllowedActions(
        up_card=turns_up,
        join=is_open,
        seat=is_open,
        forgot=tuple(player.name for player in still_in if playing and player.drew),
        leave=tuple(
            player.name for player in state.players if is_open and (player.still_in or player.waits)
        ),
        show=tuple(
            player.name
            for player in still_in
            if playing and rules.shows and player.cards >= OF_A_SHOW
        ),
    )
