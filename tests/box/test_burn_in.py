"""Tests of what the box does without input: notices and lights time out, the display rests, parts
fail.
"""

from itertools import pairwise

import pytest

from companion.box.notifier import DARK_BETWEEN, VERDICT
from companion.core.refusals import OverTarget
from companion.dialogs.set_up import ChooseGameDialog
from companion.inputs import PartBack, PartLost
from companion.outputs import Lights, Sound
from companion.screens.model import (
    ConfirmScreen,
    DarkScreen,
    NoticeScreen,
    PartFailedScreen,
    PlayScreen,
    RestingScreen,
)
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver


def refused(sit: Sit) -> BoxDriver:
    rig = sit("ninety-nine").show_cards("KH", "8S")
    assert rig.refusal == OverTarget(107, 99, was=99)
    return rig


def test_notice_disappears_after_four_seconds(sit: Sit) -> None:
    rig = refused(sit).wait(3.9)
    assert isinstance(rig.picture, NoticeScreen)
    assert isinstance(rig.wait(0.1).picture, PlayScreen)


@pytest.mark.parametrize("key", ["OK", "UNDO"])
def test_ok_and_undo_only_dismiss_a_notice(sit: Sit, key: str) -> None:
    rig = refused(sit).press(key)  # type: ignore[arg-type]  # one of the key names
    assert isinstance(rig.picture, PlayScreen)


def test_other_keys_dismiss_a_notice_and_act(sit: Sit) -> None:
    assert isinstance(refused(sit).press("BUST").picture, ConfirmScreen)


def test_next_card_dismisses_a_notice(sit: Sit) -> None:
    rig = refused(sit).show_card("4S")
    assert (rig.total, rig.to_act) == (99, "Ann")
    assert isinstance(rig.picture, PlayScreen)


