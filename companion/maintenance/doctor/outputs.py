"""Examines lights, sounds and the voice, and the clips of the table's own voice."""

import shutil
from collections.abc import Iterator
from typing import Final

from companion.devices.clips import ClipError, read_clip
from companion.devices.ports import LightRing, Sounder, Voice
from companion.devices.voice import PART, SOUND_CARDS, TONES, sound_outputs
from companion.inputs import PartName
from companion.languages import language_codes, load_language
from companion.maintenance.doctor.context import ExaminationContext, check_permission
from companion.maintenance.doctor.findings import SEE_DOCTOR, Finding, doubtful, right, wrong
from companion.maintenance.doctor.prompts import Prompts, Seen
from companion.message import Words, in_context, phrase, render, using
from companion.outputs import Lights, Sound
from companion.screens.lights import LIGHT_COUNT, light_alone
from companion.words.calling import voice_clips
from companion.words.parts import light_word

_WIRES: Final = phrase("compare its wires with docs/reference/wiring.md")

_OWN: Final = "Own voice"


def speaker(context: ExaminationContext) -> Iterator[Finding]:
    """Check the sound output, if there is one, and the programs that play and speak."""
    here, device = context.machine, context.config.voice.device
    outputs = sound_outputs(here.at(str(SOUND_CARDS))) if device == "auto" else [device]
    if device == "none" or context.bench is not None or not outputs:
        return
    for node in sorted(here.at("/dev/snd").glob("pcmC*p")):
        finding = check_permission(here, PART, node, "audio")
        if finding is not None:
            yield finding
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


def tones_played(asking: Prompts, context: ExaminationContext, voice: Voice) -> Iterator[Finding]:
    """Play three tones and ask whether they are heard, unless there is no sound output."""
    if context.config.voice.device == "auto" and not sound_outputs():
        return
    voice.play_tones()
    asking.look(phrase("Sound: {n} tones from the speaker", n=len(TONES)))
    seen = asking.seen(phrase("Did you hear {n} tones?", n=len(TONES)))
    no = phrase("see whether the speaker is on, and alsamixer whether it is muted")
    yield judged(asking, PART, phrase("the tones are heard"), seen, no)


def each_light() -> Iterator[tuple[str, Lights]]:
    """Yield the name of every light, with the setting in which only this one is lit."""
    for place in range(LIGHT_COUNT):
        yield render(light_word(place)), light_alone(place)


def lights_shown(asking: Prompts, ring: LightRing | None) -> Finding:
    """Light and name each light in turn; `ring` is None if the lights could not be opened."""
    seen: Seen = "nobody says"
    if ring is not None:
        for name, lights in each_light():
            ring.show(lights)
            asking.look(phrase("Light: {name}", name=name))
        ring.show(Lights())
        seen = asking.seen(phrase("Was each light lit alone, as it was named?"))
    no = phrase("{advice}; an LED has a way round", advice=_WIRES)
    return judged(asking, "Lights", phrase("each is lit as it is named"), seen, no)


_SOUNDS: Final[dict[Sound, Words]] = {
    "accepted": in_context("sound", "accepted"),
    "refused": in_context("sound", "refused"),
    "bust": in_context("sound", "bust"),
    "hand-over": in_context("sound", "hand-over"),
    "game-over": in_context("sound", "game-over"),
    "key": in_context("sound", "key"),
}


def sounds_played(asking: Prompts, sounder: Sounder | None) -> Finding:
    """Play and name each sound in turn; `sounder` is None if it could not be opened."""
    seen: Seen = "nobody says"
    if sounder is not None:
        for sound, name in _SOUNDS.items():
            sounder.play(sound)
            asking.look(phrase("Sound: {name}", name=name))
        seen = asking.seen(phrase("Were there {n} sounds?", n=len(_SOUNDS)))
    no = phrase(
        "{advice}; if it only clicks, try {line} below [sounder] in the configuration",
        advice=_WIRES,
        line='kind = "active"',
    )
    return judged(asking, "Sounder", phrase("every sound is heard"), seen, no)


def judged(asking: Prompts, part: PartName, well: Words, seen: Seen, no: Words) -> Finding:
    """Return the finding for what a person has `seen` of a part: `well`, or the advice `no`."""
    reason = asking.why_not(part)
    if reason:
        return wrong(part, reason, SEE_DOCTOR)
    if seen == "nobody says":
        says = phrase("ran, but you did not say if you saw or heard it")
        advice = phrase("start companion doctor --self-test from a terminal and answer")
        return doubtful(part, says, advice)
    return (
        right(part, well)
        if seen == "yes"
        else wrong(part, phrase("not as it should be, by your answer"), no)
    )
