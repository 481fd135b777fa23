"""The driver of the voice: clips, and names that espeak-ng renders, through one open ``aplay``.

A clip is a WAV file of any program: 16 bits, 11025, 22050 or 44100 Hz, mono or stereo. The form
that is played is `RATE`, 16 bits, mono, little-endian as every Pi.
"""

import subprocess
import unicodedata
import wave
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, BinaryIO, NamedTuple

from companion.devices.ports import Clock, Health, MakeWorker, Report, Worker
from companion.errors import DeviceError
from companion.inputs import PartName
from companion.message import Name, phrase

RATE = 11025
"""Samples a second. Speech keeps the tones that tell words apart, and a voice fits in 2 MB."""

MAX_SECONDS = 4.0
"""The maximum length of a clip; a sentence must be over before the next play."""

MAX_LEVEL = 0.4
"""The maximum root mean square of a clip, as a fraction of full scale; speech has 0.1 to 0.25."""

_FULL = 32767
_PEAK = 0.7 * _FULL
_QUIET = 0.02 * _FULL
_MARGIN = RATE // 100
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


PART: PartName = "Speaker"

VOICES = Path(__file__).parents[1] / "voices"
"""The folder of the bundled voices, each in a folder with the code of its language."""

SOUND_CARDS = Path("/proc/asound")

RETRY = 5.0
"""Seconds between two attempts to open the sound output, and between two looks at it."""

SETTLED = 0.5
"""Seconds that ``aplay`` runs before the sound output counts as open."""

CHUNK = RATE // 10 * 2
"""Bytes written at once, a tenth of a second, so that a newer sentence can cut off an older one."""

QUEUE = 4096
"""Bytes that wait for ``aplay``: a fifth of a second, which is still heard after a cut."""

