"""Tests of scanned cards: plays, answers, refusals, and cards that are read twice."""

import pytest

from companion.box.state import Settings
from companion.config import Config, ReaderSettings
from companion.core.cards import SUIT_ORDER
from companion.core.commands import New, Play
from companion.core.questions import WhichPlayer, WhichSuit, WhichValue
from companion.core.refusals import AlreadyPlayed, CanPlay, GameOver, HandOver, OverTarget
from companion.dialogs.context import Dialog
from companion.dialogs.questions import ChooseAnswerDialog, DialValueDialog
from companion.dialogs.taking_back import REOPEN_QUESTION, TakeBackDialog
from companion.games.adding.dialogs import LeaveDialog, ShieldDialog, ShowThreeDialog
from companion.games.adding.playing import (
    AskBustDialog,
    CallDialog,
    GatherSetDialog,
    PickSuitDialog,
)
from companion.inputs import Edge, Noise, Scan
from companion.labels.codec import CommandLabel, CommandName, write_label
from companion.screens.model import (
    CardRowScreen,
    ChoiceScreen,
    ConfirmScreen,
    ListScreen,
    PlayScreen,
)
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver, sticker
from tests.worded import worded

BLACK_ACE = WhichValue(Play(card="AC/1"), "Ann", tuple(range(101)), 0, counts="set")
KNOCKS_OUT = WhichPlayer(Play(card="AS/1"), "Ann", ("Bo", "Cy"), role="is knocked out")
ACE = ChooseAnswerDialog(WhichValue(Play(card="AS/1"), "Ann", (1, 11), 11), 1)
"""The box's question about an ace of spades that may be 1 or 11."""


def command_card(rig: BoxDriver, name: CommandName) -> BoxDriver:
    return rig.wait(2.1).scan(write_label(CommandLabel(name)))


