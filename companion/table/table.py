"""The table, which owns the game: it decides a command, writes it to the journal, and only then
applies it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from companion.core.commands import POT, Claim, Join, Judged, New, Repair, Step, Undo, as_json
from companion.core.events import Eliminated, Events, Miscount
from companion.core.family import HistoryEntry, Variant
from companion.core.history import counting
from companion.core.refusals import BadPlayers, NothingToUndo
from companion.core.seats import State, counted
from companion.devices.ports import Clock
from companion.errors import Illegal, JournalError, NameInUseError, Stopped
from companion.games import family_of
from companion.games.history import GameHistory
from companion.message import phrase, plural
from companion.table.evenings import counts_of_the_evening, played_by
from companion.table.journal import Journal
from companion.table.lines import DealResult, Entry, GameRecord, JournalNote
from companion.table.people import seat_number, seat_of
from companion.table.reader import RecordCache
from companion.table.recorded import (
    CALL_UNDONE,
    CHIPS_KEPT,
    DIRECTOR,
    Every,
    Names,
    Recorded,
    Rename,
    Reopen,
    Resume,
    calls_director,
    command_with,
    counting_notes,
    game_with,
    ids_of,
    is_of_game,
    named_game,
    note_with,
    origin_with,
    refusal_facts,
)
from companion.table.replay import EDITION, counting_entries, digest, valid_prefix
from companion.variants.reading import write_variant
from companion.words.causes import miscount_sentence

_OVER = frozenset({"hand-over", "round-over", "game-over"})


class UndoableCall(NamedTuple):
    """The judged call that an undo reverts first."""

    note: JournalNote
    judged: Judged


class Decision(NamedTuple):
    """An accepted command that is not applied yet, with its game and its entry."""

    command: New | Step | Repair
    playing: GameHistory
    moment: HistoryEntry


class Table:
    """The owner of the games, which stores each command before applying it. Not thread-safe.

    The constructor resumes the last game of the `journal`. If entries replay differently, because a
    rule has changed or for any other reason, the game resumes before the first of them, and
    `journal.trouble` reports it.

    The journal has ids in place of names. The table translates between them with `people`.

    Attributes:
        variants: the games on offer.
        journal: the journal in use.
        people: the people who have played.
        rules, state: those of the current game; None before the first.
        moments: the moments of the current game, from the first deal to now.
        stopped: the miscount that only permits undo or a new game, or None.
        last_new: the command that set up the current game, to repeat it with the current players,
            without those who left; None before the first game.
        known_names: the names by seat: the players of the current game, those who left it, then
            those of larger games.
        calls_director: whether this table calls the director; a new game ends the call.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import time
    >>> from companion.core.commands import Play
    >>> from companion.variants import load_variants
    >>> with TemporaryDirectory() as folder:
    ...     table = Table(load_variants().variants, Journal(Path(folder) / "journal"), time)
    ...     _ = table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    ...     _ = table.obey(Play(card="8H"))  # on disk when it returns
    ...     table.close()

    Raises:
        JournalError: the journal cannot be read.
    """

    def __init__(self, variants: Mapping[str, Variant], journal: Journal, clock: Clock) -> None:
        self.variants = variants
        self._clock = clock
        self._played = RecordCache(played_by)
        self.open_anew(journal)

    def open_anew(self, journal: Journal) -> None:
        """Continue with another journal.

        Raises:
            JournalError: it cannot be read.
        """
        self.journal, self.people = journal, journal.people
        self._number = 0
        self._set_up: New | None = None
        self._names_before: tuple[str, ...] = ()
        self._previous: int | None = None
        self._kept: list[Entry] = []
        self._stood: dict[int, int] = {}
        self._game_notes: list[JournalNote] = []
        self.calls_director = False
        self._ids: Names = {}
        self._tally: Mapping[str, int] | None = None
        self._continue(GameHistory(self.variants, stickers=True))
        self._resume()

    def _continue(self, playing: GameHistory) -> None:
        """Continue with a game, or with another moment of it, and set what follows from that."""
        self._playing, self.rules, self.state = playing, playing.rules, playing.state
        self.moments: Sequence[HistoryEntry] = tuple(playing.moments)
        self.stopped: Miscount | None = None
        self.last_new: New | None = None
        self.known_names: tuple[str, ...] = ()
        if self.rules is None or self.state is None:
            return
        self.stopped = family_of(self.rules).miscount(self.rules, self.state)
        gone = _gone(self.state, self.moments)
        seated = tuple([each.name for each in self.state.players if each.name not in gone])
        if self._set_up is not None:
            self.last_new = replace(self._set_up, players=seated)
        met = seated + gone
        others = [name for name in self._names_before[len(met) :] if name not in met]
        self.known_names = (*met, *others)

    @property
    def game(self) -> int | None:
        """The number of the current game; None before the first."""
        return self._number or None

    @property
    def kept(self) -> tuple[Entry, ...]:
        """The journal's entry of each of the `moments`, whose origins have names."""
        return tuple(self._kept)

    @property
    def game_notes(self) -> tuple[JournalNote, ...]:
        """The refused commands and called totals of the current game, oldest first."""
        return tuple(note for note in self._game_notes if note.kind != CHIPS_KEPT)

    @property
    def undoable_call(self) -> UndoableCall | None:
        """The last call, if it was judged in the current state; None otherwise."""
        calls = [note for note in self._game_notes if note.kind == "claim"]
        if not calls or self._stood.get(calls[-1].after) != self._kept[-1].sequence:
            return None
        return UndoableCall(calls[-1], msgspec.convert(calls[-1].facts, Judged))

    @property
    def can_reopen(self) -> bool:
        """Whether `reopen` is possible: the game has a predecessor, and no command followed its
        deal.
        """
        return self._previous is not None and len(self.moments) == 1 + self._keeps_chips

    @property
    def _keeps_chips(self) -> bool:
        """Whether the second command is part of the start, because it let the players keep their
        chips.
        """
        kept = [note.after for note in self._game_notes if note.kind == CHIPS_KEPT]
        return bool(kept) and len(self._kept) > 1 and self._kept[1].sequence == kept[0]

    def decide(self, command: New | Step | Repair) -> Decision:
        """Judge `command` against the rules, without writing or changing anything.

        Raises:
            Illegal: the rules refuse it; `note_refusal` records that.
            Stopped: there is a miscount, and the command does not start a new game.
        """
        command = self._spelled(command)
        if isinstance(command, New):
            playing = GameHistory(self.variants, stickers=True)
            playing.obey(command)
            return Decision(command, playing, playing.moments[0])
        self._check_adds_up()
        return Decision(command, self._playing, self._playing.decide(command))

    def commit(self, decision: Decision, origin: str | None = None) -> Events:
        """Write a decision to disk in the journal, apply it, and return its events.

        It must be the last one from `decide`, without a change of the game in between.

        Raises:
            JournalError: it could not be written; nothing has changed.
        """
        command, playing, moment = decision
        if isinstance(command, New):
            self._begin(command, playing, moment, origin)
        else:
            names = [player.name for player in moment.state.players]
            ids = ids_of(names, self._number, self._ids, self.people)
            result = _deal_result(playing.moments, moment.state, ids)
            kept = self._write(command, self._number, moment.state, origin, ids, result=result)
            self._ids = ids
            playing.moments.append(moment)
            self._continue(playing)
            self._kept.append(kept)
            self._note_state()
        return moment.events

    def obey(self, command: New | Step | Repair, origin: str | None = None) -> Events:
        """Decide a command, commit it to disk, and return its events.

        Raises:
            Illegal: the rules refuse it, which is recorded in a note; nothing has changed.
            Stopped: there is a miscount, and the command does not start a new game.
            JournalError: it could not be written; nothing has changed.
        """
        with self._noting_refusals(command, origin):
            decision = self.decide(command)
        return self.commit(decision, origin)

    def note_refusal(
        self,
        command: Recorded | Claim,
        refused: Illegal,
        origin: str | None = None,
        *,
        settles: bool = False,
    ) -> None:
        """Record a refusal in a note of the game; if it `settles`, its card counts as taken.

        Raises:
            JournalError: it could not be written.
        """
        facts = {"command": as_json(command), **refusal_facts(refused)}
        self._keep_note("refused", facts, origin, settles=settles)

    def judge(self, claim: Claim, origin: str | None = None) -> Judged:
        """Judge a called total or the points of a round, and record the verdict in the journal.

        Raises:
            Illegal: there is nothing to judge, or this game has no such calls.
            Stopped: there is a miscount, so there is no right answer.
        """
        with self._noting_refusals(claim, origin):
            self._check_adds_up()
            judged = self._playing.judge(claim)
        self._keep_note("claim", asdict(judged), origin)
        return judged

    def undo_call(self, at: float, origin: str | None = None) -> bool:
        """Undo the call that was judged `at` that time, so that it counts nowhere.

        Returns:
            Whether it counted; if not, nothing has changed.

        Raises:
            JournalError: it could not be written; the call still counts.
        """
        counts = any((note.kind, note.at) == ("claim", at) for note in self._game_notes)
        if counts:
            self._keep_note(CALL_UNDONE, {"at": at}, origin)
        return counts

    def rename(self, player: str, name: str, origin: str | None = None) -> None:
        """Rename a player, also in the earlier moves of the current game.

        Raises:
            Illegal: no player has this name, or the new one is not allowed.
            JournalError: the write failed; the game is unchanged.
        """
        command = Rename(player, name)
        playing = self._playing.copy()
        with self._noting_refusals(command, origin):
            playing.rename(player, name)
            person_before = self.people.person(self._ids[player])
            person = self.people.person(self.people.id_of(name, self._number))
            if person != person_before and person in map(self.people.person, self._ids.values()):
                raise Illegal(BadPlayers("twice", name=name))
        if person == person_before:  # the same name in different case
            self.people.rename(person, name)
        seated = {name: person}
        self._write(
            command, self._number, playing.moments[-1].state, origin, {**self._ids, **seated}
        )
        self._note_state()
        self._use_names({player: name})
        self._ids = {**self._ids, **seated}

    def take_back(self, count: int = 1, origin: str | None = None) -> None:
        """Undo the last `count` commands of the current game, but not its first deal.

        Raises:
            Illegal: ``nothing-to-undo``, there are fewer commands; or there is no game.
            JournalError: the write failed; the game is unchanged.
        """
        undo, playing = Undo(count), self._playing.copy()
        with self._noting_refusals(undo, origin):
            playing.obey(undo)
        self._write(undo, self._number, playing.moments[-1].state, origin)
        self._continue(playing)
        del self._kept[-count:]
        self._note_state()

    def reopen(self, origin: str | None = None) -> None:
        """Undo the new game and return to the last moment of the previous one.

        Raises:
            Illegal: ``nothing-to-undo``, a command followed the deal, or this is the first game.
            JournalError: the previous game cannot be read, or the write failed; the game is
                unchanged.
        """
        with self._noting_refusals(Reopen(), origin):
            if not self.can_reopen or self._previous is None:
                raise Illegal(NothingToUndo(1, possible=0))
        before = self.journal.record(self._previous)
        entries = counting_entries(before.entries)
        agreed, playing = valid_prefix(entries)
        if len(agreed) < len(entries):
            raise JournalError(phrase("A rule was corrected: the previous game cannot continue"))
        self._write(Reopen(), self._previous, self.moments[-1].state, origin)
        self._sit_down(before, agreed, playing)
        self._note_state()

    def forget(self, player: str) -> str:
        """Permanently forget the name of a person who has played; return the replacement.

        Raises:
            NameInUseError: the player is in the current game.
            JournalError: the write failed; nothing has changed.
        """
        if player in self._ids:
            raise NameInUseError(phrase("{player} is in the game that is on", player=player))
        name = self.people.forget(self.people.id_of(player))
        self._keep_names({player: name})
        return name

    def rename_person(self, player: str, name: str) -> None:
        """Rename a person who has played, in all games.

        Raises:
            NameInUseError: the name belongs to another player or has another meaning.
            JournalError: the write failed; nothing has changed.
        """
        person = self.people.id_of(player)
        if (
            self.people.find(name) not in {None, person}
            or seat_number(name) is not None
            or name == POT
        ):
            raise NameInUseError(phrase("{name} is taken: choose another name", name=name))
        self.people.rename(person, name)
        self._keep_names({player: name})

    def merge(self, people: Mapping[str, str]) -> None:
        """Identify people, or seats of earlier games, with other people; `people` maps ids to ids.

        Raises:
            JournalError: the write failed; nothing has changed.
        """
        were = {self.people.name(person): person for person in people if seat_of(person) is None}
        for duplicate, person in people.items():
            self.people.merge(duplicate, person)
        self._keep_names({name: self.people.name(duplicate) for name, duplicate in were.items()})

    def _keep_names(self, other: Mapping[str, str]) -> None:
        """Store the people, and use the `other` names from now on."""
        self.people.save()
        self._use_names(other)

    def _use_names(self, other: Mapping[str, str]) -> None:
        """Replace former names by `other` ones in the state of the table."""
        self._set_up = None if self._set_up is None else command_with(self._set_up, other)
        self._ids = {other.get(name, name): person for name, person in self._ids.items()}
        self._names_before = tuple(other.get(name, name) for name in self._names_before)
        self._continue(game_with(self._playing, other))
        self._kept = [
            replace(entry, origin=origin_with(entry.origin, other)) for entry in self._kept
        ]
        self._game_notes = [note_with(note, other) for note in self._game_notes]
        self._tally = None

    def tally(self) -> tuple[tuple[str, int], ...]:
        """Return the number of games that each player has won this evening, current players first.

        If the current game only has losers, return the games lost.
        """
        state = self.state
        if state is None:
            return ()
        if self._tally is None:
            played = self._played.newest_first(self.journal)
            with suppress(JournalError):  # the disk is lost, which the box reports elsewhere
                self._tally = counts_of_the_evening(played, losers=bool(state.losers))
        seated = {
            self.people.person(self._ids[player.name]): player.name for player in state.players
        }
        counts = dict.fromkeys(seated.values(), 0)
        for person, games in (self._tally or {}).items():
            name = seated.get(self.people.person(person)) or self.people.name(person)
            counts[name] = counts.get(name, 0) + games
        return tuple(counts.items())

    def call_director(self, origin: str | None = None, *, calls: bool) -> None:
        """Call the director, or with `calls` false end the call; on return it is on disk.

        Raises:
            JournalError: it could not be written; nothing has changed.
        """
        if calls == self.calls_director:
            return
        self.keep(DIRECTOR, origin, calls=calls)
        self.calls_director = calls

    def note(self, kind: str, /, *, settles: bool = False, **facts: object) -> None:
        """Record an event that does not change the game, such as a failed part; `settles`
        acknowledges its scan.
        """
        self._keep_note(kind, facts, settles=settles)
        self._tally = None  # the note may be about the clock or the evening

    def keep(self, kind: str, origin: str | None = None, /, **facts: object) -> None:
        """Record an important note, such as a payment; on return it is on disk. Its facts refer to
        people by id.

        Raises:
            JournalError: it could not be written; nothing has changed.
        """
        written = self._with_ids(self._note(kind, facts, origin))
        self.people.save()
        self.journal.keep(written)

    def hold_note(self, kind: str, /, reader: str, times: int, **facts: object) -> None:
        """Record `times` inputs without a card from a `reader` when the next command is written.

        Until then, the last note of each reader, kind and `what` replaces earlier ones.
        """
        note = self._note(kind, {"reader": reader, **facts, "times": times}, None)
        self.journal.hold(note, reader, str(facts.get("what", "")))

    def close(self) -> None:
        """Close the journal; the next start resumes the game.

        Raises:
            JournalError: the disk fails; the program can continue the game.
        """
        self.journal.close()

    def _begin(
        self, command: New, playing: GameHistory, first: HistoryEntry, origin: str | None
    ) -> None:
        variant = write_variant(self.variants[command.variant])
        number = self.journal.games + 1
        ids = ids_of(command.players, number, {}, self.people)
        kept = self._write(command, number, first.state, origin, ids, variant)
        self._previous, self._number = self.game, number
        self._names_before = self.known_names
        self._set_up, self._ids = command, ids
        self._continue(playing)
        self._kept, self._game_notes, self._stood = [kept], [], {}
        self.calls_director = False
        self._note_state()

    def _write(
        self,
        command: Recorded,
        game: int,
        state: State,
        origin: str | None = None,
        ids: Names | None = None,
        variant: str | None = None,
        result: DealResult | None = None,
    ) -> Entry:
        ids = self._ids if ids is None else ids
        text = as_json(command_with(command, ids))
        state, by = state.renamed(ids), origin_with(origin, self._every(ids, game))
        self.people.save()  # before any line has a new id
        entry = Entry(
            game=game,
            at=self._clock.time(),
            command=text,
            digest=digest(text, variant, state),
            winners=state.won_by,
            variant=variant,
            origin=by,
            edition=EDITION,
            clock=self._clock.monotonic(),
            result=result,
        )
        self.journal.append(entry)
        before = self.state
        if result is not None or before is None or before.won_by or before.losers:
            self._tally = None
        return replace(entry, sequence=self.journal.sequence, origin=origin)

    def _every(self, ids: Names, game: int) -> Names:
        """Return the ids of a game's players, and of everyone else named in its origins and
        notes.
        """
        return Every(ids, partial(self.people.id_of, game=game))

    def _resume(self) -> None:
        """Resume the last game of the journal, up to the first entry that differs under these
        rules.
        """
        record = self.journal.record(self.journal.game)
        self.calls_director = calls_director(record.notes)
        if not self.journal.game:
            return
        entries = counting_entries(record.entries)
        agreed, playing = valid_prefix(entries)
        lost = len(entries) - len(agreed)
        if not agreed:
            self._number = record.number
            self.journal.tell(
                phrase("A rule was corrected: this game cannot continue, start it again")
            )
            return
        self._sit_down(record, agreed, playing)
        if lost:
            self._write(Resume(agreed[-1].sequence), self._number, self.moments[-1].state)
            self._note_state()
            self.journal.tell(
                plural(
                    "A rule was corrected, and the last entry does not count: enter it again",
                    "A rule was corrected, and the last {n:d} entries do not count: enter them "
                    "again",
                    lost,
                )
            )

    def _sit_down(self, record: GameRecord, entries: Sequence[Entry], playing: GameHistory) -> None:
        """Continue with a game of the journal that is `playing` with ids."""
        game = named_game(record, entries, playing, self.people)
        _, self._set_up, self._kept, self._stood, self._game_notes, self._ids = game
        self._continue(game.playing)
        self._previous, self._number = record.head.previous, record.number
        self.calls_director = calls_director(record.notes)
        self._tally = None

    def _note_state(self) -> None:
        """Record which command's state the game has after the journal's last one."""
        self._stood[self.journal.sequence] = self._kept[-1].sequence

    def _spelled(self, command: New | Step | Repair) -> New | Step | Repair:
        """Return a command with the stored spelling of people's names: Ann for ann."""
        if not isinstance(command, New | Join):
            return command
        names = command.players if isinstance(command, New) else (command.player,)
        spelled: New | Join = command_with(
            command, {name: self.people.spelling(name) for name in names}
        )
        return spelled

    def _check_adds_up(self) -> None:
        if self.stopped is not None:
            raise Stopped(miscount_sentence(self.stopped))

    @contextmanager
    def _noting_refusals(
        self, command: Recorded | Claim, origin: str | None = None
    ) -> Iterator[None]:
        try:
            yield
        except Illegal as refused:
            self.note_refusal(command, refused, origin)
            raise

    def _note(self, kind: str, facts: Mapping[str, object], origin: str | None) -> JournalNote:
        """Return a note with the current time."""
        journal, clock = self.journal, self._clock
        return JournalNote(
            journal.sequence, clock.time(), kind, facts, origin, clock.monotonic(), journal.boot
        )

    def _with_ids(self, note: JournalNote) -> JournalNote:
        return note_with(note, self._every(self._ids, self._number))

    def _keep_note(
        self,
        kind: str,
        facts: Mapping[str, object],
        origin: str | None = None,
        *,
        settles: bool = False,
    ) -> None:
        note = self._note(kind, facts, origin)
        written = self._with_ids(note)
        with suppress(JournalError):  # a note must not stop the game
            self.people.save()
        self.journal.note(written, settles=settles)
        if is_of_game(kind, facts):
            self._game_notes = counting_notes((*self._game_notes, note))


