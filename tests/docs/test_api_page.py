import doctest

import pytest

from tests.docs.pages import ROOT


def test_the_session_of_the_page_goes_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert tried > 25
    assert failed == 0
