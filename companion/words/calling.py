"""What a voice calls after a change of the table, the same for the box and for the phones.

A voice says the number first, as players do, then the game's call, trouble, and whose turn it is.
Every sentence is made of few phrases, numbers and names, so that recorded clips can speak it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from companion.core.commands import Judged
from companion.core.events import (
    Busted,
    Dealt,
    Eliminated,
    Event,
    PileStarted,
    Played,
    PlaysOwed,
    Repaired,
    SetByHand,
    TurnedUp,
    WentOver,
)
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.message import Name, Words, joined, phrase, pieces
from companion.words.causes import called
from companion.words.numbers import Count, figure_aloud, sentences, together
from companion.words.turns import deals, is_out, owes, shield_asked, to_play, whose_move
from companion.words.variants import translated

VoiceMode = Literal["after", "caller", "trouble"]
"""When a voice speaks: two seconds after the player, at once as the caller, or only in trouble."""

CALLS = ("back on you", "pass to you", "pass me by")
"""The calls of the bundled games."""

MAX_CLIP = 100
"""The largest number that has a clip; larger ones are made of several."""

_TELLS_TOTAL = (Played, TurnedUp, SetByHand, Repaired, PileStarted)
_NUMBER = re.compile(r"\d+")
_BETWEEN = re.compile(r"[^\w’']+")


class Utterance(Frozen):
    """What is said after one change; each part may be missing.

    `player` is the one whose turn it is now, whose own phone says "your turn".
    """

    number: Words = ""
    call: Words = ""
    trouble: Words = ""
    turn: Words = ""
    player: str | None = None

    @property
    def words(self) -> Words:
        """All parts as sentences."""
        return sentences((joined(", ", (self.number, self.call)), self.trouble, self.turn))

    @property
    def is_silent(self) -> bool:
        """Whether nothing is to be said."""
        return (self.number, self.call, self.trouble, self.turn) == ("", "", "", "")


SILENCE = Utterance()


class Course(NamedTuple):
    """The course of a game: its number and its moments, oldest first."""

    game: int | None
    moments: Sequence[HistoryEntry]


def utterance(before: Course, after: Course) -> Utterance:
    """Return what is said of the change from one course to the next.

    After an undo that is only the new total, without which only the turn is said.
    """
    if not after.moments:
        return SILENCE
    state = after.moments[-1].state
    is_new = after.game != before.game and len(after.moments) == 1
    grew = len(after.moments) > len(before.moments)
    if is_new or (after.game == before.game and grew):
        earlier = None if is_new or not before.moments else before.moments[-1].state
        return _of_events(earlier, state, after.moments[-1].events)
    if after.game == before.game and len(after.moments) == len(before.moments):
        return SILENCE
    if state.total is None or state.phase != "play":
        return _turn(None, state)
    return Utterance(number=figure_aloud(state.total))


def wrong_call(judged: Judged) -> Utterance:
    """Return what is said of a wrong call: the right number, and the one that was called."""
    call = called(judged.player, figure_aloud(judged.called))
    return Utterance(number=figure_aloud(judged.actual), trouble=call)


def only_trouble(whole: Utterance) -> Utterance:
    """Return the part of an utterance that is said if only trouble is called."""
    return Utterance(trouble=whole.trouble) if whole.trouble != "" else SILENCE


def _of_events(before: State | None, state: State, events: Sequence[Event]) -> Utterance:
    call: Words = ""
    trouble = []
    for event in events:
        match event:
            case Played(call=text) if text:
                call = translated(text)
            case Busted(player) | WentOver(player):
                trouble.append(phrase("{name} busts", name=Name(player)))
            case Eliminated(player, "left"):
                trouble.append(phrase("{name} leaves", name=Name(player)))
            case Eliminated(player):
                trouble.append(is_out(player))
            case PlaysOwed(player, plays):
                trouble.append(owes(player, plays))
            case Repaired():
                trouble.append(phrase("corrected"))
            case _:
                pass
    tells_total = any(isinstance(event, _TELLS_TOTAL) for event in events)
    # The total of a hand that is over counts for nothing.
    counts = tells_total and state.phase in {"play", "shield"}
    number = figure_aloud(state.total) if counts and state.total is not None else ""
    turn = _turn(None if isinstance(events[0], Dealt | Played) else before, state)
    if turn.turn in trouble:
        turn = replace(turn, turn="")
    return Utterance(number, call, joined(". ", trouble), turn.turn, turn.player)


def _turn(before: State | None, state: State) -> Utterance:
    """Return whose turn it is, unless it is the same as before."""
    whose = whose_move(state)
    if before is not None and whose_move(before) == whose:
        return SILENCE
    return Utterance(turn=whose, player=state.name_of(state.lit))


def clips(words: Words) -> tuple[str | Name, ...]:
    """Return the clips that say `words` in the language in use, and the names between them.

    >>> clips(phrase("97, back on you. {name} to play", name=Name("Bo")))
    ('97', 'back-on-you', 'Bo', 'to-play')
    >>> clips("137"), clips("200")
    (('100', '37'), ('2', '100'))
    """
    found: list[str | Name] = []
    text = ""
    for piece in (*pieces(words, "spoken", (Name, Count)), Name("")):
        if not isinstance(piece, Name):
            text += f"{piece}"  # a count in digits
            continue
        found += _clips_of(text)
        text = ""
        if piece.name:
            found.append(piece)
    return tuple(found)


def _clips_of(text: str) -> Iterator[str]:
    for part in re.split(r"[.,:;?!]", text):
        end = 0
        for number in _NUMBER.finditer(part):
            yield from _clip(part[end : number.start()])
            yield from _number(int(number.group()))
            end = number.end()
        yield from _clip(part[end:])


def _number(number: int) -> Iterator[str]:
    """Yield the clips of a number; there is one for each up to a hundred."""
    if number <= MAX_CLIP:
        yield str(number)
    elif number < MAX_CLIP**2:
        hundreds, rest = divmod(number, MAX_CLIP)
        yield from ([str(hundreds)] if hundreds > 1 else []) + [str(MAX_CLIP)]
        yield from [str(rest)] if rest else []
    else:
        yield from str(number)


def _clip(text: str) -> Iterator[str]:
    name = _BETWEEN.sub("-", text.casefold()).strip("-")
    if name:
        yield name


def phrases() -> Iterator[Words]:
    """Yield a sentence for every phrase that a voice needs besides numbers."""
    ann = Name("Ann")
    yield from map(translated, CALLS)
    yield phrase("minus {n}", n=1)
    yield from (to_play("Ann"), deals("Ann"), shield_asked("Ann"), is_out("Ann"))
    yield owes("Ann", 2)
    yield phrase("{name} busts", name=ann)
    yield phrase("{name} leaves", name=ann)
    yield phrase("{name} leads", name=ann)
    yield phrase("{name} wins", name=ann)
    yield phrase("{name} loses", name=ann)
    yield phrase("{names} win", names=together((ann, ann)))
    yield phrase("{n:d} share the win", n=2)
    yield phrase("All lose")
    yield phrase("Round {n} is being played", n=1)
    yield phrase("corrected")
    yield phrase("Seat {number}", number=1)
    yield called("Ann", "1")


def voice_clips() -> tuple[str, ...]:
    """Return the names of all clips of a voice in the language in use: phrases, then numbers."""
    named = (clip for words in phrases() for clip in clips(words) if isinstance(clip, str))
    words = sorted({clip for clip in named if not clip.isdecimal()})
    return (*words, *map(str, range(MAX_CLIP + 1)))
