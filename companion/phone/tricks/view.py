"""The view of a trick game for the page."""

from collections.abc import Sequence

import msgspec

from companion.dialogs.context import Scene
from companion.dialogs.points import can_check_points, can_enter_points
from companion.phone.key_words import keys_of
from companion.phone.view_model import AllowedActions, TableView, TrickCard, TrickView
from companion.rules.family import HistoryEntry
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.scoring import due_of
from companion.rules.tricks.state import TrickState
from companion.screens.table_pictures import deals_next, light_places
from companion.screens.trick_table import lying_trick, said_of_trick
from companion.screens.trick_words import what_costs


class RoundPoints(msgspec.Struct, frozen=True):
    """The points of each player in a round so far, their sum, and the cards that cost in it."""

    round: int
    points: dict[str, int]
    sum: int
    costs: str


def trick_game(rules: TrickRules, state: TrickState, number: int | None, short: str) -> dict[str, object]:
    """Return what stays the same in the game and in this round; `number` counts the journal's games."""
    costs = rules.round(state.round)
    return {
        "number": number,
        "variant": rules.variant,
        "title": rules.title,
        "short": short,
        "family": "tricks",
        "places": light_places(len(state.players)),
        "rounds": len(rules.rounds) if rules.until is None else None,
        "costs": what_costs(costs),
        "restricted": costs.restricted,
        "step": costs.step,
        # A sweep costs more than the sum of the cards, so there is no single value.
        "due": costs.total if not costs.sweep else None,
        "keys": keys_of(rules),
    }


def trick_now(now: TableView, scene: Scene, rules: TrickRules, state: TrickState) -> TableView:
    """Return `now` with the fields of a trick game."""
    return msgspec.structs.replace(
        now,
        hand=state.round,
        plays=len(state.played),
        deals=deals_next(state) if state.phase == "round-over" else None,
        can=_can(scene, state),
        trick=_trick(rules, state, scene.moments[-1]),
        adds=_adds(rules, scene.moments),
    )


def rounds_of(rules: TrickRules, moments: Sequence[HistoryEntry]) -> tuple[RoundPoints, ...]:
    """Return the rounds of the game from its `moments`, the current one last."""
    return tuple(
        RoundPoints(
            round=state.round,
            points={player.name: player.round_points for player in state.players},
            sum=sum(player.round_points for player in state.players),
            costs=what_costs(rules.round(state.round)),
        )
        for state in _last_of_rounds(moments)
    )


def _last_of_rounds(moments: Sequence[HistoryEntry]) -> Sequence[TrickState]:
    states = {moment.state.round: moment.state for moment in moments if isinstance(moment.state, TrickState)}
    return tuple(states.values())


def _adds(rules: TrickRules, moments: Sequence[HistoryEntry]) -> str | None:
    """Return a sentence that the finished rounds add up to what the rules demand; None if one does not."""
    finished = [state for state in _last_of_rounds(moments) if state.phase != "play"]
    if not finished or not all(_adds_up(rules, state) for state in finished):
        return None
    return "Round 1 adds up" if len(finished) == 1 else f"Rounds 1 to {len(finished)} add up"


def _adds_up(rules: TrickRules, state: TrickState) -> bool:
    paid = [player.round_points - player.penalty for player in state.players]
    return sum(paid) == due_of(rules.round(state.round), paid)


def _can(scene: Scene, state: TrickState) -> AllowedActions:
    if scene.stopped is not None:
        return AllowedActions()
    names = tuple(player.name for player in state.players)
    return AllowedActions(
        play=state.phase == "play",
        deal=state.phase == "round-over",
        score=can_enter_points(scene),
        points=names if can_check_points(scene) else (),
    )


def _trick(rules: TrickRules, state: TrickState, newest: HistoryEntry) -> TrickView:
    lies = lying_trick(rules, state)
    return TrickView(
        number=lies.number,
        cards=tuple(TrickCard(state.players[laid.seat].name, str(laid.card)) for laid in lies.cards),
        wins=state.name_of(lies.wins),
        taken=lies.taken,
        says=said_of_trick(newest.events),
    )
