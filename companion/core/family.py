"""What a family of games gives: the one interface between its folder and everything else."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, runtime_checkable

import msgspec

from companion.core.cards import Card, Pack
from companion.core.commands import Claim, Judged, New, Play, Repair, Set, Step
from companion.core.events import Event, Miscount
from companion.core.options import Option, Provenance, UpCard, Wins, options
from companion.core.questions import CommandPreview, Question
from companion.core.refusals import Refusal
from companion.core.seats import State
from companion.message import Message, Words

if TYPE_CHECKING:  # what higher floors show; nothing of them is loaded for the rules alone
    from companion.core.disagreement import Candidate, Observed
    from companion.dialogs.context import Dialog, Item, Move, Scene, SetUp
    from companion.page.model import CardKey, TableView
    from companion.screens.model import Picture
    from companion.words.events import EventRow
    from companion.words.numbers import Rows

Steps = Literal["hands", "busts", "rounds"]
"""What the players of a game count its course by."""

Content = dict[str, Any]
"""The content of a variant's file: texts, numbers, booleans, lists and dictionaries of these."""


@runtime_checkable
class Variant(Hashable, Protocol):
    """A game as its file describes it, without house rules."""

    @property
    def family(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def short(self) -> str:
        """At most four characters for the display."""

    @property
    def provenance(self) -> Provenance: ...
    @property
    def source(self) -> str: ...
    @property
    def dealer_by_lot(self) -> bool: ...
    @property
    def players(self) -> tuple[int, int | None]:
        """The fewest and the most players."""

    @property
    def listed(self) -> str:
        """What the list of games says in place of the title; "" for the title."""

    @property
    def place(self) -> tuple[int, int]:
        """The sort key of every list of games."""


class Rules(Protocol):
    """The rules of one game, from `new` to its end: a variant with house rules."""

    @property
    def family(self) -> str: ...
    @property
    def variant(self) -> str:
        """The name of the variant."""

    @property
    def title(self) -> str: ...
    @property
    def pack(self) -> Pack | None:
        """The cards that are played with; None where nobody enters cards."""

    @property
    def hand_size(self) -> int:
        """The cards dealt to each player."""

    @property
    def chips(self) -> int | None:
        """The chips of each player; None in a game without chips."""

    @property
    def up_card(self) -> UpCard:
        """Whether the dealer turns a card up, and what comes of it."""

    @property
    def wins(self) -> Wins:
        """Whose chips or points win."""

    @property
    def forfeit(self) -> str:
        """What whoever loses does, in the language of the game's file; "" for nothing."""


Result = tuple[State, tuple[Event, ...]]
"""The result of an accepted command: the next state, and its events."""


class HistoryEntry(msgspec.Struct, frozen=True, gc=False):
    """One state of a game, and the events and the `command` that led to it.

    After a repair `mended` are the entries that it put in the place of others.
    """

    state: State
    events: tuple[Event, ...]
    command: New | Step | Repair | None = None
    mended: tuple[HistoryEntry, ...] = ()


class PlayerView(msgspec.Struct, frozen=True):
    """The table as the player at `seat` sees it, from which alone a bot decides.

    `rules` and `state` are the box's, which knows how many cards each player holds, and never
    which. The cards of the player's own `hand` are texts as on stickers ("8H/1", "JK/1#2").
    """

    rules: Any
    state: Any
    seat: int
    hand: tuple[str, ...]


class Shortcut(NamedTuple):
    """A switch for one entry of the table that is the value of a house `rule`.

    `lay` is the value of the house rule that turns the switch; None to remove the house rule.
    """

    rule: str
    label: Words
    is_on: bool
    lay: object


class InForce(NamedTuple):
    """The rules in force at a table, in words.

    `main` has a row for each thing that the family's table is about: a card, a round, or a rule.
    `others` are the rules besides. `intro` is "" where the rows say it all.
    """

    main: Rows
    others: Rows = ()
    intro: Words = ""


class Faults(Protocol):
    """What may have gone wrong between the table and the box in one game: see `core/search`."""

    two_things: bool
    """Whether two things may have gone wrong at once."""

    seen: Observed
    """What the players know, completed by what follows from it."""

    def candidates(self, place: int, state: Any) -> Iterator[Candidate]:
        """Yield the edits before the entry at `place`, and of it."""

    def likely(self, place: int, state: Any, command: Step) -> float:
        """Return how many times likelier than by chance a player does that."""

    def slip(self, state: Any) -> float:
        """Return how likely the players are wrong, if `state` is right; 0 if they cannot be."""

    def same(self, state: Any) -> Hashable:
        """Return what decides how a game goes on."""

    def alike(self, state: Any) -> Hashable:
        """Return what two explanations differ in, if they differ."""


@dataclass(frozen=True, eq=False)
class Family:
    """Everything that one family of games gives, as its folder's ``__init__`` lists it.

    Whatever is handed to a function, variant, rules or state, is of this family, so that its own
    functions name its own types here. What has a default is what most families do not have.
    """

    name: str
    """The name of the family in a file, in the journal and on the page."""

    games: Message
    """What its games are called together."""

    # The files of its variants, and its rule keys
    keys: type[msgspec.Struct]
    """The struct whose fields are its rule keys (`core/options`)."""
    variant: type[Variant]
    file: type[msgspec.Struct]
    """The keys of its variant files, all optional."""
    merge: Callable[[Mapping[str, Any], Mapping[str, Any]], Content]
    """A file merged over what it inherits, with each key's type checked; raises VariantError."""
    finish: Callable[[str, Mapping[str, Any]], Variant]
    """The variant of a name and its merged content; raises VariantError."""
    content: Callable[[Any], Content]
    """What the file of a variant says besides names and rule keys."""
    content_in_force: Callable[[Any], Content]
    """The cards or rounds of rules in force, as a file writes them."""

    # The engine
    rules: Callable[..., Rules]
    """The rules of a variant, house rules and a number of players; with `stickers` the numbers on
    stickers tell jokers apart. `rules_of` calls it.
    """
    start: Callable[[Any, New], tuple[Any, tuple[Event, ...]]]
    """The first hand or round of a new game, whose players have been checked; raises Illegal."""
    step: Callable[[Any, Any, Step], tuple[Any, tuple[Event, ...]]]
    """What one command makes of a state: the first error of docs/reference/referee-protocol.md
    that applies, as Illegal, or the next state and its events.
    """
    judge: Callable[[Any, Claim], Judged]
    """Whether what a player called is right; raises Illegal."""
    public: type[msgspec.Struct]
    """The state in the form of docs/reference/referee-protocol.md."""
    public_state: Callable[[Any, Any], msgspec.Struct]
    """Rules and a state in that form."""
    digest: Mapping[type[msgspec.Struct], tuple[str, ...]]
    """The fields that its structs had in the first version: see `table/digest`."""

    # The words
    event_row: Callable[[Any, Any, Any, Sequence[Event]], EventRow]
    """The row of a command: of rules, the states before and after it, and its events."""
    state_again: Callable[[Any, Any, Sequence[Event]], Words]
    """How the table stands in the first state, once the command that led to the second one with
    these events is taken back.
    """
    rule_tables: Callable[[Any], tuple[Rows, ...]]
    """The rules of a variant as tables to lay beside the deck."""
    in_force: Callable[[Any], InForce]
    """The rules in force at a table."""

    # The display
    idle: Callable[[Any], Dialog | None]
    """What stands there while nobody has opened a dialog, and what keys and cards do then; None
    once the game is over.
    """
    menu_rows: Callable[[Scene, Dialog], tuple[Item, ...]]
    """The rows of the menu about the game that are possible now, the most used first; a dialog
    opened there goes back to that menu.
    """
    seats: Callable[[Any], tuple[int, int]]
    """The minimum and maximum of players of a variant by key, at most `MAX_SEATS`."""

    # The page
    page_game: Callable[[Any, Any], Mapping[str, object]]
    """Its own fields of `game`, which stay the same in the game or in this round."""
    page_now: Callable[[TableView, Scene, Any, Any], TableView]
    """The `now` of a page with the fields of this family."""
    steps: Callable[[Any], Steps]
    """What the players count the course of a game by: busts where no bust leads to a new hand."""

    # What only some families have: files and engine
    further_content: Callable[[Any], Content] = lambda _rules: {}
    """What rules in force say of keys that are no rule keys, but change what is played."""
    later_digest: Mapping[type[msgspec.Struct], Mapping[str, Any]] = field(default_factory=dict)
    """Fields added later, with their value in older journals, at which the digest lacks them."""
    enters_rounds: bool = False
    """Whether the players enter points a round at a time: a round counts once entered."""
    question: Callable[[Any, Any, New | Step, Refusal], Question | None] = (
        lambda _rules, _state, _command, _refusal: None
    )
    """The question that a refusal of a command asks for; the state is None before a game.
    """
    preview: Callable[[Any, Any, Any, Sequence[Event]], CommandPreview] = (
        lambda _rules, _before, _after, _events: CommandPreview()
    )
    """What an accepted command made of the state before, if there was one."""
    hand: Callable[[Any, Any, Sequence[str]], tuple[Card, ...]] = lambda _rules, _state, _hand: ()
    """The cards of a hand; raises Illegal for one that cannot be in it."""
    allowed: Callable[[Any, Any, Iterable[Card]], Iterable[Play]] = lambda _rules, _state, hand: (
        Play(card=str(card)) for card in hand
    )
    """The plays of single cards that a hand allows, if they are legal at all."""
    without_cards: Callable[[Any], Hashable] = lambda state: state
    """The state without the cards played, of which no two are the same."""
    only_value: Callable[[Any, Any, Play], Play] = lambda _rules, _state, play: play
    """A legal play with the only value that its card may take now, of several that it offers."""
    miscount: Callable[[Any, Any], Miscount | None] = lambda _rules, _state: None
    """What does not add up in a state (docs/reference/rules.md sections 1.3, 1.4 and 6)."""
    kept_chips: Callable[[Any, Any, tuple[str, ...]], Set | None] = (
        lambda _before, _rules, _players: None
    )
    """The command that lets players of a new game keep the chips of the state before."""
    faults: Callable[[Any, Sequence[HistoryEntry], Observed], Faults] | None = None
    """What may have gone wrong in a game; None where nothing leads from entry to entry."""

    # Words
    beside: Callable[[Any, int], Words] = lambda _state, _seat: ""
    """What is to be read beside the name at a seat; "" for nothing."""
    suits_differ: Callable[[Any, str], Words] = lambda _rules, _rank: ""
    """Which cards of a rank differ; "" for none."""
    suit_does: Callable[[Any, str, str], Words] = lambda _rules, _rank, _suit: ""
    """What the card of a rank and a suit does, in the fewest characters; "" if not known."""
    last_sum: Callable[[Any, Any], Words] = lambda _rules, _state: ""
    """The sum of the last card, ``87 + 9 = 96``; "" before any card."""
    made_with: Callable[[Any, Play, object], Words] = lambda _rules, _play, _value: ""
    """What a card made with this value: ``+10``, ``=50``; "" if nobody knows."""
    shortcuts: Callable[[Any, Any, Mapping[str, Any]], Iterable[Shortcut]] = lambda *_all: ()
    """The switches for what tables commonly change within a house rule: of the rules of the variant
    without house rules, those with the ones set so far (or the first, while these contradict each
    other), and the house rules themselves.
    """

    # Display
    announcement: Callable[[Any, Any, Any, Sequence[Event]], Picture | None] = (
        lambda _rules, _before, _after, _events: None
    )
    """The picture of those events that everybody must notice: of rules, the state before (None for
    a new game) and after them.
    """
    people_rows: Callable[[Scene, Dialog], tuple[Item, ...]] = lambda _scene, _menu: ()
    """The rows of the menu about who plays."""
    played_with: Callable[[Any], Words] = lambda _rules: ""
    """What a game is started with ("2 decks"); "" where nobody asks."""
    set_up_rows: Callable[[SetUp, Any], tuple[Item, ...]] = lambda _set_up, _rules: ()
    """Its own steps of the set-up; the rules are None while they contradict each other."""
    begin: Callable[[Scene, New, Dialog], Move] | None = None
    """The move that starts a game whose deal needs something first."""
    own_house_rules: Mapping[str, Callable[[Any], Dialog]] = field(default_factory=dict)
    """The house rules that a dialog of its own sets, which is made with the list of house rules."""
    by_hand: Callable[[Scene, Observed, Dialog], Dialog] = lambda _scene, _seen, back: back
    """What puts a game right where nothing explains what the players have seen, and the dialog to
    go back to.
    """
    set_by_hand: Callable[[Dialog], Dialog] | None = None
    """What sets what the journal keeps as set by hand."""
    group: Words = ""
    """What its games are called in the list of games; "" if those of a limit stand together."""

    # Page
    page_keys: Callable[[Any], tuple[CardKey, ...]] = lambda _rules: ()
    """A key for each rank of the pack, the joker last."""
    page_rounds: Callable[[Any, Sequence[HistoryEntry]], Sequence[object] | None] = (
        lambda _rules, _moments: None
    )
    """The rounds of a game from its moments, the first one first."""
    last_round: Callable[[Any], int | None] = lambda _rules: None
    """After how many rounds a game ends; None if something else ends it."""

    # Bots
    bot_commands: Callable[[PlayerView], Sequence[Sequence[Step]]] = lambda _view: ()
    """What a bot that has to play may try: the first of these that has a legal command."""
    bot_value: Callable[[PlayerView, Play, Any], tuple[float, ...]] = lambda *_all: ()
    """How good a legal play is that makes that state, the largest being best."""

    @property
    def options(self) -> Mapping[str, Option]:
        """Its rule keys by name, in the order of every list."""
        return options(self.keys)

    def rules_of(
        self, variant: Variant, house: Mapping[str, object], players: int, *, stickers: bool = False
    ) -> Rules:
        """Return the rules of a variant with `house` rules, for so many `players`.

        Raises:
            Illegal: ``bad-house-rule`` with the `rule`; ``bad-players`` if the pack cannot be dealt
                to so many.
        """
        if house:
            return self.rules(variant, house, players, stickers=stickers)
        return _as_printed(self, variant, players, stickers)


@lru_cache(maxsize=64)
def _as_printed(family: Family, variant: Variant, players: int, stickers: bool) -> Rules:  # noqa: FBT001  # cached by place
    return family.rules(variant, {}, players, stickers=stickers)


Families = Mapping[str, Family]
"""The families by name."""
