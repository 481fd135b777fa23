"""The self-test's questions to the user, and its findings about the parts."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.labels.codec import CommandLabel, write_label
from companion.maintenance.doctor.findings import Finding
from tests.maintenance.doctor.node_on_a_line import NodeOnALine
from tests.maintenance.doctor.self_tested import Box, node_tried
from tests.words.tables import as_read, texts

TEXTS = texts("self_test.txt")

ENCODER = "[buttons]\nencoder = true\n"
TWO_READERS = '[second_reader]\nport = "usb-b"\n'


class Situation(NamedTuple):
    """The user's actions, and the part whose findings are checked."""

    part: str
    person: Mapping[str, Any]
    config: str = ""


def card(line: str | None) -> Situation:
    """Return a situation in which a scanner sends this line when asked for a card."""
    return Situation("Reader", {"card": line})


def sees(number: str) -> Situation:
    """Return a situation in which the user picks this one of the possible pictures."""
    return Situation("Display", {"replies": {"lit bar": "n", "which is seen": number}})


SITUATIONS = {
    "the picture is right": Situation("Display", {}),
    "snow": sees("1"),
    "a stripe at the left": sees("2"),
    "a picture upside down": sees("3"),
    "no picture": sees("4"),
    "nobody says whether the lights are right": Situation(
        "Lights", {"replies": {"each light lit": None}}
    ),
    "the lights are right": Situation("Lights", {}),
    "the lights are wrong": Situation("Lights", {"replies": {"each light lit": "n"}}),
    "the sounds are right": Situation("Sounder", {}),
    "the sounds are wrong": Situation("Sounder", {"replies": {"sounds?": "n"}}),
    "every key comes": Situation("Buttons", {}),
    "a key does not come": Situation("Buttons", {"presses": {"BUST": None}}),
    "two keys are exchanged": Situation("Buttons", {"presses": {"LEFT": "RIGHT", "RIGHT": "LEFT"}}),
    "an encoder turns the wrong way": Situation(
        "Buttons", {"presses": {"LEFT": "RIGHT", "RIGHT": "LEFT"}}, ENCODER
    ),
    "a key is skipped": Situation(
        "Buttons", {"presses": {"MORE": None}, "replies": {"Press MORE": ""}}
    ),
    "a card is read": card("1QSF"),
    "a joker is read": card("JK"),
    "a rank is read": card("8"),
    "a command card is read": card(write_label(CommandLabel("DEAL"))),
    "a wrong check character": card("1TH4"),
    "a code that is no label": card("4006381333931"),
    "no card comes": card(None),
    "the card is skipped": Situation("Reader", {"card": None, "replies": {"pass a card": ""}}),
}

SCANNED: dict[str, Callable[[Path], Finding]] = {
    "a card without a line end": lambda folder: Box(folder).scanned("1QSF", ended=False),
    "two cards without a line end": lambda folder: Box(folder).scanned("1QSF18H0", ended=False),
    "a prefix of the scanner": lambda folder: Box(folder).scanned("]Q11QSF"),
    "a plain form": lambda folder: Box(folder).scanned("QS"),
    "two readers are exchanged": lambda folder: Box(folder, TWO_READERS).scanned("1QSF", 1),
}

NOISE = "only noise comes"
NODE_KEEPS = "a node keeps cards of a game"
NO_JOURNAL = "a node, and a journal that cannot be read"
QUESTIONS = "what the person reads"
OTHERS = {NOISE, NODE_KEEPS, NO_JOURNAL, QUESTIONS}


@pytest.mark.parametrize("name", SITUATIONS)
def test_self_test_reports_each_situation(tmp_path: Path, name: str) -> None:
    part, person, config = SITUATIONS[name]
    _, found = Box(tmp_path / "data", config).tried(**person)
    assert as_read(found[part]) == TEXTS[name]


@pytest.mark.parametrize("name", SCANNED)
def test_self_test_reports_each_scan(tmp_path: Path, name: str) -> None:
    assert as_read([SCANNED[name](tmp_path)]) == TEXTS[name]


def test_self_test_reports_noise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = Box(tmp_path / "data")
    noise = box.bench._lines.feed(b"\xf0\x9f\r")
    monkeypatch.setattr(box.bench._lines, "feed", lambda _: noise)
    assert as_read(box.tried()[1]["Reader"]) == TEXTS[NOISE]


@pytest.fixture
def node(tmp_path: Path) -> Iterator[NodeOnALine]:
    made = NodeOnALine(tmp_path / "ttyNODE")
    yield made
    made.close()


def test_self_test_reports_a_node_with_stored_cards(tmp_path: Path, node: NodeOnALine) -> None:
    node.reads("18HW")
    node.reads("1KD7")
    assert as_read([node_tried(tmp_path / "ttyNODE", tmp_path / "data", node)]) == TEXTS[NODE_KEEPS]


def test_self_test_reports_a_node_with_an_unreadable_journal(
    tmp_path: Path, node: NodeOnALine
) -> None:
    game = tmp_path / "journal" / "3fa9c2d1" / "000" / "1-6c7de5ee.jsonl"
    game.parent.mkdir(parents=True)
    game.write_bytes(b"no journal" * 500)
    assert as_read([node_tried(tmp_path / "ttyNODE", tmp_path, node)]) == TEXTS[NO_JOURNAL]


def test_self_test_asks_these_questions(tmp_path: Path) -> None:
    box = Box(tmp_path / "data", f'{ENCODER}[second_display]\ncontroller = "sh1106"\n')
    somebody, _ = box.tried(replies={"lit bar": "n", "which is seen": ""})
    assert "\n".join(somebody.told) == TEXTS[QUESTIONS]


def test_every_text_belongs_to_a_situation() -> None:
    assert set(TEXTS) == {*SITUATIONS, *SCANNED, *OTHERS}
