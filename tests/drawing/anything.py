"""Strategies for any picture: people, totals, cards and texts of every length, for the properties
that always hold.
"""

from hypothesis import strategies as st

from companion.screens.model import (
    CardRowScreen,
    Chips,
    ChoiceOption,
    ChoiceScreen,
    ConfirmScreen,
    CountScreen,
    DialScreen,
    ExplanationScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    MiscountScreen,
    NoticeScreen,
    OwnWifiScreen,
    PairingScreen,
    PartFailedScreen,
    Picture,
    PlayerRow,
    PlayerTableScreen,
    PlayScreen,
    RankScreen,
    RestingScreen,
    SafeToUnplugScreen,
    Seat,
    SeatScreen,
    Slot,
    TrickScreen,
    WelcomeScreen,
    WinnerScreen,
)
from tests.drawing.gallery import RANKS
from tests.worded import named

LETTERS = st.sampled_from("aeiomnWMÅÑÖéçğŁyqjgp -ΑλήДЙщゆ花🎲")
NAMES = st.text(LETTERS, min_size=1, max_size=18).filter(str.strip)
TABLES = st.lists(NAMES, min_size=2, max_size=24, unique=True).map(tuple)

SOME_WORDS = st.sampled_from(
    [
        "95",
        "+",
        "8♥",
        "is",
        "over",
        "98",
        "played",
        "Åñgström",
        "first",
        "→",
        "trick",
        "jumping",
        "♠",
    ]
)
PHRASES = st.lists(SOME_WORDS, max_size=12).map(" ".join)
WORDS = st.one_of(
    PHRASES, st.builds(named, NAMES, PHRASES, st.sampled_from(["", "by ", "(", "A♠ by "]))
)

TOTALS = st.one_of(st.integers(-30, 120), st.integers(-(10**9), 10**9))
LOOKS = st.sampled_from(["dots", "corners", "pennies"])
CHIPS = st.one_of(st.none(), st.builds(Chips, st.integers(0, 30), st.integers(1, 30), LOOKS))
RANKED = (*RANKS, "Joker")
CARDS = st.one_of(
    st.sampled_from(RANKED),
    st.tuples(st.sampled_from(RANKS), st.sampled_from("♠♥♦♣")).map("".join),
)
ADDRESSES = st.from_regex(
    r"\A(?:25[0-5]|1?[0-9]{1,2})(?:\.(?:25[0-5]|1?[0-9]{1,2})){3}:[0-9]{4,5}\Z", fullmatch=True
)
MODULES = (
    st.sampled_from([21, 25])
    .map(lambda side: ("10" * side)[:side])
    .map(lambda row: (row,) * len(row))
)  # like the QR code of an address (companion/phone/pairing/address.py)
HINTS = st.builds(KeyHint, st.sampled_from(["OK", "MORE", "UNDO", ""]), WORDS)
KEYS = st.lists(HINTS, max_size=2).map(tuple)
SEATS = st.lists(st.builds(Seat, NAMES, st.sampled_from(["act", "in", "out"])), max_size=24).map(
    tuple
)
DEBTS = st.sampled_from([(1, 0), (1, 2), (2, 2), (3, 4), (5, 6), (8, 8), (11, 12), (16, 16)])
KEYED = {"table": TABLES, "keys": KEYS}
TITLED = {"title": WORDS, "whose": WORDS, **KEYED}


def _play(debt: tuple[int, int], **more: object) -> PlayScreen:
    owes, of = (f"play {debt[0]}", f"of {debt[1]}") if debt[1] else ("", "")
    return PlayScreen(owed=debt[0], debt=debt[1], owes=owes, owes_of=of, **more)  # type: ignore[arg-type]  # drawn from the strategies below


def _choose(options: list[ChoiceOption], chosen: int, **more: object) -> ChoiceScreen:
    return ChoiceScreen(options=tuple(options), chosen=chosen % len(options), **more)  # type: ignore[arg-type]  # as above


def _dial(ends: tuple[int, int], value: int, **more: object) -> DialScreen:
    low, high = sorted(ends)
    return DialScreen(value=low + value % (high - low + 1), low=low, high=high, **more)  # type: ignore[arg-type]  # as above


def _listing(rows: list[ListEntry], chosen: int, **more: object) -> ListScreen:
    return ListScreen(rows=tuple(rows), chosen=chosen % max(1, len(rows)), **more)  # type: ignore[arg-type]  # as above


def _players(
    table: tuple[str, ...],
    paid: int,
    chips: Chips | None,
    text: str,
    crowned: set[int],
    **more: object,
) -> PlayerTableScreen:
    rows = tuple(
        PlayerRow(name, chips, text, seat == paid % len(table), seat in crowned)
        for seat, name in enumerate(table)
    )
    return PlayerTableScreen(rows=rows, table=table, **more)  # type: ignore[arg-type]  # as above


def _trick(
    table: list[str], cards: list[str], wins: int, act: int | None, **more: object
) -> TrickScreen:
    laid = [*cards, *[""] * len(table)]
    wins, act = wins % len(table), None if act is None else act % len(table)
    slots = tuple(
        Slot(name, card, "act" if seat == act else "wins" if seat == wins and card else "")
        for seat, (name, card) in enumerate(zip(table, laid, strict=False))
    )
    return TrickScreen(slots=slots, table=tuple(table), **more)  # type: ignore[arg-type]  # as above


def _won(table: tuple[str, ...], text: str, crowned: set[int], **more: object) -> WinnerScreen:
    rows = tuple(
        PlayerRow(name, text=text, crowned=seat in crowned) for seat, name in enumerate(table)
    )
    return WinnerScreen(rows=rows, table=table, **more)  # type: ignore[arg-type]  # as above


