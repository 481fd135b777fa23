"""Replays of the requested evenings, and an evening in the page's format."""

import msgspec

from companion.message import Words, language_in_use
from companion.phone.statistics.headline import Headline, ahead
from companion.phone.statistics.history import AllGames
from companion.phone.statistics.players import CauseCount, Record, TallyRow, causes, records, tally
from companion.phone.statistics.replay import Evening, PlayedGame, replayed_game
from companion.phone.statistics.settlement import Settled, settle
from companion.phone.statistics.strips import Strip, strips
from companion.table.dates import local_time
from companion.table.evenings import Calendar
from companion.table.reader import RecordCache, read_only
from companion.table.verify import Verified
from companion.words.disk import game_damaged, games_whole


class Evenings:
    """Replays of the journal's evenings that the `history` knows. Not thread-safe.

    A game is replayed again only if it has changed, or if a name or a date of the journal has.
    """

    def __init__(self, history: AllGames) -> None:
        self._history = history
        self._known: object = None
        self._games: RecordCache[PlayedGame]

    def read(self, number: int | None = None) -> Evening:
        """Return the evening whose first game has this number, or the newest.

        It has no games if there is none.

        Raises:
            JournalError: the journal cannot be read; the message is for the user.
        """
        self._history.look()
        journal, dates = read_only(self._history.journal), self._history.dates()
        people = journal.people
        known = number, tuple(people), dates, language_in_use()
        if known != self._known:
            calendar = Calendar()
            calendar.learn(dates)
            self._known = known
            self._games = RecordCache(lambda record: replayed_game(record, people, calendar)[0])
        played = self._history.games_of(number, played=True)
        games = (self._games.of(journal, game) for game in played)
        return Evening(
            tuple(
                msgspec.structs.replace(game, resumed=game.number == journal.current)
                for game in games
            )
        )


class EveningPage(msgspec.Struct, frozen=True):
    """The page of an evening; docs/reference/phone-protocol.md describes each field.

    `start` is None before the first game, `settled` if no game was for chips. A chip costs `price`
    cents, None without a price. `verified` reports in sentences whether all games of the journal
    are intact; it is empty before the first check.
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


def evening_page(
    evening: Evening, verified: Verified | None = None, price: int | None = None
) -> EveningPage:
    """Return the response to `GET /evening`, with the result of the last check of all games."""
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
