"""When the box's voice calls: after the player, as the caller, or only in trouble."""

from pathlib import Path

from companion.box.language_choice import LanguageChoice
from companion.box.state import Settings
from companion.core.commands import Claim, New, Play, Undo
from companion.dialogs.context import UseVoice
from companion.languages import CATALOGUES
from companion.words.calling import VoiceMode
from tests.box.conftest import Sit
from tests.drivers.box import BoxDriver


def calling(sit: Sit, mode: VoiceMode, variant: str = "ninety-nine") -> BoxDriver:
    rig = sit(variant)
    rig.rule(UseVoice(mode))
    return rig


def test_voice_waits_two_seconds_for_the_player(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(1.9)
    assert rig.voice.said == []
    assert rig.wait(0.2).voice.said == [("8", "Bo", "to-play")]
    assert rig.wait(60).voice.said == [("8", "Bo", "to-play")]


def test_voice_is_silent_when_the_player_called_right(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(1)
    rig.rule(Claim(total=8))
    assert rig.wait(60).voice.said == []
    assert rig.show_card("7H").wait(3).voice.said == [("15", "Cy", "to-play")]


def test_wrong_call_is_corrected_at_once_with_the_turn(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(1)
    rig.rule(Claim(total=9))
    assert rig.voice.said == [("8", "Ann", "called", "9", "Bo", "to-play")]
    assert len(rig.wait(60).voice.said) == 1


def test_caller_calls_at_once(sit: Sit) -> None:
    rig = calling(sit, "caller").show_card("8H")
    assert rig.voice.said == [("8", "Bo", "to-play")]
    rig.rule(Claim(total=8))
    assert len(rig.wait(60).voice.said) == 1


def test_only_trouble_is_called_in_that_mode(sit: Sit) -> None:
    rig = calling(sit, "trouble", "arizona-ninety-eight").show_card("8H").wait(5)
    assert rig.voice.said == []
    rig.rule(Claim(total=9))
    assert rig.voice.said == [("8", "Ann", "called", "9")]
    rig.show_card("JK1")
    assert rig.voice.said[1:] == [("Cy", "owes", "2", "plays")]


def test_newer_change_replaces_what_has_not_been_called(sit: Sit) -> None:
    rig = sit("ninety-nine").show_card("8H").wait(1).show_card("7H").wait(1.5)
    assert rig.voice.said == []
    assert rig.wait(1).voice.said == [("15", "Cy", "to-play")]


def test_undo_calls_only_the_total(sit: Sit) -> None:
    rig = calling(sit, "caller").show_card("8H").show_card("9H")
    rig.rule(Undo())
    assert rig.voice.said[2:] == [("8",)]


def test_restart_calls_nothing_again(tmp_path: Path) -> None:
    game = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))
    first = BoxDriver(tmp_path, game).show_card("8H")
    first.table.journal.close()
    again = BoxDriver(tmp_path).wait(60)
    assert again.voice.said == []
    again.table.journal.close()


def test_sound_off_silences_the_voice(sit: Sit) -> None:
    rig = calling(sit, "caller").hold("MORE").choose("Sound").press("UNDO")
    assert rig.show_card("8H").voice.said == []


def test_mode_is_changed_in_the_menu(sit: Sit) -> None:
    rig = sit("ninety-nine").hold("MORE")
    for mode in ("caller", "trouble", "after"):
        rig.choose("Voice")
        assert rig.told[-1].scene.voice == mode


def test_names_are_prepared_when_players_sit_down(tmp_path: Path) -> None:
    settings = Settings()
    language = LanguageChoice("de", "JQK", tmp_path / "choice", CATALOGUES)
    game = New(variant="ninety-nine", players=("Ann", "Bo"))
    rig = BoxDriver(tmp_path, game, settings, language=language).show_card("8H").wait(3)
    assert rig.voice.seated == [("de", {"Ann": ("platz", "1"), "Bo": ("platz", "2")})]
    assert rig.voice.said == [("8", "Bo", "ist-dran")]
    rig.table.journal.close()


def test_phones_get_every_utterance_with_its_number(sit: Sit) -> None:
    rig = calling(sit, "caller")
    for card in ("8H", "9H"):
        rig.rule(Play(card=card))
    assert [shown.called.number for shown in rig.told[-2:]] == [1, 2]
