"""Examines the speaker, and the clips of the table's own voice."""

import shutil
from collections.abc import Iterator
from typing import Final

from companion.devices.clips import ClipError, read_clip
from companion.devices.voice import PART, SOUND_CARDS, sound_outputs
from companion.languages import language_codes, load_language
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.message import phrase, using
from companion.words.calling import voice_clips

_OWN: Final = "Own voice"


def speaker(context: ExaminationContext) -> Iterator[Finding]:
    """Check the sound output, if there is one, and the programs that play and speak."""
    here, device = context.machine, context.config.voice.device
    outputs = sound_outputs(here.at(str(SOUND_CARDS))) if device == "auto" else [device]
    if device == "none" or context.bench is not None or not outputs:
        return
    if shutil.which("aplay") is None:
        yield wrong(
            PART, phrase("aplay, which plays the voice, is missing"), "sudo apt install alsa-utils"
        )
        return
    if shutil.which("espeak-ng") is None:
        says = phrase("names are called as seats, as espeak-ng is missing")
        yield doubtful(PART, says, "sudo apt install espeak-ng")
    yield right(PART, outputs[0])


def own_voice(context: ExaminationContext) -> Iterator[Finding]:
    """Check every clip of the table's own voice."""
    if context.voice is None:
        return
    for code in language_codes():
        with using(load_language(code)):
            clips = set(voice_clips())
        files = sorted((context.voice / code).glob("*"))
        usable = 0
        for file in files:
            name = f"{code}/{file.name}"
            if file.suffix != ".wav" or file.stem not in clips:
                says = phrase("{file} is the name of no phrase", file=name)
                yield doubtful(_OWN, says, phrase("see the list in docs/howto/voice.md"))
                continue
            try:
                read_clip(file)
            except ClipError as error:
                says = phrase("{file} is {why}", file=name, why=error.why)
                yield wrong(_OWN, says, error.advice)
            except OSError as error:
                says = phrase("{file} is {why}", file=name, why=error.strerror)
                yield wrong(_OWN, says, phrase("look at the file"))
            else:
                usable += 1
        if usable:
            says = phrase("{n} of {all} clips in {code}", n=usable, all=len(clips), code=code)
            yield right(_OWN, says)
