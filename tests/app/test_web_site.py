"""Tests of the box's names in the local network, and of whether this machine can open a page."""

import socket
from collections.abc import Mapping

import pytest

from companion.app.web_site import has_browser
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


@pytest.mark.parametrize(
    ("environ", "platform", "there"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"SSH_CONNECTION": "10.0.0.7 4711 10.0.0.9 22"}, "darwin", False),
    ],
)
def test_browser_needs_a_desktop(environ: Mapping[str, str], platform: str, there: bool) -> None:
    assert has_browser(environ, platform) is there
