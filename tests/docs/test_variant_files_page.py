import tomllib
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.core.cards import parse_card
from companion.core.commands import Play, Score
from companion.core.options import options
from companion.foreign.schema_errors import written
from companion.games.adding.editor import load_add_ons
from companion.games.adding.reading import DEFAULTS, MUST_SAY
from companion.games.adding.rules import AddingRules
from companion.games.adding.variant import (
    AddingFile,
    AddingOptions,
    AddingVariant,
    CardEntry,
    FromPlayers,
    alternatives,
)
from companion.games.points.variant import (
    POINTS_DEFAULTS,
    POINTS_MUST_SAY,
    Bids,
    PointsFile,
    PointsOptions,
    PointsRound,
)
from companion.games.tricks.variant import (
    TRICK_DEFAULTS,
    TRICK_MUST_SAY,
    RoundEntry,
    TrickFile,
    TrickOptions,
    TrickRules,
    TrickVariant,
)
from companion.variants import load_variants
from companion.variants.show import check
from tests.docs.pages import ROOT, code, fenced, page, section, tables
from tests.drivers.game import GameDriver
from tests.games.points_games import PointsGame
from tests.variants.shown_games import SHOWN

DOCS = ROOT / "docs"
HEARTS = DOCS / "my-hearts.toml"
POINTS_FILES = sorted(set(DOCS.glob("my-*.toml")) - {HEARTS, DOCS / "my-ninety-nine.toml"})


@pytest.fixture
def example(tmp_path: Path) -> Path:
    (text,) = fenced(section("reference/variant-files.md", "An example"), "toml")
    file = tmp_path / "our-ninety-nine.toml"
    file.write_text(text)
    return file


def test_example_can_be_played(example: Path) -> None:
    assert check([example])[1]
    shelf = load_variants(extra=[example])
    game = GameDriver(variants=shelf.variants)
    game.new("our-ninety-nine", 5)
    assert isinstance(game.rules, AddingRules)
    assert (game.rules.pack.decks, game.rules.chips, game.rules.hand_size) == (2, 3, 3)


def test_ranks_override_single_cards_as_stated(tmp_path: Path) -> None:
    all_four, one = tmp_path / "all-four.toml", tmp_path / "one.toml"
    all_four.write_text('extends = "ninety-eight-umass"\n[cards]\nQ = { add = 10 }\n')
    one.write_text('extends = "ninety-eight-umass"\n[cards]\nQH = { add = 0 }\n')
    variants = load_variants(extra=[all_four, one]).variants
    all_fours, ones = variants["all-four"], variants["one"]
    assert isinstance(all_fours, AddingVariant)
    assert isinstance(ones, AddingVariant)
    assert "QS" not in all_fours.cards
    assert [entry.choose_next for entry in alternatives(ones.cards["QS"])] == [True]


Keys = list[tuple[str, ...]]
ADDING, TRICKS, POINTS = "The keys", "Trick games", "Points games"


def keys_of(heading: str) -> Keys:
    """Return the rows of the table of a family's keys: key, possible values, default."""
    return tables(section("reference/variant-files.md", heading))[0]


@pytest.mark.parametrize(
    ("heading", "kind", "family", "defaults", "required_keys"),
    [
        (ADDING, AddingFile, AddingOptions, DEFAULTS, MUST_SAY),
        (TRICKS, TrickFile, TrickOptions, TRICK_DEFAULTS, TRICK_MUST_SAY),
        (POINTS, PointsFile, PointsOptions, POINTS_DEFAULTS, POINTS_MUST_SAY),
    ],
)
def test_every_key_is_described_with_its_default(
    heading: str,
    kind: type[msgspec.Struct],
    family: type[msgspec.Struct],
    defaults: dict[str, object],
    required_keys: tuple[str, ...],
) -> None:
    rows = {code(key)[0]: default for key, _, default in keys_of(heading)}
    assert sorted(rows) == sorted(kind.__struct_fields__)
    assert [key for key in rows if key in options(family)] == list(options(family))
    for key, default in rows.items():
        if key in required_keys:
            assert default == "required"
        elif key == "family" and heading != ADDING:
            assert default == f"required if no {heading.lower().removesuffix('s')} is extended"
        elif key != "extends":
            value = defaults[key]
            assert tomllib.loads(f"it = {code(default)[0]}")["it"] == msgspec.to_builtins(
                list(value) if isinstance(value, tuple) else value
            )


@pytest.mark.parametrize(
    ("heading", "kind"), [(ADDING, AddingFile), (TRICKS, TrickFile), (POINTS, PointsFile)]
)
def test_every_choice_of_words_is_described(heading: str, kind: type[msgspec.Struct]) -> None:
    rows = {code(key)[0]: code(may_be) for key, may_be, _ in keys_of(heading)}
    for field in msgspec.structs.fields(kind):
        words = [
            word for one in get_args(field.type) for word in get_args(one) if isinstance(word, str)
        ]
        for word in words:
            assert written(word) in rows[field.name]


