"""The `companion` command, as used by people and in pipes."""

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Any

import pytest

from companion.cli.commands import main
from companion.config import Config, effective, load_config, read_config
from companion.errors import ConfigError
from companion.referee import Referee
from companion.table.lines import Entry
from companion.table.replay import EDITION
from companion.variants import load_variants
from companion.variants.reading import write_variant
from tests.cli.played import a_journal
from tests.cli.process import program
from tests.journals import journal_at
from tests.worded import worded

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "games" / "transcripts").glob("*.txt"))
COMMANDS = (
    "run",
    "referee",
    "variants",
    "config",
    "doctor",
    "floor",
    "replay",
    "export",
    "restore",
    "labels",
    "node",
    "update",
)
"""The commands listed by `companion --help`."""

UNLISTED = ("writable", "go-back", "no-start")
"""The commands named only in a document or by systemd."""


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty home: no user configuration, and no folder for data."""
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY", "HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("companion.config.places.FOR_ALL", tmp_path / "no.toml")
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the error output of a command that must end with status 1 and print nothing else."""
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion: ")
    assert err.endswith("\n")
    return err.removeprefix("companion: ").removesuffix("\n")


def misused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the last error line of a command with wrong usage, which must end with status 2."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()[-1]


def test_help_names_every_command_of_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines() if line.startswith("    ")] == list(
        COMMANDS
    )


@pytest.mark.parametrize("command", [*COMMANDS, *UNLISTED])
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.split()[1:3] == ["companion", command]


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        ("--config=my.toml", "COMMAND"),
        ("play", "'play'"),
        ("config --fast", "--fast"),
        ("variants show", "NAME"),
        ("replay", "FILE"),
    ],
)
def test_wrong_usage_is_one_line_and_status_two(
    capsys: pytest.CaptureFixture[str], arguments: str, culprit: str
) -> None:
    assert culprit in misused(capsys, *arguments.split())


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"companion {version('table-companion')}\n"


def test_both_program_names_run_the_box_without_a_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["any"])
    for name in ("companion", "table-companion"):
        (script,) = entry_points(group="console_scripts", name=name)
        assert script.load()() == 1
        assert "start with --data and a folder" in capsys.readouterr().err  # only `run` prints this


@pytest.mark.parametrize("port", ["70000", "-1", "http", "²", ""])
def test_port_must_be_a_valid_tcp_port(capsys: pytest.CaptureFixture[str], port: str) -> None:
    assert repr(port) in misused(capsys, "run", f"--port={port}")


def test_module_runs_as_the_command() -> None:
    ended = program("variants", "show", "ninety-eight")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.decode().startswith("Ninety-eight (ninety-eight)\n")


# variants


def test_variants_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == list(load_variants().variants)


def test_custom_variants_are_listed_and_invalid_ones_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "companion.toml").touch()
    own = tmp_path / "variants"
    own.mkdir()
    (own / "ours.toml").write_text('extends = "ninety-nine"\ntitle = "Ours"\n', "utf-8")
    (own / "theirs.toml").write_text('extends = "ninety-nein"\n', "utf-8")
    assert main(["variants", "--config", str(tmp_path / "companion.toml")]) == 0
    out, err = capsys.readouterr()
    assert "ours *" in out
    assert err.startswith(f"{own / 'theirs.toml'}: line 1: extends: ")
    assert len(err.splitlines()) == 1


def test_config_option_is_accepted_after_every_subcommand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").touch()
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "ours.toml").write_text(
        'extends = "ninety-nine"\ntitle = "Ours"\n', "utf-8"
    )
    child = tmp_path / "child.toml"
    child.write_text('extends = "ours"\ntitle = "Child"\n', "utf-8")
    named = ["--config", str(tmp_path / "mine.toml")]
    for show in (["show", *named, "ours"], [*named, "show", "ours"], ["show", "ours", *named]):
        assert worded(main(["variants", *show])) == 0
        assert capsys.readouterr().out.startswith("Ours (ours)\n")
    for check in (["check", *named, str(child)], [*named, "check", str(child)]):
        assert main(["variants", *check]) == 0
        assert capsys.readouterr().out.startswith(f"{child}: ")


