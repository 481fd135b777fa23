"""The names of disk faults: full, read-only, gone, or a plain failure."""

import errno
import os
from pathlib import Path

import pytest

from companion.errors import DiskError, DiskFault
from companion.table.disk_faults import naming_disk_faults


def fault_of(number: int, path: Path) -> DiskFault:
    with pytest.raises(DiskError) as raised, naming_disk_faults(path):
        raise OSError(number, os.strerror(number))
    assert os.strerror(number) in raised.value.detail
    return raised.value.fault


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (errno.ENOSPC, "full"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "read-only"),
        (errno.ENOENT, "gone"),
        (errno.EIO, "failing"),
    ],
)
def test_fault_is_named_by_its_cause(tmp_path: Path, number: int, fault: DiskFault) -> None:
    assert fault_of(number, tmp_path) == fault


def test_failing_disk_that_is_missing_is_gone(tmp_path: Path) -> None:
    assert fault_of(errno.EIO, tmp_path / "away" / "1-a.jsonl") == "gone"


def test_disk_that_refuses_a_new_time_is_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "utime", refuse)
    assert fault_of(errno.EIO, tmp_path) == "read-only"


def test_other_errors_are_passed_through(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="other"), naming_disk_faults(tmp_path):
        raise ValueError("other")
