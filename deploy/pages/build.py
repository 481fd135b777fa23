"""Make the built files of the pages: few, small, compressed, each named by its content.

    python3 deploy/pages/build.py [--required | --installed]

They are written to companion/web/built, where the server looks for them. Nothing is done if they
match the sources. The program needs esbuild: the one of package-lock.json, which npm installs into
build/esbuild, or an installed one. Without either it prints a message and the server serves the
sources; with --required that is a failure. With --installed it does not use npm, for use without a
network, and fails without esbuild.
"""

import argparse
import base64
import graphlib
import gzip
import hashlib
import itertools
import json
import re
import shutil
import string
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TOOLS = ROOT / "build" / "esbuild"

sys.path.insert(0, str(ROOT))
from companion.web.sources import BUILT, FOLDERS, INDEX, PAGES, files_of, fingerprint  # noqa: E402  # from this tree

AT = "/shared/built"
"""The path at which the server serves the built files."""

PATHS = {
    "/panel/shared/*": "shared",
    "/panel/static/*": "panel",
    "/shared/*": "shared",
    "/phone/games/*": "games",
    "/phone/*": "phone",
    "/floor/*": "floor",
}
"""The sources for the paths of the pages, longer paths before their prefixes."""

WORDS = "export const { language, languages, messages, names } = globalThis.pageWords;\n"
"""The module of a page's words, which in a build are in a separate script named by its content."""

BROWSERS = "es2019,chrome77,safari13"
"""The oldest supported browsers, as in docs/howto/phone.md; `older.js` adds features that they
lack.
"""

OLDEST = "es5"
"""The syntax of scripts in the HTML, which inform even older browsers that they are too old."""

STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')
SCRIPT = re.compile(r'<script type="module" src="([^"]+)"></script>\n')
EARLY = re.compile(r'<script src="([^"]+)"></script>\n')
LINKED = re.compile(r'(<link [^>]*href=")([^"]+)(")')
MANIFEST = ".webmanifest"


class NoEsbuildError(Exception):
    """esbuild is missing; the message has the reason."""


def main() -> int:
    """Build the files that are not up to date."""
    parser = argparse.ArgumentParser(description="Make the built files of the pages.")
    parser.add_argument("--required", action="store_true", help="fail where they cannot be made")
    parser.add_argument(
        "--installed", action="store_true", help="take the installed esbuild, or fail"
    )
    given = parser.parse_args()
    sources = fingerprint()
    if _made_of() == (sources, _own_hash()):
        return 0
    try:
        made = build(esbuild(with_npm=not given.installed), sources)
    except NoEsbuildError as reason:
        sys.stderr.write(f"The pages are served as many small files, more slowly: {reason}\n")
        return int(given.required or given.installed)
    sys.stdout.write(f"{made} files of the pages are built in {BUILT.relative_to(ROOT)}\n")
    return 0


def esbuild(*, with_npm: bool) -> str:
    """Return the esbuild to use, after installing it if npm is allowed and able to."""
    pinned = TOOLS / "node_modules" / ".bin" / "esbuild"
    lock = HERE / "package-lock.json"
    mark = TOOLS / "package-lock.json"
    if pinned.is_file() and mark.is_file() and mark.read_bytes() == lock.read_bytes():
        return str(pinned)
    found = shutil.which("esbuild")
    npm = shutil.which("npm") if with_npm else None
    if npm is not None and _installs(npm):
        return str(pinned)
    if found is not None:
        return found
    raise NoEsbuildError(
        "npm cannot install esbuild here" if npm else "no esbuild is installed here"
    )