def test_every_key_of_a_round_of_points_is_described_with_its_default() -> None:
    _, rows, bids = tables(section("reference/variant-files.md", POINTS))
    assert [code(key)[0] for key, _, _ in bids] == list(Bids.__struct_fields__)
    entry = msgspec.to_builtins(PointsRound()) | {"says": "", "times": 1}
    assert [code(key)[0] for key, _, _ in rows] == list(PointsRound.__struct_fields__)
    for key, _, default in rows:
        name = code(key)[0]
        assert default == (written(entry[name]).join("``") if name in entry else "the game's")


def test_every_key_of_a_round_is_described_with_its_default() -> None:
    _, rows = tables(section("reference/variant-files.md", "Trick games"))
    fields = {field.name: field for field in msgspec.structs.fields(RoundEntry)}
    assert [code(row[0])[0] for row in rows] == list(fields)
    entry = RoundEntry()
    for key, may_be, default in rows:
        name = code(key)[0]
        value = getattr(entry, name)
        if value is None:
            assert default == "none"
        else:
            said = tomllib.loads(f"it = {code(default)[0]}")["it"]
            assert said == msgspec.to_builtins(list(value) if isinstance(value, tuple) else value)
        for one in (fields[name].type, *get_args(fields[name].type)):
            for word in get_args(one):
                assert not isinstance(word, str) or written(word) in code(may_be)


@pytest.fixture
def trick_example(tmp_path: Path) -> Path:
    text, *_ = fenced(section("reference/variant-files.md", "Trick games"), "toml")
    file = tmp_path / "our-three-rounds.toml"
    file.write_text(text, "utf-8")
    return file


def trick_rules(file: Path, names: str) -> TrickRules:
    """Return the rules of the game in a file for `names`, separated by spaces."""
    game = GameDriver(variants=load_variants(extra=[file]).variants)
    game.new(file.stem, tuple(names.split()))
    assert isinstance(game.rules, TrickRules)
    return game.rules


def test_example_of_a_trick_game_can_be_played(trick_example: Path) -> None:
    assert check([trick_example])[1]
    for names, hand, sevens in (("Ann Bo Cy", 10, 2), ("Ann Bo Cy Di", 8, 4)):
        rules = trick_rules(trick_example, names)
        assert (rules.hand_size, rules.until, rules.revoke_penalty) == (hand, None, 5)
        assert sum(card.rank == "7" for card in rules.pack.cards()) == sevens
        tricks, clubs, ends = rules.costs
        assert (tricks.trick, tricks.total) == (1, hand)
        assert (clubs.restricted, clubs.total, clubs.ends) == ("H", 8 + 4, "last card")
        assert clubs.by_card[parse_card("QC")] == 2
        assert (ends.total, ends.sweep, ends.says) == (20, 5, "first, last and K♥")


def test_example_with_numbers_below_zero_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "up-and-down.toml"
    file.write_text(fenced(section("reference/variant-files.md", "Trick games"), "toml")[1])
    assert check([file]).plays
    game = GameDriver(variants=load_variants(extra=[file]).variants)
    game.new("up-and-down")
    assert game.refused(Play(card="7H", player="Ann")).code == "restricted-lead"
    game.score({"Ann": -12, "Bo": -10}, {"Ann": -8, "Cy": -8}, {"Bo": 22, "Di": 12})
    assert [player.points for player in game.tricks.players] == [-20, 12, -8, 12]
    assert (game.phase, game.tricks.winners) == ("game-over", (1, 3))


def test_custom_hearts_game_is_played_to_a_hundred() -> None:
    assert check([HEARTS])[1]
    assert "(../my-hearts.toml)" in page("reference/variant-files.md")
    game = GameDriver(variants=load_variants(extra=[HEARTS]).variants)
    game.new("my-hearts")
    assert game.refused(Play(card="2H")).code == "restricted-lead"
    game.score(*[{"Ann": 26}] * 3, {"Ann": 22, "Bo": 4})
    assert (game.phase, game.tricks.winners) == ("game-over", (2, 3))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_custom_hearts_game_can_be_dealt(players: int) -> None:
    rules = trick_rules(HEARTS, " ".join(f"P{seat}" for seat in range(players)))
    assert rules.hand_size * players == rules.pack.size
    assert rules.round(1).total == 26


# Points games.


def test_example_of_a_points_game_can_be_played(tmp_path: Path) -> None:
    (text,) = fenced(section("reference/variant-files.md", POINTS), "toml")
    file = tmp_path / "our-three-rounds.toml"
    file.write_text(text, "utf-8")
    assert check([file]).plays
    game = PointsGame(text, 4)
    assert game.refused(Score(points={"Ann": 27, "Bo": 0, "Cy": 0, "Di": 0})).code == "bad-sum"
    game.rounds("26 0 0 0", "1 2 3 4", "0 26 0 0", "0 26 26 26")
    assert (game.phase, game.points) == ("round-over", [27, 80, 29, 30])
    game.rounds("0 26 0 0")
    assert (game.phase, game.winners) == ("game-over", ["Ann"])


