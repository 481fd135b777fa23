"""Tests of requests from phones at the box: handled like a card or a key, and answered."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.box.requests import (
    SWITCHED_OFF,
    Accepted,
    Checked,
    Conflict,
    DrawDealer,
    Drawn,
    NewKeepingChips,
    Rejected,
    TableCommand,
    TableRequest,
    TableResponse,
    VariantsChanged,
    read_table_command,
)
from companion.box.state import Settings
from companion.core.commands import Accept, Bust, Claim, Deal, Judged, New, Play, Undo
from companion.core.events import WentOver
from companion.core.refusals import BadField, OverTarget
from companion.dialogs.context import UndoCall
from companion.dialogs.questions import ChooseAnswerDialog
from companion.dialogs.taking_back import REOPEN_QUESTION
from companion.drawing.text import around_names
from companion.errors import Illegal
from companion.inputs import Receipt, Scan
from companion.phone.view import undo_of
from companion.screens.model import DialScreen, MiscountScreen, NoticeScreen, RankScreen
from companion.screens.model import PlayScreen as PlayPicture
from companion.table.recorded import Rename, Reopen
from tests.drivers.box import VARIANTS, BoxDriver, sticker
from tests.worded import worded

NINETY_NINE = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))
ARIZONA = New(variant="arizona-ninety-eight", players=("Ann", "Bo", "Cy"))


@pytest.fixture
def rig(tmp_path: Path) -> BoxDriver:
    return BoxDriver(tmp_path, NINETY_NINE)


def test_card_played_from_a_phone_is_played_at_the_table(rig: BoxDriver) -> None:
    assert rig.rule(Play(card="8")) == Accepted(2)
    assert (rig.total, rig.to_act) == (8, "Bo")
    assert rig.kept[-1].origin == "Cy's phone"
    assert rig.ring.shown[-1].accepted
    assert rig.buzzer.played[-1] == "accepted"
    assert isinstance(rig.picture, PlayPicture)
    assert rig.picture.total == 8


def test_box_shows_a_phones_play_before_answering_it(rig: BoxDriver) -> None:
    shown: list[int] = []

    def answered(_: TableResponse) -> None:
        assert isinstance(rig.picture, PlayPicture)
        shown.extend((rig.picture.total, rig.told[-1].sequence))

    rig.box.answer(TableRequest(Play(card="8"), "Cy's phone", 1, answered))
    assert shown == [8, 2]


def test_refusal_is_shown_on_box_and_phone(rig: BoxDriver) -> None:
    rig.rule(Play(card="K"))
    answer = rig.rule(Play(card="8"))
    assert isinstance(answer, Rejected)
    assert isinstance(answer.error, Illegal)
    assert answer.error.refusal == OverTarget(107, 99, was=99)
    assert rig.refusal == OverTarget(107, 99, was=99)
    assert rig.ring.shown[-1].refused
    assert (rig.total, rig.to_act) == (99, "Bo")
    note = rig.told[-1].notes[-1]
    assert (note.kind, note.origin, note.facts["code"]) == ("refused", "Cy's phone", "over-target")


def test_bust_played_from_a_phone_is_announced(tmp_path: Path) -> None:
    loose = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), house={"over": "bust"})
    rig = BoxDriver(tmp_path, loose).show_card("KH").wait(10)
    assert isinstance(rig.rule(Play(card="8H")), Accepted)
    assert WentOver("Bo", ("8H",), 107) in rig.announced


@pytest.mark.parametrize(
    ("command", "headline"),
    [
        (New(variant="ninety-nine", players=("Ann",)), "Not started"),
        (Play(card="8H", player="Zoe"), "Not allowed"),
        (Bust(player="Zoe"), "No bust"),
        (Deal(), "Not dealt"),
        (Accept(), "Not now"),
    ],
)
def test_headline_names_what_was_refused(
    rig: BoxDriver, command: TableCommand, headline: str
) -> None:
    assert isinstance(rig.rule(command), Rejected)
    assert worded(rig.notice.headline) == worded(headline)


def test_stale_request_is_rejected(rig: BoxDriver) -> None:
    seen = rig.told[-1].sequence
    rig.show_card("7H")
    notes = len(rig.notes)
    assert rig.rule(Play(card="8"), seen=seen) == Conflict()
    assert (rig.total, rig.to_act, len(rig.notes)) == (7, "Bo", notes)


def test_name_given_at_the_panel_counts_although_a_card_was_played(rig: BoxDriver) -> None:
    rig.show_card("7H")
    answers: list[TableResponse] = []
    rig.box.answer(TableRequest(Rename("Cy", "Cyd"), None, None, answers.append))
    assert answers == [Accepted(3)]
    assert rig.state.players[2].name == "Cyd"


def test_second_of_two_simultaneous_requests_is_stale(rig: BoxDriver) -> None:
    seen = rig.told[-1].sequence
    assert rig.rule(Play(card="8"), "Ann's phone", seen) == Accepted(2)
    assert rig.rule(Play(card="8"), "Bo's phone", seen) == Conflict()
    assert rig.total == 8


def test_phone_can_answer_a_question_of_the_box(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, ARIZONA).show_card("AS")
    assert rig.told[-1].pending == Play(card="AS/1")
    assert isinstance(rig.told[-1].question, ChooseAnswerDialog)
    assert rig.rule(Play(card="AS/1", value=11)) == Accepted(2)
    assert rig.told[-1].question is None
    assert rig.total == 11
    rig.show_card("AS")  # the card is scanned a second time
    assert rig.notice.mark == "", "it has been read, and is not refused"
    assert rig.total == 11


def test_phone_answer_acknowledges_the_nodes_card(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, ARIZONA)
    rig.box.handle(Scan(sticker("AS"), rig.clock.now, receipt=Receipt("5F3A1C22", 7)))
    assert rig.told[-1].pending is not None
    assert rig.table.journal.taken == {}
    rig.rule(Play(card="AS/1", value=11))
    assert rig.table.journal.taken == {"5F3A1C22": 7}


def test_refused_request_keeps_the_boxs_question_open(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, ARIZONA).show_card("AS")
    assert isinstance(rig.rule(Bust(player="Cy")), Rejected)
    assert rig.told[-1].pending == Play(card="AS/1")
    rig.press("OK").press("OK")
    assert rig.total == 11


def test_menus_are_not_sent_to_phones_as_questions(rig: BoxDriver) -> None:
    rig.hold("MORE")
    assert rig.told[-1].pending is None
    assert rig.rule(Play(card="5")) == Accepted(2)
    assert isinstance(rig.wait(4.1).picture, PlayPicture)


def test_key_after_a_phone_has_closed_a_dialog_does_nothing(rig: BoxDriver) -> None:
    rig.hold("MORE")
    rig.rule(Play(card="5"))
    assert isinstance(rig.picture, NoticeScreen)
    assert isinstance(rig.press("LEFT").picture, PlayPicture)
    assert isinstance(rig.press("LEFT").picture, RankScreen)


def test_key_after_the_notice_of_a_closed_dialog_does_nothing(rig: BoxDriver) -> None:
    rig.hold("MORE")
    rig.rule(Play(card="5"))
    assert isinstance(rig.wait(5).press("OK").picture, PlayPicture)
    assert isinstance(rig.press("OK").picture, DialScreen)


def test_phones_action_is_announced_in_place_of_the_closed_dialog(tmp_path: Path) -> None:
    loose = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), house={"over": "bust"})
    rig = BoxDriver(tmp_path, loose).show_card("KH").wait(10)
    rig.hold("MORE")
    rig.rule(Play(card="8H"))
    assert WentOver("Bo", ("8H",), 107) in rig.announced
    assert rig.press("LEFT").dialog is None


def test_phone_closes_a_statement_at_the_box_without_a_notice(rig: BoxDriver) -> None:
    rig.rule(Play(card="8"))
    rig.rule(Claim(total=9))
    rig.rule(Play(card="5"))
    assert isinstance(rig.picture, PlayPicture)


def test_phone_undoes_a_judged_call_once(rig: BoxDriver) -> None:
    rig.rule(Play(card="8"))
    rig.rule(Claim(total=8))
    rig.wait(1).rule(Claim(total=9))
    order = as_sent_undo(rig)
    assert order == {"cmd": "undo-call", "at": rig.told[-1].notes[-1].at}
    undo = read_table_command(order)
    assert rig.rule(undo) == Accepted(2)
    assert rig.rule(undo) == Conflict()
    assert [note.facts["called"] for note in rig.told[-1].notes] == [8]


def test_phone_undoes_a_single_call_of_earlier_plays(rig: BoxDriver) -> None:
    rig.rule(Play(card="8"))
    rig.rule(Claim(total=9))
    rig.rule(Play(card="5"))
    rig.wait(1).rule(Claim(total=14))
    first, second = rig.told[-1].notes
    rig.rule(UndoCall(first.at))
    assert rig.told[-1].notes == (second,)
    assert rig.rule(UndoCall(first.at)) == Conflict()


def as_sent_undo(rig: BoxDriver) -> Mapping[str, object]:
    """Return the order that the phone's undo key sends."""
    offer = undo_of(rig.told[-1].scene)
    assert offer is not None
    return offer.order


