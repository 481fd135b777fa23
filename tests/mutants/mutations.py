"""Small mistakes that somebody could make in a file: each replaces one expression or one statement."""

import ast
from collections.abc import Iterator
from copy import deepcopy
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final, NamedTuple

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
UNHEARD: Final = ("assert_never(", "_log.")
"""Calls that mypy proves to be never reached, or that write for people alone."""
IN_ANY_ORDER: Final = frozenset({"max", "min"})
CONDITIONS: Final = frozenset({"test", "ifs"})
UNSEEN: Final = frozenset({"frozen", "gc"})
"""Arguments of a class that mypy holds, or that only change how quick it is."""
ANNOTATIONS: Final = frozenset({"annotation", "returns"})


class Mutation(NamedTuple):
    """A `text` in place of what stands in the `source` of `file` from byte `start` to `end`."""

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
        """The lines that it changes, without their indent."""
        return self._changed("-")

    @property
    def now(self) -> str:
        """The lines that stand in their place."""
        return self._changed("+")

    def _changed(self, sign: str) -> str:
        before, after = (text.decode().splitlines() for text in (self.source, self.mutated))
        lines = list(unified_diff(before, after, n=0, lineterm=""))[3:]
        return "\n".join(line[1:].strip() for line in lines if line[0] == sign)


def mutations(file: Path) -> list[Mutation]:
    """Every mutation of a file, in the order of its lines."""
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
    """Each node that is changed, and the node in its place. Texts, types and docstrings are left alone."""
    for field, value in ast.iter_fields(node):
        if field in ANNOTATIONS or isinstance(node, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.keyword) and child.arg in UNSEEN:
                continue
            if isinstance(child, ast.AST):
                if isinstance(child, ast.expr | ast.stmt):
                    yield from ((child, new) for new in _in_place_of(child))
                if field in CONDITIONS and isinstance(child, ast.Name | ast.Attribute | ast.Call):
                    yield child, ast.UnaryOp(ast.Not(), child)
                yield from _changes(child)


def _in_place_of(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:  # noqa: PLR0912  # a case for each kind
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARED:
            yield _with(node, ops=[COMPARED[type(operator)]()])
        case ast.BoolOp(op=operator):
            yield _with(node, op=ast.Or() if isinstance(operator, ast.And) else ast.And())
        case ast.BinOp(op=operator) if type(operator) in CALCULATED:
            yield _with(node, op=CALCULATED[type(operator)]())
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
            if ast.unparse(node) != "raise NotImplementedError":  # what every class that extends it replaces
                yield ast.Pass()
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            if not ast.unparse(node).startswith(UNHEARD):
                yield ast.Pass()


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = deepcopy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
