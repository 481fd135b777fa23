"""The protocol's JSON Schema holds for input and output."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.cli.commands import main
from companion.core.commands import NAMES, read_command
from companion.core.refusals import Refusal
from companion.errors import Illegal
from companion.protocol.json_schema import schema, schema_text
from companion.protocol.lines import read_object
from tests.docs.pages import ROOT, page
from tests.drivers.game import RefereeDriver
from tests.games.points_games import shelf_with_points_games
from tests.games.streams import Stream

SHELF = shelf_with_points_games()
TRANSCRIPTS = sorted((Path(__file__).parents[1] / "rules" / "transcripts").glob("*.txt"))
PLAYED = ("ninety-eight-umass", "ninety-nine-ishihara-shows", "arizona-spaghetti", "points")


def of_a(kind: str) -> Draft202012Validator:
    """Return a validator for a command or a reply that allows no other fields than the schema's."""
    whole = schema()
    for definition in whole["$defs"].values():
        if "properties" in definition:
            definition["additionalProperties"] = False
    for error in whole["$defs"]["Error"]["anyOf"]:
        error["additionalProperties"] = False
    Draft202012Validator.check_schema(whole)
    return Draft202012Validator({**whole, "anyOf": [{"$ref": f"#/$defs/{kind}"}]})


COMMAND = of_a("Command")
REPLY = of_a("Reply")


def wrong(validator: Draft202012Validator, line: object) -> str:
    """Return the schema's objection to a line, or ""."""
    return "" if validator.is_valid(line) else f"{line}"[:2000]


def conversation(seed: int, variant: str) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield the lines of a game with their replies, with occasional questions, saves and loads."""
    referee = RefereeDriver(SHELF)
    stream = Stream(seed, hostility=0.15, variant=variant, comings=0.1)
    reply: dict[str, Any] | None = None
    for count in range(150):
        line = stream.next(reply)
        reply = json.loads(referee.referee.answer(line))
        yield line, reply or {}
        if count % 10 == 0:
            for name in ("hello", "variants", "legal", "rules", "save"):
                about = referee.send({"cmd": name, "id": [count]})
                yield json.dumps({"cmd": name, "id": [count]}).encode(), about
            load = {"cmd": "load", "text": about.get("text", "x"), "game": "copy"}
            yield json.dumps(load).encode(), referee.send(load)
            hand = {"cmd": "legal", "hand": ["8H", "KS"]}
            yield json.dumps(hand).encode(), referee.send(hand)
            yield (
                b'{"cmd": "close", "game": "copy"}',
                referee.send({"cmd": "close", "game": "copy"}),
            )


@pytest.mark.parametrize("variant", PLAYED)
def test_schema_holds_for_every_line_of_a_game(variant: str) -> None:
    accepted = 0
    for line, reply in conversation(3, variant):
        assert not wrong(REPLY, reply)
        try:
            message = {key: said for key, said in read_object(line).items() if key != "game"}
            read_command(message)
        except Illegal:
            continue
        assert not wrong(COMMAND, json.loads(line))
        accepted += 1
    assert accepted > 150


def test_schema_holds_for_every_command_of_the_transcripts() -> None:
    for transcript in TRANSCRIPTS:
        lines = transcript.read_text("utf-8").splitlines()
        for line, reply in zip(lines[::2], lines[1::2], strict=True):
            if json.loads(reply.removeprefix("< "))["ok"]:
                assert not wrong(COMMAND, json.loads(line.removeprefix("> ")))


def test_schema_holds_for_every_example_on_the_page() -> None:
    asked = re.findall(r"^> (\{.*\})$", page("reference/referee-protocol.md"), re.MULTILINE)
    assert len(asked) > 10
    for line in asked:
        assert not wrong(COMMAND, json.loads(line))


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"cmd": "dance"},
        {"cmd": "play", "card": 8},
        {"cmd": "play", "card": "8H", "foo": 1},
        {"cmd": "undo", "count": 0},
        {"cmd": "state", "game": 5},
        {"cmd": "load"},
        {"cmd": "legal", "hand": "8H"},
        {"cmd": "repair", "back": 1, "steps": [{"cmd": "undo"}]},
        {"cmd": "repair", "back": 1, "steps": [{"cmd": "play", "card": "8H", "id": 1}]},
        {"cmd": "leave", "player": "Ann", "chips": "mine"},
    ],
)
def test_referee_refuses_what_the_schema_refuses(command: dict[str, Any]) -> None:
    assert wrong(COMMAND, command)
    assert not RefereeDriver().send(command)["ok"]


def test_every_command_and_every_error_is_in_the_schema() -> None:
    defined = schema()["$defs"]
    commands = [defined[one["$ref"].rpartition("/")[2]] for one in defined["Command"]["anyOf"]]
    assert {name for one in commands for name in one["properties"]["cmd"]["enum"]} == NAMES
    codes = [one["properties"]["code"]["const"] for one in defined["Error"]["anyOf"]]
    assert codes == [kind.code for kind in Refusal.__subclasses__()]


def test_documented_schema_is_the_one_that_the_program_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["referee", "--schema"]) == 0
    assert capsys.readouterr().out == schema_text()
    assert json.loads(schema_text()) == json.loads(json.dumps(schema()))
    assert (ROOT / "docs" / "protocol.schema.json").read_text("utf-8") == schema_text()
