"""A recorded game of Arizona Spaghetti, played again on a running box."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.core.commands import Deal, New, Play, Step, Undo
from companion.games.tricks.words import takes_it
from companion.message import Words, render
from companion.outputs import Sound
from tests.drivers.expected import played
from tests.drivers.process import FOUR, ProcessDriver
from tests.drivers.watching import says
from tests.service.album import Album
from tests.service.record import (
    After,
    Called,
    Deals,
    Dealt,
    Laid,
    Line,
    Refused,
    Round,
    TakenBack,
    Trick,
    Won,
    code,
)
from tests.service.tricks import Tricks
from tests.worded import named

NEW = New(variant="arizona-spaghetti", players=FOUR)
TITLE = "Sp Arizona Spaghetti"
FIVES = 5
"""The step of called points is five, because a wrong call need not be a
possible cost of a round.
"""

STEPS = (10, 10, 25, 100, 100, 5)
"""The steps of each round's points (docs/reference/rules.md section 6)."""

TELLING = {
    "round 1": "first-lead",
    "1.1 Cy 6♦": "trick-under-way",
    "1.1 Di takes 10": "trick-taken",
    "1.7 Bo 8♠?": "revoke-asked",
    "1.7 Bo 9♣": "trick-with-a-void",
    "after round 1, 52 cards": "points-1",
    "round 1 brought": "round-1",
    "Bo calls 30": "called-wrong",
    "Ann calls 70": "called-right",
    "round 2": "restricted-leader",
    "2.3 Cy 2♥?": "restricted-lead-asked",
    "2.4 Ann A♥": "suit-broken",
    "2.5 Cy 4♣": "lead-after-broken",
    "2.5 Cy takes 20": "two-hearts-taken",
    "taking back the deal of round 3": "take-back-deal",
    "taking back A♠ by Ann": "take-back-across-deal",
    "taken back A♠ by Ann": "taken-back-across-deal",
    "after round 2, 44 cards": "points-2",
    "3.9 Ann takes 50": "two-queens-taken",
    "taking back J♥ by Ann": "take-back-in-round",
    "after round 3, 52 cards": "points-3",
    "4.9 Di 3♠!": "only-spades-asked",
    "4.9 Di 3♠": "only-spades-led",
    "4.12 Bo takes 100": "king-of-spades-taken",
    "after round 4, 48 cards": "points-4",
    "5.7 Cy 7♥!": "revoke-again",
    "5.13 Di takes 100": "last-trick-taken",
    "after round 5, 52 cards": "points-5",
    "round 6": "all-of-them-cost",
    "6.5 Cy takes 135": "queen-and-king-taken",
    "6.13 Ann takes 130": "last-card-of-the-game",
    "games won": "games-won",
    "Cy wins": "winner",
}
"""The moments with a reference picture, and its name."""


def commands(record: Sequence[Line]) -> Iterator[tuple[str, New | Step | Undo]]:
    """Return the commands of a game, each with the card it concerns ("5.7 7♥") or ""."""
    yield "", NEW
    number = 1
    for line in record:
        match line:
            case Dealt(number) if number > 1:
                yield "", Deal()
            case Deals():
                yield "", Deal()
            case TakenBack(what):
                yield "", Undo(len(what))
            case Trick(trick, cards):
                for place, laid in enumerate(cards):
                    leads = place == 0 and len(cards) == len(FOUR)
                    yield f"{number}.{trick} {laid.face}", laid_as(laid, leads=leads)


def laid_as(laid: Laid, *, leads: bool) -> Play:
    """Return the play of a card; one that the box asked about is accepted as a revoke or as the
    only suit.
    """
    play = played(code(laid.face))
    if not laid.let_stand:
        return play
    return replace(play, only_suit=True) if leads else replace(play, accept_revoke=True)


def play(table: ProcessDriver, record: Sequence[Line], album: Album) -> None:
    """Play the whole `record` on a box that asks which game to play."""
    telling = _Telling(Tricks(table), album)
    table.begin(NEW, TITLE)
    for line, following in zip(record, [*record[1:], None], strict=True):
        telling.tell(line, following)