def _gone(state: State, moments: Iterable[HistoryEntry]) -> tuple[str, ...]:
    """Return the names of the players who left the game and have not come back."""
    out = [player.name for player in state.players if not player.still_in]
    if not out:
        return ()
    left = {
        event.player
        for moment in counting(moments)
        for event in moment.events
        if isinstance(event, Eliminated) and event.why == "left"
    }
    return tuple([name for name in out if name in left])


def _deal_result(moments: Sequence[HistoryEntry], state: State, ids: Names) -> DealResult | None:
    """Return the result of the hand, round or game that ends with the `state` after `moments`.

    It is None if nothing ends. `ids` maps the names of all players to their ids.
    """
    last = moments[-1].state
    if state.phase not in _OVER or (last.phase, last.deal_number) == (
        state.phase,
        state.deal_number,
    ):
        return None
    states = [moment.state for moment in counting(moments)]
    earlier = (former for former in reversed(states) if former.deal_number < state.deal_number)
    had, counts = counted(next(earlier, states[0]).players), counted(state.players)
    return DealResult(
        state.deal_number,
        {ids[name]: count for name, count in counts.items()},
        {ids[name]: count - had.get(name, 0) for name, count in counts.items()},
        tuple(ids[state.players[seat].name] for seat in state.losers),
    )
