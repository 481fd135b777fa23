"""The engine against the naive referee on generated games; tests/games/fuzz.py compares any number
of them.
"""

import pytest

from tests.depth import FULL, quarter
from tests.games.fuzz import Difference, Tally, difference_in_an_own_game, first_difference
from tests.games.points_games import shelf_with_points_games
from tests.games.streams import FAVOURITES, POINTS_KINDS, TRICK_VARIANTS, VARIANTS, Stream

SHELF = shelf_with_points_games()


def told(difference: Difference) -> str:
    """Return the last lines and the difference that they make."""
    lines = b"\n".join(difference.lines[-8:]).decode("utf-8", "replace")
    return f"seed {difference.seed}: {difference.what}\n{lines}"


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_referees_agree_on_every_line_of_a_variant(variant: str) -> None:
    tally = Tally()
    for seed in range(1, 1 + quarter(4)):
        stream = Stream(seed, hostility=0.02 * seed, variant=variant)
        difference = first_difference(SHELF, stream, lines=450, tally=tally)
        assert difference is None, told(difference)
    assert tally.answers["ok"] > 100 * quarter(4)


@pytest.mark.parametrize("variant", TRICK_VARIANTS)
def test_both_referees_agree_on_every_line_of_a_trick_game(variant: str) -> None:
    tally = Tally()
    for seed in range(quarter(12)):
        stream = Stream(seed, hostility=0.02 * (seed % 3), variant=variant)
        difference = first_difference(SHELF, stream, lines=450, tally=tally)
        assert difference is None, told(difference)
    assert tally.answers["ok"] > 250 * quarter(12)
    assert tally.answers["phase game-over"] > quarter(12)


CHOSEN = "must-lead leader-needed contract-needed bad-contract trump-needed first-trick"


@pytest.mark.slow("lets two referees judge games of many files")
@pytest.mark.parametrize(
    ("family", "codes"), [("tricks", f"bad-sum {CHOSEN}"), ("points", "bad-amount")]
)
def test_both_referees_agree_on_random_files_of_a_family(family: str, codes: str) -> None:
    tally = Tally()
    for seed in range(quarter(80)):
        hostility = 0.02 * (seed % 3)
        difference = difference_in_an_own_game(SHELF, seed, hostility, 300, tally, family)
        assert difference is None, told(difference)
    assert tally.answers["ok"] > 100 * quarter(80)
    assert set(codes.split()) < set(tally.answers)


@pytest.mark.parametrize("variant", POINTS_KINDS)
def test_both_referees_agree_on_every_line_of_a_points_game(variant: str) -> None:
    tally = Tally()
    for seed in range(quarter(8)):
        stream = Stream(seed, hostility=0.02 * (seed % 3), variant=variant)
        difference = first_difference(SHELF, stream, lines=450, tally=tally)
        assert difference is None, told(difference)
    assert tally.answers["ok"] > 150 * quarter(8)
    assert tally.answers["phase game-over"] > 2 * quarter(8)


@pytest.mark.parametrize("variant", [*FAVOURITES, *POINTS_KINDS])
def test_both_referees_agree_on_seating_and_corrections(variant: str) -> None:
    tally = Tally()
    for seed in range(quarter(8)):
        stream = Stream(seed, hostility=0.01, variant=variant, comings=0.2)
        difference = first_difference(SHELF, stream, lines=400, tally=tally)
        assert difference is None, told(difference)
    assert tally.answers["ok"] > 120 * quarter(8)


@pytest.mark.parametrize("hostility", [0.0, 0.03])
def test_both_referees_agree_on_every_line_of_games_from_files(hostility: float) -> None:
    tally, games = Tally(), quarter(80)
    for seed in range(games):
        difference = difference_in_an_own_game(SHELF, seed, hostility, 150, tally)
        assert difference is None, told(difference)
    assert tally.answers["ok"] > 55 * games
    reached = {"no-way", "bad-way", "way-needed", "choice-needed", "over-target", "bad-value"}
    assert reached < set(tally.answers)


def test_both_referees_agree_on_corrupted_lines() -> None:
    for seed in range(quarter(8)):
        difference = first_difference(SHELF, Stream(seed, hostility=0.6), lines=500, tally=Tally())
        assert difference is None, told(difference)


REACHED = """
    phase play, phase shield, phase hand-over, phase round-over, phase game-over, ok,
    bad-json, unknown-command, bad-field, unknown-variant, bad-house-rule, bad-players,
      too-many-players,
    no-game, not-in-this-game, game-over, hand-over, round-over, shield-pending, not-now,
    unknown-player, player-out, not-your-turn, bad-card, not-in-deck, suit-needed,
    sets-not-allowed, mixed-ranks, one-at-a-time, already-played, not-enough-cards, too-soon,
    restricted-lead, revoke, bad-sum, not-drawn,
    target-needed, bad-target, bad-value, choice-needed, over-target,
    wrong-hand-size, can-play, no-such-show, not-a-shield, turn-another, nothing-to-undo,
      nothing-to-claim
"""


ENOUGH = range(90) if FULL else range(38, 49)
"""Seeds that reach every phase and error; these are the fewest in a row among the first ninety."""


@pytest.mark.slow("lets two referees judge 11 games, so that all that can happen does")
def test_generated_games_reach_every_phase_and_error() -> None:
    tally = Tally()
    for seed in ENOUGH:
        difference = first_difference(SHELF, Stream(seed, hostility=0.2), lines=350, tally=tally)
        assert difference is None, told(difference)
    reached = {each.strip() for each in REACHED.split(",")}
    assert set(tally.answers) - {"bad-amount"} == reached
