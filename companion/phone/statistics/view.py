"""The view of the evening for the page; docs/phone-protocol.md describes each field."""

import msgspec

from companion.phone.statistics.charts import Chart, charts
from companion.phone.statistics.headline import Headline, ahead
from companion.phone.statistics.players import Record, records
from companion.phone.statistics.repairs import CauseCount, causes
from companion.phone.statistics.replay import Evening, PlayedGame
from companion.phone.statistics.settlement import Settled, settle
from companion.text.named import plain
from companion.text.variants import translated
from companion.text.whose_move import outcome


class GameLine(msgspec.Struct, frozen=True):
    """One game of the evening: `start` and `end` in seconds since 1970 UTC, `stands` on, over or given up.

    `ended` says who has won or lost it; "" of one that is not over.
    """

    title: str
    players: tuple[str, ...]
    start: float
    end: float
    hands: int
    rounds: bool
    stands: str
    ended: str


class EveningPage(msgspec.Struct, frozen=True):
    """The whole page; `start` is None before the first game, `settled` if nothing was for chips."""

    start: float | None
    hands: int
    ahead: Headline
    charts: tuple[Chart, ...]
    settled: Settled | None
    players: tuple[Record, ...]
    games: tuple[GameLine, ...]
    repaired: tuple[CauseCount, ...]


def evening_page(evening: Evening) -> EveningPage:
    """Return the response to `GET /evening`."""
    games = evening.games
    settled = settle(games)
    return EveningPage(
        start=games[0].commands[0].at if games else None,
        hands=sum(game.hands for game in games),
        ahead=ahead(games, settled),
        charts=charts(games),
        settled=settled,
        players=records(evening),
        games=tuple(map(_line, games)),
        repaired=causes(games),
    )


def _line(game: PlayedGame) -> GameLine:
    return GameLine(
        title=translated(game.rules.title),
        players=game.players,
        start=game.commands[0].at,
        end=game.commands[-1].at,
        hands=game.hands,
        rounds=game.has_rounds,
        stands=game.stands,
        ended=plain(outcome(game.state)) if game.stands == "over" else "",
    )
