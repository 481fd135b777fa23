"""The interface between the folder of a family of games and all other code."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, runtime_checkable

from msgspec import Struct

from companion.core.cards import Card, Pack
from companion.core.commands import Claim, Judged, New, Play, Repair, Score, Set, Step
from companion.core.events import Event, Events, Miscount
from companion.core.frozen import Frozen
from companion.core.options import Option, Provenance, UpCard, Wins, options
from companion.core.questions import CommandPreview, Question
from companion.core.refusals import Refusal
from companion.core.seats import State
from companion.core.variant_keys import Content, Doubt
from companion.message import Message, Words

if TYPE_CHECKING:  # These belong to higher layers, which the rules alone must not load.
    from companion.core.disagreement import Candidate, Observed
    from companion.dialogs.context import Dialog, Item, Move, Scene, SetUp
    from companion.page import CardKey, TableView
    from companion.screens.model import Picture
    from companion.words.events import EventRow
    from companion.words.numbers import Rows

Steps = Literal["hands", "busts", "rounds"]
"""The unit in which players count the course of a game."""


@runtime_checkable
class Variant(Hashable, Protocol):
    """A game as described by its file, without house rules."""

    @property
    def family(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def short(self) -> str:
        """The short name for the display, at most four characters."""

    @property
    def provenance(self) -> Provenance: ...
    @property
    def source(self) -> str: ...
    @property
    def dealer_by_lot(self) -> bool: ...
    @property
    def players(self) -> tuple[int, int | None]:
        """The minimum and maximum number of players."""

    @property
    def listed(self) -> str:
        """The text in the list of games that replaces the title; "" for the title itself."""

    @property
    def place(self) -> tuple[int, int]:
        """The sort key of every list of games."""


class Rules(Protocol):
    """The rules of one game, valid until the next `new`: a variant with house rules."""

    @property
    def family(self) -> str: ...
    @property
    def variant(self) -> str:
        """The name of the variant."""

    @property
    def title(self) -> str: ...
    @property
    def pack(self) -> Pack | None:
        """The pack of cards, or None in a game without entered cards."""

    @property
    def hand_size(self) -> int | tuple[int, ...]:
        """The number of cards dealt to each player, or those of each hand in turn."""

    @property
    def chips(self) -> int | None:
        """The number of chips of each player, or None in a game without chips."""

    @property
    def up_card(self) -> UpCard:
        """Whether the dealer turns a card up, and with what effect."""

    @property
    def wins(self) -> Wins:
        """Whose chips or points win."""

    @property
    def forfeit(self) -> str:
        """The forfeit of the loser in the language of the game's file, or ""."""


Result = tuple[State, Events]
"""The result of an accepted command: the next state, and its events."""


class HistoryEntry(Frozen, gc=False):
    """A state of a game, with the events and the `command` that led to it.

    After a correction, `mended` are its new entries.
    """

    state: State
    events: Events
    command: New | Step | Repair | None = None
    mended: tuple[HistoryEntry, ...] = ()


class PlayerView(Frozen):
    """The table from the view of the player at `seat`, the only input of a bot's decision.

    `rules` and `state` are those of the box, which knows the number of cards of each player but not
    the cards. The cards of the player's own `hand` are texts as on stickers ("8H/1", "JK/1#2").
    """

    rules: Any
    state: Any
    seat: int
    hand: tuple[str, ...]


class Shortcut(NamedTuple):
    """A switch for one entry of a table-valued house `rule`.

    `lay` is the house rule's value after the switch is flipped; None removes the house rule.
    """

    rule: str
    label: Words
    is_on: bool
    lay: object


class InForce(NamedTuple):
    """The rules in force at a table, in words.

    `main` has a row for each card, round or rule, whichever the family's table lists. `others` are
    the remaining rules. `intro` is "" if the rows are complete without it.
    """

    main: Rows
    others: Rows = ()
    intro: Words = ""


class Faults(Protocol):
    """The possible discrepancies between table and box in one game; see `core/search`."""

    two_things: bool
    """Whether the search also tries two mistakes at once."""

    seen: Observed
    """The players' knowledge, completed by its consequences."""

    def candidates(self, place: int, state: Any) -> Iterator[Candidate]:
        """Yield the edits before the entry at `place`, and of that entry."""

    def likely(self, place: int, state: Any, command: Step) -> float:
        """Return how many times likelier than by chance a player gives that command."""

    def slip(self, state: Any) -> float:
        """Return the probability that the players are wrong, if `state` is right;
        0 if that is impossible.
        """

    def same(self, state: Any) -> Hashable:
        """Return the part of the state that determines the rest of the game."""

    def alike(self, state: Any) -> Hashable:
        """Return the part of the state by which explanations are distinguished."""


