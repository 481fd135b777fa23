"""The bench publishes complete states: a light together with the words that belong to it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.commands import Deal, Score
from companion.devices.lights import LedRing
from companion.message import Language
from companion.outputs import Lights
from companion.screens.model import NoticeScreen
from companion.simulation.box import SimulatedBox
from companion.simulation.pack import labels_of
from companion.simulation.panel import PanelFeed
from companion.variants import load_variants
from companion.words.cards import rank_face
from tests.drivers.game import GameDriver
from tests.phone.told_table import ToldTable

VARIANTS = load_variants().variants


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


@pytest.fixture
def ring(bench: SimulatedBox) -> Iterator[LedRing]:
    pins = bench.pins.pins.lights
    ring = LedRing(
        pins.seats,
        pins.clockwise,
        pins.counterclockwise,
        pins.accepted,
        pins.refused,
        report=lambda _: None,
        pin_factory=bench.pins.factory,
    )
    yield ring
    ring.close()


def published(
    bench: SimulatedBox, table: ToldTable, says: str = "", *, asking: bool = False
) -> None:
    snapshot = table.snapshot()
    bench.publish(msgspec.structs.replace(snapshot, whole=NoticeScreen("", says), asking=asking))


def told(feed: PanelFeed) -> dict[str, Any]:
    """Return the whole state, as a newly connected browser reads it."""
    _, message = feed.message(None)
    read: dict[str, Any] = json.loads(message)
    return read


def test_evening_of_lights_does_not_use_up_memory(bench: SimulatedBox, ring: LedRing) -> None:
    pin = bench.pins.factory.pin(bench.pins.pins.lights.accepted)
    for _ in range(3):
        ring.show(Lights(seats=("in",) * 8, accepted=True))
        ring.show(Lights(seats=("in",) * 8))
    assert len(pin.states) == 1


def test_verdict_light_appears_together_with_its_words(
    bench: SimulatedBox, ring: LedRing, table: ToldTable
) -> None:
    published(bench, table, "Ann")
    ring.show(Lights(seats=("act", *("in",) * 7), refused=True))
    showing = bench.showing()
    assert (showing.text, showing.lights.refused) == ("Ann.", False)
    published(bench, table, "Revoke", asking=True)
    showing = bench.showing()
    assert (showing.text, showing.asking, showing.lights.refused) == ("Revoke.", True, True)
    assert showing.lights.seats[0] == "act"


def test_panel_words_the_picture_in_its_language(bench: SimulatedBox, table: ToldTable) -> None:
    german = Language(court="BDK")
    shown = msgspec.structs.replace(
        table.snapshot(), whole=NoticeScreen("", rank_face("Q")), language=german
    )
    bench.publish(shown)
    assert bench.showing().text == "D."


@pytest.mark.parametrize(
    ("variant", "cards"),
    [
        (None, ()),
        ("ninety-nine", ("KH", "9C")),
        ("arizona-spaghetti", ("9H", "JH", "2H", "3H")),
    ],
)
def test_panel_shows_the_same_table_as_phones(
    bench: SimulatedBox, table: ToldTable, variant: str | None, cards: tuple[str, ...]
) -> None:
    if variant is not None:
        table.new(variant)
        table.play(*cards)
    published(bench, table)
    heard, phones = told(PanelFeed(bench)), table.parts()
    assert {part: heard["parts"][part] for part in ("game", "state", "now")} == {
        part: phones[part] for part in ("game", "state", "now")
    }
    assert heard["plays"]["rows"] == table.rows()


@pytest.mark.parametrize(
    ("variant", "players", "cards"),
    [
        ("arizona-spaghetti", 4, 52),
        ("arizona-spaghetti", 5, 50),
        ("slobberhannes", 4, 32),
        ("slobberhannes", 3, 30),
        ("ninety-nine", 4, 52),
        ("arizona-ninety-eight", 4, 54),
        ("ninety-nine", 5, 104),
    ],
)
def test_simulated_pack_is_the_pack_of_the_game(variant: str, players: int, cards: int) -> None:
    played = GameDriver(stickers=True)
    played.new(variant, players)
    assert len(labels_of(played.pack)) == played.pack.size == cards


@pytest.mark.parametrize(
    ("variant", "players", "total"),
    [("arizona-spaghetti", 5, 100), ("slobberhannes", 5, 4), ("polignac", 4, 5)],
)
def test_panel_shows_hands_from_one_deal_to_the_next(
    bench: SimulatedBox, table: ToldTable, variant: str, players: int, total: int
) -> None:
    table.new(variant, players)
    feed = PanelFeed(bench)
    published(bench, table)
    dealt = told(feed)["parts"]["hands"]
    assert "reason" not in dealt
    table.obey(Score(points={"Ann": total}))
    published(bench, table)
    assert told(feed)["parts"]["hands"] == dealt
    table.obey(Deal())
    published(bench, table)
    assert told(feed)["parts"]["hands"] != dealt
    assert "reason" not in told(feed)["parts"]["hands"]


def test_panel_shows_a_card_with_its_call_its_total_and_the_next_player(
    bench: SimulatedBox, table: ToldTable
) -> None:
    published(bench, table)
    assert told(PanelFeed(bench))["parts"]["game"] is None
    table.new("ninety-nine")
    table.play("KH", "9S")
    published(bench, table)
    heard = told(PanelFeed(bench))
    state = heard["parts"]["state"]
    assert (state["total"], state["turn"], state["direction"]) == (99, "Cy", "clockwise")
    assert [player["chips"] for player in state["players"]] == [5, 5, 5, 5]
    row = heard["plays"]["rows"][-1]
    assert (row["kind"], row["player"], row["cards"], row["total"]) == ("play", "Bo", ["9S"], 99)


def test_panel_shows_who_takes_a_trick(bench: SimulatedBox, table: ToldTable) -> None:
    table.new("arizona-spaghetti", 3)
    table.play("5C", "9C", "2H")
    published(bench, table)
    trick = told(PanelFeed(bench))["parts"]["now"]["trick"]
    assert (trick["wins"], trick["taken"]) == ("Bo", True)
