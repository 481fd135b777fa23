"""A journal written by an earlier version replays to the same digests, and its games continue."""

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.core.commands import Claim, Deal, Judged, Play, Score
from companion.core.seats import State
from companion.errors import Illegal, ReplayError
from companion.games import FAMILIES
from companion.games.history import GameHistory
from companion.games.points.engine import PointsState
from companion.games.tricks.state import TrickState
from companion.table.lines import FORM, GameRecord
from companion.table.reader import read_only
from companion.table.recorded import Recorded
from companion.table.replay import FIELDS, Replayed, counting_entries, replay, resume
from companion.table.table import Table
from companion.variants import load_variants
from tests.journals import journal_at, records_of
from tests.table.forge import forge
from tests.table.golden import FOLDER, RECEIPT, Minutes
from tests.table.tables import adding_state

JOURNALS = sorted(FOLDER.iterdir())
NAMES, TRICKS, POINTS, REMAINING, BELOW_ZERO = (
    [journal for journal in JOURNALS if journal.name.endswith(kind)]
    for kind in ("-names", "-tricks", "-points", "-remaining", "-below-zero")
)
ADDING = [journal for journal in JOURNALS if journal.name.count("-") == 1]
OF_THIS_FORM = [journal for journal in JOURNALS if journal.name.split("-")[1] == str(FORM)]


def name(journal: Path) -> str:
    return journal.name


def made(journal: Path, folder: Path) -> Path:
    """Return a copy of the journal for this test."""
    return shutil.copytree(journal, folder / "journal")


def table_of(journal: Path, folder: Path) -> Table:
    """Return a table that continues the journal."""
    table = Table(load_variants().variants, journal_at(made(journal, folder)), Minutes())
    assert table.journal.trouble is None
    return table


def trick_state(table: Table) -> TrickState:
    assert isinstance(table.state, TrickState)
    return table.state


def winners(table: Table) -> list[str]:
    state = trick_state(table)
    return [state.players[seat].name for seat in state.winners]


@pytest.fixture(scope="module")
def of_this_form() -> Sequence[GameRecord]:
    """The games in the journals of this form."""
    return [record for journal in OF_THIS_FORM for record in records_of(read_only(journal))]


def states_in(games: Sequence[GameRecord]) -> Iterator[State]:
    """Yield the state after each counting entry of the games."""
    for record in games:
        game = GameHistory({}, stickers=True)
        for entry in counting_entries(record.entries):
            game = resume(game, entry)
            assert game.state is not None
            yield game.state


def fields_in(value: object) -> Iterator[tuple[type[msgspec.Struct], str, object]]:
    """Yield each field of a state, recursively: the type of the struct, the name, the value."""
    if isinstance(value, tuple):
        for each in value:
            yield from fields_in(each)
    elif isinstance(value, msgspec.Struct) and type(value) in FIELDS:
        for field in value.__struct_fields__:
            yield type(value), field, getattr(value, field)
            yield from fields_in(getattr(value, field))


def test_journals_of_this_form_hold_every_command_with_every_field(
    of_this_form: Sequence[GameRecord],
) -> None:
    lines = [json.loads(entry.command) for game in of_this_form for entry in game.entries]
    held = {(line["cmd"], field) for line in lines for field in line}
    commands = get_args(Recorded)
    assert {
        (kind.__struct_config__.tag, field)
        for kind in commands
        for field in ("cmd", *kind.__struct_encode_fields__)
    } <= held


def test_journals_of_this_form_hold_every_note_of_a_game(
    of_this_form: Sequence[GameRecord],
) -> None:
    held = {note.kind for game in of_this_form for note in game.notes}
    assert held > {"refused", "claim", "lot"}


def test_journals_of_this_form_hold_every_family(of_this_form: Sequence[GameRecord]) -> None:
    assert {state.family for state in states_in(of_this_form)} == set(FAMILIES)


def test_journals_of_this_form_hold_several_values_of_every_digest_field(
    of_this_form: Sequence[GameRecord],
) -> None:
    values: dict[tuple[type[msgspec.Struct], str], set[object]] = defaultdict(set)
    for state in states_in(of_this_form):
        for kind, field, value in fields_in(state):
            values[kind, field].add(value)
    fields = {(kind, field) for kind in FIELDS for field in kind.__struct_fields__}
    assert {field for field in fields if len(values[field]) < 2} == set()


@pytest.mark.parametrize("journal", ADDING, ids=name)
def test_journal_of_adding_games_replays(journal: Path, tmp_path: Path) -> None:
    assert replay(made(journal, tmp_path)) == Replayed(games=6, commands=30)


@pytest.mark.parametrize("journal", TRICKS, ids=name)
def test_journal_of_trick_games_replays(journal: Path, tmp_path: Path) -> None:
    assert replay(made(journal, tmp_path)) == Replayed(games=4, commands=79)


@pytest.mark.parametrize("journal", POINTS, ids=name)
def test_journal_of_points_games_replays(journal: Path, tmp_path: Path) -> None:
    assert replay(made(journal, tmp_path)) == Replayed(games=4, commands=24)


@pytest.mark.parametrize("journal", BELOW_ZERO, ids=name)
def test_a_journal_of_points_below_zero_plays_again(journal: Path, tmp_path: Path) -> None:
    assert replay(made(journal, tmp_path)) == Replayed(games=2, commands=13)
    table = table_of(journal, tmp_path / "again")
    assert [player.points for player in trick_state(table).players] == [16, 26, 16, 26]
    table.close()


@pytest.mark.parametrize("journal", REMAINING, ids=name)
def test_journal_continued_after_a_fixed_rule_replays(journal: Path, tmp_path: Path) -> None:
    assert replay(made(journal, tmp_path)) == Replayed(games=5, commands=31)


