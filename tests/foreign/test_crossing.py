"""Every entrance for a file, combined with everything that may be in the file's place."""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from companion import variants
from companion.config import effective, load_config, load_displays, own_folder, read_config
from companion.core.commands import New, Play
from companion.errors import ConfigError, Illegal, JournalError, ReplayError
from companion.games.history import GameHistory
from companion.phone.editor.store import VariantStore
from companion.phone.request import RequestError
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.routes import Evenings
from companion.protocol.exported import export, replay_text
from companion.table.backup import FOLDER, Backup
from companion.table.lines import sealed
from companion.table.reader import read_only
from companion.table.restore import complete, offer
from companion.variants import load_variants
from companion.variants.show import show_text
from tests.table.tables import table_in

LONGEST_SENTENCE = 400

# The objects in place of a file.


class Value(NamedTuple):
    """A value within an otherwise correct file, in TOML and in JSON."""

    toml: str
    json: str


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to("nothing")


def a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def a_link_to_a_growing_file(path: Path) -> None:
    # the kernel reports its size as 0 bytes, but it has megabytes
    path.symlink_to("/proc/kallsyms")


def a_file_without_rights(path: Path) -> None:
    path.touch(0)


def a_gigabyte(path: Path) -> None:
    path.touch()
    os.truncate(path, 2**30)


PLACES = (
    a_folder,
    a_pipe,
    a_device,
    a_link_to_nothing,
    a_link_to_itself,
    a_link_to_a_growing_file,
    a_file_without_rights,
    a_gigabyte,
)

TEXTS = {
    "nothing": b"",
    "zeros": bytes(5000),
    "no UTF-8": b'title = "J\xf6rg"\n',
    "UTF-16": 'title = "Ann"\n'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf",
    "a line without an end": b"[" + b"x" * 100_000,
    "brackets": b"[" * 100_000,
    "escapes for a terminal": b"\x1b[2J\x1b]0;x\x07",
}

DEEP = "[" * 20_000 + "]" * 20_000
BELOW = "[" * 200 + "]" * 200
LIST = f"[{'1,' * 200_000}1]"
VALUES = {
    "a hexadecimal number of 3,700 digits": Value(f"0x{'F' * 3700}", str(16**3560)),
    "a number of 4,000 digits": Value("9" * 4000, "9" * 4000),
    "a number of 5,000 digits": Value("9" * 5000, "9" * 5000),
    "a negative number of 4,000 digits": Value(f"-{'9' * 4000}", f"-{'9' * 4000}"),
    "no number": Value("nan", "NaN"),
    "infinity": Value("-inf", "-Infinity"),
    "a huge exponent": Value("1e999", "1e999"),
    "a large exponent": Value("1e300", "1e300"),
    "NUL in a text": Value('"a\\u0000b"', '"a\\u0000b"'),
    "escapes in a text": Value('"\\u001b[2J"', '"\\u001b[2J"'),
    "a text from right to left": Value('"a\\u202eb"', '"a\\u202eb"'),
    "half a character": Value('"\\ud800"', '"\\ud800"'),
    "a text of 50,000 letters": Value(f'"{"x" * 50_000}"', f'"{"x" * 50_000}"'),
    "20,000 brackets": Value(DEEP, DEEP),
    "200 brackets": Value(BELOW, BELOW),
    "200,000 cards": Value(LIST, LIST),
    "15,000 dots in a key": Value(
        f"1\n{'.'.join('a' * 15_000)} = 1", '{"a":' * 15_000 + "1" + "}" * 15_000
    ),
    "9,000 keys": Value(
        "1\n" + "\n".join(f"k{number} = 1" for number in range(9000)),
        json.dumps({f"k{number}": 1 for number in range(9000)}),
    ),
}

Form = Callable[[Path], None] | bytes | Value
FORMS: Mapping[str, Form] = {**{make.__name__: make for make in PLACES}, **TEXTS, **VALUES}


def lay(path: Path, form: Form, template: Callable[[Value], bytes]) -> None:
    """Put a form at `path` and replace the previous object; a value goes into the `template`."""
    path.unlink(missing_ok=True)
    match form:
        case Value():
            path.write_bytes(template(form))
        case bytes():
            path.write_bytes(form)
        case make:
            make(path)


NINETY_NINE = [file for file in variants._bundled() if file.name == "ninety-nine"]  # noqa: SLF001


# The entrances. Each takes a form, checks that the other state is unchanged, and returns the
# message about it.


OURS = 'extends = "ninety-nine"\ntitle = "Ours"\n'


def variant_with(key: str) -> Callable[[Value], bytes]:
    return lambda value: f"{OURS}{key} = {value.toml}\n".encode()


def variant(key: str) -> Callable[[Path, Form], Iterable[str]]:
    def enter(folder: Path, form: Form) -> Iterable[str]:
        (folder / "good.toml").write_text(OURS)
        lay(folder / "odd.toml", form, variant_with(key))
        shelf = load_variants(folder)
        assert "good" in shelf.own
        assert len(shelf.variants) >= len(load_variants().variants) + 1
        for problem in shelf.problems:
            assert problem.file == str(folder / "odd.toml")
            yield str(problem)
        if "odd" in shelf.own:
            assert show_text(shelf.variants["odd"])
            GameHistory(shelf.variants).obey(New(variant="odd", players=("Ann", "Bo")))

    return enter


