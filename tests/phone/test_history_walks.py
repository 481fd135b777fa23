"""Tests of whole random evenings as the page receives them: invariants of any play."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.box.requests import read_table_command
from companion.core.commands import Claim, Forget, Leave, New, Show, Step
from companion.errors import Illegal
from companion.games import family_of
from companion.games.adding.card_words import SENTENCE
from companion.games.points.variant import PointsVariant
from companion.message import ENGLISH, Language, using
from companion.phone.orders import question_view
from companion.phone.view import History, parts
from companion.words.turns import MAX_SENTENCE_LENGTH
from tests.phone.drawn_text import as_drawn
from tests.phone.editor.comes_true import check_comes_true
from tests.phone.told_table import ToldTable, as_sent
from tests.table.evenings import Evening, TableCommand, do
from tests.table.tables import VARIANTS
from tests.worded import worded

DEEDS = 60
HYPHEN_AS_MINUS = re.compile(r"-\d")
PHASES = {"hand-over", "game-over", "round-over", "shield-pending", "not-now", "not-in-this-game"}
ASKED = {"suit-needed", "choice-needed", "target-needed", "revoke", "restricted-lead"}


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def is_plain(name: str) -> bool:
    """Return whether a game is only another title, target or sum of "points"."""
    variant = VARIANTS[name]
    if not isinstance(variant, PointsVariant) or name == "points":
        return False
    return not (variant.bids or variant.teams or variant.entry == "winners")


@pytest.mark.parametrize(
    "variant",
    [pytest.param(each, marks=[pytest.mark.full] * is_plain(each)) for each in VARIANTS],
)
def test_random_games_have_a_row_for_every_command(table: ToldTable, variant: str) -> None:
    evening = Evening(7, variant)
    for deed in evening.commands(DEEDS):
        check_question(table, deed)
        do(table.table, deed)
        if table.table.state is None:
            continue
        told = json.loads(as_sent(parts(table.snapshot())))
        check_rows(table, told)
        check_can(table, told["now"]["can"])
        check_refused(told["game"]["family"], table.table.state.phase, told["now"]["refused"])
        if len(table.table.moments) > 1:
            check_comes_true(table.table.moments[-2].state, as_drawn(told["now"]["undo"]["then"]))


def check_rows(table: ToldTable, told: dict[str, Any]) -> None:
    rows = table.rows()
    assert len(rows) == len(table.table.moments) + len(table.table.game_notes)
    steps = [row["step"] for row in rows if row["kind"] not in {"refused", "right", "miscount"}]
    assert steps == [None, *range(1, told["now"]["steps"] + 1)]
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        text, *after = map(as_drawn, (row["text"], *row["after"]))
        said = [*after, *([] if row["kind"] == "refused" else [text])]
        assert all(len(words) <= MAX_SENTENCE_LENGTH for words in said), row
        assert not HYPHEN_AS_MINUS.search(" ".join([text, *after])), row
    last = [row for row in rows if row["step"]][-1:]
    for row in last:
        assert row["total"] == told["state"].get("total")


def check_can(table: ToldTable, can: dict[str, Any]) -> None:
    """Assert that an action is offered exactly if the rules do not refuse it for the phase or the
    player.
    """
    scene = table.snapshot().scene
    assert scene.state is not None
    names = [player.name for player in scene.state.players]

    def taken(command: Step) -> bool:
        refused = scene.trial(command)
        return refused is None or refused.code not in PHASES

    assert can["forgot"] == [name for name in names if scene.trial(Forget(player=name)) is None]
    assert can["leave"] == [name for name in names if scene.trial(Leave(player=name)) is None]
    for name in can["show"]:
        assert taken(Show(player=name, cards=("K", "K", "K")))
    assert can["points"] == [name for name in names if judged(table, Claim(player=name, points=5))]


def check_refused(family: str, phase: str, refused: dict[str, str]) -> None:
    """Assert that a key of the page is refused because of the phase, not because of the card it may
    send.
    """
    assert (("score" if family == "points" else "play") in refused) == (phase != "play")
    assert ("deal" in refused) == (phase not in {"hand-over", "round-over"})


def judged(table: ToldTable, claim: Claim) -> bool:
    assert table.table.state is not None
    try:
        family_of(table.table.state).judge(table.table.state, claim)
    except Illegal:
        return False
    return True


def check_question(table: ToldTable, deed: TableCommand) -> None:
    """Assert that every answer can be sent unchanged, and that the page asks what the rules ask."""
    if not isinstance(deed, New | Step) or (
        table.table.state is None and not isinstance(deed, New)
    ):
        return
    scene = table.snapshot().scene
    refused = scene.trial(deed)
    question = None if refused is None else question_view(scene, deed, refused)
    assert (question is not None) == (refused is not None and refused.code in ASKED)
    if question is None:
        return
    assert question.options or question.dial
    assert len(as_drawn(question.title)) <= MAX_SENTENCE_LENGTH
    assert len(as_drawn(question.text)) <= SENTENCE
    for option in question.options:
        if option.order is not None:
            assert isinstance(read_table_command(option.order), type(deed))
    if question.dial is not None:
        assert question.dial.low <= question.dial.start <= question.dial.high
        answer = read_table_command(
            question.dial.order | {question.dial.field: question.dial.start}
        )
        assert isinstance(answer, New | Step)
        assert scene.trial(answer) is None


@pytest.mark.parametrize("variant", ["ninety-nine", "arizona-ninety-eight", "arizona-spaghetti"])
def test_undo_to_a_rows_step_removes_it_and_later_rows(table: ToldTable, variant: str) -> None:
    for deed in Evening(3, variant).commands(100):
        do(table.table, deed)
    while steps := table.now()["steps"]:
        rows = [row for row in table.rows() if row["step"]]
        row = rows[-min(len(rows), 3)]
        table.table.take_back(steps - row["step"] + 1)
        assert table.now()["steps"] == row["step"] - 1
        assert [left["id"] for left in table.rows() if left["step"]] == [
            kept["id"] for kept in rows[: rows.index(row)]
        ]


@pytest.mark.parametrize("variant", ["one-hundred", "ninety-eight-umass", "slobberhannes"])
def test_cached_rows_equal_fresh_rows(table: ToldTable, variant: str) -> None:
    for deed in Evening(11, variant).commands(100):
        do(table.table, deed)
        snapshot = table.snapshot()
        assert worded(table.plays.rows(snapshot)) == worded(History().rows(snapshot))


class Seen:
    """All rows that a page received. A row that is rendered again is a new object."""

    def __init__(self, table: ToldTable) -> None:
        self._table = table
        self._rows: dict[int, bytes] = {}

    def fresh(self, language: Language = ENGLISH) -> int:
        """Return how many of the current rows were rendered for this page."""
        with using(language):
            rows = {id(row): row for row in self._table.plays.rows(self._table.snapshot())}
        fresh = rows.keys() - self._rows.keys()
        self._rows |= rows
        return len(fresh)


def test_row_is_rendered_once_in_each_language(table: ToldTable) -> None:
    table.new("ninety-nine", 3)
    table.play("4")
    seen, german = Seen(table), Language("de")
    assert [seen.fresh(language) for language in (ENGLISH, german, ENGLISH, german)] == [2, 2, 0, 0]
    table.play("5")
    assert [seen.fresh(language) for language in (german, ENGLISH, german)] == [1, 1, 0]
    assert seen.fresh(german._replace(court="BDK")) == 3, "other cards on the table"


def test_long_game_renders_one_row_for_each_play(table: ToldTable) -> None:
    nothing = {"add": 0}
    table.new("ninety-nine", 3, target=100_000, cards={"K": nothing})
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K")
    seen, costs = Seen(table), []
    for play in range(100):
        table.play(ranks[play % len(ranks)])
        costs.append(seen.fresh())
    assert costs == [2, *[1] * 99]  # the first play renders the deal as well
