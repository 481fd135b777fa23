"""The page of a points game."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.dialogs.context import Scene
from companion.message import Words
from companion.phone.interface import Steps
from companion.phone.keys import CardKey, refused_keys
from companion.phone.view_model import AllowedActions, TableView
from companion.rules.commands import Claim, End
from companion.rules.events import Scored
from companion.rules.family import HistoryEntry
from companion.rules.game import counting
from companion.rules.points.rules import PointsRules
from companion.rules.points.state import PointsState, best_seats
from companion.text.busts import points_left
from companion.text.numbers import either, figure
from companion.text.points.rounds import points_add_up, points_count
from companion.text.turns import round_number
from companion.text.variants import translated
from companion.text.voice import sentences
from companion.text.wins import in_front, played_to


class SheetRound(msgspec.Struct, frozen=True):
    """One round on the sheet: who dealt, its `points`, and the `standings` after it,
    of those who were in.

    Each point that was entered counted so many `times`; `sums` and `sum_words` are as those of a
    game.
    """

    round: int
    dealer: str
    points: dict[str, int]
    standings: dict[str, int]
    times: int
    sums: tuple[int, ...]
    sum_words: Words


class PointsPage:
    """The page of the points games: see `FamilyPage`."""

    enters_rounds = True

    def keys(self, rules: PointsRules) -> tuple[CardKey, ...]:
        return ()

    def game(self, rules: PointsRules, state: PointsState) -> Mapping[str, object]:
        entry, sums = rules.round(state.round), rules.sums_of_round(state.round)
        return {
            "aim": played_to(rules.wins, rules.target, rules.last_round),
            "target": rules.target,
            "rounds": rules.last_round,
            "says": translated(entry.says) if entry.says else "",
            "times": entry.times,
            "sums": sums,
            "sum_words": _either(sums),
            "about": tuple(filter(None, (points_count(entry.times), points_add_up(sums)))),
            "leaving": sentences([points_left().sentence]),
        }

    def now(
        self, view: TableView, scene: Scene, rules: PointsRules, state: PointsState
    ) -> TableView:
        names = tuple(player.name for player in state.players)
        best = tuple(names[seat] for seat in best_seats(rules, state))
        is_open = scene.stopped is None and state.phase != "game-over"
        return msgspec.structs.replace(
            view,
            where=round_number(state.round, rules.last_round),
            can=AllowedActions(
                join=is_open,
                seat=is_open,
                leave=tuple(
                    player.name for player in state.players if player.still_in or player.waits
                )
                if is_open
                else (),
                points=names if scene.stopped is None else (),
            ),
            refused=refused_keys(scene, Claim(player=names[0], points=0), end=End()),
            best=best,
            leads=in_front(rules.wins, best, len(names)),
        )

    def rounds(self, rules: PointsRules, moments: Sequence[HistoryEntry]) -> tuple[SheetRound, ...]:
        """Return the rounds that were entered."""
        return tuple(_sheet(rules, moments))

    def steps(self, rules: PointsRules) -> Steps:
        return "rounds"

    def last_round(self, rules: PointsRules) -> int | None:
        return rules.last_round


def _either(sums: Sequence[int]) -> Words:
    return either([figure(total) for total in sums]) if sums else ""


def _sheet(rules: PointsRules, moments: Sequence[HistoryEntry]) -> Iterator[SheetRound]:
    for moment in counting(moments):
        state = moment.state
        if isinstance(state, PointsState) and any(
            isinstance(event, Scored) for event in moment.events
        ):
            played = [player for player in state.players if player.still_in]
            sums = rules.sums_of_round(state.round)
            yield SheetRound(
                round=state.round,
                dealer=state.players[state.dealer].name,
                points={player.name: player.last for player in played},
                standings={player.name: player.points for player in played},
                times=rules.round(state.round).times,
                sums=sums,
                sum_words=_either(sums),
            )
