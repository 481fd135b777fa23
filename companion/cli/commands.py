"""The `companion` command: parses the arguments, runs the command, prints the result."""

import argparse
import json
import logging
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from companion.cli import start
from companion.config import Config, config_file, effective, load_config
from companion.devices.firmware import AUTO, PACKED
from companion.errors import ConfigError, DamagedError, JournalError, VariantError
from companion.foreign.schema_errors import nearest
from companion.labels.print.options import add_options, labels_command
from companion.languages import terminal_language
from companion.maintenance.commands import add_commands, executed
from companion.message import ENGLISH, Language, Message, phrase, render, speak, using
from companion.message import gettext as _

log = logging.getLogger("companion")

LAST_PORT = 65535

PLAY = "run"
"""The command that starts the box."""

_Run = Callable[[Namespace], int]


def main(arguments: Sequence[str]) -> int:
    """Run one command, by default `run`; return 0, or 1 after printing one sentence to standard
    error.

    Wrong usage raises SystemExit with status 2, as argparse does.
    """
    # The configured language is not known yet, because the arguments name the configuration file.
    with using(terminal_language("", os.environ)), argparse_translated():
        given = _parser().parse_args(arguments or [PLAY])
    with using(ENGLISH):  # some commands `speak` another language
        if isinstance(sys.stdout, TextIOWrapper):
            # a terminal that cannot show suits still shows the rest
            sys.stdout.reconfigure(errors="replace")
        return executed(given)


@contextmanager
def argparse_translated() -> Iterator[None]:
    """Let argparse take its help and error texts from our catalog within the block.

    argparse translates them with the standard library's `gettext`, imported as `_`, which needs a
    compiled catalog in a folder; ours is never compiled. argparse has no parameter for its texts
    and passes errors as finished sentences. So its `_` is replaced within the block. If a Python
    version uses another name, argparse speaks English.
    """
    module = vars(argparse)
    own = module.get("_")
    module["_"] = _
    try:
        yield
    finally:
        module["_"] = own


ARGPARSE_TEXTS = (
    _("usage: "),
    _("positional arguments"),
    _("options"),
    _("show this help message and exit"),
    _("%(prog)s: error: %(message)s\n"),
    _("argument %(argument_name)s: %(message)s"),
    _("the following arguments are required: %s"),
    _("one of the arguments %s is required"),
    _("unrecognized arguments: %s"),
    _("not allowed with argument %s"),
    _("ignored explicit argument %r"),
    _("expected one argument"),
    _("expected at least one argument"),
    _("ambiguous option: %(option)s could match %(matches)s"),
    _("invalid choice: %(value)r (choose from %(choices)s)"),
    _("invalid %(type)s value: %(value)r"),
)
"""Argparse's messages, listed for the catalog, without those that only a programmer can cause."""


def _parser() -> argparse.ArgumentParser:
    config: dict[str, Any] = {"type": Path, "metavar": "FILE", "help": _("the configuration file")}
    data: dict[str, Any] = {
        "type": Path,
        "metavar": "DIR",
        "help": _("where the journal is stored"),
    }
    about = _(
        "Keeps track of total, turn and chips at a real card table. Without COMMAND it "
        "starts the box, like run."
    )
    parser = argparse.ArgumentParser(prog="companion", description=about)
    prints = _("print the version of the program")
    program = f"%(prog)s {version('table-companion')}"
    parser.add_argument("--version", action="version", version=program, help=prints)
    commands = parser.add_subparsers(required=True, title=_("commands"), metavar="COMMAND")

    def command(
        name: str, run: _Run, says: str, *, configured: bool = True
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=says)
        made.set_defaults(run=run)
        if configured:
            made.add_argument("--config", **config)
        return made

    run = command(PLAY, start.run, _("start the box, or the simulated box in the browser"))
    run.add_argument("--data", **data)
    simulated = _("serve the simulated box on a Pi, too (elsewhere it is always served)")
    run.add_argument("--simulate", action="store_true", help=simulated)
    port = _("TCP port of the pages (default: the configured one, 8098; 0: any free port)")
    run.add_argument("--port", type=_port, metavar="N", help=port)

    referee = command(
        "referee", _referee, _("the rules only: one JSON object per line in, one out")
    )
    further = _("a variant file to add to the games")
    referee.add_argument(
        "--schema", action="store_true", help=_("print the JSON Schema of its lines")
    )
    referee.add_argument("files", type=Path, nargs="*", metavar="FILE", help=further)

    lists = _("list the games, check a file, print a card table")
    _add_actions(command("variants", _translated(_list_variants), lists), config)

    command("config", _config, _("print the current configuration, with comments"))

    doctor = command(
        "doctor", _translated(_doctor), _("check every part and suggest a fix for each fault")
    )
    doctor.add_argument("--data", **data)
    doctor.add_argument("--json", action="store_true", help=_("print the findings as a JSON list"))
    doctor.add_argument("--simulate", action="store_true", help=_("check simulated parts"))

    _add_floor(command("floor", _translated(start.floor), _("show many tables on one wall")), data)

    replays = _("replay a journal or an exported game")
    replay = command("replay", _translated(_replay), replays, configured=False)
    replay.add_argument("file", type=Path, metavar="FILE")

    exports = _("print one game of a journal, play by play")
    _add_export(command("export", _translated(_export), exports, configured=False))

    restores = _("list the journal's backups, or restore one")
    _add_restore(command("restore", _translated(_restore), restores), data)

    labels = _("print the stickers for the cards: a PDF for label paper")
    add_options(command("labels", _translated(_labels), labels, configured=False))

    node = commands.add_parser(
        "node", help=_("install the firmware of a scanner node on its board")
    )
    _add_flash(node)

    add_commands(commands, _)
    return parser


