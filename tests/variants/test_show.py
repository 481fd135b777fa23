import json
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from companion.languages import load_language
from companion.referee import Referee
from companion.rules.adding.variant import AddingVariant
from companion.rules.variant import Variant
from companion.text.language import using
from companion.variants import load_variants
from companion.variants.rule_table import rule_rows
from companion.variants.show import COLUMNS, check, list_text, problems_text, show_text

SHELF = load_variants()


ADDING = {name: variant for name, variant in SHELF.variants.items() if isinstance(variant, AddingVariant)}


def rule(name: str) -> dict[str, str]:
    return dict(rule_rows(ADDING[name]))


# Everything else.


def test_the_rules_beside_the_cards() -> None:
    ninety_nine = rule("ninety-nine")
    assert ninety_nine["Target"] == "99; a card that would go over is refused"
    assert ninety_nine["From 5 players"] == "two decks of 52, 3 chips each"
    assert ninety_nine["Without chips"] == "a player is out; the last one in wins"
    assert rule("ninety-eight")["Target"] == "98; a card that would go over is a bust at once"
    assert rule("ninety-eight")["Chips"] == "none"
    assert rule("arizona-ninety-eight")["Pack"] == "a deck of 52 and two jokers"
    assert rule("arizona-ninety-eight")["Sets"] == "two, three or four cards of a rank may be played together"
    assert rule("arizona-ninety-eight")["Owing"].endswith("only the plays still owed")
    assert rule("arizona-ninety-eight-original")["Owing"].endswith("all that was owed at first")
    assert rule("ninety-nine-stack")["Chips"] == "3 pennies each"
    assert rule("ninety-nine-stack")["Without chips"] == "a player plays on once, on their honor"
    assert rule("ninety-nine-kolb")["The pot"] == "goes to the winner"
    assert rule("ninety-nine-sixty-nine")["Exactly 69"] == "a play that makes it: a chip from the pot"
    assert rule("ninety-nine-ishihara-shows")["No K"] == "in a player's first five turns of a hand"
    assert rule("ninety-nine-ishihara-shows")["Three 6"] == "shown at any time: all in lose"
    assert rule("ninety-nine-boyer")["From 6 players"] == "two decks of 52"
    assert "Owing" not in ninety_nine
    assert "Start" not in ninety_nine


@pytest.mark.parametrize("variant", SHELF.variants.values(), ids=SHELF.variants)
def test_the_sheet_fits_on_a_terminal_and_ends_with_the_provenance(variant: Variant) -> None:
    lines = show_text(variant).splitlines()
    assert lines[0] == f"{variant.title} ({variant.name})"
    assert max(map(len, lines)) <= COLUMNS
    assert lines[-1].startswith(f"Provenance: {variant.provenance}")


def test_a_long_row_of_cards_goes_on_below_itself() -> None:
    assert "A♦ A♥ 2♣ 2♦ 2♥ 3 5♣   add their pips; an ace is 1\n5♠ 6–9\n2♠ " in show_text(
        SHELF.variants["one-hundred"]
    )


GERMAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Ninety-nine"
msgstr "Neunundneunzig"

msgid "back on you"
msgstr "zurück an dich"

msgid "said “{call}”"
msgstr "angesagt „{call}“"

msgid "adds nothing"
msgid_plural "add nothing"
msgstr[0] "zählt nichts"
msgstr[1] "zählen nichts"

