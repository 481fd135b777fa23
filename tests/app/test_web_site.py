"""Tests of the box's names in the local network."""

import socket

import pytest

from companion.phone.pairing.address import names_of_the_box


def test_box_has_its_name_in_each_domain_and_those_of_its_configuration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Companion.example")
    assert names_of_the_box(["Table"], ["fritz.box", "lan"]) == {
        "companion",
        "companion.local",
        "companion.fritz.box",
        "companion.lan",
        "table",
    }
