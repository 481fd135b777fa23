"""The self-test with a scanner node, which discards only messages stored in the journal."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.errors import JournalError
from companion.table.files import JOURNAL, held
from companion.table.journal import Journal
from tests.maintenance.doctor.far_end import BOOT
from tests.maintenance.doctor.node_on_a_line import NodeOnALine
from tests.maintenance.doctor.self_tested import node_tried


@pytest.fixture
def port(tmp_path: Path) -> Path:
    return tmp_path / "ttyNODE"


@pytest.fixture
def node(port: Path) -> Iterator[NodeOnALine]:
    made = NodeOnALine(port)
    yield made
    made.close()


def taken(data: Path) -> dict[str, int]:
    journal = Journal(data / JOURNAL)
    journal.close()
    return journal.taken


def test_self_test_card_is_acknowledged_and_recorded_in_the_journal(
    port: Path, node: NodeOnALine, tmp_path: Path
) -> None:
    finding = node_tried(port, tmp_path / "data", node)
    assert (finding.verdict, "Q♠" in finding.says) == ("right", True)
    node.until(lambda: not node.kept and node.verdicts == [(1, "+")])
    assert taken(tmp_path / "data") == {BOOT: 1}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("there", [True, False])
def test_files_written_as_root_belong_to_the_owner_of_the_data(
    port: Path, node: NodeOnALine, there: bool
) -> None:
    with TemporaryDirectory() as folder:
        home = Path(folder)
        home.chmod(0o755)
        os.chown(home, 1234, 1234)
        if there:
            (home / "data").mkdir()
            os.chown(home / "data", 1234, 1234)
        assert node_tried(port, home / "data", node).verdict == "right"
        assert (home / "data" / JOURNAL).is_dir()
        assert {path.stat().st_uid for path in home.rglob("*")} == {1234}


def test_companion_cannot_start_while_a_card_is_awaited(
    port: Path, node: NodeOnALine, tmp_path: Path
) -> None:
    refused = []

    def pass_it(label: str) -> None:
        with pytest.raises(JournalError):
            held(tmp_path / "data")
        refused.append(True)
        NodeOnALine.reads(node, label)

    node.reads = pass_it  # type: ignore[method-assign]
    assert node_tried(port, tmp_path / "data", node).verdict == "right"
    assert refused == [True]


def test_cards_of_a_game_are_not_acknowledged(
    port: Path, node: NodeOnALine, tmp_path: Path
) -> None:
    node.reads("18HW")
    node.reads("1KD7")
    finding = node_tried(port, tmp_path / "data", node)
    assert (finding.verdict, " 2 " in finding.says) == ("doubtful", True)
    assert list(node.kept) == [1, 2]
    assert taken(tmp_path / "data") == {}


def test_cards_already_on_disk_do_not_block_the_self_test(
    port: Path, node: NodeOnALine, tmp_path: Path
) -> None:
    journal = Journal(tmp_path / JOURNAL)
    journal.pending[BOOT] = 2
    journal.take()
    journal.close()
    node.reads("18HW")
    node.reads("1KD7")
    finding = node_tried(port, tmp_path, node)
    assert finding.verdict == "right"
    node.until(lambda: not node.kept)
    assert taken(tmp_path) == {BOOT: 3}


def test_unreadable_journal_is_not_touched(port: Path, node: NodeOnALine, tmp_path: Path) -> None:
    game = tmp_path / JOURNAL / "3fa9c2d1" / "000" / "1-6c7de5ee.jsonl"
    game.parent.mkdir(parents=True)
    game.write_bytes(b"no journal" * 500)
    assert node_tried(port, tmp_path, node).verdict == "doubtful"
    assert game.read_bytes() == b"no journal" * 500
    assert node.verdicts == []
