"""The session of docs/reference/python-api.md, and its program in every game."""

import doctest
import random

import pytest

from companion import Game
from companion.core.commands import Accept, End, Score
from companion.core.family import Variant
from companion.games.adding.variant import AddingVariant
from companion.variants import load_variants
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "reference/python-api.md"


def test_session_on_the_page_runs_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 25
    assert failed == 0


@pytest.mark.parametrize(
    "variant",
    [variant for variant in load_variants().variants.values() if not getattr(variant, "sums", ())],
    ids=lambda variant: variant.name,
)
def test_program_on_the_page_plays_every_game_to_its_end(variant: Variant) -> None:
    (program,) = (
        example.source
        for example in doctest.DocTestParser().get_examples(PAGE.read_text("utf-8"))
        if example.source.startswith("while")
    )
    up_card = "7C" if isinstance(variant, AddingVariant) and variant.up_card != "none" else None
    game = Game(variant, ["Ann", "Bo", "Cy", "Di"][: variant.players[1]], up_card=up_card)
    random.seed(1)
    exec(program, {"game": game, "random": random, "Accept": Accept, "End": End, "Score": Score})  # noqa: S102
    assert game.over
