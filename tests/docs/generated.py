"""The reference of commands and configuration, generated from the program itself."""

# ruff: noqa: SLF001  # argparse has no public way to list its arguments

import argparse
import re
from collections.abc import Iterator

from companion.cli.commands import _parser
from companion.config import Config, effective
from companion.languages import language_codes, load_language
from companion.message import ENGLISH, Words, render, using
from companion.words.calling import clips, phrases


def command_tables() -> str:
    """Return a section for each command, with a table of its arguments."""
    with using(ENGLISH):
        return "\n\n".join(_sections(_parser(), "companion", ""))


def _sections(parser: argparse.ArgumentParser, command: str, says: str) -> Iterator[str]:
    rows = [row for row in map(_row, parser._actions) if row]
    if says:
        table = ["| argument | what it does |", "|---|---|", *rows] if rows else []
        yield "\n".join([f"### {command}", "", f"{says[0].upper()}{says[1:]}.", "", *table]).strip()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            told = {choice.dest: choice.help or "" for choice in action._get_subactions()}
            for name, made in action.choices.items():
                if name in told:
                    yield from _sections(made, f"{command} {name}", told[name])


def _row(action: argparse.Action) -> str:
    if (
        isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
        or action.help == argparse.SUPPRESS
    ):
        return ""
    choices = f"{{{','.join(str(each) for each in action.choices)}}}" if action.choices else ""
    value = str(action.metavar or choices or action.dest.upper())
    options = ", ".join(action.option_strings)
    name = options if action.nargs == 0 else f"{options} {value}".strip()
    return f"| `{name}` | {action.help or ''} |"


def phrase_table() -> str:
    """Return a table of the phrases of a voice, with the names of their clips in each language."""
    codes = language_codes()
    rows = [
        f"| in a game | {' | '.join(f'`{code}`' for code in codes)} |",
        f"|---{'|---' * len(codes)}|",
    ]
    for words in phrases():
        files = (_clips_in(code, words) for code in codes)
        rows.append(f"| {render(words, 'spoken')} | {' | '.join(files)} |")
    return "\n".join(rows)


def _clips_in(code: str, words: Words) -> str:
    with using(load_language(code)):
        named = [clip for clip in clips(words) if isinstance(clip, str) and not clip.isdecimal()]
    return ", ".join(f"`{clip}.wav`" for clip in named)


def configuration_tables() -> str:
    """Return a section for each section of companion.toml, with a table of its keys."""
    with using(ENGLISH):
        text = effective(Config())
    parts = []
    for block in re.split(r"\n\n", text.strip())[1:]:
        comment, rows = "", []
        heading = says = ""
        for line in block.splitlines():
            if line.startswith("#"):
                comment = f"{comment} {line.removeprefix('#').strip()}".strip()
            elif line.startswith("["):
                heading, says, comment = line, comment, ""
            else:
                key, _, value = line.partition(" = ")
                rows.append(f"| `{key}` | `{value}` | {comment} |")
                comment = ""
        parts.append(
            "\n".join(
                [
                    f"### `{heading}`",
                    "",
                    says,
                    "",
                    "| key | default | meaning |",
                    "|---|---|---|",
                    *rows,
                ]
            )
        )
    return "\n\n".join(parts)
