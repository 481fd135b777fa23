"""Files of users: some are read, and harmful ones are refused."""

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.errors import ForeignError, NotRegularError
from companion.foreign import LARGEST_TEXT, files
from companion.foreign.files import content_of, text_of
from tests.table.backups import failing


def refusal(file: Path) -> str:
    with pytest.raises(ForeignError) as refused:
        text_of(file)
    return str(refused.value)


def test_text_is_read_through_a_link_and_up_to_its_limit(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(file)
    file.write_bytes(b"\xef\xbb\xbf" + b"x" * (LARGEST_TEXT - 3))
    assert text_of(link) == "x" * (LARGEST_TEXT - 3)
    with file.open("ab") as more:
        more.write(b"x")
    assert refusal(link) == "is larger than 60 KiB: write a shorter one"
    with pytest.raises(NotRegularError):
        content_of(link)


def test_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    failing(monkeypatch, tmp_path, 13)
    assert refusal(tmp_path / "file") == "cannot be read: Permission denied"


def test_file_that_grows_is_read_up_to_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(os, "read", lambda _descriptor, length: b"x" * length)
    assert refusal(tmp_path / "file") == "is larger than 60 KiB: write a shorter one"


def test_hanging_disk_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    answers, really_open = threading.Event(), os.open

    def wait(path: Any, *flags: int) -> int:
        answers.wait()
        return really_open(path, *flags)

    monkeypatch.setattr(files, "ANSWER_TIMEOUT", 0.01)
    monkeypatch.setattr(os, "open", wait)
    assert [refusal(tmp_path / "file") for _time in range(2)] == [
        "cannot be read: does not answer"
    ] * 2
    waiting = [thread for thread in threading.enumerate() if thread.name == "foreign"]
    assert len(waiting) == 1
    answers.set()
    waiting[0].join()
    monkeypatch.undo()
    assert text_of(tmp_path / "file") == ""
