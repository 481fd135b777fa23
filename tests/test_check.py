"""`make check` runs the tests of what has changed, and of what imports it."""

import pytest

from tests.check import affected
from tests.proofs import imports


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("tests/box/test_language.py", {"tests/box/test_language.py"}),
        ("companion/phone/static/js/app.js", {"tests/phone_page", "tests/phones", "tests/web"}),
        ("companion/games/points/family.js", {"tests/phone_page", "tests/phones", "tests/web"}),
        ("tests/firmware/conftest.py", {"tests/firmware"}),
        ("companion/games/adding/tables/ninety-nine.toml", {"tests/games"}),
        ("firmware/node/link.py", {"tests/firmware"}),
        ("tests/words/golden/heard.txt", {"tests/words"}),
        ("README.md", set()),
    ],
)
def test_changed_file_selects_its_tests(changed: str, tests: set[str]) -> None:
    assert affected([changed], imports()) == tests


def test_changed_module_also_selects_the_tests_of_packages_that_import_it() -> None:
    tests = affected(["companion/phone/pairing/code.py"], imports())
    assert "tests/phone/pairing" in tests
    assert "tests/phone/pairing/test_code.py" in tests
    assert not any(test.startswith("tests/games") for test in tests)
