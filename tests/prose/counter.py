"""The markers of stilted English, and the texts in which they are counted."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]

BOUNDS: Mapping[str, int] = {
    "docs": 40,
    "code": 25,
    "tests": 40,
    "test-names": 60,
    "messages": 60,
}
"""Markers per 10,000 words that a corpus may have. A bound only falls."""

MARKERS: Mapping[str, str] = {
    "whoever": r"\b[Ww]ho(?:m|se)?ever\b",
    "impersonal one": r"\bone's own\b|\boneself\b"
    r"|\b[Oo]ne (?:writes|puts|plays|has|types|would|must|may)\b",
    "bare who": r"(?:^|[.;:!] )Who (?:[a-z']+ )[^?.\n]{3,80}\.",
    "what-clause": r"(?:^|[.;:!] )What (?!is wrong\b)[^?.\n]{3,120}[.,]",
    "so many": r"\bso (?:many|much|often|few)\b(?! that| as)",
    "stands": r"\b(?:stands|stand|stood|standing)\b",
    "go on": r"\b(?:go|goes|went|going|gone) on\b",
    "anew": r"\banew\b",
    "beside(s)": r"\bbesides?\b",
    "told": r"\b(?:is|are|was|were|be|been) told\b|\btells? of\b|\btold (?:in|under|apart)\b",
    "mend, put right": r"\bmend(?:s|ed|ing)?\b|\b[Pp]uts? right\b|\bputting right\b",
    "says, said": r"\bsays?\b|\bsaid\b",
    "somebody, nobody, everybody": r"\b(?:[Ss]ome|[Nn]o|[Ee]very|[Aa]ny)body\b",
    "nothing of, all of it": r"\b(?:[Nn]othing|[Aa]ll|[Mm]ore) of (?:this|it|that|them)\b",
    "where = if": r"(?:^|[.;:] )Where [^?.\n]{3,100},",
    "whether": r"\b(?:looks?|tells?|says?|asks?|sees?) whether\b",
    "meanwhile": r"\b[Mm]eanwhile\b",
    "come along": r"\b(?:comes?|came|brings?|brought|takes?|taken) along\b",
    "lies = is": r"\b(?:lies|lie|lay|lying)\b",
    "has shown to": r"\b(?:has|have) shown to\b",
    "and no other": r"\band (?:no other|nothing else|no more|nothing more)\b",
    "is no X": r"\b(?:is|are) no [a-z]+",
    "return that": r"^(?:Return|Yield) (?:that|what)\b",
}
COMPILED = {name: re.compile(pattern, re.MULTILINE) for name, pattern in MARKERS.items()}


def tracked(*patterns: str) -> list[str]:
    """Return the files in the repository that match."""
    command = ["git", "ls-files", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


def _markdown(text: str) -> str:
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"`[^`]*`", "X", text)
    text = re.sub(r"\]\([^)]*\)", "", text)
    return re.sub(r"(?<=[a-z,;])\n(?=[a-zA-Z])", " ", text)


def _python(text: str) -> str:
    """Return the docstrings and comments of a module."""
    found = [
        re.sub(r"\s*\n\s*", " ", re.sub(r">>>.*", "", node.value.value))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    found += [token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT]
    return "\n".join(found)


def prose_of(name: str) -> str:
    """Return the prose of a file: the text, or docstrings and comments of Python code."""
    text = (ROOT / name).read_text("utf-8")
    if name.endswith(".py"):
        return _python(text)
    return _markdown(text) if name.endswith(".md") else text


def _messages() -> str:
    """Return the English texts of the catalogue."""
    catalogue = (ROOT / "companion/languages/de.po").read_text("utf-8")
    texts = re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', catalogue, re.MULTILINE)
    return "\n".join("".join(re.findall(r'"(.*)"', text)) for text in texts)


def corpora() -> dict[str, str]:
    """Return the text of each corpus."""
    tests = tracked("tests/*.py")
    names = [n for name in tests for n in re.findall(r"def test_(\w+)", (ROOT / name).read_text())]
    documents = [n for n in tracked("*.md") if not re.match(r"docs/[a-z]{2}/|CHANGELOG", n)]
    code = tracked("companion/*.py", "firmware/*.py", "deploy/*.py", "hardware/*.py")
    return {
        "docs": "\n".join(map(prose_of, documents)),
        "code": "\n".join(map(prose_of, code)),
        "tests": "\n".join(map(prose_of, tests)),
        "test-names": "\n".join(name.replace("_", " ") for name in names),
        "messages": _messages(),
    }


def rate(text: str) -> float:
    """Return the markers per 10,000 words."""
    words = len(re.findall(r"[A-Za-z']+", text)) or 1
    return sum(len(pattern.findall(text)) for pattern in COMPILED.values()) * 10_000 / words


def hits(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each line with markers, and their names."""
    for line in text.splitlines():
        if names := [name for name, pattern in COMPILED.items() if pattern.search(line)]:
            yield line.strip(), names