def _add_actions(variants: argparse.ArgumentParser, config: dict[str, Any]) -> None:
    actions = variants.add_subparsers(metavar="ACTION")
    check = actions.add_parser("check", help=_("check a variant file"))
    check.add_argument("files", type=Path, nargs="+", metavar="FILE")
    check.set_defaults(run=_translated(_check_variants))
    show = actions.add_parser(
        "show", help=_("print the rules of a variant, to keep next to the deck")
    )
    show.add_argument("name", metavar="NAME")
    show.add_argument(
        "--json", action="store_true", help=_("print them as a JSON object, for programs")
    )
    show.set_defaults(run=_show_variant)
    for action in (
        check,
        show,
    ):  # the subcommand accepts the option too, and keeps the command's value without it
        action.add_argument("--config", default=argparse.SUPPRESS, **config)


def _add_export(export: argparse.ArgumentParser) -> None:
    export.add_argument("file", type=Path, metavar="FILE")
    number = _("number of the game in its journal, from 1 (default: the last one)")
    export.add_argument("--game", type=int, metavar="N", help=number)
    as_data = _("print its commands as input for replay")
    export.add_argument("--json", action="store_true", help=as_data)


def _add_restore(restore: argparse.ArgumentParser, data: dict[str, Any]) -> None:
    restore.add_argument("--data", **data)
    backup = _("the backup to restore (default: list all); games in the journal are not replaced")
    restore.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help=backup)


def _add_floor(floor: argparse.ArgumentParser, data: dict[str, Any]) -> None:
    room = _("the name of the room, above its wall; rooms share a database")
    floor.add_argument("--room", default="", metavar="NAME", help=room)
    at = _("where the tables are stored: postgresql://… (default: floor.db next to the journal)")
    floor.add_argument("--database", metavar="URL", help=at)
    floor.add_argument("--data", **data)
    port = _("TCP port of the wall (default: 8099; 0: any free port)")
    floor.add_argument("--port", type=_port, metavar="N", help=port)


def _add_flash(node: argparse.ArgumentParser) -> None:
    flashing = node.add_subparsers(required=True, metavar="ACTION").add_parser(
        "flash", help=_("copy the packed firmware to the board and start it")
    )
    says = _("the board's serial port (default: the first on USB)")
    flashing.add_argument("--port", default=AUTO, metavar="FILE", help=says)
    says = _("a wiring.py that replaces the one on the board")
    flashing.add_argument("--wiring", type=Path, metavar="FILE", help=says)
    says = _("where the packed firmware is")
    flashing.add_argument(
        "--from", dest="folder", type=Path, default=PACKED, metavar="DIR", help=says
    )
    flashing.set_defaults(run=_flash_node)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= LAST_PORT):
        wrong = _("{text} is not a port: write a number from 0 to {last}")
        raise argparse.ArgumentTypeError(wrong.format(text=repr(text), last=LAST_PORT))
    return int(text)


