"""The phone page of a points game."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from companion.core.commands import Claim, End
from companion.core.events import Scored
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.core.history import counting
from companion.dialogs.context import Scene
from companion.games.points.engine import PointsState, asked_now
from companion.games.points.variant import PointsVariant
from companion.games.points.words import points_add_up, points_count
from companion.message import Words
from companion.page import AllowedActions, TableView, refused_keys
from companion.words.busts import points_left
from companion.words.numbers import one_of, sentences
from companion.words.turns import round_number
from companion.words.variants import in_front, played_to, translated


class SheetRound(Frozen):
    """A round on the score sheet: its dealer, its `points`, and the `standings` after it.

    Both include the players who were in during the round. `times` is the factor of the `entered`
    points. `sums` and `sum_words` are the same as those of a game.
    """

    round: int
    dealer: str
    points: dict[str, int]
    entered: dict[str, int]
    standings: dict[str, int]
    times: int
    sums: tuple[int, ...]
    sum_words: Words


def page_game(rules: PointsVariant, state: PointsState) -> Mapping[str, object]:
    entry, sums = rules.round(state.round), rules.sums_of_round(state.round)
    asked = asked_now(rules, state)
    adds_up = "" if rules.losers_pay else points_add_up(sums)
    return {
        "aim": played_to(rules.wins, rules.target, rules.last_round, rules.out_at),
        "target": rules.target,
        "adjusts": rules.overshoot != "counts" or bool(rules.exact),
        "rounds": rules.last_round,
        "entry": "bids" if asked == "tricks" else asked,
        "says": translated(entry.says) if entry.says else "",
        "times": entry.times,
        "sums": sums,
        "sum_words": one_of(sums),
        "about": tuple(filter(None, (points_count(entry.times), adds_up))),
        "leaving": sentences([points_left().sentence]),
    }


def page_now(view: TableView, scene: Scene, rules: PointsVariant, state: PointsState) -> TableView:
    names = tuple(player.name for player in state.players)
    best = tuple(names[seat] for seat in state.best_seats(rules.wins))
    is_open = scene.stopped is None and state.phase != "game-over"
    return replace(
        view,
        where=round_number(state.round, rules.last_round),
        can=AllowedActions(
            join=is_open and rules.teams is None,
            seat=is_open,
            leave=tuple(player.name for player in state.players if player.still_in or player.waits)
            if is_open
            else (),
            points=names if scene.stopped is None else (),
        ),
        refused=refused_keys(scene, Claim(player=names[0], points=0), end=End()),
        best=best,
        leads=in_front(rules.wins, best, len(names)),
    )


def page_rounds(rules: PointsVariant, moments: Sequence[HistoryEntry]) -> tuple[SheetRound, ...]:
    """Return the rounds entered so far."""
    return tuple(_sheet(rules, moments))


def _sheet(rules: PointsVariant, moments: Sequence[HistoryEntry]) -> Iterator[SheetRound]:
    for before, moment in pairwise(counting(moments)):
        state = moment.state
        if isinstance(state, PointsState) and any(
            isinstance(event, Scored) for event in moment.events
        ):
            played = [state.players[seat] for seat in before.state.seats_in]
            sums = rules.sums_of_round(state.round)
            times = rules.round(state.round).times
            yield SheetRound(
                round=state.round,
                dealer=state.players[state.dealer].name,
                points={player.name: player.last for player in played},
                entered={player.name: player.last // times for player in played},
                standings={player.name: player.points for player in played},
                times=times,
                sums=sums,
                sum_words=one_of(sums),
            )
