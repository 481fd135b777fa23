"""A whole game of Arizona Spaghetti on a companion that runs:
card by card, and by its points alone.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.core.commands import New
from companion.outputs import Sound
from tests.drivers.process import SEATS, by_buttons, evening
from tests.service.album import REFERENCE, Album
from tests.service.record import After, Dealt, Round, Trick, Won, read_record
from tests.service.spaghetti import NEW, STEPS, TELLING, TITLE, play
from tests.service.tricks import Tricks

RECORD = read_record()
SUMS = (130, 130, 100, 100, 100, 560)
"""What each round costs all four together (docs/reference/rules.md section 6)."""


@pytest.mark.full
def test_every_card_of_six_rounds_is_passed_over_the_reader(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        album = Album(TELLING, table.onlooker)
        play(table, RECORD, album)
        assert set(album.seen) == set(TELLING.values())
        table.stops_in_peace()


def test_every_reference_has_its_moment() -> None:
    assert sorted(path.stem for path in REFERENCE.iterdir()) == sorted(TELLING.values())


def test_the_game_was_played_with_hands_that_were_really_dealt() -> None:
    """Everybody plays what they hold, and follows suit
    or is caught with a card of that suit later.
    """
    dealt, caught, overlooked = (
        Round(Dealt(0, "", {})),
        set[tuple[str, str]](),
        set[tuple[str, str]](),
    )
    for line in RECORD:
        match line:
            case Dealt():
                assert caught == overlooked
                caught, overlooked = set(), set()
                faces = [face for hand in line.hands.values() for face in hand]
                assert (len(faces), len(set(faces))) == (52, 52)
                assert list(line.hands) == list(NEW.players)
                dealt = Round(line)
            case Trick(number, cards):
                del dealt.laid[(number - 1) * 4 + 4 - len(cards) :]
                for laid in cards:
                    held, led = dealt.held(laid.player), dealt.led
                    assert laid.face in held
                    if led is None and laid.let_stand:
                        assert {face[-1] for face in held} == {laid.suit}
                    elif laid.let_stand:
                        caught.add((laid.player, laid.suit))
                    elif (
                        led is not None
                        and led != laid.suit
                        and any(face[-1] == led for face in held)
                    ):
                        overlooked.add((laid.player, led))
                    dealt.laid.append(laid)
    assert caught == overlooked


@pytest.mark.slow("a whole game through a process")
def test_the_points_of_the_game_are_entered_with_the_buttons_alone(tmp_path: Path) -> None:
    after = {line.round: line.points for line in RECORD if isinstance(line, After)}
    totals = [dict.fromkeys(NEW.players, 0), *after.values()]
    rounds = [{name: now[name] - then[name] for name in now} for then, now in pairwise(totals)]
    with by_buttons(tmp_path) as table:
        table.begin(NEW, TITLE)
        tricks = Tricks(table)
        for number, paid in enumerate(rounds, start=1):
            if number > 1:
                tricks.deals()
            dial_value(tricks, paid, number)
            if number == 3:
                taken_back_and_entered_again(tricks, paid)
            points = {player.name: player.points for player in tricks.state.players}
            assert points == totals[number]
        (winner,) = (line.player for line in RECORD if isinstance(line, Won))
        tricks.shows_games_won(winner)
        tricks.ends(winner)
        table.stops_in_peace()


def dial_value(tricks: Tricks, paid: dict[str, int], number: int) -> None:
    """The points of a round: a dial a player, the last player's worked out from the others."""
    left, step = SUMS[number - 1], STEPS[number - 1]
    sound: Sound = "hand-over" if number < len(STEPS) else "game-over"
    tricks.table.press("OK")
    *others, last = paid
    for place, player in enumerate(others):
        if not left:
            break
        if place:
            goes_back_to(tricks, others[place - 1], paid, left)
        tricks.shows_dial(player, 0, left)
        tricks.cannot_dial_more(player, left)
        tricks.dials(paid[player], step=step)
        tricks.shows_dial(player, paid[player], left)
        tricks.table.press("OK")
        left -= paid[player]
    assert left == paid[last]  # nobody has dial_value that
    tricks.asks_whether_right(paid)
    tricks.keeps(paid, sound)


def goes_back_to(tricks: Tricks, player: str, paid: dict[str, int], left: int) -> None:
    """UNDO goes back to the player before, whose dial stands where it stood."""
    tricks.table.press("UNDO")
    tricks.shows_dial(player, paid[player], left + paid[player])
    tricks.table.press("OK")


def taken_back_and_entered_again(tricks: Tricks, paid: dict[str, int]) -> None:
    """The next round has been dealt already when somebody sees a mistake."""
    tricks.deals()
    tricks.asks_to_take_back("Deal of round 4", "back to round 3", count=1)
    tricks.asks_to_take_back("Points of round 3", "back to round 3", count=2)
    tricks.takes_back(2)
    dial_value(tricks, paid, 3)


def test_points_that_cannot_be_are_refused_with_what_is_missing(tmp_path: Path) -> None:
    """In Slobberhannes whoever takes the first trick,
    the last one and Q♣ pays 4 for these three.
    """
    new = New(variant="slobberhannes", players=SEATS)
    with by_buttons(tmp_path) as table:
        table.begin(new, "Sl Slobberhannes", take_out="2 to 6, 7♣ 7♠")
        tricks = Tricks(table)
        table.press("OK")
        tricks.shows_dial("Ann", 0, 4)
        tricks.dials(3, step=1)
        table.tap("OK")
        table.refused("1 point missing: together it must be 4", "Not right")
        table.tap("RIGHT")
        tricks.shows_dial("Ann", 4, 4)
        table.press("OK")
        paid = {"Ann": 4, "Bo": 0, "Cy": 0}
        tricks.asks_whether_right(paid)
        tricks.keeps(paid, "hand-over")
        assert [player.points for player in tricks.state.players] == [4, 0, 0]
