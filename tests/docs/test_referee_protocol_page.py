import json
import re
from typing import get_args

import msgspec
import pytest

from companion.core.commands import NAMES
from companion.core.events import Event
from companion.core.legal import LegalPlay, LegalPlays
from companion.core.refusals import Refusal
from companion.games import family_of
from companion.games.adding.rules import HOUSE_RULES
from companion.games.points.variant import POINTS_HOUSE_RULES
from companion.games.tricks.variant import TRICK_HOUSE_RULES
from companion.referee import Referee
from companion.variants import load_variants
from companion.variants.show import rules_described
from tests.docs.pages import ROOT, code, fenced, section, tables
from tests.worded import worded

REFEREE_VARIANTS = load_variants().variants


def answered(referee: Referee, line: str) -> str:
    return referee.answer(line.encode()).decode()


def test_conversation_at_the_top_matches_the_referee() -> None:
    follow("The referee protocol")


@pytest.mark.parametrize("heading", ["Legal plays", "A game as a text", "Several games"])
def test_conversation_of_a_section_matches_the_referee(heading: str) -> None:
    follow(heading)


def follow(heading: str) -> None:
    (conversation,) = fenced(section("reference/referee-protocol.md", heading), "")
    referee = Referee(REFEREE_VARIANTS)
    lines = conversation.splitlines()
    for asked, printed in zip(lines[::2], lines[1::2], strict=True):
        pattern = ".*".join(
            re.escape(piece.strip()) for piece in printed.removeprefix("< ").split("...")
        )
        reply = answered(referee, asked.removeprefix("> "))
        assert re.fullmatch(pattern, reply), reply


def test_every_field_of_a_legal_play_is_described() -> None:
    described = [
        code(row[0])[0]
        for row in tables(section("reference/referee-protocol.md", "Legal plays"))[0]
    ]
    assert set(described) == {*LegalPlay.__struct_fields__, *LegalPlays.__struct_fields__}


def test_every_field_of_the_rules_in_force_is_described() -> None:
    described = [
        code(row[0])[0]
        for row in tables(section("reference/referee-protocol.md", "Rules in force"))[0]
    ]
    told = [
        family_of(REFEREE_VARIANTS[name]).rules_of(REFEREE_VARIANTS[name], {}, 4)
        for name in ("ninety-nine", "polignac")
    ]
    assert worded(set(described)) == worded(
        {field for rules in told for field in rules_described(rules)}
    )


@pytest.mark.parametrize(
    ("heading", "variant"),
    [
        ("State of an adding game", "ninety-nine"),
        ("State of a trick game", "arizona-spaghetti"),
        ("State of a points game", "points"),
    ],
)
def test_printed_state_is_that_of_a_new_game(heading: str, variant: str) -> None:
    text = section("reference/referee-protocol.md", heading)
    (printed,) = fenced(text, "json")
    referee = Referee(REFEREE_VARIANTS)
    new = {"cmd": "new", "variant": variant, "players": ["Ann", "Bo", "Cy", "Di"]}
    state = json.loads(answered(referee, json.dumps(new)))["state"]
    assert json.loads(printed) == state
    assert [code(row[0])[0] for row in tables(text)[0]] == [*state]


def test_exactly_the_existing_commands_are_described() -> None:
    described = [
        code(row[0])[0] for row in tables(section("reference/referee-protocol.md", "Commands"))[0]
    ]
    assert sorted(described) == sorted(NAMES)


def test_every_error_code_is_described() -> None:
    described = [
        name
        for row in tables(section("reference/referee-protocol.md", "Error codes"))[0]
        for name in code(row[0])
    ]
    assert len(described) == len(set(described))
    assert set(described) == {kind.code for kind in Refusal.__subclasses__()}


def test_exactly_the_existing_house_rules_are_described() -> None:
    described = [
        [code(row[0])[0] for row in rows]
        for rows in tables(section("reference/referee-protocol.md", "House rules"))
    ]
    assert described == [
        list(rules) for rules in (HOUSE_RULES, TRICK_HOUSE_RULES, POINTS_HOUSE_RULES)
    ]


