"""How soon the voices speak, and what that costs: `python -m tests.bench.voice`.

A real, simulated box plays in the mode of a caller. ALSA writes its sound into a pipe. The times
are measured from the green light for an accepted card: to the last byte of the display's picture,
to the first sample that is no silence, and to the call of `speechSynthesis.speak` in a browser.
"""

import os
import queue
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from playwright.sync_api import Browser

from companion.config import Config
from companion.config.sections import VoiceSettings
from companion.core.commands import New, Play
from companion.devices.voice import AlsaVoice, aplay
from companion.message import Name
from companion.simulation.displays import SimulatedI2c
from tests.bench.phones import CARDS, NEW, busy
from tests.bench.scans import GreenLight
from tests.browser import chromium
from tests.drivers.scanner import PATIENCE

CALLS = 200
MILLION = 1e6  # ns in a ms
SPOKEN = """() => {
  window.spoken = [];
  const speech = { cancel() {}, speak() { window.spoken.push(performance.timeOrigin + performance.now()); } };
  Object.defineProperty(window, "speechSynthesis", { value: speech });
}"""  # noqa: E501  # a line of a script


class Sound:
    """The pipe into which ALSA writes the box's sound."""

    def __init__(self, folder: Path) -> None:
        self._pipe = folder / "sound"
        os.mkfifo(self._pipe)
        configuration = folder / "asound.conf"
        configuration.write_text(
            "</usr/share/alsa/alsa.conf>\npcm.heard { type plug slave.pcm { type file file "
            f'"{self._pipe}" format raw slave.pcm null }} }}\n'
        )
        os.environ["ALSA_CONFIG_PATH"] = str(configuration)
        self._moments: queue.SimpleQueue[int] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def forget(self) -> None:
        """Forget what was heard so far."""
        while not self._moments.empty():
            self._moments.get()

    def first(self) -> int:
        """Return when the first sound came, in ns."""
        return self._moments.get(timeout=PATIENCE)

    def _listen(self) -> None:
        with self._pipe.open("rb", buffering=0) as pipe:
            while pipe.read(4096):
                self._moments.put(time.monotonic_ns())


class Watched(SimulatedI2c):
    """A bus that knows when its last byte was sent."""

    last = 0

    def _write(self, address: int, control: int, data: Sequence[int]) -> None:
        super()._write(address, control, data)
        self.last = time.monotonic_ns()


def tell(what: str, times: Sequence[float]) -> None:
    """Print one line: the median and the 95th percentile, in ms."""
    middle = statistics.median(times)
    late = sorted(times)[int(0.95 * (len(times) - 1))]
    sys.stdout.write(f"{len(times):6} {what:50} {middle:8.2f} ms median {late:8.2f} ms p95\n")


def main(folder: Path, browser: Browser, *, quick: bool) -> None:
    """Measure the box and the phone in one run, then the cost of an utterance."""
    count = 2 if quick else CALLS
    sound = Sound(folder)
    config = Config(voice=VoiceSettings(device="heard", mode="caller"))
    display, speaker, phone = list[float](), list[float](), list[float]()
    with busy(folder / "data", pages=True, config=config) as box:
        light, bus = GreenLight(box.bench), box.bench.displays["Display"].line
        bus.__class__ = Watched
        assert isinstance(bus, Watched)
        assert box.pages is not None
        page = browser.new_page()
        page.goto(f"http://localhost:{box.pages.port}/#table")
        page.evaluate(SPOKEN)
        page.locator("#call-for-us").click()
        page.evaluate("() => window.spoken.splice(0)")
        between = time.time_ns() - time.monotonic_ns()
        game: tuple[New | Play, ...] = (NEW, *(Play(card=card) for card in CARDS))
        for order in islice(cycle(game), count):
            sound.forget()
            box.orders(order)
            accepted = light.until(lit=True)
            speaker.append((sound.first() - accepted) / MILLION)
            page.wait_for_function("() => window.spoken.length > 0")
            (spoken,) = page.evaluate("() => window.spoken.splice(0)")
            phone.append(spoken - (accepted + between) / MILLION)
            light.until(lit=False)
            display.append((bus.last - accepted) / MILLION)
        page.close()
    tell("from the green light to the display", display)
    tell("from the green light to the first sample", speaker)
    tell("from the green light to a phone that speaks", phone)
    cost(2 if quick else CALLS)


def cost(count: int) -> None:
    """Print the CPU time of the program and of aplay for an utterance."""
    players: list[subprocess.Popen[bytes]] = []

    def player(output: str, errors: IO[bytes]) -> subprocess.Popen[bytes]:
        players.append(aplay(output, errors))
        return players[-1]

    voice = AlsaVoice("null", clock=time, report=print, player=player)
    voice.seat("en", {"Bo": ("seat", "2")})
    voice.step()
    before, before_aplay = time.process_time(), cpu_of(players[0].pid)
    for number in range(count):
        voice.say("en", (str(number % 100), "back-on-you", Name("Bo"), "to-play"))
        while voice.step() == 0.0:
            pass
    program = (time.process_time() - before) / count * 1000
    other = (cpu_of(players[0].pid) - before_aplay) / count * 1000
    voice.close()
    utterances = f"{count:6} utterances"
    sys.stdout.write(f"{utterances} {program:.2f} ms of CPU each, and {other:.2f} ms of aplay\n")


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    with TemporaryDirectory() as files, chromium() as opened:
        main(Path(files), opened, quick=False)