def test_verdict_lights_go_out_after_their_time(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H")
    assert (rig.ring.shown[-1].accepted, rig.ring.shown[-1].refused) == (True, False)
    rig.wait(0.6)
    assert not rig.ring.shown[-1].accepted
    rig.wait(3).show_card("8H")
    assert (rig.ring.shown[-1].accepted, rig.ring.shown[-1].refused) == (False, True)
    rig.wait(0.6)
    assert not rig.ring.shown[-1].refused


def times_lit(rig: BoxDriver) -> int:
    """Return how often the green light was turned on."""
    shown = [False, *(lights.accepted for lights in rig.ring.shown)]
    return sum(not before and after for before, after in pairwise(shown))


@pytest.mark.parametrize("pause", [0.2, 0.5, 0.6, 0.7])
def test_each_accepted_card_restarts_the_green_light(sit: Sit, pause: float) -> None:
    rig = sit("ninety-nine")
    for card in ("8H", "7C", "6D"):
        rig.show_card(card).wait(pause)
    assert times_lit(rig.wait(1)) == 3


def test_late_box_still_lights_the_second_card(sit: Sit) -> None:
    rig = sit("ninety-nine").show_cards("8H", "7C")
    rig.clock.now += 0.2  # the light is due again after 0.1 s
    assert times_lit(rig.wait(0.1)) == 2


def test_card_after_a_verdicts_time_lights_it_again(sit: Sit) -> None:
    """The box may be busy when the light's time is over."""
    rig = sit("ninety-nine").show_card("8H")
    rig.clock.now += VERDICT
    assert times_lit(rig.show_card("7C").wait(1)) == 2


def test_slowly_written_card_still_lights(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = sit("ninety-nine")

    def written_slowly(_sound: Sound) -> None:
        rig.clock.now += VERDICT

    monkeypatch.setattr(rig.buzzer, "play", written_slowly)
    rig.show_card("8H")
    assert times_lit(rig) == 1
    assert not rig.wait(VERDICT).ring.shown[-1].accepted


def test_light_goes_out_between_slowly_written_cards(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = sit("ninety-nine").show_card("8H")
    play = rig.buzzer.play

    def written_slowly(sound: Sound) -> None:
        rig.clock.now += 2 * DARK_BETWEEN
        play(sound)

    monkeypatch.setattr(rig.buzzer, "play", written_slowly)
    rig.show_card("7C").wait(1)
    assert times_lit(rig) == 2


def test_seat_and_direction_lights_follow_the_turn(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", "Cy", "Di")
    assert rig.ring.shown[-1].seats == ("dark", "in", "dark", "in", "dark", "in", "dark", "act")
    assert (rig.ring.shown[-1].clockwise, rig.ring.shown[-1].counterclockwise) == (True, False)
    rig.show_card("4H")
    assert rig.ring.shown[-1].seats == ("dark", "in", "dark", "in", "dark", "act", "dark", "in")
    assert (rig.ring.shown[-1].clockwise, rig.ring.shown[-1].counterclockwise) == (False, True)


def test_display_dims_then_rests_then_goes_dark(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H")
    assert rig.wait(119).frame.contrast == 1.0
    assert rig.wait(1).frame.contrast == 0.25
    assert isinstance(rig.picture, PlayScreen)
    shown = rig.wait(480).picture
    assert isinstance(shown, RestingScreen)
    assert (shown.total, shown.name, shown.place) == (8, "Bo", 0)
    moved = rig.wait(60).picture
    assert isinstance(moved, RestingScreen)
    assert moved.place == 1
    assert isinstance(rig.wait(3600 - 660).picture, DarkScreen)
    assert set(rig.ring.shown[-1].seats) == {"dark"}
    assert rig.box.deadline() is None


def test_resting_lights_show_only_the_turn_dimly(sit: Sit) -> None:
    rig = sit("ninety-nine", "Ann", "Bo", "Cy", "Di").wait(599)
    playing = rig.ring.shown[-1]
    assert playing.seats.count("act") == 1
    rig.wait(1)
    assert isinstance(rig.picture, RestingScreen)
    assert rig.ring.shown[-1] == Lights(seats=("dark",) * 7 + ("in",))
    rig.press("LEFT")
    assert rig.ring.shown[-1] == playing


def test_waking_key_does_nothing_else(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(4000).press("BUST")
    assert isinstance(rig.picture, PlayScreen)
    assert isinstance(rig.press("BUST").picture, ConfirmScreen)


def test_card_wakes_the_display_and_is_played(sit: Sit) -> None:
    rig = sit("ninety-nine").wait(700).show_card("8H")
    assert rig.total == 8
    assert isinstance(rig.picture, PlayScreen)
    assert rig.frame.contrast == 1.0


def test_dimmed_display_needs_no_waking(sit: Sit) -> None:
    assert isinstance(sit("ninety-nine").wait(200).press("BUST").picture, ConfirmScreen)


def test_display_rests_without_a_game(rig: BoxDriver) -> None:
    shown = rig.wait(600).picture
    assert isinstance(shown, RestingScreen)
    assert (shown.total, shown.text) == (None, "98 99 100")
    assert rig.press("OK").asking(ChooseGameDialog)


def test_picture_shifts_only_with_a_change_or_dimmed(sit: Sit) -> None:
    rig = sit("ninety-nine").wait(100).press("LEFT").wait(100)
    rig.box.tick()
    assert rig.frame.step == 0, "three minutes have gone, but nothing has changed"
    rig.press("LEFT")
    assert rig.frame.step == 1
    rig.wait(170)
    assert rig.frame.step == 1
    rig.wait(20)
    assert rig.frame.step == 2, "dimmed, it may move alone"


def test_lost_and_returned_scanner_is_announced(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(PartLost("Reader", "no such device"))
    assert rig.showing(PartFailedScreen).icon == "plug"
    rig.wait(4)
    assert isinstance(rig.picture, PlayScreen)
    assert rig.picture.missing
    rig.play("8")
    assert rig.total == 8
    rig.box.handle(PartBack("Reader"))
    assert rig.notice.mark == ""
    rig.wait(4)
    assert isinstance(rig.picture, PlayScreen)
    assert not rig.picture.missing
    assert [note.kind for note in rig.notes] == ["part lost", "part back"]


def test_triangle_stays_until_every_part_is_back(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(PartLost("Reader", "gone"))
    rig.box.handle(PartLost("Lights", "gone"))
    rig.box.handle(PartLost("Lights", "still gone"))
    assert rig.showing(PartFailedScreen).icon == "warning"
    assert rig.snapshot.scene.missing == ("Reader", "Lights")
    rig.box.handle(PartBack("Lights"))
    rig.wait(4)
    assert isinstance(rig.picture, PlayScreen)
    assert rig.picture.missing
    assert len(rig.notes) == 3


def test_part_that_was_never_lost_is_not_announced(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(PartBack("Reader"))
    assert isinstance(rig.picture, PlayScreen)


def test_bouncing_contact_counts_once(sit: Sit) -> None:
    rig = sit("ninety-nine")
    for _ in range(3):
        rig.hold("RIGHT", 0.002).wait(0.002)
    rig.press("RIGHT", "OK")
    assert rig.total == 7