def test_scanned_card_is_played(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H")
    assert (rig.total, rig.to_act) == (8, "Bo")
    shown = rig.showing(PlayScreen)
    assert worded((shown.total, shown.name, shown.clockwise, shown.card)) == (8, "Bo", True, "8♥")


def test_choice_is_made_by_button_after_the_card(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").show_card("AS")
    assert rig.dialog == ACE
    rig.press("OK")
    assert (rig.total, str(rig.state.pile[-1])) == (11, "AS")


def test_second_card_before_the_answer_is_refused_with_the_question(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").show_card("AS").show_card("8H")
    assert rig.still_asks == ACE
    rig.press("OK", "OK")
    assert rig.total == 11
    rig.show_card("8H")
    assert rig.total == 19, "refused a moment ago, it has not been played: it counts now"


@pytest.mark.parametrize(
    ("variant", "card", "asked"),
    [
        (
            "one-hundred",
            "AC",
            DialValueDialog(BLACK_ACE, 0),
        ),
        (
            "ninety-eight-umass",
            "AS",
            ChooseAnswerDialog(KNOCKS_OUT, 0),
        ),
        (
            "ninety-nine",
            "10H",
            ChooseAnswerDialog(WhichValue(Play(card="10H/1"), "Ann", (-10, 10), -10), 0),
        ),
    ],
)
def test_refused_card_leaves_the_question_open(
    sit: Sit, variant: str, card: str, asked: Dialog
) -> None:
    rig = sit(variant).show_card(card)
    assert rig.dialog == asked
    assert rig.show_card("8H").still_asks == asked
    assert len(rig.kept) == 1


def test_rank_without_a_suit_asks_for_it(sit: Sit) -> None:
    rig = sit("one-hundred").scan("Q", plain=True).show_card("8H")
    assert rig.still_asks == ChooseAnswerDialog(
        WhichSuit(Play(card="Q"), "Ann", "Q", SUIT_ORDER, "S"), 0
    )
    rig.press("OK", "RIGHT", "OK")
    assert str(rig.state.pile[-1]) == "QH"


def test_called_total_opens_a_question(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").press("OK").show_card("7H")
    assert rig.still_asks == CallDialog(None)
    assert rig.press("OK").dialog == CallDialog(None)


def test_scanned_card_is_played_while_a_rank_is_chosen(sit: Sit) -> None:
    rig = sit("ninety-nine").press("RIGHT").show_card("8H")
    assert rig.total == 8


def test_set_is_collected_by_scanning(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").press("MORE").show_cards("8H", "8S")
    assert worded(rig.showing(CardRowScreen).cards) == ("8♥", "8♠")
    eights = GatherSetDialog(cards=("8H/1", "8S/1"))
    assert rig.wait(3).show_card("8H").still_asks == eights
    assert rig.show_card("9H").still_asks == eights
    rig.press("OK", "UNDO").show_card("8C").press("OK")
    assert (rig.total, [str(card) for card in rig.state.pile]) == (16, ["8H", "8C"])


def test_joker_read_twice_does_not_count_as_both(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").press("MORE").show_card("JK1").wait(3).show_card("JK1")
    assert rig.still_asks == GatherSetDialog(cards=("JK/1#1",))
    rig.show_card("JK2").press("OK")
    shown = rig.showing(PlayScreen)
    assert worded((shown.total, shown.name, shown.owed, shown.card)) == (98, "Bo", 4, "Jokers")
    assert '"JK/1#1", "JK/1#2"' in rig.kept[-1].command


def test_card_on_the_pile_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(3).show_card("8H")
    assert rig.refusal == AlreadyPlayed("8H")


def test_two_decks_have_two_of_each(sit: Sit) -> None:
    rig = sit("ninety-nine", decks=2).show_card("8H", deck=1).show_card("8H", deck=2)
    assert rig.total == 16


def test_hand_is_shown_by_scanning(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("KH").press("BUST").show_cards("8H", "7S")
    assert rig.dialog == AskBustDialog(cards=("8H/1", "7S/1"))
    assert rig.wait(3).show_card("8H").still_asks == AskBustDialog(cards=("8H/1", "7S/1"))
    rig.show_card("6D")
    assert rig.phase == "hand-over"
    assert '"hand": ["8H/1", "7S/1", "6D/1"]' in rig.kept[-1].command


def test_scanned_hand_with_a_playable_card_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("KH").press("BUST").show_cards("8H", "4C", "7S")
    assert rig.refusal == CanPlay(("4C",), "Bo")
    rig.show_card("4C")
    assert (rig.total, rig.to_act) == (99, "Ann")


def test_rank_without_a_suit_in_a_shown_hand_asks_for_it(sit: Sit) -> None:
    rig = sit("one-hundred").show_card("10H").press("BUST").scan("Q", plain=True).press("OK")
    assert rig.dialog == AskBustDialog(cards=("QS",))


def test_shield_is_played_by_scanning(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").show_card("AS").choose("Bo").show_card("8H")
    assert rig.still_asks == ShieldDialog()
    rig.show_card("AH")
    assert rig.player("Bo").still_in
    assert rig.to_act == "Bo"


def test_three_cards_of_a_rank_can_be_shown_by_scanning(sit: Sit) -> None:
    rig = sit("ninety-nine-ishihara-shows", up_card="7H")
    rig.hold("MORE").choose("Show three").choose("Cy").show_cards("KH", "KS")
    asked = rig.asking(ShowThreeDialog)
    assert (asked.name, asked.cards) == ("Cy", ("KH/1", "KS/1"))
    shown = rig.showing(CardRowScreen)
    assert worded((shown.cards, shown.open)) == (("K♥", "K♠"), 1)
    rig.show_card("KC")
    assert rig.state.winner == 2


def read_once(rig: BoxDriver) -> bool:
    """Return whether the display says that a card was read, which is not a refusal."""
    return rig.notice.mark == ""


def test_repeated_scan_counts_once(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(1.9).show_card("8H")
    assert read_once(rig)
    assert read_once(rig.wait(1.9).show_card("8H")), "each reading begins the wait anew"
    assert len(rig.kept) == 2
    assert rig.wait(2.0).show_card("8H").refusal == AlreadyPlayed("8H")
    assert rig.buzzer.played == ["accepted", "refused"]


def test_another_card_ends_deduplication(sit: Sit) -> None:
    rig = sit("ninety-nine").show_cards("8H", "7H", "8H")
    assert rig.refusal == AlreadyPlayed("8H")


def test_deduplication_time_is_configurable(rigs: list[BoxDriver], sit: Sit) -> None:
    path = sit("ninety-nine").path.parent / "other"
    path.mkdir()
    game = New(variant="ninety-nine", players=("Ann", "Bo"))
    rigs.append(BoxDriver(path, game, Settings(Config(reader=ReaderSettings(read_once=10.0)))))
    assert read_once(rigs[-1].show_card("8H").wait(9).show_card("8H"))


def test_undo_ends_deduplication(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").press("UNDO", "OK").show_card("8H")
    assert (rig.total, rig.to_act) == (8, "Bo")


def test_key_acts_before_a_card_that_was_scanned_later_even_if_the_box_was_busy(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").press("UNDO")
    begun = rig.clock.now
    rig.box.handle(Edge("OK", down=True, at=begun))
    rig.clock.now += 1
    rig.box.handle(Scan(sticker("7H", 1), at=begun + 0.1))
    assert rig.total == 7


def test_refused_card_left_at_the_scanner_is_not_retried(sit: Sit) -> None:
    rig = sit("ninety-nine").show_cards("KH", "8H")
    assert rig.refusal == OverTarget(107, 99, was=99)
    rig.wait(0.5).show_card("8H").wait(0.5).show_card("8H")
    assert rig.refusal == OverTarget(107, 99, was=99)
    assert rig.buzzer.played == ["accepted", "refused"]


def unknown(rig: BoxDriver) -> object:
    """Return the unknown label that the journal notes with the next card."""
    rig.show_card("8H")
    assert rig.notes[-1].kind.startswith("unknown")
    return rig.notes[-1].facts["text"]


def test_foreign_label_is_refused_and_noted(sit: Sit) -> None:
    rig = sit("ninety-nine").scan("5012345678900")
    assert rig.still_asks is None
    assert rig.buzzer.played == ["refused"]
    assert unknown(rig) == "5012345678900"


def test_card_without_a_line_end_counts_if_its_check_character_is_right(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(Scan(sticker("8H"), rig.clock.now, ended=False))
    assert rig.total == 8


@pytest.mark.parametrize("text", ["QS", "Q", sticker("QS")[:3], sticker("QS") + sticker("8H")])
def test_text_without_line_end_and_check_character_is_ignored(sit: Sit, text: str) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(Scan(text, rig.clock.now, plain=True, ended=False))
    assert rig.total == 0
    assert rig.buzzer.played == ["refused"]
    facts = {"reader": "Reader", "what": "no line end", "count": 0, "text": text, "times": 1}
    assert rig.show_card("8H").notes[-1].facts == facts


def test_noise_on_the_line_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(Noise("odd bytes", 42))
    assert rig.still_asks is None
    assert rig.buzzer.played == ["refused"]


def test_command_cards_act_like_keys(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H")
    assert isinstance(command_card(rig, "BUST").picture, ConfirmScreen)
    assert rig.phase == "play"
    command_card(rig, "OK")
    assert rig.phase == "hand-over"
    assert isinstance(command_card(rig, "UNDO").picture, ConfirmScreen)
    command_card(rig, "OK")
    assert (rig.total, rig.to_act) == (8, "Bo")
    assert command_card(rig, "MORE").still_asks is None


def test_command_card_read_twice_counts_once(sit: Sit) -> None:
    rig = sit("ninety-nine").press("BUST")
    ok = write_label(CommandLabel("OK"))
    rig.scan(ok).scan(ok)
    assert rig.phase == "hand-over"


def test_deal_card_acts_as_ok_only_after_a_hand(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H")
    assert command_card(rig, "DEAL").still_asks is None
    rig.press("OK", "BUST")
    assert command_card(rig, "DEAL").still_asks == AskBustDialog()
    rig.press("OK", "OK")
    command_card(rig, "DEAL")
    assert (rig.phase, rig.state.hand) == ("play", 2)


def test_deal_does_not_answer_a_finished_game(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").press("BUST", "OK")
    assert command_card(rig, "DEAL").still_asks is None
    assert rig.phase == "game-over"


def test_card_after_the_hand_or_the_game_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", chips=2).press("BUST", "OK").show_card("8H")
    assert rig.refusal == HandOver("Ann")
    rig.press("OK", "OK").press("BUST", "OK", "OK").press("BUST", "OK")
    assert rig.phase == "game-over"
    assert rig.show_card("9H").refusal == GameOver()


def test_scans_are_timed_by_the_scanner(sit: Sit) -> None:
    """A line that waited in the queue keeps the time at which it was read."""
    rig = sit("ninety-nine").show_card("8H")
    read = rig.clock.now
    rig.wait(5)
    rig.box.handle(Scan(sticker("8H"), read + 0.4))
    assert read_once(rig)


def test_accepted_card_is_on_disk_before_it_is_shown(sit: Sit) -> None:
    rig = sit("ninety-nine")
    kept_when_shown: list[int] = []
    rig.screen.watching = lambda: kept_when_shown.append(rig.table.journal.sequence)
    rig.show_cards("8H", "7H")
    assert kept_when_shown == [2, 3]


def test_player_named_by_a_scanned_card_is_chosen_by_key(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").show_card("QS")
    assert isinstance(rig.picture, ListScreen)
    rig.choose("Cy")
    assert isinstance(rig.picture, PlayScreen)
    assert rig.to_act == "Cy"


def test_joker_is_refused_in_a_pack_without_one(sit: Sit) -> None:
    rig = sit("ninety-nine", sets=True).press("MORE").show_card("JK1")
    assert rig.still_asks == GatherSetDialog()


def test_rank_without_a_suit_in_a_set_asks_for_it(sit: Sit) -> None:
    rig = sit("one-hundred", sets=True).press("MORE").scan("Q", plain=True)
    assert rig.dialog == PickSuitDialog(GatherSetDialog(), "Q")
    rig.press("OK").show_card("QC").press("OK")
    assert rig.total == 20


def test_show_asks_for_suits_if_they_count(sit: Sit) -> None:
    rig = sit("ninety-nine-ishihara-shows", up_card="7H", cards={"KS": {"add": 0}})
    rig.hold("MORE").choose("Show three").choose("Ann").press("OK")
    assert isinstance(rig.asking(PickSuitDialog).asker, ShowThreeDialog)
    assert worded([option.makes for option in rig.showing(ChoiceScreen).options]) == [
        "+0",
        "=99",
        "=99",
        "=99",
    ]
    rig.press("UNDO").scan("K", plain=True).press("OK").wait(3).show_card("KS")
    asked = rig.still_asks
    assert isinstance(asked, ShowThreeDialog)
    assert (asked.name, asked.cards) == ("Ann", ("KS",))
    rig.show_cards("KH", "KD")
    assert rig.state.winner == 0


def test_show_can_be_undone(sit: Sit) -> None:
    rig = sit("ninety-nine-ishihara-shows", up_card="7H").hold("MORE").choose("Show").choose("Cy")
    rig.show_cards("KH", "KS", "KC").press("UNDO")
    assert rig.dialog == TakeBackDialog(1)
    rig.press("OK")
    assert (rig.phase, rig.to_act) == ("play", "Ann")


def test_card_is_refused_during_leave_and_reopen_questions(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo")
    rig.hold("MORE").choose("Player leaves").choose("Ann").show_card("8H")
    assert isinstance(rig.still_asks, LeaveDialog)
    rig.press("UNDO", "UNDO", "UNDO", "UNDO").press("BUST", "OK").press("OK").choose("Start").press(
        "UNDO"
    )
    assert rig.show_card("7H").still_asks == REOPEN_QUESTION


def test_shown_hand_can_mix_keys_and_scanned_cards(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("KH").press("BUST", "MORE").show_card("8H")
    assert rig.dialog == AskBustDialog(cards=("8H/1",))
    rig.press("MORE", "UNDO", "UNDO", "UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_impossible_shown_card_is_refused_at_once(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("KH").press("BUST").wait(3).show_card("KH")
    assert rig.refusal == AlreadyPlayed("KH")
    assert rig.press("OK").dialog == AskBustDialog()


def test_leaving_a_question_ends_deduplication(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").show_card("AS").press("UNDO").show_card("AS")
    assert rig.dialog == ACE


def test_repeated_scan_keeps_its_question_open(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").show_card("AS").wait(0.5).show_card("AS")
    assert read_once(rig)
    assert rig.press("OK").dialog == ACE
