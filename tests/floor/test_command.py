"""The command `companion floor`."""

import logging
import sys

import pytest

from companion.cli.commands import main


def test_missing_driver_of_a_database_is_named_with_the_packages_of_debian(
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)  # pytest has its own
    caplog.set_level(logging.INFO, "companion")  # as the command; pytest resets it
    assert main(["floor", "--database", "postgresql://club@db.example/club"]) == 1
    says = capsys.readouterr().err
    assert says.startswith("companion: psycopg is not there: install table-companion[floor];")
    assert "apt install python3-sqlalchemy python3-alembic python3-psycopg " in says
