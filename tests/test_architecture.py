"""The pure packages import nothing with outside effects: an allow-list, not a deny-list."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import FAMILIES
from companion.variants.reading import merge_content, read_content
from tests.measures.house import House, classes_twice, retired_names, vague_names

HOUSE = Path(companion.__file__).parent

PURE_LIBRARY = {
    "abc",
    "sys",
    "collections",
    "decimal",
    "enum",
    "functools",
    "itertools",
    "math",
    "re",
    "typing",
}
TEXTS = {"json", "tomllib"}
"""Packages that read and write texts passed to them, never files."""

ROOMS = {
    "core": PURE_LIBRARY
    | TEXTS
    | {
        "__future__",
        "dataclasses",
        "msgspec",
        "companion.core",
        "companion.games",
        "companion.errors",
        "companion.message",
        "companion.foreign.schema_errors",
        "companion.foreign.texts",
    },
    "words": PURE_LIBRARY
    | {
        "contextlib",
        "msgspec",
        "companion.words",
        "companion.inputs",
        "companion.core",
        "companion.games",
        "companion.errors",
        "companion.message",
        "companion.foreign.schema_errors",
    },
    "screens": PURE_LIBRARY
    | {
        "msgspec",
        "companion.screens",
        "companion.outputs",
        "companion.words",
        "companion.core",
        "companion.games",
        "companion.errors",
        "companion.message",
        "companion.foreign.schema_errors",
    },
    "dialogs": PURE_LIBRARY
    | {
        "msgspec",
        "companion.dialogs",
        "companion.screens",
        "companion.outputs",
        "companion.words",
        "companion.core",
        "companion.games",
        "companion.inputs",
        "companion.errors",
        "companion.message",
    },
}


def imported(file: Path) -> Iterator[str]:
    """Yield every module that a file imports at run time, wherever in the file."""
    tree = ast.parse(file.read_text("utf-8"))
    for_mypy = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
    }
    for node in set(ast.walk(tree)) - for_mypy:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def is_allowed(module: str, allowed: set[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in allowed)


@pytest.mark.parametrize("room", ROOMS)
def test_pure_package_imports_only_pure_modules(room: str) -> None:
    files = sorted((HOUSE / room).rglob("*.py"))
    assert files
    strangers = {
        f"{file.name}: {module}"
        for file in files
        for module in imported(file)
        if not is_allowed(module, ROOMS[room])
    }
    assert strangers == set()


@pytest.mark.parametrize("room", ROOMS)
def test_pure_package_reads_no_clock_and_opens_no_file(room: str) -> None:
    calls = {
        f"{file.name}: {node.func.id}"
        for file in sorted((HOUSE / room).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"open", "print", "input", "eval", "exec", "__import__"}
    }
    assert calls == set()


def test_forbidden_import_is_detected() -> None:
    assert not is_allowed("subprocess", ROOMS["core"])
    assert not is_allowed("msgspecial", ROOMS["core"])
    assert is_allowed("collections.abc", ROOMS["core"])


def test_no_code_contains_the_name_of_a_variant() -> None:
    names = {file.stem for file in (HOUSE / "games").glob("*/tables/*.toml")} - {
        "points"
    }  # a family and a field too
    assert len(names) > 20
    knowing = {
        f"{file.relative_to(HOUSE)}: {node.value}"
        for file in HOUSE.rglob("*.py")
        if file.name != "sections.py"  # a default of the configuration, which users may change
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert knowing == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_page_and_file_parser_know_each_family(family: str) -> None:
    for list_of, part in (("families", "family"), ("wall/view", "wall")):
        script = (HOUSE / f"phone/static/js/{list_of}.js").read_text("utf-8")
        assert f' from "/phone/games/{family}/{part}.js";' in script
    assert merge_content(read_content(f'family = "{family}"'), {})["family"] == family


def test_no_public_class_name_occurs_twice() -> None:
    assert classes_twice(House(HOUSE.parent)) == []


def test_no_retired_name_is_used() -> None:
    assert retired_names(House(HOUSE.parent)) == []


@pytest.mark.slow("reads every module of the package")
def test_no_value_has_a_vague_name() -> None:
    assert vague_names(House(HOUSE.parent)) == []


def test_import_contracts_name_each_family() -> None:
    project = tomllib.loads((HOUSE.parent / "pyproject.toml").read_text("utf-8"))
    folders = {f"companion.games.{family}" for family in FAMILIES}
    for contract in project["tool"]["importlinter"]["contracts"]:
        modules = {*contract.get("containers", ()), *contract.get("modules", ())}
        if any(module.startswith("companion.games.") for module in modules):
            assert modules == folders, contract["name"]