@pytest.mark.parametrize("file", POINTS_FILES, ids=lambda file: file.stem)
def test_every_custom_points_game_is_linked_and_can_be_played(file: Path) -> None:
    assert f"(../{file.name})" in section("reference/variant-files.md", POINTS)
    assert check([file]).plays


def test_every_further_points_game_is_played_by_a_test() -> None:
    printed = fenced(section("reference/variant-files.md", "More points games"), "toml")
    played = [file.read_text("utf-8") for file in SHOWN.glob("*.toml")]
    assert printed
    assert all(text in played for text in printed)


def test_hearts_for_five_extends_the_bundled_game(tmp_path: Path) -> None:
    (text,) = fenced(section("reference/variant-files.md", "Extending a variant"), "toml")
    file = tmp_path / "hearts-for-five.toml"
    file.write_text(text)
    game = GameDriver(variants=load_variants(extra=[file]).variants)
    game.new("hearts-for-five", 5)
    everything = {"Ann": 0} | dict.fromkeys(game.names[1:], 26)
    assert game.refused(Score(points=everything | {"Ann": 26})).facts["sums"] == [26, 104]
    game.obey(Score(points=everything))


def test_phase_10_has_ten_phases_and_the_fewest_win() -> None:
    game = PointsGame((DOCS / "my-phase-10.toml").read_text("utf-8"), 2)
    assert len({game.rules.round(number).says for number in range(1, 11)} - {""}) == 10
    game.rounds(*["5 25"] * 10)
    assert (game.phase, game.winners) == ("game-over", ["Ann"])


TRICK_GAME = """family = "tricks"
title = "Ours"
short = "O"
players = [4, 4]
ranks = "7 8 9 10 J Q K A"
"""


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ('[[rounds]]\ntrick = 1\ncards = { H = 1 }\nends = "last card"', "rounds.1.ends"),
        ('[[rounds]]\nlast_trick = 1\nends = "last card"', "rounds.1.ends"),
        ("[[rounds]]\nlast_trick = 1\nsweep = 1", "rounds.1.sweep"),
        ('[[rounds]]\nrestricted = "H"', "rounds.1"),
        ("bust = 'out'\n[[rounds]]\ntrick = 1", "bust"),
        ("[removed]\n4 = '7C'\n[[rounds]]\ntrick = 1", "removed.4"),
    ],
)
def test_impossible_keys_of_a_trick_game_are_refused(tmp_path: Path, lines: str, key: str) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(f"{TRICK_GAME}{lines}\n")
    (problem,) = load_variants(extra=[file]).problems
    assert problem.key == key


def test_game_that_extends_another_belongs_to_its_family(tmp_path: Path) -> None:
    same, other = tmp_path / "same.toml", tmp_path / "other.toml"
    same.write_text('extends = "arizona-spaghetti"\nplayers = [4, 5]\nrevoke_penalty = 10\n')
    other.write_text('extends = "arizona-spaghetti"\nfamily = "adding"\n')
    shelf = load_variants(extra=[same, other])
    (problem,) = shelf.problems
    assert (problem.file, problem.key) == (str(other), "extends")
    variant = shelf.variants["same"]
    assert isinstance(variant, TrickVariant)
    assert (variant.removed, variant.revoke_penalty) == ({5: ("2C", "2D")}, 10)


def test_every_key_of_a_card_is_described() -> None:
    changes, actions = tables(section("reference/variant-files.md", "Cards"))
    described = [code(row[0])[0] for row in (*changes, *actions)]
    assert described == list(CardEntry.__struct_fields__)
    entry = CardEntry(add=0)
    for key, _, default in actions:
        usual = getattr(entry, code(key)[0])
        assert code(default) == ([] if usual is msgspec.UNSET else [written(usual)])


def test_every_key_from_a_number_of_players_on_is_described() -> None:
    (rows,) = tables(section("reference/variant-files.md", "From a number of players on"))
    assert [code(key)[0] for key, _ in rows] == list(FromPlayers.__struct_fields__)


def test_add_ons_match_the_program() -> None:
    (rows,) = tables(section("reference/variant-files.md", "Add-ons"))
    add_ons = load_add_ons()
    assert [row[0] for row in rows] == [each.title.format(target="the target") for each in add_ons]
    for add_on, (_title, says, source) in zip(add_ons, rows, strict=True):
        assert code(source) == [add_on.source]
        said = tomllib.loads("\n".join(code(says)))
        assert (said.pop("cards", {}), said.pop("exact", {})) == (add_on.cards, add_on.exact)
        assert said == add_on.rules
