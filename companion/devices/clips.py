"""Clips of a voice: WAV files, read and brought to one form.

Any program that exports WAV makes them: 16 bits, 11025, 22050 or 44100 Hz, mono or stereo. The
form that is played is `RATE`, 16 bits, mono, little-endian as every Pi.
"""

import wave
from array import array
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from companion.errors import DeviceError
from companion.message import phrase

RATE: Final = 11025
"""Samples a second. Speech keeps the tones that tell words apart, and a voice fits in 2 MB."""

MAX_SECONDS: Final = 4.0
"""The maximum length of a clip; a sentence must be over before the next play."""

MAX_LEVEL: Final = 0.4
"""The maximum root mean square of a clip, as a fraction of full scale; speech has 0.1 to 0.25."""

_FULL: Final = 32767
_PEAK: Final = 0.7 * _FULL
_QUIET: Final = 0.02 * _FULL
_MARGIN: Final = RATE // 100
"""Samples kept before the first and after the last audible one."""


class ClipError(DeviceError):
    """A clip that cannot be played; the message says why and what to do."""


@lru_cache(maxsize=512)
def read_clip(file: Path) -> bytes:
    """Return the samples of a clip.

    Raises:
        ClipError: the file is no such sound, too long or too loud.
        FileNotFoundError: there is no such file.
    """
    with file.open("rb") as opened:
        samples = _samples(opened)
    seconds, level = len(samples) / RATE, _level(samples)
    if seconds > MAX_SECONDS:
        raise ClipError(
            phrase("{n} s long", n=f"{seconds:.1f}"),
            phrase("cut it to {n} s", n=f"{MAX_SECONDS:g}"),
        )
    if level > MAX_LEVEL:
        loud = phrase("too loud, at {level} of full scale", level=format(level, ".0%"))
        raise ClipError(loud, phrase("record it more quietly"))
    return samples.tobytes()


def leveled(recorded: bytes) -> bytes:
    """Return the samples of a WAV file without its silent edges, at the loudness of all clips.

    Raises:
        ClipError: it is no such sound, or silent.
    """
    samples = _samples(BytesIO(recorded))
    audible = [place for place, sample in enumerate(samples) if abs(sample) > _QUIET]
    if not audible:
        raise ClipError(phrase("silent"), phrase("record it again"))
    samples = samples[max(0, audible[0] - _MARGIN) : audible[-1] + _MARGIN]
    factor = _PEAK / max(map(abs, samples))
    return array("h", (int(sample * factor) for sample in samples)).tobytes()


def written(samples: bytes) -> bytes:
    """Return samples as a WAV file."""
    file = BytesIO()
    with wave.open(file, "wb") as clip:
        clip.setnchannels(1)
        clip.setsampwidth(2)
        clip.setframerate(RATE)
        clip.writeframes(samples)
    return file.getvalue()


def _samples(file: BinaryIO) -> "array[int]":
    try:
        with wave.open(file) as clip:
            rate, bits = clip.getframerate(), 8 * clip.getsampwidth()
            merged, odd = divmod(clip.getnchannels() * rate, RATE)
            if odd or bits != 16:
                raise ClipError(
                    f"{bits} bits, {rate} Hz", phrase("export it with 16 bits and 44100 Hz")
                )
            limit = round((MAX_SECONDS + 1) * rate)
            samples = array("h", clip.readframes(min(limit, clip.getnframes())))
    except (wave.Error, EOFError, ValueError):
        raise ClipError(phrase("no sound"), phrase("export it as WAV, 16 bits, 44100 Hz")) from None
    return array(
        "h", (sum(some) // merged for some in zip(*[iter(samples)] * merged, strict=False))
    )


def _level(samples: "array[int]") -> float:
    mean = sum(sample * sample for sample in samples) / max(len(samples), 1)
    return float(mean**0.5 / _FULL)
