"""The settings of the box, and its state at one moment for other parts to show and search."""

import secrets
from collections.abc import Callable, Sequence

import msgspec

from companion.config import Config
from companion.core.commands import New, Step
from companion.core.disagreement import Explanation, Observed, Search
from companion.core.family import Families, HistoryEntry, Rules
from companion.core.frozen import Frozen
from companion.core.search import explain
from companion.dialogs.context import Dialog, Scene
from companion.dialogs.self_test import SelfTestDialog
from companion.games import FAMILIES, family_of
from companion.message import ENGLISH, Language
from companion.screens.model import BootScreen, Picture
from companion.table.lines import Entry, JournalNote
from companion.words.calling import SILENCE, Utterance

SEARCHED_FOR = 0.5
"""Time limit of a search in seconds, because players wait for it at the display."""


Chance = Callable[[Sequence[str]], str]
"""Returns one of the names, all equally likely."""


class Settings(Frozen):
    """How a box behaves, independent of its parts.

    Attributes:
        config: the configuration, with the initial switches of the menu.
        explain: searches for explanations of a difference between table and box.
        version: the installed version of the program, "" to hide it.
        parts: the parts of this box that its self-test tries.
        offers_test: whether a new box offers its self-test; a simulated one has nothing to plug.
        chance: draws the first dealer by lot.
        families: the families of games that the box plays.
    """

    config: Config = Config()
    explain: Search = explain
    version: str = ""
    parts: tuple[str, ...] = ()
    offers_test: bool = True
    chance: Chance = secrets.choice
    families: Families = msgspec.field(default_factory=lambda: FAMILIES)


class VoiceCall(Frozen):
    """The newest utterance that is due, and the number of utterances so far."""

    number: int = 0
    utterance: Utterance = SILENCE


class Snapshot(Frozen):
    """Everything that other parts may show of the box; immutable, so any thread may read it.

    Attributes:
        sequence: the number of the journal's last command.
        game: the number of the current game.
        kept: the time and the journal position of each of the scene's moments.
        notes: the refusals and calls of this game, oldest first.
        question: the dialog while the box asks something.
        pending: the command that the answer would complete, if there is one.
        testing: the self-test, while it tries a part.
        asking: true while the box asks, even if it only asks which game to play.
        waits: true while the box waits for a slow disk and nothing counts yet.
        names_changed: changes when people are renamed.
        picture, language: the picture on the displays, and its language.
        whole: the full picture; the displays may show one page of it.
        called: the newest utterance of the voices.
    """

    scene: Scene
    sequence: int = 0
    game: int | None = None
    kept: tuple[Entry, ...] = ()
    notes: tuple[JournalNote, ...] = ()
    question: Dialog | None = None
    pending: New | Step | None = None
    testing: SelfTestDialog | None = None
    asking: bool = False
    picture: Picture = BootScreen()
    whole: Picture = BootScreen()
    language: Language = ENGLISH
    switched_off: bool = False
    waits: bool = False
    names_changed: int = 0
    called: VoiceCall = VoiceCall()


def earliest(*moments: float | None) -> float | None:
    """Return the earliest of the given moments; None if there are none."""
    return min((moment for moment in moments if moment is not None), default=None)


def search(
    explain: Search,
    rules: Rules | None,
    moments: Sequence[HistoryEntry],
    monotonic: Callable[[], float],
    seen: Observed,
) -> tuple[Explanation, ...]:
    """Return the explanations that `explain` finds for what the players have `seen` in this game.

    The search stops after `SEARCHED_FOR` seconds of the clock `monotonic`; any thread may run it.
    """
    if rules is None:
        return ()
    until = monotonic() + SEARCHED_FOR
    return tuple(explain(family_of(rules), rules, moments, seen, lambda: monotonic() > until))
