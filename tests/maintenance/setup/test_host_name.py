"""What the box is called."""

import pytest

from companion.errors import SetupError
from companion.maintenance.setup.host_name import checked, renamed


@pytest.mark.parametrize("name", ["friday-table", "a", "X99", "9-to-5", "a" * 63])
def test_a_name_is_a_label(name: str) -> None:
    assert checked(name) == name


@pytest.mark.parametrize(
    "name", ["", "-a", "a-", "friday table", "a.local", "käse", "a_b", "a" * 64, "42", "localhost", "a\n"]
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(SetupError) as refused:
        checked(name)
    assert repr(name) in str(refused.value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("127.0.1.1\tpi\n", "127.0.1.1\tnew\n"),
        (
            "127.0.0.1 localhost\n127.0.1.1 pi.home pi games # mine\n::1 a\n",
            "127.0.0.1 localhost\n127.0.1.1\tnew games # mine\n::1 a\n",
        ),
        ("127.0.0.1 pi\n", "127.0.0.1 pi\n127.0.1.1\tnew\n"),
        ("#127.0.1.1 pi", "#127.0.1.1 pi\n127.0.1.1\tnew\n"),
        ("", "127.0.1.1\tnew\n"),
        ("127.0.1.1 new.home new\n", "127.0.1.1 new.home new\n"),
    ],
)
def test_the_machines_own_address_is_renamed(before: str, after: str) -> None:
    assert renamed(before, "pi", "new") == after
    assert renamed(after, "new", "new") == after
