"""Mutations of a small file."""

from pathlib import Path

import pytest

from tests.mutants.mutations import mutations


def mutated(file: Path, source: str) -> list[str]:
    """Return the lines that replace the source, one for each mutation."""
    file.write_text(source)
    return [mutation.now for mutation in mutations(file)]


@pytest.mark.parametrize(
    ("source", "now"),
    [
        ("over = total > target", ["over = (total >= target)"]),
        ("out = a and b", ["out = (a or b)"]),
        ("out = not a", ["out = a"]),
        ("left = a - b", ["left = (a + b)"]),
        ("size = 5", ["size = 6", "size = 4"]),
        ("on = True", ["on = False"]),
        ("seat = a if b else c", ["seat = (c if b else a)", "seat = a if (not b) else c"]),
        ("pay(ann, bo)", ["pass", "(pay(bo, ann))"]),
        ("if is_out: pass", ["if (not is_out): pass"]),
        ("raise Illegal", ["pass"]),
        ("total += card", ["pass"]),
        ("def f() -> bool:\n    return seat", ["return None"]),
    ],
)
def test_mutation_replaces_one_expression_or_statement(
    tmp_path: Path, source: str, now: list[str]
) -> None:
    assert mutated(tmp_path / "small.py", source) == now


@pytest.mark.parametrize(
    "source",
    [
        '"""Texts stay."""\nname = "Ann"\nsaid = f"{a > b}"',
        "def f(seat: Annotated[int, 5]) -> 7:\n    pass",
        "class Card(Struct, frozen=True):\n    pass",
        "assert_never(card)",
    ],
)
def test_mutations_do_not_change_texts_and_types(tmp_path: Path, source: str) -> None:
    assert mutated(tmp_path / "small.py", source) == []
