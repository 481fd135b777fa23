"""Words a refusal as one plain sentence for people.

It is short, as people speak at a table: first the fact with its sum, then whose turn it is.
"""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never, cast

from companion.config.schema_errors import meant, nearest, shown
from companion.errors import CardError, Illegal
from companion.rules import refusals
from companion.rules.cards import SUIT_SIGNS, parse_card

WHAT: Final[Mapping[str, str]] = {
    "accept": "shield",
    "forgot": "drawing",
    "leave": "leaving",
    "score": "scoring of rounds",
}
"""The subject of a command, if its name alone is not clear."""


def sentence(refused: Illegal) -> str:
    """Return the sentence that says why a command was refused.

    >>> sentence(Illegal(refusals.OverTarget(103, 98, was=95)))
    '95 + 8 = 103 is over 98'
    """
    # errors.py lies below the rules and knows only that a refusal has a code; the rules raise no others.
    return _worded(cast("refusals.Refusal", refused.refusal))


def face(text: str) -> str:
    """Return a card as printed (``10♥``, ``Joker``); other text is quoted, cut to 20 characters.

    >>> face("10h"), face("17")
    ('10♥', '"17"')
    """
    try:
        return parse_card(text).face
    except CardError:
        return f'"{text[:20]}"'


def plural(rank: str) -> str:
    """Return cards of a rank as people say them: ``kings``, ``sixes``, ``8s``.

    >>> plural("K"), plural("8")
    ('kings', '8s')
    """
    return {"A": "aces", "6": "sixes", "J": "jacks", "Q": "queens", "K": "kings"}.get(rank, f"{rank}s")


def names(people: Sequence[str]) -> str:
    """Return `people` as a list in words: Ann, Bo or Cy.

    >>> names(("Ann", "Bo", "Cy"))
    'Ann, Bo or Cy'
    """
    *others, last = people
    return f"{', '.join(others)} or {last}" if others else last


def points(count: int) -> str:
    """Return a number of points as people say it.

    >>> points(1), points(20)
    ('1 point', '20 points')
    """
    return "1 point" if count == 1 else f"{count} points"


def _worded(refusal: refusals.Refusal) -> str:  # noqa: C901, PLR0912, PLR0915  # one case for each code
    match refusal:
        case refusals.BadJson(why):
            return f'This line is no JSON object: {why}; write one like {{"cmd": "state"}}'
        case refusals.UnknownCommand():
            return _unknown_command(refusal)
        case refusals.BadField():
            return _bad_field(refusal)
        case refusals.UnknownVariant(name, known):
            near = nearest(name, known)
            return f"There is no variant {name[:40]!r} here{'' if near is None else f', is {near} meant?'}"
        case refusals.BadHouseRule():
            return _bad_house_rule(refusal)
        case refusals.BadPlayers():
            return _bad_players(refusal)
        case refusals.TooManyPlayers(needed, cards):
            return f"That needs {needed} cards, and the deck has {cards}"
        case refusals.NoGame():
            return "No game is on"
        case refusals.NotInThisGame(command):
            return f"There is no {WHAT.get(command, command)} in this game"
        case refusals.GameOver():
            return "The game is over"
        case refusals.HandOver(deals):
            return f"The hand is over. {deals} deals"
        case refusals.RoundOver(deals):
            return f"The round is over. {deals} deals"
        case refusals.ShieldPending(named):
            return f"First: has {named} a shield?"
        case refusals.NotNow():
            return _not_now(refusal)
        case refusals.UnknownPlayer(player):
            return f"Nobody here is called {player[:20]}"
        case refusals.PlayerOut(player):
            return f"{player} is out already"
        case refusals.NotYourTurn(turn, player):
            return f"It is {turn}'s turn, not {player}'s"
        case refusals.BadCard(card):
            return f"{face(card)} is no card"
        case refusals.NotInDeck():
            return _not_in_deck(refusal)
        case refusals.TurnAnother(card):
            return f"{face(card)} is no plain card: turn another"
        case refusals.SuitNeeded(card):
            return f"Which {card}? The suit counts here"
        case refusals.SetsNotAllowed():
            return "One card at a time in this game"
        case refusals.MixedRanks(ranks):
            return f"{' and '.join(ranks)} are no set"
        case refusals.OneAtATime(player, owed):
            return f"{player} owes {owed}: one card at a time"
        case refusals.AlreadyPlayed(card, "tricks"):
            return f"{face(card)} has been played already"
        case refusals.AlreadyPlayed(card):
            return f"{face(card)} lies on the pile already"
        case refusals.NotEnoughCards(player, cards, played):
            return f"{player} holds {_cards(cards)}, not {played}"
        case refusals.TooSoon():
            return f"{refusal.face} is too soon in {refusal.player}'s turn {refusal.turn}"
        case refusals.RestrictedLead(suit):
            return f"{SUIT_SIGNS[suit]} may not be led before it is broken"
        case refusals.Revoke():
            return f"{refusal.player} had no {SUIT_SIGNS[refusal.suit]} in trick {refusal.trick}"
        case refusals.TargetNeeded(options):
            return f"Who: {names(options)}?"
        case refusals.BadTarget(()):
            return "This card names nobody"
        case refusals.BadTarget(options, target):
            return f"{target[:20]} cannot be named, only {names(options)}"
        case refusals.BadValue():
            return _bad_value(refusal)
        case refusals.ChoiceNeeded(values):
            return f"Which number from {_numbers(values)}?" if _is_span(values) else f"{_numbers(values)}?"
        case refusals.OverTarget():
            change = refusal.total - refusal.was
            added = f"{refusal.was} {'+' if change >= 0 else '-'} {abs(change)}"
            return f"{added} = {refusal.total} is over {refusal.target}"
        case refusals.WrongHandSize():
            return f"{refusal.player} holds {_cards(refusal.cards)}, {refusal.shown} were shown"
        case refusals.CanPlay():
            return f"{refusal.player} can play {names(refusal.faces)}"
        case refusals.NoSuchShow(ranks):
            return f"Show {names([f'three {plural(rank)}' for rank in ranks])}"
        case refusals.NotAShield(card):
            return f"{face(card)} is no shield"
        case refusals.NothingToUndo(_, 0):
            return "Nothing left to take back"
        case refusals.NothingToUndo(_, possible):
            return f"Only {possible} can be taken back"
        case refusals.NothingToClaim("points"):
            return "Points are counted when the round is over"
        case refusals.NothingToClaim():
            return "Nobody has called a total"
        case refusals.BadSum():
            return _bad_sum(refusal)
        case _:
            assert_never(refusal)


