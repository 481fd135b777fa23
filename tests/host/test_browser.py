"""Who is sent to a page on this machine: somebody who sees a window on it."""

from collections.abc import Mapping

import pytest

from companion.host.browser import has_browser


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
def test_browser_is_where_windows_are(environ: Mapping[str, str], platform: str, there: bool) -> None:
    assert has_browser(environ, platform) is there
