"""Pictures of "That's not right": what the table reports, possible explanations, and the
correction.
"""

from msgspec.structs import replace

from companion.message import joined, phrase
from companion.screens.model import (
    Chips,
    ChoiceOption,
    ChoiceScreen,
    ConfirmScreen,
    DialScreen,
    ExplanationScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    MiscountScreen,
    NoticeScreen,
    PlayScreen,
    Seat,
    SeatScreen,
)
from tests.drawing.example import Example
from tests.worded import named

FOUR = ("Ann", "Bo", "Cy", "Di")
LONG = ("Maximilian", "Annabella Marie", "Anne-Kathrin", "Wolfgang Amadeus")
LEAVE, BACK = KeyHint("UNDO", "leave"), KeyHint("UNDO", "back")
MEND = KeyHint("OK", "correct")


def ring(marks: str, names: tuple[str, ...] = FOUR) -> tuple[Seat, ...]:
    meaning = {"a": "act", "i": "in", "o": "out"}
    return tuple(Seat(name, meaning[mark]) for name, mark in zip(names, marks, strict=True))  # type: ignore[arg-type]  # the letters are ours


MENDED_PLAY = PlayScreen(
    94,
    "Cy",
    True,
    "7",
    (named("Bo", before="by "), "+ 7"),
    31,
    Chips(4, 5),
    mended="corrected",
    table=FOUR,
)
SENTENCE_2 = joined("", (named("Ann", "'s 7 not scanned, and 8♠ was "), named("Bo", "'s?")))
MENDED_GUIDANCE = (
    Example(
        "13b-miscount-why",
        "A miscount; OK finds out why",
        MiscountScreen(
            97, 96, named("Bo", " called 96"), table=FOUR, keys=(KeyHint("OK", "why?"),)
        ),
    ),
    Example(
        "13c-out-of-turn",
        "An order out of turn; OK finds out why",
        NoticeScreen(
            "Not allowed",
            "It is Bo's turn, not Cy's",
            "cross",
            "",
            table=FOUR,
            keys=(KeyHint("OK", "why?"),),
        ),
    ),
    Example(
        "30-not-right",
        "The total at the table",
        DialScreen(
            phrase("Your total?"),
            "box: 87",
            94,
            -999,
            999,
            False,
            table=FOUR,
            keys=(KeyHint("OK", "next"), LEAVE),
        ),
    ),
    Example(
        "31-who-next",
        "Who acts next",
        SeatScreen(
            phrase("Who is next?"),
            named("Bo", before="box: "),
            (("", "Cy"),),
            ring("iiai"),
            table=FOUR,
            keys=(KeyHint("OK", "find why"), BACK),
        ),
    ),
    Example(
        "32-explain-1",
        "A card not scanned",
        ExplanationScreen(
            named("Bo", phrase("'s 7 not scanned?")),
            "1/3",
            named("Bo", before="87 "),
            named("Cy", before="94 "),
            table=FOUR,
            keys=(MEND, LEAVE),
        ),
    ),
    Example(
        "32-explain-2",
        "An earlier card not scanned",
        ExplanationScreen(
            SENTENCE_2,
            "2/3",
            named("Bo", before="87 "),
            named("Cy", before="94 "),
            table=FOUR,
            keys=(MEND, LEAVE),
        ),
    ),
    Example(
        "32-explain-bust",
        "A bust not entered",
        ExplanationScreen(
            named("Bo", phrase("'s bust not entered?")),
            "1/2",
            named("Bo", before="99 "),
            "hand 9",
            table=FOUR,
            keys=(MEND, LEAVE),
        ),
    ),
    Example(
        "32-explain-none",
        "None of these",
        ExplanationScreen(
            "None of these",
            "4/4",
            "show the last plays",
            "",
            table=FOUR,
            keys=(KeyHint("OK", "by hand"), LEAVE),
        ),
    ),
    Example(
        "32-which-card",
        "Which of three",
        ChoiceScreen(
            phrase("Which card was it?"),
            named("Bo"),
            tuple(ChoiceOption(rank, "→ 97") for rank in ("10", "J", "Q")),
            0,
            table=FOUR,
            keys=(MEND, BACK),
        ),
    ),
    Example("33-mended", "Corrected: play continues", MENDED_PLAY),
    Example(
        "34-by-hand",
        "The last plays, newest last",
        ListScreen(
            phrase("Which play?"),
            "newest last",
            (
                ListEntry(named("Di"), "9♣", "79"),
                ListEntry(named("Ann"), "8♠", "87"),
                ListEntry("a new play", "+"),
            ),
            1,
            table=FOUR,
        ),
    ),
    Example(
        "34b-by-hand-what",
        "What was wrong with it",
        ListScreen(
            phrase("What was it?"),
            named("Ann", before="8♠ "),
            tuple(map(ListEntry, ("another card", "remove it", "insert before", "insert after"))),
            1,
            table=FOUR,
        ),
    ),
    Example(
        "35-set-total",
        "The total, change by hand",
        DialScreen(
            "Change the total",
            "box: 87",
            94,
            -999,
            999,
            False,
            "a change by hand",
            table=FOUR,
            keys=(KeyHint("OK", "set 94"), BACK),
        ),
    ),
    Example(
        "36-joins",
        "A latecomer between two players",
        SeatScreen(
            named("Eva", " joins where?"),
            "",
            (("after", "Di"), ("before", "Ann")),
            ring("iiiia", (*FOUR, "Eva")),
            table=FOUR,
            keys=(KeyHint("OK", "hand 9"), KeyHint("MORE", "now")),
        ),
    ),
    Example(
        "37-leaves",
        "A player goes; where do the chips go",
        ConfirmScreen(
            "",
            "",
            named("Cy", phrase(" leaves?")),
            "to the pot",
            Chips(2, 2),
            turns=True,
            table=FOUR,
            keys=(KeyHint("OK", "yes"), KeyHint("UNDO", "no")),
        ),
    ),
    Example(
        "38-chips-count",
        "The chips counted",
        DialScreen(
            named("Bo", phrase("'s chips?")),
            "box: 3",
            4,
            0,
            99,
            False,
            chips=Chips(4, 5),
            table=FOUR,
            keys=(KeyHint("OK", "next"), KeyHint("MORE", "pot")),
        ),
    ),
    Example(
        "39-chips-explain",
        "A chip that was not paid",
        ExplanationScreen(
            phrase("No chip paid for hand 3?"),
            "1/2",
            named("Bo", " 3"),
            named("Bo", " 4"),
            table=FOUR,
            keys=(MEND, LEAVE),
        ),
    ),
)
MENDED_AWKWARD = (
    Example(
        "explain-long",
        "Two long names",
        ExplanationScreen(
            joined(
                "",
                (
                    named("Annabella Marie", "'s 10♥ not scanned, and 10♠ was "),
                    named("Wolfgang Amadeus", "'s?"),
                ),
            ),
            "2/4",
            named("Maximilian", before="-104 "),
            named("Anne-Kathrin", before="-114 "),
            table=LONG,
            keys=(MEND, LEAVE),
        ),
    ),
    Example(
        "who-next-long",
        "A long name among twelve",
        SeatScreen(
            phrase("Who is next?"),
            named("Maximilian", before="box: "),
            (("", "Wolfgang Amadeus"),),
            ring("iiaioiiiiiii", (*LONG, *(f"Seat {number}" for number in range(5, 13)))),
            table=LONG,
            keys=(KeyHint("OK", "find why"), BACK),
        ),
    ),
    Example(
        "joins-long",
        "Long names on both sides",
        SeatScreen(
            named("Wolfgang Amadeus", " joins where?"),
            "",
            (("after", "Annabella Marie"), ("before", "Anne-Kathrin")),
            ring("iiai", LONG),
            table=LONG,
            keys=(KeyHint("OK", "hand 19"), KeyHint("MORE", "now")),
        ),
    ),
    Example(
        "mended-owing",
        "Corrected, owing two, a part is missing",
        replace(MENDED_PLAY, owed=2, debt=2, owes="play 2", owes_of="of 2", missing=True),
    ),
    Example(
        "miscount-why-long",
        "A long name; OK finds out why",
        MiscountScreen(
            -12,
            112,
            named("Maximilian", " called 112"),
            table=LONG,
            keys=(KeyHint("OK", "why?"),),
        ),
    ),
)
MENDED_WIDE = tuple(
    Example(f"wide-{one.name}", one.caption, one.picture, 256)
    for one in (*MENDED_GUIDANCE, *MENDED_AWKWARD)
    if not isinstance(one.picture, DialScreen | ChoiceScreen | ListScreen)
)
