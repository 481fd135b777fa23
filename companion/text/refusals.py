"""Words a refusal as one plain sentence for people.

It is short, as people speak at a table: first the fact with its sum, then whose turn it is.
"""

from collections.abc import Sequence
from typing import assert_never, cast

from companion.config.schema_errors import nearest, shown, with_known, with_nearest
from companion.errors import CompanionError, Illegal
from companion.inputs import KeyName
from companion.message import Message, phrase, render
from companion.rules import refusals
from companion.rules.cards import parse_card
from companion.text.cards import face, face_of, rank_face, rank_plural, suit_sign
from companion.text.form import aloud
from companion.text.language import QuestionText, ngettext
from companion.text.language import gettext as _
from companion.text.named import plain
from companion.text.numbers import Count, cards, digits, either, figure, minus, points, together
from companion.text.tricks.leads import may_not_be_led
from companion.text.turns import deals, game_is_over, hand_is_over, round_is_over

Why = Message | CompanionError | str
"""Why something is refused: a message, an error that says it, or the words."""


def words_of(why: Why) -> str:
    """Return why something is refused in words, which are a `QuestionText` where they ask."""
    match why:
        case Illegal():
            return sentence(why)
        case Message(text) if text.endswith("?"):
            return QuestionText(why)
    return str(why)


def key_in(why: Why) -> KeyName | None:
    """Return the key that a message names, whose press does what it asks for."""
    return cast("KeyName | None", dict(why.parts).get("key")) if isinstance(why, Message) else None


def sentence(refused: Illegal) -> str:
    """Return the sentence that says why a command was refused.

    >>> sentence(Illegal(refusals.OverTarget(103, 98, was=95)))
    '95 + 8 = 103 is over 98'
    """
    # errors.py lies below the rules and knows only that a refusal has a code; the rules raise no others.
    refusal = cast("refusals.Refusal", refused.refusal)
    return whole_sentence(refusal)


def whole_sentence(refusal: refusals.Refusal) -> str:
    """Return the sentence of a refusal, which is a `QuestionText` where it asks."""
    return _as_it_asks(refusal, refusal_sentence(refusal))


def said_aloud(refusal: refusals.Refusal) -> str:
    """Return the sentence for a voice, with cards and signs in words.

    >>> said_aloud(refusals.OverTarget(103, 98, was=95))
    '95 plus 8 is 103, over 98'
    """
    if not isinstance(refusal, refusals.OverTarget):
        return aloud(lambda: whole_sentence(refusal))
    change = refusal.total - refusal.was
    over = (
        _("{was} plus {change} is {total}, over {target}")
        if change >= 0
        else _("{was} minus {change} is {total}, over {target}")
    )
    return over.format(
        was=figure(refusal.was),
        change=abs(change),
        total=figure(refusal.total),
        target=figure(refusal.target),
    )


def _as_it_asks(refusal: refusals.Refusal, said: str) -> str:
    match refusal:
        case refusals.ShieldPending() | refusals.TargetNeeded() | refusals.ChoiceNeeded():
            return QuestionText(said)
        case (
            refusals.UnknownVariant(str(name), known)
            | refusals.UnknownCommand(str(name), known)
            | refusals.BadHouseRule(rule=name, known=known)
        ) if nearest(name, known) is not None:
            return QuestionText(said)
    return said


