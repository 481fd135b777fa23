"""Tells whether somebody who sits at this machine can open a page on it."""

from collections.abc import Mapping


def has_browser(environ: Mapping[str, str], platform: str) -> bool:
    """Return whether this machine shows windows: then it has a browser, else ``localhost`` is no help.

    Args:
        environ: the environment, as `os.environ`.
        platform: as `sys.platform`: Windows and macOS always show windows, others with X or Wayland.
    """
    if platform in {"win32", "darwin"}:
        return "SSH_CONNECTION" not in environ
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))
