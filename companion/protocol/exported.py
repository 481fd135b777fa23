"""Games of a journal as readable text or as text for programs, and the replay of the latter."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.history import counting
from companion.core.refusals import BadField
from companion.core.seats import State
from companion.errors import ForeignError, Illegal, JournalError, ReplayError
from companion.foreign.files import text_of
from companion.foreign.texts import check
from companion.games import family_of
from companion.games.history import GameHistory
from companion.message import Words, phrase, plural, render
from companion.protocol.lines import REMARK, on_one_line, read_game, read_object, remark, write_game
from companion.table.dates import day, local_time
from companion.table.evenings import Calendar
from companion.table.reader import read_only
from companion.table.recorded import game_with, names_in
from companion.table.replay import counting_entries, replay_entries
from companion.variants import bundled_variants
from companion.words.cards import face_of
from companion.words.events import EventRow, event_row
from companion.words.numbers import figure, together
from companion.words.refusals import sentence
from companion.words.result import FinalPlace, result_of
from companion.words.turns import outcome
from companion.words.variants import translated

LARGEST = 2**22
"""The maximum size of a game's text in bytes, enough for forty thousand commands."""


class ReplayedText(NamedTuple):
    """The game in a text, by its title and players, and the number of its `commands`."""

    game: Words
    commands: int


def export(journal: Path, number: int | None = None) -> str:
    """Return a game of a journal as text for programs, after a remark with title, date and players.

    `number` is counted from 1; by default the game of the journal's last command is exported.

    Raises:
        JournalError: the game does not exist, or the journal cannot be read.
        ReplayError: a command leads to a different state than recorded.
    """
    history, began = _read(journal, number)
    return remark(f"{_title(history)}, {began.isoformat()}, {_players(history)}") + write_game(
        history
    )


def to_read(journal: Path, number: int | None = None) -> str:
    """Return a game of a journal for people to read: title, date, players, each play, and the
    result.

    A corrected play is shown in its final form. Number and errors are those of `export`.
    """
    history, began = _read(journal, number)
    state, rules = history.moments[-1].state, history.in_force()
    names = together([player.name for player in state.players])
    lines = [translated(rules.title), day(began, year=True), names]
    before: State | None = None
    for moment in counting(history.moments):
        row = event_row(family_of(rules), rules, before, moment.state, moment.events)
        lines += ["", _line(row)] if row.kind == "deal" else [f"  {_line(row)}"]
        before = moment.state
    result = result_of(rules, history.moments)
    ended = outcome(state) if state.phase == "game-over" else phrase("The game is not over.")
    if result.forfeit:
        ended = phrase("{player}: {what}", player=ended, what=result.forfeit)
    lines += ["", ended, *map(_place, result.places), *([result.pot] if result.pot else [])]
    return "".join(f"{on_one_line(render(line))}\n" for line in lines)


def _read(journal: Path, number: int | None) -> tuple[GameHistory, date]:
    """Return a game of a journal, and the day on which it began."""
    reader = read_only(journal)
    games = max(reader.numbers(), default=0)
    if not games:
        raise JournalError(phrase("This journal has no games"))
    if number is not None and not 1 <= number <= games:
        says = plural(
            "Game {number} does not exist, only game 1",
            "Game {number} does not exist, only 1 to {n:d}",
            games,
            number=number,
        )
        raise JournalError(says)
    record = reader.record(number or (reader.accepted.game if reader.accepted else games))
    of_game = counting_entries(record.entries)
    played, calendar = replay_entries(of_game), Calendar()
    calendar.learn(record.notes)
    began = local_time(calendar.date(of_game[0])).date()
    return game_with(played, names_in(played, reader.people)), began


def _line(row: EventRow) -> str:
    """Return a play with its cards, call and total, or another action, and the consequences.

    Cards follow a colon: ``Ann: A♠, set it to 36 → 36``.
    """
    text = str(row.brief)
    if row.cards and row.kind != "deal":
        text = ", ".join(
            part for part in (" ".join(str(face_of(card)) for card in row.cards), text) if part
        )
        text = f"{row.player}: {text}"
        if row.total is not None and row.kind != "over":  # its words have the total
            text = f"{text} → {figure(row.total)}"
    elif row.player:
        text = f"{row.player} {text}"
    return ". ".join((text, *map(str, row.after)))


def _place(place: FinalPlace) -> str:
    text = f"{place.name}, {place.about}" if place.about else place.name
    return f"{place.rank}. {text}" if place.rank else text


def replay_text(file: Path) -> ReplayedText:
    """Replay the game in a text, using the bundled variants or its own.

    Raises:
        ReplayError: it is not the text of a game, or a line cannot follow; the message names the
            line.
    """
    try:
        text = text_of(file, LARGEST)
    except ForeignError as error:
        raise ReplayError(error.why) from None
    if not text.lstrip().startswith(("{", REMARK)):
        raise ReplayError(phrase("it is neither the folder of a journal nor an exported game"))
    try:
        history = read_game(text, bundled_variants(), _checked)
    except Illegal as illegal:
        raise ReplayError(sentence(illegal)) from None
    title = translated(_title(history))
    game = phrase("{title} with {players}", title=title, players=_players(history))
    return ReplayedText(game, len(history.moments))


def _checked(line: bytes) -> Mapping[str, Any]:
    message = read_object(line)
    try:
        check(message)
    except ForeignError as error:
        raise Illegal(BadField(".".join(error.path), error.why)) from None
    return message


def _title(history: GameHistory) -> str:
    return history.in_force().title


def _players(history: GameHistory) -> str:
    return ", ".join(player.name for player in history.moments[-1].state.players)