def _referee(given: Namespace) -> int:
    from companion.protocol.json_schema import schema_text
    from companion.referee import Referee, serve
    from companion.variants import load_named

    if given.schema:
        print(schema_text(), end="")
        return 0
    _, folder = start.configuration(given)
    shelf, wrong = load_named(given.files, folder)
    for problem in wrong:
        print(f"companion: {problem}", file=sys.stderr)
    if wrong:
        return 2
    for problem in shelf.problems:
        print(f"companion: left out: {problem}", file=sys.stderr)
    serve(Referee(shelf.variants), sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _list_variants(given: Namespace) -> int:
    from companion.variants import load_variants
    from companion.variants.show import list_text, problems_text

    _, folder = start.configuration(given)
    shelf = load_variants(folder)
    print(list_text(shelf), end="")
    print(problems_text(shelf), end="", file=sys.stderr)
    return 0


def _check_variants(given: Namespace) -> int:
    from companion.variants.show import check

    _, folder = start.configuration(given)
    checked = check(given.files, folder)
    print(checked.text, end="")
    return 0 if checked.plays else 1


def _show_variant(given: Namespace) -> int:
    from companion.variants import load_variants
    from companion.variants.show import show_text, variant_described

    config, folder = start.configuration(given)
    variants = load_variants(folder).variants
    with using(_language(config)):
        if given.name not in variants:
            raise VariantError(render(_unknown(given.name, variants)))
        if given.json:
            print(json.dumps(variant_described(variants[given.name]), ensure_ascii=False, indent=2))
            return 0
        print(show_text(variants[given.name]), end="")
    return 0


def _unknown(name: str, variants: Iterable[str]) -> Message:
    if (near := nearest(name, variants)) is not None:
        return phrase("unknown variant {name}: did you mean {near}?", name=repr(name), near=near)
    return phrase("unknown variant {name}: see companion variants", name=repr(name))


def _language(config: Config) -> Language:
    """Return the language of the terminal, with the letters of the table's deck."""
    return terminal_language(config.text.language, os.environ)._replace(court=config.text.court)


def _translated(run: _Run) -> _Run:
    """Return a command that speaks the language of the terminal; with `--json`, for programs, it
    speaks English.
    """

    def translated(given: Namespace) -> int:
        options = vars(given)
        if not options.get("json"):
            try:
                speak(_language(load_config(config_file(options.get("config"), os.environ))))
            except ConfigError:  # the command itself reports it, if it needs the configuration
                speak(terminal_language("", os.environ))
        return run(given)

    return translated


def _config(given: Namespace) -> int:
    config, _ = start.configuration(given)
    print(effective(config), end="")
    return 0


def _doctor(given: Namespace) -> int:
    from shutil import get_terminal_size

    from companion.maintenance.doctor import for_invoking_user, run
    from companion.maintenance.doctor.context import Machine, all_well, as_json, listed

    environ = for_invoking_user(os.environ)
    found = run(given.config, given.data, environ, Machine(), simulate=given.simulate)
    if given.json:
        print(as_json(found), end="")
    else:
        print(listed(found, get_terminal_size((100, 24)).columns), end="")
    return 0 if all_well(found) else 1


def _replay(given: Namespace) -> int:
    from companion.maintenance.doctor.storage import commands_counted, flawed, games_counted
    from companion.protocol.exported import replay_text
    from companion.table.reader import verify
    from companion.table.replay import replay

    with _about(given.file):
        if not given.file.is_dir():
            played = replay_text(given.file)
            says = phrase(
                "{file}: {game}, {commands}, each accepted",
                file=given.file,
                game=played.game,
                commands=commands_counted(played.commands),
            )
            print(says)
            return 0
        checked = phrase("{done} of {n} games checked")
        if flaws := list(verify(given.file, partial(_shown, checked))):
            raise DamagedError(flawed(flaws))
        replayed = replay(given.file, partial(_shown, phrase("{done} of {n} games played")))
    says = phrase(
        "{file}: {games}, {commands}, every digest agrees",
        file=given.file,
        games=games_counted(replayed.games),
        commands=commands_counted(replayed.commands),
    )
    print(says)
    return 0


def _shown(says: Message, done: int, of: int) -> None:
    """Show on a terminal how many games are done; the next line overwrites it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{says.filled(done=done, n=of)}\033[K\r")


def _export(given: Namespace) -> int:
    from companion.protocol.exported import export, to_read

    with _about(given.file):
        print((export if given.json else to_read)(given.file, given.game), end="")
    return 0


def _restore(given: Namespace) -> int:
    from companion.cli.restore import restore

    config, _folder = start.configuration(given)
    for line in restore(given, config.copies.folder):
        print(line, flush=True)
    return 0


@contextmanager
def _about(file: Path) -> Iterator[None]:
    """Prefix a journal error in the block with the file name."""
    if not file.exists():
        raise JournalError(phrase("{file}: there is no such file", file=file))
    try:
        yield
    except JournalError as error:
        raise JournalError(f"{file}: {error}") from None


def _labels(given: Namespace) -> int:
    print(labels_command(given), end="")
    return 0


def _flash_node(given: Namespace) -> int:
    from companion.devices.firmware import flash

    print(flash(given.folder, given.port, given.wiring))
    return 0
