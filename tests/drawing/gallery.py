"""Pictures with people, cards and totals: those of docs/screens.md, and difficult ones.

Each has a name, which is also its file in `tests/drawing/reference`, and a caption for readers.
"""

from typing import Any

import segno

from companion.core.cards import Card
from companion.drawing.dialogs import pages_of
from companion.message import phrase
from companion.phone.pairing.address import modules_of
from companion.screens.model import (
    BootScreen,
    CardRowScreen,
    Chips,
    ChoiceOption,
    ChoiceScreen,
    ConfirmScreen,
    CountScreen,
    DialScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    MiscountScreen,
    NoticeScreen,
    PairingScreen,
    PartFailedScreen,
    PlayerRow,
    PlayerTableScreen,
    PlayScreen,
    RankScreen,
    RestingScreen,
    SafeToUnplugScreen,
    Seat,
    WelcomeScreen,
    WinnerScreen,
)
from companion.screens.table_pictures import not_saved
from tests.drawing.backup_gallery import BACKUP_GUIDANCE, BACKUP_WIDE
from tests.drawing.evening_gallery import EVENING_GUIDANCE, EVENING_WIDE
from tests.drawing.example import Example
from tests.drawing.mended_gallery import MENDED_AWKWARD, MENDED_GUIDANCE, MENDED_WIDE
from tests.drawing.network_gallery import NETWORK_AWKWARD, NETWORK_GUIDANCE, NETWORK_WIDE
from tests.drawing.trick_gallery import TRICK_GUIDANCE, TRICKS, WIDE_TRICKS
from tests.worded import named

QR = tuple(
    "".join(map(str, row))
    for row in segno.make("HTTP://192.168.178.23:8098/", error="l", micro=False).matrix
)
INVITATION = modules_of("192.168.178.23:8098", "482913")
TABLE = ("Ann", "Bo", "Cy", "Di", "Eva", "Maximilian")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NO = KeyHint("UNDO", "no")
NEXT = KeyHint("OK", "next"), KeyHint("UNDO", "back")


def chips(held: int, dealt: int) -> Chips:
    return Chips(held, dealt)


def seats(marks: str) -> tuple[Seat, ...]:
    """Return seats from a word of marks: a is to act, i in, o out."""
    meaning = {"a": "act", "i": "in", "o": "out"}
    return tuple(Seat(f"Seat {number}", meaning[mark]) for number, mark in enumerate(marks, 1))  # type: ignore[arg-type]  # the letters are ours


