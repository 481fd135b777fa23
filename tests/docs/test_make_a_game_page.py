"""docs/howto/make-a-game.md: each of its files is a game that can be played."""

from pathlib import Path

import pytest

from companion.variants.show import check
from tests.docs.pages import fenced, page

FILES = fenced(page("howto/make-a-game.md"), "toml")


def test_page_has_a_file_for_each_step() -> None:
    assert len(FILES) == 36


@pytest.mark.parametrize("text", FILES)
def test_every_file_on_the_page_can_be_played(text: str, tmp_path: Path) -> None:
    (hearts,) = (each for each in FILES if 'title = "Our hearts"' in each and "tricks" in each)
    (tmp_path / "my-hearts.toml").write_text(hearts, "utf-8")
    file = tmp_path / "ours.toml"
    file.write_text(text, "utf-8")
    checked = check([file])
    assert checked.plays, checked.text
    assert checked.text.count("\n") == 1, checked.text
