import re
from pathlib import Path

import pytest

from companion.core.cards import SUIT_SIGNS, SUITS, parse_card
from companion.core.commands import Play
from companion.core.options import house_rules
from companion.games.adding.card_words import card_rows
from companion.games.adding.rules import adding_rules_in_force
from companion.games.adding.variant import AddingVariant
from companion.games.points.variant import PointsOptions
from companion.games.tricks.variant import TrickRules, TrickVariant, trick_rules_in_force
from companion.languages import load_language
from companion.message import render, using
from companion.variants import load_variants
from companion.words.cards import face_of
from tests.docs.pages import ROOT, code, headings, numbers, page, section, tables
from tests.drivers.game import GameDriver
from tests.worded import worded

VARIANTS = load_variants().variants
CITED = re.compile(
    r"docs/([\w/-]+)\.md"
    r"(?:,? sections? (\d(?:\.\d)?)(?: (?:and|to) (\d(?:\.\d)?))?|, \"([^\"]+)\")?"
)


@pytest.mark.parametrize(
    ("page", "heading", "variant"),
    [
        ("reference/rules.md", "3.1 The simple game", "ninety-eight"),
        ("reference/rules.md", "3.2 Arizona", "arizona-ninety-eight"),
        ("reference/rules.md", "3.3 UMass and the shield", "ninety-eight-umass"),
        ("reference/rules.md", "4.1 The game", "ninety-nine"),
        ("reference/rules.md", "5. One Hundred", "one-hundred"),
        ("de/reference/rules.md", "3.1 Das einfache Spiel", "ninety-eight"),
        ("de/reference/rules.md", "3.2 Arizona", "arizona-ninety-eight"),
        ("de/reference/rules.md", "3.3 UMass und der Schild", "ninety-eight-umass"),
        ("de/reference/rules.md", "4.1 Das Spiel", "ninety-nine"),
        ("de/reference/rules.md", "5. Hundert", "one-hundred"),
    ],
)
def test_printed_card_tables_match_the_game(page: str, heading: str, variant: str) -> None:
    text = section(page, heading)
    assert f"`{variant}`" in text
    played = VARIANTS[variant]
    assert isinstance(played, AddingVariant)
    rules = adding_rules_in_force(played, {}, played.players[0])
    with using(load_language("de" if page.startswith("de/") else "en")):
        assert worded(tuple(tables(text)[0])) == worded(card_rows(rules))


@pytest.mark.parametrize(
    ("heading", "variant", "players"),
    [("3.1 The simple game", "ninety-eight", 2), ("4.1 The game", "ninety-nine", 4)],
)
def test_worked_examples_play_out_as_stated(heading: str, variant: str, players: int) -> None:
    game = GameDriver()
    game.new(variant, tuple(f"P{seat}" for seat in range(1, players + 1)))
    for player, card, total, following in tables(section("reference/rules.md", heading))[1]:
        # In the example a ten takes ten off if there is a choice.
        play = Play(card=card, player=player)
        if variant == "ninety-nine" and card == "10":
            play = Play(card=card, player=player, value=-10)
        game.obey(play)
        assert (str(game.adding.total), game.turn) == (total, following)


def trick_game(name: str) -> TrickVariant:
    variant = VARIANTS[name]
    assert isinstance(variant, TrickVariant)
    return variant


def for_every_number_of_players(name: str) -> dict[int, TrickRules]:
    variant = trick_game(name)
    fewest, most = variant.players
    return {count: trick_rules_in_force(variant, {}, count) for count in range(fewest, most + 1)}


@pytest.mark.parametrize(
    ("heading", "variant"),
    [
        ("6.1 Tricks", "arizona-spaghetti"),
        ("7. Slobberhannes", "slobberhannes"),
        ("8. Polignac", "polignac"),
    ],
)
def test_printed_packs_match_the_deal(heading: str, variant: str) -> None:
    removed = {
        count: " ".join(render(face_of(card)) for card in cards)
        for count, cards in trick_game(variant).removed.items()
    }
    assert tables(section("reference/rules.md", heading))[0] == [
        (str(count), str(rules.hand_size), removed.get(count, "none"))
        for count, rules in for_every_number_of_players(variant).items()
    ]


@pytest.mark.parametrize(
    ("heading", "place", "variant"),
    [
        ("6.2 The rounds", 0, "arizona-spaghetti"),
        ("7. Slobberhannes", 1, "slobberhannes"),
        ("8. Polignac", 1, "polignac"),
    ],
)
def test_printed_rounds_match_the_game(heading: str, place: int, variant: str) -> None:
    printed = tables(section("reference/rules.md", heading))[place]
    rounds = trick_game(variant).rounds
    for (number, what, points, ends), entry in zip(printed, rounds, strict=True):
        assert number in {"each", str(rounds.index(entry) + 1)}
        cards = [cost for key, cost in entry.cards.items() for _ in key.split()]
        costs = [entry.trick, *cards, entry.first_trick, entry.last_trick]
        listed, _, swept = points.partition("; ")
        assert [int(each) for each in listed.split(", ")] == [cost for cost in costs if cost]
        assert [int(each) for each in re.findall(r"\d+", swept)] == [entry.sweep] * bool(
            entry.sweep
        )
        assert (ends == "when all cards are played") == (entry.ends == "all cards")
        single = {
            card
            for key in entry.cards
            for card in key.split()
            if card[-1] in SUITS and len(card) > 1
        }
        assert set(re.findall(r"\w+[♣♦♥♠]", what)) >= {render(face_of(card)) for card in single}


