"""Evenings on a machine with an uncertain date: no network, a late clock, or an answer."""

from collections.abc import Sequence
from itertools import count

import pytest

from companion.core.commands import as_json
from companion.table.evenings import (
    CLOCK,
    EVENING,
    PAUSE,
    Calendar,
    PlayedBy,
    counts_of_the_evening,
    evenings,
    played_by,
)
from companion.table.lines import FORM, DealResult, Entry, GameRecord, Head, JournalNote, Seal
from companion.table.recorded import Reopen

HOUR, WEEK = 3600.0, 7 * 86_400.0
FRIDAY = 1_700_000_000.0
PLAY = '{"cmd": "play", "card": "8H"}'


class Box:
    """A machine that writes a journal; `at` and `clock` are its clocks."""

    def __init__(self) -> None:
        self._boots, self._numbers = count(1), count(1)
        self._games: list[tuple[Head, list[Entry], list[JournalNote]]] = []
        self._on = 0
        self.start(FRIDAY)

    def start(self, at: float) -> None:
        """Start the machine with its clock at `at`."""
        self.boot, self.at, self.clock = f"b{next(self._boots)}", at, 20.0

    def wait(self, seconds: float) -> None:
        self.at += seconds
        self.clock += seconds

    def game(self, winner: str = "", loser: str = "") -> None:
        """Play a game to its end; it takes an hour."""
        seal = Seal(0, "", 0, 0, "")
        head = Head(FORM, "box", len(self._games) + 1, seal.id, previous=self._on or None)
        self._games.append((head, [], []))
        self._on = head.game
        self.entry(variant="{}")
        self.wait(HOUR)
        self.entry(
            winners=(winner,) if winner else (),
            result=DealResult(1, {}, {}, (loser,)) if loser else None,
        )

    def entry(
        self,
        command: str = PLAY,
        winners: Sequence[str] = (),
        variant: str | None = None,
        result: DealResult | None = None,
    ) -> None:
        self._games[self._on - 1][1].append(
            Entry(
                self._on,
                self.at,
                command,
                b"",
                tuple(winners),
                variant,
                sequence=next(self._numbers),
                clock=self.clock,
                boot=self.boot,
                result=result,
            )
        )

    def reopen(self) -> None:
        self.entry(as_json(Reopen()))
        self._on = self._games[self._on - 1][0].previous or 0

    def note(self, kind: str, **facts: object) -> None:
        _head, entries, notes = self._games[self._on - 1]
        notes.append(
            JournalNote(
                entries[-1].sequence, self.at, kind, facts, clock=self.clock, boot=self.boot
            )
        )

    def set_clock(self, at: float) -> None:
        """Let a phone or a time server set the clock to `at`."""
        self.at = at
        self.note(CLOCK, boot=self.boot, offset=at - self.clock)

    @property
    def records(self) -> list[GameRecord]:
        """Return the records of a reader, newest first."""
        return [
            GameRecord(
                head, tuple(entries), tuple(notes), {}, Seal(head.game, "", len(entries), 0, "")
            )
            for head, entries, notes in reversed(self._games)
        ]

    @property
    def games(self) -> list[PlayedBy | None]:
        """Return the players of each game, newest first."""
        return [*map(played_by, self.records)]

    @property
    def evening(self) -> list[int]:
        """Return the numbers of the games of the latest evening, newest first."""
        return numbers(self.games)

    @property
    def counts(self) -> dict[str, int]:
        return counts_of_the_evening(self.games, losers=False)


def numbers(newest_first: Sequence[PlayedBy | None]) -> list[int]:
    """Return the numbers of the games of the latest evening, newest first."""
    return [game.game for game in next(evenings(newest_first, Calendar()), [])]


@pytest.fixture
def box() -> Box:
    return Box()


def test_no_games_give_no_evening(box: Box) -> None:
    assert (box.evening, box.counts) == ([], {})


@pytest.mark.parametrize(("pause", "evening"), [(PAUSE, [2, 1]), (PAUSE + 1, [2])])
def test_long_pause_ends_an_evening(box: Box, pause: float, evening: list[int]) -> None:
    box.game()
    box.wait(pause)
    box.game()
    assert box.evening == evening


def test_winners_are_listed_in_order_and_an_abandoned_game_has_none(box: Box) -> None:
    for winner in ("b2", "a1", "", "a1"):
        box.game(winner)
    assert list(box.counts.items()) == [("b2", 1), ("a1", 2)]


