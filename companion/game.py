"""The game classes for programs: the rules without a box, a screen or a journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    Self,
    SupportsIndex,
    TypeVar,
    cast,
    overload,
)

from msgspec import UNSET, Struct
from msgspec.structs import replace

from companion.core.cards import bare_card
from companion.core.commands import (
    POT,
    Accept,
    AskLegal,
    Bust,
    ChangeSeat,
    Claim,
    Deal,
    End,
    Forget,
    Join,
    Judged,
    Leave,
    LeftChips,
    Load,
    New,
    Play,
    Repair,
    Score,
    Set,
    Shield,
    Show,
    Step,
    Undo,
    read_fields,
)
from companion.core.events import Busted, Cause, Events, Played, WentOver
from companion.core.family import HistoryEntry, Rules, Variant
from companion.core.refusals import BadField
from companion.core.seats import State
from companion.errors import CardError, FieldError, Illegal, IllegalCommand
from companion.games import family_of
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState
from companion.games.history import GameHistory
from companion.games.points.engine import PointsState
from companion.games.points.variant import PointsVariant
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.message import ENGLISH, phrase, render, using
from companion.protocol.lines import read_game, write_game
from companion.variants import bundled_variants, load_named
from companion.words.refusals import sentence

_Kind = TypeVar("_Kind", bound=Struct)
_State = TypeVar("_State", bound=State)
_Rules = TypeVar("_Rules", bound=Rules)

SHOWN_CARDS = 5
"""The number of cards that `print(game)` shows of a pile."""


if TYPE_CHECKING:
    _Listed = object  # as a typed sequence of plays, "8H" could not be asked for with ``in``
else:
    _Listed = Sequence


class Plays(_Listed):
    """The legal plays of one card by the player to act; empty if no player is to act.

    A card with a choice occurs once for each value, a card that names a player once for each
    player, and each prints as it is typed. ``in`` also accepts a card, a rank, or a play as it is
    printed.

    >>> game = Game("ninety-eight-umass", ["Ann", "Bo"])
    >>> legal = game.legal(["A♣", "Q♠", "7♦"])
    >>> legal
    Plays(AC 1, AC 11, QS Bo, 7D)
    >>> "a♣" in legal, "AC 11" in legal, "AC 12" in legal, len(legal)
    (True, True, False, 4)
    >>> legal[-1]
    Play(card='7D')
    """

    def __init__(self, plays: Iterable[Play]) -> None:
        self._plays = tuple(plays)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Play: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Play, ...]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Play | tuple[Play, ...]:
        return self._plays[place]

    def __eq__(self, other: object) -> bool:
        return self._plays == other._plays if isinstance(other, Plays) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._plays)

    def __iter__(self) -> Iterator[Play]:
        return iter(self._plays)

    def __len__(self) -> int:
        return len(self._plays)

    def __contains__(self, wanted: object) -> bool:
        if not isinstance(wanted, str):
            return wanted in self._plays
        try:
            wanted = str(bare_card(wanted))
        except CardError:
            return any(str(play) == wanted for play in self._plays)
        return any(wanted in {play.card, bare_card(str(play.card)).rank} for play in self._plays)

    def __repr__(self) -> str:
        return f"Plays({', '.join(map(str, self._plays))})"


class Game:
    """A game at a table with a real deck. It keeps the total, the turn and the chips.

    `Game` plays any variant: it makes an `AddingGame`, a `TrickGame` or a `PointsGame`, which have
    the same methods. It does not know the players' cards. A method that changes the game returns
    the events that it caused, in order, as values of `companion.core.events`. A method that raises
    changes nothing. Games are equal if their rules and all their states are.

    >>> game = Game("ninety-nine", ["Ann", "Bo", "Cy", "Di"])
    >>> for event in game.play("K♥"):
    ...     print(event)
    Played(player='Ann', cards=('KH',), total=99, call='')
    CardDrawn(player='Ann', cards=1, due=1)
    >>> game
    <AddingGame ninety-nine: total 99, Bo to play>
    >>> print(game)
    ninety-nine, hand 1: total 99, clockwise, Bo to play
      Ann  3 cards, 5 chips
    > Bo   3 cards, 5 chips
      Cy   3 cards, 5 chips
      Di   3 cards, 5 chips
    On the table: KH

    Args:
        variant: the name of a bundled variant (`Game.variants` lists them), or a variant that
            `companion.load_variants` has read from a file.
        players: their names, clockwise, all different.
        dealer: the dealer of the first hand, by default the last player. The player after the
            dealer acts first.
        house: house rules that override the variant, by the names of
            docs/reference/referee-protocol.md.
        up_card: the card that the dealer turns up, if the rules in force require one.
        up_value: the value chosen for it.
        up_target: the player named by it.
        up_way: the number of its alternative.
        contract: the number of the round that the dealer chooses, in a game with chosen rounds.
        trump: the trump of the first round, in a round in which it is named: a suit, or ``none``.

    Raises:
        IllegalCommand: the rules do not allow such a game.
    """

    family: ClassVar[str] = ""
    """The family of games that a class is for; `Game` is for all."""

    __hash__ = None  # type: ignore[assignment]  # it changes

    _history: GameHistory

    def __new__(  # noqa: PLR0913  # one for each field of `new`
        cls,
        variant: str | Variant,
        players: Iterable[str],
        *,
        dealer: str | None = None,
        house: Mapping[str, object] | None = None,
        up_card: str | None = None,
        up_value: int | None = None,
        up_target: str | None = None,
        up_way: int | None = None,
        contract: int | None = None,
        trump: str | None = None,
    ) -> Self:
        """Start a game of the class of the variant's family."""
        own = {variant.name: variant} if isinstance(variant, Variant) else None
        history = GameHistory(own or bundled_variants())
        with _in_english():
            history.obey(
                _read(
                    New,
                    variant=variant.name if isinstance(variant, Variant) else variant,
                    players=_listed(players),
                    dealer=dealer,
                    house=house,
                    up_card=up_card,
                    up_value=up_value,
                    up_target=up_target,
                    up_way=up_way,
                    contract=contract,
                    trump=trump,
                )
            )
            return cls._of(history)

    @classmethod
    def _of(cls, history: GameHistory) -> Self:
        """Return the game with this history, in the class of its family."""
        rules = history.in_force()
        if cls.family not in {"", rules.family}:
            why = phrase(
                "{variant} is one of the {games}: write Game",
                variant=repr(rules.variant),
                games=family_of(rules).games,
            )
            raise Illegal(BadField("variant", why))
        classes = {kind.family: kind for kind in (AddingGame, TrickGame, PointsGame)}
        game = object.__new__(cast("type[Self]", classes[rules.family]) if cls is Game else cls)
        game._history = history  # of this class
        return game

    def __reduce__(self) -> tuple[object, ...]:  # for pickle and copy
        return type(self).load, (self.save(),)

    @classmethod
    def variants(cls) -> dict[str, str]:
        """Return the titles of the bundled variants of this class by name.

        >>> Game.variants()["ninety-nine"]
        'Ninety-nine'
        >>> list(TrickGame.variants())
        ['arizona-spaghetti', 'polignac', 'slobberhannes']
        """
        return {
            name: variant.title
            for name, variant in bundled_variants().items()
            if cls.family in {"", variant.family}
        }

    @classmethod
    def from_file(cls, path: str | Path, players: Iterable[str], **start: Any) -> Self:
        """Return a new game of the variant in a file (docs/howto/make-a-game.md).

        >>> AddingGame.from_file("docs/my-ninety-nine.toml", ["Ann", "Bo"]).rules.title
        'Ours'

        Args:
            path: the file; one that it extends lies in the same folder.
            players: their names, clockwise.
            start: the other arguments of a new game.

        Raises:
            VariantError: the file cannot be read, or is not a variant that can be played.
            IllegalCommand: the rules do not allow such a game.
        """
        shelf, problems = load_named([Path(path)])
        for problem in problems:
            raise problem
        return cls(shelf.variants[Path(path).stem], players, **start)

    @classmethod
    def load(cls, text: str) -> Self:
        """Return the game of a text that `save` has returned, with its whole history.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("8♥")
        >>> Game.load(game.save()) == game
        True

        Raises:
            IllegalCommand: a line cannot be read, or the rules refuse it; the text names it.
        """
        with _in_english():
            return cls._of(read_game(_read(Load, text=text).text, bundled_variants()))

    def save(self) -> str:
        """Return the game as a text, with one command of the line protocol per line.

        >>> print(Game("ninety-nine", ["Ann", "Bo"]).save(), end="")
        {"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"]}
        """
        return write_game(self._history)

    def copy(self) -> Self:
        """Return an independent copy, to try something out.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> attempt = game.copy()
        >>> _ = attempt.play("8♥")
        >>> attempt.state.total, game.state.total
        (8, 0)
        """
        return self._of(self._history.copy())

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self._history.in_force().variant

    @property
    def state(self) -> State:
        """The state of the game, in the form of its family; seats are numbers from 0."""
        return self._history.moments[-1].state

    @property
    def rules(self) -> Rules:
        """The rules in force, in the form of their family: the variant with the house rules.

        >>> Game("ninety-nine", ["Ann", "Bo"], house={"chips": 3}).rules.chips
        3
        """
        return self._history.in_force()

    @property
    def history(self) -> tuple[HistoryEntry, ...]:
        """The moments of the game, oldest first: each has a `command`, its `events` and the `state`
        after them.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("8♥")
        >>> [entry.command for entry in game.history][-1]
        Play(card='8♥')
        """
        return tuple(self._history.moments)

    @property
    def turn(self) -> str | None:
        """The name of the player to act, or None.

        >>> Game("ninety-nine", ["Ann", "Bo"]).turn
        'Ann'
        """
        return self.state.name_of(self.state.turn)

    @property
    def over(self) -> bool:
        """Whether the game is over.

        >>> Game("ninety-nine", ["Ann", "Bo"]).over
        False
        """
        return self.state.phase == "game-over"

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners; empty during a game, or if it ends with a loser.

        >>> game = Game("ninety-nine", ["Ann", "Bo"], house={"bust": "out"})
        >>> _ = game.bust()
        >>> game.winners
        ('Bo',)
        """
        return self.state.won_by

    @property
    def losers(self) -> tuple[str, ...]:
        """The names of the losers of a game that ends with a loser; otherwise empty.

        >>> game = Game("ninety-nine", ["Ann", "Bo", "Cy"], house={"bust": "lose"})
        >>> _ = game.bust()
        >>> game.losers
        ('Ann',)
        """
        return tuple(self.state.players[seat].name for seat in self.state.losers)

    def due(self) -> tuple[Step, ...]:
        """Return the commands of which one continues the game, for `obey`; none if it is over.

        These are the legal plays and a bust, the answer of a named player, the next deal, or
        entries of a round: one for each player, who gets 1 point, or a sum that the rules allow.

        >>> game = Game("ninety-nine", ["Ann", "Bo"], house={"bust": "chip, new hand", "chips": 2})
        >>> Bust() in game.due()
        True
        >>> _ = game.bust()
        >>> game.due()
        (Deal(),)
        """
        return tuple(self._history.due())

    def legal(self, hand: Iterable[str] | None = None) -> Plays:
        """Return the legal plays of the player to act, with this `hand` or with any card.

        A card that goes over is omitted, even if that is a bust instead of a refusal. In a trick
        game a play declares what the rules require, if there is no play without a declaration.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("K♥")
        >>> game.legal(["10♠", "8♦", "4♣"])
        Plays(10S, 4C)

        Raises:
            IllegalCommand: a card of the hand is invalid, or has been played.
        """
        with _in_english():
            return Plays(self._history.legal_plays(_read(AskLegal, hand=_listed(hand)).hand))

    def play(
        self,
        card: str | Play,
        *more: str,
        value: int | None = None,
        target: str | None = None,
        way: int | None = None,
        player: str | None = None,
        only_suit: bool = False,
        accept_revoke: bool = False,
    ) -> Events:
        """Play a card for the player to act, a set with `more` cards of the same rank, or one of
        the `legal` plays.

        >>> game = AddingGame("ninety-eight-umass", ["Ann", "Bo"])
        >>> game.play("A♣", value=11)[0].total
        11
        >>> game.play("Q♠", target="Ann")[-1]
        NamedBy(player='Bo', named='Ann')

        Args:
            card: in typed form: ``10H``, ``q♠``, ``JK``; a rank alone if its suits have the same
                effect.
            more: the other cards of a set.
            value: the number chosen for a card that has a choice.
            target: the player named by a card that names one.
            way: the number of the alternative that the cards take, from 1.
            player: the player, if the rules do not know who holds the card that is led first.
            only_suit: the leader declares that they hold only the restricted suit of this round, or
                a player in its first trick that they hold no card that may be played.
            accept_revoke: the players accept the card although its player has shown a void in this
                suit.

        Raises:
            IllegalCommand: the rules refuse it. `refusal` tells if an alternative, a value, a
                player or a suit is missing.
        """
        if (
            type(card) is str
            and not more
            and (value is None or type(value) is int)
            and (target is None or type(target) is str)
            and way is None
            and player is None
            and only_suit is False
            and accept_revoke is False
        ):  # most plays: these are the types of the fields, so nothing has to be converted
            play = Play(
                card=card,
                value=UNSET if value is None else value,
                target=UNSET if target is None else target,
            )
            try:
                return self._history.push(play)
            except Illegal as illegal:
                raise _english(illegal) from None
        declared: dict[str, Any] = {
            "value": value,
            "target": target,
            "way": way,
            "player": player,
            "only_suit": only_suit or None,
            "accept_revoke": accept_revoke or None,
        }
        if isinstance(card, Play):
            cards = {"card": UNSET, "cards": (*card.all_cards, *more)} if more else {}
            given = {name: it for name, it in declared.items() if it is not None}
            return self.obey(replace(card, **given, **cards))
        return self._obey(
            Play, card=None if more else card, cards=[card, *more] if more else None, **declared
        )

    def bust(self, *hand: str) -> Events:
        """Give up the turn of the player to act, who may show the whole `hand` as proof.

        >>> game = Game("ninety-nine", ["Ann", "Bo"], house={"bust": "chip, play on", "chips": 2})
        >>> game.bust()
        (Busted(player='Ann'), Paid(player='Ann', left=1))

        Raises:
            IllegalCommand: the rules refuse it, for example because a shown card is playable.
        """
        return self._obey(Bust, hand=list(hand) or None)

    def shield(self, card: str) -> Events:
        """Show the card by which the named player stays in.

        >>> game = Game("ninety-eight-umass", ["Ann", "Bo", "Cy"])
        >>> _ = game.play("A♠", target="Bo")
        >>> game.shield("A♥")[0]
        Shielded(player='Bo', card='AH')

        Raises:
            IllegalCommand: nobody has to answer, or the card is no shield.
        """
        return self._obey(Shield, card=card)

    def accept(self) -> Events:
        """The named player has no shield.

        >>> game = Game("ninety-eight-umass", ["Ann", "Bo", "Cy"])
        >>> _ = game.play("A♠", target="Bo")
        >>> game.accept()
        (Eliminated(player='Bo', why='knocked out'),)

        Raises:
            IllegalCommand: nobody has to answer.
        """
        return self._obey(Accept)

    def forgot(self, player: str) -> Events:
        """A player has forgotten to draw after the last turn.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("8♥")
        >>> game.forgot("Ann")
        (DrawForgotten(player='Ann'),)

        Raises:
            IllegalCommand: that player has not drawn.
        """
        return self._obey(Forget, player=player)

    def show(self, player: str, *cards: str) -> Events:
        """A player shows three cards of a rank that the rules reward.

        >>> game = Game("ninety-nine-ishihara-shows", ["Ann", "Bo"], up_card="8♥")
        >>> game.show("Ann", "K♥", "K♠", "K♦")[-1]
        GameEnded(winner='Ann', losers=(), winners=())

        Raises:
            IllegalCommand: nothing is shown in this game, or not these cards.
        """
        return self._obey(Show, player=player, cards=list(cards))

    def score(
        self,
        points: Mapping[str, int] | None = None,
        *,
        winners: Iterable[str] | None = None,
        amount: int | None = None,
        bids: Mapping[str, int] | None = None,
        tricks: Mapping[str, int] | None = None,
    ) -> Events:
        """Enter a round of a points game, or a round of a trick game without its cards.

        >>> game = Game("points", ["Ann", "Bo"])
        >>> game.score({"Ann": 12})
        (Scored(round=1, points={'Ann': 12, 'Bo': 0}), RoundEnded(round=1, deals='Ann'))

        Args:
            points: the points of each player; a player who is not named has 0.
            winners: instead of the points, the winners of a round about this `amount`.
            amount: the amount of a round that has `winners`.
            bids: the bids at the start of a round, in a game with bids.
            tricks: the tricks taken, at its end.

        Raises:
            IllegalCommand: the rules refuse it, for example because of the sum.
        """
        return self._obey(
            Score,
            points=points,
            winners=_listed(winners),
            amount=amount,
            bids=bids,
            tricks=tricks,
        )

    def end(self) -> Events:
        """End a points game: the best standing wins.

        >>> game = Game("points", ["Ann", "Bo"])
        >>> _ = game.score({"Ann": 12})
        >>> game.end()[-1]
        GameEnded(winner='Ann', losers=(), winners=('Ann',))

        Raises:
            IllegalCommand: no round has been entered, or the rules decide when this game ends.
        """
        return self._obey(End)

    def deal(
        self,
        up_card: str | None = None,
        *,
        up_value: int | None = None,
        up_target: str | None = None,
        up_way: int | None = None,
        contract: int | None = None,
        trump: str | None = None,
    ) -> Events:
        """Deal the next hand or round after the last one is over. The arguments are those of a new
        game.

        >>> game = Game("ninety-nine", ["Ann", "Bo"], house={"bust": "chip, new hand", "chips": 2})
        >>> _ = game.bust()
        >>> game.deal()
        (Dealt(hand=2, player='Ann', cards=3),)

        Raises:
            IllegalCommand: the rules refuse it, for example because the hand is not over.
        """
        return self._obey(
            Deal,
            up_card=up_card,
            up_value=up_value,
            up_target=up_target,
            up_way=up_way,
            contract=contract,
            trump=trump,
        )

    def claim(
        self, total: int | None = None, *, player: str | None = None, points: int | None = None
    ) -> Judged:
        """Return whether a call is right: the `total` of the last player, or the `points` of a
        `player`. The game does not change.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("8♥")
        >>> game.claim(9)
        Judged(player='Ann', called=9, actual=8, correct=False)

        Raises:
            IllegalCommand: nothing has been called, or this game has no such calls.
        """
        with _in_english():
            return self._history.judge(_read(Claim, total=total, player=player, points=points))

    def join(
        self,
        player: str,
        after: str | None = None,
        *,
        chips: int | None = None,
        points: int | None = None,
        when: Literal["deal", "now"] | None = None,
    ) -> Events:
        """Seat a latecomer.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> game.join("Cy", after="Ann", when="now")
        (Joined(player='Cy', after='Ann', cards=3, chips=5, points=None),)

        Args:
            player: the name.
            after: the player before the new seat, by default the last one.
            chips: the chips that they bring, by default as many as everyone was dealt.
            points: the points that they start with, in a points game.
            when: from when on they play: the next deal, or at once.

        Raises:
            IllegalCommand: the rules refuse it.
        """
        return self._obey(Join, player=player, after=after, chips=chips, points=points, when=when)

    def leave(self, player: str, *, chips: LeftChips = POT) -> Events:
        """Let a player leave; their `chips` go to the pot, with them, or to those who stay.

        >>> game = Game("ninety-nine", ["Ann", "Bo", "Cy"])
        >>> game.leave("Cy")
        (Eliminated(player='Cy', why='left'),)

        Raises:
            IllegalCommand: the rules refuse it.
        """
        return self._obey(Leave, player=player, chips=chips)

    def seat(self, player: str, after: str) -> Events:
        """Move a player to the seat after another one.

        >>> game = Game("ninety-nine", ["Ann", "Bo", "Cy"])
        >>> game.seat("Ann", after="Bo")
        (SeatChanged(player='Ann', after='Bo'),)

        Raises:
            IllegalCommand: the rules refuse it.
        """
        return self._obey(ChangeSeat, player=player, after=after)

    def set(
        self,
        *,
        total: int | None = None,
        turn: str | None = None,
        direction: Literal["clockwise", "counterclockwise"] | None = None,
        chips: Mapping[str, int] | None = None,
        against: str | None = None,
        points: Mapping[str, int] | None = None,
        hands: Mapping[str, int] | None = None,
        still_in: Mapping[str, bool] | None = None,
    ) -> Events:
        """Set by hand what no other command puts right.

        >>> game = AddingGame("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.set(total=42, chips={"Bo": 4})
        >>> game.state.total, game.state.pot
        (42, 1)

        Args:
            total: the total.
            turn: the player to act.
            direction: the direction of play.
            chips: the chips of players.
            against: the other side of the difference: a player, or the pot.
            points: the points of players in a match.
            hands: how many cards players hold; the difference comes from, or goes to, the stock.
            still_in: whether players are in.

        Raises:
            IllegalCommand: the rules refuse it.
        """
        return self._obey(
            Set,
            total=total,
            turn=turn,
            direction=direction,
            chips=chips,
            against=against,
            points=points,
            hands=hands,
            **{"in": still_in},
        )

    def repair(self, back: int, steps: Iterable[Step], why: Cause = "by-hand") -> Events:
        """Put commands in the place of the last ones, as one command.

        >>> game = AddingGame("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("8♥")
        >>> game.repair(1, [Play(card="9♥")], "other-card")
        (Repaired(why='other-card', back=1, steps=1),)
        >>> game.state.total
        0

        Args:
            back: the number of last commands that are replaced.
            steps: the commands in their place.
            why: the reason, for the history.

        Raises:
            IllegalCommand: one of the steps is illegal; the text names it.
        """
        listed = [steps] if isinstance(steps, Step) else _listed(steps)
        with _in_english():
            for number, step in enumerate(listed, 1):
                if not isinstance(step, Step):
                    why_not = phrase(
                        "step {n} is no command that changes a game in progress", n=number
                    )
                    raise Illegal(BadField("steps", why_not))
            return self._history.obey(Repair(back, tuple(listed), why))

    def undo(self, count: int = 1) -> tuple[Step | Repair, ...]:
        """Undo the last `count` commands, and return them, oldest first; the first deal stays.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("8♥")
        >>> game.undo()
        (Play(card='8♥'),)
        >>> game.undo()
        Traceback (most recent call last):
        companion.errors.IllegalCommand: Nothing left to take back

        Raises:
            IllegalCommand: there are fewer commands.
        """
        before = self.history
        self._obey(Undo, count=count)
        undone = before[len(self._history.moments) :]
        return tuple(entry.command for entry in undone if isinstance(entry.command, Step | Repair))

    def obey(self, command: Step | Repair | Undo) -> Events:
        """Obey a command of `companion.core.commands`, such as one that is `due`.

        >>> from companion.core.commands import Leave
        >>> game = Game("ninety-nine", ["Ann", "Bo", "Cy"])
        >>> game.obey(Leave(player="Cy"))
        (Eliminated(player='Cy', why='left'),)

        Raises:
            IllegalCommand: the rules refuse it.
        """
        with _in_english():
            if not isinstance(command, Step | Repair | Undo):
                why = phrase(
                    "{command} does not change a game: write a value like Bust()",
                    command=repr(command),
                )
                raise Illegal(BadField("command", why))
            return self._history.obey(command)

    def _obey(self, kind: type[New | Step | Undo], **fields: object) -> Events:
        """Obey a command of this kind with those fields that are not None."""
        with _in_english():
            return self._history.obey(_read(kind, **fields))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = self.history, other.history
        return self.rules == other.rules and (
            [entry.state for entry in mine] == [entry.state for entry in theirs]
        )

    def __repr__(self) -> str:
        state = self.state
        if state.total is None:
            standing = f"{state.deals_a} {state.deal_number}"
        else:
            standing = f"total {state.total}"
        return f"<{type(self).__name__} {self.variant}: {standing}, {self._now}>"

    @property
    def _now(self) -> str:
        """What happens now: "Bo to play", "game-over, won by Ann"."""
        state = self.state
        if state.named is not None:
            return f"{state.name_of(state.named)} to answer"
        if self.turn is not None:
            return f"{self.turn} to play"
        ended = [f", won by {' and '.join(self.winners)}"] if self.winners else []
        ended += [f", lost by {' and '.join(self.losers)}"] if self.losers else []
        return state.phase + "".join(ended)

    def __str__(self) -> str:
        """The table as text: the seats, whose turn it is, the chips or points, and the cards."""
        state, counts = self.state, self.state.card_counts
        head = f"{self.variant}, {state.deals_a} {state.deal_number}: "
        if state.total is not None:
            head += f"total {state.total}, "
        if state.clockwise is not None:
            head += "clockwise, " if state.clockwise else "counterclockwise, "
        lines = [head + self._now]
        width = max(len(player.name) for player in state.players)
        for seat, player in enumerate(state.players):
            has = [f"{counts.held[seat]} cards"] if counts is not None and player.still_in else []
            has += [f"{player.chips} chips"] if player.chips is not None else []
            has += [f"{player.points} points"] if player.points is not None else []
            has += ["waits"] if player.waits else ["out"] if not player.still_in else []
            mark = ">" if seat in {state.turn, state.named} else " "
            lines.append(f"{mark} {player.name:{width}}  {', '.join(has)}")
        if counts is not None and counts.lying:
            hidden = "... " if len(counts.lying) > SHOWN_CARDS else ""
            lines.append(f"On the table: {hidden}{' '.join(map(str, counts.lying[-SHOWN_CARDS:]))}")
        return "\n".join(lines)


class _FamilyGame(Game, Generic[_State, _Rules]):
    """A game whose state and rules have the types of its family."""

    @property
    def state(self) -> _State:
        """The state of the game; seats are numbers from 0."""
        return cast("_State", super().state)

    @property
    def rules(self) -> _Rules:
        """The rules in force."""
        return cast("_Rules", super().rules)


class AddingGame(_FamilyGame[AddingState, AddingRules]):
    """A game that adds up a total, such as Ninety-nine; see `Game`.

    >>> game = AddingGame("ninety-nine", ["Ann", "Bo"])
    >>> game.play("8♥")[0].total, game.state.clockwise, game.rules.target
    (8, True, 99)
    """

    family = "adding"

    if TYPE_CHECKING:  # the types of the first events

        def play(
            self,
            card: str | Play,
            *more: str,
            value: int | None = None,
            target: str | None = None,
            way: int | None = None,
            player: str | None = None,
            only_suit: bool = False,
            accept_revoke: bool = False,
        ) -> tuple[Played | WentOver, *Events]: ...

        def bust(self, *hand: str) -> tuple[Busted, *Events]: ...


class TrickGame(_FamilyGame[TrickState, TrickRules]):
    """A game of tricks, such as Arizona Spaghetti; see `Game`.

    >>> game = TrickGame("slobberhannes", ["Ann", "Bo", "Cy", "Di"])
    >>> for card in ("7♥", "9♥", "A♥", "8♣"):
    ...     events = game.play(card)
    >>> events[-1]
    TrickTaken(player='Cy', card='AH', trick=1, points=1)
    >>> game.turn, [player.points for player in game.state.players]
    ('Cy', [0, 0, 1, 0])
    """

    family = "tricks"


class PointsGame(_FamilyGame[PointsState, PointsVariant]):
    """A game of which only the points are entered; see `Game`.

    >>> game = PointsGame("points", ["Ann", "Bo"])
    >>> _ = game.score({"Ann": 12, "Bo": -3})
    >>> [player.points for player in game.state.players]
    [12, -3]
    """

    family = "points"


def _read(kind: type[_Kind], **fields: object) -> _Kind:
    """Return the command of this kind with those fields that are not None."""
    return read_fields({name: value for name, value in fields.items() if value is not None}, kind)


def _listed(texts: object) -> Any:
    """Return the texts as a list; what cannot be a list of texts is refused as it is."""
    return texts if isinstance(texts, str) or not isinstance(texts, Iterable) else list(texts)


def _english(illegal: Illegal) -> IllegalCommand:
    with using(ENGLISH):
        return IllegalCommand(illegal.refusal, render(sentence(illegal)))


@contextmanager
def _in_english() -> Iterator[None]:
    try:
        yield
    except Illegal as illegal:
        raise _english(illegal) from None
    except FieldError as error:
        raise _english(Illegal(BadField(error.field, error.why))) from None
