"""Checks the Pi itself: model, supply, clock, Wi-Fi, speaker; and the clips of its voice."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from companion.devices.clips import ClipError, read_clip
from companion.devices.voice import SOUND_CARDS, sound_outputs
from companion.languages import language_codes, load_language
from companion.maintenance.doctor.context import (
    ExaminationContext,
    Finding,
    check_permission,
    doubtful,
    right,
    wrong,
)
from companion.message import phrase, using
from companion.words.calling import voice_clips

_TOO_LOW, _WAS_TOO_LOW = 1 << 0, 1 << 16
"""Bits of the firmware's answer (Raspberry Pi documentation, "vcgencmd", get_throttled)."""

_BROADCOM: Final = "0x02d0"
_SUPPLY: Final = phrase("use a supply made for this Pi and a short, thick cable")


def machine(context: ExaminationContext) -> Iterator[Finding]:
    """Report the model of the Pi, if it is one."""
    part, here = "Machine", context.machine
    if context.bench is not None:
        yield right(part, phrase("simulated, no Pi is needed"))
    elif here.is_pi:
        yield right(part, here.model)
    else:
        yield wrong(
            part,
            phrase("this is no Raspberry Pi, so the parts of a box cannot be here"),
            phrase(
                "companion run shows a simulated box here, and companion doctor --simulate looks "
                "at that"
            ),
        )


def voltage(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the supply is not and was not too weak; only a Pi reports this."""
    part, here = "Supply", context.machine
    if context.bench is not None:
        return
    throttled = here.text("/sys/devices/platform/soc/soc:firmware/get_throttled")
    sensors = (here.said(sensor) for sensor in here.at("/sys/class/hwmon").glob("*"))
    # of the kernel's driver (Linux, Documentation/hwmon/raspberrypi-hwmon.rst)
    alarms = [
        here.text(f"{sensor}/in0_lcrit_alarm")
        for sensor in sensors
        if here.text(f"{sensor}/name") == "rpi_volt"
    ]
    if not (throttled or alarms):
        return
    bits = int(throttled or "0", 16)
    if bits & _TOO_LOW or "1" in alarms:
        yield wrong(part, phrase("its voltage is too low at this moment"), _SUPPLY)
    elif bits & _WAS_TOO_LOW:
        says = phrase("its voltage was too low at some moment since the start")
        yield doubtful(part, says, _SUPPLY)
    else:
        yield right(part, phrase("its voltage is high enough"))


def clock(context: ExaminationContext) -> Iterator[Finding]:
    """Check that a network has set the clock, which dates the journal."""
    here = context.machine
    date = f"{datetime.fromtimestamp(here.clock.time(), UTC):%Y-%m-%d %H:%M} UTC"
    if here.is_pi and context.bench is None and not here.synchronized():
        # A Pi without a network continues at the time of its last shutdown.
        says = phrase(
            "it says {date}, and no network has confirmed that since the start", date=date
        )
        advice = phrase("connect it to a network and see what timedatectl says")
        yield doubtful("Clock", says, advice)
    else:
        yield right("Clock", date)


def wifi(context: ExaminationContext) -> Iterator[Finding]:
    """Check that the Wi-Fi chip works, if there is one: without its firmware it does not."""
    part, here = "Wi-Fi", context.machine
    if context.bench is not None:
        return
    for chip in here.at("/sys/bus/sdio/devices").glob("*:1"):  # its function 1 has the interface
        if here.text(f"{here.said(chip)}/vendor") != _BROADCOM:
            continue
        interfaces = sorted(interface.name for interface in chip.glob("net/*"))
        if interfaces:
            yield right(part, interfaces[0])
        else:
            advice = phrase(
                "if {command} names firmware that is missing, get it from Raspberry Pi OS with "
                "{copy}, and restart",
                command="sudo dmesg | grep brcmfmac",
                copy=f"{here.sudo} cp FILE /usr/lib/firmware/brcm",
            )
            yield wrong(part, phrase("its chip does not work"), advice)


_OWN: Final = "Own voice"


def speaker(context: ExaminationContext) -> Iterator[Finding]:
    """Check the sound output, if there is one, and the programs that play and speak."""
    here, device = context.machine, context.config.voice.device
    outputs = sound_outputs(here.at(str(SOUND_CARDS))) if device == "auto" else [device]
    if device == "none" or context.bench is not None or not outputs:
        return
    for node in sorted(here.at("/dev/snd").glob("pcmC*p")):
        if (finding := check_permission(here, "Speaker", node, "audio")) is not None:
            yield finding
            return
    if shutil.which("aplay") is None:
        yield wrong(
            "Speaker",
            phrase("aplay, which plays the voice, is missing"),
            "sudo apt install alsa-utils",
        )
        return
    if shutil.which("espeak-ng") is None:
        says = phrase("names are called as seats, as espeak-ng is missing")
        yield doubtful("Speaker", says, "sudo apt install espeak-ng")
    yield right("Speaker", outputs[0])


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