def _unknown_command(refusal: refusals.UnknownCommand) -> str:
    name = refusal.cmd
    if not isinstance(name, str):
        said = "No command is named" if name is None else f"{shown(name)} is no command"
        return f'{said}: write one in quotes, like "cmd": "play"'
    return f"There is no command {name[:40]!r}{meant(name, refusal.known)}"


def _bad_field(refusal: refusals.BadField) -> str:
    match refusal.why:
        case "turns-up":
            return "These rules turn a card up: say which"
        case "turns-none":
            return "These rules turn no card up"
    return f"Field {refusal.field[:40]!r}: {refusal.why}"


def _bad_house_rule(refusal: refusals.BadHouseRule) -> str:
    match refusal.why:
        case "no-chips":
            return (
                "A bust costs a chip, but nobody has chips: give each some, or let a bust put the player out"
            )
        case "unknown":
            rule = refusal.rule
            return f"There is no house rule {rule[:40]!r} in this game{meant(rule, refusal.known)}"
    return f"House rule {refusal.rule}: {refusal.why}"


def _bad_players(refusal: refusals.BadPlayers) -> str:
    match refusal.why:
        case "empty":
            return "Everybody needs a name"
        case "twice":
            return f"{refusal.name} sits there twice: give each player a name of their own"
        case "count":
            fewest, most = refusal.fewest, refusal.most
            seats = f"needs at least {fewest}" if most is None else f"is for {fewest} to {most}"
            return f"{refusal.title} {seats} players, not {refusal.count}"
        case _:
            assert_never(refusal.why)


def _not_now(refusal: refusals.NotNow) -> str:
    match refusal.cmd:
        case "deal":
            return "The hand is not over yet"
        case "forgot":
            return f"{refusal.player} has nothing to give back now"
        case "shield":
            return "Nobody has been named"
        case "deal-round":
            return "The round is not over yet"
        case "score":
            return "Cards of this round have been played already"
        case None:
            return "Not now"
        case _:
            assert_never(refusal.cmd)


def _not_in_deck(refusal: refusals.NotInDeck) -> str:
    card, decks = parse_card(refusal.card), refusal.decks
    if card.deck is not None and card.deck > decks:
        has = "one deck" if decks == 1 else f"only {decks}"
        return f"{card.face} is of deck {str(card.deck)[:20]}; this game has {has}"
    return f"{card.face} is not in this deck"


def _bad_value(refusal: refusals.BadValue) -> str:
    if refusal.face:
        return f"{refusal.face} has no value to choose"
    if not refusal.options:
        return f"These cards have no value {refusal.value} in common"
    return f"{refusal.value} cannot be chosen, only {_numbers(refusal.options)}"


def _bad_sum(refusal: refusals.BadSum) -> str:
    if refusal.missing > 0:
        return f"{points(refusal.missing)} missing: together it must be {refusal.due}"
    if refusal.missing < 0:
        return f"{points(-refusal.missing)} too many: together it must be {refusal.due}"
    if min(refusal.points) < 0:
        return "Nobody can have less than no points"
    return f"Points of this round go in steps of {refusal.step}"


def _numbers(options: Sequence[int]) -> str:
    if _is_span(options):
        return f"{options[0]} to {options[-1]}"
    return names([str(option) for option in options])


def _is_span(options: Sequence[int]) -> bool:
    return len(options) > 4 and list(options) == list(range(options[0], options[0] + len(options)))


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
