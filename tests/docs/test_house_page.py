import re

from tests.docs.pages import ROOT, code, section, tables


def named() -> list[str]:
    """Every room and file of the house that the table names, without `companion/` and `.py`."""
    (rows,) = tables(section("house.md", "The house"))
    words = [word for row in rows for cell in row for word in code(cell)]
    return [re.sub(r"^companion/|/$|\.py$", "", word) for word in words if re.fullmatch(r"[\w./]+", word)]


def test_every_package_and_module_at_the_top_is_named() -> None:
    inside = {
        path.stem
        for path in (ROOT / "companion").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and not path.name.startswith("__")
    }
    assert inside <= {name.split("/")[0] for name in named()}


def test_no_room_or_file_is_named_that_is_not_there() -> None:
    (rows,) = tables(section("house.md", "The house"))
    for row in rows:
        for word in code(row[0]):
            assert (ROOT / "companion" / word.removeprefix("companion/")).exists()
