"""Fuzzes one target until an error is found.

Run it with ``python -m tests.bytes.one TARGET [options of libFuzzer]``.
"""

import os
import sys

import atheris

os.environ["LANGUAGE"] = "en"
os.environ["COMPANION_PAGES"] = "sources"
with atheris.instrument_imports(include=["companion", "tomllib"]):
    from tests.bytes.targets import TARGETS

if __name__ == "__main__":
    _program, name, *options = sys.argv
    atheris.Setup([name, *options], TARGETS[name].take)
    atheris.Fuzz()