class _Telling:
    def __init__(self, tricks: Tricks, album: Album) -> None:
        self._tricks, self._album = tricks, album
        self._round = Round(Dealt(0, "", {}))

    def tell(self, line: Line, following: Line | None) -> None:
        """Play one line of the record, and assert all its effects."""
        match line:
            case Dealt():
                self._dealt(line)
            case Trick():
                self._trick(line, following)
            case After():
                self._after(line)
            case Deals():
                self._tricks.deals()
            case TakenBack(what):
                self._taken_back(what)
            case Called():
                self._called(line)
            case Refused(face, sentence):
                self._tricks.is_refused(face, sentence)
                self._round_over()
            case Won(player):
                self._tricks.shows_games_won(player)
                self._see("games won")
                self._tricks.ends(player)
                self._see(f"{player} wins")

    def _see(self, moment: str) -> None:
        self._album.see(moment)

    def _dealt(self, line: Dealt) -> None:
        self._round = Round(line)
        if line.round > 1:
            self._tricks.deals()
        state = self._tricks.state
        assert (state.round, state.players[state.dealer].name) == (line.round, line.dealer)
        self._see(f"round {line.round}")

    # Tricks

    def _trick(self, line: Trick, following: Line | None) -> None:
        assert self._tricks.state.number == line.number
        *others, last = line.cards
        for laid in others:
            self._laid(line.number, laid, "accepted")
        sound: Sound = "accepted"
        if isinstance(following, After):
            sound = "game-over" if following.round == len(STEPS) else "hand-over"
        self._laid(line.number, last, sound)
        takes = f"{line.taker} takes {line.cost or 'it'}"
        self._tricks.table.onlooker.until(says(render(takes_it(line.taker, line.cost).sentence)))
        taken = self._tricks.state.taken
        assert taken is not None
        assert (self._tricks.state.players[taken.seat].name, taken.points) == (
            line.taker,
            line.cost,
        )
        self._see(f"{self._round.dealt.round}.{line.number} {takes}")

    def _laid(self, trick: int, laid: Laid, sound: Sound) -> None:
        """Play one player's card, after the cards that are asked about and undone."""
        where = f"{self._round.dealt.round}.{trick} {laid.player}"
        for face in laid.taken_back:
            self._asked(laid.player, face)
            self._see(f"{where} {face}?")
            self._tricks.takes_card_back()
        was_broken = self._tricks.state.broken
        if not laid.let_stand:
            self._tricks.lays(laid.player, laid.face, sound)
        else:
            self._asked(laid.player, laid.face)
            self._see(f"{where} {laid.face}!")
            if self._round.led is None:
                self._tricks.has_only_that_suit(laid.face, sound)
            else:
                self._tricks.lets_revoke_stand(laid.face, sound)
        self._round.laid.append(laid)
        assert self._tricks.state.broken == (was_broken or laid.breaks)
        assert not (was_broken and laid.breaks)
        self._see(f"{where} {laid.face}")

    def _asked(self, player: str, face: str) -> None:
        if self._round.led is None:
            self._tricks.is_asked_for_a_lead(face)
        else:
            self._tricks.is_asked_for_a_revoke(player, face, self._round.voids()[player, face[-1]])

    # Rounds

    def _after(self, line: After) -> None:
        players = self._tricks.state.players
        assert {player.name: player.points for player in players} == line.points
        if line.round == len(STEPS):
            return  # the winner and all points are on the display
        self._tricks.shows_what_it_brought()
        self._see(f"round {line.round} brought")
        self._tricks.shows_points()
        self._see(f"after round {line.round}, {len(self._round.laid)} cards")

    def _called(self, line: Called) -> None:
        self._tricks.calls(line.player, line.points, right=line.right, step=FIVES)
        self._see(f"{line.player} calls {line.points}")
        self._round_over()

    def _round_over(self) -> None:
        """Close the page that covers the points between two rounds."""
        if self._tricks.state.phase == "round-over":
            self._tricks.shows_what_it_brought()
            self._tricks.shows_points()

    def _taken_back(self, what: tuple[str, ...]) -> None:
        deals = 0
        for count, one in enumerate(what, start=1):
            face, _, player = one.partition(" by ")
            if player:
                self._round.laid.pop()
                asked: Words = named(player, before=f"{face} by ")
            else:
                deals += 1
                asked = one.removeprefix("the ").capitalize()
            line: Words = named(player, after=" to play")
            if deals:
                line = f"back to round {self._round.dealt.round}"
            self._tricks.asks_to_take_back(asked, line, count=count)
            self._see(f"taking back {one}")
        self._tricks.takes_back(len(what))
        self._see(f"taken back {what[-1]}")
