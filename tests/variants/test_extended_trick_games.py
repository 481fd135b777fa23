"""A trick game that extends another needs only the differences."""

from pathlib import Path

import msgspec

from companion.games.tricks.variant import RoundEntry, TrickVariant
from companion.variants import load_variants

EACH_TRICK = "[[rounds]]\ntrick = 1\n"
CHILD = 'extends = "slobberhannes"\ntitle = "Ours"\n'


def read(tmp_path: Path, text: str) -> TrickVariant:
    file = tmp_path / "ours.toml"
    file.write_text(text)
    shelf = load_variants(extra=[file])
    assert shelf.problems == ()
    variant = shelf.variants["ours"]
    assert isinstance(variant, TrickVariant)
    return variant


def test_child_overrides_only_its_own_keys(tmp_path: Path) -> None:
    slobberhannes = load_variants().variants["slobberhannes"]
    assert isinstance(slobberhannes, TrickVariant)
    told = {"name": "ours", "title": "Ours", "until": 20, "provenance": "own", "source": ""}
    assert read(tmp_path, f"{CHILD}until = 20\n") == msgspec.structs.replace(slobberhannes, **told)
    assert read(tmp_path, f'family = "tricks"\n{CHILD}until = false\n').until is None


def test_rounds_of_a_child_replace_those_of_its_parent(tmp_path: Path) -> None:
    assert read(tmp_path, CHILD + EACH_TRICK).rounds == (RoundEntry(trick=1),)


def test_child_for_fewer_players_ignores_cards_removed_for_others(
    tmp_path: Path,
) -> None:
    assert sorted(read(tmp_path, f"{CHILD}players = [4, 5]\n").removed) == [5]
    assert sorted(read(tmp_path, f"{CHILD}players = [4, 4]\n").removed) == []
    assert sorted(read(tmp_path, f"{CHILD}players = [3, 6]\n").removed) == [3, 5, 6]


def test_child_of_a_child_can_be_played_if_both_are_valid(tmp_path: Path) -> None:
    parent, child = tmp_path / "parent.toml", tmp_path / "child.toml"
    parent.write_text(f"{CHILD}revoke_penalty = 1\n")
    child.write_text('extends = "parent"\ntitle = "Child"\nuntil = 20\n')
    variant = load_variants(tmp_path).variants["child"]
    assert isinstance(variant, TrickVariant)
    assert (variant.until, variant.revoke_penalty) == (20, 1)
    parent.write_text(f"{CHILD}revoke_penalty = 'one'\n")
    problems = load_variants(tmp_path).problems
    assert [(Path(problem.file).stem, problem.key) for problem in problems] == [
        ("parent", "revoke_penalty"),
        ("child", "extends"),
    ]