PLACES = st.integers(0, 30)

TRICKS = st.builds(
    _trick,
    table=st.lists(NAMES, min_size=3, max_size=8, unique=True),
    cards=st.lists(st.one_of(CARDS, st.just("")), max_size=8),
    wins=PLACES,
    act=st.one_of(st.none(), PLACES),
    title=WORDS,
    costs=WORDS,
    who=WORDS,
    does=PHRASES,
    missing=st.booleans(),
)

PICTURES: st.SearchStrategy[Picture] = st.one_of(
    st.builds(
        _play,
        mended=st.sampled_from(["", "corrected", "korrigiert"]),
        debt=DEBTS,
        total=TOTALS,
        name=NAMES,
        table=TABLES,
        clockwise=st.booleans(),
        card=CARDS,
        lines=st.tuples(WORDS, WORDS),
        stock=st.one_of(st.none(), st.integers(0, 208)),
        chips=CHIPS,
        seats=SEATS,
        missing=st.booleans(),
        note=st.one_of(st.just(""), CARDS),
    ),
    st.builds(
        _choose,
        options=st.lists(
            st.builds(ChoiceOption, st.one_of(PHRASES, CARDS), PHRASES), min_size=1, max_size=8
        ),
        chosen=PLACES,
        **TITLED,
    ),
    st.builds(
        _dial,
        ends=st.tuples(st.integers(-999, 999), st.integers(-999, 999)),
        value=st.integers(0, 2000),
        scale=st.booleans(),
        makes=st.sampled_from(["", "240 → 275", "-99999 → -109998"]),
        **TITLED,
    ),
    st.builds(
        RankScreen,
        ranks=st.just(RANKED),
        chosen=st.integers(0, 13),
        refused=st.integers(0, 13),
        **TITLED,
    ),
    st.builds(
        CardRowScreen,
        cards=st.lists(CARDS, max_size=12).map(tuple),
        open=st.integers(0, 2),
        **TITLED,
    ),
    st.builds(
        NoticeScreen,
        headline=WORDS,
        sentence=WORDS,
        mark=st.sampled_from(["cross", ""]),
        small=WORDS,
        **KEYED,
    ),
    st.builds(
        ConfirmScreen, question=WORDS, line=WORDS, chips=CHIPS, turns=st.booleans(), **TITLED
    ),
    st.builds(
        _players,
        table=TABLES,
        paid=PLACES,
        chips=CHIPS,
        text=st.sampled_from(["", "out", "0", "+45", "1045", "-10450"]),
        crowned=st.sets(st.integers(0, 23)),
        large=st.booleans(),
        title=WORDS,
        whose=WORDS,
        keys=KEYS,
    ),
    st.builds(
        WinnerScreen, sentence=WORDS, forfeit=PHRASES.filter(bool), crown=st.just(False), **KEYED
    ),
    st.builds(
        _won,
        table=TABLES,
        text=st.sampled_from(["0", "455", "1045", "-10450"]),
        crowned=st.sets(st.integers(0, 23)),
        sentence=WORDS,
        unit=PHRASES,
        crown=st.booleans(),
        keys=KEYS,
    ),
    st.builds(
        _listing,
        rows=st.lists(
            st.builds(ListEntry, WORDS, st.sampled_from(["", "99", "100"]), PHRASES),
            min_size=1,
            max_size=6,
        ),
        chosen=PLACES,
        title=WORDS,
        whose=WORDS,
        table=TABLES,
    ),
    st.builds(CountScreen, title=WORDS, value=st.integers(2, 24), keys=KEYS),
    st.builds(
        MiscountScreen,
        total=TOTALS,
        called=TOTALS,
        sentence=WORDS,
        table=TABLES,
        keys=KEYS,
    ),
    st.builds(
        ExplanationScreen,
        sentence=WORDS,
        page=st.sampled_from(["", "1/3", "10/12"]),
        before=WORDS,
        after=WORDS,
        table=TABLES,
        keys=KEYS,
    ),
    st.builds(
        SeatScreen,
        title=WORDS,
        whose=WORDS,
        lines=st.lists(st.tuples(PHRASES, NAMES), min_size=1, max_size=2).map(tuple),
        seats=st.lists(
            st.builds(Seat, NAMES, st.sampled_from(["act", "in", "out"])), max_size=14
        ).map(tuple),
        table=TABLES,
        keys=KEYS,
    ),
    st.builds(
        PartFailedScreen, sentence=WORDS, instead=PHRASES, icon=st.sampled_from(["plug", "warning"])
    ),
    st.builds(
        RestingScreen,
        total=st.one_of(st.none(), TOTALS),
        name=NAMES,
        clockwise=st.booleans(),
        place=st.integers(0, 8),
        text=PHRASES,
    ),
    st.builds(
        PairingScreen,
        address=ADDRESSES,
        modules=MODULES,
        code=st.from_regex(r"\A[0-9]{6}\Z"),
        label=st.sampled_from(["", "code to type", "Code tippen"]),
    ),
    st.builds(
        WelcomeScreen,
        address=ADDRESSES,
        modules=MODULES,
        name=st.one_of(st.just(""), st.from_regex(r"\A[a-z][a-z0-9-]{0,30}\.local:[0-9]{4,5}\Z")),
        keys=st.just((KeyHint("OK", "play"), KeyHint("MORE", "code"))),
    ),
    st.builds(
        OwnWifiScreen,
        name=NAMES,
        modules=st.sampled_from([(), ("10" * 14 + "1",) * 29]),
        password=st.text("abcdefhjknprstuvxyz23456789", min_size=10, max_size=10),
    ),
    TRICKS,
    st.builds(SafeToUnplugScreen, sentence=PHRASES),
)