def _installs(npm: str) -> bool:
    TOOLS.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "package.json", TOOLS)
    shutil.copy(HERE / "package-lock.json", TOOLS)
    quiet = ["--silent", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=20000"]
    done = subprocess.run([npm, "ci", "--prefix", str(TOOLS), *quiet], check=False)  # noqa: S603
    if done.returncode:
        (TOOLS / "package-lock.json").unlink()
    return done.returncode == 0


def build(program: str, sources: str) -> int:
    """Replace all built files; return their number."""
    with TemporaryDirectory() as temporary:
        stage, made = Path(temporary, "stage"), Path(temporary, "made")
        made.mkdir()
        _stage(stage)
        pages = [_page(program, stage, made, page, html) for page, html in PAGES.items()]
        _compress(made)
        files = sorted(file.name for file in made.iterdir())
        index: dict[str, Any] = {"sources": sources, "build": _own_hash(), "files": files}
        index |= {
            kind: [each for told in pages for each in told[kind]] for kind in ("styles", "scripts")
        }
        (made / INDEX).write_text(json.dumps(index, indent=1) + "\n", "utf-8")
        shutil.rmtree(BUILT, ignore_errors=True)
        shutil.copytree(made, BUILT)
    return len(files)


def _stage(stage: Path) -> None:
    """Copy the sources, and configure esbuild with the sources for the pages' paths."""
    for name, folder in FOLDERS.items():
        for file in files_of(name):
            to = stage / name / file.relative_to(folder)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, to)
    (stage / "shared" / "messages.js").write_text(WORDS, "utf-8")
    paths = {path: [f"./{folder}/*"] for path, folder in PATHS.items()}
    (stage / "tsconfig.json").write_text(json.dumps({"compilerOptions": {"paths": paths}}), "utf-8")


def _page(program: str, stage: Path, made: Path, page: str, html: Path) -> dict[str, Any]:
    """Make the files of one page; return its entry for the index.

    Its style and the script that runs before the first drawing are put into the HTML, so that the
    first drawing needs no other file.
    """
    text = html.read_text("utf-8")
    styles, (script,) = STYLE.findall(text), SCRIPT.findall(text)
    (stage / f"{page}.css").write_text(
        "".join(f'@import "./{_source(each)}";\n' for each in styles), "utf-8"
    )
    (stage / f"{page}.js").write_text(f'import "{script}";\n', "utf-8")
    names, needed = _bundled(program, stage, made, [f"{page}.css", f"{page}.js"])
    style = with_margins(without_is(_taken(made / names.pop(f"{page}.css"))))
    paths = {}
    for path in sorted({path for _, path, _ in LINKED.findall(text)} - set(styles)):
        if not path.endswith(MANIFEST):
            paths[path] = f"{AT}/{names.get(_source(path)) or _copied(stage / _source(path), made)}"
    words = "/panel/shared" if page == "panel" else "/shared"
    scripts = "".join(f'<link rel="modulepreload" href="{AT}/{name}">\n' for name in needed) + (
        f'<script defer src="{words}/messages-{{{{messages}}}}.js"></script>\n'
        f'<script type="module" src="{AT}/{names[f"{page}.js"]}"></script>\n'
    )
    early: list[str] = []

    def first(found: re.Match[str]) -> str:
        source = _source(found[1])
        early.append(_taken(made / _bundled(program, stage, made, [source], OLDEST)[0][source]))
        return f"<script>{early[-1]}</script>\n"

    text = EARLY.sub(first, text)
    text = LINKED.sub(lambda found: found[1] + paths.get(found[2], found[2]) + found[3], text)
    text = SCRIPT.sub(lambda _: f"<style>{style}</style>\n{scripts}", STYLE.sub("", text))
    (made / f"{page}.html").write_text(text, "utf-8")
    return {"styles": [_hash(style)], "scripts": [_hash(each) for each in early]}


def _taken(file: Path) -> str:
    """Return the text of a file for inclusion in the HTML, and delete the file."""
    text = file.read_text("utf-8").strip()
    file.unlink()
    if "</" in text or "{{" in text:
        raise ValueError(f"{file.name} cannot stand in HTML")
    return text


RULE = re.compile(r"""(?<=[{};])([^{};"'@]*(?:"[^"]*"[^{};"'@]*)*)(?={)""")
"""The text before each block of a minified style sheet, except at-rules."""

BLOCK = re.compile(RULE.pattern + r"{([^{}]*)}")

LETTERS = string.ascii_letters + string.digits + "-"

PART = re.compile(r"(#[\w-]+)|(\.[\w-]+|\[[^]]*\]|:[\w-]+(?:\([^()]*\))?)|([\w-]+)")
"""An id, a class (or something with the same specificity) and a type of a selector."""


