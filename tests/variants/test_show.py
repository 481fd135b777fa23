import json
import tomllib
from pathlib import Path

import pytest

from companion.core.family import Variant
from companion.games.adding.description import rule_tables
from companion.games.adding.variant import AddingVariant
from companion.languages import load_language
from companion.message import using
from companion.referee import Referee
from companion.variants import bundled_text, load_variants
from companion.variants.show import COLUMNS, CheckReport, check, list_text, problems_text, show_text
from tests.worded import worded

SHELF = load_variants()


ADDING = {
    name: variant for name, variant in SHELF.variants.items() if isinstance(variant, AddingVariant)
}


def rule(name: str) -> dict[str, str]:
    return dict(worded(rule_tables(ADDING[name])[1]))


@pytest.mark.parametrize("name", ADDING)
def test_only_rules_of_the_game_are_listed(name: str) -> None:
    variant, told = ADDING[name], rule(name)
    assert ("Sets" in told) == variant.sets
    assert ("Owed plays" in told) == bool(variant.jokers)
    assert ("Start" in told) == (variant.up_card != "none")
    assert worded([row for row in told if "69" in row]) == worded(
        [f"Exactly {total}" for total in variant.exact]
    )


@pytest.mark.parametrize("variant", SHELF.variants.values(), ids=SHELF.variants)
def test_sheet_fits_on_a_terminal_and_ends_with_the_provenance(variant: Variant) -> None:
    lines = show_text(variant).splitlines()
    assert lines[0] == f"{variant.title} ({variant.name})"
    assert max(map(len, lines)) <= COLUMNS
    assert lines[-1].startswith(f"Provenance: {variant.provenance}")


def test_long_row_of_cards_wraps_below_itself() -> None:
    first, second, third = show_text(SHELF.variants["one-hundred"]).splitlines()[3:6]
    assert first.startswith("A♦ A♥ 2♣ 2♦ 2♥ 3 5♣   ")
    assert second == "5♠ 6–9"
    assert third.startswith("2♠   ")


GERMAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Ninety-nine"
msgstr "Neunundneunzig"

msgid "back on you"
msgstr "zurück"

