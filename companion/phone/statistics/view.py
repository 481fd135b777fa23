"""The view of the evening for the page; docs/phone-protocol.md describes each field."""

import msgspec

from companion.message import Words
from companion.phone.statistics.headline import Headline, ahead
from companion.phone.statistics.players import Record, records
from companion.phone.statistics.repairs import CauseCount, causes
from companion.phone.statistics.replay import Evening
from companion.phone.statistics.settlement import Settled, settle
from companion.phone.statistics.strips import Strip, strips
from companion.phone.statistics.tally import TallyRow, tally
from companion.table.local_time import local_time
from companion.table.verify import Verified
from companion.text.lost_entries import game_damaged, games_whole


class EveningPage(msgspec.Struct, frozen=True):
    """The whole page; `start` is None before the first game, `settled` if nothing was for chips.

    A chip costs `price` cents, None without a price.
    `verified` says in sentences if all games of the journal are whole; it is empty before anybody has looked.
    """

    start: float | None
    ahead: Headline
    games: tuple[Strip, ...]
    settled: Settled | None
    price: int | None
    tally: tuple[TallyRow, ...]
    players: tuple[Record, ...]
    repaired: tuple[CauseCount, ...]
    verified: tuple[Words, ...] = ()


def evening_page(evening: Evening, verified: Verified | None = None, price: int | None = None) -> EveningPage:
    """Return the response to `GET /evening`, with what was last found when all games were verified."""
    games = evening.games
    settled = settle(games)
    return EveningPage(
        start=games[0].commands[0].at if games else None,
        ahead=ahead(games, settled),
        games=strips(games),
        settled=settled,
        price=price,
        tally=tally(games),
        players=records(evening),
        repaired=causes(games),
        verified=() if verified is None else _words(verified),
    )


def _words(verified: Verified) -> tuple[Words, ...]:
    if not verified.flaws:
        return (games_whole(verified.games, f"{local_time(verified.at):%H:%M}"),)
    return tuple(game_damaged(flaw.game, flaw.entries) for flaw in verified.flaws)