def without_is(style: str) -> str:
    """Return the style with each ``:is()`` expanded; Chromium before 88 and Safari before 14 lack
    it.

    >>> without_is("a{b:c}:is(.d,.e) .f:is(:g,:h){i:j}")
    'a{b:c}.d .f:g,.d .f:h,.e .f:g,.e .f:h{i:j}'
    >>> without_is(".a:is(.b,c){d:e}")
    '.a.b,c.a:not(.none){d:e}'
    """
    return RULE.sub(lambda found: ",".join(_written_out(found[1])), f"{{{style}")[1:]


def with_margins(style: str) -> str:
    """Return the style with margins in place of the gaps of flexible boxes,
    for pages of the class "no-gap".

    Chromium before 84 and Safari before 14.1 support gaps only in grids; `older.js` sets the class.

    >>> with_margins("a{display:flex;gap:8px 4px}")
    'a{display:flex;gap:8px 4px}.no-gap a>*+*{margin-left:4px}'
    >>> with_margins("a,b{display:flex;flex-direction:column;gap:8px}")
    'a,b{display:flex;flex-direction:column;gap:8px}.no-gap a>*+*,.no-gap b>*+*{margin-top:8px}'
    """

    def margins(found: re.Match[str]) -> str:
        selectors, block = found.groups()
        declared = dict(each.split(":", 1) for each in block.split(";") if ":" in each)
        gap = declared.get("gap", declared.get("column-gap"))
        if gap is None or declared.get("display") not in {"flex", "inline-flex"}:
            return found[0]
        space = _outside(gap, " ")
        row, column = (gap[: space[0]], gap[space[0] + 1 :]) if space else (gap, gap)
        is_column = declared.get("flex-direction") == "column"
        margin = f"margin-top:{row}" if is_column else f"margin-left:{column}"
        commas = [-1, *_outside(selectors, ","), len(selectors)]
        each = [selectors[left + 1 : right] for left, right in itertools.pairwise(commas)]
        style = (
            found[0] + ",".join(f".no-gap {selector}>*+*" for selector in each) + f"{{{margin}}}"
        )
        if declared.get("flex-wrap") == "wrap" and not row.startswith("0"):
            style += (
                ",".join(f".no-gap {selector}>*" for selector in each) + f"{{margin-bottom:{row}}}"
            )
        return style

    return BLOCK.sub(margins, f"{{{style}")[1:]


def _written_out(selectors: str) -> list[str]:
    """Return selectors without ``:is()`` for the same elements with the same specificity."""
    before, found, rest = selectors.partition(":is(")
    if not found:
        return [selectors]
    depth, at = 1, 0
    while depth:
        depth += {"(": 1, ")": -1}.get(rest[at], 0)
        at += 1
    start = 1 + max(_outside(before, ","), default=-1)
    end = at + min(_outside(rest[at:], ","), default=len(rest) - at)
    head, tail = before[start:], rest[at:end]
    inside = rest[: at - 1]
    commas = [-1, *_outside(inside, ","), len(inside)]
    options = [inside[left + 1 : right] for left, right in itertools.pairwise(commas)]
    most = max(map(_specificity, options))
    lists = [f"{_joined(head, option)}{_padding(option, most)}{tail}" for option in options]
    return _written_out(before[:start] + ",".join(lists) + rest[end:])


def _outside(text: str, sign: str) -> list[int]:
    """Return the positions of `sign` in the text outside all brackets."""
    depths = itertools.accumulate({"(": 1, "[": 1, ")": -1, "]": -1}.get(each, 0) for each in text)
    return [
        at
        for at, (each, depth) in enumerate(zip(text, depths, strict=True))
        if each == sign and not depth
    ]


def _joined(head: str, option: str) -> str:
    """Return a compound selector, with the type first, as in "ul.seats"."""
    compound = re.search(r"[^\s>+~]*$", head)
    if compound is None or not compound[0] or not option[0].isalpha():
        return head + option
    kind = option[: len(option) - len(option.lstrip(LETTERS))]
    return head[: compound.start()] + kind + compound[0] + option[len(kind) :]


def _padding(option: str, most: tuple[int, ...]) -> str:
    """Return a suffix that raises `option` to the specificity `most`, like ``:is()``, without other
    effects.

    An option with fewer ids but more classes gets a slightly higher one.
    """
    lacks = [wanted - own for wanted, own in zip(most, _specificity(option), strict=True)]
    return "".join(
        f":not({kind}none)" * count for kind, count in zip(("#", ".", ""), lacks, strict=True)
    )


