"""Cards passed over the reader: plays, answers, refusals, and a card that is read twice."""

import pytest

from companion.box.state import Settings
from companion.inputs import Noise, Scan
from companion.labels.codec import CommandLabel, CommandName, write_label
from companion.rules.commands import New
from companion.screens.model import (
    CardRowScreen,
    ChoiceScreen,
    ConfirmScreen,
    DialScreen,
    ListScreen,
    NoticeScreen,
    PlayScreen,
)
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver, sticker


def command_card(rig: BoxDriver, name: CommandName) -> BoxDriver:
    return rig.wait(2.1).scan(write_label(CommandLabel(name)))


def test_a_card_is_a_play(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H")
    assert (rig.total, rig.to_act) == (8, "Bo")
    assert rig.says == "8. Bo to play, clockwise. 8 of hearts by Ann + 8."


def test_a_choice_by_button_after_the_card(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").show_card("AS")
    assert isinstance(rig.picture, ChoiceScreen)
    assert rig.says == "ace of spades counts as? Ann. 11 makes 11. OK play 11, UNDO no."
    rig.press("OK")
    assert (rig.total, str(rig.state.pile[-1])) == (11, "AS")


def test_another_card_before_the_answer_is_refused_with_the_question(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").show_card("AS").show_card("8H")
    assert rig.says == "Not played. First: ace of spades 1 or 11?"
    rig.press("OK", "OK")
    assert rig.total == 11
    rig.show_card("8H")
    assert rig.total == 19, "refused a moment ago, it has not been played: it counts now"


@pytest.mark.parametrize(
    ("variant", "card", "first"),
    [
        ("one-hundred", "AC", "First: A♣ 0 to 100?"),
        ("ninety-eight-umass", "AS", "First: Bo or Cy?"),
        ("ninety-nine", "10H", "First: 10♥ +10 or -10?"),
    ],
)
def test_refused_card_repeats_the_open_question(sit: Sit, variant: str, card: str, first: str) -> None:
    rig = sit(variant).show_card(card).show_card("8H")
    assert rig.notice.sentence == first
    assert len(rig.kept) == 1


def test_a_rank_alone_asks_for_its_suit(sit: Sit) -> None:
    rig = sit("one-hundred").scan("Q", plain=True).show_card("8H")
    assert rig.notice.sentence == "First: which Q?"
    rig.press("OK", "RIGHT", "OK")
    assert str(rig.state.pile[-1]) == "QH"


def test_a_called_total_is_a_question_too(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").press("OK").show_card("7H")
    assert rig.notice.sentence == "First: which total was called?"
    assert isinstance(rig.press("OK").picture, DialScreen)


def test_while_a_rank_is_picked_a_card_is_played(sit: Sit) -> None:
    rig = sit("ninety-nine").press("RIGHT").show_card("8H")
    assert rig.total == 8


def test_a_set_by_cards(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").press("MORE").show_cards("8H", "8S")
    shown = rig.picture
    assert isinstance(shown, CardRowScreen)
    assert (shown.title, shown.cards) == ("Set of 8s", ("8♥", "8♠"))
    rig.wait(3).show_card("8H")
    assert rig.says == "No set. 8 of hearts is here already."
    rig.show_card("9H")
    assert rig.says == "No set. 8 and 9 are no set."
    rig.press("OK", "UNDO").show_card("8C").press("OK")
    assert (rig.total, [str(card) for card in rig.state.pile]) == (16, ["8H", "8C"])


def test_one_joker_read_twice_is_not_both(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").press("MORE").show_card("JK1").wait(3).show_card("JK1")
    assert rig.says == "No set. Joker is here already."
    rig.show_card("JK2").press("OK")
    assert rig.says == "98. Bo to play, plays 4, clockwise. Jokers by Ann + 98."
    assert '"JK/1#1", "JK/1#2"' in rig.kept[-1].command


def test_a_card_that_lies_on_the_pile_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(3).show_card("8H")
    assert rig.says == "Not played. 8 of hearts lies on the pile already."


def test_a_card_of_another_deck_is_refused(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H", deck=2)
    assert rig.says == "Not played. 8 of hearts is of deck 2; this game has one deck."
    rig.show_card("JK1")
    assert rig.says == "Not played. Joker is not in this deck."


def test_two_decks_have_two_of_each(sit: Sit) -> None:
    rig = sit("ninety-nine", decks=2).show_card("8H", deck=1).show_card("8H", deck=2)
    assert rig.total == 16


def test_a_shown_hand_by_cards(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("KH").press("BUST").show_cards("8H", "7S")
    assert rig.says == "Bo shows. 99. 8 of hearts, 7 of spades. OK bust, UNDO less."
    rig.wait(3).show_card("8H")
    assert rig.says == "No bust. 8 of hearts is here already."
    rig.show_card("6D")
    assert rig.phase == "hand-over"
    assert '"hand": ["8H/1", "7S/1", "6D/1"]' in rig.kept[-1].command


def test_a_shown_hand_by_cards_with_one_that_can_be_played(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("KH").press("BUST").show_cards("8H", "4C", "7S")
    assert rig.says == "No bust. Bo can play 4 of clubs."
    rig.show_card("4C")
    assert (rig.total, rig.to_act) == (99, "Ann")


def test_a_rank_alone_in_a_shown_hand_asks_for_its_suit(sit: Sit) -> None:
    rig = sit("one-hundred").show_card("10H").press("BUST").scan("Q", plain=True).press("OK")
    assert rig.says == "Bo shows. 100. queen of spades. OK bust, UNDO less."


def test_the_shield_by_card(sit: Sit) -> None:
    rig = sit("ninety-eight-umass").show_card("AS").choose("Bo").show_card("8H")
    assert rig.notice.sentence == "First: has Bo A♥?"
    rig.show_card("AH")
    assert rig.player("Bo").still_in
    assert rig.to_act == "Bo"


def test_three_cards_shown_by_scan(sit: Sit) -> None:
    rig = sit("ninety-nine-ishihara-shows", up_card="7H")
    rig.hold("MORE").choose("Show three").choose("Cy").show_cards("KH", "KS")
    assert rig.says == "Cy shows. 2 of 3. king of hearts, king of spades. MORE add, UNDO less."
    rig.show_card("KC")
    assert rig.state.winner == 2


def test_repeated_scan_counts_once(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(1.9).show_card("8H")
    assert rig.says == "Read once. 8 of hearts has been read."
    rig.wait(1.9).show_card("8H")
    assert rig.notice.headline == "Read once", "each reading begins the wait anew"
    assert len(rig.kept) == 2
    rig.wait(2.0).show_card("8H")
    assert rig.notice.headline == "Not played"
    assert rig.buzzer.played == ["accepted", "refused"]


def test_another_card_ends_deduplication(sit: Sit) -> None:
    rig = sit("ninety-nine").show_cards("8H", "7H", "8H")
    assert rig.notice.headline == "Not played"


def test_deduplication_time_is_configurable(rigs: list[BoxDriver], sit: Sit) -> None:
    path = sit("ninety-nine").path.parent / "other"
    path.mkdir()
    game = New(variant="ninety-nine", players=("Ann", "Bo"))
    rigs.append(BoxDriver(path, game, Settings(read_once=10.0)))
    assert rigs[-1].show_card("8H").wait(9).show_card("8H").notice.headline == "Read once"


def test_undo_ends_deduplication(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").press("UNDO", "OK").show_card("8H")
    assert (rig.total, rig.to_act) == (8, "Bo")


def test_refused_card_left_before_the_reader_is_not_retried(sit: Sit) -> None:
    rig = sit("ninety-nine").show_cards("KH", "8H")
    assert rig.says == "Not played. 99 + 8 = 107 is over 99."
    rig.wait(0.5).show_card("8H").wait(0.5).show_card("8H")
    assert rig.says == "Not played. 99 + 8 = 107 is over 99."
    assert rig.buzzer.played == ["accepted", "refused"]


def test_a_label_of_something_else(sit: Sit) -> None:
    rig = sit("ninety-nine").scan("5012345678900")
    assert rig.says == 'Not read. "5012345678900" is not one of this deck\'s labels.'
    assert rig.notes[-1].kind == "unknown label"
    assert rig.buzzer.played == ["refused"]


def test_a_misread_label(sit: Sit) -> None:
    good = sticker("8H")
    bad = good[:-1] + ("0" if good[-1] != "0" else "1")
    assert sit("ninety-nine").scan(bad).says == f'Not read. misread: "{bad}" has a wrong check character.'


def test_truncated_label_is_not_read_as_another_card(sit: Sit) -> None:
    """`1AC2` without its first three characters is a rank."""
    rig = sit("ninety-nine").scan(sticker("AC")[3:])
    assert rig.says == 'Not read. misread: "2" is only part of a label.'
    assert (rig.total, rig.notes[-1].kind) == (0, "unknown label")
    assert rig.scan("2", plain=True).total == 2


def test_noise_on_the_line(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(Noise("odd bytes", 42))
    assert rig.says == "Not read. Reader: 42 odd bytes."
    assert rig.notes[-1].kind == "noise"
    assert rig.notes[-1].facts == {"reader": "Reader", "what": "odd bytes", "count": 42, "text": ""}


def test_command_cards_are_the_keys(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H")
    assert isinstance(command_card(rig, "BUST").picture, ConfirmScreen)
    assert rig.phase == "play"
    command_card(rig, "OK")
    assert rig.phase == "hand-over"
    assert isinstance(command_card(rig, "UNDO").picture, ConfirmScreen)
    command_card(rig, "OK")
    assert (rig.total, rig.to_act) == (8, "Bo")
    command_card(rig, "MORE")
    assert rig.notice.headline == "No set"


def test_a_command_card_read_twice_counts_once(sit: Sit) -> None:
    rig = sit("ninety-nine").press("BUST")
    ok = write_label(CommandLabel("OK"))
    rig.scan(ok).scan(ok)
    assert rig.phase == "hand-over"


def test_deal_card_acts_as_ok_only_after_a_hand(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H")
    assert command_card(rig, "DEAL").notice.sentence == "There is nothing to deal now"
    rig.press("OK", "BUST")
    assert command_card(rig, "DEAL").notice.sentence == "There is nothing to deal now"
    rig.press("OK", "OK")
    command_card(rig, "DEAL")
    assert (rig.phase, rig.state.hand) == ("play", 2)


def test_deal_does_not_answer_a_finished_game(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").press("BUST", "OK")
    assert command_card(rig, "DEAL").notice.headline == "Not dealt"


def test_a_card_after_the_hand_or_the_game(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", chips=2).press("BUST", "OK").show_card("8H")
    assert rig.notice.sentence == "The hand is over. Ann deals"
    rig.press("OK", "OK").press("BUST", "OK", "OK").press("BUST", "OK")
    assert rig.phase == "game-over"
    rig.show_card("9H")
    assert rig.notice.sentence == "The game is over"


def test_scans_are_timed_by_the_reader(sit: Sit) -> None:
    """A line that waited in the queue was still read when it was read."""
    rig = sit("ninety-nine").show_card("8H")
    read = rig.clock.now
    rig.wait(5)
    rig.box.handle(Scan(sticker("8H"), read + 0.4))
    assert isinstance(rig.picture, NoticeScreen)
    assert rig.notice.headline == "Read once"


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


def test_a_joker_where_there_is_none(sit: Sit) -> None:
    rig = sit("ninety-nine", sets=True).press("MORE").show_card("JK1")
    assert rig.notice.sentence == "There is no joker in this deck"


def test_a_rank_alone_in_a_set_asks_for_its_suit(sit: Sit) -> None:
    rig = sit("one-hundred", sets=True).press("MORE").scan("Q", plain=True)
    assert rig.says == "Q of which suit? set. spades +10. OK add, UNDO back."
    rig.press("OK").show_card("QC").press("OK")
    assert rig.total == 20


def test_a_show_whose_suits_count(sit: Sit) -> None:
    rig = sit("ninety-nine-ishihara-shows", up_card="7H", cards={"KS": {"add": 0}})
    rig.hold("MORE").choose("Show three").choose("Ann").press("OK")
    assert rig.says == "K of which suit? shown. spades +0. OK show, UNDO back."
    rig.press("UNDO").scan("K", plain=True).press("OK").wait(3).show_card("KS")
    assert rig.notice.sentence == "K♠ is here already"
    rig.show_cards("KH", "KD")
    assert rig.state.winner == 0


def test_a_show_taken_back(sit: Sit) -> None:
    rig = sit("ninety-nine-ishihara-shows", up_card="7H").hold("MORE").choose("Show").choose("Cy")
    rig.show_cards("KH", "KS", "KC").press("UNDO")
    assert rig.says == "Take back? 3 shown by Cy. Ann to play. OK yes, UNDO no."


def test_card_is_refused_during_leave_and_reopen_questions(sit: Sit) -> None:
    rig = sit("ninety-nine-boyer", "Ann", "Bo").hold("MORE").choose("A player").choose("Ann").show_card("8H")
    assert rig.notice.sentence == "First: does Ann leave?"
    rig.press("OK", "OK").press("OK").choose("Start").press("UNDO").show_card("7H")
    assert rig.notice.sentence == "First: open the game before again?"


def test_a_rank_of_a_shown_hand_by_key_then_a_card(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("KH").press("BUST", "MORE").show_card("8H")
    assert rig.says.startswith("Bo shows. 99. 8 of hearts.")
    rig.press("MORE", "UNDO", "UNDO", "UNDO")
    assert isinstance(rig.picture, PlayScreen)


def test_impossible_shown_card_is_refused_at_once(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("KH").press("BUST").wait(3).show_card("KH")
    assert rig.says == "No bust. king of hearts lies on the pile already."
    rig.press("OK")
    assert isinstance(rig.picture, ConfirmScreen)


def test_leaving_a_question_ends_deduplication(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").show_card("AS").press("UNDO").show_card("AS")
    assert isinstance(rig.picture, ChoiceScreen)


def test_repeated_scan_keeps_its_question_open(sit: Sit) -> None:
    rig = sit("arizona-ninety-eight").show_card("AS").wait(0.5).show_card("AS")
    assert rig.notice.headline == "Read once"
    assert isinstance(rig.press("OK").picture, ChoiceScreen)
