"""docs/setup.md says what `companion setup` does."""

import re

from companion.cli.commands import _parser
from companion.config import read_config
from companion.config.models import KINDS
from companion.maintenance.setup.requirements import needs_of
from tests.docs.pages import code, page, section, tables
from tests.maintenance.setup.page import example, shown

HEADER = '[display]\ncontroller = "none"\n[reader]\nport = "/dev/ttyAMA0"\n'


def test_the_example_is_what_is_said() -> None:
    """If this fails on purpose: python -m tests.maintenance.setup.page"""
    assert shown(page("setup.md")) == example()


def test_every_option_is_told() -> None:
    (rows,) = tables(section("setup.md", "Setting up the Pi"))
    parsed = vars(_parser().parse_args(["setup"]))
    assert {code(row[0])[0] for row in rows} == {
        f"--{name.replace('_', '-')}" for name in parsed if name != "run"
    }


def test_the_table_of_pis_is_what_each_gets() -> None:
    _, rows = tables(section("setup.md", "What the box needs"))
    config = read_config(HEADER)
    told = {row[0]: (code(row[1]), code(row[2])) for row in rows}
    assert told == {
        pi.name: (
            [setting.line for setting in needs_of(config, pi, usb_reader=False).settings],
            [pi.header],
        )
        for pi in KINDS
    }


def test_the_lines_of_each_display_are_told() -> None:
    rows, _ = tables(section("setup.md", "What the box needs"))
    for row, text in zip(rows, ("", '[display]\nbus = "spi"\n'), strict=False):
        needs = needs_of(read_config(text + '[reader]\nport = "none"\n'), KINDS[0], usb_reader=False)
        assert code(row[1])[:2] == [setting.line for setting in needs.settings]


def test_every_file_that_is_written_is_told() -> None:
    (rows,) = tables(section("setup.md", "What is written"))
    told = " ".join(row[0] for row in rows)
    paths = {line.split(": ")[0] for line in example().splitlines() if re.match(r"/\S+: ", line)}
    assert len(paths) == 8
    assert all(re.sub(r"@.*", "@", path) in told for path in paths)
