"""Power cuts, failing disks and damage: no accepted line is lost, no refused one stored."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table import files, game_file
from companion.table.game_file import GameFile
from companion.table.journal import Journal
from companion.table.lines import Seal
from tests.depth import FULL
from tests.table.damage import DAMAGES, attempt, journal_of
from tests.table.power_cuts import CUT_EVERYWHERE, CUTS, evening_of

EVENINGS, CUTS_OF_EACH = (50, CUTS) if FULL else (1, 16)
TRIES = 1000 if FULL else 2 * len(DAMAGES)


@pytest.mark.slow("cuts the power some hundred times")
@pytest.mark.parametrize("mode", [{}, {"faults": True}, {"garbles": True}])
def test_power_cuts_lose_no_accepted_line(mode: dict[str, bool], tmp_path: Path) -> None:
    met: Counter[str] = Counter()
    for seed in range(EVENINGS):
        everywhere = FULL and seed < CUT_EVERYWHERE
        evening_of(seed, met, tmp_path / "data", everywhere=everywhere, cuts=CUTS_OF_EACH, **mode)
    assert met["in flight, and counts"]
    assert met["in flight, and does not count"]
    if mode.get("faults"):
        assert met["refused for certain"]
    assert bool(met["cuts that garbled a sector"]) == bool(mode.get("garbles"))


def no_sync(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game_file, "sync", lambda _descriptor: None)


def late_sync(patch: pytest.MonkeyPatch) -> None:
    """Sync each line only with the next one, after the count of accepted lines was written."""
    add = GameFile.add

    def sync_then_add(self: GameFile, line: bytes, seal: Seal) -> None:
        files.sync(self._descriptor)
        with pytest.MonkeyPatch.context() as unsynced:
            no_sync(unsynced)
            add(self, line, seal)

    patch.setattr(GameFile, "add", sync_then_add)


def no_void(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(GameFile, "void", lambda self, always=False: setattr(self, "_doubtful", 0))  # noqa: ARG005


def no_folder_sync(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(files, "on_disk", lambda _path: None)


def count_first(patch: pytest.MonkeyPatch) -> None:
    """Write the count of accepted lines before the line is synced."""
    add = Journal._add  # noqa: SLF001  # the part that is broken here

    def count_then_add(self: Journal, line: bytes, last: str, *, counts: bool) -> None:
        seal = self._file.seal
        self._file.seal = Seal(
            seal.game, seal.id, seal.entries + counts, seal.length + len(line), last
        )
        self._accept(self.sequence + counts)
        self._file.seal = seal
        add(self, line, last, counts=counts)

    patch.setattr(Journal, "_add", count_then_add)


@pytest.mark.parametrize("broken", [no_sync, late_sync, no_void, no_folder_sync, count_first])
def test_broken_journal_is_detected(
    broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def play() -> None:
        for seed in range(101, 110):
            evening_of(seed, Counter(), tmp_path / "data", faults=broken is no_void)

    broken(monkeypatch)
    with pytest.raises(AssertionError):
        play()


@pytest.mark.slow("reads a journal of ten games after each damage")
def test_damage_is_detected_and_affects_no_other_game(tmp_path: Path) -> None:
    met: Counter[str] = Counter()
    journal_of(0, tmp_path / "whole")
    for seed in range(TRIES):
        attempt(seed, tmp_path / "whole" / "journal", tmp_path / "damaged", met)
    assert met["noticed at the start"]
    assert met["noticed by the verification"]
