"""Figures about the sources of a clone: files, layers, names, imports."""

import ast
import doctest
import importlib
import io
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import grimp

CONTROLLER = "companion.box.controller"
FAMILY_TYPES = re.compile(r"\b(?:Adding|Trick|Points)(?:State|Rules|Variant)\b")
OWN_FOLDERS = {"adding", "tricks", "points"}
"""The folders of a family, in any package."""

PLAYERS_WORDS = re.compile(r"(?=\w*[a-z])[A-Za-z]{2,}[,.:;]? (?=\w*[a-z])[A-Za-z]{2,}")
"""Two words in a row: prose rather than a key, a list of cards or a name."""

DRIVEN = {
    "companion.table.table.Table",
    "companion.core.history.GameHistory",
    "companion.game.Game",
    "companion.box.controller.Box",
    "companion.app.application.App",
    "companion.referee.Referee",
    "tests.table.tables.table_in",
    "tests.drivers.program.Program",
}
"""The objects that a driver of a table builds, or starts as a process."""

DRIVERS = "drivers"
"""The folder of the shared test drivers; each module with a class `...Driver` is one."""

MODULES = """
deeds rulings ruling sight front verdicts doorstep surroundings missing receipts read_once janitor
service stop_signals started evening entries schema journal_files toml_words opening node_flash
  node_link
node_frames stickers families weigh care standing scene judging outcomes meanwhile pace now door
reception ahead since retold cures workshop editor_rows house_words own_files reach adding_deeds
trick_deeds deed undoing manners crowd line bench quiet above wide way kept going restoring
not_starting showing needs restart visit patient greeting trying conversation
"""
CLASSES = """
Deeds Rulings Ruling Meanwhile Sight Front Verdicts Doorstep Surroundings MissingParts Receipts
  ReadOnce
Janitor Teller Pace Can Now Door Reception Showing Since Won Cure Problem Workshop Crowd Room Lines
  House
Patience Bench Care Keeper Moment Attempt Refuse LookAround ArmCode Deed Kept
"""
FUNCTIONS = "lay_over put_away untold greet begun lacking strip told weigh arm spend mistakes cures"
"""Metaphors, and names with two meanings: none of them may return."""


WITH_DOCSTRINGS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


class House(NamedTuple):
    """The folder of a clone."""

    root: Path

    @property
    def package(self) -> Path:
        """The folder `companion/`."""
        return self.root / "companion"

    def modules(self) -> Iterator[Path]:
        """Every Python file of `companion/`."""
        return iter(sorted(self.package.rglob("*.py")))

    def tests(self) -> Iterator[Path]:
        """Every Python file of `tests/`."""
        return iter(sorted((self.root / "tests").rglob("*.py")))


def entries(house: House) -> tuple[int, int]:
    """Count the packages and modules at the top of `companion/`, and the modules among them."""
    packages = [path for path in house.package.iterdir() if (path / "__init__.py").exists()]
    modules = [path for path in house.package.glob("*.py") if path.name != "__init__.py"]
    return len(packages) + len(modules), len(modules)


def layers(house: House) -> int:
    """Count the layers of the whole package that import-linter checks."""
    project = tomllib.loads((house.root / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    return max(len(each["layers"]) for each in contracts if each.get("containers") == ["companion"])


def phone(house: House) -> tuple[int, int]:
    """Count the modules in `phone/` except `__init__`, and its packages outside the families."""
    flat = [path for path in (house.package / "phone").glob("*.py") if path.name != "__init__.py"]
    folders = [path.parent for path in (house.package / "phone").glob("*/__init__.py")]
    return len(flat), len([path for path in folders if path.name not in OWN_FOLDERS])


def longest_chain(graph: grimp.ImportGraph) -> list[str]:
    """Return the longest chain of modules that import each other."""
    known: dict[str, list[str]] = {}

    def chain(module: str) -> list[str]:
        if module not in known:
            known[module] = []  # a module that leads back to itself adds nothing
            after = [
                chain(other) for other in sorted(graph.find_modules_directly_imported_by(module))
            ]
            known[module] = [module, *max(after, key=len, default=[])]
        return known[module]

    return max((chain(module) for module in sorted(graph.modules)), key=len)


def imports_of(graph: grimp.ImportGraph, module: str) -> int:
    """Count the modules of `companion` that `module` imports."""
    return len(graph.find_modules_directly_imported_by(module))


def classes_twice(house: House) -> list[str]:
    """Return the public class names that occur more than once."""
    counted = Counter(
        node.name
        for path in house.modules()
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return sorted(name for name, count in counted.items() if count > 1)


VAGUE = frozenset(["said", "told", "then", "was", "one", "shown", "taken"])
"""Names that fit anything; a value should have a specific name."""

VAGUE_LIMITS = ("PATIENCE", "MOST", "LONGEST", "WAITING")
"""Forbidden beginnings of constants: a limit is ``MAX_...``, a duration ``..._TIMEOUT``."""


def vague_names(house: House) -> list[str]:
    """Return variables, parameters and constants with a vague name.

    Fields keep the names of their formats.
    """
    found = []
    for path in house.modules():
        tree = ast.parse(path.read_text("utf-8"))
        fields = {
            id(node.target)
            for body in ast.walk(tree)
            if isinstance(body, ast.ClassDef)
            for node in body.body
            if isinstance(node, ast.AnnAssign)
        }
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name, ctx=ast.Store()) if id(node) not in fields:
                    pass
                case (
                    ast.arg(arg=name) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name))
                ):
                    pass
                case _:
                    continue
            limit = name.lstrip("_").split("_")[0]
            if name in VAGUE or (name.isupper() and limit in VAGUE_LIMITS):
                found.append(f"{path.name}:{node.lineno} {name}")
    return found