_GAP = bytes(RATE // 12 * 2)
_END = bytes(RATE // 5 * 2)
"""Silence that pushes the last word through the buffer of ``aplay``."""

_SPEECH = ("espeak-ng", "-s", "200", "--stdin", "--stdout")
_SPEECH_TIMEOUT = 5.0


Player = Callable[[str, IO[bytes]], subprocess.Popen[bytes]]
"""Starts the process that plays samples to an ALSA output, with a file for its errors."""


def sound_outputs(cards: Path = SOUND_CARDS) -> list[str]:
    """Return the names of the ALSA outputs on USB.

    Others are there even if nothing is plugged into them.
    """
    on_usb = (file.parent for file in sorted(cards.glob("card[0-9]*/usbid")))
    return [
        f"default:CARD={(card / 'id').read_text().strip()}"
        for card in on_usb
        if any(card.glob("pcm*p"))
    ]


def aplay(output: str, errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start ``aplay``, which plays the samples that it reads.

    Raises:
        OSError: there is no ``aplay``.
    """
    command = ("aplay", "-q", "-D", output, "-t", "raw", "-f", "S16_LE", "-c", "1")
    buffer = ("-r", str(RATE), "--buffer-time=200000", "--start-delay=1")
    return subprocess.Popen(  # noqa: S603  # a name from the configuration or the kernel
        (*command, *buffer), stdin=subprocess.PIPE, stderr=errors, pipesize=QUEUE
    )


class _Sentence(NamedTuple):
    language: str
    clips: Sequence[str | Name]


class AlsaVoice:
    """A voice that says sentences made of clips and names.

    ``aplay`` of alsa-utils stays open and gets the samples on its input, so that nothing starts for
    a sentence. A name is rendered once by espeak-ng, when its player sits down.

    Args:
        device: the name of an ALSA output, or "auto" for the first on USB. As long as there never
            was one, "auto" reports nothing.
        folders: the folders of voices; a clip is taken from the first that has it.
        clock: times the attempts to open the output.
        report: receives `PartLost` and `PartBack`.
        outputs: returns the outputs that "auto" chooses from.
        player: starts the process that plays.
        worker: makes the worker that runs the driver after `start`.
    """

    def __init__(
        self,
        device: str = "auto",
        folders: Sequence[Path] = (VOICES,),
        *,
        clock: Clock,
        report: Report,
        outputs: Callable[[], list[str]] = sound_outputs,
        player: Player = aplay,
        worker: MakeWorker = Worker,
    ) -> None:
        self._device, self._folders = device, folders
        self._outputs, self._player = outputs, player
        self._clock, self._health = clock, Health(PART, report)
        self._lock = Lock()
        self._next: _Sentence | None = None
        self._seated: tuple[str, Mapping[str, Sequence[str | Name]]] = "", {}
        self._names: dict[tuple[str, str], bytes | None] = {}
        self._rest = b""
        self._aplay: subprocess.Popen[bytes] | None = None
        self._errors = TemporaryFile()  # noqa: SIM115  # closed with the part
        self._retry_at = self._opened_at = 0.0
        self._has_worked = False
        self._worker = worker(self.step, PART)

    def start(self) -> None:
        """Start the thread, which opens the sound output."""
        self._worker.start()

    def seat(self, language: str, names: Mapping[str, Sequence[str | Name]]) -> None:
        """Prepare the names of the players, each with the clips that are said without espeak-ng."""
        with self._lock:
            self._seated = language, names
        self._worker.wake()

    def say(self, language: str, clips: Sequence[str | Name]) -> None:
        """Start to say a sentence and return at once; it cuts off the previous one."""
        with self._lock:
            self._next = _Sentence(language, clips)
        self._worker.wake()

    def step(self) -> float | None:
        """Open the sound output, prepare names, or write a chunk of the sentence; return the
        seconds until the next step.
        """
        with self._lock:
            sentence, self._next = self._next, None
            language, names = self._seated
        for name in names:
            if (language, name) not in self._names:
                self._names[language, name] = rendered(language, name)
        now = self._clock.monotonic()
        if not self._is_open(now):
            return max(0.0, self._retry_at - now)
        if sentence is not None:
            self._rest = self._samples(sentence)
        chunk, self._rest = self._rest[:CHUNK], self._rest[CHUNK:]
        if not chunk:
            return RETRY if self._has_worked and not self._health.is_lost else SETTLED
        self._write(chunk)
        return 0.0

    def close(self) -> None:
        """Stop the sound and close the output."""
        if self._aplay is not None:
            self._aplay.kill()  # ends a write that waits for a hanging output
        self._worker.close()
        if self._aplay is not None:
            self._end(self._aplay)
        self._errors.close()

    def _is_open(self, now: float) -> bool:
        if self._aplay is None and now >= self._retry_at:
            self._retry_at = now + RETRY
            self._open(now)
        if self._aplay is None:
            return False
        if self._aplay.poll() is not None:
            self._end(self._aplay)
            self._aplay, self._rest = None, b""
            self._lose(self._last_error())
            return False
        if now >= self._opened_at + SETTLED:
            self._has_worked = True
            self._health.recover()
        return True

    def _open(self, now: float) -> None:
        outputs = self._outputs() if self._device == "auto" else [self._device]
        if not outputs:
            self._lose("no sound output")
            return
        try:
            self._aplay = self._player(outputs[0], self._errors)
        except OSError as error:
            self._lose(f"aplay cannot be started, {error.strerror}; install alsa-utils")
            return
        self._opened_at = now
        self._write(_END)  # so that an output that takes no sound fails now

    def _lose(self, reason: str) -> None:
        if self._has_worked or self._device != "auto":
            self._health.lose(reason)

    def _write(self, samples: bytes) -> None:
        if self._aplay is not None and self._aplay.stdin is not None:
            with suppress(BrokenPipeError):  # the next step finds that it has ended
                self._aplay.stdin.write(samples)
                self._aplay.stdin.flush()

    def _last_error(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        self._errors.truncate(0)
        return next((line for line in reversed(lines) if line), "aplay has ended")

    def _samples(self, sentence: _Sentence) -> bytes:
        parts = list(self._parts(sentence.language, sentence.clips))
        return _GAP.join(parts) + _END if parts else b""

    def _parts(self, language: str, clips: Iterable[str | Name]) -> Iterable[bytes]:
        _, names = self._seated
        for clip in clips:
            if isinstance(clip, str):
                yield from self._clip(language, clip)
            elif name := self._names.get((language, clip.name)):
                yield name
            else:
                yield from self._parts(language, names.get(clip.name, ()))

    def _clip(self, language: str, clip: str) -> Iterable[bytes]:
        for folder in self._folders:
            with suppress(FileNotFoundError, ClipError):
                yield read_clip(folder / language / f"{clip}.wav")
                return

    def _end(self, aplay: subprocess.Popen[bytes]) -> None:
        if aplay.stdin is not None:
            with suppress(BrokenPipeError):
                aplay.stdin.close()
        aplay.wait()


def rendered(language: str, name: str) -> bytes | None:
    """Return a name as espeak-ng says it; None without espeak-ng, or if nothing can be said."""
    spelled = "".join(
        letter
        for letter in unicodedata.normalize("NFKC", name)
        if letter in " '-." or unicodedata.category(letter)[0] in "LMN"
    )
    try:
        spoken = subprocess.run(  # noqa: S603  # our own command
            (*_SPEECH, "-v", language),
            input=spelled.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SPEECH_TIMEOUT,
            check=True,
        )
        return leveled(spoken.stdout)
    except (OSError, subprocess.SubprocessError, ClipError):
        return None
