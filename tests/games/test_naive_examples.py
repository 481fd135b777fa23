import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.naive import NaiveReferee

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


def exchanges(transcript: Path) -> list[tuple[bytes, dict[str, Any]]]:
    """Return each line sent with the reply it got."""
    lines = transcript.read_text(encoding="utf-8").splitlines()
    return [
        (sent.removeprefix("> ").encode(), json.loads(got.removeprefix("< ")))
        for sent, got in zip(lines[::2], lines[1::2], strict=True)
    ]


def test_transcripts_exist() -> None:
    assert len(TRANSCRIPTS) == 11


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_naive_referee_replays_the_transcript(transcript: Path) -> None:
    referee = NaiveReferee()
    for sent, got in exchanges(transcript):
        reply = referee.answer(sent)
        if "field" in got.get("error", {}):
            assert got["error"].pop("field") in referee.faults
        if "rule" in got.get("error", {}):
            assert got["error"].pop("rule") in referee.faults
        assert reply == got | {"due": reply["due"]}, sent  # the transcripts are older