GUIDANCE = (
    Example(
        "01-play",
        "Ann to act, clockwise",
        PlayScreen(99, "Ann", True, "9♥", ("pass to", "you 99"), 31, chips(5, 5), table=TABLE),
    ),
    Example(
        "01b-play-long",
        "A long name, seven chips",
        PlayScreen(
            100,
            "Maximilian",
            True,
            "10♦",
            (named("Cy", before="by "), "= 100"),
            8,
            chips(7, 7),
            table=TABLE,
        ),
    ),
    Example(
        "01c-play-corners",
        "Chips as corners of a note",
        PlayScreen(
            87,
            "Winifred",
            True,
            "8♠",
            (named("Kim", before="by "), "+ 8"),
            22,
            Chips(3, 4, "corners"),
            table=("Winifred", "Kim"),
        ),
    ),
    Example(
        "01d-play-pennies",
        "Pennies; a part is missing",
        PlayScreen(
            4,
            "Jörg",
            False,
            "4♣",
            ("back on", "you 4"),
            37,
            Chips(3, 3, "pennies"),
            missing=True,
            table=("Jörg", "Kim"),
        ),
    ),
    Example(
        "01e-play-without-lights",
        "A box without lights",
        PlayScreen(57, "Ann", True, "9♥", ("9 by Bo", "+ 9"), 23, chips(2, 3), table=TABLE),
        lights=False,
    ),
    Example(
        "01f-play-long-without-lights",
        "A long name without lights",
        PlayScreen(
            100,
            "Maximilian",
            False,
            "J♣",
            (named("Cy", before="by "), "= 100"),
            8,
            chips(5, 5),
            missing=True,
            table=("Maximilian", "Cy"),
        ),
        lights=False,
    ),
    Example(
        "02-play-owing",
        "Owing two plays",
        PlayScreen(
            98,
            "Bo",
            True,
            "Joker",
            stock=24,
            owed=2,
            debt=2,
            owes="play 2",
            owes_of="of 2",
            table=TABLE,
        ),
    ),
    Example(
        "02b-play-owing-4",
        "Owing four, two are done",
        PlayScreen(
            98,
            "Leonora",
            False,
            "9♣",
            stock=19,
            owed=2,
            debt=4,
            owes="play 2",
            owes_of="of 4",
            table=("Leonora", "Bo"),
        ),
    ),
    Example(
        "03-play-negative",
        "Below zero",
        PlayScreen(
            -12,
            "Cy",
            False,
            "J♠",
            (named("Di", before="by "), "− 10"),
            36,
            chips(2, 3),
            table=TABLE,
        ),
    ),
    Example(
        "03b-play-four-places",
        "Four places",
        PlayScreen(
            -104,
            "Ann-Kathrin",
            True,
            "2♠",
            (named("Łukasz", before="by "), "x 2"),
            12,
            chips(3, 3),
            table=("Ann-Kathrin", "Łukasz"),
        ),
    ),
    Example(
        "04-choose-value",
        "A value to choose",
        ChoiceScreen(
            phrase("A♠ counts as?"),
            named("Ann"),
            (ChoiceOption("1", "→ 88"), ChoiceOption("11", "→ 98")),
            1,
            table=TABLE,
            keys=(KeyHint("OK", "play 11"), NO),
        ),
    ),
    Example(
        "05-dial",
        "A black ace sets the total",
        DialScreen(
            "A♠ sets the total",
            named("Ann"),
            64,
            0,
            100,
            True,
            table=TABLE,
            keys=(KeyHint("OK", "set 64"), KeyHint("", "hold: by 10")),
        ),
    ),
    Example(
        "06a-pick-rank",
        "A rank without a scanner",
        RankScreen(
            named("Ann", " plays"),
            "87",
            RANKS,
            7,
            table=TABLE,
            keys=(KeyHint("OK", "→ 95"), KeyHint("MORE", "set")),
        ),
    ),
    Example(
        "06c-pick-legal",
        "Some ranks would be refused",
        RankScreen(
            named("Ann", " plays"),
            "97",
            ("K", "10", "9", "4", "A", "2", "3", "5", "6", "7", "8", "J", "Q"),
            0,
            7,
            table=TABLE,
            keys=(KeyHint("OK", "→ 99"), KeyHint("MORE", "set")),
        ),
    ),
    Example(
        "06b-pick-suit",
        "Its suit, when it matters",
        ChoiceScreen(
            phrase("Q of which suit?"),
            named("Ann"),
            (
                ChoiceOption("♠", "+10"),
                ChoiceOption("♥", "= 0"),
                ChoiceOption("♦", "+10"),
                ChoiceOption("♣", "+10"),
            ),
            1,
            table=TABLE,
            keys=(KeyHint("OK", "→ 0"), KeyHint("UNDO", "back")),
        ),
    ),
    Example(
        "07-refused",
        "Refused, and why",
        NoticeScreen("Not allowed", "95 + 8 = 103 is over 98", "cross"),
    ),
    Example(
        "08-bust",
        "Bust?",
        ConfirmScreen(
            "",
            "",
            named("Bo", phrase(": bust?")),
            "pays 1",
            chips(2, 3),
            table=TABLE,
            keys=(KeyHint("OK", "bust"), NO),
        ),
    ),
    Example(
        "09-hand-over",
        "Hand over, six players",
        PlayerTableScreen(
            named("Bo", " pays 1"),
            "hand 7",
            (
                PlayerRow("Ann", chips(3, 3)),
                PlayerRow("Bo", chips(2, 3), marked=True),
                PlayerRow("Cy", chips(3, 3)),
                PlayerRow("Di", chips(1, 3)),
                PlayerRow("Eva", chips(2, 3)),
                PlayerRow("Maximilian", chips(3, 3)),
            ),
            keys=(KeyHint("OK", named("Cy", " deals")),),
        ),
    ),
    Example(
        "09b-hand-over-10",
        "Hand over, ten players",
        PlayerTableScreen(
            named("Hanna", " pays 1"),
            "hand 12",
            (
                PlayerRow("Ann", chips(3, 3)),
                PlayerRow("Bo", chips(2, 3)),
                PlayerRow("Cy", text="out"),
                PlayerRow("Di", chips(3, 3)),
                PlayerRow("Eva", chips(1, 3)),
                PlayerRow("Maximilian", chips(2, 3)),
                PlayerRow("Gus", chips(3, 3)),
                PlayerRow("Hanna", chips(1, 3), marked=True),
                PlayerRow("Ivo", text="out"),
                PlayerRow("Jo", chips(3, 3)),
            ),
            keys=(KeyHint("OK", named("Jo", " deals")),),
        ),
    ),
    Example(
        "09c-hand-over-4",
        "Hand over, four players",
        PlayerTableScreen(
            named("Maximilian", " pays 1"),
            "",
            (
                PlayerRow("Ann", chips(5, 5)),
                PlayerRow("Bo", chips(3, 5)),
                PlayerRow("Maximilian", chips(4, 5), marked=True),
                PlayerRow("Di", chips(5, 5)),
            ),
            keys=(KeyHint("OK", named("Ann", " deals")),),
        ),
    ),
    Example(
        "10-game-over",
        "Game over",
        WinnerScreen(
            named("Ann", " wins"),
            "chips",
            (PlayerRow("Ann", text="3"), PlayerRow("Bo", text="0"), PlayerRow("Cy", text="0")),
            True,
            table=TABLE,
            keys=(KeyHint("OK", "again"), KeyHint("MORE", "games")),
        ),
    ),
    Example(
        "11a-setup-game",
        "Which game",
        ListScreen(
            phrase("Which game?"),
            "5 of 22",
            (ListEntry("UMass", "98"), ListEntry("Ninety-nine", "99"), ListEntry("Orcutt", "99")),
            1,
        ),
    ),
    Example(
        "11b-setup-players",
        "How many play",
        CountScreen(phrase("How many play?"), 6, keys=NEXT),
    ),
    Example(
        "12-take-back",
        "Undo?",
        ConfirmScreen(
            phrase("Undo?"),
            "",
            named("Ann", before="8♥ by "),
            "95 → 87",
            None,
            table=TABLE,
            keys=(KeyHint("OK", "yes"), KeyHint("UNDO", "earlier")),
        ),
    ),
    Example(
        "13-miscount",
        "A miscount",
        MiscountScreen(97, 96, named("Bo", " called 96"), table=TABLE),
    ),
    *TRICK_GUIDANCE,
    Example(
        "17-part-failed",
        "A part has failed",
        PartFailedScreen("Scanner unplugged", "use the buttons"),
    ),
    Example(
        "50-disk-failed",
        "The disk did not take a card",
        pages_of(not_saved("full", Card("7", "H"), None))[0],
    ),
    Example(
        "50-disk-failed-2",
        "What to do about it",
        pages_of(not_saved("full", Card("7", "H"), None))[1],
    ),
    Example(
        "54-not-safe",
        "The disk may not hold every card",
        PartFailedScreen(
            "Some plays may be lost", named("Cy", before="write down: 94, "), "warning", table=TABLE
        ),
    ),
    Example("18-resting", "Resting; it drifts", RestingScreen(97, "Ann")),
    Example(
        "16-pairing",
        "Point a phone here, or type the code",
        PairingScreen("192.168.178.23:8098", INVITATION, "482913", "code to type"),
    ),
    Example(
        "16d-welcome",
        "A new box: point a phone here",
        WelcomeScreen(
            "192.168.178.23:8098",
            QR,
            "card-table.local:8098",
            keys=(KeyHint("OK", "play"), KeyHint("MORE", "code")),
        ),
    ),
    *MENDED_GUIDANCE,
    *BACKUP_GUIDANCE,
    *EVENING_GUIDANCE,
    *NETWORK_GUIDANCE,
    Example("19-shutdown", "Safe to unplug", SafeToUnplugScreen("Safe to unplug")),
    Example("21-boot", "Switching on", BootScreen()),
    Example(
        "22-choose-player",
        "A player to name",
        ListScreen(
            phrase("Knock out whom?"),
            "A♠",
            (ListEntry(named("Bo")), ListEntry(named("Cy")), ListEntry(named("Di"))),
            1,
            table=TABLE,
        ),
    ),
    Example(
        "23-first-turn",
        "A new hand",
        PlayScreen(
            0, "Ann", True, "New", ("hand 8", named("Di", " dealt")), 40, chips(5, 5), table=TABLE
        ),
    ),
    Example(
        "24-stopped",
        "Stopped rather than wrong",
        NoticeScreen(
            "Stopped",
            "chips: 19, not 20",
            "",
            "nothing is lost",
            keys=(KeyHint("UNDO", "last"), KeyHint("MORE", "menu")),
        ),
    ),
    Example(
        "25-check-call",
        "What was called?",
        DialScreen(
            named("Bo", " called"),
            "",
            96,
            -999,
            999,
            False,
            table=TABLE,
            keys=(KeyHint("OK", "check"), NO),
        ),
    ),
    Example(
        "26-set",
        "Several cards of a rank",
        CardRowScreen(
            "Set of 8s",
            "66",
            ("8♥", "8♠"),
            1,
            table=TABLE,
            keys=(KeyHint("OK", "→ 82"), KeyHint("UNDO", "less")),
        ),
    ),
    Example("27-can-play", "No bust", NoticeScreen("No bust", "4♣ can be played", "cross")),
    Example(
        "20-wide-play",
        "Wide, and who sits where",
        PlayScreen(
            99,
            "Ann",
            True,
            "9♥",
            ("pass to", "you 99"),
            61,
            chips(2, 3),
            seats=seats("aiioii"),
            table=TABLE,
        ),
        256,
    ),
    Example(
        "20b-wide-owing",
        "Wide, owing two",
        PlayScreen(
            98,
            "Bo",
            False,
            "Joker",
            stock=9,
            owed=2,
            debt=2,
            owes="play 2",
            owes_of="of 2",
            seats=seats("iaioiiiooi")[:10],
            table=TABLE,
        ),
        256,
    ),
)


