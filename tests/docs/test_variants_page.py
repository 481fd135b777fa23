import tomllib
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.rules.commands import New
from companion.rules.game import Game
from companion.rules.variant import CardEntry, FromPlayers, VariantFile
from companion.rules.variant_file import DEFAULTS, MUST_SAY
from companion.toml_words import written
from companion.variants import load_variants
from companion.variants.show import check
from tests.docs.pages import code, fenced, section, tables


@pytest.fixture
def example(tmp_path: Path) -> Path:
    (text,) = fenced(section("variants.md", "An example"), "toml")
    file = tmp_path / "our-ninety-nine.toml"
    file.write_text(text)
    return file


def test_the_example_plays(example: Path) -> None:
    assert check([example]) == (f"{example}: plays. Our ninety-nine\n", True)
    shelf = load_variants(extra=[example])
    game = Game(shelf.variants)
    game.obey(New(variant="our-ninety-nine", players=("Ann", "Bo", "Cy", "Di", "Eva")))
    assert game.rules is not None
    assert (game.rules.pack.decks, game.rules.chips, game.rules.hand_size) == (2, 3, 3)


def test_what_is_said_of_ranks_over_single_cards_is_true(tmp_path: Path) -> None:
    all_four, one = tmp_path / "all-four.toml", tmp_path / "one.toml"
    all_four.write_text('extends = "ninety-eight-umass"\n[cards]\nQ = { add = 10 }\n')
    one.write_text('extends = "ninety-eight-umass"\n[cards]\nQH = { add = 0 }\n')
    variants = load_variants(extra=[all_four, one]).variants
    assert "QS" not in variants["all-four"].cards
    assert variants["one"].cards["QS"].choose_next


def test_every_key_is_described_with_its_default() -> None:
    rows = {code(key)[0]: default for key, _, default in tables(section("variants.md", "The keys"))[0]}
    assert list(rows) == list(VariantFile.__struct_fields__)
    for key, default in rows.items():
        if key in MUST_SAY:
            assert default == "must be said"
        elif key != "extends":
            assert tomllib.loads(f"it = {code(default)[0]}")["it"] == msgspec.to_builtins(
                list(DEFAULTS[key]) if isinstance(DEFAULTS[key], tuple) else DEFAULTS[key]
            )


def test_every_choice_of_words_is_described() -> None:
    rows = {code(key)[0]: code(may_be) for key, may_be, _ in tables(section("variants.md", "The keys"))[0]}
    for field in msgspec.structs.fields(VariantFile):
        words = [word for one in get_args(field.type) for word in get_args(one) if isinstance(word, str)]
        for word in words:
            assert written(word) in rows[field.name]


def test_every_key_of_a_card_is_described() -> None:
    changes, actions = tables(section("variants.md", "Cards"))
    described = [code(row[0])[0] for row in (*changes, *actions)]
    assert described == list(CardEntry.__struct_fields__)
    entry = CardEntry(add=0)
    for key, _, default in actions:
        assert code(default) == [written(getattr(entry, code(key)[0]))]


def test_every_key_from_a_number_of_players_on_is_described() -> None:
    (rows,) = tables(section("variants.md", "From a number of players on"))
    assert [code(key)[0] for key, _ in rows] == list(FromPlayers.__struct_fields__)
