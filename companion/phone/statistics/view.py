"""The view of the evening for the page; docs/phone-protocol.md describes each field."""

import msgspec

from companion.phone.statistics.headline import Headline, ahead
from companion.phone.statistics.players import Record, records
from companion.phone.statistics.repairs import CauseCount, causes
from companion.phone.statistics.replay import Evening
from companion.phone.statistics.settlement import Settled, settle
from companion.phone.statistics.strips import Strip, strips
from companion.phone.statistics.tally import TallyRow, tally


class EveningPage(msgspec.Struct, frozen=True):
    """The whole page; `start` is None before the first game, `settled` if nothing was for chips."""

    start: float | None
    ahead: Headline
    games: tuple[Strip, ...]
    settled: Settled | None
    tally: tuple[TallyRow, ...]
    players: tuple[Record, ...]
    repaired: tuple[CauseCount, ...]


def evening_page(evening: Evening) -> EveningPage:
    """Return the response to `GET /evening`."""
    games = evening.games
    settled = settle(games)
    return EveningPage(
        start=games[0].commands[0].at if games else None,
        ahead=ahead(games, settled),
        games=strips(games),
        settled=settled,
        tally=tally(games),
        players=records(evening),
        repaired=causes(games),
    )