def test_call_is_checked_and_shown_at_the_box(rig: BoxDriver) -> None:
    rig.rule(Play(card="8"))
    assert rig.rule(Claim(total=9)) == Checked(Judged("Ann", 9, 8, correct=False))
    assert isinstance(rig.picture, MiscountScreen)
    assert rig.told[-1].notes[-1].facts == {
        "player": "Ann",
        "called": 9,
        "actual": 8,
        "correct": False,
    }
    assert rig.told[-1].sequence == 2


def test_undo_reaches_back_to_the_previous_game(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, NINETY_NINE)
    rig.rule(Play(card="8"))
    rig.rule(ARIZONA)
    rig.rule(Play(card="7"))
    assert isinstance(rig.rule(Undo()), Accepted)
    assert rig.kept[-1].origin == "Cy's phone"
    assert isinstance(rig.rule(Reopen()), Accepted)
    assert (rig.total, rig.table.game) == (8, 1)
    assert len(rig.told[-1].kept) == len(rig.told[-1].scene.moments) == 2
    assert isinstance(rig.rule(Undo(2)), Rejected)


def test_card_undone_by_a_phone_can_be_scanned_again_at_once(rig: BoxDriver) -> None:
    rig.show_card("7H")
    rig.rule(Undo())
    rig.show_card("7H")
    assert rig.total == 7


