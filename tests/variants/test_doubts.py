"""The checker asks about keys of playable files that are often meant otherwise."""

from pathlib import Path

import pytest

from companion.variants.show import check
from tests.variants.shown_games import SHOWN

OURS = 'extends = "ninety-nine"\ntitle = "Ours"\n'
TRICKS = 'family = "tricks"\ntitle = "Ours"\nshort = "O"\nplayers = [4, 4]\n'
LOW_FIRST = 'ranks = "7 8 9 10 J Q K A"\n'
HEARTS = f"{TRICKS}{LOW_FIRST}rounds = [{{ cards = {{ H = 1 }}, sweep = {{ others = %s }} }}]\n"
WIZARD = 'extends = "points-wizard"\ntitle = "Ours"\n'


def asked(folder: Path, text: str) -> list[str]:
    """Return the doubts about a file with this `text`, which can be played."""
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    checked = check([file])
    assert checked.plays
    _, *doubts = checked.text.splitlines()
    return [doubt.removeprefix(f"{file}: ") for doubt in doubts]


@pytest.mark.parametrize("file", sorted(SHOWN.glob("*.toml")), ids=lambda file: file.stem)
def test_checker_accepts_every_shown_file_without_a_doubt(file: Path) -> None:
    checked = check([file])
    assert checked.plays
    assert checked.text.count("\n") == 1


DOUBTS = {
    OURS + "cards.6 = { add = 6, oblige = 2 }": "cards.6: each of the 2 owed plays counts",
    OURS + 'bust = "out"\nchips = false\nhand_size = [4, 3]': (
        "hand_size: a game of one hand deals only the first number"
    ),
    OURS + 'up_card = "plain"\ncards."A 2 3 4 5 6 7 8 9 10 J Q K" = { add = 0 }': (
        "up_card: no card is plain, so no hand can begin"
    ),
    OURS + 'forfeit = "sings"': "forfeit: this game has a winner and no loser",
    OURS + 'chips = false\nbust = "out"\nexact.50 = "chip"': "exact.50: nobody has chips",
    OURS + "cards.JK = { add = 0 }": "cards.JK: there are no jokers",
    OURS + 'draws = "never"': "draws: players without cards can only bust",
    OURS + 'bust = "out"': "chips: nothing pays a chip",
    'extends = "one-hundred"\ntitle = "Ours"\ncards.2 = { skip = 1, add = 2 }\ncards.3.add = 3': (
        "cards.2: this line also replaces 2S of the extended variant: is that meant? Then write "
        '"2 2S" instead'
    ),
    f'{TRICKS}ranks = "A K Q J 10 9 8 7"\nrounds = [{{ trick = 1 }}]': (
        "ranks: the ranks go from low to high, so A takes no trick from 7"
    ),
    f'{TRICKS}ranks = "A 2 3 4 5 6 7 8"\nrounds = [{{ trick = 1 }}]': "ranks: the ranks go",
    f"{TRICKS}{LOW_FIRST}rounds = [{{ trick = -1 }}]": "rounds.1: this round only takes points off",
    HEARTS % -8: "rounds.1.sweep.others: -8 is good for the others: is that meant? Else write 8",
    f'wins = "highest"\n{HEARTS % 8}': "rounds.1.sweep.others: 8 is good for the others",
    f"{TRICKS}{LOW_FIRST}rounds = [{{ cards = {{ J = 1, JS = 2 }} }}]": (
        "rounds.1.cards.JS: JS counts 3, as the points of J are added"
    ),
    'extends = "points"\ntitle = "Ours"\nentry = "winners"\nwins = "lowest"': (
        "wins: winners get what losers pay, and the fewest win: is that meant?"
    ),
    f"{WIZARD}sums = [13]\nbids = {{ each = 10 }}": (
        "sums: these are points: is that meant? For tricks write bids.tricks"
    ),
    f"{WIZARD}bids = {{ each = 10, over = 1, bags = [10, 100] }}": (
        "bids.bags: 100 rewards a missed bid: is that meant? Else write -100"
    ),
    f"{WIZARD}bids = {{ made = 10, missed = 10 }}": (
        "bids.missed: 10 rewards a missed bid: is that meant? Else write -10"
    ),
    f'{WIZARD}wins = "lowest"\nbids = {{ made = -5, missed_each = -1 }}': (
        "bids.missed_each: -1 rewards a missed bid: is that meant? Else write 1"
    ),
}


@pytest.mark.parametrize(("text", "doubt"), DOUBTS.items())
def test_checker_doubts_what_is_often_meant_otherwise(
    text: str, doubt: str, tmp_path: Path
) -> None:
    (said,) = asked(tmp_path, text)
    assert said.startswith(doubt)
    assert "is that meant?" in said


CLEAR = [
    OURS + "jokers = 2\ncards.JK = { add = 0 }",
    OURS + 'forfeit = "sings"\nends = "first out"',
    OURS + 'chips = 3\nexact.50 = "chip"',
    'extends = "one-hundred"\ntitle = "Ours"\ncards."2 2S" = { add = 2, skip = 1 }',
    HEARTS % 8,
    f'wins = "highest"\n{HEARTS % -8}',
    f'{TRICKS}{LOW_FIRST}wins = "highest"\nrounds = [{{ trick = -1 }}]',
]


@pytest.mark.parametrize("text", CLEAR)
def test_checker_has_no_doubt_about_similar_files(text: str, tmp_path: Path) -> None:
    assert asked(tmp_path, text) == []
