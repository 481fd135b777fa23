"""Runs `tests.rules.new_key` with one line more in companion/rules/options.py.

The modules that list the keys do so when they are imported, so this takes an interpreter of its
own.
"""

import runpy
import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path

ADDED = "    double_trouble: bool = False\n"
BEFORE = "    exact: Annotated[\n"

spec = find_spec("companion.rules.options")
assert spec is not None
assert spec.origin is not None
text = Path(spec.origin).read_text("utf-8")
assert text.count(BEFORE) == 1
module = sys.modules[spec.name] = module_from_spec(spec)
exec(compile(text.replace(BEFORE, ADDED + BEFORE), spec.origin, "exec"), module.__dict__)  # noqa: S102  # our own
runpy.run_module("tests.rules.new_key", run_name="__main__", alter_sys=True)
