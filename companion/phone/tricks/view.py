"""The view of a trick game for the page."""

from collections.abc import Sequence
from functools import partial

import msgspec

from companion.dialogs.context import Scene
from companion.dialogs.tricks.points import can_check_points
from companion.phone.key_words import keys_of, refused_keys
from companion.phone.view_model import AllowedActions, TableView, TrickCard, TrickView
from companion.rules.commands import Claim
from companion.rules.family import HistoryEntry
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.scoring import due_of
from companion.rules.tricks.state import TrickState
from companion.screens.table_pictures import light_places
from companion.screens.trick_table import lying_trick
from companion.text.costs import card_costs, costs_aloud, what_costs
from companion.text.events.tricks import round_words, said_of_trick
from companion.text.form import Text, aloud, drawn
from companion.text.language import gettext as _
from companion.text.leads import is_broken, may_not_be_led, still_bound
from companion.text.named import plain
from companion.text.variants import translated
from companion.text.voice import sentences
from companion.text.whose_move import is_over, whose_move


class RoundPoints(msgspec.Struct, frozen=True):
    """The points of each player in a round so far, their sum, and the cards that cost in it."""

    round: int
    points: dict[str, int]
    sum: int
    costs: Text


def trick_game(rules: TrickRules, state: TrickState, number: int | None, short: str) -> dict[str, object]:
    """Return what stays the same in the game and in this round; `number` counts the journal's games."""
    costs = rules.round(state.round)
    return {
        "number": number,
        "variant": rules.variant,
        "title": translated(rules.title),
        "short": short,
        "family": "tricks",
        "places": light_places(len(state.players)),
        "rounds": len(rules.rounds) if rules.until is None else None,
        "said": sentences([translated(rules.title), *round_words(rules, state)]),
        "costs": drawn(lambda: what_costs(costs)),
        "costs_said": costs_aloud(costs),
        "card_costs": card_costs(costs),
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
        can=_can(scene, state),
        refused=refused_keys(scene, Claim(player=state.players[0].name, points=0)),
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
            costs=drawn(partial(what_costs, rules.round(state.round))),
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
    sums = ", ".join(str(sum(player.round_points for player in state.players)) for state in finished)
    if len(finished) == 1:
        return _("Round 1 adds up: {points}.").format(points=sums)
    return _("Rounds 1 to {n} add up: {points}.").format(n=len(finished), points=sums)


def _adds_up(rules: TrickRules, state: TrickState) -> bool:
    paid = [player.round_points - player.penalty for player in state.players]
    return sum(paid) == due_of(rules.round(state.round), paid)


def _can(scene: Scene, state: TrickState) -> AllowedActions:
    if scene.stopped is not None:
        return AllowedActions()
    names = tuple(player.name for player in state.players)
    return AllowedActions(
        points=names if can_check_points(scene) else (),
    )


def _trick(rules: TrickRules, state: TrickState, newest: HistoryEntry) -> TrickView:
    lies = lying_trick(rules, state)
    wins = state.name_of(lies.wins)
    says = drawn(lambda: said_of_trick(newest.events))
    if not says and not lies.taken and wins is not None:
        says = _("{player} has it so far").format(player=wins)
    return TrickView(
        number=lies.number,
        cards=tuple(TrickCard(state.players[laid.seat].name, str(laid.card)) for laid in lies.cards),
        wins=wins,
        taken=lies.taken,
        title=_title(state),
        bound=_bound(rules, state),
        lead=_lead(rules, state),
        says=says,
    )


def _title(state: TrickState) -> str:
    if state.phase == "round-over":
        return is_over(state)
    if state.led is None:
        return plain(whose_move(state))
    return {"C": _("Clubs led"), "D": _("Diamonds led"), "H": _("Hearts led"), "S": _("Spades led")}[
        state.led
    ]


def _bound(rules: TrickRules, state: TrickState) -> str:
    bound = aloud(lambda: _not_led(rules, state))
    return "" if state.phase != "play" or state.trick else bound


def _not_led(rules: TrickRules, state: TrickState) -> str:
    bound = still_bound(rules, state)
    return "" if bound is None else bound.short


def _lead(rules: TrickRules, state: TrickState) -> str:
    suit = rules.round(state.round).restricted
    if suit is None:
        return ""
    return sentences([is_broken(suit) if state.broken else may_not_be_led(suit).sentence])
