"""Shown games of a table's own, written again: as a file, in a journal and with an add-on."""

import tomllib

import pytest

from companion.games.adding.editor import load_add_ons, with_or_without_add_on
from companion.games.adding.variant import AddingVariant
from companion.phone.editor.store import written
from companion.variants import load_variants
from companion.variants.reading import finish_variant, merge_content, read_variant, write_variant
from companion.variants.show import variant_content
from tests.variants.shown_games import SHOWN

SHELF = load_variants(extra=sorted(SHOWN.glob("*.toml")))
NAMES = sorted(file.stem for file in SHOWN.glob("*.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_shown_game_stays_the_same_in_a_journal_and_as_a_complete_file(name: str) -> None:
    variant = SHELF.variants[name]
    assert read_variant(write_variant(variant)) == variant
    text = written(variant_content(variant))
    assert finish_variant(name, merge_content(tomllib.loads(text), {})) == variant


def test_add_on_for_a_total_keeps_the_consequences_of_another_one() -> None:
    raw = {"extends": "exactly-99-wins", "title": "Ours"}
    merged = merge_content(raw, SHELF.contents)
    (add_on,) = (add_on for add_on in load_add_ons() if add_on.exact)
    changed = with_or_without_add_on(raw, merged, SHELF.contents["exactly-99-wins"], add_on)
    ours = finish_variant("ours", merge_content(tomllib.loads(written(changed)), SHELF.contents))
    parent = SHELF.variants["exactly-99-wins"]
    assert isinstance(ours, AddingVariant)
    assert isinstance(parent, AddingVariant)
    assert ours.exact == parent.exact | {69: "chip"}
