"""Pictures of trick games: those of docs/screens.md, and difficult ones."""

from companion.message import Words
from companion.screens.model import (
    KeyHint,
    PlayerRow,
    PlayerTableScreen,
    RestingScreen,
    Slot,
    TrickScreen,
    WinnerScreen,
)
from tests.drawing.example import Example
from tests.worded import named

EIGHT = ("Ann", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Hanna")
ALIKE = ("Ann Kay", "Ann May", "Anna", "An", "Maximilian", "Mary", "Mary Ann", "Winifred")
ABROAD = ("Łukasz", "Ελένη", "Дмитрий", "ゆき", "はなこ", "Ñuñez Zoë", "Ågot", "Åse")
UNNAMED = tuple(f"Seat {number}" for number in range(1, 9))
POINTS = tuple(
    PlayerRow(name, text=str(45 * place), crowned=place < 3) for place, name in enumerate(EIGHT)
)
ALIKE_POINTS = tuple(PlayerRow(name, text=str(45 * place)) for place, name in enumerate(ALIKE))
AGAIN, GAMES = KeyHint("OK", "again"), KeyHint("MORE", "games")


def slots(names: tuple[str, ...], cards: str, act: str = "", wins: str = "") -> tuple[Slot, ...]:
    """Return slots from a line of cards in seat order, `-` for none; `act` is to act, `wins` has
    the best card.
    """
    laid = [*cards.replace("-", " - ").split(), *["-"] * len(names)]
    return tuple(
        Slot(name, card.replace("-", ""), "act" if name == act else "wins" if name == wins else "")
        for name, card in zip(names, laid, strict=False)
    )


def trick(
    title: str, costs: str, slots: tuple[Slot, ...], who: Words, does: str, *, missing: bool = False
) -> TrickScreen:
    table = tuple(slot.name for slot in slots)
    return TrickScreen(title, costs, slots, who, does, missing, table=table)


def points(
    names: tuple[str, ...], sums: tuple[int, ...], paid: str, cost: int, whose: str = "after 4 of 6"
) -> PlayerTableScreen:
    """Return the points after a round in which only `paid` got `cost` points."""
    return PlayerTableScreen(
        named(paid, f" +{cost}"),
        whose,
        tuple(
            PlayerRow(name, text=str(points), marked=name == paid, crowned=points == min(sums))
            for name, points in zip(names, sums, strict=True)
        ),
        keys=(KeyHint("OK", named(names[-1], " deals")), KeyHint("", "low wins")),
    )


TRICK_GUIDANCE = (
    Example(
        "14-spaghetti-trick",
        "A trick, five players",
        trick(
            "Round 4",
            "K♠ costs 100",
            slots(EIGHT[:5], "7♦ J♦ 3♣", "Di", "Bo"),
            named("Di"),
            "follow ♦",
        ),
    ),
    Example(
        "14b-spaghetti-8",
        "A trick, eight players",
        trick(
            "Round 6",
            "everything costs",
            slots(EIGHT, "10♥ Q♥ A♣ 3♥ K♠ 6♥", "Gus", "Bo"),
            named("Gus"),
            "follow ♥",
        ),
    ),
    Example(
        "15-spaghetti-points",
        "Points after a round",
        points(EIGHT[:5], (75, 40, 155, 105, 55), "Cy", 100),
    ),
)

TRICKS = (
    Example(
        "trick-3",
        "Three players",
        trick(
            "Round 1",
            "each trick costs 10",
            slots(EIGHT[:3], "- 10♣ A♣", "Ann", "Cy"),
            named("Ann"),
            "follow ♣",
        ),
    ),
    Example(
        "trick-4-taken",
        "Taken: all cards lie",
        trick(
            "Round 3",
            "each queen costs 25",
            slots(EIGHT[:4], "Q♥ K♥ 2♥ 10♥", wins="Bo"),
            named("Bo"),
            "takes 25",
        ),
    ),
    Example(
        "trick-6",
        "Six players, long names",
        trick(
            "Round 2",
            "each ♥ costs 10",
            slots(ALIKE[:2] + ALIKE[4:], "10♠ 10♥ 4♠ J♠ 7♦", "Winifred", "Mary"),
            named("Winifred"),
            "follow ♠",
        ),
    ),
    Example(
        "trick-7-lead",
        "A leader may play anything",
        trick("Round 5", "last trick costs 100", slots(EIGHT[:7], "", "Eva"), named("Eva"), "lead"),
    ),
    Example(
        "trick-restricted",
        "A leader while spades may not be led",
        trick("Round 4", "K♠ costs 100", slots(EIGHT[:4], "", "Ann"), named("Ann"), "not ♠"),
    ),
    Example(
        "trick-8-taken",
        "Eight cards, a ten wins",
        trick(
            "Round 1",
            "each trick costs 10",
            slots(EIGHT, "10♥ 9♥ 10♣ 8♥ 10♠ 7♥ 10♦ 6♥", wins="Ann"),
            named("Ann"),
            "takes 10",
        ),
    ),
    Example(
        "trick-8-wins-nothing",
        "Nothing in it",
        trick(
            "Round 6",
            "6 things cost",
            slots(EIGHT, "3♥ Q♥ A♣ 3♥ K♠ 6♥ 4♥ 2♠", wins="Hanna"),
            named("Hanna"),
            "takes it",
        ),
    ),
    Example(
        "trick-8-alike",
        "Eight names that look alike",
        trick(
            "Round 12",
            "first, last, Q♣ cost 1",
            slots(ALIKE, "10♥ 10♠ 10♣ 10♦ Q♥ A♠ 3♥", "Winifred", "Maximilian"),
            named("Winifred"),
            "follow ♥",
        ),
    ),
    Example(
        "trick-8-abroad",
        "Eight from everywhere",
        trick(
            "Round 1",
            "each trick costs 10",
            slots(ABROAD, "2♥ A♥ 5♥", "ゆき", "Ελένη"),
            named("ゆき"),
            "follow ♥",
        ),
    ),
    Example(
        "trick-8-unnamed",
        "Nobody has a name",
        trick(
            "Round 1",
            "each trick costs 10",
            slots(UNNAMED, "2♥ A♥ 5♥ 9♥ 4♥", "Seat 6", "Seat 2"),
            named("Seat 6"),
            "follow ♥",
        ),
    ),
    Example(
        "trick-missing",
        "A part is missing",
        trick(
            "Round 4",
            "K♠ costs 100",
            slots(EIGHT[:5], "7♦ J♦ 3♣", "Di", "Bo"),
            named("Di"),
            "follow ♦",
            missing=True,
        ),
    ),
    Example(
        "trick-missing-long",
        "A part is missing, a long name",
        trick(
            "Round 10",
            "each queen costs 25",
            slots(
                ("Bartholomew Featherstone", *ABROAD[:4]),
                "7♦",
                "Łukasz",
                "Bartholomew Featherstone",
            ),
            named("Bartholomew Featherstone"),
            "takes 125",
            missing=True,
        ),
    ),
    Example(
        "trick-accent",
        "Accents, and tails of letters",
        trick(
            "Round 4",
            "♥ 1, Q♠ 13",
            slots(("Ángyla", "Ñuñez Zoë", "Jörg", "Åsgy"), "7♦ J♦", "Jörg", "Ángyla"),
            named("Ángyla"),
            "takes it",
        ),
    ),
    Example("points-3", "Points of three", points(EIGHT[:3], (75, 40, 155), "Cy", 100, "up to 10")),
    Example(
        "points-4-leads", "Who paid leads still", points(EIGHT[:4], (75, 40, 155, 105), "Bo", 25)
    ),
    Example(
        "points-6-high",
        "Four figures, long names",
        points(ALIKE[:2] + ALIKE[4:], (1045, 1040, 1040, 95, 1555, 995), "Maximilian", 1045),
    ),
    Example(
        "points-7",
        "Points of seven",
        points(EIGHT[:7], (75, 40, 155, 105, 55, 1045, 300), "Cy", 100),
    ),
    Example(
        "points-8",
        "Points of eight, two lead",
        points(EIGHT, (75, 40, 155, 105, 55, 1045, 300, 40), "Hanna", 100),
    ),
    Example(
        "points-8-abroad",
        "Points of eight from everywhere",
        points(ABROAD, (75, 40, 155, 105, 55, 1045, 300, 40), "Дмитрий", 100),
    ),
    Example(
        "points-round",
        "What a round has brought",
        PlayerTableScreen(
            "Round 6",
            "this round",
            tuple(
                PlayerRow(name, text=f"+{cost}")
                for name, cost in zip(EIGHT, (45, 0, 310, 120, 55), strict=False)
            ),
            keys=(KeyHint("OK", named("Di", " deals")), KeyHint("MORE", "check")),
        ),
    ),
    Example(
        "winners-3",
        "Three share the win",
        WinnerScreen("3 share the win", "points", POINTS, True, table=EIGHT, keys=(AGAIN, GAMES)),
    ),
    Example(
        "winner-of-alike",
        "A winner among alike names",
        WinnerScreen(
            named("Ann Kay", " wins"),
            "points",
            ALIKE_POINTS,
            True,
            table=ALIKE,
            keys=(AGAIN, GAMES),
        ),
    ),
    Example(
        "resting-round", "Resting, in a round", RestingScreen(None, "Ann", place=2, text="Round 4")
    ),
)

WIDE_TRICKS = tuple(
    Example(f"wide-{one.name}", one.caption, one.picture, 256)
    for one in (*TRICK_GUIDANCE, *TRICKS)
    if one.name
    not in (
        "trick-8-wins-nothing",
        "trick-missing",
        "points-3",
        "points-round",
        "winners-3",
        "resting-round",
    )
)
