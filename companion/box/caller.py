"""Decides when the voices of the box and of the phones call a change of the table."""

from typing import Final

import msgspec

from companion.core.commands import Judged
from companion.dialogs.context import Scene, UseLearning, UseVoice
from companion.words.calling import (
    SILENCE,
    Course,
    Utterance,
    VoiceMode,
    only_trouble,
    utterance,
    wrong_call,
)

AFTER: Final = 2.0
"""Seconds in which the player calls, and in which the others can notice a miscount."""


class VoiceCall(msgspec.Struct, frozen=True):
    """The newest utterance that is due, and the number of utterances so far."""

    number: int = 0
    utterance: Utterance = SILENCE


class Caller:
    """Chooses the utterance for each change, and the moment when it is due.

    Attributes:
        mode: when the voices speak.
        learns: whether each total is hidden until the player has called it.
        called: the utterance that was due last.

    Args:
        mode, learns: the initial switches.
    """

    def __init__(self, mode: VoiceMode, *, learns: bool = False) -> None:
        self.mode: VoiceMode = mode
        self.learns = learns
        self.called = VoiceCall()
        self._course: Course | None = None
        self._judged_at = 0.0
        self._pending = SILENCE
        self._due = 0.0

    def switch(self, move: UseVoice | UseLearning) -> None:
        """Change when the voices speak, or whether totals are hidden."""
        if isinstance(move, UseVoice):
            self.mode = move.mode
        else:
            self.learns = move.on

    def look(self, game: int | None, scene: Scene, now: float) -> bool:
        """Take the table as it is at `now`; return whether an utterance has become due."""
        before, self._course = self._course, Course(game, scene.moments)
        if before is None:
            self._judged_at = scene.called_at
            return False
        spoken = utterance(before, self._course)
        if scene.hides_total:
            spoken = msgspec.structs.replace(spoken, number="")
        if self.mode == "trouble":
            spoken = only_trouble(spoken)
        if not spoken.is_silent:
            self._pending, self._due = spoken, now + AFTER * (self.mode == "after")
        if scene.called_at != self._judged_at:
            self._judged_at = scene.called_at
            self._follow(scene.undoable_call, now)
        if self._pending.is_silent or now < self._due:
            return False
        self.called = VoiceCall(self.called.number + 1, self._pending)
        self._pending = SILENCE
        return True

    def deadline(self) -> float | None:
        """Return when `look` is due next, or None."""
        return None if self._pending.is_silent else self._due

    def _follow(self, call: Judged | None, now: float) -> None:
        """Drop what a right call has said already, and answer a wrong one at once."""
        if call is None:
            return
        if not call.correct:
            turn, player = self._pending.turn, self._pending.player
            self._pending = msgspec.structs.replace(wrong_call(call), turn=turn, player=player)
            self._due = now
        elif self.mode == "after":
            self._pending = SILENCE
