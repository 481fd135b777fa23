"""Every refusal, in the words of the rules and of the page's history."""

import json
from collections.abc import Iterator

from companion.core import refusals
from companion.core.commands import New
from companion.errors import Illegal
from companion.games.adding.card_words import condition_words
from companion.games.adding.effects import Bounds, When
from companion.games.history import GameHistory
from companion.message import phrase
from companion.phone.view import note_event_row
from companion.referee import Referee
from companion.table.lines import JournalNote
from companion.table.recorded import refusal_facts
from companion.variants import load_variants
from companion.words.refusals import sentence
from tests.games.streams import Stream
from tests.phone.drawn_text import as_drawn

VARIANTS = load_variants().variants

NOT_HERE = (
    *(
        "accept",
        "bust",
        "claim",
        "end",
        "forgot",
        "join",
        "leave",
        "play",
        "score",
        "set",
        "shield",
    ),
    *("show", "total"),
)

REFUSALS: tuple[refusals.Refusal, ...] = (
    refusals.BadJson("it is empty"),
    refusals.UnknownCommand("plaz", ("play", "deal")),
    refusals.UnknownCommand("fly", ("play", "deal")),
    refusals.UnknownCommand(None),
    refusals.UnknownCommand(7),
    refusals.UnknownCommand(["play"]),
    refusals.BadField("up_card", "turns-up"),
    refusals.BadField("up_card", "turns-none"),
    refusals.BadField("contract", "in-order"),
    refusals.BadField("trump", "names-none"),
    refusals.BadField("card", "write a text"),
    refusals.BadField("bids", phrase("The bids may not add up to {n}", n=2), whole=True),
    refusals.UnknownVariant("ninety nine", ("ninety-nine", "ninety-eight")),
    refusals.UnknownVariant("bridge", ("ninety-nine", "ninety-eight")),
    refusals.BadHouseRule("bust", "no-chips"),
    refusals.BadHouseRule("targt", "unknown", ("target", "decks")),
    refusals.BadHouseRule("weather", "unknown", ("target", "decks")),
    refusals.BadHouseRule("target", "write a number"),
    refusals.BadPlayers("empty"),
    refusals.BadPlayers("twice", "James"),
    refusals.BadPlayers("count", count=9, title="Slobberhannes", fewest=3, most=6),
    refusals.BadPlayers("count", count=1, title="Ninety-nine", fewest=2),
    refusals.TooManyPlayers(80, 52),
    refusals.StockShort(3, 2),
    refusals.ChipsShort(2, 1),
    refusals.ChipsShort(4, 3, "James"),
    refusals.NoGame(),
    *(refusals.NotInThisGame(command) for command in NOT_HERE),
    refusals.GameOver(),
    refusals.HandOver("James"),
    refusals.RoundOver("Seat 3"),
    refusals.ShieldPending("Cy"),
    refusals.WrongPhase(),
    refusals.WrongPhase("deal"),
    refusals.WrongPhase("deal-round"),
    refusals.WrongPhase("end"),
    refusals.WrongPhase("forgot", "James"),
    refusals.WrongPhase("places"),
    refusals.WrongPhase("score"),
    refusals.WrongPhase("seat"),
    refusals.WrongPhase("shield"),
    refusals.UnknownPlayer("Zoë"),
    refusals.PlayerOut("Bo"),
    refusals.NotYourTurn("Ann", "Bo"),
    refusals.NotYourTurn("James", "Seat 3"),
    refusals.BadCard("17"),
    refusals.NotInDeck("JK", 1),
    refusals.NotInDeck("8H/2", 1),
    refusals.NotInDeck("8H/3", 2),
    refusals.NotInDeck("2C", 1),
    refusals.PlainCardNeeded("KH"),
    refusals.SuitNeeded("Q"),
    refusals.SetsNotAllowed(),
    refusals.MixedRanks(("8", "9")),
    refusals.MixedRanks(("8", "9", "K")),
    refusals.OneAtATime("Bo", 4),
    refusals.AlreadyPlayed("10H"),
    refusals.AlreadyPlayed("QS", "tricks"),
    refusals.NotDrawn("KS"),
    refusals.NotEnoughCards("Bo", 1, 2),
    refusals.NotEnoughCards("James", 2, 3),
    refusals.TooSoon(2, "James", "KH"),
    refusals.MustLead("2C"),
    refusals.LeaderNeeded(("Ann", "James", "Seat 3")),
    refusals.ContractNeeded((1, 3), "James"),
    refusals.ContractNeeded((1, 2, 3, 4, 5, 6), "James"),
    refusals.BadContract((1, 3), 2),
    refusals.TrumpNeeded(),
    refusals.FirstTrick("QS"),
    *(refusals.RestrictedLead(suit) for suit in "CDHS"),
    refusals.RestrictedLead("H", opens=False),
    refusals.Revoke(12, "D", "James"),
    refusals.Revoke(12, "D", "James", "Q"),
    refusals.NoWay("7H", condition_words(When(total=Bounds(low=90)))),
    refusals.NoWay("7H", condition_words(When(after="QS", same_rank=False, first_round=True))),
    refusals.NoWay("7H", condition_words(When(total="even", first_bust=False))),
    refusals.BadWay((1, 3), 2, ("adds 4", "sets the total to 99")),
    refusals.WayNeeded((1, 2), ("adds nothing, reverses play", "adds 4")),
    refusals.TargetNeeded(("Ann", "James", "Seat 3")),
    refusals.TargetNeeded(("Ann", "Bo")),
    refusals.TargetNeeded(("Ann",)),
    refusals.BadTarget((), "Di"),
    refusals.BadTarget(("Ann", "Bo"), "Di"),
    refusals.BadValue((1, 11), 5),
    refusals.BadValue(()),
    refusals.BadValue((0, 1, 2, 3, 4, 5), 7),
    refusals.BadValue((), 5),
    refusals.BadValue((), 5, "8H"),
    refusals.ChoiceNeeded((1, 11)),
    refusals.ChoiceNeeded((10, -10)),
    refusals.ChoiceNeeded((1, 2, 30)),
    refusals.ChoiceNeeded(tuple(range(101))),
    refusals.OverTarget(-3, 0, 5),
    refusals.OverTarget(-3, 0, -5),
    refusals.OverTarget(103, 98, was=95),
    refusals.OverTarget(100, 99, was=110),
    refusals.WrongHandSize(3, "James", 2),
    refusals.WrongHandSize(1, "Bo", 2),
    refusals.CanPlay(("4C",), "Bo"),
    refusals.CanPlay(("4C", "9H"), "James"),
    refusals.NoSuchShow(("K", "6")),
    refusals.NoSuchShow(("A",)),
    refusals.NoSuchShow(("Q", "J", "8")),
    refusals.NotAShield("8H"),
    refusals.NothingToUndo(1, possible=0),
    refusals.NothingToUndo(5, possible=2),
    refusals.NotRepaired(2, refusals.OverTarget(103, 98, was=95)),
    refusals.BadLine(7, refusals.OverTarget(103, 98, was=95)),
    refusals.NothingToClaim(),
    refusals.NothingToClaim("points"),
    refusals.BadPlayers("teams", count=3, teams=2),
    refusals.BadAmount(4, 3),
    refusals.BadSum(20, 130, 10, (110,)),
    refusals.BadSum(1, 3, 1, (2,)),
    refusals.BadSum(-5, 130, 10, (135,)),
    refusals.BadSum(-1, 3, 1, (4,)),
    refusals.BadSum(0, 16, 1, (28, -12), below_zero=True),
    refusals.BadSum(1, 26, 1, (25, 0), sums=(26,)),
    refusals.BadSum(-7, 0, 1, (-3, 10), sums=(0,)),
    refusals.BadSum(5, -10, 1, (-15, 0), sums=(-10, 26, 78)),
    refusals.BadSum(0, 130, 10, (-10, 140)),
    refusals.BadSum(0, 130, 10, (5, 125)),
)
"""Each refusal, in every form that it can take."""

