"""The table owns the game: it decides a command, writes it to the journal, and only then applies it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import NamedTuple, Protocol, assert_never

import msgspec

from companion.errors import (
    DamagedError,
    Illegal,
    JournalError,
    NameInUseError,
    OlderRulesError,
    ReplayError,
    Stopped,
)
from companion.rules.commands import Claim, Judged, New, Repair, Step, Undo
from companion.rules.events import Eliminated, Event
from companion.rules.family import HistoryEntry, Rules, State, Variant, miscount
from companion.rules.game import GameHistory, counting
from companion.rules.miscount import Miscount
from companion.rules.refusals import NothingToUndo
from companion.rules.variant import write_variant
from companion.table.digest import digest
from companion.table.journal import Journal
from companion.table.progress import Progress
from companion.table.reader import Entry, JournalNote
from companion.table.recorded import (
    CALL_UNDONE,
    Recorded,
    Rename,
    Reopen,
    Resume,
    as_json,
    is_of_game,
    read,
    refusal_facts,
    standing_notes,
)
from companion.table.replay import EDITION, agreeing, play_again, standing
from companion.table.rewriting import Rewriting
from companion.table.salvage import Salvaged
from companion.table.sessions import counts_of_the_evening
from companion.text.language import gettext as _
from companion.text.language import ngettext
from companion.text.miscounts import miscount_sentence


class WallClock(Protocol):
    """The clock for the journal's times."""

    def time(self) -> float:
        """Return seconds since 1970 UTC."""


class JournalPosition(msgspec.Struct, frozen=True):
    """The entry of a moment: seconds since 1970 UTC, the command's number, and its origin in words."""

    at: float
    sequence: int
    origin: str | None = None


class UndoableCall(NamedTuple):
    """The judged call that an undo takes back first."""

    note: JournalNote
    judged: Judged


class Decision(NamedTuple):
    """An accepted command that is not applied yet: the game it is for, and the entry that it adds."""

    command: New | Step | Repair
    playing: GameHistory
    moment: HistoryEntry