def test_rename_from_a_phone_persists(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=("Seat 1", "Seat 2")))
    rig.rule(Play(card="8"))
    assert rig.rule(Rename("Seat 1", "Ann")) == Accepted(3)
    assert around_names(rig.notice.sentence)[1] == "Ann"
    assert rig.rule(Undo()) == Accepted(4)
    assert rig.to_act == "Ann"
    assert rig.told[-1].scene.moments[0].state.players[0].name == "Ann"
    last = rig.told[-1].scene.last_new
    assert last is not None
    assert last.players == ("Ann", "Seat 2")


@pytest.mark.parametrize(
    ("rename", "code"),
    [
        (Rename("Zoe", "Ann"), "unknown-player"),
        (Rename("Ann", "Bo"), "bad-players"),
        (Rename("Ann", ""), "bad-players"),
    ],
)
def test_invalid_name_is_refused(rig: BoxDriver, rename: Rename, code: str) -> None:
    answer = rig.rule(rename)
    assert isinstance(answer, Rejected)
    assert isinstance(answer.error, Illegal)
    assert answer.error.code == code
    assert [player.name for player in rig.state.players] == ["Ann", "Bo", "Cy"]


def test_game_is_started_from_a_phone(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path)
    assert rig.told[-1].sequence == 0
    assert rig.rule(NINETY_NINE) == Accepted(1)
    assert rig.to_act == "Ann"
    assert isinstance(rig.rule(Deal()), Rejected)


def test_switched_off_box_rejects_requests(rig: BoxDriver) -> None:
    rig.hold("MORE").choose("Switch off").press("OK")
    assert rig.box.shutdown.is_done
    assert rig.told[-1].switched_off
    answer = rig.rule(Play(card="8"))
    assert answer == SWITCHED_OFF


def test_reloaded_variants_can_be_chosen_and_keep_the_current_game(rig: BoxDriver) -> None:
    rig.rule(Play(card="8"))
    rig.box.update_variants(VariantsChanged({"one-hundred": VARIANTS["one-hundred"]}))
    assert list(rig.told[-1].scene.variants) == ["one-hundred"]
    assert rig.rule(Play(card="4")) == Accepted(3)
    assert isinstance(rig.rule(ARIZONA), Rejected)
    assert rig.total == 8


def test_resting_display_wakes_for_a_phone(rig: BoxDriver) -> None:
    rig.wait(4000)
    rig.rule(Play(card="8"))
    assert isinstance(rig.picture, PlayPicture)


def test_next_request_dismisses_a_notice(rig: BoxDriver) -> None:
    rig.rule(Play(card="K"))
    rig.rule(Play(card="8"))
    assert isinstance(rig.picture, NoticeScreen)
    rig.rule(Play(card="9"))
    assert isinstance(rig.picture, PlayPicture)


def test_phone_draws_lots_and_the_display_names_the_dealer(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, settings=Settings(chance=lambda names: names[1]))
    assert rig.rule(DrawDealer(("Ann", "Bo", "Cy"))) == Drawn("Bo")
    assert (rig.table.state, rig.notes) == (None, ())
    rig.rule(New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), dealer="Bo"))
    assert isinstance(rig.picture, NoticeScreen)
    assert around_names(rig.picture.sentence) == ("", "Bo", " deals")
    (note,) = rig.notes
    assert (note.after, note.kind) == (1, "lot")
    assert note.facts == {"player": "Bo", "players": ["Ann", "Bo", "Cy"]}
    rig.rule(New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), dealer="Bo"))
    assert rig.notes == (), "nobody has drawn lots for this game"