def test_printed_restricted_suits_match_the_rounds() -> None:
    text = section("reference/rules.md", "6.3 Restricted suit")
    entries = enumerate(trick_game("arizona-spaghetti").rounds, start=1)
    restricted = {
        number: SUIT_SIGNS[entry.restricted] for number, entry in entries if entry.restricted
    }
    assert restricted == {2: "♥", 6: "♥", 4: "♠"}
    hearts, spades = text.partition(".")[0].split(",")
    assert ("♥" in hearts, numbers(hearts)) == (True, {2, 6})
    assert ("♠" in spades, numbers(spades)) == (True, {4})
    for name, heading in (("slobberhannes", "7. Slobberhannes"), ("polignac", "8. Polignac")):
        assert "restricted" in section("reference/rules.md", heading)
        assert [entry.restricted for entry in trick_game(name).rounds] == [None]


def test_points_of_a_round_add_up_to_the_printed_sum() -> None:
    (printed,) = tables(section("reference/rules.md", "6.5 Quick scoring"))
    for rules in for_every_number_of_players("arizona-spaghetti").values():
        for place, ((number, sum_, step), costs) in enumerate(
            zip(printed, rules.costs, strict=True), start=1
        ):
            each, _, rest = sum_.rpartition("10 x tricks")
            assert each == ""
            plain = sum(int(cost) for cost in re.findall(r"\d+", rest))
            tricks = rules.hand_size if "tricks" in sum_ else 0
            assert (number, 10 * tricks + plain, step) == (str(place), costs.total, str(costs.step))


def test_queen_of_hearts_costs_as_printed() -> None:
    text = section("reference/rules.md", "6.2 The rounds")
    assert {35, 6, 10} <= numbers(text[text.index("Q♥ ") :].partition(".")[0])
    last = for_every_number_of_players("arizona-spaghetti")[4].round(6)
    assert (last.by_card[parse_card("QH")], last.trick) == (35, 10)


@pytest.mark.parametrize(
    ("heading", "variant", "said"),
    [
        (
            "7. Slobberhannes",
            "slobberhannes",
            "add up to 4 when one player has all of them, else to 3",
        ),
        ("8. Polignac", "polignac", "add up to 5"),
    ],
)
def test_games_to_ten_points_end_and_add_up_as_printed(
    heading: str, variant: str, said: str
) -> None:
    text = re.sub(r"\s+", " ", section("reference/rules.md", heading))
    assert said in text
    assert trick_game(variant).until in numbers(text)
    for players, rules in for_every_number_of_players(variant).items():
        (costs,) = rules.costs
        alone = set(costs.sums(players))
        assert {int(number) for number in re.findall(r"\d+", said)} == alone


def test_house_rules_of_points_games_are_all_listed() -> None:
    (rows,) = tables(section("reference/rules.md", "9. Points games"))
    assert [code(row[0])[0] for row in rows] == list(house_rules(PointsOptions))


def test_published_games_are_those_of_the_introduction() -> None:
    text = re.sub(r"\s+", " ", section("reference/rules.md", "Sources"))
    assert (
        "The two Arizona games of 98, both One Hundreds, Arizona Spaghetti and the named points "
        "games (9.1) "
        "except Phase 10 are published. The others" in text
    )
    named = {
        name for name in code(section("reference/rules.md", "9.1 Named games")) if name in VARIANTS
    }
    assert {name for name, variant in VARIANTS.items() if variant.provenance == "published"} == {
        "arizona-ninety-eight",
        "arizona-ninety-eight-original",
        "one-hundred",
        "one-hundred-strict",
        "arizona-spaghetti",
        *(named - {"points-phase-10"}),
    }


def test_every_variant_is_described_with_its_provenance() -> None:
    described = {name for name in code(page("reference/rules.md")) if name in VARIANTS}
    assert described == set(VARIANTS)
    for row, words in tables(section("reference/rules.md", "4.2 Versions of ninety-nine"))[0]:
        (name,) = code(row)
        assert ("Reconstructed" in words) == (VARIANTS[name].provenance == "reconstructed")


def test_variants_of_ninety_nine_are_all_listed() -> None:
    listed = [
        code(row)[0]
        for row, _ in tables(section("reference/rules.md", "4.2 Versions of ninety-nine"))[0]
    ]
    assert sorted(listed) == sorted(name for name in VARIANTS if name.startswith("ninety-nine-"))


def sources() -> list[Path]:
    return [file for folder in ("companion", "tests") for file in (ROOT / folder).rglob("*.py")]


def citations() -> set[tuple[str, str]]:
    """Return every section that a docstring or comment names: ("reference/rules", "1.5")."""
    found = set()
    for file in sources():
        text = re.sub(r"\s+", " ", file.read_text("utf-8"))
        for name, first, second, words in CITED.findall(text):
            found |= {(name, one) for one in (first, second, words) if one}
    return found


def test_every_section_that_the_program_names_exists() -> None:
    cited = citations()
    assert ("reference/rules", "1.5") in cited
    missing = set()
    for name, one in cited:
        titles = headings(f"{name}.md")
        numbers = {title.split(" ")[0].rstrip(".") for title in titles}
        bold = re.findall(r"\*\*([^*]+?)\.?\*\*", page(f"{name}.md"))
        if one not in {*titles, *numbers, *bold}:
            missing.add((name, one))
    assert missing == set()


def test_every_page_that_the_program_names_exists() -> None:
    named = {
        name
        for file in sources()
        for name in re.findall(r"docs/([\w/-]+\.md)", file.read_text("utf-8"))
    }
    assert "reference/rules.md" in named
    assert {name for name in named if not (ROOT / "docs" / name).is_file()} == set()


def test_every_page_that_a_page_links_to_exists() -> None:
    for file in (ROOT / "docs").rglob("*.md"):
        for link in re.findall(r"\]\(([\w./-]+)\)", file.read_text("utf-8")):
            assert (file.parent / link).exists(), f"{file.name} links to {link}"