@pytest.mark.parametrize("journal", [*ADDING, *TRICKS], ids=name)
def test_acknowledged_node_messages_are_restored(journal: Path, tmp_path: Path) -> None:
    assert journal_at(made(journal, tmp_path)).taken == {RECEIPT.boot: RECEIPT.sequence}


@pytest.mark.parametrize("journal", ADDING, ids=name)
def test_last_adding_game_resumes(journal: Path, tmp_path: Path) -> None:
    table = table_of(journal, tmp_path)
    assert table.state is not None
    assert (adding_state(table).total, table.state.name_of(table.state.turn)) == (72, "Jörg")
    table.obey(Play(card="QH"))
    assert adding_state(table).total == 0
    table.take_back(3)
    table.reopen()
    assert table.state.name_of(adding_state(table).winner) == "Ann"
    table.close()


@pytest.mark.parametrize("journal", TRICKS, ids=name)
def test_last_trick_game_resumes_with_its_voids(journal: Path, tmp_path: Path) -> None:
    table = table_of(journal, tmp_path)
    state = trick_state(table)
    assert (state.name_of(state.turn), state.led, state.number) == ("Bo", "C", 2)
    assert [player.points for player in state.players] == [1, 0, 0, 0]
    with pytest.raises(Illegal, match="revoke: trick 1, suit D"):
        table.obey(Play(card="KD"))
    for card in ("JS", "8C", "9C"):
        table.obey(Play(card=card))
    assert [player.points for player in trick_state(table).players] == [3, 0, 0, 0]
    table.close()


@pytest.mark.parametrize("journal", TRICKS, ids=name)
def test_earlier_trick_games_can_be_reopened(journal: Path, tmp_path: Path) -> None:
    table = table_of(journal, tmp_path)
    assert table.tally() == (("Ann", 0), ("Bo", 0), ("Jörg", 2), ("李小龍", 1))
    table.take_back(5)
    table.reopen()
    assert ([player.points for player in trick_state(table).players], winners(table)) == (
        [10, 1, 0],
        ["Jörg"],
    )
    assert table.judge(Claim(player="Ann", points=2)) == Judged("Ann", 2, 2, correct=True)
    table.take_back(len(table.moments) - 1)
    table.reopen()
    assert (winners(table), trick_state(table).revokes) == (["Jörg", "李小龍"], 1)
    table.take_back(3)
    table.obey(Score(points={"Jörg": 100}))
    table.obey(Deal())
    table.obey(Score(points={"李小龍": 560}))
    assert winners(table) == ["Bo"]
    table.close()


@pytest.mark.parametrize("journal", POINTS, ids=name)
def test_points_games_resume_and_earlier_ones_can_be_reopened(
    journal: Path, tmp_path: Path
) -> None:
    table = table_of(journal, tmp_path)
    assert table.tally() == (("Ann", 2), ("Eva", 0), ("Cy", 0))
    table.obey(Score(points={"Ann": 0, "Eva": 4, "Cy": 9}))
    assert points_and_winners(table) == ([5, 9, 10], ["Cy"])
    table.take_back(len(table.moments) - 1)
    table.reopen()
    assert table.judge(Claim(player="Eva", points=54)) == Judged("Eva", 54, 54, correct=True)
    assert points_and_winners(table) == ([21, 54, 61, 56], ["Ann"])
    table.close()


def points_and_winners(table: Table) -> tuple[list[int], list[str]]:
    assert isinstance(table.state, PointsState)
    players = table.state.players
    return [player.points for player in players], [
        players[seat].name for seat in table.state.winners
    ]


@pytest.mark.parametrize("journal", NAMES, ids=name)
def test_journal_of_renamed_players_replays(journal: Path, tmp_path: Path) -> None:
    assert replay(made(journal, tmp_path)) == Replayed(games=2, commands=16)


@pytest.mark.parametrize("journal", NAMES, ids=name)
def test_renamed_players_keep_their_names_across_games(journal: Path, tmp_path: Path) -> None:
    table = table_of(journal, tmp_path)
    assert [player.name for player in trick_state(table).players] == ["Ann", "Bo", "Di", "Seat 4"]
    assert trick_state(table).name_of(trick_state(table).turn) == "Ann"
    table.take_back(2)
    table.reopen()
    state = adding_state(table)
    assert [player.name for player in state.players] == ["Ann", "Jörg", "李小龍"]
    assert [player.chips for player in state.players] == [5, 5, 4]
    set_up = table.last_new
    assert set_up is not None
    assert (set_up.players, set_up.dealer) == (("Ann", "Jörg", "李小龍"), "李小龍")
    table.close()


@pytest.mark.parametrize(
    ("kind", "game", "line", "was", "now"),
    [
        ("", 6, 0, '"target":100', '"target":60'),
        ("", 1, 1, '"floor": -5', '"floor": -9'),
        ("", 4, 0, "Ishihara, with", "Ishihare, with"),
        ("-tricks", 1, 0, '{"KS":100}', '{"KS":90}'),
        ("-tricks", 1, 1, '": 10}', '": 9}'),
        ("-tricks", 2, 0, '"until":10', '"until":11'),
        ("-points", 2, 0, '"times":2', '"times":3'),
        ("-points", 2, 0, "[26,78]", "[27,78]"),
        ("-points", 1, 1, '": 50', '": 60'),
    ],
)
def test_manually_changed_rules_are_detected(
    kind: str, game: int, line: int, was: str, now: str, tmp_path: Path
) -> None:
    journal = made(FOLDER / f"form-1{kind}", tmp_path)
    forge(journal, game, line, was, now)
    with pytest.raises(ReplayError, match=r"made the state|now refused: bad-sum"):
        replay(journal)
