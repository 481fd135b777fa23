"""Makes the drawings of the wiring and the tables of docs/reference/wiring.md:
`python -m hardware.wiring.make_wiring`.

Each drawing is a text (.yaml for WireViz, .gv for the map of the header), made from board.toml and
firmware/wiring.py. Its picture, made from the text, is next to this module as SVG and PNG.
"""

from pathlib import Path

from hardware.wiring.box import box_drawings
from hardware.wiring.budget import tables
from hardware.wiring.header_map import header_map
from hardware.wiring.node import node_drawings
from hardware.wiring.render import as_graph, draw
from hardware.wiring.table import pins_for

HERE = Path(__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "wiring.md"


def texts() -> dict[str, str]:
    """Return the text of every drawing by its name, which has the text's format as suffix."""
    drawings = {
        f"{drawing.name}.yaml": drawing.yaml() for drawing in [*box_drawings(), *node_drawings()]
    }
    return {"header.gv": header_map(pins_for()), **drawings}


def with_tables(page: str) -> str:
    """Return the page with its tables replaced; each is between a mark with its name and an end
    mark.
    """
    for name, table in tables().items():
        before, _, rest = page.partition(mark(name))
        _, end, after = rest.partition(END)
        if not end:
            raise ValueError(f"{PAGE.name} has no place for the table {name!r}")
        page = f"{before}{mark(name)}\n\n{table.strip()}\n\n{END}{after}"
    return page


END = "<!-- end -->"


def mark(name: str) -> str:
    """Return the mark before a table."""
    return f"<!-- {name}, made from hardware/wiring/budget.py by `make wiring` -->"


def main() -> None:
    """Make all drawings and tables."""
    for name, text in texts().items():
        draw(as_graph(text) if name.endswith(".yaml") else text, text, HERE / name)
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