def test_losers_are_counted_in_games_without_winners(box: Box) -> None:
    box.game(loser="a1")
    box.game("b2", loser="a1")
    box.game()
    assert counts_of_the_evening(box.games, losers=True) == {"a1": 1}


@pytest.mark.parametrize("jump", [WEEK, -WEEK])
def test_clock_jump_within_a_boot_does_not_end_an_evening(box: Box, jump: float) -> None:
    for _win in range(3):
        box.game("a1")
    box.at += jump
    box.game("b2")
    assert box.counts == {"a1": 3, "b2": 1}


def test_pause_within_a_boot_ends_an_evening_with_a_stopped_clock(box: Box) -> None:
    box.game()
    box.clock += PAUSE + 1
    box.game()
    assert box.evening == [2]


def test_two_offline_fridays_are_two_evenings_if_the_players_confirm(box: Box) -> None:
    box.game("a1")
    box.start(box.at)  # a week later, but the clock does not know
    box.note(EVENING, new=True)
    box.game("b2")
    assert box.counts == {"b2": 1}
    box.start(box.at)
    box.note(EVENING, new=False)
    box.game("b2")
    assert box.counts == {"b2": 2}


def test_answer_outweighs_the_clock(box: Box) -> None:
    box.game()
    box.start(box.at + WEEK)
    box.note(EVENING, new=False)
    box.game()
    assert box.evening == [2, 1]


def test_late_clock_divides_what_was_played_before_it(box: Box) -> None:
    box.game("a1")
    last = box.at
    box.start(last)
    box.game("b2")
    box.set_clock(last + WEEK)
    box.game("b2")
    assert box.counts == {"b2": 2}


def test_late_clock_keeps_an_evening_with_a_wrong_clock_together(box: Box) -> None:
    box.game("a1")
    last = box.at
    box.start(last - WEEK)
    box.game("b2")
    box.set_clock(last + 2 * HOUR)
    box.start(last + 3 * HOUR)
    box.game("b2")
    assert box.counts == {"a1": 1, "b2": 2}


def test_phone_of_the_previous_evening_corrects_only_that_evening(box: Box) -> None:
    box.game("a1")
    box.start(box.at)
    box.game("b2")
    box.set_clock(FRIDAY + WEEK)
    box.start(FRIDAY + 2 * WEEK)
    box.game("c3")
    assert box.counts == {"c3": 1}


def test_dates_are_corrected_by_the_last_clock_of_their_start(box: Box) -> None:
    box.game()
    box.set_clock(FRIDAY + WEEK)
    box.set_clock(FRIDAY + 2 * WEEK)
    box.start(box.at)
    box.game()
    calendar = Calendar()
    games = [game for evening in evenings(box.games, calendar) for game in evening]
    dates = [(calendar.date(game.first), calendar.date(game.last)) for game in reversed(games)]
    assert dates == [(FRIDAY + 2 * WEEK - HOUR, FRIDAY + 2 * WEEK), (box.at - HOUR, box.at)]


def test_notes_are_learned_in_any_order(box: Box) -> None:
    box.game()
    box.set_clock(FRIDAY - WEEK)
    box.wait(1)
    box.set_clock(FRIDAY + 1)
    calendar = Calendar()
    for note in reversed(box.records[0].notes):
        calendar.learn([note])
    assert calendar.date(box.records[0].entries[-1]) == FRIDAY


def test_undone_game_does_not_count(box: Box) -> None:
    box.game("a1")
    box.game("b2")
    box.reopen()
    assert (box.evening, box.counts) == ([1], {"a1": 1})
    box.game("c3")
    assert (box.evening, box.counts) == ([3, 1], {"c3": 1, "a1": 1})


def test_clock_set_during_an_undone_game_counts(box: Box) -> None:
    box.game("a1")
    box.start(box.at)
    box.game("b2")
    box.game("c3")
    box.set_clock(box.at + WEEK)
    box.reopen()
    assert box.evening == [2]


def test_game_continued_after_a_pause_is_the_first_of_its_evening(box: Box) -> None:
    box.game()
    box.game()
    box.wait(PAUSE + 1)
    box.entry()
    box.game()
    assert box.evening == [3, 2]


def test_missing_game_does_not_end_an_evening(box: Box) -> None:
    for winner in ("a1", "b2", "c3"):
        box.game(winner)
    newest, _lost, oldest = box.games
    assert numbers([newest, oldest]) == [3, 1]
