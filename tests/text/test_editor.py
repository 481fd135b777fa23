"""What the editor of a phone says of a game: its problems, what settles them, and why it is not saved."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.languages import load_language
from companion.message import render, using
from companion.phone.editor import store as stores
from companion.phone.editor.adding.draft import Draft
from companion.phone.editor.adding.fixes import FIXES
from companion.phone.editor.store import VariantStore, VariantStoreError
from tests.worded import worded

replace = msgspec.structs.replace


@pytest.fixture
def store(tmp_path: Path) -> VariantStore:
    return VariantStore(tmp_path / "games", lambda _games: None)


def draft(
    store: VariantStore, cards: dict[str, Any], rules: dict[str, Any], name: str = "ninety-nine"
) -> Draft:
    """A new game built on another, with other cards and rules."""
    opened = store.open(name)
    return replace(opened, cards=opened.cards | cards, rules=opened.rules | rules)


def told(store: VariantStore, draft: Draft) -> list[str]:
    """The problems in words, each with its fixes."""
    return [
        render(text)
        for problem in store.check(draft).problems
        for text in (problem.title, problem.sentence, *(fix.label for fix in problem.fixes))
    ]


def test_what_a_card_may_do_to_the_total(store: VariantStore) -> None:
    report = store.check(draft(store, {}, {}))
    assert worded([change.words for change in report.changes]) == ["adds", "sets", "multiplies"]


def test_what_a_card_may_do_besides_the_total(store: VariantStore) -> None:
    cards = {"3": {"add": 3, "skip": 3, "reverse": True}, "5": {"add": 5, "again": 7}}
    report = store.check(draft(store, cards, {}))
    assert worded([turn.words for turn in report.turns if not turn.rare]) == ["reverse", "skip", "again"]
    assert worded([turn.words for turn in report.turns if turn.rare]) == [
        "skips two players",
        "names who plays next",
        "makes the next player play two cards",
        "makes the next player play three cards",
        "makes the next player owe two plays",
        "knocks a player out",
        "shields against a knock-out",
        "skips three players",
        "again",
    ]
    assert report.turns[-2].does == {"skip": 3}


NO_CHIPS = "A bust costs a chip, but nobody has chips: give each some, or let a bust put the player out."


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            {"chips": False},
            [
                "A bust: this cannot be",
                NO_CHIPS,
                "Chips each: 5",
                "A bust: out",
            ],
        ),
        (
            {"exact": {"120": "point"}},
            [
                "Exact total: this cannot be",
                "120 is over the target 99 and never reached.",
                "Without 120",
                "Target: 120",
            ],
        ),
        (
            {"hand_size": 40, "from_players": {}},
            [
                "Cards each: this cannot be",
                "2 players cannot be dealt 40 cards each.",
                "Decks: 2",
                "Cards each: 26",
            ],
        ),
        (
            {"players": [6, 8], "from_players": {"5": {"decks": 1}}},
            [
                "What changes with more players: this cannot be",
                "nobody plays this with 5.",
                "Without 5",
            ],
        ),
        (
            {"players": [1]},
            [
                "Players: this cannot be",
                "write the fewest, at least 2, and perhaps the most: [2] or [3, 6].",
                "Two or more players",
                "Players as in Ninety-nine",
            ],
        ),
        (
            {"target": 0},
            [
                "Target: this cannot be",
                "0 is not possible, write a whole number, 1 or more.",
                "Target as in Ninety-nine",
            ],
        ),
        (
            {"bust": "out", "chips": False, "honor": True},
            [
                "On one's honor: this cannot be",
                "is about chips, but nobody has any.",
                "Chips each: 5",
                "On one's honor: no",
            ],
        ),
    ],
)
def test_what_is_said_of_a_rule(store: VariantStore, rules: dict[str, Any], said: list[str]) -> None:
    assert worded(told(store, draft(store, {}, rules))) == worded(said)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({}, ["Eights add nothing"]),
        ({"add": 8, "set": 5}, ["Eights add 8", "Eights set the total to 5"]),
        (
            {"multiply": 2, "set": 5},
            ["Eights set the total to 5", "Eights double the total"],
        ),
        (
            {"add": 8, "skip": 1, "again": True},
            ["Eights add 8, give another turn", "Eights add 8, skip a player"],
        ),
        (
            {"add": 8, "choose_next": True, "again": True},
            [
                "Eights add 8, name who plays next",
                "Eights add 8, give another turn",
            ],
        ),
        ({"add": [1, 1]}, ["Eights add 1, as called"]),
        (
            {"set": {"from": 9, "to": 3}},
            ["Eights set the total anywhere from 3 to 9"],
        ),
        (
            {"add": 8, "shield": True, "knock_out": True},
            [
                "Eights add 8, knock a player out",
                "Eights add 8, shield against a knock-out",
            ],
        ),
        (
            {"add": 8, "call": "x" * 30},
            [f"Eights add 8, said “{'x' * 24}”", "Eights add 8"],
        ),
        ({"add": "much"}, []),
    ],
)
def test_what_settles_a_card(store: VariantStore, entry: dict[str, Any], said: list[str]) -> None:
    assert worded(told(store, draft(store, {"8": entry}, {}))[2:]) == worded(
        [*said, "Eights as in Ninety-nine"][:FIXES]
    )


def test_nothing_is_offered_that_leaves_a_joker_adding_pips(store: VariantStore) -> None:
    ours = draft(store, {"JK": {"add": "pip", "shield": True, "knock_out": True}}, {"jokers": 2})
    assert worded(told(store, ours)[2:]) == ["Jokers as in Ninety-nine"]


OVER = "Target: 99. Going over: refused."
BUST = "Target: 99. Going over: is a bust."


@pytest.mark.parametrize(
    ("cards", "rules", "said"),
    [
        (
            {"8": {}},
            {},
            [
                "Eights: this cannot be",
                "say one of add, set or multiply (add = 0 leaves the total).",
                "Eights add nothing",
                "Eights as in Ninety-nine",
            ],
        ),
        (
            {"8": {"add": 8, "shield": True}},
            {},
            [
                "A shield against nothing",
                "No card knocks anybody out.",
                "No shield",
                "Eights as in Ninety-nine",
            ],
        ),
        (
            {"K": {"set": 100}},
            {},
            [
                "Kings could never be played",
                f"Kings set the total to 100. {OVER}",
                "Kings set the total to 99",
                "Target: 100",
            ],
        ),
        (
            {"QS": {"set": 100}},
            {},
            [
                "Q♠ could never be played",
                f"Q♠ sets the total to 100. {OVER}",
                "Q♠ sets the total to 99",
                "Target: 100",
            ],
        ),
        (
            {"K": {"set": 100}},
            {"over": "bust"},
            [
                "Kings always bust",
                f"Kings set the total to 100. {BUST}",
                "Kings set the total to 99",
                "Target: 100",
            ],
        ),
        (
            {"QS": {"set": 100}},
            {"over": "bust"},
            [
                "Q♠ always busts",
                f"Q♠ sets the total to 100. {BUST}",
                "Q♠ sets the total to 99",
                "Target: 100",
            ],
        ),
    ],
)
def test_what_is_said_of_a_card(
    store: VariantStore, cards: dict[str, Any], rules: dict[str, Any], said: list[str]
) -> None:
    assert worded(told(store, draft(store, cards, rules))[: len(said)]) == worded(said)


def test_what_is_wrong_is_told_in_the_language_of_the_phone(store: VariantStore) -> None:
    broken = draft(store, {}, {"target": "x"})
    with using(load_language("de")):
        (target,) = store.check(broken).problems
        with pytest.raises(VariantStoreError) as unplayable:
            store.save(broken)
        problem = str(unplayable.value)
        target = worded(target)
    assert worded(target.title) == "Grenze: So geht das nicht"
    assert target.sentence == '"x" geht nicht, schreib eine ganze Zahl, mindestens 1.'
    assert problem == f"Dieses Spiel kann man nicht spielen: target: {target.sentence}"


def test_what_is_said_of_a_title(store: VariantStore) -> None:
    said = ["Title: this cannot be", '"" is not possible, write a text in quotes of up to 40 characters.']
    assert told(store, replace(store.open("ninety-nine"), title="")) == [
        *said,
        "Call it “Our game”",
        "“Ninety-nine”",
    ]


@pytest.mark.parametrize(
    ("cards", "rules", "title", "sentence"),
    [
        (
            {"10": {"add": 10}, "K": {"add": 10}},
            {},
            "Nothing takes the total down",
            "At 99 only 4 and 9 can be played. Legal, but hands will be short.",
        ),
        (
            {"4": {"add": 4}, "9": {"add": 9}, "K": {"add": 10}},
            {},
            "At 99 only 10 can be played",
            "Legal, but whoever holds none of them busts.",
        ),
        (
            {"Q": {"add": 500}},
            {},
            "Queens can never be played",
            "Wherever the total stands, Q goes over 99, which is refused.",
        ),
        (
            {"Q": {"add": 500}},
            {"over": "bust"},
            "Queens can never be played",
            "Wherever the total stands, Q goes over 99, which is a bust.",
        ),
    ],
)
def test_what_is_legal_and_no_fun(
    store: VariantStore, cards: dict[str, Any], rules: dict[str, Any], title: str, sentence: str
) -> None:
    warned = store.check(draft(store, cards, rules)).warnings
    assert worded([(each.title, each.sentence) for each in warned]) == worded([(title, sentence)])


def refused(store: VariantStore, draft: Draft) -> str:
    with pytest.raises(VariantStoreError) as why:
        store.save(draft)
    return str(why.value)


def test_why_a_game_is_not_saved(
    store: VariantStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = draft(store, {}, {})
    wrong = draft(store, {"K": {"set": 100}}, {})
    assert refused(store, wrong) == "This game cannot be played: cards.K: sets 100, over the target 99."
    nowhere = VariantStore(None, lambda _games: None)
    assert refused(nowhere, ours) == (
        "This box has no folder for games of its own: companion.toml says where."
    )
    (tmp_path / "file").write_text("")
    assert refused(VariantStore(tmp_path / "file", print), ours) == "The game was not saved: File exists."
    store.save(ours)
    assert refused(store, ours) == "There is a game Our Ninety-nine of yours already."
    monkeypatch.setattr(stores, "MOST_FILES", 1)
    assert refused(store, replace(ours, title="Another")) == "The folder has 1 games already."


def test_why_a_game_that_others_are_built_on_is_not_saved(store: VariantStore) -> None:
    store.save(replace(draft(store, {}, {"target": 120}), title="Ours"))
    theirs = replace(store.open("ours"), name="", extends="ours", title="Theirs")
    store.save(replace(theirs, cards=theirs.cards | {"K": {"set": 110}}))
    ours = store.open("ours")
    for changed, said in (
        (
            replace(ours, rules=ours.rules | {"target": 99}),
            "Theirs is built on this game and could not be played any more.",
        ),
        (
            replace(ours, extends="theirs"),
            (
                "This game cannot be played: extends: "
                "goes in a circle: it is built on a game that is built on it."
            ),
        ),
    ):
        with pytest.raises(VariantStoreError) as why:
            store.save(changed, instead=True)
        assert str(why.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "title = ",
            (
                "This game cannot be played: line 1: is no TOML: 'title =' cannot be read: "
                "behind = write a text in quotes, a number, true or false."
            ),
        ),
        ("#" * 70_000, "This game cannot be played: has more than 60 KiB: write a shorter one."),
        (
            ".".join("a" * 20_000) + " = 1",
            ("This game cannot be played: line 1: has more than 200 dots in a line: write shorter keys."),
        ),
    ],
)
def test_why_a_file_is_not_loaded(store: VariantStore, text: str, said: str) -> None:
    with pytest.raises(VariantStoreError) as why:
        store.load("ours.toml", text)
    assert str(why.value) == said


def test_why_a_game_is_not_opened(store: VariantStore) -> None:
    for name, said in (
        ("arizona-spaghetti", "Arizona Spaghetti is a trick game: change its file with a text editor."),
        ("whist", "There is no game 'whist' here."),
    ):
        with pytest.raises(VariantStoreError) as why:
            store.open(name)
        assert str(why.value) == said
