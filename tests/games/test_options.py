"""A new rule key is one line of games/adding/variant.py:
all that lists the keys has it, older journals replay.
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
def test_a_new_key_is_read_listed_shown_and_missed_in_documents_and_older_journals_replay(
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
def test_the_number_of_a_card_has_four_digits_at_most(add: int) -> None:
    assert msgspec.convert({"add": add}, CardEntry).add == add
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"add": add + (1 if add > 0 else -1)}, CardEntry)