def upload(folder: Path, form: Form) -> Iterable[str]:
    store = VariantStore(folder, lambda _variants: None)
    store.save(OURS, "good.toml")
    before = list(store.shelf.variants), sorted(folder.iterdir())
    text = OURS
    match form:
        case Value():
            text = variant_with("target")(form).decode()
        case bytes():
            text = form.decode("utf-8", "replace")
        case make:
            make(folder / "odd.toml")
            before = before[0], sorted(folder.iterdir())
    try:
        store.save(text, "odd.toml", instead=True)
    except RequestError as refused:
        yield str(refused)
        assert (list(store.shelf.variants), sorted(folder.iterdir())) == before
    assert "good" in store.shelf.variants
    assert (store.text("odd") is None) == ("odd" not in store.shelf.variants)


def configuration(section: str, key: str) -> Callable[[Path, Form], Iterable[str]]:
    def enter(folder: Path, form: Form) -> Iterable[str]:
        file = folder / "companion.toml"
        lay(file, form, lambda value: f"[{section}]\n{key} = {value.toml}\n".encode())
        load_displays(file)
        try:
            config = load_config(file)
        except ConfigError as refused:
            yield refused.brief
            for line in str(refused).split("\n"):
                assert line.startswith(str(file))
                yield line
        else:
            assert read_config(effective(config)) == config
            load_variants(own_folder(config.variants.folder, "variants", file, {}))

    return enter


def exported(folder: Path, form: Form) -> Iterable[str]:
    file = folder / "game.txt"
    new = b'{"cmd":"new","variant":"ninety-nine","players":["Ann","Bo"]}\n'
    lay(file, form, lambda value: new + f'{{"cmd":"set","total":{value.json}}}\n'.encode())
    try:
        replay_text(file)
    except ReplayError as refused:
        yield str(refused)


def line_with(value: Value) -> bytes:
    """Return the lines of a game with a note, sealed as by a program that knows the form."""
    number = msgspec.Raw(value.json)
    head, chain = sealed({"journal": 1, "box": "00000000", "game": 3, "id": "0000000a"})
    command = {
        "n": 1,
        "at": 1.0,
        "command": msgspec.Raw(f'{{"cmd":"set","total":{value.json}}}'),
        "digest": "00",
    }
    entry, chain = sealed(command | {"edition": 1}, chain)
    facts = msgspec.Raw(f'{{"called":{value.json}}}')
    note, _chain = sealed({"note": "claim", "after": 1, "at": number, "facts": facts}, chain)
    return head + entry + note


def person_with(value: Value) -> bytes:
    head, chain = sealed({"people": 1})
    person, _chain = sealed({"id": "0000000a", "name": msgspec.Raw(value.json)}, chain)
    return head + person


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal of three games."""
    folder = tmp_path_factory.mktemp("played")
    table = table_in(folder)
    for _game in range(3):
        table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
        table.obey(Play(card="8H"))
    table.close()
    return folder


def journal(name: str) -> Callable[[Path, Form], Iterable[str]]:
    def enter(folder: Path, form: Form) -> Iterable[str]:
        (path,) = (folder / "journal").rglob(name)
        others = {
            other: other.read_bytes() for other in path.parent.glob("[12]-*.jsonl") if other != path
        }
        lay(path, form, person_with if name == "people.jsonl" else line_with)
        try:
            table = table_in(folder)
        except JournalError as refused:
            yield str(refused)
        else:
            yield from filter(None, str(table.journal.trouble or "").split(". "))
            try:
                table.obey(Play(card="9H"))
            except Illegal:
                table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
            table.close()
        for reading in (
            export,
            lambda path: Evenings(AllGames(path.with_name(HISTORY), path)).read(),
        ):
            try:
                reading(folder / "journal")
            except JournalError as refused:
                yield str(refused)
        for other, content in others.items():
            assert other.read_bytes().startswith(content.rstrip())

    return enter


def stick(name: str) -> Callable[[Path, Form], Iterable[str]]:
    def enter(folder: Path, form: Form) -> Iterable[str]:
        path, place = folder / "journal", folder / "stick" / FOLDER
        box = read_only(path).box.name
        (place / box).mkdir(parents=True)
        lay(place / box / name, form, person_with if name == "people.jsonl" else line_with)
        before = {file: file.read_bytes() for file in path.rglob("*-*.jsonl")}
        complete(path, [place])
        try:
            for _answer in Backup(place).keep_up(read_only(path)):
                pass
        except OSError as refused:
            yield str(refused.strerror)
        assert {file: file.read_bytes() for file in before} == before
        shutil.rmtree(path)
        path.mkdir()
        offer(path, [place], [])

    return enter


ENTRANCES: dict[str, Callable[[Path, Form], Iterable[str]]] = {
    "a variant in the folder": variant("target"),
    "a card of a variant": variant("cards.4.add"),
    "an upload": upload,
    "a number of the configuration": configuration("lights", "dim"),
    "a path of the configuration": configuration("variants", "folder"),
    "an exported game": exported,
    "the journal of the game that is on": journal("3-*.jsonl"),
    "the journal of an earlier game": journal("2-*.jsonl"),
    "what the journal accepted": journal("accepted"),
    "the names of the journal": journal("people.jsonl"),
    "the games of a stick": stick("000.jsonl"),
    "the names of a stick": stick("people.jsonl"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("entrance", ENTRANCES)
@pytest.mark.attack(
    "bytes", "offer arbitrary bytes as a file", "one sentence; nothing else changes"
)
def test_any_object_in_place_of_a_file_is_read_or_refused_with_a_sentence(
    entrance: str, form: str, tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if entrance.startswith(("the ", "what ")):
        shutil.copytree(played / "journal", tmp_path / "journal")
    else:  # Other variants would only cost time.
        monkeypatch.setattr(variants, "_bundled", lambda: [*NINETY_NINE])
    for sentence in ENTRANCES[entrance](tmp_path, FORMS[form]):
        said = sentence.replace(str(tmp_path), "")
        assert 0 < len(said) <= LONGEST_SENTENCE
        assert said.isprintable()