@pytest.mark.parametrize(
    ("command", "plays", "warned"),
    [
        ("variants", "ninety-nine ", "stderr"),
        ("variants show ninety-nine", "Ninety-nine (ninety-nine)\n", ""),
        ("variants check good.toml", "good.toml: ", "stdout"),
        ("referee", "", "stderr"),
    ],
)
def test_unreadable_variants_folder_still_lists_bundled_variants(
    tmp_path: Path, command: str, plays: str, warned: str
) -> None:
    (tmp_path / "good.toml").write_text('extends = "ninety-nine"\ntitle = "Good"\n', "utf-8")
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "companion.toml").write_text(
        '[variants]\nfolder = "../roots/variants"\n'
    )
    (tmp_path / "roots" / "variants").mkdir(parents=True)
    (tmp_path / "roots").chmod(0)
    ended = program(*command.split(), barred=True, XDG_CONFIG_HOME=str(tmp_path))
    (tmp_path / "roots").chmod(0o700)  # so that pytest can remove it
    warning = f"{tmp_path}/companion/../roots/variants: ".encode()
    told = {name for name in ("stdout", "stderr") if warning in getattr(ended, name)}
    assert told == ({warned} if warned else set())
    assert plays in ended.stdout.decode()
    assert ended.returncode == 0


