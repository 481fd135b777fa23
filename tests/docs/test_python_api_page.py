"""The session of docs/reference/python-api.md, and its loop in every game."""

import doctest
import inspect
import random

import pytest

from companion import AddingGame, Game, Plays, PointsGame, TrickGame
from companion.core.commands import NAMES
from companion.core.family import Variant
from companion.games.adding.variant import AddingVariant
from companion.variants import load_variants
from tests.docs.pages import ROOT, code, section, tables

PAGE = ROOT / "docs" / "reference/python-api.md"
WITHOUT_METHOD = {"new", "variants", "hello", "close"}
"""The commands that are the constructor, or do not concern one game."""


def test_session_on_the_page_runs_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 25
    assert failed == 0


def test_every_command_of_the_protocol_has_a_method_of_its_name() -> None:
    ((*rows,),) = tables(section("reference/python-api.md", "Every command"))
    assert {name for commands, _ in rows for name in code(commands)} == set(NAMES)
    assert set(NAMES) - {*dir(Game)} == WITHOUT_METHOD - {"variants"}


WITHOUT_EXAMPLE = {"variant", "state", "rules", "family"}
"""Properties that the example of their class shows."""


@pytest.mark.parametrize("kind", [Game, AddingGame, TrickGame, PointsGame, Plays])
def test_everything_public_has_an_example(kind: type) -> None:
    members = {name: value for name, value in vars(kind).items() if not name.startswith("_")}
    without = {
        name
        for name, value in {kind.__name__: kind, **members}.items()
        if ">>>" not in (inspect.getdoc(value) or "")
    }
    assert without <= WITHOUT_EXAMPLE


def begun(variant: Variant) -> Game:
    """Return a game of this variant, with a card turned up if it requires one."""
    up_card = "7C" if isinstance(variant, AddingVariant) and variant.up_card != "none" else None
    return Game(variant, ["Ann", "Bo", "Cy", "Di"][: variant.players[1]], up_card=up_card)


@pytest.mark.parametrize(
    "variant", list(load_variants().variants.values()), ids=lambda variant: variant.name
)
def test_loop_on_the_page_plays_every_game_to_its_end(variant: Variant) -> None:
    (program,) = (
        example.source
        for example in doctest.DocTestParser().get_examples(PAGE.read_text("utf-8"))
        if example.source.startswith("while")
    )
    game = begun(variant)
    chance = random.Random(variant.name)  # noqa: S311  # a game, no secret
    exec(program, {"game": game, "choice": chance.choice})  # noqa: S102
    assert game.over
    assert Game.load(game.save()) == game
