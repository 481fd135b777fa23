r"""Reads, checks and writes the configuration of one box, and finds its files.

>>> config = read_config("[lights]\ndim = 0.1")
>>> config.lights.dim, config.reader.baud
(0.1, 9600)
>>> read_config(effective(config)) == config
True
"""

from companion.config.board import pins_of
from companion.config.places import config_file, data_folder, own_folder
from companion.config.reading import effective, load_config, load_displays, read_config
from companion.config.sections import (
    AnyReaderSettings,
    Config,
    DisplaySettings,
    LightSettings,
    ReaderSettings,
)

__all__ = [
    "AnyReaderSettings",
    "Config",
    "DisplaySettings",
    "LightSettings",
    "ReaderSettings",
    "config_file",
    "data_folder",
    "effective",
    "load_config",
    "load_displays",
    "own_folder",
    "pins_of",
    "read_config",
]
