"""The id of a box stays the same for the life of its data."""

from pathlib import Path

import pytest

from companion.table.box_id import FILE, box_id


def test_id_is_made_once(tmp_path: Path) -> None:
    made = box_id(tmp_path)
    assert (tmp_path / FILE).read_text("ascii") == f"{made}\n"
    assert box_id(tmp_path) == made


def test_two_boxes_have_different_ids(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    assert box_id(tmp_path) != box_id(tmp_path / "other")


@pytest.mark.parametrize("content", ["", "no id\n", "0123abcd0\n"])
def test_damaged_id_is_replaced(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, "utf-8")
    assert len(box_id(tmp_path)) == 8
    assert box_id(tmp_path) == box_id(tmp_path)


def test_id_that_cannot_be_stored_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).mkdir()
    assert len(box_id(tmp_path)) == 8
    assert "the id of the box cannot be kept" in caplog.text