def _specificity(selector: str) -> tuple[int, ...]:
    """Return the number of ids, classes and types in the selector."""
    parts = PART.findall(selector)
    return tuple(sum(1 for part in parts if part[kind]) for kind in range(3))


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _source(path: str) -> str:
    """Return the location in the stage of a page's path.

    >>> _source("/panel/static/js/panel.js")
    'panel/js/panel.js'
    """
    for pattern, folder in PATHS.items():
        beginning = pattern.removesuffix("*")
        if path.startswith(beginning):
            return f"{folder}/{path.removeprefix(beginning)}"
    raise ValueError(path)


def _bundled(
    program: str, stage: Path, made: Path, entries: list[str], target: str = BROWSERS
) -> tuple[dict[str, str], list[str]]:
    """Let esbuild make a file from each entry for the browsers of `target`.

    Return the names of the made files by source, and the names of files that all scripts of the
    entries need.
    """
    told = stage / "made.json"
    names = [f"--{kind}-names=[name]-[hash]" for kind in ("entry", "chunk", "asset")]
    options = [
        "--bundle", "--splitting", "--minify", "--format=esm", f"--target={target}",
          "--charset=utf8",
        "--loader:.woff2=file", f"--public-path={AT}", "--log-level=warning",
          "--tsconfig=tsconfig.json",
        f"--outdir={made}", f"--metafile={told}", *names,
    ]  # fmt: skip
    subprocess.run([program, *entries, *options], cwd=stage, check=True)  # noqa: S603
    meta: dict[str, Any] = json.loads(told.read_text("utf-8"))
    check_circles(meta["inputs"])
    outputs = meta["outputs"]
    by_source = {
        output.get("entryPoint") or next(iter(output["inputs"])): Path(name).name
        for name, output in outputs.items()
    }
    needed = [
        Path(imported["path"]).name
        for output in outputs.values()
        if output.get("entryPoint") in entries
        for imported in output["imports"]
        if imported["kind"] == "import-statement"
    ]
    return by_source, needed


def check_circles(inputs: dict[str, Any]) -> None:
    """Raise ValueError if scripts import each other in a circle; `inputs` are from esbuild's
    metafile.

    >>> imports = [{"path": "b.js", "kind": "import-statement"}]
    >>> check_circles({"a.js": {"imports": imports}, "b.js": {"imports": []}})
    >>> check_circles({"b.js": {"imports": imports}})
    Traceback (most recent call last):
    ValueError: scripts import each other in a circle: b.js, b.js
    """
    imported = {
        name: [each["path"] for each in script["imports"] if each["kind"] == "import-statement"]
        for name, script in inputs.items()
    }
    try:
        graphlib.TopologicalSorter(imported).prepare()
    except graphlib.CycleError as error:
        raise ValueError(
            f"scripts import each other in a circle: {', '.join(error.args[1])}"
        ) from None


def _copied(file: Path, made: Path) -> str:
    """Copy a file under a name with a hash of its content; return the name."""
    content = file.read_bytes()
    name = f"{file.stem}-{hashlib.sha256(content).hexdigest()[:8].upper()}{file.suffix}"
    (made / name).write_bytes(content)
    return name


def _compress(made: Path) -> None:
    """Write a compressed file next to each file that becomes smaller.

    Over plain HTTP, browsers only accept gzip.
    """
    for file in sorted(made.iterdir()):
        packed = gzip.compress(file.read_bytes(), 9, mtime=0)
        if file.suffix != ".html" and len(packed) < 0.9 * file.stat().st_size:
            (made / f"{file.name}.gz").write_bytes(packed)


def _own_hash() -> str:
    """Return a hash of this file, because a changed build makes different files of the same
    sources.
    """
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def _made_of() -> tuple[str, str] | None:
    """Return the hashes of the sources and the build of the built files; None without built
    files.
    """
    try:
        index = json.loads((BUILT / INDEX).read_text("utf-8"))
        return index["sources"], index["build"]
    except (OSError, ValueError, KeyError):
        return None


if __name__ == "__main__":
    sys.exit(main())