IN_DETAIL = {"bad-json", "bad-field", "bad-house-rule", "unknown-command", "bad-players"}
"""Codes whose sentences contain the wrong value and the reason."""

SEEDS = 15
LINES = 250
OF_A_CODE = 12
"""The maximum number of sentences per code from lines that no player would send."""


def refused() -> Iterator[str]:
    for refusal in REFUSALS:
        yield f"# {refusal!r}"
        yield f"sentence: {sentence(Illegal(refusal))}"
        yield f"row: {_row(refusal)}"
    yield "# what a claim comes to"
    for correct in (True, False):
        facts = {
            "player": "James",
            "called": 95,
            "actual": 95 if correct else -5,
            "correct": correct,
        }
        yield f"row: {_said(JournalNote(1, 0.0, 'claim', facts))}"
    yield "# lines that nobody at a table would send"
    yield from spoilt_lines()


def _row(refusal: refusals.Refusal) -> str:
    command = json.dumps({"cmd": "play", "card": "8H"})
    facts = {"command": command, **refusal_facts(Illegal(refusal))}
    return _said(JournalNote(1, 0.0, "refused", facts))


def _said(note: JournalNote) -> str:
    game = GameHistory(VARIANTS)
    game.obey(New(variant="ninety-nine", players=("Ann", "James")))
    assert game.state is not None
    row = note_event_row(note, game.state, is_current=True)
    return " | ".join((f"{row.kind} {row.player}: {as_drawn(row.text)}", *map(as_drawn, row.after)))


def spoilt_lines() -> Iterator[str]:
    """Yield the protocol's answers to fields of wrong types, the first few for each code."""
    said: dict[str, dict[str, None]] = {}
    for seed in range(SEEDS):
        referee, stream, reply = Referee(VARIANTS), Stream(seed, 0.6), None
        for _ in range(LINES):
            reply = json.loads(referee.answer(stream.next(reply)))
            error = reply.get("error", {})
            if error.get("code") in IN_DETAIL:
                message = (
                    error["message"].encode("utf-8", "backslashreplace").decode()
                )  # from unpaired surrogates
                said.setdefault(error["code"], {})[message] = None
    for code, sentences in sorted(said.items()):
        yield from (f"{code}: {one}" for one in list(sentences)[:OF_A_CODE])
