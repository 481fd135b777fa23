"""Files that are replaced whole, and whose names are on the disk."""

import os
import stat
import sys
from pathlib import Path

import pytest

from companion.table.files import write_whole
from companion.table.translation import gettext


def test_a_replaced_file_and_its_name_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    monkeypatch.setattr(
        os, "fsync", lambda descriptor: synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
    )
    write_whole(tmp_path / "phones.json", b"{}")
    assert synced == [False, True]


def test_a_message_stays_as_it_is_where_the_texts_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "companion.text.language", None)
    assert gettext("The journal was damaged") == "The journal was damaged"