def refusal_sentence(refusal: refusals.Refusal) -> str:  # noqa: C901, PLR0912, PLR0915  # one case for each code
    """Return the sentence of a refusal."""
    match refusal:
        case refusals.BadJson(why):
            return _('This line is no JSON object: {why}; write one like {{"cmd": "state"}}').format(why=why)
        case refusals.UnknownCommand():
            return _unknown_command(refusal)
        case refusals.BadField():
            return _bad_field(refusal)
        case refusals.UnknownVariant(name, known):
            none = phrase("There is no variant {name} here", name=repr(name[:40]))
            return render(with_nearest(none, name, known))
        case refusals.BadHouseRule():
            return _bad_house_rule(refusal)
        case refusals.BadPlayers():
            return _bad_players(refusal)
        case refusals.TooManyPlayers(needed, has):
            return _("That needs {needed} cards, and the deck has {cards}").format(needed=needed, cards=has)
        case refusals.StockShort(needed, has):
            return _("That needs {needed} cards, and the stock has {cards}").format(needed=needed, cards=has)
        case refusals.ChipsShort(needed, has, None):
            return _("That needs {needed} chips, and the pot has {chips}").format(needed=needed, chips=has)
        case refusals.ChipsShort(needed, has, player):
            short = _("That needs {needed} chips, and {player} has {chips}")
            return short.format(needed=needed, player=player, chips=has)
        case refusals.NoGame():
            return _("No game is on")
        case refusals.NotInThisGame(command):
            return _not_in_this_game(command)
        case refusals.GameOver():
            return game_is_over()
        case refusals.HandOver(player):
            return ". ".join((hand_is_over(), plain(deals(player))))
        case refusals.RoundOver(player):
            return ". ".join((round_is_over().sentence, plain(deals(player))))
        case refusals.ShieldPending(named):
            return _("First: has {player} a shield?").format(player=named)
        case refusals.NotNow():
            return _not_now(refusal)
        case refusals.UnknownPlayer(player):
            return _("Nobody here is called {player}").format(player=player[:20])
        case refusals.PlayerOut(player):
            return _("{player} is out already").format(player=player)
        case refusals.NotYourTurn(turn, player):
            return _("It is {turn}'s turn, not {player}'s").format(turn=turn, player=player)
        case refusals.BadCard(card):
            return _("{card} is no card").format(card=face_of(card))
        case refusals.NotInDeck():
            return _not_in_deck(refusal)
        case refusals.TurnAnother(card):
            return _("{card} is no plain card: turn another").format(card=face_of(card))
        case refusals.SuitNeeded(card):
            return _("Which {card}? The suit counts here").format(card=rank_face(card))
        case refusals.SetsNotAllowed():
            return _("One card at a time in this game")
        case refusals.MixedRanks(ranks):
            return _("{ranks} are no set").format(ranks=together([rank_face(rank) for rank in ranks]))
        case refusals.OneAtATime(player, owed):
            return _("{player} owes {plays}: one card at a time").format(player=player, plays=owed)
        case refusals.AlreadyPlayed(card, "tricks"):
            return _("{card} has been played already").format(card=face_of(card))
        case refusals.AlreadyPlayed(card):
            return _("{card} lies on the pile already").format(card=face_of(card))
        case refusals.NotDrawn(card):
            return _("{card} is still at the bottom of the stock").format(card=face_of(card))
        case refusals.NotEnoughCards(player, held, played):
            return _("{player} holds {cards}, not {played}").format(
                player=player, cards=cards(held), played=played
            )
        case refusals.TooSoon(turn, player, card):
            return _("{card} is too soon in {player}'s turn {turn}").format(
                card=face_of(card), player=player, turn=turn
            )
        case refusals.RestrictedLead(suit):
            return may_not_be_led(suit).label
        case refusals.Revoke(trick, suit, player):
            return _("{player} had no {suit} in trick {trick}").format(
                player=player, suit=suit_sign(suit), trick=trick
            )
        case refusals.TargetNeeded(options):
            return _("Who: {players}?").format(players=either(options))
        case refusals.BadTarget(()):
            return _("This card names nobody")
        case refusals.BadTarget(options, target):
            return _("{player} cannot be named, only {players}").format(
                player=target[:20], players=either(options)
            )
        case refusals.BadValue():
            return _bad_value(refusal)
        case refusals.ChoiceNeeded(values):
            low, high = digits(values[0]), digits(values[-1])
            span = _("Which number from {low} to {high}?").format(low=low, high=high)
            return span if _is_span(values) else f"{_numbers(values)}?"
        case refusals.OverTarget():
            change = refusal.total - refusal.was
            added = f"{digits(refusal.was)} {'+' if change >= 0 else minus()} {abs(change)}"
            return _("{sum} = {total} is over {target}").format(
                sum=added, total=digits(refusal.total), target=digits(refusal.target)
            )
        case refusals.WrongHandSize(held, player, number):
            return _("{player} holds {cards}, {shown} were shown").format(
                player=player, cards=cards(held), shown=number
            )
        case refusals.CanPlay(playable, player):
            return _("{player} can play {cards}").format(
                player=player, cards=either([face_of(card) for card in playable])
            )
        case refusals.NoSuchShow(ranks):
            threes = [_("three {ranks}").format(ranks=rank_plural(rank)) for rank in ranks]
            return _("Show {threes}").format(threes=either(threes))
        case refusals.NotAShield(card):
            return _("{card} is no shield").format(card=face_of(card))
        case refusals.NothingToUndo(_, 0):
            return _("Nothing left to take back")
        case refusals.NothingToUndo(_, possible):
            return _("Only {n:d} can be taken back").format(n=possible)
        case refusals.NotRepaired(step, cause):
            said = _("Then play {n:d} is not possible: {why}")
            return said.format(n=step, why=refusal_sentence(cause))
        case refusals.BadLine(line, cause):
            return _("Line {line}: {why}").format(line=line, why=refusal_sentence(cause))
        case refusals.NothingToClaim("points"):
            return _("Points are counted when the round is over")
        case refusals.NothingToClaim():
            return _("Nobody has called a total")
        case refusals.BadSum():
            return _bad_sum(refusal)
        case _:
            assert_never(refusal)


def _unknown_command(refusal: refusals.UnknownCommand) -> str:
    name = refusal.cmd
    if not isinstance(name, str):
        said = (
            _("No command is named") if name is None else _("{name} is no command").format(name=shown(name))
        )
        return said + _(': write one in quotes, like "cmd": "play"')
    none = phrase("There is no command {name}", name=repr(name[:40]))
    return render(with_known(none, name, refusal.known))