def test_stale_request_does_not_dismiss_a_notice(rig: BoxDriver) -> None:
    rig.rule(Play(card="K"))
    rig.rule(Play(card="8"))
    assert rig.rule(Play(card="9"), seen=1) == Conflict()
    assert rig.refusal == OverTarget(107, 99, was=99)


def test_orders_are_protocol_commands_and_some_box_commands() -> None:
    assert read_table_command({"cmd": "play", "card": "8"}) == Play(card="8")
    assert read_table_command({"cmd": "reopen"}) == Reopen()
    assert read_table_command({"cmd": "rename", "player": "Ann", "name": "Anna"}) == Rename(
        "Ann", "Anna"
    )


@pytest.mark.parametrize(
    "message",
    [
        {"cmd": "state"},
        {"cmd": "variants"},
        {"cmd": "sing"},
        {},
        {"cmd": "rename", "player": "Ann"},
        {"cmd": "rename", "player": "Ann", "name": 7},
        {"cmd": "reopen", "card": "8"},
        {"cmd": "slip", "total": 8, "card": "8"},
        {"cmd": "lot"},
        {"cmd": "lot", "players": []},
        {"cmd": "play"},
        {"cmd": ["reopen"]},
    ],
)
def test_unknown_requests_are_rejected(message: dict[str, object]) -> None:
    with pytest.raises(Illegal):
        read_table_command(message)


KEEPING = NewKeepingChips(variant="one-hundred", players=("Cy", "Ann", "Bo"), house={"chips": 3})


def test_new_game_keeps_chips_and_pot_and_one_undo_reverts_both(
    rig: BoxDriver, tmp_path: Path
) -> None:
    rig.rule(replace(NINETY_NINE, house={"chips": 3}))
    rig.rule(Bust())
    before = rig.state
    assert isinstance(rig.rule(KEEPING), Accepted)
    assert {player.name: player.chips for player in rig.state.players} == {
        "Cy": 3,
        "Ann": 2,
        "Bo": 3,
    }
    assert (rig.state.pot, rig.state.phase) == (1, "play")
    assert rig.table.moments[0].command == New(
        variant="one-hundred", players=("Cy", "Ann", "Bo"), house={"chips": 3}
    )
    rig.table.close()
    rig = BoxDriver(tmp_path)
    offer = undo_of(rig.told[-1].scene)
    assert offer is not None
    assert offer.order == {"cmd": "reopen"}
    rig.press("UNDO")
    assert rig.dialog == REOPEN_QUESTION
    rig.press("OK")
    assert rig.state == before


def test_undo_after_a_play_leaves_the_kept_chips(rig: BoxDriver) -> None:
    rig.rule(Bust())
    rig.rule(NewKeepingChips(variant="ninety-nine", players=NINETY_NINE.players))
    rig.rule(Play(card="8H"))
    rig.rule(Undo())
    assert [player.chips for player in rig.state.players] == [4, 5, 5]
    assert worded(undo_of(rig.told[-1].scene).order) == worded({"cmd": "reopen"})  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "other",
    [
        {"players": ("Bo", "Cy")},
        {"players": ("Ann", "Bo", "Cy", "Di")},
        {"house": {"chips": 4}},
        {"variant": "ninety-eight"},
        {"variant": "polignac", "players": ("Ann", "Bo", "Cy", "Di")},
    ],
)
def test_chips_that_a_new_game_does_not_deal_are_not_kept(
    rig: BoxDriver, other: dict[str, Any]
) -> None:
    rig.rule(Bust())
    before = rig.state
    answer = rig.rule(
        NewKeepingChips(**{"variant": "ninety-nine", "players": NINETY_NINE.players} | other)
    )
    assert isinstance(answer, Rejected)
    assert isinstance(answer.error, Illegal)
    assert isinstance(answer.error.refusal, BadField)
    assert answer.error.refusal.field == "keep_chips"
    assert rig.state == before


def test_player_without_chips_stays_out_when_chips_are_kept(rig: BoxDriver) -> None:
    rig.rule(replace(NINETY_NINE, house={"chips": 1}))
    rig.rule(Bust())
    assert isinstance(rig.rule(replace(KEEPING, house={"chips": 1})), Accepted)
    assert {player.name: player.still_in for player in rig.state.players} == {
        "Cy": True,
        "Ann": False,
        "Bo": True,
    }
    assert rig.to_act == "Cy"