msgid "{does}; an ace is 1"
msgstr "{does}; ein Ass ist 1"
"""


def test_a_game_that_comes_along_is_shown_in_another_language(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(GERMAN, "utf-8")
    with using(load_language("de", tmp_path)):
        lines = show_text(SHELF.variants["ninety-nine"]).splitlines()
    assert lines[0] == "Neunundneunzig (ninety-nine)"
    assert lines[2].endswith("; ein Ass ist 1")
    assert lines[3].split(maxsplit=1)[1] == "zählt nichts, reverses play, angesagt „zurück an dich“"


# The list, and a look at a file.


def test_every_variant_has_a_line_and_own_ones_a_star(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "one-hundred"\ntitle = "Ours"\nplayers = [2, 4]\n')
    (tmp_path / ("long-" * 10 + "name.toml")).write_text(
        f'extends = "ninety-nine"\ntitle = "{"very " * 7}long"\n'
    )
    (tmp_path / "bad.toml").write_text("target = 0\n")
    shelf = load_variants(tmp_path)
    text = list_text(shelf)
    lines = text.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert lines[-1] == "* a game of your own"
    assert ["ours", "*", "Ours", "2-4", "own"] in [line.split() for line in lines]
    assert "long-" * 10 + "name *" in lines
    for name in SHELF.variants:
        assert sum(line.split(" ")[0] == name for line in lines) == 1
    assert problems_text(shelf) == (
        f"{tmp_path / 'bad.toml'}: target: 0 is not possible, write a whole number, 1 or more\n"
    )


def test_the_list_says_how_many_play_however_many(tmp_path: Path) -> None:
    (tmp_path / "many.toml").write_text(
        'extends = "ninety-nine"\ntitle = "Many"\nprovenance = "reconstructed"\nplayers = [2, 13]\n'
    )
    lines = list_text(load_variants(tmp_path)).splitlines()
    assert ["many", "*", "Many", "2-13", "reconstructed"] in [line.split() for line in lines]
    assert max(map(len, lines)) <= COLUMNS
    starts = {line.index(line.split()[-1]) for line in lines if line and not line.startswith("*")}
    assert len(starts) == 1


def test_trick_games_are_listed_after_the_adding_games() -> None:
    lines = [line.split() for line in list_text(SHELF).splitlines()]
    assert lines[-3:] == [
        ["arizona-spaghetti", "Arizona", "Spaghetti", "3-8", "published"],
        ["polignac", "Polignac", "4-6", "reconstructed"],
        ["slobberhannes", "Slobberhannes", "3-6", "reconstructed"],
    ]


def test_a_game_does_not_come_from_where_the_one_it_extends_comes_from(tmp_path: Path) -> None:
    parent, child = tmp_path / "parent.toml", tmp_path / "child.toml"
    parent.write_text(
        'extends = "one-hundred"\ntitle = "Parent"\nprovenance = "reconstructed"\nsource = "A letter."\n'
    )
    child.write_text('extends = "parent"\ntitle = "Child"\n[cards]\nQ = { add = 0 }\n')
    variants = load_variants(extra=[parent, child]).variants
    assert (variants["parent"].provenance, variants["parent"].source) == ("reconstructed", "A letter.")
    assert (variants["child"].provenance, variants["child"].source) == ("own", "")
    assert show_text(variants["child"]).endswith("\n\nProvenance: own, the game of a table.\n")


@pytest.mark.parametrize("name", SHELF.variants)
def test_every_file_that_comes_along_says_itself_where_it_comes_from(name: str) -> None:
    said = tomllib.loads((resources.files("companion.variants") / f"{name}.toml").read_text("utf-8"))
    assert said["source"].endswith(".")
    assert said["provenance"] in {"published", "derived", "reconstructed"}


def test_the_provenance_of_a_game_of_ones_own_is_told_to_programs(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "ninety-nine"\ntitle = "Ours"\n')
    told = json.loads(Referee(load_variants(tmp_path).variants).answer(b'{"cmd": "variants"}'))
    assert {each["name"]: each["provenance"] for each in told["variants"]}["ours"] == "own"


def test_what_comes_along_plays_and_has_no_stars() -> None:
    assert problems_text(SHELF) == ""
    assert "*" not in list_text(SHELF)


def test_good_files_are_said_to_play(tmp_path: Path) -> None:
    parent, child = tmp_path / "parent.toml", tmp_path / "child.toml"
    parent.write_text('extends = "ninety-nine"\ntitle = "Parent"\n')
    child.write_bytes(b'\xef\xbb\xbfextends = "parent"\r\ntitle = "Child"\r\n')
    said = f"{child}: plays. Child\n{parent}: plays. Parent\n"
    assert check([child, parent]) == (said, True)
    assert check([child, parent], tmp_path) == (said, True)
    assert check([child], tmp_path) == (f"{child}: plays. Child\n", True)


def test_a_file_may_extend_those_that_lie_beside_it(tmp_path: Path) -> None:
    grandparent, parent, child = (tmp_path / f"{name}.toml" for name in ("grandparent", "parent", "child"))
    grandparent.write_text('extends = "ninety-nine"\ntitle = "Grandparent"\n')
    parent.write_text('extends = "grandparent"\ntitle = "Parent"\n')
    child.write_text('extends = "parent"\ntitle = "Child"\n')
    (tmp_path / "ninety-nine.toml").write_text("nobody asks for this one\n")
    assert check([child]) == (f"{child}: plays. Child\n", True)
    grandparent.write_text("target = 0\n")
    assert check([child]) == (
        (
            f"{child}: extends: no variant 'parent' that can be played is there\n"
            f"{parent}: extends: no variant 'grandparent' that can be played is there\n"
            f"{grandparent}: target: 0 is not possible, write a whole number, 1 or more\n"
        ),
        False,
    )
    grandparent.unlink()
    assert check([child]).text.splitlines()[1:] == [
        f"{parent}: extends: no variant 'grandparent' that can be played is there"
    ]


def test_files_that_extend_each_other_go_in_a_circle_also_when_one_is_named(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text('extends = "other"\n')
    other.write_text('extends = "one"\n')
    assert check([one]).text.splitlines() == [
        f"{one}: extends: goes in a circle: one extends other extends one",
        f"{other}: extends: goes in a circle: other extends one extends other",
    ]


def test_one_bad_file_among_good_ones_is_enough(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('extends = "ninety-nine"\ntitle = "Good"\n')
    bad.write_text("target = 0\n")
    checked = check([good, bad])
    assert not checked.plays
    assert checked.text.splitlines()[0] == f"{good}: plays. Good"
    assert checked.text.splitlines()[1].startswith(f"{bad}: target: ")