def _not_in_this_game(command: str) -> str:
    match command:
        case "bust":
            return _("There is no bust in this game")
        case "claim":
            return _("There are no points to check in this game")
        case "total":
            return _("There is no total in this game")
        case "shield" | "accept":
            return _("There is no shield in this game")
        case "show":
            return _("Nobody shows cards in this game")
        case "forgot":
            return _("Nobody draws in this game")
        case "join":
            return _("Nobody can join this game")
        case "leave":
            return _("Nobody can leave this game")
        case "set":
            return _("Nothing of that is set by hand in this game")
        case "end":
            return _("Only a points game is ended by its players")
        case "play":
            return _("Only points are entered in this game, no cards")
    return _("There are no rounds in this game")


def _bad_field(refusal: refusals.BadField) -> str:
    match refusal.why:
        case "turns-up":
            return _("These rules turn a card up: say which")
        case "turns-none":
            return _("These rules turn no card up")
    return _("Field {field}: {why}").format(field=repr(refusal.field[:40]), why=render(refusal.why))


def _bad_house_rule(refusal: refusals.BadHouseRule) -> str:
    match refusal.why:
        case "no-chips":
            said = ngettext(
                "A bust costs a chip, but nobody has chips: give each some, or let a bust put the player out",
                "A bust costs {n} chips, but nobody has any: give each some, or let a bust put players out",
                refusal.chips,
            )
            return said.format(n=Count(refusal.chips))
        case "unknown":
            none = phrase("There is no house rule {rule} in this game", rule=repr(refusal.rule[:40]))
            return render(with_known(none, refusal.rule, refusal.known))
    return _("House rule {rule}: {why}").format(rule=refusal.rule, why=render(refusal.why))


def _bad_players(refusal: refusals.BadPlayers) -> str:
    match refusal.why:
        case "empty":
            return _("Everybody needs a name")
        case "twice":
            return _("{player} sits there twice: give each player a name of their own").format(
                player=refusal.name
            )
        case "count":
            if refusal.most is None:
                seats = _("{title} needs at least {fewest} players, not {count}")
            elif refusal.fewest == refusal.most:
                seats = ngettext(
                    "{title} is for {fewest} player, not {count}",
                    "{title} is for {fewest} players, not {count}",
                    refusal.most,
                )
            else:
                seats = _("{title} is for {fewest} to {most} players, not {count}")
            return seats.format(
                title=refusal.title, fewest=refusal.fewest, most=refusal.most, count=refusal.count
            )
        case _:
            assert_never(refusal.why)


def _not_now(refusal: refusals.NotNow) -> str:
    match refusal.cmd:
        case "deal":
            return _("The hand is not over yet")
        case "forgot":
            return _("{player} has nothing to give back now").format(player=refusal.player)
        case "shield":
            return _("Nobody has been named")
        case "deal-round":
            return _("The round is not over yet")
        case "end":
            return _("No round has been entered yet")
        case "score":
            return _("Cards of this round have been played already")
        case "seat":
            return _("Seats change between two tricks")
        case None:
            return _("Not now")
        case _:
            assert_never(refusal.cmd)


def _not_in_deck(refusal: refusals.NotInDeck) -> str:
    card, decks = parse_card(refusal.card), refusal.decks
    if card.deck is not None and card.deck > decks:
        has = (
            _("{card} is of deck {deck}; this game has one deck")
            if decks == 1
            else _("{card} is of deck {deck}; this game has only {decks}")
        )
        return has.format(card=face(card), deck=str(card.deck)[:20], decks=decks)
    return _("{card} is not in this deck").format(card=face(card))


def _bad_value(refusal: refusals.BadValue) -> str:
    if refusal.card:
        return _("{card} has no value to choose").format(card=face_of(refusal.card))
    if not refusal.options:
        return _("These cards have no value {value} in common").format(value=digits(refusal.value))
    return _("{value} cannot be chosen, only {options}").format(
        value=digits(refusal.value), options=_numbers(refusal.options)
    )


def _bad_sum(refusal: refusals.BadSum) -> str:
    due = either([digits(one) for one in refusal.sums or (refusal.due,)])
    if refusal.missing > 0:
        return _("{points} missing: together it must be {due}").format(
            points=points(refusal.missing), due=due
        )
    if refusal.missing < 0:
        return _("{points} too many: together it must be {due}").format(
            points=points(-refusal.missing), due=due
        )
    if min(refusal.points) < 0:
        return _("Nobody can have less than no points")
    return _("Points of this round go in steps of {step}").format(step=refusal.step)


def _numbers(options: Sequence[int]) -> str:
    if _is_span(options):
        return _("{low} to {high}").format(low=digits(options[0]), high=digits(options[-1]))
    return either([digits(option) for option in options])


def _is_span(options: Sequence[int]) -> bool:
    return len(options) > 4 and list(options) == list(range(options[0], options[0] + len(options)))
