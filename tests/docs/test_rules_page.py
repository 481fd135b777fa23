import re
from pathlib import Path

import pytest

from companion.rules.commands import New, Play
from companion.rules.game import Game
from companion.rules.house import rules_in_force
from companion.variants import load_variants
from companion.variants.card_table import card_rows
from tests.docs.pages import ROOT, code, headings, page, section, tables

VARIANTS = load_variants().variants
CITED = re.compile(
    r"docs/(\w+)\.md(?:,? sections? (\d(?:\.\d)?)(?: (?:and|to) (\d(?:\.\d)?))?|, \"([^\"]+)\")?"
)


@pytest.mark.parametrize(
    ("heading", "variant"),
    [
        ("3.1 The simple game", "ninety-eight"),
        ("3.2 Arizona", "arizona-ninety-eight"),
        ("3.3 UMass and the shield", "ninety-eight-umass"),
        ("4.1 The game", "ninety-nine"),
        ("5. One Hundred", "one-hundred"),
    ],
)
def test_the_printed_card_tables_are_those_that_are_played(heading: str, variant: str) -> None:
    text = section("rules.md", heading)
    assert f"`{variant}`" in text
    rules = rules_in_force(VARIANTS[variant], {}, VARIANTS[variant].players[0])
    assert tuple(tables(text)[0]) == card_rows(rules)


@pytest.mark.parametrize(
    ("heading", "variant", "players"),
    [("3.1 The simple game", "ninety-eight", 2), ("4.1 The game", "ninety-nine", 4)],
)
def test_the_worked_examples_are_played_as_they_say(heading: str, variant: str, players: int) -> None:
    game = Game(VARIANTS)
    game.obey(New(variant=variant, players=tuple(f"P{seat}" for seat in range(1, players + 1))))
    for player, card, total, following in tables(section("rules.md", heading))[1]:
        # The example's ten takes ten off where there is a choice.
        play = Play(card=card, player=player)
        if variant == "ninety-nine" and card == "10":
            play = Play(card=card, player=player, value=-10)
        game.obey(play)
        state = game.state
        assert state is not None
        assert (str(state.total), state.name_of(state.turn)) == (total, following)


def test_every_variant_is_described_with_its_provenance() -> None:
    described = {name for name in code(page("rules.md")) if name in VARIANTS}
    assert described == set(VARIANTS)
    for row, words in tables(section("rules.md", "4.2 Versions of ninety-nine"))[0]:
        (name,) = code(row)
        assert ("Reconstructed" in words) == (VARIANTS[name].provenance == "reconstructed")


def test_the_versions_of_ninety_nine_are_all_there() -> None:
    listed = [code(row)[0] for row, _ in tables(section("rules.md", "4.2 Versions of ninety-nine"))[0]]
    assert sorted(listed) == sorted(name for name in VARIANTS if name.startswith("ninety-nine-"))


def sources() -> list[Path]:
    return [file for folder in ("companion", "tests") for file in (ROOT / folder).rglob("*.py")]


def citations() -> set[tuple[str, str]]:
    """Every section that a docstring or comment names: ("rules", "1.5"), ("protocol", "Cards")."""
    found = set()
    for file in sources():
        text = re.sub(r"\s+", " ", file.read_text("utf-8"))
        for name, first, second, words in CITED.findall(text):
            found |= {(name, one) for one in (first, second, words) if one}
    return found


def test_every_section_that_the_program_names_exists() -> None:
    cited = citations()
    assert ("rules", "1.5") in cited
    missing = set()
    for name, one in cited:
        titles = headings(f"{name}.md")
        numbers = {title.split(" ")[0].rstrip(".") for title in titles}
        bold = re.findall(r"\*\*([^*]+?)\.?\*\*", page(f"{name}.md"))
        if one not in {*titles, *numbers, *bold}:
            missing.add((name, one))
    assert missing == set()


def test_every_page_that_the_program_names_exists() -> None:
    named = {name for file in sources() for name in re.findall(r"docs/([\w-]+\.md)", file.read_text("utf-8"))}
    assert "rules.md" in named
    assert {name for name in named if not (ROOT / "docs" / name).is_file()} == set()


def test_every_page_that_a_page_links_to_exists() -> None:
    for file in (ROOT / "docs").glob("*.md"):
        for link in re.findall(r"\]\(([\w./-]+)\)", file.read_text("utf-8")):
            assert (file.parent / link).is_file(), f"{file.name} links to {link}"
