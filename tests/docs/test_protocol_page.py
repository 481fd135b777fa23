import json
import re

import msgspec

from companion.rules.commands import NAMES
from companion.rules.events import Event
from companion.rules.house import HOUSE_RULES
from companion.rules.referee import Referee
from companion.rules.sentences import SENTENCES
from companion.variants import load_variants
from tests.docs.pages import code, fenced, page, section, tables

REFEREE_VARIANTS = load_variants().variants


def answered(referee: Referee, line: str) -> str:
    return referee.answer(line.encode()).decode()


def test_the_conversation_at_the_top_is_what_the_referee_says() -> None:
    (conversation,) = fenced(page("protocol.md"), "")
    referee = Referee(REFEREE_VARIANTS)
    lines = conversation.splitlines()
    for asked, printed in zip(lines[::2], lines[1::2], strict=True):
        pattern = ".*".join(re.escape(piece.strip()) for piece in printed.removeprefix("< ").split("..."))
        reply = answered(referee, asked.removeprefix("> "))
        assert re.fullmatch(pattern, reply), reply


def test_the_printed_state_is_that_of_a_new_game() -> None:
    (printed,) = fenced(section("protocol.md", "State of an adding game"), "json")
    referee = Referee(REFEREE_VARIANTS)
    new = {"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo", "Cy", "Di"]}
    state = json.loads(answered(referee, json.dumps(new)))["state"]
    assert json.loads(printed) == state
    assert [code(row[0])[0] for row in tables(section("protocol.md", "State of an adding game"))[0]] == [
        *state
    ]


def test_every_command_is_described_and_no_other() -> None:
    described = [code(row[0])[0] for row in tables(section("protocol.md", "Commands"))[0]]
    assert sorted(described) == sorted(NAMES)


def test_every_error_code_is_described() -> None:
    described = [name for row in tables(section("protocol.md", "Error codes"))[0] for name in code(row[0])]
    assert len(described) == len(set(described))
    # A trick game's code is on the list before its first trick game.
    assert set(described) - {"round-over"} == set(SENTENCES) - {"round-over"}


def test_every_house_rule_is_described_and_no_other() -> None:
    described = [code(row[0])[0] for row in tables(section("protocol.md", "House rules"))[0]]
    assert described == list(HOUSE_RULES)


def test_every_event_is_described_with_its_fields() -> None:
    described = {
        code(kind)[0]: [*code(fields)] for kind, fields in tables(section("protocol.md", "Replies"))[0]
    }
    events = {
        str(kind.__struct_config__.tag): [field.name for field in msgspec.structs.fields(kind)]
        for kind in Event.__subclasses__()
    }
    assert described == events
