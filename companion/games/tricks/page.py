"""The phone page of a trick game."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion import page
from companion.core.commands import Claim
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.core.history import counting
from companion.dialogs.context import Scene
from companion.games.tricks import words
from companion.games.tricks.dialogs import has_one_sum
from companion.games.tricks.engine import points_due
from companion.games.tricks.screens import current_trick
from companion.games.tricks.state import TrickState, round_now
from companion.games.tricks.variant import TrickRules
from companion.message import Aloud, Words, joined, phrase
from companion.words.form import with_signs
from companion.words.numbers import figure, one_of, sentences
from companion.words.turns import has_it, is_over, round_number, trick_number, whose_move
from companion.words.variants import in_front, translated, who_wins


class RoundPoints(Frozen):
    """The points of each player in a round so far, their sum, and the cards that cost in it."""

    round: int
    points: dict[str, int]
    sum: int
    costs: Words


def page_keys(rules: TrickRules) -> tuple[page.CardKey, ...]:
    return tuple(page.CardKey(rank, "", suit=True) for rank in rules.pack.ranks)


def page_game(rules: TrickRules, state: TrickState) -> Mapping[str, object]:
    costs = round_now(rules, state)
    sums = tuple(dict.fromkeys(costs.sums(len(state.players)))) if has_one_sum(costs) else ()
    return {
        "rounds": rules.last_round,
        "said": sentences([translated(rules.title), *words.round_words(rules, state)]),
        "costs": with_signs(words.costs_and_trump(costs)),
        "costs_said": words.costs_aloud(costs),
        "card_costs": words.card_costs(costs),
        "restricted": costs.restricted,
        "times": 1,
        "step": costs.step,
        "sums": sums,
        "sum_words": one_of(sums),
        "below_zero": rules.below_zero,
        "aim": who_wins(rules.wins).label,
    }


def page_now(
    view: page.TableView, scene: Scene, rules: TrickRules, state: TrickState
) -> page.TableView:
    names = tuple(player.name for player in state.players)
    best = tuple(names[seat] for seat in state.best_seats(rules.wins))
    where = [round_number(state.round, rules.last_round)]
    trick = _trick(rules, state, scene.moments[-1])
    costs = round_now(rules, state)
    if state.phase == "play" and not costs.places:
        where.append(trick_number(trick.number, costs.cards_each))
    return replace(
        view,
        where=joined(", ", where),
        plays=len(state.played),
        can=page.AllowedActions(
            seat=scene.stopped is None and state.phase != "game-over" and not state.trick,
            points=names if state.phase != "play" else (),
        ),
        refused=page.refused_keys(scene, Claim(player=names[0], points=0)),
        trick=trick,
        leads=in_front(rules.wins, best, len(names)),
        adds=_adds(rules, scene.moments),
    )


def page_rounds(rules: TrickRules, moments: Sequence[HistoryEntry]) -> tuple[RoundPoints, ...]:
    """Return the rounds dealt so far, including the current one."""
    return tuple(
        RoundPoints(
            round=state.round,
            points={player.name: player.round_points for player in state.players},
            sum=sum(player.round_points for player in state.players),
            costs=with_signs(words.what_costs(round_now(rules, state))),
        )
        for state in _last_of_rounds(moments)
    )


def _last_of_rounds(moments: Sequence[HistoryEntry]) -> Sequence[TrickState]:
    states = {
        moment.state.round: moment.state
        for moment in counting(moments)
        if isinstance(moment.state, TrickState)
    }
    return tuple(states.values())


def _adds(rules: TrickRules, moments: Sequence[HistoryEntry]) -> Words | None:
    """Return the sentence that the finished rounds add up, or None if a round does not."""
    finished = [state for state in _last_of_rounds(moments) if state.phase != "play"]
    if not finished or not all(_adds_up(rules, state) for state in finished):
        return None
    sums = joined(
        ", ",
        (figure(sum(player.round_points for player in state.players)) for state in finished),
    )
    if len(finished) == 1:
        return phrase("Round 1 adds up: {points}.", points=sums)
    return phrase("Rounds 1 to {n} add up: {points}.", n=len(finished), points=sums)


def _adds_up(rules: TrickRules, state: TrickState) -> bool:
    paid = [player.round_points - player.penalty for player in state.players]
    return sum(paid) == points_due(rules, state, paid)


def _trick(rules: TrickRules, state: TrickState, newest: HistoryEntry) -> page.TrickView:
    lies = current_trick(rules, state)
    wins, bound = state.name_of(lies.wins), words.still_bound(rules, state)
    leads = state.phase == "play" and not state.trick
    says = words.said_of_trick(newest.events)
    if not says and not lies.complete and wins is not None:
        says = has_it(wins)
    return page.TrickView(
        number=lies.number,
        cards=tuple(
            page.TrickCardView(
                state.players[laid.seat].name,
                str(laid.card),
                words.card_of_trick(laid.card, wins=laid.seat == lies.wins, complete=lies.complete),
            )
            for laid in lies.cards
        ),
        wins=wins,
        taken=lies.complete,
        title=_title(state),
        bound=Aloud(bound.short) if leads and bound is not None else "",
        lead=_lead(rules, state),
        says=with_signs(says),
    )


def _title(state: TrickState) -> Words:
    if state.phase == "round-over":
        return is_over(state)
    if state.led is None:
        return whose_move(state)
    return words.suit_led(state.led)


def _lead(rules: TrickRules, state: TrickState) -> Words:
    suit, bound = round_now(rules, state).restricted, words.still_bound(rules, state)
    if suit is None:
        return ""
    return sentences([words.is_broken(suit) if bound is None else bound.sentence])