def retired_names(house: House) -> list[str]:
    """Return the retired names still in use, with or without an underscore.

    Modules, classes, functions and attributes are searched.
    """
    modules, classes, functions = (set(names.split()) for names in (MODULES, CLASSES, FUNCTIONS))
    left: set[str] = set()
    for path in house.modules():
        left |= {path.stem} & modules
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.ClassDef(name=name):
                    left |= {name.lstrip("_")} & classes
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    left |= {name.lstrip("_")} & functions
                case (
                    ast.Attribute(attr=name, ctx=ast.Store())
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    left |= {name.lstrip("_")} & functions
    return sorted(left)


def naming_families(house: House) -> int:
    """Count the files outside a family's own folders that name a type of a family."""
    return sum(
        bool(FAMILY_TYPES.search(path.read_text("utf-8")))
        for path in house.modules()
        if not OWN_FOLDERS & set(path.relative_to(house.package).parts)
    )


def tokens(house: House) -> int:
    """Count the tokens of code in `companion/`: without docstrings, comments and imports."""
    return sum(map(_tokens, house.modules()))


def _tokens(path: Path) -> int:
    source = path.read_text("utf-8")
    skipped: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            skipped.update(_lines_of(node))
        elif isinstance(node, WITH_DOCSTRINGS) and ast.get_docstring(node) is not None:
            skipped.update(_lines_of(node.body[0]))
    return sum(
        token.type not in NO_CODE and token.start[0] not in skipped
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
    )


def _lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def import_share(house: House) -> float:
    """Return the share of imports in the lines of `companion/`."""
    sources = [path.read_text("utf-8") for path in house.modules()]
    imports = [
        len(_lines_of(node))
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    return sum(imports) / sum(len(source.splitlines()) for source in sources)


def smallest_family(house: House) -> tuple[int, int]:
    """Count the Python files of the smallest family of games, and their lines."""
    families = [path.parent for path in (house.package / "games").glob("*/__init__.py")]
    counts = [
        [len(path.read_text("utf-8").splitlines()) for path in family.glob("*.py")]
        for family in families
    ]
    smallest = min(counts, key=sum)
    return len(smallest), sum(smallest)


def prose_asserts(house: House) -> int:
    """Count the asserts of tests that hold a string of two words or more."""
    return sum(
        any(
            isinstance(part, ast.Constant)
            and isinstance(part.value, str)
            and PLAYERS_WORDS.search(part.value)
            for part in ast.walk(node.test)
        )
        for path in house.tests()
        if "words" not in path.relative_to(house.root / "tests").parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assert)
    )


def drivers(house: House) -> list[str]:
    """Return the shared test drivers, and classes elsewhere in tests that do the same work."""
    found: list[str] = []
    for path in house.tests():
        if {"naive", "measures"} & set(path.parts):
            continue
        name, tree = str(path.relative_to(house.root)), ast.parse(path.read_text("utf-8"))
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        if path.parent.name == DRIVERS:
            found += [name] * any(node.name.endswith("Driver") for node in classes)
        else:
            driven = _driven_names(tree)
            found += [f"{name}: {node.name}" for node in classes if _builds(node, driven)]
    return sorted(found)


def _driven_names(tree: ast.Module) -> set[str]:
    """Return the names under which a module imports the objects that drivers build."""
    return {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if f"{node.module}.{alias.name}" in DRIVEN
    }


def _builds(node: ast.ClassDef, driven: set[str]) -> bool:
    return any(
        isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in driven
        for call in ast.walk(node)
    )


def running_examples(house: House) -> int:
    """Count the docstrings of `companion/` with an example."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    count = 0
    for path in house.modules():
        if path.name in {"__main__.py", "env.py"}:  # programs, the second one of Alembic
            continue
        name = ".".join(path.relative_to(house.root).with_suffix("").parts).removesuffix(
            ".__init__"
        )
        module = importlib.import_module(name)
        count += sum(bool(test.examples) for test in finder.find(module, module=module))
    return count