msgid "adds nothing"
msgid_plural "add nothing"
msgstr[0] "nichts"
msgstr[1] "nichts"
"""


def test_bundled_game_is_shown_in_another_language(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(GERMAN, "utf-8")
    with using(load_language("de", tmp_path)):
        lines = show_text(SHELF.variants["ninety-nine"]).splitlines()
    assert lines[0] == "Neunundneunzig (ninety-nine)"
    assert lines[3].split(maxsplit=1)[1].startswith("nichts,")
    assert "“zurück”" in lines[3]


# The list, and the check of a file.


def test_every_variant_has_a_line_and_custom_ones_a_star(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'extends = "one-hundred"\ntitle = "Ours"\nplayers = [2, 4]\n'
    )
    (tmp_path / ("long-" * 10 + "name.toml")).write_text(
        f'extends = "ninety-nine"\ntitle = "{"very " * 7}long"\n'
    )
    (tmp_path / "bad.toml").write_text("target = -1\n")
    shelf = load_variants(tmp_path)
    text = list_text(shelf)
    lines = text.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert lines[-1].startswith("* ")
    assert ["ours", "*", "Ours", "2-4", "own"] in [line.split() for line in lines]
    assert "long-" * 10 + "name *" in lines
    for name in SHELF.variants:
        assert sum(line.split(" ")[0] == name for line in lines) == 1
    assert problems_text(shelf) == f"{shelf.problems[0]}\n"
    assert (shelf.problems[0].file, shelf.problems[0].key) == (str(tmp_path / "bad.toml"), "target")


def test_list_has_the_number_of_players_of_any_width(tmp_path: Path) -> None:
    (tmp_path / "many.toml").write_text(
        'extends = "ninety-nine"\ntitle = "Many"\nprovenance = "reconstructed"\nplayers = [2, 13]\n'
    )
    lines = list_text(load_variants(tmp_path)).splitlines()
    assert ["many", "*", "Many", "2-13", "reconstructed"] in [line.split() for line in lines]
    assert max(map(len, lines)) <= COLUMNS
    starts = {line.index(line.split()[-1]) for line in lines if line and not line.startswith("*")}
    assert len(starts) == 1


def test_trick_games_and_then_points_games_are_listed_after_the_adding_games() -> None:
    lines = [line.split() for line in list_text(SHELF).splitlines()]
    assert lines[21:26] == [
        ["arizona-spaghetti", "Arizona", "Spaghetti", "3-8", "published"],
        ["polignac", "Polignac", "4-6", "reconstructed"],
        ["slobberhannes", "Slobberhannes", "3-6", "reconstructed"],
        ["points", "Points", "2-12", "own"],
        ["points-6-nimmt", "6", "nimmt!", "2-10", "published"],
    ]
    assert ["points-hearts", "Hearts", "4", "published"] in lines


def test_game_does_not_inherit_provenance_and_source(tmp_path: Path) -> None:
    parent, child = tmp_path / "parent.toml", tmp_path / "child.toml"
    parent.write_text(
        'extends = "one-hundred"\ntitle = "Parent"\nprovenance = "reconstructed"\nsource = "A '
        'letter."\n'
    )
    child.write_text('extends = "parent"\ntitle = "Child"\n[cards]\nQ = { add = 0 }\n')
    variants = load_variants(extra=[parent, child]).variants
    assert (variants["parent"].provenance, variants["parent"].source) == (
        "reconstructed",
        "A letter.",
    )
    assert (variants["child"].provenance, variants["child"].source) == ("own", "")


@pytest.mark.parametrize("name", SHELF.variants)
def test_every_bundled_file_states_its_own_provenance(name: str) -> None:
    said = tomllib.loads(bundled_text(SHELF.variants[name]))
    assert said["source"].endswith(".")
    assert (said["provenance"] == "own") == (name == "points")


def test_provenance_of_a_custom_game_is_available_to_programs(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "ninety-nine"\ntitle = "Ours"\n')
    told = json.loads(Referee(load_variants(tmp_path).variants).answer(b'{"cmd": "variants"}'))
    assert {each["name"]: each["provenance"] for each in told["variants"]}["ours"] == "own"


def test_bundled_games_have_no_problems_and_no_stars() -> None:
    assert problems_text(SHELF) == ""
    assert "*" not in list_text(SHELF)


def has_lines(checked: CheckReport, *beginnings: str) -> bool:
    """Return whether the lines begin exactly with `beginnings`, in this order."""
    lines = zip(checked.text.splitlines(), beginnings, strict=True)
    return all(line.startswith(beginning) for line, beginning in lines)


def test_good_files_are_reported_as_playable(tmp_path: Path) -> None:
    parent, child = tmp_path / "parent.toml", tmp_path / "child.toml"
    parent.write_text('extends = "ninety-nine"\ntitle = "Parent"\n')
    child.write_bytes(b'\xef\xbb\xbfextends = "parent"\r\ntitle = "Child"\r\n')
    for files, folder in (
        ([child, parent], None),
        ([child, parent], tmp_path),
        ([child], tmp_path),
    ):
        checked = check(files, folder)
        assert checked.plays
        assert has_lines(checked, *(f"{file}: " for file in files))


def test_file_named_in_two_ways_is_checked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ours.toml").write_text('extends = "ninety-nine"\ntitle = "Ours"\n')
    monkeypatch.chdir(tmp_path)
    assert has_lines(check([tmp_path / "ours.toml", Path("ours.toml")]), "ours.toml: OK. Ours")


def test_file_may_extend_files_in_its_folder(tmp_path: Path) -> None:
    grandparent, parent, child = (
        tmp_path / f"{name}.toml" for name in ("grandparent", "parent", "child")
    )
    grandparent.write_text('extends = "ninety-nine"\ntitle = "Grandparent"\n')
    parent.write_text('extends = "grandparent"\ntitle = "Parent"\n')
    child.write_text('extends = "parent"\ntitle = "Child"\n')
    (tmp_path / "ninety-nine.toml").write_text("nobody asks for this one\n")
    assert check([child]).plays
    grandparent.write_text("target = -1\n")
    checked = check([child])
    assert not checked.plays
    assert has_lines(
        checked,
        f"{child}: line 1: extends: ",
        f"{parent}: line 1: extends: ",
        f"{grandparent}: line 1: target: ",
    )
    grandparent.unlink()
    assert has_lines(check([child]), f"{child}: line 1: extends: ", f"{parent}: line 1: extends: ")


def test_circular_extension_is_reported_for_both_files(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text('extends = "other"\n')
    other.write_text('extends = "one"\n')
    assert has_lines(check([one]), f"{one}: line 1: extends: ", f"{other}: line 1: extends: ")


def test_one_bad_file_among_good_ones_fails_the_check(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('extends = "ninety-nine"\ntitle = "Good"\n')
    bad.write_text("target = -1\n")
    checked = check([good, bad])
    assert not checked.plays
    assert has_lines(checked, f"{good}: ", f"{bad}: line 1: target: ")