WON = ("455", "1512", "310", "-45", "1045", "-1200", "0", "98", "7", "30")
TEN = ("Ann", "Bo", "Cy", "Di", "Eva", "Maximilian", "Gus", "Hanna", "Ivo", "Jo")
ALIKE = ("Annabella K", "Annabella M", "Ann-Kathrin", "Annabella", "Max")
ABROAD = ("Łukasz", "Ελένη", "Дмитрий", "ゆき", "はなこ", "Ñuñez Zoë")


def played_by(name: str, table: tuple[str, ...], **more: Any) -> PlayScreen:
    """Return a play picture with the name of the player to act."""
    return PlayScreen(
        87,
        name,
        True,
        "8♠",
        (named(table[0], before="by "), "+ 8"),
        22,
        chips(2, 3),
        **more,
        table=table,
    )


AWKWARD = (
    Example(
        "total-200",
        "200 takes the smaller digits",
        PlayScreen(200, "Ann", True, "K♠", stock=3, table=TABLE),
    ),
    Example(
        "total-minus-88",
        "-88 fits",
        PlayScreen(-88, "Ann", True, "J♠", stock=103, chips=chips(1, 3), table=TABLE),
    ),
    Example(
        "total-five-places",
        "Five places",
        PlayScreen(-1024, "Ann", False, "2♠", stock=0, table=TABLE),
    ),
    Example(
        "total-six-places",
        "Seven places",
        PlayScreen(-1048576, "Ann", False, "2♠", stock=0, table=TABLE),
    ),
    Example("name-alike-k", "Annabella K to act, M plays too", played_by("Annabella K", ALIKE)),
    Example("name-alike-m", "Annabella M to act, K plays too", played_by("Annabella M", ALIKE)),
    Example(
        "name-hyphen",
        "Ann-Kathrin, counterclockwise",
        PlayScreen(
            98,
            "Ann-Kathrin",
            False,
            "4♦",
            (named("Annabella K", before="by "), "+ 0"),
            9,
            chips(5, 5),
            table=ALIKE,
        ),
    ),
    Example(
        "name-long-first", "Only a first word fits", played_by("Bartholomew Featherstone", TABLE)
    ),
    Example("name-polish", "Łukasz", played_by("Łukasz", ABROAD)),
    Example("name-greek", "Greek, in Terminus", played_by("Ελένη", ABROAD)),
    Example("name-cyrillic", "Cyrillic, in Terminus", played_by("Дмитрий", ABROAD)),
    Example("name-japanese", "Letters no font has, so seats", played_by("ゆき", ABROAD)),
    Example("name-accents", "Accents on capitals", played_by("Ñuñez Zoë", ABROAD, missing=True)),
    Example(
        "name-accent-title",
        "An accent in a title",
        ChoiceScreen(
            named("Ángel", " plays A♠ as"),
            named("Ñuñez Zoë"),
            (ChoiceOption("1", "→ 88"), ChoiceOption("11", "→ 98")),
            0,
            table=("Ángel", "Ñuñez Zoë"),
            keys=(KeyHint("OK", "play 1"), NO),
        ),
    ),
    Example(
        "owing-6",
        "Owing six, one is done",
        PlayScreen(
            98,
            "Ελένη",
            True,
            "Joker",
            stock=40,
            owed=5,
            debt=6,
            owes="play 5",
            owes_of="of 6",
            table=ABROAD,
        ),
    ),
    Example(
        "owing-1-of-8",
        "One of eight left",
        PlayScreen(
            98,
            "Maximilian",
            False,
            "9♦",
            stock=104,
            owed=1,
            debt=8,
            owes="play 1",
            owes_of="of 8",
            table=TABLE,
        ),
    ),
    Example(
        "owing-12",
        "More than can be shown",
        PlayScreen(
            98,
            "Bo",
            True,
            "Joker",
            stock=14,
            owed=9,
            debt=12,
            owes="play 9",
            owes_of="of 12",
            table=TABLE,
        ),
    ),
    Example(
        "chips-lost",
        "Somebody without chips",
        PlayScreen(99, "Bo", True, "K♠", ("by Ann", "= 99"), 12, chips(0, 3), table=TABLE),
    ),
    Example(
        "chips-extra",
        "One more chip than dealt",
        PlayScreen(69, "Bo", False, "9♦", ("by Ann", "+ 9"), 12, chips(6, 5), table=TABLE),
    ),
    Example(
        "corners-all",
        "Every corner folded",
        PlayScreen(
            99,
            "Winifred",
            True,
            "K♥",
            ("by Kim", "= 99"),
            6,
            Chips(0, 4, "corners"),
            table=("Winifred", "Kim"),
        ),
    ),
    Example(
        "pennies-many",
        "Nine pennies",
        PlayScreen(
            12,
            "Jörg",
            True,
            "K♥",
            ("by Kim", "+ 9"),
            6,
            Chips(9, 9, "pennies"),
            table=("Jörg", "Kim"),
        ),
    ),
    Example(
        "no-chips",
        "A game without chips",
        PlayScreen(62, "Maximilian", False, "4♠", ("by Bo", "+ 0"), 31, table=TABLE),
    ),
    Example(
        "last-card",
        "The last card is known",
        PlayScreen(
            62,
            "Ann",
            True,
            "4♠",
            (named("Maximilian", before="by "), "+ 0"),
            31,
            note="K♠",
            missing=True,
            table=TABLE,
        ),
    ),
    Example(
        "up-card",
        "An up-card",
        PlayScreen(7, "Ann", True, "7♦", ("up card", "+ 7"), 39, chips(3, 3), table=TABLE),
    ),
    Example(
        "ten-up-or-down",
        "Ten up or down",
        ChoiceScreen(
            phrase("10♣ counts as?"),
            named("Maximilian"),
            (ChoiceOption("+10", "→ 98"), ChoiceOption("-10", "→ 78")),
            1,
            table=TABLE,
            keys=(KeyHint("OK", "play -10"), NO),
        ),
    ),
    Example(
        "switch",
        "Words to choose from",
        ChoiceScreen(
            "House rule",
            "floor",
            (ChoiceOption("on"), ChoiceOption("off"), ChoiceOption("ask")),
            2,
            keys=(KeyHint("OK", "keep"), NO),
        ),
    ),
    Example(
        "dial-chips",
        "How many chips?",
        DialScreen(
            phrase("How many chips?"),
            "each",
            5,
            1,
            20,
            True,
            keys=(KeyHint("OK", "next"), KeyHint("UNDO", "back")),
        ),
    ),
    Example(
        "dial-far",
        "The farthest call",
        DialScreen(
            named("Maximilian", " called"),
            "",
            -999,
            -999,
            999,
            False,
            table=TABLE,
            keys=(KeyHint("OK", "check"), NO),
        ),
    ),
    Example(
        "dial-makes",
        "What a round brings",
        DialScreen(
            named("Bo", " in round 5"),
            "2 of 4",
            35,
            -9999,
            9999,
            table=TABLE,
            makes="240 → 275",
            keys=(KeyHint("OK", "next"), KeyHint("UNDO", "back")),
        ),
    ),
    *(
        Example(
            name,
            "The points of four",
            PlayerTableScreen(
                "Round 5",
                "up to 500",
                tuple(
                    PlayerRow(player, text=points, crowned=player == names[1])
                    for player, points in zip(names, ("155", "240", "85", "-20"), strict=True)
                ),
                large=True,
                keys=(KeyHint("OK", "points"), KeyHint("", named(names[1], " dealt"))),
            ),
            width,
        )
        for name, names, width in (
            ("points-large", ("Ann", "Bo", "Cy", "Di"), 128),
            ("points-no-room", ("Ann", "Maximilian", "Cy", "Di"), 128),
            ("wide-points-large", ("Ann", "Maximilian", "Cy", "Di"), 256),
        )
    ),
    *(
        Example(
            f"{'wide-' * (width > 128)}points-won-{len(names)}{'-shared' * shared}",
            "A points game is won",
            WinnerScreen(
                "2 share the win" if shared else named(names[1], " wins"),
                "points",
                table=names,
                rows=tuple(
                    PlayerRow(name, text=points, crowned=shared and points == "512")
                    for name, points in zip(names, points_of, strict=False)
                ),
                keys=(KeyHint("OK", "again"), KeyHint("MORE", "games")),
            ),
            width,
        )
        for names, shared, points_of in (
            (("Ann", "Bo", "Cy", "Di"), False, ("455", "512", "310", "-45")),
            (("Ann", "Maximilian", "Ágnes", "Di"), True, ("455", "512", "512", "-45")),
            (("Ann", "Gyp", "Jörg", "Di", "Eva", "Maximilian"), False, WON),
            (("Ann", "Maximilian", "Cy", "Di", "Eva", "Bo", "Gus", "Hanna"), False, WON),
            (TEN, False, WON),
        )
        for width in (128, 256)
    ),
    Example(
        "rank-joker",
        "A joker in the ring",
        RankScreen(
            named("Bo", " plays"),
            "98",
            (*RANKS, "Joker"),
            13,
            table=TABLE,
            keys=(KeyHint("OK", "→ 98"), KeyHint("MORE", "set")),
        ),
    ),
    Example(
        "rank-near-joker",
        "A joker beside",
        RankScreen(
            named("Bo", " plays"),
            "98",
            (*RANKS, "Joker"),
            12,
            table=TABLE,
            keys=(KeyHint("OK", "over 98"), KeyHint("MORE", "set")),
        ),
    ),
    Example(
        "bust-hand",
        "The hand of a bust",
        CardRowScreen(
            named("Maximilian", " shows"),
            "98",
            ("8♥", "10", "Q♠"),
            1,
            table=TABLE,
            keys=(KeyHint("OK", "bust"), KeyHint("UNDO", "less")),
        ),
    ),
    Example(
        "bust-hand-7",
        "Seven cards of a hand",
        CardRowScreen(
            named("Bo", " shows"),
            "98",
            ("8♥", "10♦", "Q♠", "Joker", "5", "6♣", "K♦"),
            0,
            table=TABLE,
            keys=(KeyHint("OK", "bust"),),
        ),
    ),
    Example(
        "refused-long",
        "A long reason",
        NoticeScreen(
            "Not allowed", "a king may not be played in the first five turns of a hand", "cross"
        ),
    ),
    Example(
        "notice-page",
        "The first page of two",
        NoticeScreen(
            "Journal",
            "The journal was damaged and is kept",
            page="1/2",
            keys=(KeyHint("OK", "next"),),
        ),
    ),
    Example(
        "refused-question",
        "A card while a question stands",
        NoticeScreen("Not allowed", phrase("Answer first: ace 1 or 11?"), "cross"),
    ),
    Example(
        "shield",
        "The shield",
        ConfirmScreen(
            named("Bo", before="A♠ by "),
            "",
            named("Cy", phrase(": shield?")),
            "MORE shows A♥",
            None,
            table=TABLE,
            keys=(KeyHint("OK", "out"), KeyHint("MORE", "shield")),
        ),
    ),
    Example(
        "revoke",
        "A question in full",
        ConfirmScreen(
            "Revoke",
            "trick 3",
            named("Maximilian", " had no ♦ in trick 2"),
            "",
            None,
            table=TABLE,
            keys=(KeyHint("OK", "revoke"), KeyHint("MORE", "accept")),
        ),
    ),
    Example(
        "hand-over-2",
        "Two players",
        PlayerTableScreen(
            named("Bo", " pays 1"),
            "hand 21",
            (PlayerRow("Ann", chips(3, 3)), PlayerRow("Bo", chips(0, 3), marked=True)),
            keys=(KeyHint("OK", named("Bo", " deals")),),
        ),
    ),
    Example(
        "hand-over-5-pennies",
        "Five players, pennies",
        PlayerTableScreen(
            named("Bo", " pays 1"),
            "hand 2",
            (
                PlayerRow("Ann", Chips(3, 3, "pennies")),
                PlayerRow("Bo", Chips(2, 3, "pennies"), marked=True),
                PlayerRow("Cy", text="out"),
                PlayerRow("Annabella K", Chips(3, 3, "pennies")),
                PlayerRow("Annabella M", Chips(3, 3, "pennies")),
            ),
            keys=(KeyHint("OK", named("Cy", " deals")), KeyHint("MORE", "menu")),
        ),
    ),
    Example(
        "hand-over-13",
        "Thirteen players",
        PlayerTableScreen(
            named("Cy", " pays 1"),
            "hand 2",
            tuple(
                PlayerRow(name, chips(3, 3), marked=name == "Cy")
                for name in (*TEN, "Kim", "Lea", "Łukasz")
            ),
            keys=(KeyHint("OK", named("Di", " deals")),),
        ),
    ),
    Example(
        "hand-over-abroad",
        "Seven players from everywhere",
        PlayerTableScreen(
            named("Дмитрий", " pays 1"),
            "hand 2",
            (
                *(PlayerRow(name, chips(2, 3), marked=name == "Дмитрий") for name in ABROAD),
                PlayerRow("Ann", text="out"),
            ),
            keys=(KeyHint("OK", named("Ελένη", " deals")),),
        ),
    ),
    Example(
        "loses",
        "The one who loses",
        WinnerScreen(
            named("Bartholomew Featherstone", " loses"),
            crown=False,
            forfeit="takes a drink",
            keys=(KeyHint("OK", "again"), KeyHint("MORE", "games")),
        ),
    ),
    Example(
        "evening-of-ten",
        "An evening of ten",
        WinnerScreen(
            named("Maximilian", " wins"),
            "Games won",
            tuple(PlayerRow(name, text=str(10 - place)) for place, name in enumerate(TEN)),
            True,
            table=TEN,
            keys=(KeyHint("OK", "again"),),
        ),
    ),
    Example(
        "menu",
        "The menu",
        ListScreen(
            "Menu",
            "1 of 11",
            (
                ListEntry("Phone code"),
                ListEntry("Someone forgot to draw"),
                ListEntry("Sound", value="on"),
                ListEntry("New game"),
            ),
            1,
        ),
    ),
    Example(
        "menu-value",
        "A switch in a list",
        ListScreen(
            "House rules",
            "3 of 9",
            (
                ListEntry("Over is a bust", value="off"),
                ListEntry("Floor at 0", value="on"),
                ListEntry("Limit", value="100"),
            ),
            1,
        ),
    ),
    Example(
        "list-of-two",
        "Two to choose from",
        ListScreen(
            "Choose next",
            "Q♠",
            (ListEntry(named("Annabella K")), ListEntry(named("Annabella M"))),
            0,
            table=ALIKE,
        ),
    ),
    Example(
        "players-2",
        "Two play",
        CountScreen(
            phrase("How many play?"), 2, keys=(KeyHint("OK", "next"), KeyHint("UNDO", "back"))
        ),
    ),
    Example(
        "players-12",
        "Twelve play",
        CountScreen(phrase("How many play?"), 12, keys=NEXT),
    ),
    Example(
        "miscount-100",
        "Three places, wrong",
        MiscountScreen(100, 110, named("Maximilian", " called 110"), table=TABLE),
    ),
    Example(
        "miscount-negative",
        "Below zero, wrong",
        MiscountScreen(-12, 12, named("Ann-Kathrin", " called 12"), table=ALIKE),
    ),
    Example(
        "part-warning",
        "A part in trouble",
        PartFailedScreen("No answer from the lights", "look at the display", "warning"),
    ),
    Example("resting-corner", "Resting, in a corner", RestingScreen(-104, "Maximilian", False, 8)),
    Example("resting-no-game", "Resting, no game", RestingScreen(None, place=3, text="Companion")),
    *TRICKS,
    *MENDED_AWKWARD,
    *NETWORK_AWKWARD,
)

