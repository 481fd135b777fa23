"""The digest of a state is the blake2b of its `json` text, sorted and in ASCII."""

import json
from hashlib import blake2b
from typing import Any

import msgspec
import pytest

from companion.core.cards import Card
from companion.core.commands import New, Play, as_json
from companion.core.seats import State
from companion.games.adding.state import AddingState
from companion.games.history import GameHistory
from companion.table.replay import FIELDS, LATER, digest
from companion.variants import load_variants
from tests.table.evenings import Evening


def told(value: Any) -> Any:
    """Return the part of a digest's content that a value contributes, field by field."""
    if isinstance(value, Card):
        return value.sticker
    if isinstance(value, tuple):
        return [told(each) for each in value]
    if not isinstance(value, msgspec.Struct):
        return value
    now = {name: told(getattr(value, name)) for name in FIELDS[type(value)]}
    later = {name: told(getattr(value, name)) for name in LATER[type(value)]}
    before = LATER[type(value)]
    return now | {name: one for name, one in later.items() if one != told(before[name])}


def as_json_writes(command: str, state: State) -> bytes:
    written = json.dumps([command, None, told(state)], separators=(",", ":"), sort_keys=True)
    return blake2b(written.encode("ascii"), digest_size=16).digest()


@pytest.mark.parametrize("variant", ["", "arizona-spaghetti", "points", "ninety-eight-umass"])
def test_digests_of_an_evening_match_the_definition(variant: str) -> None:
    evening, states = Evening(seed=3, variant=variant), 0
    for _ in evening.commands(400):
        if evening.moments and (command := evening.moments[-1].command) is not None:
            states += 1
            state, line = evening.moments[-1].state, as_json(command)
            assert digest(line, None, state) == as_json_writes(line, state)
    assert states > 100


@pytest.mark.parametrize("name", ["Zoë", "\x7f", "\x00\x1f", "\ud800", '"\\/', "😀", "\u2028"])
def test_digest_of_a_name_matches_the_definition(name: str) -> None:
    game = GameHistory(load_variants().variants)
    game.obey(New(variant="ninety-nine", players=(name, "Bo")))
    game.obey(Play(card="8H"))
    assert isinstance(game.state, AddingState)
    assert digest("{}", None, game.state) == as_json_writes("{}", game.state)
