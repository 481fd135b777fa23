"""Whatever is written into the editor: it and `companion variants check` say the same of it."""

import json
import tomllib
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.phone.editor.adding.draft import RULES, Draft, read_draft, same
from companion.phone.editor.adding.fixes import apply_fix
from companion.phone.editor.store import VariantStore
from companion.rules.adding.effects import Exact
from companion.rules.cards import RANKS, SUITS
from companion.variants import load_variants
from companion.variants.show import check
from tests.depth import FULL

replace = msgspec.structs.replace

NUMBERS = st.integers(-12, 120) | st.sampled_from([9999, 10_000])
ACTIONS = {
    "reverse": st.booleans(),
    "skip": st.integers(-1, 2),
    "again": st.booleans(),
    "choose_next": st.booleans(),
    "oblige": st.integers(0, 3),
    "each_counts": st.booleans(),
    "knock_out": st.booleans(),
    "shield": st.booleans(),
    "call": st.sampled_from(["", "pass by", "“back”", "x" * 25, 'a\\"\x7f\n']),
}
ENTRIES = st.one_of(
    st.fixed_dictionaries(
        {"add": NUMBERS | st.just("pip") | st.lists(NUMBERS, max_size=3)}, optional=ACTIONS
    ),
    st.fixed_dictionaries(
        {"set": NUMBERS | st.just("target") | st.fixed_dictionaries({"from": NUMBERS, "to": NUMBERS})},
        optional=ACTIONS,
    ),
    st.fixed_dictionaries({"multiply": NUMBERS}, optional=ACTIONS),
    st.dictionaries(st.sampled_from(["add", "set", "multiply", "revers"]), NUMBERS, max_size=2),
)
CARDS = st.sampled_from([*RANKS, "JK", "QS", "QH", "AS", "KS", "1", "Z"]) | st.builds(
    lambda rank, suit: rank + suit, st.sampled_from(RANKS), st.sampled_from(SUITS)
)
SWITCHED = st.booleans()
COUNTS = st.integers(-1, 6) | st.just(60)
CHANGED_RULES: dict[str, st.SearchStrategy[Any]] = {
    "listed": st.sampled_from(["", "Ours", "x" * 21]),
    "players": st.lists(st.integers(1, 8), min_size=1, max_size=2),
    "dealer_by_lot": SWITCHED,
    "decks": st.integers(0, 3) | SWITCHED,
    "jokers": COUNTS,
    "hand_size": COUNTS,
    "chips": COUNTS | SWITCHED,
    "target": st.integers(-1, 130),
    "bust": st.sampled_from(["out", "lose", "chip, new hand", "chip, play on", "chip"]),
    "over": st.sampled_from(["refuse", "bust", ""]),
    "up_card": st.sampled_from(["none", "apply", "plain"]),
    "sets": SWITCHED,
    "floor": st.integers(-20, 1) | SWITCHED,
    "honor": SWITCHED,
    "winner_takes_all": SWITCHED,
    "exact": st.dictionaries(
        st.sampled_from(["69", "0", "-5", "200", "x"]),
        st.sampled_from([*get_args(Exact), "beer"]),
        max_size=2,
    ),
    "first_turns_without": st.dictionaries(st.sampled_from(["K", "11"]), COUNTS, max_size=1),
    "shows": st.dictionaries(
        st.sampled_from(["K", "6", "Z"]), st.sampled_from(["wins", "draws"]), max_size=1
    ),
    "from_players": st.dictionaries(
        st.sampled_from(["2", "5", "7", "07"]),
        st.dictionaries(st.sampled_from(["decks", "chips", "hand_size"]), COUNTS, max_size=2),
        max_size=2,
    ),
    "forfeit": st.sampled_from(["", "washes up", "x" * 25, "\x01"]),
    "source": st.sampled_from(["", "As we play it.", "\x01"]),
    "provenance": st.sampled_from(["own", "published", "stolen"]),
}
FEW = st.dictionaries(CARDS, ENTRIES, max_size=3)
SOME_RULES = st.lists(st.sampled_from(sorted(CHANGED_RULES)), max_size=2, unique=True).flatmap(
    lambda keys: st.fixed_dictionaries({key: CHANGED_RULES[key] for key in keys})
)
TRIED = settings(max_examples=200 if FULL else 15)
WORKSHOP = VariantStore(None, lambda _: None)
ADDING = [name for name, said in WORKSHOP.shelf.said.items() if said["family"] == "adding"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("variants")


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """A game as it is opened, with some cards and rules changed: much of it fits, by no means all."""
    opened = WORKSHOP.open(draw(st.sampled_from(ADDING)))
    draft = replace(opened, rules=opened.rules | draw(SOME_RULES), cards=opened.cards | draw(FEW))
    if draw(st.booleans()):  # as somebody writes it who says only what is new
        draft = replace(draft, rules=draw(SOME_RULES), cards=draw(FEW))
    made = replace(
        draft,
        title=draw(st.sampled_from(["Ours", "Ours", "Ours", "", "x" * 41, 'A "quoted" \\ title'])),
        short=draw(st.sampled_from([draft.short, draft.short, "", "Ours!"])),
        extends=draw(st.sampled_from([draft.extends, draft.extends, draft.extends, "", "whist"])),
    )
    return read_draft(json.loads(msgspec.json.encode(made)))


def plays(folder: Path, text: str) -> bool:
    """What the command says of a file with this text."""
    file = folder / "ours.toml"
    file.write_text(text, "utf-8")
    return check([file]).plays


def test_every_rule_of_a_file_is_tried() -> None:
    assert {*CHANGED_RULES, "chips_look", "stock_out", "forgotten", "debt_passes", "two_player_reverse"} == {
        *RULES
    }


@given(draft=drafts())
@TRIED
def test_a_draft_without_problems_is_exactly_what_can_be_played(folder: Path, draft: Draft) -> None:
    checked = WORKSHOP.check(draft)
    assert plays(folder, checked.toml) == (not checked.problems)


@given(draft=drafts())
@TRIED
def test_first_fixes_together_make_a_draft_playable(folder: Path, draft: Draft) -> None:
    checked = WORKSHOP.check(draft)
    if checked.parent is None:
        return
    now = checked.draft
    for problem in checked.problems:
        assert problem.fixes, problem
        now = apply_fix(now, problem.fixes[0].change)
    assert plays(folder, WORKSHOP.check(now).toml)


@given(draft=drafts())
@TRIED
def test_draft_survives_a_round_trip_through_its_file(folder: Path, draft: Draft) -> None:
    checked = WORKSHOP.check(draft)
    if checked.problems:
        return
    (folder / "ours.toml").write_text(checked.toml, "utf-8")
    again = VariantStore(folder, lambda _: None)
    opened = again.open("ours")
    assert again.check(opened).toml == checked.toml
    said = tomllib.loads(checked.toml)
    for key in RULES:
        if key in said:
            assert same(opened.rules[key], said[key])
    # Opened once more from the file that the editor would write of it, nothing is lost either.
    whole = replace(opened, name="", title="Theirs")
    (folder / "theirs.toml").write_text(again.check(whole).toml, "utf-8")
    variants = load_variants(folder).variants
    (folder / "theirs.toml").unlink()
    assert replace(variants["theirs"], name="ours", title=variants["ours"].title) == variants["ours"]