WIDE_PLAYS = (
    Example(
        "wide-100",
        "The widest total, four seats",
        PlayScreen(
            100,
            "Annabella M",
            True,
            "10♦",
            (named("Annabella K", before="by "), "= 100"),
            103,
            chips(5, 5),
            seats=seats("iaii"),
            table=ALIKE,
        ),
        256,
    ),
    Example(
        "wide-negative",
        "Below zero, pennies, last card",
        PlayScreen(
            -104,
            "Łukasz",
            False,
            "Joker",
            (named("Ελένη", before="by "), "= 98"),
            31,
            Chips(2, 3, "pennies"),
            seats=seats("ioaoio"),
            missing=True,
            note="K♠",
            table=ABROAD,
        ),
        256,
    ),
    Example(
        "wide-corners",
        "Two players, a note",
        PlayScreen(
            87,
            "Winifred",
            True,
            "8♠",
            (named("Kim", before="by "), "+ 8"),
            22,
            Chips(3, 4, "corners"),
            seats=seats("ai"),
            table=("Winifred", "Kim"),
        ),
        256,
    ),
    Example(
        "wide-owing-6",
        "Owing six",
        PlayScreen(
            98,
            "Дмитрий",
            True,
            "9♣",
            stock=104,
            owed=4,
            debt=6,
            owes="play 4",
            owes_of="of 6",
            seats=seats("iiaiii"),
            missing=True,
            table=ABROAD,
        ),
        256,
    ),
    Example(
        "wide-nine-seats",
        "Nine seats beside a last card",
        PlayScreen(
            62,
            "Ann",
            False,
            "4♠",
            ("back on", "you 62"),
            10,
            seats=seats("aaaaaaaaa"),
            note="Joker",
            table=TEN,
        ),
        256,
    ),
    Example(
        "wide-crowd",
        "Twenty seats",
        PlayScreen(
            62,
            "Maximilian",
            False,
            "4♠",
            ("back on", "you 62"),
            7,
            seats=seats("iiioiiiiiaiiooiiiiii"),
            table=TABLE,
        ),
        256,
    ),
)

WIDE_DIALOGS = tuple(
    Example(f"wide-{one.name}", one.caption, one.picture, 256)
    for one in (*GUIDANCE, *AWKWARD)
    if one.width == 128
    and one.name.split("-")[0]
    in (
        "04",
        "05",
        "06a",
        "06b",
        "07",
        "08",
        "09",
        "09b",
        "10",
        "11a",
        "11b",
        "12",
        "13",
        "16",
        "16d",
        "17",
        "18",
        "19",
        "21",
        "24",
        "26",
    )
)

WIDE = (
    *WIDE_PLAYS,
    *WIDE_DIALOGS,
    *WIDE_TRICKS,
    *MENDED_WIDE,
    *NETWORK_WIDE,
    *BACKUP_WIDE,
    *EVENING_WIDE,
)

EVERYTHING = (*GUIDANCE, *AWKWARD, *WIDE)
