"""A new rule key takes one line in games/adding/variant.py: every list of keys has it, and older
journals replay.
"""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.games.adding.variant import CardEntry
from tests.docs.pages import ROOT
from tests.table.test_golden import OF_THIS_FORM


@pytest.mark.slow("an interpreter of its own imports the program with the new key")
def test_new_rule_key_appears_everywhere_and_older_journals_replay(
    tmp_path: Path,
) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.games.one_key_more", str(tmp_path), *map(str, OF_THIS_FORM)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("add", [-9999, 9999])
def test_number_of_a_card_has_at_most_four_digits(add: int) -> None:
    assert msgspec.convert({"add": add}, CardEntry).add == add
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"add": add + (1 if add > 0 else -1)}, CardEntry)
