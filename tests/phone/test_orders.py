"""Tests of orders from phones: parsing, missing fields, and how the page learns
the box's answer.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.box.requests import Accepted, Checked, Conflict, NewKeepingChips, Rejected
from companion.core.commands import Deal, Judged, New, Play, Step, Undo
from companion.core.events import Miscount
from companion.core.refusals import OverTarget
from companion.dialogs.context import Scene
from companion.errors import Illegal, JournalError, Stopped
from companion.phone import orders
from companion.phone.request import RequestError, problem_of
from companion.phone.view import what_happened_meanwhile
from companion.table.recorded import Rename, Reopen
from companion.words.causes import miscount_sentence, verdict
from companion.words.events import refused_aloud
from companion.words.form import FOR_PAGES, as_markup
from companion.words.refusals import sentence
from tests.drivers.box import BoxDriver
from tests.phone.drawn_text import as_drawn
from tests.worded import worded

FOUR = ("Ann", "Bo", "Cy", "Di")
EMPTY = Scene({})
NINETY_NINE = New(variant="ninety-nine", players=FOUR)


@pytest.fixture
def play(tmp_path: Path) -> Callable[..., BoxDriver]:
    def play(*commands: New | Step) -> BoxDriver:
        driver = BoxDriver(tmp_path)
        for command in commands:
            driver.table.obey(command)
        return driver

    return play


def as_json(told: object) -> Any:
    return msgspec.json.decode(FOR_PAGES.encode(told))


def test_every_protocol_order_is_parsed() -> None:
    assert orders.read({"cmd": "play", "card": "4H"}, EMPTY) == Play(card="4H")
    assert orders.read({"cmd": "undo", "count": 3}, EMPTY) == Undo(3)
    assert orders.read({"cmd": "reopen"}, EMPTY) == Reopen()
    keeping = {"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"], "keep_chips": True}
    assert orders.read(keeping, EMPTY) == NewKeepingChips(
        variant="ninety-nine", players=("Ann", "Bo")
    )
    assert orders.read({"cmd": "rename", "player": "Ann", "name": "Anna"}, EMPTY) == Rename(
        "Ann", "Anna"
    )


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({}, 'No command is named: write one in quotes, like "cmd": "play".'),
        ({"cmd": "forgott"}, "There is no command 'forgott', is forgot meant?"),
        ({"cmd": "state"}, "There is no command 'state'."),
        ({"cmd": ["play"]}, '["play"] is no command: write one in quotes, like "cmd": "play".'),
        ({"cmd": "play"}, "Field 'card': write a card, or else cards for a set."),
        (
            {"cmd": "rename", "player": "Ann"},
            "Field 'name': it is missing, write a text in quotes.",
        ),
        ({"cmd": "reopen", "player": "Ann"}, "Field 'player': there is no such field."),
    ],
)
def test_malformed_order_is_refused_with_a_sentence(message: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Illegal) as refused:
        orders.read(message, EMPTY)
    status, content = problem_of(refused.value)
    assert (status, str(content["problem"])) == (400, sentence)


def new(*players: str, **more: object) -> dict[str, Any]:
    return {"cmd": "new", "variant": "ninety-nine", "players": list(players), **more}


def test_names_are_stripped_and_composed() -> None:
    order = orders.read(new(" Ann ", "Zoe\u0308", dealer="Ann "), EMPTY)
    assert order == New(variant="ninety-nine", players=("Ann", "Zoë"), dealer="Ann")
    assert orders.read({"cmd": "rename", "player": " Ann", "name": " Anna "}, EMPTY) == Rename(
        " Ann", "Anna"
    )


def test_script_in_a_name_is_kept_as_text() -> None:
    order = orders.read(new("<script>x</script>", 'Bo"><b>'), EMPTY)
    assert isinstance(order, New)
    assert order.players == ("<script>x</script>", 'Bo"><b>')


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 25, "A name has at most 24 letters."),
        ("Ann\n", None),
        ("An\x00n", "Use visible characters only."),
        ("\u202eAnn", "Use visible characters only."),
        ("A\u200bnn", "Use visible characters only."),
        ("A\u2028nn", "Use visible characters only."),
        ("A\N{COMBINING GRAPHEME JOINER}nn", "Use visible characters only."),
        ("\N{HANGUL CHOSEONG FILLER}", "Use visible characters only."),
        ("\N{HANGUL FILLER}", "Use visible characters only."),
        ("\N{BRAILLE PATTERN BLANK}", "Use visible characters only."),
        ("\N{VARIATION SELECTOR-16}", "Use visible characters only."),
        ("\u0378", "Use visible characters only."),
    ],
)
def test_unprintable_name_is_refused(name: str, sentence: str | None) -> None:
    for message in (new("Bo", name), {"cmd": "rename", "player": "Bo", "name": name}):
        if sentence is None:
            orders.read(message, EMPTY)
            continue
        with pytest.raises(RequestError) as refused:
            orders.read(message, EMPTY)
        assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "name",
    [
        "\N{CYRILLIC CAPITAL LETTER A}nn",
        "\N{GREEK CAPITAL LETTER ALPHA}\N{GREEK CAPITAL LETTER NU}N",
        "\N{FULLWIDTH LATIN CAPITAL LETTER A}nn",
        "Ann\N{VARIATION SELECTOR-16}",
    ],
)
@pytest.mark.attack(
    "page", "sit down under a name that looks like another player's", "it is refused"
)
def test_name_that_looks_like_another_players_is_refused(
    name: str, play: Callable[..., BoxDriver]
) -> None:
    scene = play(New(variant="ninety-nine", players=("Ann", "Bo"))).snapshot.scene
    join = {"cmd": "join", "player": name}
    for message in (new("Ann", name), join, {"cmd": "rename", "player": "Bo", "name": name}):
        with pytest.raises(RequestError) as refused:
            orders.read(message, scene)
        assert {name, "Ann"} <= set(str(refused.value).replace(":", "").split())
    assert orders.read({"cmd": "rename", "player": "Ann", "name": name}, scene) == Rename(
        "Ann", name
    )


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("AI", "Al"),
        ("llse", "Ilse"),
        ("Jo l", "Jo 1"),
        ("l\N{CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I}sa", "LISA"),
    ],
)
def test_letter_that_looks_like_an_i_or_an_l_is_refused(name: str, other: str) -> None:
    with pytest.raises(RequestError):
        orders.read(new(name, other), EMPTY)


@pytest.mark.parametrize(
    ("name", "other"), [("Ian", "Lan"), ("Anna I", "Anna L"), ("LIA", "ILA"), ("Jo 1", "Jo L")]
)
def test_capital_l_does_not_look_like_an_i(name: str, other: str) -> None:
    orders.read(new(name, other), EMPTY)


def test_real_names_and_emoji_are_accepted() -> None:
    names = (
        "Zoë",
        "Zoe",
        "Åsa",
        "Иван",
        "李娜",
        "José",
        "🦊 Fox",
        "❤\N{VARIATION SELECTOR-16} Di",
        "이서연",
    )
    order = orders.read(new(*names), EMPTY)
    assert isinstance(order, New)
    assert order.players == names


def test_known_names_are_accepted_unchanged(play: Callable[..., BoxDriver]) -> None:
    odd = ("👩\u200d🚀", "x" * 40, "Cy ", "Di")
    now = play(New(variant="ninety-nine", players=odd)).snapshot
    again = orders.read(new(*odd, dealer="Cy "), now.scene)
    assert again == New(variant="ninety-nine", players=odd, dealer="Cy ")
    with pytest.raises(RequestError):
        orders.read(new(*odd, "👨\u200d🚀"), now.scene)


def test_play_without_value_returns_a_question(play: Callable[..., BoxDriver]) -> None:
    now = play(NINETY_NINE).snapshot
    told = as_json(orders.missing_input(now, Play(card="10H")))
    assert as_json(orders.preview(now, Play(card="10H"))) == told
    assert set(told) == {"question"}
    assert [option["makes"] for option in told["question"]["options"]] == ["−10", "10"]
    assert [option["order"]["value"] for option in told["question"]["options"]] == [-10, 10]


def test_play_without_suit_returns_a_question(play: Callable[..., BoxDriver]) -> None:
    told = as_json(
        orders.missing_input(
            play(New(variant="one-hundred", players=FOUR)).snapshot, Play(card="5")
        )
    )
    assert {option["suit"] for option in told["question"]["options"]} == {"S", "H", "C", "D"}


def test_complete_order_needs_no_question_even_if_illegal(play: Callable[..., BoxDriver]) -> None:
    now = play(NINETY_NINE, Play(card="KH")).snapshot
    for order in (Play(card="4H"), Play(card="9H"), Play(card="8H"), Deal(), Undo(), Reopen()):
        assert orders.missing_input(now, order) is None


def test_preview_of_a_play_changes_nothing(play: Callable[..., BoxDriver]) -> None:
    watched = play(NINETY_NINE)
    told = orders.preview(watched.snapshot, Play(card="8H"))
    assert told["total"] == 8
    assert as_json(told)["state"]["turn"] == "Bo"
    assert watched.table.journal.sequence == 1
    assert watched.table.game_notes == ()


def refused(told: Any) -> tuple[str, str]:
    return told["refused"]["code"], told["refused"]["sentence"]


def test_preview_of_an_illegal_play_gives_the_reason(play: Callable[..., BoxDriver]) -> None:
    told = orders.preview(play(NINETY_NINE, Play(card="KH")).snapshot, Play(card="8H"))
    over = OverTarget(107, 99, was=99)
    assert worded(refused(as_json(told))) == worded(("over-target", sentence(Illegal(over))))


def test_preview_shows_a_bust(play: Callable[..., BoxDriver]) -> None:
    loose = New(variant="ninety-nine", players=FOUR, house={"over": "bust"})
    told = as_json(orders.preview(play(loose, Play(card="KH")).snapshot, Play(card="8H")))
    assert told["state"]["pot"] == 1


def test_new_game_can_be_previewed_without_a_game(play: Callable[..., BoxDriver]) -> None:
    now = play().snapshot
    assert as_json(orders.preview(now, NINETY_NINE))["state"]["hand"] == 1
    alone = as_json(orders.preview(now, New(variant="ninety-nine", players=("Ann",))))
    assert alone["refused"]["code"] == "bad-players"
    assert refused(as_json(orders.preview(now, Play(card="8H"))))[0] == "no-game"


def test_removed_game_is_refused_with_a_suggestion(play: Callable[..., BoxDriver]) -> None:
    gone = New(variant="ninety-nine-ours", players=FOUR)
    told = as_json(orders.preview(play().snapshot, gone))
    assert told["refused"]["code"] == "unknown-variant"
    assert "ninety-nine-boyer" in as_drawn(told["refused"]["sentence"])


def test_orders_without_a_new_state_cannot_be_previewed(play: Callable[..., BoxDriver]) -> None:
    with pytest.raises(RequestError):
        orders.preview(play(NINETY_NINE).snapshot, Undo())


def test_each_box_response_maps_to_one_reply_key(play: Callable[..., BoxDriver]) -> None:
    now = play(NINETY_NINE).snapshot

    def told(answer: Any) -> Any:
        return as_json(orders.reply(answer, Play(card="8H"), now, what_happened_meanwhile))

    assert told(Accepted(7)) == {"done": 7}
    judged = {
        "player": "Ann",
        "called": 96,
        "actual": 97,
        "correct": False,
        "verdict": str(verdict(96, 97)),
    }
    assert judged.items() <= told(Checked(Judged("Ann", 96, 97, correct=False)))["checked"].items()
    assert refused(told(Rejected(JournalError("Full")))) == ("not-kept", "Full")
    assert set(told(Conflict())) == {"meanwhile"}
    over = Illegal(OverTarget(-8, 99, was=3))
    assert worded(told(Rejected(over))) == worded(
        {
            "refused": {
                "code": "over-target",
                "sentence": as_markup(sentence(over)),
                "said": refused_aloud(sentence(over), now.scene.state),
            }
        }
    )


def test_stopped_table_is_reported_in_the_reply(play: Callable[..., BoxDriver]) -> None:
    now = play(NINETY_NINE).snapshot
    miscount = Miscount("points", -5, 26)
    stopped = "The points do not add up: −5 of 26"
    now = msgspec.structs.replace(now, scene=msgspec.structs.replace(now.scene, stopped=miscount))
    assert orders.missing_input(now, Play(card="10H")) is None
    assert refused(as_json(orders.preview(now, Play(card="10H")))) == ("stopped", stopped)
    error = Stopped(miscount_sentence(miscount))
    told = orders.reply(Rejected(error), Play(card="10H"), now, what_happened_meanwhile)
    assert refused(as_json(told)) == ("stopped", stopped)
    assert "state" in orders.preview(now, NINETY_NINE)


@pytest.mark.parametrize(
    ("commands", "sentence"),
    [
        ([], "Nobody is playing. Nothing was sent from your phone."),
        ([(NINETY_NINE, None)], "The box: Deal of hand 1. Nothing was sent from your phone."),
        (
            [(NINETY_NINE, None), (Play(card="10S", value=10), "Cy's phone")],
            "Cy's phone: 10♠ by Ann. Nothing was sent from your phone.",
        ),
        (
            [
                (NINETY_NINE, None),
                (Play(card="8H"), None),
                (Play(card="9H"), "Cy's phone"),
                (Undo(), None),
            ],
            "Something was undone or corrected. Nothing was sent from your phone.",
        ),
    ],
)
def test_conflict_names_the_intervening_action(
    play: Callable[..., BoxDriver], commands: list[tuple[Any, str | None]], sentence: str
) -> None:
    watched = play()
    for command, origin in commands:
        if isinstance(command, Undo):
            watched.table.take_back(command.count)
        else:
            watched.table.obey(command, origin)
    assert worded(as_drawn(what_happened_meanwhile(watched.snapshot))) == worded(sentence)
