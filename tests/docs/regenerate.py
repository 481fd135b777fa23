"""Regenerate the parts of the documents that come from data: `python -m tests.docs.regenerate`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from hardware.case.printing import print_table
from hardware.guide.steps import write_pictures
from hardware.kits import Language, part_table, write_presets
from hardware.wiring.table import pins_for, wiring_table
from tests.docs import asyncapi
from tests.docs.attacks import attack_table
from tests.docs.downloads import base_url, download_table, uvx_line, version
from tests.docs.generated import command_tables, configuration_tables, phrase_table

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
ATTACKS_PAGE = ROOT / "docs" / "attacks.md"
ATTACKS = "<!-- made from the tests by `make pictures` -->"
COMMANDS = ROOT / "docs" / "reference" / "commands.md"
CONFIGURATION = ROOT / "docs" / "reference" / "configuration.md"
PROGRAM = "<!-- made from the program by `make pictures` -->"
INSTALL = ROOT / "docs" / "howto" / "install.md"
VOICE = ROOT / "docs" / "howto" / "voice.md"
RELEASE = "<!-- made from deploy/release/release.toml by `make pictures` -->"
WIRING = ROOT / "docs" / "reference" / "wiring.md"
I2C = "<!-- I2C, made from hardware/board.toml by `make pictures` -->"
SPI = "<!-- SPI, made from hardware/board.toml by `make pictures` -->"
BUILD = ROOT / "docs" / "tutorial" / "build-the-box.md"
CASE = ROOT / "hardware" / "case" / "README.md"
STL = "<!-- made from hardware/case/stl by `make pictures` -->"
PARTS = "<!-- made from hardware/kits.toml by `make pictures` -->"
END = "<!-- end -->"


def _kit_pages() -> list[tuple[Path, str, Callable[[], str]]]:
    """Return the pages of the kits without soldering, each with the table of its parts."""
    folders: dict[Language, Path] = {"en": ROOT / "docs", "de": ROOT / "docs" / "de"}
    return [
        (folder / "tutorial" / f"kit-{kit.lower()}.md", PARTS, partial(part_table, kit, code))
        for kit in ("A", "B")
        for code, folder in folders.items()
    ]


MADE: tuple[tuple[Path, str, Callable[[], str]], ...] = (
    (ATTACKS_PAGE, ATTACKS, lambda: attack_table(ROOT)),
    (COMMANDS, PROGRAM, command_tables),
    (CONFIGURATION, PROGRAM, configuration_tables),
    (VOICE, PROGRAM, phrase_table),
    (INSTALL, RELEASE, lambda: download_table(base_url(), version())),
    (README, RELEASE, lambda: uvx_line(base_url(), version())),
    (BUILD, PARTS, lambda: part_table("C")),
    *_kit_pages(),
    (CASE, STL, print_table),
    (WIRING, I2C, lambda: wiring_table(pins_for("i2c"))),
    (WIRING, SPI, lambda: wiring_table(pins_for("spi"))),
)
"""Each document with a generated part, the mark before it, and its generator."""


def marked(text: str, mark: str) -> str:
    """Return the text between a mark and the next end mark."""
    return text.split(mark, 1)[1].split(END, 1)[0].strip()


def with_marked(text: str, mark: str, content: str) -> str:
    """Return the text with `content` between a mark and the next end mark."""
    before, rest = text.split(mark, 1)
    _, after = rest.split(END, 1)
    return before + "\n\n".join(filter(None, (mark, content.strip(), END))) + after


def main() -> None:
    """Write every generated part again, and the configurations of the images."""
    write_presets()
    write_pictures()
    asyncapi.FILE.write_text(asyncapi.text(), "utf-8")
    for page, mark, make in MADE:
        page.write_text(with_marked(page.read_text("utf-8"), mark, make()), "utf-8")


if __name__ == "__main__":
    main()
