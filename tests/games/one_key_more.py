"""Run `tests.games.new_key` with one line more in companion/games/adding/variant.py.

Modules list the keys when they are imported, so this needs an interpreter of its own.
"""

import runpy
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType

import companion

ADDED = "    double_trouble: bool = False\n"
BEFORE = "    exact: Annotated[\n"
MODULE = "companion.games.adding.variant"
FILE = Path(companion.__file__).parent / "games/adding/variant.py"


class OneKeyMore(Loader, MetaPathFinder):
    """Finds the module that declares the keys, and runs it with the additional line."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname == MODULE else None

    def exec_module(self, module: ModuleType) -> None:
        text = FILE.read_text("utf-8")
        assert text.count(BEFORE) == 1
        exec(compile(text.replace(BEFORE, ADDED + BEFORE), FILE, "exec"), module.__dict__)  # noqa: S102  # our own


sys.meta_path.insert(0, OneKeyMore())
runpy.run_module("tests.games.new_key", run_name="__main__", alter_sys=True)
