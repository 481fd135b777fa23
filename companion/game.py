"""The game class for programs: the rules without a box, a screen or a journal."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Literal

from companion.core.commands import Bust, Claim, Deal, Judged, New, Play, Step, Undo, read_fields
from companion.core.events import Event
from companion.core.family import Variant
from companion.core.seats import State
from companion.errors import Illegal, IllegalCommand
from companion.games import family_of
from companion.games.history import GameHistory
from companion.message import ENGLISH, render, using
from companion.variants import load_variants
from companion.words.refusals import sentence

Due = Literal["play", "answer", "deal", "score"]


class Game:
    """A game at a table with a real deck. It keeps the total, the turn and the chips.

    It does not know the players' cards. A method that changes the game returns the events that it
    caused, in order, as values of `companion.core.events`. A method that raises changes nothing.

    >>> game = Game("ninety-nine", ["Ann", "Bo", "Cy", "Di"])
    >>> for event in game.play("K♥"):
    ...     print(event)
    Played(player='Ann', cards=('KH',), total=99, call='')
    CardDrawn(player='Ann', cards=1, due=1)
    >>> game
    <Game of ninety-nine: total 99, Bo to play>

    Args:
        variant: the name of a bundled variant (`companion variants` lists them), or of one that
            `companion.variants.load_variants` has read from a file.
        players: their names, clockwise, all different.
        dealer: the dealer of the first hand, by default the last player. The player after the
            dealer acts first.
        house: house rules that override the variant, by the names of
            docs/reference/referee-protocol.md.
        up_card: the card that the dealer turns up, if the rules in force require one.
        up_value: the value chosen for it.
        up_target: the player named by it.
        up_way: the number of its alternative.

    Raises:
        IllegalCommand: the rules do not allow such a game.
    """

    def __init__(
        self,
        variant: str | Variant,
        players: Iterable[str],
        *,
        dealer: str | None = None,
        house: Mapping[str, object] | None = None,
        up_card: str | None = None,
        up_value: int | None = None,
        up_target: str | None = None,
        up_way: int | None = None,
    ) -> None:
        own = {variant.name: variant} if isinstance(variant, Variant) else None
        self._history = GameHistory(own or _bundled())
        self.variant = variant.name if isinstance(variant, Variant) else variant
        self._obey_fields(
            New,
            variant=self.variant,
            players=players
            if isinstance(players, str) or not isinstance(players, Iterable)
            else list(players),
            dealer=dealer,
            house=house,
            up_card=up_card,
            up_value=up_value,
            up_target=up_target,
            up_way=up_way,
        )

    @property
    def state(self) -> State:
        """The state of the game, in the form of its family; seats are numbers from 0."""
        return self._history.moments[-1].state

    @property
    def turn(self) -> str | None:
        """The name of the player to act, or None."""
        return self.state.name_of(self.state.turn)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners; empty until the game is over."""
        return self.state.won_by

    @property
    def over(self) -> bool:
        """Whether the game is over; a game that only has a loser has no winners."""
        return self.state.phase == "game-over"

    @property
    def due(self) -> Due | None:
        """The next input of the game, or None when it is over.

        ``play``: a card, or a bust. ``answer``: a named player shows the shield, or accepts.
        ``deal``: the next hand or round. ``score``: the points of a round.

        >>> Game("ninety-nine", ["Ann", "Bo"]).due
        'play'
        """
        match self.state.phase:
            case "shield":
                return "answer"
            case "hand-over" | "round-over":
                return "deal"
            case "game-over":
                return None
        return "score" if family_of(self.state).enters_rounds else "play"

    @property
    def turns_up(self) -> bool:
        """Whether the dealer turns a card up after each deal;
        it is the first argument of `deal`.
        """
        return self._history.in_force().up_card != "none"

    def play(
        self,
        card: str,
        *more: str,
        value: int | None = None,
        target: str | None = None,
        way: int | None = None,
        only_suit: bool = False,
        accept_revoke: bool = False,
    ) -> tuple[Event, ...]:
        """Play a card for the player to act, or a set with `more` cards of the same rank.

        >>> game = Game("ninety-eight-umass", ["Ann", "Bo"])
        >>> game.play("A♣", value=11)[0]
        Played(player='Ann', cards=('AC',), total=11, call='')
        >>> game.play("Q♠", target="Ann")[-1]
        NamedBy(player='Bo', named='Ann')

        Args:
            card: in typed form: ``10H``, ``q♠``, ``JK``; a rank alone if its suits have the same
                effect.
            more: the other cards of a set.
            value: the number chosen for a card that has a choice.
            target: the player named by a card that names one.
            way: the number of the alternative that the cards take, from 1.
            only_suit: the leader declares that they hold only the restricted suit of this round.
            accept_revoke: the players accept the card although its player has shown a void in this
                suit.

        Raises:
            IllegalCommand: the rules refuse it. `refusal` tells if an alternative, a value, a
                player or a suit is missing.
        """
        return self._obey_fields(
            Play,
            cards=[card, *more],
            value=value,
            target=target,
            way=way,
            only_suit=only_suit,
            accept_revoke=accept_revoke,
        )

    def bust(self, *hand: str) -> tuple[Event, ...]:
        """Give up the turn of the player to act, who may show the whole `hand` as proof.

        >>> game = Game("ninety-nine", ["Ann", "Bo"], house={"bust": "chip, play on", "chips": 2})
        >>> game.bust()
        (Busted(player='Ann'), Paid(player='Ann', left=1))

        Raises:
            IllegalCommand: the rules refuse it, for example because a shown card is playable.
        """
        return self._obey_fields(Bust, hand=list(hand) or None)

    def deal(
        self,
        up_card: str | None = None,
        *,
        up_value: int | None = None,
        up_target: str | None = None,
        up_way: int | None = None,
    ) -> tuple[Event, ...]:
        """Deal the next hand or round after the last one is over. The arguments are those of a new
        game.

        >>> game = Game("ninety-nine", ["Ann", "Bo"], house={"bust": "chip, new hand", "chips": 2})
        >>> _ = game.bust()
        >>> game.deal()
        (Dealt(hand=2, player='Ann', cards=3),)

        Raises:
            IllegalCommand: the rules refuse it, for example because the hand is not over.
        """
        return self._obey_fields(
            Deal, up_card=up_card, up_value=up_value, up_target=up_target, up_way=up_way
        )

    def undo(self, count: int = 1) -> None:
        """Undo the last `count` accepted commands; the first deal stays.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("8♥")
        >>> game.undo()
        >>> game.undo()
        Traceback (most recent call last):
        companion.errors.IllegalCommand: Nothing left to take back

        Raises:
            IllegalCommand: there are fewer commands.
        """
        self._obey_fields(Undo, count=count)

    def check(self, called: int, player: str | None = None) -> Judged:
        """Return whether the total `called` by the last player is right, or the points of `player`.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("8♥")
        >>> game.check(9)
        Judged(player='Ann', called=9, actual=8, correct=False)

        Raises:
            IllegalCommand: nothing has been called, or this game has no such calls.
        """
        fields = {"total": called} if player is None else {"player": player, "points": called}
        with _in_english():
            return self._history.judge(read_fields(fields, Claim))

    def legal_plays(self) -> Iterator[Play]:
        """Yield each play of one card by the player to act, for `obey`; none if no player is to
        act.

        A card with a choice occurs once for each value, a card that names a player once for each
        player. A card that goes over is omitted, even if that is a bust instead of a refusal. Cards
        that need `only_suit` or `accept_revoke` occur only if there are no others.

        >>> game = Game("ninety-nine", ["Ann", "Bo"])
        >>> _ = game.play("K♥")
        >>> [play.card for play in game.legal_plays() if play.card.startswith("10")]
        ['10C', '10D', '10H', '10S']
        """
        for options in ({}, {"only_suit": True}, {"accept_revoke": True}):
            plays = list(self._history.legal_plays(**options))
            yield from plays
            if plays:
                return

    def obey(self, command: New | Step | Undo) -> tuple[Event, ...]:
        """Obey a command of `companion.core.commands`. The other methods are short forms of this
        one.

        >>> from companion.core.commands import Leave
        >>> game = Game("ninety-nine", ["Ann", "Bo", "Cy"])
        >>> game.obey(Leave(player="Cy"))
        (Eliminated(player='Cy', why='left'),)

        Raises:
            IllegalCommand: the rules refuse it.
        """
        with _in_english():
            return self._history.obey(command)

    def _obey_fields(self, kind: type[New | Step | Undo], **fields: object) -> tuple[Event, ...]:
        """Obey a command of this kind with those fields that are not None."""
        values = {name: value for name, value in fields.items() if value is not None}
        with _in_english():
            return self._history.obey(read_fields(values, kind))

    def __repr__(self) -> str:
        state = self.state
        stands = (
            f"{state.deals_a} {state.deal_number}"
            if state.total is None
            else f"total {state.total}"
        )
        whose = f"{self.turn} to play" if self.turn else state.phase
        won = f", won by {' and '.join(self.winners)}" if self.winners else ""
        return f"<Game of {self.variant}: {stands}, {whose}{won}>"


@cache
def _bundled() -> Mapping[str, Variant]:
    return load_variants().variants


@contextmanager
def _in_english() -> Iterator[None]:
    try:
        yield
    except Illegal as illegal:
        with using(ENGLISH):
            english = render(sentence(illegal))
        raise IllegalCommand(illegal.refusal, english) from None
