"""Messages of the `companion` command: results, and reasons for ending."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.commands import main
from tests.cli.played import a_journal
from tests.cli.process import program

FULL = "companion: the output: No space left on device\n"


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide the files of the rows, without a user configuration or data folder."""
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY", "HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("companion.config.places.FOR_ALL", tmp_path / "no.toml")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.toml").write_text('extends = "ninety-nine"\ntitle = "Good"\n', "utf-8")
    (tmp_path / "file").touch()


def told(capsys: pytest.CaptureFixture[str], arguments: str) -> str:
    """Return both outputs of a command."""
    main(arguments.split())
    captured = capsys.readouterr()
    return (captured.out + captured.err).removesuffix("\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("variants check good.toml", "good.toml: OK. Good"),
        (
            "variants show ninety-nin",
            "companion: unknown variant 'ninety-nin': did you mean ninety-nine?",
        ),
        ("variants show bridge", "companion: unknown variant 'bridge': see companion variants"),
        (
            "config --config no.toml",
            "companion: no.toml: cannot be read: No such file or directory",
        ),
        (
            "run --simulate",
            "companion: nobody says where the data goes: start with --data and a folder",
        ),
        ("run --simulate --data file", "companion: file: no data can be kept there: File exists"),
        ("replay none.db", "companion: none.db: there is no such file"),
    ],
)
def test_command_prints_its_result(
    capsys: pytest.CaptureFixture[str], arguments: str, said: str
) -> None:
    assert told(capsys, arguments) == said


def test_problems_of_a_file_are_reported_in_the_terminals_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    Path("bad.toml").write_text(
        'extends = "ninety-nine"\ntitle = "Bad"\ncards = {Z = {add = 1}}\n', "utf-8"
    )
    said = (
        "bad.toml: Zeile 3: cards.Z: 'Z' ist keine Karte: Schreib Wert und Farbe, wie QS oder 10H"
    )
    assert told(capsys, "variants check bad.toml") == said
    said = "companion: es gibt keine Spielart 'ninety-nin': Meinst du ninety-nine?"
    assert told(capsys, "variants show ninety-nin") == said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("doctor --simulate --data data", "[ok] Rechner         simuliert, ein Pi ist nicht nötig"),
        ("restore --data data", "Keine Sicherung in data/companion-backup"),
        ("replay journal", "journal: 1 Partie, 3 Befehle, alle Prüfsummen stimmen"),
        ("replay none", "companion: none: Diese Datei gibt es nicht"),
        ("export journal", "Die Partie ist nicht zu Ende."),
        (
            "labels --output labels.pdf --test-page only",
            "labels.pdf ist für plain-a4: Drucke mit 100 %, in tatsächlicher Größe",
        ),
    ],
)
def test_result_is_in_the_terminals_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: str, said: str
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    a_journal(Path("journal"))
    assert said in told(capsys, arguments).splitlines()


def test_findings_for_programs_are_english_in_every_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert '"says": "simulated, no Pi is needed"' in told(
        capsys, "doctor --simulate --json --data data"
    )


def test_configured_language_comes_before_that_of_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("de.toml").write_text('[text]\nlanguage = "de"\n', "utf-8")
    said = told(capsys, "doctor --simulate --data data --config de.toml")
    assert said.split()[1] == "Konfiguration"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--config=a.toml", "companion: error: the following arguments are required: COMMAND"),
        ("config --fast", "companion: error: unrecognized arguments: --fast"),
        (
            "variants show",
            "companion variants show: error: the following arguments are required: NAME",
        ),
        ("replay", "companion replay: error: the following arguments are required: FILE"),
        (
            "run --port=70000",
            (
                "companion run: error: argument --port: '70000' is not a port: write a "
                "number from 0 to 65535"
            ),
        ),
    ],
)
def test_wrong_usage_is_explained(
    capsys: pytest.CaptureFixture[str], arguments: str, said: str
) -> None:
    with pytest.raises(SystemExit):
        main(arguments.split())
    assert capsys.readouterr().err.splitlines()[-1] == said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("variants show", "companion variants show: Fehler: Es fehlt: NAME"),
        ("config --fast", "companion: Fehler: Unbekannt: --fast"),
        ("labels", "companion labels: Fehler: Eins davon fehlt: --output --list-sheets"),
        ("run --port", "companion run: Fehler: Argument --port: ein Wert fehlt"),
        (
            "run --port=x",
            (
                "companion run: Fehler: Argument --port: 'x' ist kein Port: "
                "Schreib eine Zahl von 0 bis 65535"
            ),
        ),
        (
            "labels --output a.pdf --scale 9",
            (
                "companion labels: Fehler: Argument --scale: '9' geht nicht: Schreib eine "
                "Zahl von 90 bis 110"
            ),
        ),
    ],
)
def test_wrong_usage_is_explained_in_the_terminals_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: str, said: str
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    with pytest.raises(SystemExit):
        main(arguments.split())
    usage, *_, last = capsys.readouterr().err.splitlines()
    assert usage.startswith("Aufruf: companion ")
    assert last == said


def unchanged(_file: Path) -> None:
    pass


def game_of(journal: Path) -> Path:
    (file,) = journal.glob("*/000/1-*.jsonl")
    return file


def tampered(journal: Path) -> None:
    file = game_of(journal)
    file.write_bytes(file.read_bytes().replace(b'"card": "8H"', b'"card": "7H"'))


def lost(journal: Path) -> None:
    game_of(journal).unlink()


def emptied(journal: Path) -> None:
    shutil.rmtree(next(journal.glob("*/")))


def replaced(journal: Path) -> None:
    shutil.rmtree(journal)
    journal.write_bytes(b"no journal at all")


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (unchanged, "journal: 1 game, 3 commands, every digest agrees"),
        (tampered, "companion: journal: Game 1 is damaged: 2 entries are missing"),
        (lost, "companion: journal: Game 1 is damaged: 3 entries are missing"),
        (emptied, "companion: journal: No journal in journal"),
        (
            replaced,
            "companion: journal: it is neither the folder of a journal nor an exported game",
        ),
    ],
)
def test_problems_of_a_journal_are_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, done: Callable[[Path], None], said: str
) -> None:
    a_journal(tmp_path / "journal")
    done(tmp_path / "journal")
    assert told(capsys, "replay journal").startswith(said)


@pytest.mark.parametrize(
    ("command", "before"), [("variants", ""), ("referee", "companion: left out: ")]
)
def test_unreadable_folder_of_variants_is_reported(
    tmp_path: Path, command: str, before: str
) -> None:
    (tmp_path / "my.toml").write_text('[variants]\nfolder = "roots/variants"\n')
    (tmp_path / "roots" / "variants").mkdir(parents=True)
    (tmp_path / "roots").chmod(0)
    ended = program(command, "--config", "my.toml", barred=True)
    (tmp_path / "roots").chmod(0o700)  # so that pytest can delete it
    said = "roots/variants: cannot be read: Permission denied, try it with sudo"
    assert ended.stderr.decode() == f"{before}{said}\n"


def test_full_disk_is_reported() -> None:
    command = [sys.executable, "-m", "companion", "config"]
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, FULL)
