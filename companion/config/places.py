"""Finds the folders and files of configuration, data and the user's variants.

The caller passes the environment, such as `os.environ`; this module never reads it directly.
"""

from collections.abc import Mapping
from pathlib import Path

from companion.errors import ConfigError
from companion.message import gettext, phrase, render

NAME = "companion"
FOR_ALL = Path("/etc/companion/companion.toml")

Environment = Mapping[str, str]


def config_file(given: Path | None, environ: Environment, for_all: Path = FOR_ALL) -> Path | None:
    """Return the configuration file: the `given` one, else the user's, else the machine's, else
    None.

    The user's is ``$XDG_CONFIG_HOME/companion/companion.toml``, with ``~/.config`` if the variable
    is not set (XDG Base Directory Specification). A `given` file is returned without a check that
    it exists.

    Raises:
        ConfigError: a folder may not be read.
    """
    if given is not None:
        return given
    base = _xdg(environ, "XDG_CONFIG_HOME", ".config")
    for place in (*([base / NAME / "companion.toml"] if base else []), for_all):
        try:
            if place.is_file():
                return place
        except OSError as error:
            says = phrase("{file}: cannot be read: {reason}", file=place, reason=error.strerror)
            raise ConfigError(render(says)) from None
    return None


def data_folder(given: Path | None, environ: Environment) -> Path:
    """Return the data folder: the `given` one, else systemd's, else the user's.

    Raises:
        ConfigError: none of the three is known.
    """
    if given is not None:
        return given
    # systemd lists every folder of StateDirectory=, separated by colons (systemd.exec).
    made = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if made:
        return Path(made)
    base = _xdg(environ, "XDG_STATE_HOME", ".local/state")
    if base is None:
        raise ConfigError(
            gettext("nobody says where the data goes: start with --data and a folder")
        )
    return base / NAME


def own_folder(named: str, usual: str, file: Path | None, environ: Environment) -> Path | None:
    """Return a folder of the user: the `named` one, else the `usual` one next to the configuration.

    A relative folder starts at the configuration `file`; ``~`` is the home folder. Without a
    configuration file the result is next to the user's default one, or None without a home folder.
    """
    base = _xdg(environ, "XDG_CONFIG_HOME", ".config")
    beside = file.parent if file is not None else base / NAME if base is not None else None
    if not named:
        return None if beside is None else beside / usual
    if named == "~" or named.startswith("~/"):
        named = environ.get("HOME", "~") + named[1:]
    return Path(named) if beside is None else beside / named


def _xdg(environ: Environment, variable: str, otherwise: str) -> Path | None:
    """Return the folder in `variable`; relative ones are ignored, as the specification requires."""
    folder = Path(environ.get(variable, ""))
    if folder.is_absolute():
        return folder
    home = environ.get("HOME", "")
    return Path(home) / otherwise if home else None
