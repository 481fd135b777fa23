"""Files that are replaced atomically, and whose names are synced to the disk."""

import os
import stat
from pathlib import Path

import pytest

from companion.table.files import write_whole


def test_replaced_file_and_its_name_are_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    monkeypatch.setattr(
        os, "fsync", lambda descriptor: synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
    )
    write_whole(tmp_path / "phones.json", b"{}")
    assert synced == [False, True]
