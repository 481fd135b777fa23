"""Learn to add: no display shows a total before its player has called it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from msgspec import UNSET

from companion.box.state import Settings
from companion.core.commands import Claim, Join, New, Play, Repair, Set, Undo
from companion.core.disagreement import Explanation, Observed
from companion.core.search import explain
from companion.dialogs.by_hand import ConfirmDialog
from companion.dialogs.context import Dialog, Reject, Scene, Submit, UseLearning, UseVoice
from companion.dialogs.disagreement import ExplainDialog
from companion.dialogs.idle import idle_dialog
from companion.dialogs.menu import MenuDialog
from companion.games.adding.setting import SetNumberDialog
from companion.inputs import Key, KeyName
from companion.message import Words, render
from companion.phone.orders import preview, reply
from companion.phone.repairs import by_hand, explained
from companion.phone.view import History, parts, what_happened_meanwhile
from companion.screens.model import DialScreen, MiscountScreen, PlayScreen
from companion.screens.spoken import spoken
from companion.words.form import FOR_PAGES
from companion.words.hidden import revealed
from companion.words.refusals import words_of
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver


def learning(sit: Sit, variant: str = "ninety-nine") -> BoxDriver:
    rig = sit(variant).show_card("7H")
    rig.rule(UseLearning(on=True))
    return rig.wait(5)


def on_pages(rig: BoxDriver, history: History) -> str:
    """Return what phones and televisions get of the table and of its newest play."""
    told = rig.told[-1]
    table = FOR_PAGES.encode({**parts(told), "game": None}).decode()
    return table + history.rows(told)[-1].decode()


def at_a_phone(rig: BoxDriver, card: str) -> str:
    """Play a card from a phone, and return what its page gets."""
    order = Play(card=card)
    return FOR_PAGES.encode(
        reply(rig.rule(order), order, rig.told[-1], what_happened_meanwhile)
    ).decode()


def test_total_is_hidden_everywhere_until_it_is_called(sit: Sit) -> None:
    rig, history = learning(sit).show_card("6H").wait(5), History()
    assert str(rig.showing(PlayScreen).total) == "?"
    assert "13" not in rig.says
    hidden = on_pages(rig, history)
    assert '"total":"?"' in hidden
    assert not re.search(r"\b13\b", hidden)
    rig.rule(Claim(total=13))
    rig.wait(5)
    assert rig.showing(PlayScreen).total == 13
    assert '"total":13' in on_pages(rig, history)
    play, _call = history.rows(rig.told[-1])[-2:]
    assert b'"total":13' in play


def test_total_below_zero_is_hidden_with_its_sign(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.rule(UseLearning(on=True))
    rig.rule(Play(card="10H", value=-10))
    assert rig.wait(5).says.startswith("? ")


def test_row_that_phones_have_is_made_again_once_the_total_is_called(sit: Sit) -> None:
    rig, history = learning(sit).show_card("6H").wait(5), History()
    assert b'"total":"?"' in b"".join(history.rows(rig.told[-1]))
    rig.rule(Claim(total=13))
    rig.wait(5)
    assert b'"total":"?"' not in b"".join(history.rows(rig.told[-1]))


def test_wrong_call_shows_the_total_too(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(5)
    rig.rule(Claim(total=14))
    assert rig.showing(MiscountScreen).total == 13


def test_sums_of_a_choice_stay_hidden(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(5).turn_to("8")
    assert "OK makes ?" in rig.says


@pytest.mark.parametrize("play", [BoxDriver.show_card, at_a_phone])
def test_refusal_hides_the_sum(sit: Sit, play: Callable[[BoxDriver, str], object]) -> None:
    rig = sit("ninety-nine")
    rig.rule(UseLearning(on=True))
    rig.rule(Set(total=90, turn="Ann"))
    rig.show_card("7H").wait(5)
    answer, history = play(rig, "8H"), History()
    assert rig.notice.mark == "cross"
    assert not re.search(r"\b(97|105)\b", f"{rig.says} {answer} {on_pages(rig, history)}")
    rig.rule(Claim(total=97))
    refusal, _call = history.rows(rig.told[-1])[-2:]
    assert re.search(rb"\b97\b.*\b105\b", refusal)


def test_preview_on_a_phone_hides_the_sum_of_a_refusal(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.rule(UseLearning(on=True))
    rig.rule(Set(total=90, turn="Ann"))
    rig.show_card("7H")
    told = FOR_PAGES.encode(preview(rig.told[-1], Play(card="8H"))).decode()
    assert "?" in told
    assert not re.search(r"\b(97|105)\b", told)


def test_resting_display_hides_the_total(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(700)
    assert rig.says == "Resting. ? Cy."


def test_next_card_is_played_without_a_call(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").show_card("5H").wait(5)
    assert rig.total == 18
    rig.rule(Claim(total=18))
    assert rig.wait(5).says.startswith("18.")


@pytest.mark.parametrize("change", [Undo(), Join(player="Di", after="Ann")])
def test_total_is_hidden_only_right_after_a_play(sit: Sit, change: Undo | Join) -> None:
    rig = sit("ninety-nine")
    rig.rule(UseLearning(on=True))
    rig.show_card("6H")
    rig.rule(change)
    assert re.match(r"[06]\. ", rig.wait(5).says)


def test_play_that_ends_the_game_leaves_nothing_to_call(sit: Sit) -> None:
    rig = sit("ninety-eight-umass", ends="first out")
    rig.rule(UseLearning(on=True))
    rig.rule(Play(card="AH"))
    rig.rule(Play(card="AS", target="Ann"))
    assert rig.told[-1].scene.game()[1].phase == "game-over"
    assert not rig.told[-1].scene.hides_total


def test_voice_calls_no_number_that_is_hidden(sit: Sit) -> None:
    rig = learning(sit)
    rig.rule(UseVoice("caller"))
    rig.show_card("4H")
    assert rig.voice.said[-1] == ("back-on-you", "Ann", "to-play")


def test_trick_games_have_nothing_to_add(sit: Sit) -> None:
    rig = sit("arizona-spaghetti", "Ann", "Bo", "Cy", "Di")
    rig.rule(UseLearning(on=True))
    shown = rig.show_card("8H").wait(5).told[-1].scene
    assert not shown.hides_total


def test_menu_switches_it(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, New(variant="ninety-nine", players=("Ann", "Bo")))
    rig.hold("MORE").choose("Learn to add")
    assert rig.told[-1].scene.learns
    rig.choose("Learn to add").press("UNDO")
    rig.rule(Play(card="6H"))
    assert rig.wait(5).says.startswith("6.")
    rig.table.journal.close()


def test_dial_for_the_total_of_the_table_gives_nothing_away(sit: Sit) -> None:
    rig = learning(sit).show_card("6H").wait(5).hold("MORE").choose("That's not right")
    assert "?" in rig.says
    assert "13" not in rig.says


FROM_73 = re.compile(r"\b(7[3-9]|8\d|9[0-6])\b")
"""Matches the hidden total 73, and each total that another card makes of it."""


def at_73(tmp_path: Path, *plays: str) -> Scene:
    """Return a scene as its dialogs read it, after plays that make a hidden 73."""
    nothing_found = Settings(explain=lambda *_: [])
    game = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))
    rig = BoxDriver(tmp_path, game, nothing_found)
    rig.rule(UseLearning(on=True))
    rig.rule(Set(total=73 - sum(int(card[:-1]) for card in plays)))
    shown = rig.show_cards(*plays).told[-1].scene
    rig.table.journal.close()
    assert shown.state is not None
    return msgspec.structs.replace(shown, state=revealed(shown.state), moments=shown.recorded)


def words_of_picture(dialog: Dialog, scene: Scene) -> str:
    """Return what a dialog shows, without the number that the player dials in it."""
    picture = dialog.picture(scene.shown)
    if isinstance(picture, DialScreen):
        picture = msgspec.structs.replace(picture, value=0, keys=())
    return spoken(picture)


def after(dialog: Dialog, scene: Scene, turns: int) -> Iterator[tuple[Dialog | None, int, Words]]:
    """Yield each dialog after a key or a card, the turns of RIGHT so far, and any refusal."""
    keys: list[KeyName] = ["OK", "MORE", "UNDO", "BUST"]
    keys += ["RIGHT"] * (turns < 12)
    moves = [(dialog.key(scene, Key(key)), (turns + 1) * (key == "RIGHT")) for key in keys]
    for move, turned in (*moves, *((dialog.card(scene, card), 0) for card in ("8H", "KH", "10S"))):
        match move:
            case Reject(why, back):
                yield back, turned, words_of(why)
            case Submit(command, next=following):
                refused = None if isinstance(command, New | Repair) else scene.trial(command)
                yield following, turned, "" if refused is None else words_of(refused)
            case object(picture=_):
                yield cast("Dialog", move), turned, ""


def test_no_dialog_of_the_box_tells_a_hidden_total(tmp_path: Path) -> None:
    scene = at_73(tmp_path, "7H", "6H")
    todo: list[tuple[Dialog | None, int, Words]] = [
        (idle_dialog(scene), 0, ""),
        (MenuDialog(), 0, ""),
    ]
    seen: set[tuple[type, str]] = set()
    while todo:
        dialog, turns, refusal = todo.pop(0)
        assert not FROM_73.search(render(refusal))
        if dialog is None or "set_up" in type(dialog).__module__:
            continue
        shown = type(dialog), words_of_picture(dialog, scene)
        if shown in seen or shown[1].startswith("The box has"):  # The player has named the total.
            continue
        seen.add(shown)
        assert not FROM_73.search(shown[1]), shown
        todo += after(dialog, scene, turns)
    assert {SetNumberDialog, ConfirmDialog, ExplainDialog} <= {kind for kind, _words in seen}


@pytest.mark.parametrize(
    "steps",
    [
        UNSET,
        [],
        [Play(card="8H")],
        [Play(card="6H"), Play(card="8H")],
        [Play(card="10H", value=10)],
    ],
)
def test_plays_to_change_on_a_phone_hide_it(tmp_path: Path, steps: Any) -> None:
    scene = at_73(tmp_path, "7H", "6H")
    sent = steps if steps is UNSET else msgspec.to_builtins(steps)
    told = by_hand(scene.shown, 1, sent)
    assert not FROM_73.search(FOR_PAGES.encode(told).decode())


def found(scene: Scene, **observed: Any) -> str:
    """Return what a phone gets if the search finds a missed card."""

    def searched(seen: Observed) -> tuple[Explanation, ...]:
        rules, _state = scene.game()
        return tuple(explain(scene.family(rules), rules, scene.moments, seen))

    scene = msgspec.structs.replace(scene, explain=searched)
    fields = {"total": UNSET, "turn": UNSET, "chips": {}, "trick": UNSET, **observed}
    return FOR_PAGES.encode(explained(scene.shown, **fields)).decode()


def test_reasons_for_another_turn_hide_it(tmp_path: Path) -> None:
    told = found(at_73(tmp_path, "7H", "6H"), turn="Bo")
    assert '"cards":[{' in told
    assert not FROM_73.search(told)


def test_reasons_for_a_total_that_players_name_tell_it(tmp_path: Path) -> None:
    scene = at_73(tmp_path, "7H", "6H")
    assert '"total":82' in found(scene, total=82)
    assert '"agrees":true' in found(scene, total=73)
