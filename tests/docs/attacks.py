"""The table of attacks in docs/attacks.md, generated from the marks of the tests that try them."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

GROUPS = {
    "code": "A device in the network without the code",
    "page": "Another website, or a text that a player types",
    "bytes": "Arbitrary bytes",
    "crowd": "A device that takes everything",
    "card": "A person with the SD card",
    "update": "An attacker between the box and its updates",
}


class Attack(NamedTuple):
    """A row: its group, the attack, the outcome, and the test that tries it."""

    of: str
    attack: str
    outcome: str
    file: str
    test: str


def attacks(root: Path) -> Iterator[Attack]:
    """Yield all attacks that tests try, by file. The files are only parsed, as some need a
    container to run.
    """
    for path in sorted((root / "tests").rglob("*.py")):
        text = path.read_text("utf-8")
        if "pytest.mark.attack(" in text:
            file = path.relative_to(root).as_posix()
            for node in ast.parse(text).body:
                if isinstance(node, ast.FunctionDef):
                    for mark in node.decorator_list:
                        if ast.unparse(mark).startswith("pytest.mark.attack(") and isinstance(
                            mark, ast.Call
                        ):
                            of, attack, outcome = map(ast.literal_eval, mark.args)
                            yield Attack(of, attack, outcome, file, node.name)


def attack_table(root: Path) -> str:
    """Return the table of all attacks, each group below its heading."""
    tried = list(attacks(root))
    sections = []
    for group, heading in GROUPS.items():
        rows = [
            f"| {row.attack} | {row.outcome} | `{row.file}::{row.test}` |"
            for row in tried
            if row.of == group
        ]
        sections.append(
            "\n".join(
                [
                    f"### {heading}",
                    "",
                    "| attack | result | test |",
                    "|---|---|---|",
                    *rows,
                ]
            )
        )
    return "\n\n".join(sections)
