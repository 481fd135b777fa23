"""Error messages for a points game that cannot be played: the key, what is wrong, and a cure."""

from pathlib import Path

import pytest

from tests.games.points_games import HEAD
from tests.words.complaints import complaint

WHOLE = "a whole number"
NOT_TWICE = "appears twice: write it once"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("win = 'lowest'", "win: unknown key, is wins meant?"),
        ("wins = 'most'", 'wins: "most" is not possible, write "highest" or "lowest"'),
        ("target = 0", f"target: 0 is not possible, write {WHOLE} from 1 to 99999, or false"),
        (
            "last_round = true",
            f"last_round: true is not possible, write {WHOLE}, 1 or more, or false",
        ),
        (
            "sums = 26",
            (
                f"sums: 26 is not possible, write a list in square brackets, each {WHOLE} from "
                f"-99999 to 99999"
            ),
        ),
        ("sums = [26, 78, 26]", f"sums: 26 {NOT_TWICE}"),
        (
            "players = [2, 13]",
            ("players: the score sheet has room for 12 players: write 12 or fewer"),
        ),
        ("players = [1, 4]", "players: write the minimum, 2 or more, and the maximum: [3, 8]"),
        (
            "rounds = 6",
            "rounds: write [[rounds]], in double brackets, above the keys of each round",
        ),
        (
            "[[rounds]]\nwins = 'lowest'",
            "rounds.1.wins: applies to the whole game: write it above the first section",
        ),
        ("[[rounds]]\ntime = 2", "rounds.1.time: unknown key, is times meant?"),
        (
            "[[rounds]]\n[[rounds]]\ntimes = 0",
            f"rounds.2.times: 0 is not possible, write {WHOLE} from 1 to 99",
        ),
        ("[[rounds]]\nsums = [0, 0]", f"rounds.1.sums: 0 {NOT_TWICE}"),
        (
            "last_round = 1\n[[rounds]]\n[[rounds]]",
            "rounds.2: the game ends with round 1: leave this one out, or raise last_round",
        ),
        (
            "out_at = 100",
            'out_at: many points put a player out, so few are good: write wins = "lowest", too',
        ),
        ("overshoot = 'stays'", "overshoot: counts only with a target: write target, too"),
        (
            "target = 50\novershoot = 50",
            "overshoot: points past the target would end the game: write a number below 50",
        ),
        (
            "target = 50\novershoot = 'stays'\ntie = 'one more round'",
            "overshoot: players with 50 points could not play on: leave tie out",
        ),
        (
            "target = 50\novershoot = 'stays'\nexact = { 50 = 25 }",
            "exact.50: the game is won with 50: leave it out here",
        ),
        (
            "players = [3, 6]\nlast_rounds = { 7 = 5 }",
            "last_rounds.7: there are never 7 players: leave this line out, or change players",
        ),
        (
            'bids = { tricks = "round" }',
            "bids: no bid brings points: write made, each or missed",
        ),
        ("exact = { often = 3 }", "exact: 'often' is not a whole number: write one like 5"),
        (
            "bids = { each = 10, hook = true }",
            ("bids.hook: the bids may not add up to the tricks of a round: write tricks, too"),
        ),
        (
            "bids = { each = 10, bags = [10, -100] }",
            (
                "bids.bags: counts tricks too many, which make the bid only with over: "
                "write over, too"
            ),
        ),
        (
            "out_at = 100\ntarget = 100\nwins = 'lowest'",
            "out_at: players go out until one is left: leave target out, or write it as false",
        ),
        (
            "bids = { made = 10 }\nentry = 'winners'",
            "bids: bids are entered, not winners: leave entry out",
        ),
        ("bids = {}", "bids: no bid brings points: write made, each or missed"),
        ("bids = { made = 5, eech = 10 }", "bids.eech: unknown key, is each meant?"),
        (
            "teams = 2\nplayers = [3, 3]",
            "teams: no number of players can be divided into 2 teams: change players",
        ),
        (
            "solo = 3",
            'solo: counts only if winners are entered: write entry = "winners", too',
        ),
        (
            "entry = 'winners'\nsums = [26]",
            "sums: losers pay the winners, so the sum is 0: leave it out",
        ),
        (
            "entry = 'winners'\n[[rounds]]\nsums = [1]",
            "rounds.1.sums: losers pay the winners, so the sum is 0: leave it out",
        ),
        ("chips = 3", "chips: is a key for adding games only: leave it out"),
        ("until = 10", "until: is a key for trick games only: leave it out"),
    ],
)
def test_wrong_key_is_named_with_its_cure(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, HEAD + text) == said


def test_wrong_number_in_a_table_is_the_only_mistake(tmp_path: Path) -> None:
    assert complaint(tmp_path, f"{HEAD}bids = {{ made = 1.5 }}") == (
        "bids.made: 1.5 is not possible, write a whole number from -99999 to 99999"
    )


@pytest.mark.parametrize("key", ["title", "short"])
def test_missing_key_is_named(tmp_path: Path, key: str) -> None:
    text = "\n".join(line for line in HEAD.splitlines() if not line.startswith(key))
    said = f"{key}: is missing, here and in the variants that this one extends"
    assert complaint(tmp_path, text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "wins = 'lowest'\ntarget = 100",
            'wins: is a key for points games only: write family = "points", too',
        ),
        (
            "target = 100\nsums = [26]\n[[rounds]]\ntimes = 2",
            'sums: is a key for points games only: write family = "points", too',
        ),
        (
            "family = 'points'\nextends = 'polignac'",
            "extends: 'polignac' is one of the trick games: leave family out, or extend another",
        ),
    ],
)
def test_points_game_must_declare_its_family(tmp_path: Path, text: str, said: str) -> None:
    assert complaint(tmp_path, f"title = 'Ours'\nshort = 'O'\n{text}") == said
