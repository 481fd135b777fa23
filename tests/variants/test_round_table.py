"""The printed sheet of a trick game, to keep next to the deck."""

from pathlib import Path

import pytest

from companion.core.family import Variant
from companion.games.tricks.description import deal_rows, round_rows, trick_rows
from companion.games.tricks.variant import TrickVariant, trick_rules_in_force
from companion.games.tricks.words import what_costs
from companion.message import render
from companion.variants import load_variants
from companion.variants.show import show_text
from companion.words.cards import face
from tests.worded import worded

SHELF = load_variants()
ALONG = {
    name: variant for name, variant in SHELF.variants.items() if isinstance(variant, TrickVariant)
}

OURS = (
    'family = "tricks"\ntitle = "Ours"\nshort = "O"\nplayers = [4, 4]\nranks = "7 8 9 10 J Q K A"\n'
)


def ours(folder: Path, text: str) -> TrickVariant:
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    shelf = load_variants(extra=[file])
    assert shelf.problems == ()
    return trick_game(shelf.variants["ours"])


def trick_game(variant: Variant) -> TrickVariant:
    assert isinstance(variant, TrickVariant)
    return variant


@pytest.mark.parametrize("name", ALONG)
def test_printed_deal_matches_the_actual_deal(name: str) -> None:
    variant = ALONG[name]
    fewest, most = variant.players
    dealt = worded(deal_rows(variant))[2:]
    assert worded([left for left, _ in dealt]) == worded(
        [f"{count} players" for count in range(fewest, most + 1)]
    )
    for count, (_, words) in enumerate(dealt, start=fewest):
        rules = trick_rules_in_force(variant, {}, count)
        assert words.split(" ")[0] == str(rules.hand_size)
        assert words.partition("without ")[2].split() == [
            render(face(card)) for card in rules.pack.removed
        ]


@pytest.mark.parametrize("name", ALONG)
def test_every_round_has_its_row(name: str) -> None:
    assert len(round_rows(ALONG[name])) == len(ALONG[name].rounds)


def test_only_counted_rounds_have_a_number() -> None:
    assert worded([row for row, _ in round_rows(ALONG["arizona-spaghetti"])]) == worded(
        [f"Round {n}" for n in range(1, 7)]
    )
    assert "1" not in worded(round_rows(ALONG["slobberhannes"])[0][0])


def test_display_and_sheet_name_a_rank_identically(tmp_path: Path) -> None:
    variant = ours(tmp_path, f"{OURS.replace('7 8 9', '6 8 9')}[[rounds]]\ncards = {{ 6 = 5 }}\n")
    costs = what_costs(trick_rules_in_force(variant, {}, 4).round(1))
    assert render(round_rows(variant)[0][1]).startswith(f"{costs};")


def rules(variant: TrickVariant) -> dict[str, str]:
    return dict(worded(trick_rows(variant)))


def test_only_rules_of_the_game_are_listed(tmp_path: Path) -> None:
    assert "Broken" in rules(ALONG["arizona-spaghetti"])
    assert "Broken" not in rules(ALONG["slobberhannes"])
    assert "Revoke" in rules(ALONG["slobberhannes"])
    free = f"follow = false\n{OURS}[[rounds]]\ntrick = 1\n"
    assert "Revoke" not in rules(ours(tmp_path, free))
    # Only ♥ left, and then another suit: a revoke, though following is optional.
    assert "Revoke" in rules(ours(tmp_path, f'{free}restricted = "H"\n'))


def test_obligations_and_smaller_hands_are_listed(tmp_path: Path) -> None:
    beat = ours(
        tmp_path,
        f"must_trump = true\nmust_beat = true\n{OURS}"
        '[[rounds]]\ntrump = "S"\ntrick = 1\n[[rounds]]\nhand_size = 3\ntrick = 1\n',
    )
    assert "otherwise a trump" in rules(beat)["Follow"]
    assert "Beat" in rules(beat)
    assert "Beat" not in rules(ALONG["polignac"])
    assert "8, 3" in worded(deal_rows(beat))[-1][1]


def test_revoke_costs_the_penalty_of_the_file(tmp_path: Path) -> None:
    dearer = ours(tmp_path, 'extends = "polignac"\ntitle = "Ours"\nrevoke_penalty = 5\n')
    assert rules(dearer)["Revoke"].endswith(" 5 points")
    assert "5" not in rules(ALONG["polignac"])["Revoke"]


@pytest.mark.parametrize("name", ALONG)
def test_sheet_has_a_table_for_the_deal_the_rounds_and_the_rules(name: str) -> None:
    variant = ALONG[name]
    tables = worded((deal_rows(variant), round_rows(variant), trick_rows(variant)))
    width = max(len(left) for rows in tables for left, _ in rows) + 2
    _, *printed, _ = show_text(variant).split("\n\n")
    for table, rows in zip(printed, tables, strict=True):
        lines = table.splitlines()
        assert [line[:width].strip() for line in lines if line[0] != " "] == [
            left for left, _ in rows
        ]
        assert " ".join(line[width:] for line in lines) == " ".join(right for _, right in rows)
