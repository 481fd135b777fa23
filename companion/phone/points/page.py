"""The page of a points game."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.dialogs.context import Scene
from companion.phone.keys import CardKey, refused_keys
from companion.phone.view_model import AllowedActions, TableView
from companion.rules.commands import Claim, End
from companion.rules.events import Scored
from companion.rules.family import HistoryEntry
from companion.rules.options import Wins
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState, best_seats
from companion.text.variants import translated


class SheetRound(msgspec.Struct, frozen=True):
    """One round on the sheet: who dealt, its `points`, and the `standings` after it, of those who were in."""

    round: int
    dealer: str
    points: dict[str, int]
    standings: dict[str, int]


class PointsPage:
    """The page of the points games: see `FamilyPage`."""

    name = "points"
    enters_rounds = True

    def keys(self, rules: PointsRules) -> tuple[CardKey, ...]:
        return ()

    def game(self, rules: PointsRules, state: PointsState) -> Mapping[str, object]:
        entry = rules.round(state.round)
        return {
            "wins": rules.wins,
            "target": rules.target,
            "rounds": rules.last_round,
            "says": translated(entry.says) if entry.says else "",
            "times": entry.times,
            "sums": rules.sums_of_round(state.round),
        }

    def now(self, view: TableView, scene: Scene, rules: PointsRules, state: PointsState) -> TableView:
        names = tuple(player.name for player in state.players)
        is_open = scene.stopped is None and state.phase != "game-over"
        return msgspec.structs.replace(
            view,
            can=AllowedActions(
                leave=tuple(names[seat] for seat in state.seats_in) if is_open else (),
                points=names if scene.stopped is None else (),
            ),
            refused=refused_keys(scene, Claim(player=names[0], points=0), end=End()),
            best=tuple(names[seat] for seat in best_seats(rules, state)),
        )

    def rounds(self, rules: PointsRules, moments: Sequence[HistoryEntry]) -> tuple[SheetRound, ...]:
        """Return the rounds that were entered."""
        return tuple(_sheet(moments))

    def wins(self, rules: PointsRules) -> Wins:
        return rules.wins

    def last_round(self, rules: PointsRules) -> int | None:
        return rules.last_round


def _sheet(moments: Sequence[HistoryEntry]) -> Iterator[SheetRound]:
    for moment in moments:
        state = moment.state
        if isinstance(state, PointsState) and any(isinstance(event, Scored) for event in moment.events):
            played = [player for player in state.players if player.still_in]
            yield SheetRound(
                round=state.round,
                dealer=state.players[state.dealer].name,
                points={player.name: player.last for player in played},
                standings={player.name: player.points for player in played},
            )