def test_valid_variant_file_is_accepted_and_an_invalid_one_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('extends = "ninety-nine"\ntitle = "Good"\n', "utf-8")
    bad.write_text('extends = "ninety-nine"\ntitle = "Bad"\ntarget = "high"\n', "utf-8")
    assert main(["variants", "check", str(good)]) == 0
    (plays,) = capsys.readouterr().out.splitlines()
    assert (plays.startswith(f"{good}: "), plays.endswith(" Good")) == (True, True)
    assert main(["variants", "check", str(good), str(bad)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == plays
    assert second.startswith(f"{bad}: line 3: target: ")


def test_unknown_variant_is_reported_with_the_nearest_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert " ninety-nine?" in refused(capsys, "variants", "show", "ninety-nin")
    assert "'bridge'" in refused(capsys, "variants", "show", "bridge")


def test_variant_is_printed_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert worded(main(["variants", "show", "--json", "one-hundred"])) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["variant"], told["players"]) == ("one-hundred", [3, None])
    assert told["cards"]["AS"] == {"set": {"from": 0, "to": "target"}}
    assert (told["provenance"], told["keys"]["target"]) == ("published", 100)
    assert ["4", "adds nothing, reverses play"] in told["table"]


# config


def test_effective_configuration_can_be_read_back(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[lights]\ndim = 0.25\n", "utf-8")
    assert main(["config", "--config", str(file)]) == 0
    assert read_config(capsys.readouterr().out).lights.dim == 0.25
    assert main(["config"]) == 0
    assert capsys.readouterr().out == effective(Config())


def test_configuration_mistakes_are_reported_with_their_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[display]\nbus = "usb"\n', "utf-8")
    with pytest.raises(ConfigError) as mistake:
        load_config(file)
    for command in ("config", "run", "referee", "variants"):
        assert refused(capsys, command, "--config", str(file)) == str(mistake.value)
    missing = tmp_path / "nothing.toml"
    assert refused(capsys, "config", "--config", str(missing)).startswith(f"{missing}: ")


# run


def test_missing_home_requires_a_data_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--data" in refused(capsys, "run", "--simulate")


def test_invalid_data_folder_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert refused(capsys, "run", "--simulate", "--data", str(file)).startswith(f"{file}: ")


# referee


def test_transcripts_exist() -> None:
    assert len(TRANSCRIPTS) >= 10


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_referee_answers_as_in_the_transcript(transcript: Path) -> None:
    lines = transcript.read_text("utf-8").splitlines()
    referee = Referee(load_variants().variants)
    said = [referee.answer(line.removeprefix("> ").encode()) for line in lines[::2]]
    wanted = [json.loads(line.removeprefix("< ")) for line in lines[1::2]]
    assert [without_words(json.loads(line)) for line in said] == wanted


def without_words(reply: dict[str, Any]) -> dict[str, Any]:
    """Return a reply in the form of the transcripts, without events, messages and what is due."""
    reply.pop("events", None)
    reply.pop("due", None)
    reply.get("error", {}).pop("message", None)
    return reply


def test_referee_answers_each_line_before_the_next_arrives() -> None:
    command = [sys.executable, "-m", "companion", "referee"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        assert referee.stdin is not None
        assert referee.stdout is not None
        for line, ok in ((b'{"cmd": "state"}', True), (b"\xff", False), (b"", False)):
            referee.stdin.write(line + b"\n")
            referee.stdin.flush()
            assert json.loads(referee.stdout.readline())["ok"] is ok
        referee.stdin.close()
        assert referee.wait(60) == 0


def test_referee_plays_variants_from_files(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "theirs"\ntitle = "Ours"\n', "utf-8")
    (tmp_path / "theirs.toml").write_text('extends = "ninety-nine"\ntitle = "Theirs"\n', "utf-8")
    new = b'{"cmd": "new", "variant": "ours", "players": ["Ann", "Bo"]}\n'
    ended = program("referee", str(tmp_path / "ours.toml"), given=new)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout)["ok"]


def test_invalid_file_for_the_referee_gives_one_sentence_and_status_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('extends = "ninety-nine"\ntarget = "high"\n', "utf-8")
    for file, about in ((bad, "line 2: target: "), (tmp_path / "none.toml", "cannot be read: ")):
        assert main(["referee", str(file)]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"companion: {file}: {about}")


def test_file_of_the_folder_may_be_given_again(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").touch()
    (tmp_path / "variants").mkdir()
    ours = tmp_path / "variants" / "ours.toml"
    ours.write_text('extends = "ninety-nine"\ntitle = "Ours"\n', "utf-8")
    (tmp_path / "variants" / "bad.toml").write_text("x = 1\n", "utf-8")
    ended = program("referee", "--config", str(tmp_path / "companion.toml"), str(ours))
    assert (ended.returncode, ended.stdout) == (0, b"")
    assert ended.stderr.startswith(b"companion: left out: ")


# replay


def test_journal_is_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    a_journal(tmp_path / "journal")
    assert main(["replay", str(tmp_path / "journal")]) == 0
    assert capsys.readouterr().out.startswith(f"{tmp_path / 'journal'}: 1 ")


def test_tampered_journal_names_the_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "journal"
    a_journal(folder)
    (file,) = folder.glob("*/000/1-*.jsonl")
    changed = file.read_bytes().replace(b'"card": "8H"', b'"card": "7H"')
    file.write_bytes(changed)
    assert refused(capsys, "replay", str(folder)).startswith(f"{folder}: Game 1 is damaged")
    assert file.read_bytes() == changed


def test_journal_with_a_different_replay_names_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = journal_at(tmp_path / "journal")
    variant = write_variant(load_variants().variants["ninety-nine"])
    new = '{"cmd": "new", "variant": "ninety-nine", "players": ["a1000001", "a1000002"]}'
    journal.append(Entry(1, 9.0, new, b"no digest", variant=variant, edition=EDITION))
    assert f" 1, {new}, " in refused(capsys, "replay", str(tmp_path / "journal"))


@pytest.mark.parametrize(
    "content", [None, b"", b"SQLite format 3\0" * 9], ids=["none", "empty", "other"]
)
def test_file_that_is_not_a_journal_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "journal.db"
    if content is not None:
        file.write_bytes(content)
    assert refused(capsys, "replay", str(file)).startswith(f"{file}: ")


# The terminal that output goes to.


def test_suits_become_question_marks_on_a_terminal_without_them() -> None:
    ended = program("variants", "show", "one-hundred", PYTHONIOENCODING="ascii")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"?" in ended.stdout


def test_closed_pipe_is_not_an_error() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    ended = subprocess.run(
        [sys.executable, "-m", "companion", "variants"],
        stdout=writes,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    os.close(writes)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_games_are_shown_in_the_configured_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text('[text]\nlanguage = "de"\ncourt = "BDK"\n', "utf-8")
    assert worded(main(["variants", "show", "--config", str(config), "ninety-nine"])) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("Neunundneunzig", "B D", "Herkunft"))
