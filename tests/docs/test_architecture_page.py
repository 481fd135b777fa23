import re
from pathlib import Path

from tests.docs.pages import ROOT, section

HOUSE = ROOT / "companion"
PAGE = "architecture.md"


def tree() -> str:
    found = re.search(r"```\n(.*?)```", section(PAGE, "Architecture"), re.DOTALL)
    assert found
    return found[1]


def entries(indent: str) -> list[str]:
    """The files and folders that lines of the tree begin with at this depth."""
    lines = re.findall(rf"(?m)^{indent}((?:\w+(?:/|\.py) )+)", tree())
    return [name for line in lines for name in line.split()]


def at_the_top() -> set[str]:
    return {
        path.name + "/" * path.is_dir()
        for path in HOUSE.iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists())
        and not path.name.startswith("__")
    }


def is_there(name: str, below: Path) -> bool:
    return (below / name).is_dir() or (below / f"{name}.py").is_file()


def test_the_tree_names_every_package_and_module_at_the_top_once() -> None:
    assert sorted(entries("  ")) == sorted(at_the_top())


def test_the_tree_names_the_packages_of_the_phone() -> None:
    packages = {f"{path.parent.name}/" for path in (HOUSE / "phone").glob("*/__init__.py")}
    assert set(entries("    ")) == packages


def test_every_module_that_is_named_is_there() -> None:
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)+)`", (ROOT / "docs" / PAGE).read_text("utf-8"))
    assert len(named) > 30
    kept = [name for name in named if not name.startswith("build/")]  # made, and not in every clone
    assert [name for name in kept if not is_there(name, HOUSE) and not is_there(name, ROOT)] == []
