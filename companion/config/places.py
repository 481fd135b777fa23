"""Where things lie: the configuration, the data, the games of one's own.

Nothing here looks at the machine's environment by itself: it is handed in, as `os.environ`.
"""

from collections.abc import Mapping
from pathlib import Path

from companion.config.sections import Config
from companion.errors import ConfigError

NAME = "companion"
FOR_ALL = Path("/etc/companion/companion.toml")

Environment = Mapping[str, str]


def config_file(given: Path | None, environ: Environment, for_all: Path = FOR_ALL) -> Path | None:
    """The file to read: the one `given`, else the user's, else the machine's; None where there is none.

    The user's is ``$XDG_CONFIG_HOME/companion/companion.toml``, ``~/.config`` standing in for the
    variable (XDG Base Directory Specification). A file that was given is not looked for.

    Raises:
        ConfigError: a place that may not be looked into.
    """
    if given is not None:
        return given
    base = _xdg(environ, "XDG_CONFIG_HOME", ".config")
    for place in (*([base / NAME / "companion.toml"] if base else []), for_all):
        try:
            if place.is_file():
                return place
        except OSError as error:
            raise ConfigError(f"{place}: cannot be read: {error.strerror}") from None
    return None


def data_folder(given: Path | None, environ: Environment) -> Path:
    """Where the journal goes: the folder `given`, else the one systemd made, else the user's own.

    Raises:
        ConfigError: there is none of these.
    """
    if given is not None:
        return given
    # systemd names every folder of StateDirectory=, with colons between (systemd.exec).
    made = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if made:
        return Path(made)
    base = _xdg(environ, "XDG_STATE_HOME", ".local/state")
    if base is None:
        raise ConfigError("nobody says where the data goes: start with --data and a folder")
    return base / NAME


def variants_folder(config: Config, file: Path | None, environ: Environment) -> Path | None:
    """Where games of one's own lie: beside the configuration unless it names a folder.

    A folder that is named is taken from the configuration's own place; ``~`` is the home folder.
    Without a configuration file it is where the user's would be, None where there is no such place.
    """
    base = _xdg(environ, "XDG_CONFIG_HOME", ".config")
    beside = file.parent if file is not None else base / NAME if base is not None else None
    named = config.variants.folder
    if not named:
        return None if beside is None else beside / "variants"
    if named == "~" or named.startswith("~/"):
        named = environ.get("HOME", "~") + named[1:]
    return Path(named) if beside is None else beside / named


def _xdg(environ: Environment, variable: str, otherwise: str) -> Path | None:
    """The folder in `variable`, relative ones ignored as the specification asks."""
    said = Path(environ.get(variable, ""))
    if said.is_absolute():
        return said
    home = environ.get("HOME", "")
    return Path(home) / otherwise if home else None
