"""People who play a trick game at a running box: their actions, and the effects
that must follow.
"""

from itertools import chain

from msgspec.structs import replace

from companion.core.commands import Deal, Play, Score, Undo
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.message import Words, in_context, render
from companion.outputs import Lights, SeatLight, Sound
from companion.screens.model import ConfirmScreen, DialScreen, KeyHint, MiscountScreen, NoticeScreen
from companion.screens.table_pictures import round_picture
from companion.table.reader import read_only
from companion.table.recorded import note_with, noted_refusal
from companion.words.cards import face
from companion.words.refusals import refusal_sentence
from tests.drivers.expected import label, played
from tests.drivers.process import ProcessDriver
from tests.drivers.watching import Condition, lit, says, shows
from tests.journals import records_of
from tests.service.record import code
from tests.worded import named

OTHER_CARDS = ("2♣", "3♣")
"""Cards scanned while the box waits for an answer."""

NUMBERS = {3: (1, 4, 6), 4: (8, 2, 4, 6)}
"""The lights by number of seats, 1 at the top (docs/reference/buttons.md, "The lights")."""


class Tricks:
    """A trick game on the box of `table`; methods return and fail like those of `ProcessDriver`.

    Cards are faces (``8♠``).
    """

    def __init__(self, table: ProcessDriver) -> None:
        self.table = table

    @property
    def state(self) -> TrickState:
        return self.table.expected.tricks

    # Cards

    def lays(self, player: str, face: str, sound: Sound = "accepted") -> None:
        """Scan a card of the player to act, and assert that it is accepted."""
        assert self.table.expected.turn == player
        self.table.obeys(played(code(face)))
        self.table.scan(code(face))
        self._accepted(sound)

    def is_refused(self, face: str, sentence: str) -> None:
        """Scan a card that is refused without a question."""
        self.table.refuses(code(face), sentence)
        if self.state.phase == "play":
            noted = noted_refusal(self._last_note())
            assert noted is not None
            assert render(refusal_sentence(noted)) == sentence

    def is_asked_for_a_revoke(self, player: str, face: str, trick: int) -> None:
        """Scan a card of a suit that the player lacked in `trick`: red light, low tone,
        a question.
        """
        why = named(player, after=f": no {face[-1]} since trick {trick}")
        self._is_asked(face, "revoke", "Revoke", why, "accept")

    def is_asked_for_a_lead(self, face: str) -> None:
        """Scan a lead in a suit that is still barred: red light, low tone, a question."""
        suit = face[-1]
        why = f"{suit} may not be led until broken"
        self._is_asked(face, "restricted-lead", f"Not {suit}", why, f"only {suit}")

    def _is_asked(self, face: str, error: str, headline: str, why: Words, stands: str) -> None:
        table = self.table
        ok, more = KeyHint("OK", "back"), KeyHint("MORE", stands)
        names = table.expected.names
        question = NoticeScreen(headline, why, mark="cross", table=names, keys=(ok, more))
        table.scan(code(face))
        table.heard("refused", shows(question), lit(table.expected.lights("refused")))
        table.stands()
        assert self._last_note()["code"] == error
        table.scan(next(code(other) for other in OTHER_CARDS if other != face))
        table.refused(f"Answer first: take {face} back?")
        table.tap("LEFT")
        table.shows(question)

    def takes_card_back(self) -> None:
        """Answer the question with OK: the card is not played."""
        self.table.tap("OK")
        self.table.goes_on()

    def lets_revoke_stand(self, face: str, sound: Sound = "accepted") -> None:
        """Answer the question with MORE: the card is played, and the revoke counts."""
        self._lets_stand(replace(played(code(face)), accept_revoke=True), sound)

    def has_only_that_suit(self, face: str, sound: Sound = "accepted") -> None:
        """Answer the question with MORE: the card is led."""
        self._lets_stand(replace(played(code(face)), only_suit=True), sound)

    def _lets_stand(self, play: Play, sound: Sound) -> None:
        self.table.obeys(play)
        self.table.tap("MORE")
        self._accepted(sound)

    # Between rounds

    def deals(self) -> None:
        """Deal the next round with OK."""
        self.table.obeys(Deal())
        self.table.tap("OK")
        self._accepted("accepted")

    def shows_what_it_brought(self) -> None:
        """Press LEFT after a round: each player's points of the round replace the current page."""
        self.table.tap("LEFT")
        brought = {player.name: player.round_points for player in self.state.players}
        self.table.shows(round_picture(self.state.round, brought, in_context("key", "deal")))

    def shows_points(self) -> None:
        """Press RIGHT: the sums are shown again."""
        self.table.tap("RIGHT")
        self.table.goes_on()

    def calls(self, player: str, points: int, *, right: bool, step: int) -> None:
        """Check a player's call after a round with MORE, a name and a dial, and assert
        the verdict.
        """
        table = self.table
        table.press("MORE")
        table.turn_to("RIGHT", f"Whose points? {player}.")
        table.press("OK")
        table.onlooker.until(says(f"{player} called."))
        table.press("RIGHT")  # the dial starts empty
        self.dials(points, step=step)
        table.tap("OK")
        actual = next(one.round_points for one in self.state.players if one.name == player)
        said, names = named(player, after=f" called {points}"), table.expected.names
        if right:
            notice, lights = (
                NoticeScreen("Right", said, table=names),
                table.expected.lights("accepted"),
            )
            table.heard("accepted", shows(notice), lit(lights))
        else:
            miscount, lights = (
                MiscountScreen(actual, points, said, table=names),
                table.expected.lights("refused"),
            )
            table.heard("refused", shows(miscount), lit(lights))
        table.stands()
        told = {"player": player, "called": points, "actual": actual, "correct": right}
        assert self._last_note() == told

    def asks_to_take_back(self, what: Words, line: Words, *, count: int) -> None:
        """Press UNDO for the `count`th time: it asks about `what`, and `line` describes
        the result.
        """
        self.table.tap("UNDO")
        title = "Undo?" if count == 1 else f"Undo {count}?"
        names, ok, other = (
            self.table.expected.names,
            KeyHint("OK", "yes"),
            KeyHint("UNDO", "earlier"),
        )
        self.table.shows(ConfirmScreen(title, "", what, line, table=names, keys=(ok, other)))

    def takes_back(self, count: int) -> None:
        """Press OK: everything down to the last question is undone."""
        self.table.obeys(Undo(count))
        self.table.tap("OK")
        self._accepted("accepted")

    # Points by key

    def dials(self, value: int, *, step: int) -> None:
        """Turn a dial from 0 to `value`."""
        tens, ones = divmod(value // step, 10)
        for _ in range(tens):
            self.table.press("MORE")
        for _ in range(ones):
            self.table.press("RIGHT")
        self.table.onlooker.until(says(f". {value}. OK"))

    def shows_dial(self, player: str, value: int, left: int, most: int) -> None:
        """Assert the dial of a player's points of the round, `most` of which a player can have,
        and `left` are still to be assigned.
        """
        names = self.table.expected.names
        back = "no" if player == names[0] else "back"
        is_last = player == names[-2] or value >= left
        ok, undo = KeyHint("OK", "done" if is_last else "next"), KeyHint("UNDO", back)
        title = named(player, after=" pays")
        self.table.shows(
            DialScreen(title, f"{left} left", value, 0, most, True, table=names, keys=(ok, undo))
        )

    def cannot_dial_more(self, player: str, left: int, most: int) -> None:
        """Assert that a dial at 0 stops at `most` in both directions."""
        self.table.tap("LEFT")
        self.shows_dial(player, most, left, most)
        self.table.tap("MORE")
        self.shows_dial(player, 0, left, most)

    def keeps(self, points: dict[str, int], sound: Sound) -> None:
        """Enter the points with OK on the last dial."""
        self.table.obeys(Score(points=points))
        self.table.tap("OK")
        self._accepted(sound)

    # The end

    def shows_games_won(self, winner: str) -> None:
        """Press LEFT after the game: the games won this evening replace the current page."""
        self.table.tap("LEFT")
        self.table.shows(self.table.expected.result(self._won(winner))[1])

    def ends(self, winner: str) -> None:
        """Press RIGHT: the winner and all points are shown again."""
        self.table.tap("RIGHT")
        self.table.ends(self._won(winner))

    def _won(self, winner: str) -> tuple[tuple[str, int], ...]:
        return tuple((name, int(name == winner)) for name in self.table.expected.names)

    def _accepted(self, sound: Sound) -> None:
        """Assert what follows any command, that the player to act is lit, and that the people of
        the panel hold exactly the unplayed cards.
        """
        table, state = self.table, self.state
        assert table.expected.lights("accepted") == self._lights()
        table.accepted(sound)
        rules = table.expected.rules
        assert isinstance(rules, TrickRules)
        gone = {face(card) for card in state.played}
        cards = (face(card) for card in rules.pack.cards())
        left = sorted(label(code(render(face))) for face in cards if face not in gone)
        counts = [player.cards for player in state.players]
        table.onlooker.until(
            Condition(
                f"hands of {counts}", lambda _: list(map(len, table.onlooker.hands)) == counts
            ),
            Condition(f"{left} in hands", lambda _: sorted(chain(*table.onlooker.hands)) == left),
        )

    def _lights(self) -> Lights:
        """Return the lights right after a command was accepted, as docs/reference/buttons.md has
        them.
        """
        seats: list[SeatLight] = ["dark"] * 8
        names, turn = self.table.expected.names, self.table.expected.turn
        for name, number in zip(names, NUMBERS[len(names)], strict=True):
            seats[number - 1] = "act" if name == turn else "in"
        return Lights(tuple(seats), clockwise=turn is not None, accepted=True)

    def _last_note(self) -> dict[str, object]:
        """Return the journal's note of the last event that was not an accepted command."""
        journal = read_only(self.table.journal)
        record = next(records_of(journal))
        names = journal.people.names(record.head.seats)
        return dict(note_with(record.notes[-1], names).facts)
