"""Tests of a whole game of Arizona Spaghetti on a running companion: card by card, and by its
points alone.
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
"""The total cost of each round for the four players (docs/reference/rules.md section 6)."""


@pytest.mark.full
def test_every_card_of_six_rounds_is_scanned(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        album = Album(TELLING, table.onlooker)
        play(table, RECORD, album)
        assert set(album.seen) == set(TELLING.values())
        table.stops_in_peace()


def test_every_reference_picture_belongs_to_a_moment() -> None:
    assert sorted(path.stem for path in REFERENCE.iterdir()) == sorted(TELLING.values())


def test_recorded_plays_match_the_dealt_hands() -> None:
    """Players only play cards that they hold, and follow suit or are caught with a card of that
    suit later.
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
def test_points_of_the_game_are_entered_with_the_buttons_alone(tmp_path: Path) -> None:
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
    """Dial the points of a round for each player but the last, whose points follow
    from the others.
    """
    most, step = SUMS[number - 1], STEPS[number - 1]
    left = most
    sound: Sound = "hand-over" if number < len(STEPS) else "game-over"
    tricks.table.press("OK")
    *others, last = paid
    for place, player in enumerate(others):
        if place:
            goes_back_to(tricks, others[place - 1], paid, left, most)
        tricks.shows_dial(player, 0, left, most)
        tricks.cannot_dial_more(player, left, most)
        tricks.dials(paid[player], step=step)
        tricks.shows_dial(player, paid[player], left, most)
        left -= paid[player]
        if not left or player == others[-1]:
            break
        tricks.table.press("OK")
    assert left == paid[last]  # this player has no dial
    tricks.keeps(paid, sound)


def goes_back_to(tricks: Tricks, player: str, paid: dict[str, int], left: int, most: int) -> None:
    """Go back with UNDO to the previous player, whose dial has kept its value."""
    tricks.table.press("UNDO")
    tricks.shows_dial(player, paid[player], left + paid[player], most)
    tricks.table.press("OK")


def taken_back_and_entered_again(tricks: Tricks, paid: dict[str, int]) -> None:
    """Undo a round after the next one was dealt, and enter it again."""
    tricks.deals()
    tricks.asks_to_take_back("Deal of round 4", "back to round 3", count=1)
    tricks.asks_to_take_back("Points of round 3", "back to round 3", count=2)
    tricks.takes_back(2)
    dial_value(tricks, paid, 3)


def test_impossible_points_are_refused_with_the_missing_amount(tmp_path: Path) -> None:
    """In Slobberhannes, the player who takes the first trick, the last one and Q♣ pays 4 for these
    three.
    """
    new = New(variant="slobberhannes", players=SEATS)
    with by_buttons(tmp_path) as table:
        table.begin(new, "Sl Slobberhannes", take_out="2 to 6, 7♣ 7♠")
        tricks = Tricks(table)
        table.press("OK")
        tricks.shows_dial("Ann", 0, 3, 4)
        tricks.dials(3, step=1)
        table.tap("OK")
        table.refused("1 point missing: together it must be 4", "Not right")
        table.tap("RIGHT")
        tricks.shows_dial("Ann", 4, 3, 4)
        paid = {"Ann": 4, "Bo": 0, "Cy": 0}
        tricks.keeps(paid, "hand-over")
        assert [player.points for player in tricks.state.players] == [4, 0, 0]
