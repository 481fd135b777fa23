"""Makes the parts of the README and of SECURITY.md that come from data:
`python -m tests.docs.regenerate`.
"""

from pathlib import Path

from companion.config.board import load_board
from hardware.wiring.table import wiring_table
from tests.docs.attacks import attack_table

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SECURITY = ROOT / "SECURITY.md"
ATTACKS = "<!-- made from the tests by `make pictures` -->"
WIRING = "<!-- made from hardware/board.toml by `make pictures` -->"
END = "<!-- end -->"


def marked(text: str, mark: str) -> str:
    """What stands between a mark and the end that follows it."""
    return text.split(mark, 1)[1].split(END, 1)[0].strip()


def with_marked(text: str, mark: str, content: str) -> str:
    """The text with something else between a mark and the end that follows it."""
    before, rest = text.split(mark, 1)
    _, after = rest.split(END, 1)
    return f"{before}{mark}\n\n{content.strip()}\n\n{END}{after}"


def main() -> None:
    """Writes both anew."""
    table = wiring_table(load_board().pins())
    README.write_text(with_marked(README.read_text("utf-8"), WIRING, table), "utf-8")
    SECURITY.write_text(
        with_marked(SECURITY.read_text("utf-8"), ATTACKS, attack_table(ROOT)), "utf-8"
    )


if __name__ == "__main__":
    main()
