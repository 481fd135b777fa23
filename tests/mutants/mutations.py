"""Realistic small mistakes in a file; each replaces one expression or one statement."""

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

MISTAKEN = dict(
    re.findall(
        r"(\w+) (\w+)",
        "Lt LtE, LtE Lt, Gt GtE, GtE Gt, Eq NotEq, NotEq Eq, In NotIn, NotIn In, Is IsNot, "
        "IsNot Is, "
        "And Or, Or And, Add Sub, Sub Add, Mult Add, FloorDiv Mult, Mod FloorDiv",
    )
)
"""The replacement for each operator."""
UNHEARD = ("assert_never(", "_log.")
"""Calls proved unreachable by mypy, or that only write text for people."""
IN_ANY_ORDER = frozenset({"max", "min"})
CONDITIONS = frozenset({"test", "ifs"})
UNSEEN = frozenset({"frozen", "gc", "maxsize"})
"""Arguments of a class or a cache that mypy checks, or that only affect speed."""
ANNOTATIONS = frozenset({"annotation", "returns"})


class Mutation(NamedTuple):
    """A replacement of the `source` of `file` from byte `start` to `end` by `text`."""

    file: Path
    line: int
    source: bytes
    start: int
    end: int
    text: str

    @property
    def mutated(self) -> bytes:
        return self.source[: self.start] + self.text.encode() + self.source[self.end :]

    @property
    def was(self) -> str:
        """The original lines, without their indent."""
        return self._lines(self.source[self.start : self.end].decode())

    @property
    def now(self) -> str:
        """The lines that replace them."""
        return self._lines(self.text)

    def _lines(self, text: str) -> str:
        before, behind = self.source[: self.start], self.source[self.end :]
        whole = before.rpartition(b"\n")[2].decode() + text + behind.partition(b"\n")[0].decode()
        return "\n".join(line.strip() for line in whole.splitlines())


def mutations(file: Path) -> list[Mutation]:
    """Return every mutation of a file, in the order of its lines."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, new in sorted(_changes(ast.parse(source)), key=lambda change: change[0].lineno):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        text = ast.unparse(new)
        if isinstance(new, ast.expr) and not text.isalnum():
            text = f"({text})"
        found.append(Mutation(file, node.lineno, source, start, end, text))
    return found


def _changes(node: ast.AST) -> Iterator[tuple[Any, ast.AST]]:
    """Yield each node to change, and its replacement; texts, types and docstrings are skipped."""
    for field, value in ast.iter_fields(node):
        if field in ANNOTATIONS or isinstance(node, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or (
                isinstance(child, ast.keyword) and child.arg in UNSEEN
            ):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield from ((child, new) for new in _in_place_of(child))
            if field in CONDITIONS and isinstance(child, ast.Name | ast.Attribute | ast.Call):
                yield child, ast.UnaryOp(ast.Not(), child)
            yield from _changes(child)


def _in_place_of(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:  # noqa: PLR0912  # a case for each kind
    match node:
        case ast.Compare(ops=[operator]):
            yield _with(node, ops=[_mistaken(operator)])
        case ast.BoolOp(op=operator):
            yield _with(node, op=_mistaken(operator))
        case ast.BinOp(op=operator) if type(operator).__name__ in MISTAKEN:
            yield _with(node, op=_mistaken(operator))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.IfExp(body=body, orelse=other):
            yield _with(node, body=other, orelse=body)
        case ast.Constant(value=int(value)):
            others = [not value] if isinstance(value, bool) else [value + 1, value - 1]
            yield from map(ast.Constant, others)
        case ast.Call(func=function, args=[first, second, *rest]):
            if ast.unparse(function) not in IN_ANY_ORDER and ast.dump(first) != ast.dump(second):
                yield _with(node, args=[second, first, *rest])
        case ast.Return(value=ast.expr()) if ast.unparse(node) != "return None":
            yield ast.Return(ast.Constant(None))
        case ast.Raise() | ast.AugAssign() | ast.Delete():
            if (
                ast.unparse(node) != "raise NotImplementedError"
            ):  # replaced by every class that extends it
                yield ast.Pass()
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            if not ast.unparse(node).startswith(UNHEARD):
                yield ast.Pass()


def _mistaken(operator: ast.AST) -> Any:
    return getattr(ast, MISTAKEN[type(operator).__name__])()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = deepcopy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
