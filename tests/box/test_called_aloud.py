"""A game is called aloud: what ALSA gets from the box is compared with the clips."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.box.language_choice import LanguageChoice
from companion.box.requests import read_table_command
from companion.core.commands import New, Play
from companion.devices.voice import PART, RETRY, VOICES, read_clip, rendered
from companion.dialogs.context import UseVoice
from companion.inputs import PartBack, PartLost
from companion.languages import CATALOGUES, language_codes, load_language
from companion.message import Words, using
from companion.referee import Referee
from companion.words.calling import clips, phrases
from tests.devices.test_voice import Speaker
from tests.drivers.box import BoxDriver
from tests.games.streams import Stream
from tests.table.tables import VARIANTS

GAME = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))


def parts_of(words: Words, code: str) -> list[bytes]:
    """Return the sound of each clip and name of a sentence in a language."""
    with using(load_language(code)):
        said = clips(words)
    return [
        read_clip(VOICES / code / f"{part}.wav")
        if isinstance(part, str)
        else rendered(code, part.name) or b""
        for part in said
    ]


def finish(speaker: Speaker) -> None:
    while speaker.voice.step() == 0.0:
        pass


@pytest.mark.parametrize("code", language_codes())
def test_every_language_has_a_clip_for_each_phrase(code: str) -> None:
    with using(load_language(code)):
        needed = {clip for words in phrases() for clip in clips(words) if isinstance(clip, str)}
    assert needed <= {file.stem for file in (VOICES / code).glob("*.wav")}


@pytest.mark.slow("renders the names of many players")
@pytest.mark.parametrize(
    "code",
    [
        "de",
        *(pytest.param(code, marks=pytest.mark.full) for code in language_codes() if code != "de"),
    ],
)
def test_random_game_is_called_clip_by_clip(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = Speaker(tmp_path, monkeypatch)
    speaker.settle()
    language = LanguageChoice(code, catalogues=CATALOGUES)
    rig = BoxDriver(tmp_path / "box", GAME, speaker=speaker.voice, language=language)
    rig.rule(UseVoice("caller"))
    referee, stream = Referee(VARIANTS), Stream(54, comings=0.05)
    reply: dict[str, Any] | None = None
    called: list[bytes] = []
    while len(called) < 100:
        line = stream.next(reply)
        reply = json.loads(referee.answer(line))
        sent = json.loads(line)
        if not reply["ok"] or sent["cmd"] in ("state", "variants"):
            continue
        number = rig.box.shown.called.number
        rig.rule(read_table_command(sent))
        finish(speaker)
        if rig.box.shown.called.number != number:
            called += parts_of(rig.box.shown.called.utterance.words, code)
    heard = speaker.heard()
    place = 0
    for part in called:
        found = heard.find(part.strip(b"\0"), place)
        assert found >= place
        assert not heard[place:found].strip(b"\0"), "a sound between two clips"
        place = found + len(part.strip(b"\0"))
    assert place == len(heard)
    rig.table.journal.close()


def test_pulled_speaker_is_shown_and_the_game_goes_on_until_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaker = Speaker(tmp_path, monkeypatch)
    speaker.settle()
    rig = BoxDriver(tmp_path / "box", GAME, speaker=speaker.voice)
    rig.rule(UseVoice("caller"))
    speaker.unplug()
    rig.rule(Play(card="8H"))
    finish(speaker)
    (lost,) = speaker.reports
    assert isinstance(lost, PartLost)
    rig.box.handle(lost)
    assert rig.snapshot.scene.missing == (PART,)
    rig.rule(Play(card="7H"))
    speaker.voice.step()
    speaker.plug_in()
    for _ in range(3):
        speaker.clock.now += RETRY
        speaker.voice.step()
    assert speaker.reports[1:] == [PartBack(PART)]
    rig.box.handle(PartBack(PART))
    assert not rig.snapshot.scene.missing
    rig.rule(Play(card="6H"))
    finish(speaker)
    assert speaker.heard().startswith(read_clip(VOICES / "en" / "21.wav").strip(b"\0"))
    rig.table.journal.close()