@pytest.mark.parametrize(
    "of_another",
    [("ninety-nine", "revoke_penalty", 5), ("polignac", "target", 98), ("points", "chips", 3)],
)
def test_house_rule_of_another_family_is_refused(of_another: tuple[str, str, int]) -> None:
    assert "A rule of another family is `bad-house-rule`." in section(
        "reference/referee-protocol.md", "House rules"
    )
    variant, rule, value = of_another
    new = {
        "cmd": "new",
        "variant": variant,
        "players": ["Ann", "Bo", "Cy", "Di"],
        "house": {rule: value},
    }
    error = json.loads(answered(Referee(REFEREE_VARIANTS), json.dumps(new)))["error"]
    assert (error["code"], error["rule"]) == ("bad-house-rule", rule)


COMMANDS: dict[str, dict[str, object]] = {
    "bust": {},
    "shield": {"card": "AH"},
    "accept": {},
    "forgot": {"player": "Ann"},
    "show": {"player": "Ann", "cards": ["6C", "6D", "6H"]},
    "join": {"player": "Eva"},
    "leave": {"player": "Ann"},
    "set": {"total": 1},
    "score": {"points": {"Ann": 130}},
    "play": {"card": "8H"},
    "end": {},
}
"""Every command that some family lacks, with fields of the right shape."""


def test_commands_of_other_families_are_not_in_this_game() -> None:
    said = re.sub(r"\s+", " ", section("reference/referee-protocol.md", "Commands")).partition(
        "Commands of other families are `not-in-this-game`:"
    )[2]
    adding, trick, points = re.split(r"; in a \w+ game ", said.partition("`only_suit`")[0])
    assert {*code(adding), *code(trick), *code(points)} == {*COMMANDS}
    for variant, names, claim in (
        ("ninety-nine", code(adding), {"player": "Ann", "points": 1}),
        ("arizona-spaghetti", code(trick), {"total": 1}),
        ("points", code(points), {"total": 1}),
    ):
        referee = Referee(REFEREE_VARIANTS)
        answered(
            referee, json.dumps({"cmd": "new", "variant": variant, "players": ["Ann", "Bo", "Cy"]})
        )
        for name, fields in (*((name, COMMANDS[name]) for name in names), ("claim", claim)):
            reply = json.loads(answered(referee, json.dumps({"cmd": name, **fields})))
            assert reply["error"]["code"] == "not-in-this-game", name


@pytest.mark.parametrize(("place", "variant"), [(0, "slobberhannes"), (1, "hearts")])
def test_points_of_the_printed_sweeps_are_judged_as_stated(place: int, variant: str) -> None:
    rows = tables(section("reference/referee-protocol.md", "Decisions of trick games"))[place]
    shelf = load_variants(ROOT / "tests" / "variants" / "shown").variants
    verdicts = []
    for points, said in rows:
        referee = Referee(shelf)
        new = {"cmd": "new", "variant": variant, "players": ["Ann", "Bo", "Cy", "Di"]}
        answered(referee, json.dumps(new))
        reply = json.loads(answered(referee, f'{{"cmd": "score", "points": {code(points)[0]}}}'))
        verdicts.append(reply["ok"])
        if said != "right":
            assert code(said) == ["bad-sum", "missing"]
            missing = re.search(r"`missing` (-?\d+)", said)
            assert missing is not None
            assert reply["error"] | {"message": ""} == {
                "code": "bad-sum",
                "message": "",
                "missing": int(missing.group(1)),
            }
    assert verdicts == [said == "right" for _, said in rows]


def test_variants_are_listed_with_their_range_of_players() -> None:
    listed = json.loads(answered(Referee(REFEREE_VARIANTS), '{"cmd": "variants"}'))["variants"]
    assert [{*variant} for variant in listed] == [{"name", "title", "players", "provenance"}] * len(
        listed
    )
    players = {variant["name"]: variant["players"] for variant in listed}
    assert (players["arizona-spaghetti"], players["ninety-nine"]) == ([3, 8], [2, None])


def test_every_event_is_described_with_its_fields() -> None:
    described = {
        code(kind)[0]: [*code(fields)]
        for kind, fields in tables(section("reference/referee-protocol.md", "Replies"))[0]
    }
    events = {
        str(kind.__struct_config__.tag): [field.name for field in msgspec.structs.fields(kind)]
        for kind in get_args(Event)
    }
    assert described == events
