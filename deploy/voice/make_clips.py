"""Make the clips of the bundled voices with espeak-ng: numbers, calls and phrases.

    python3 deploy/voice/make_clips.py [--required]

They are written to companion/voices, a folder for each language. Nothing is done if they match the
phrases. Without espeak-ng it prints a message; with --required that is a failure.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from companion.devices.voice import VOICES, leveled, written  # noqa: E402  # from this tree
from companion.languages import language_codes, load_language  # noqa: E402
from companion.message import using  # noqa: E402
from companion.words.calling import voice_clips  # noqa: E402

SPEED = "200"
"""Words a minute."""

MAX_BYTES = 2_000_000
"""The maximum size of a voice in one language."""

LIST = "clips.json"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def made(language: str, clips: tuple[str, ...]) -> int:
    """Write the clips of a language, and return their size in bytes."""
    folder = VOICES / language
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.wav"):
        old.unlink()
    size = 0
    for clip in clips:
        text = clip.replace("-", " ")
        spoken = subprocess.run(  # noqa: S603  # our own words
            ["espeak-ng", "-v", language, "-s", SPEED, "--stdout", text],  # noqa: S607  # as the box finds it
            stdout=subprocess.PIPE,
            check=True,
        )
        file = written(leveled(spoken.stdout))
        (folder / f"{clip}.wav").write_bytes(file)
        size += len(file)
    (folder / LIST).write_text(json.dumps(clips))
    return size


def main() -> int:
    """Make what is missing or out of date."""
    options = argparse.ArgumentParser(description="Make the clips of the bundled voices.")
    options.add_argument("--required", action="store_true", help="fail without espeak-ng")
    required = options.parse_args().required
    for code in language_codes():
        with using(load_language(code)):
            clips = voice_clips()
        listed = VOICES / code / LIST
        if listed.is_file() and json.loads(listed.read_text()) == list(clips):
            continue
        try:
            size = made(code, clips)
        except FileNotFoundError:
            _say("the voice needs espeak-ng: apt install espeak-ng")
            return int(required)
        _say(f"{len(clips)} clips of {code}: {size / 1e6:.2f} MB")
        if size > MAX_BYTES:
            _say(f"more than {MAX_BYTES / 1e6:g} MB")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