@dataclass(frozen=True, eq=False)
class Family:
    """The interface of one family of games, implemented by its folder's ``__init__``.

    All arguments of its functions (variants, rules, states) belong to this family, so the
    implementations use the family's own types. Attributes with a default are those that most
    families do not need.
    """

    name: str
    """The name of the family in files, in the journal and on the page."""

    games: Message
    """The collective name of its games."""

    # Files and rule keys of its variants
    keys: type[Struct]
    """The struct whose fields are its rule keys (`core/options`)."""
    variant: type[Variant]
    file: type[Struct]
    """The keys of its variant files, all optional."""
    merge: Callable[[Content, Content], Content]
    """Merges a file over what it inherits,
    after checking the type of each key; raises VariantError.
    """
    finish: Callable[[str, Content], Variant]
    """Makes the variant from its name and merged content; raises VariantError."""
    content: Callable[[Any], Content]
    """The content of a variant's file, except its names and rule keys."""
    content_in_force: Callable[[Any], Content]
    """The cards or rounds of rules in force, in the form of a file."""

    # The engine
    rules: Callable[..., Rules]
    """Makes the rules from a variant, house rules and a number of players; `stickers` enables
    sticker numbers for jokers. Called by `rules_of`.
    """
    start: Callable[[Any, New], tuple[Any, Events]]
    """Returns the first hand or round of a new game with checked players; raises Illegal."""
    step: Callable[[Any, Any, Step], tuple[Any, Events]]
    """Applies one command to a state and returns the next state with its events. Raises Illegal
    with the first error of docs/reference/referee-protocol.md that applies.
    """
    judge: Callable[[Any, Claim], Judged]
    """Judges a player's call; raises Illegal."""
    public: type[Struct]
    """The struct of a state in the form of docs/reference/referee-protocol.md."""
    public_state: Callable[[Any, Any], Struct]
    """Converts a state under these rules to that form."""
    digest: Mapping[type[Struct], str]
    """The fields of its structs in the first version, separated by spaces; the digest omits those
    added later at their default (`table/replay`).
    """

    # The words
    event_row: Callable[[Any, Any, Any, Sequence[Event]], EventRow]
    """Makes the row of a command from the rules, the states before and after it, and its events."""
    state_again: Callable[[Any, Any, Sequence[Event]], Words]
    """Describes the first state after an undo of the
    command that led to the second one with these events.
    """
    rule_tables: Callable[[Any], tuple[Rows, ...]]
    """The rules of a variant as tables to print."""
    in_force: Callable[[Any], InForce]
    """The rules in force at a table."""

    # The display
    idle: Callable[[Any], Dialog | None]
    """The screen without an open dialog, and the effect of keys and cards there;
    None once the game is over.
    """
    menu_rows: Callable[[Scene, Dialog], tuple[Item, ...]]
    """The menu rows about the game that are currently available, most used first. A dialog opened
    there returns to that menu.
    """
    seats: Callable[[Any], tuple[int, int]]
    """The minimum and maximum number of players of a variant set with the keys,
    at most `MAX_SEATS`.
    """

    # The page
    page_game: Callable[[Any, Any], Mapping[str, object]]
    """The family's own fields of `game`, which are constant during the game or the round."""
    page_now: Callable[[TableView, Scene, Any, Any], TableView]
    """The `now` of a page with the family's own fields."""
    steps: Callable[[Any], Steps]
    """The unit in which players count the course of a game:
    busts if a bust does not lead to a new hand.
    """

    # Files and engine, only in some families
    further_content: Callable[[Any], Content] = lambda _rules: {}
    """The remaining content of rules in force that affects the game but has no rule key."""
    doubts: Callable[[Any, Content, Content], Iterable[Doubt]] = lambda _variant, _own, _below: ()
    """The doubts about a playable variant, the own keys of its file, and the whole content of the
    variant that it extends, or {}.
    """
    enters_rounds: bool = False
    """Whether players enter points round by round; a round counts once it has been entered."""
    scores: Callable[[Any, Any], Iterable[Score]] = lambda _rules, _state: ()
    """Entries of this round, one for each player or side: one of them gets all, or takes all."""
    question: Callable[[Any, Any, New | Step, Refusal], Question | None] = (
        lambda _rules, _state, _command, _refusal: None
    )
    """The question raised by the refusal of a command; the state is None before a game."""
    preview: Callable[[Any, Any, Any, Sequence[Event]], CommandPreview] = (
        lambda _rules, _before, _after, _events: CommandPreview()
    )
    """The result of an accepted command; the state before it is None before a game."""
    hand: Callable[[Any, Any, Sequence[str]], tuple[Card, ...]] = lambda _rules, _state, _hand: ()
    """The cards of a hand; raises Illegal for a card that cannot be in it."""
    allowed: Callable[[Any, Any, Iterable[Card]], Iterable[Play]] = lambda _rules, _state, hand: (
        Play(card=str(card)) for card in hand
    )
    """The plays of single cards that a hand allows, provided that they are legal at all."""
    without_cards: Callable[[Any], Hashable] = lambda state: state
    """The state without the cards played, so that states after different cards can be equal."""
    only_value: Callable[[Any, Any, Play], Play] = lambda _rules, _state, play: play
    """A legal play with its value filled in if only one of several values is allowed now."""
    miscount: Callable[[Any, Any], Miscount | None] = lambda _rules, _state: None
    """The first mismatch in a state (docs/reference/rules.md sections 1.3, 1.4 and 6)."""
    kept_chips: Callable[[Any, Any, tuple[str, ...]], Set | None] = (
        lambda _before, _rules, _players: None
    )
    """The command that carries the chips of the last state over to the players of a new game."""
    faults: Callable[[Any, Sequence[HistoryEntry], Observed], Faults] | None = None
    """The possible mistakes in a game; None if entries do not depend on each other."""

    # Words
    beside: Callable[[Any, int], Words] = lambda _state, _seat: ""
    """The text next to the name at a seat, or ""."""
    suits_differ: Callable[[Any, str], Words] = lambda _rules, _rank: ""
    """The sentence about the cards of a rank that differ; "" if all are alike."""
    suit_does: Callable[[Any, str, str], Words] = lambda _rules, _rank, _suit: ""
    """The effect of a card in the fewest characters; "" if it is not known."""
    last_sum: Callable[[Any, Any], Words] = lambda _rules, _state: ""
    """The sum of the last card, ``87 + 9 = 96``; "" before the first card."""
    made_with: Callable[[Any, Play, object], Words] = lambda _rules, _play, _value: ""
    """The effect of a card with this value: ``+10``, ``=50``; "" if it is not known."""
    shortcuts: Callable[[Any, Any, Mapping[str, Any]], Iterable[Shortcut]] = lambda *_all: ()
    """The switches for common changes within a house rule. The arguments are the rules without
    house rules, the rules with those set so far (or the former, while these contradict each other),
    and the house rules themselves.
    """

    # Display
    announcement: Callable[[Any, Any, Any, Sequence[Event]], Picture | None] = (
        lambda _rules, _before, _after, _events: None
    )
    """The notice of events that every player must see. The arguments are the rules, and the states
    before (None for a new game) and after the events.
    """
    people_rows: Callable[[Scene, Dialog], tuple[Item, ...]] = lambda _scene, _menu: ()
    """The menu rows for joining, changing seats and leaving."""
    played_with: Callable[[Any], Words] = lambda _rules: ""
    """The equipment of a game ("2 decks"); "" if it needs no mention."""
    set_up_rows: Callable[[SetUp, Any], tuple[Item, ...]] = lambda _set_up, _rules: ()
    """The family's own steps of the set-up; the rules are None while they contradict each other."""
    begin: Callable[[Scene, New, Dialog], Move] | None = None
    """The move that starts a game, if its deal requires other input first."""
    own_house_rules: Mapping[str, Callable[[Any], Dialog]] = field(default_factory=dict)
    """The house rules with a dialog of their own, which is made from the list of house rules."""
    by_hand: Callable[[Scene, Observed, Dialog], Dialog] = lambda _scene, _seen, back: back
    """The dialog that corrects a game by hand if no explanation fits, given the players' knowledge
    and the dialog to return to.
    """
    set_by_hand: Callable[[Dialog], Dialog] | None = None
    """The dialog for changes that the journal records as made by hand."""
    group: Words = ""
    """The name of its games in the list of games; "" if they are grouped by limit."""

    # Page
    page_keys: Callable[[Any], tuple[CardKey, ...]] = lambda _rules: ()
    """The keys for the ranks of the pack, the joker last."""
    page_rounds: Callable[[Any, Sequence[HistoryEntry]], Sequence[object] | None] = (
        lambda _rules, _moments: None
    )
    """The rounds of a game from its moments, oldest first."""
    last_round: Callable[[Any], int | None] = lambda _rules: None
    """The number of rounds of a game, or None if the end depends on something else."""

    # Bots
    bot_commands: Callable[[PlayerView], Sequence[Sequence[Step]]] = lambda _view: ()
    """The commands that a bot may try. It uses the first group that has a legal command."""
    bot_value: Callable[[PlayerView, Play, Any], tuple[float, ...]] = lambda *_all: ()
    """The rating of a legal play and the state after it; the largest is best."""

    @property
    def options(self) -> Mapping[str, Option]:
        """The rule keys by name, in the order of every list."""
        return options(self.keys)

    def rules_of(
        self, variant: Variant, house: Mapping[str, object], players: int, *, stickers: bool = False
    ) -> Rules:
        """Return the rules of a variant with `house` rules, for this number of `players`.

        Raises:
            Illegal: ``bad-house-rule`` with the `rule`; ``bad-players`` if the pack cannot be dealt
                to this number of players.
        """
        if house:
            return self.rules(variant, house, players, stickers=stickers)
        return _as_printed(self, variant, players, stickers)


@lru_cache(maxsize=64)
def _as_printed(family: Family, variant: Variant, players: int, stickers: bool) -> Rules:  # noqa: FBT001  # cached by place
    return family.rules(variant, {}, players, stickers=stickers)


Families = Mapping[str, Family]
"""The families by name."""