class Table:
    """Plays one game after the other and stores each command before applying it. Not thread-safe.

    The constructor resumes the game that the `journal` ends with. If a rule has changed since, the game
    resumes before the first entry that the change affects. If the game replays to other digests for any other
    reason, the journal is moved aside, and a new one begins with what plays again. `journal.trouble` reports
    both.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import time
    >>> from companion.rules.commands import Play
    >>> from companion.variants import load_variants
    >>> with TemporaryDirectory() as folder:
    ...     table = Table(load_variants().variants, Journal(Path(folder) / "journal.db"), time)
    ...     _ = table.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    ...     _ = table.obey(Play(card="8H"))  # on disk when it returns
    ...     table.close()

    Raises:
        JournalError: the journal cannot be read, or cannot be moved aside.
    """

    def __init__(self, variants: Mapping[str, Variant], journal: Journal, clock: WallClock) -> None:
        self.variants = variants
        self.journal = journal
        self._clock = clock
        self._number = 0
        self._playing = GameHistory(variants, stickers=True)
        self._set_up: New | None = None
        self._known_names: tuple[str, ...] = ()
        self._previous: int | None = None
        self._summed: State | None = None
        self._stopped: Miscount | None = None
        self._kept: list[JournalPosition] = []
        self._stood: dict[int, int] = {}
        self._game_notes: list[JournalNote] = []
        self._lost: dict[int, Sequence[str]] = {}
        try:
            self._resume()
        except DamagedError as damage:
            journal.set_aside(str(damage))
            self._resume()
        except ReplayError as difference:
            journal.set_aside(str(difference), is_damaged=False)
            self._resume()

    @property
    def game(self) -> int | None:
        """The number of the current game; None before the first."""
        return self._number or None

    @property
    def rules(self) -> Rules | None:
        """The rules of the current game; None before the first."""
        return self._playing.rules

    @property
    def state(self) -> State | None:
        """The state of the current game; None before the first."""
        return self._playing.state

    @property
    def moments(self) -> Sequence[HistoryEntry]:
        """The moments of the current game, from the first deal to now."""
        return tuple(self._playing.moments)

    @property
    def kept(self) -> tuple[JournalPosition, ...]:
        """The journal position of each of the `moments`."""
        return tuple(self._kept)

    @property
    def game_notes(self) -> tuple[JournalNote, ...]:
        """The refused commands and called totals of the current game, oldest first."""
        return tuple(self._game_notes)

    @property
    def undoable_call(self) -> UndoableCall | None:
        """The last call, if it was judged in the current state; None otherwise."""
        calls = [note for note in self._game_notes if note.kind == "claim"]
        if not calls or self._stood.get(calls[-1].after) != self._kept[-1].sequence:
            return None
        return UndoableCall(calls[-1], msgspec.convert(calls[-1].facts, Judged))

    @property
    def can_reopen(self) -> bool:
        """Whether `reopen` is possible: the current game has a predecessor and no command after its deal."""
        return len(self._playing.moments) == 1 and self._previous is not None

    @property
    def stopped(self) -> Miscount | None:
        """What does not add up, while only undo or a new game is possible; None otherwise."""
        state, rules = self._playing.state, self._playing.rules
        if state is not self._summed:  # everything that is shown asks, so each state is summed only once
            self._summed = state
            self._stopped = None if rules is None or state is None else miscount(rules, state)
        return self._stopped

    def last_new(self) -> New | None:
        """Return the command that set up the current game, with the players who sit there now, to repeat it.

        It is None before the first game; players who left the game are not in it.
        """
        set_up, players = self._set_up, self._seated()[0]
        if set_up is None or set_up.players == players:
            return set_up
        return msgspec.structs.replace(set_up, players=players)

    @property
    def known_names(self) -> tuple[str, ...]:
        """Names by seat: the players of the current game, those who left it, then those of larger games."""
        seated, gone = self._seated()
        players = seated + gone
        return (*players, *(name for name in self._known_names[len(players) :] if name not in players))

    def _seated(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the names of the players who sit at the table now, and of those who left it in this game."""
        moments = counting(self._playing.moments)
        if not moments:
            return (), ()
        state = moments[-1].state
        left = {
            event.player
            for moment in moments
            for event in moment.events
            if isinstance(event, Eliminated) and event.why == "left"
        }
        gone = tuple(
            player.name
            for seat, player in enumerate(state.players)
            if player.name in left and seat not in state.seats_in
        )
        return tuple(player.name for player in state.players if player.name not in gone), gone

    def decide(self, command: New | Step | Repair) -> Decision:
        """Judge `command` against the rules; write and change nothing.

        Raises:
            Illegal: the rules refuse it; `note_refusal` keeps that.
            Stopped: something does not add up, and this is no new game.
        """
        if isinstance(command, New):
            playing = GameHistory(self.variants, stickers=True)
            playing.obey(command)
            return Decision(command, playing, playing.moments[0])
        self._check_adds_up()
        return Decision(command, self._playing, self._playing.decide(command))

    def commit(self, decision: Decision, origin: str | None = None) -> tuple[Event, ...]:
        """Write a decision to the journal and apply it; return its events. On return it is on disk.

        It is the last one that `decide` made, and the game has not changed since.

        Raises:
            JournalError: it could not be written; nothing has changed.
        """
        command, playing, moment = decision
        if isinstance(command, New):
            self._begin(command, playing, moment, origin)
        else:
            kept = self._write(command, self._number, moment.state, origin)
            playing.moments.append(moment)
            self._kept.append(kept)
            self._note_state()
        return moment.events

    def obey(self, command: New | Step | Repair, origin: str | None = None) -> tuple[Event, ...]:
        """Decide and commit a command; return its events. On return it is on disk.

        Raises:
            Illegal: the rules refuse it, which is kept as a note; nothing has changed.
            Stopped: something does not add up, and this is no new game.
            JournalError: it could not be written; nothing has changed.
        """
        with self._noting_refusals(command, origin):
            decision = self.decide(command)
        return self.commit(decision, origin)

    def note_refusal(
        self, command: Recorded | Claim, refused: Illegal, origin: str | None = None, *, settles: bool = False
    ) -> None:
        """Keep a refusal as a note of the game; one that `settles` counts the card it came from as taken.

        Raises:
            JournalError: it could not be written.
        """
        facts = {"command": as_json(command), **refusal_facts(refused)}
        self._keep_note("refused", facts, origin, settles=settles)

    def judge(self, claim: Claim, origin: str | None = None) -> Judged:
        """Return whether a called total, or points of a round, are right, and note it in the journal.

        Raises:
            Illegal: there is nothing to judge, or this game has no such calls.
            Stopped: something does not add up, so there is no right answer.
        """
        with self._noting_refusals(claim, origin):
            self._check_adds_up()
            judged = self._playing.judge(claim)
        self._keep_note("claim", msgspec.structs.asdict(judged), origin)
        return judged

    def undo_call(self, at: float, origin: str | None = None) -> bool:
        """Take back the call that was judged `at` that time, which then counts nowhere.

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
        """Rename a player, also in the moves of the current game already played.

        Raises:
            Illegal: no player has this name, or the new one is not allowed.
            JournalError: the write failed; the game is unchanged.
        """
        command = Rename(player, name)
        playing = GameHistory(self.variants, stickers=True)
        playing.rules, playing.moments = self._playing.rules, list(self._playing.moments)
        with self._noting_refusals(command, origin):
            playing.rename(player, name)
        self._write(command, self._number, playing.moments[-1].state, origin)
        self._note_state()
        self._playing = playing
        if self._set_up is not None:
            self._set_up = _renamed_set_up(self._set_up, player, name)

    def take_back(self, count: int = 1, origin: str | None = None) -> None:
        """Take back the last `count` commands of the current game; its first deal stays.

        Raises:
            Illegal: ``nothing-to-undo``, if there are fewer.
            JournalError: the write failed; the game is unchanged.
        """
        undo = Undo(count)
        with self._noting_refusals(undo, origin):
            possible = max(len(self._playing.moments) - 1, 0)
            if not 1 <= count <= possible:
                raise Illegal(NothingToUndo(count, possible))
        self._write(undo, self._number, self._playing.moments[-1 - count].state, origin)
        self._playing.obey(undo)
        del self._kept[-count:]
        self._note_state()

    def reopen(self, origin: str | None = None) -> None:
        """Take back the new game and return to the last moment of the previous one.

        Raises:
            Illegal: ``nothing-to-undo``, if a command followed the deal, or this is the first game.
            JournalError: the previous game cannot be read, or the write failed; the game is unchanged.
        """
        with self._noting_refusals(Reopen(), origin):
            if not self.can_reopen or self._previous is None:
                raise Illegal(NothingToUndo(1, possible=0))
        entries = standing(self.journal.of_game(self._previous))
        try:
            playing = play_again(entries)
        except OlderRulesError:
            raise JournalError(
                lambda: _("A rule has been mended since: the game before cannot go on")
            ) from None
        self._write(Reopen(), self._previous, playing.moments[-1].state, origin)
        self._sit_down(entries, playing)
        self._note_state()

    def take_names(self, changes: Rewriting, *, forgets: bool) -> bool:
        """Give players of earlier games other names; return False, unchanged, if `changes` are out of date.

        With `forgets` nobody of the games that can be opened again may have such a name.

        Raises:
            NameInUseError: somebody of that name plays in the game that is on, or in one that can be again.
            JournalError: the write failed; nothing has changed.
        """
        old = next(iter(changes.names), "")
        if self._number in changes.games:
            raise NameInUseError(lambda: _("{player} is in the game that is on").format(player=old))
        if forgets and self.can_reopen and self._previous in changes.games:
            raise NameInUseError(
                lambda: _("{player} was in the game before, which taking back opens again").format(player=old)
            )
        if not self.journal.rewrite(changes):
            return False
        self._lost = {}
        self._known_names = tuple(changes.names.get(name, name) for name in self._known_names)
        if self.state is not None:  # what phones are called in it, and the names in its notes
            self._sit_down(standing(self.journal.of_game(self._number)), self._playing)
        return True

    def take_over(self, read: Callable[[Progress], Salvaged]) -> None:
        """Go on with what `read` saves of a copy of the journal; the file until now is kept beside it.

        Raises:
            JournalError: it could not be read or written.
        """
        self.journal.take_over(read)
        self._number, self._set_up, self._previous, self._known_names = 0, None, None, ()
        self._playing = GameHistory(self.variants, stickers=True)
        self._kept, self._game_notes, self._lost = [], [], {}
        self._resume()

    def tally(self) -> tuple[tuple[str, int], ...]:
        """Return each player's number of games won this evening, players of the current game first.

        If the current game has only losers, these are the games lost.
        """
        if self.state is None:
            return ()
        none = {player.name: 0 for player in self.state.players}
        names_of = self._losers if self.state.losers else attrgetter("winners")
        return tuple((none | counts_of_the_evening(self.journal.backwards(), names_of)).items())

    def _losers(self, last: Entry) -> Sequence[str]:
        """Return who has lost the game that ended with the entry `last`; the journal has only winners."""
        if last.winners:
            return ()
        if last.sequence not in self._lost:
            try:
                state = play_again(standing(self.journal.of_game(last.game))).state
            except JournalError:  # a scoreboard must not stop the game
                state = None
            losers = () if state is None else tuple(state.players[seat].name for seat in state.losers)
            self._lost[last.sequence] = losers
        return self._lost[last.sequence]

    def note(self, kind: str, /, *, settles: bool = False, **facts: object) -> None:
        """Note what does not change the game, such as a failed part; `settles` acknowledges its scan."""
        self._keep_note(kind, facts, settles=settles)

    def close(self) -> None:
        """Close the journal; the next start resumes the game.

        Raises:
            JournalError: the disk fails; the program can continue the game.
        """
        self.journal.close()

    def _begin(self, command: New, playing: GameHistory, first: HistoryEntry, origin: str | None) -> None:
        variant = write_variant(self.variants[command.variant])
        self.journal.checkpoint()  # nobody plays between two games
        number = self.journal.games + 1
        kept = self._write(command, number, first.state, origin, variant)
        self._previous, self._number = self.game, number
        self._known_names = self.known_names
        self._playing, self._set_up = playing, command
        self._kept, self._game_notes, self._stood = [kept], [], {}
        self._note_state()

    def _write(
        self,
        command: Recorded,
        game: int,
        state: State,
        origin: str | None = None,
        variant: str | None = None,
    ) -> JournalPosition:
        text, at = as_json(command), self._clock.time()
        self.journal.append(
            Entry(
                game=game,
                at=at,
                command=text,
                digest=digest(text, variant, state),
                winners=state.won_by,
                variant=variant,
                previous=self.game if variant is not None else None,
                origin=origin,
                edition=EDITION,
            )
        )
        return JournalPosition(at, self.journal.sequence, origin)

    def _resume(self) -> None:
        """Resume the game that the journal ends with, if there is one."""
        last = self.journal.last()
        if last is not None:
            self._take_up(standing(self.journal.of_game(last.game)))

    def _take_up(self, entries: Sequence[Entry]) -> None:
        """Resume the game of these entries, as far as it agrees with the current rules."""
        agreed, playing = agreeing(entries)
        lost = len(entries) - len(agreed)
        if not agreed:
            self._number = entries[0].game
            self.journal.tell(lambda: _("A rule was mended: this game cannot go on, begin it again"))
            return
        self._sit_down(agreed, playing)
        if lost:
            self._write(Resume(agreed[-1].sequence), self._number, playing.moments[-1].state)
            self._note_state()
            self.journal.tell(lambda: _do_not_count(lost))

    def _sit_down(self, entries: Sequence[Entry], playing: GameHistory) -> None:
        notes = self.journal.notes(entries[0].sequence)  # first, because it may be damaged
        self._set_up, self._kept, self._stood = _remembered(entries)
        ours = {entry.sequence for entry in entries}
        of_game = (note for note in notes if note.after in ours and is_of_game(note.kind, note.facts))
        self._game_notes = standing_notes(of_game)
        self._previous, self._number = entries[0].previous, entries[0].game
        self._playing = playing

    def _note_state(self) -> None:
        """Note which command's state the game has after the journal's last one."""
        self._stood[self.journal.sequence] = self._kept[-1].sequence

    def _check_adds_up(self) -> None:
        stopped = self.stopped
        if stopped is not None:
            raise Stopped(lambda: miscount_sentence(stopped))

    @contextmanager
    def _noting_refusals(self, command: Recorded | Claim, origin: str | None = None) -> Iterator[None]:
        try:
            yield
        except Illegal as refused:
            self.note_refusal(command, refused, origin)
            raise

    def _keep_note(
        self, kind: str, facts: Mapping[str, object], origin: str | None = None, *, settles: bool = False
    ) -> None:
        note = JournalNote(self.journal.sequence, self._clock.time(), kind, facts, origin)
        self.journal.note(note, settles=settles)
        if is_of_game(kind, facts):
            self._game_notes = standing_notes((*self._game_notes, note))


def _remembered(entries: Sequence[Entry]) -> tuple[New | None, list[JournalPosition], dict[int, int]]:
    """Return the set-up of the game of `entries`, and the journal positions of its moments.

    The last value leads from each entry to the one whose state was the game's after it.
    """
    set_up: New | None = None
    kept: list[JournalPosition] = []
    stood: dict[int, int] = {}
    for entry in entries:
        command = read(entry.command)
        match command:
            case New():
                set_up, kept = command, [JournalPosition(entry.at, entry.sequence, entry.origin)]
            case Undo(count):
                del kept[-count:]
            case Rename(player, name) if set_up is not None:
                set_up = _renamed_set_up(set_up, player, name)
            case Reopen() | Rename() | Resume():
                pass
            case _ if isinstance(command, Step | Repair):
                kept.append(JournalPosition(entry.at, entry.sequence, entry.origin))
            case _:
                assert_never(command)
        if kept:
            stood[entry.sequence] = kept[-1].sequence
    return set_up, kept, stood


def _renamed_set_up(set_up: New, player: str, name: str) -> New:
    dealer = name if set_up.dealer == player else set_up.dealer
    return msgspec.structs.replace(set_up, dealer=dealer)


def _do_not_count(lost: int) -> str:
    return ngettext(
        "A rule was mended, and the last entry does not count: enter it again",
        "A rule was mended, and the last {n:d} entries do not count: enter them again",
        lost,
    ).format(n=lost)
