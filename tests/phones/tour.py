"""A tour of everything that the page can show: each tab in each phase, each sheet.

The tour finds labels in the language in use, which must be the phone's language.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from companion.message import phrase, render
from tests.depth import FULL
from tests.fits import ALL_LOOKS, LETTERS, LOOK, Look, faults
from tests.phones.box import Box
from tests.phones.phone import WIDE, Phone
from tests.simulation.tab import Tab
from tests.worded import gettext, ngettext

NINETY_NINE = {
    "variant": "ninety-nine",
    "players": ["Ann", "Bo", "Cy", "Di"],
    "house": {"chips": 2},
}
SHIELDS = {"variant": "ninety-eight-umass", "players": ["Ann", "Bo", "Cy"]}
SHOWS = {
    "variant": "ninety-nine-ishihara-shows",
    "players": ["Ann", "Bo", "Cy"],
    "up_card": "5",
}
HUNDRED = {"variant": "one-hundred", "players": ["Ann", "Bo", "Cy"]}
SPAGHETTI = {"variant": "arizona-spaghetti", "players": ["Ann", "Bo", "Cy", "Di"]}

HELD = {
    "table": ".board, .felt",
    "rule": ".rule, .pair",
    "evening": ".evening .group",
    "game": ".cards-do, .set-up .who, .set-up .house",
}
"""The element of each tab that appears once the box has sent its data."""


class Tour:
    """Leads one phone through the tour; at each `stop` the page shows something new.

    ::

        for stop in Tour(box, phone).stops():
            look(stop)
    """

    def __init__(self, box: Box, phone: Phone) -> None:
        self.box, self.phone = box, phone

    def stops(self) -> Iterator[str]:
        """Yield the name of each stop when the page shows it, and assert that it fits
        its window.
        """
        for stop in self._stops():
            assert list(faults(self.phone.page, self._looks())) == [], stop
            self._looks_as_before()
            yield stop

    def _looks_as_before(self) -> None:
        """Restore the phone's window and letter size."""
        width, height = self.phone.size
        self.phone.page.set_viewport_size({"width": width, "height": height})
        self.phone.page.evaluate(LOOK, "")

    def _looks(self) -> tuple[Look, ...]:
        """Return the windows in which a stop is checked: with `DEPTH=full` all on its side of 900
        px.
        """
        if FULL:
            return tuple(look for look in ALL_LOOKS if (look[0] >= WIDE) == self.phone.wide)
        return tuple(product((1280,) if self.phone.wide else (320, 360), LETTERS))

    def _stops(self) -> Iterator[str]:
        yield from self._without_game()
        yield from self._setting_up()
        yield from self._playing()
        yield from self._other_sheets()
        yield from self._wall()
        yield from self._hand_over()
        yield from self._tricks()
        yield from self._evening()
        yield from self._lost()

    def orders(self, cmd: str, **fields: object) -> list[str]:
        """Send an order to the box and return what its answer lists; wait if it comes too fast."""
        cookies = "; ".join(
            f"{each['name']}={each['value']}" for each in self.phone.context.cookies()
        )
        with Tab(self.box.port, target="/line", cookie=cookies) as line:
            message: dict[str, Any] = {"status": 429}
            while message["status"] == 429:
                line.tell(id=1, order={"cmd": cmd, **fields}, seen=self.phone.sequence)
                while "id" not in (message := line.hear()):
                    pass
        answer: dict[str, Any] = message["answer"]
        if "done" in answer:
            self.phone.is_told(answer["done"])
        return list(answer)

    def begins(self, game: dict[str, Any], *ranks: str) -> None:
        """Start another game and play some cards."""
        assert self.orders("new", **game) == ["done"]
        if self.phone.unseated:
            self.phone.takes_no_seat()
        self.plays(*ranks)

    def plays(self, *cards: str | tuple[str, int]) -> None:
        """Play cards that are accepted; one with a choice is given with its value."""
        for card in cards:
            order: dict[str, Any] = (
                {"card": card}
                if isinstance(card, str)
                else dict(zip(("card", "value"), card, strict=True))
            )
            assert self.orders("play", **order) == ["done"], card

    def tabs(self, what: str, *names: str) -> Iterator[str]:
        """Yield some tabs, one after the other."""
        for name in names:
            self.phone.goes_to(name)
            self.phone.page.wait_for_selector(f"{HELD[name]} >> visible=true")
            yield f"{name}, {what}"

    def sheet(self, *touches: str | Sequence[str]) -> None:
        """Open a sheet by these taps."""
        for touch in touches:
            self.phone.touch(*((touch,) if isinstance(touch, str) else touch))
        self.phone.page.wait_for_selector("#sheet[open]")

    def unfolds(self) -> None:
        """Open everything that is folded."""
        folded = self.phone.page.locator("main details:not([open]) summary")
        while folded.count():
            folded.first.click()

    def closes(self) -> None:
        """Close the sheet with Esc."""
        self.phone.key("Escape")
        self.phone.page.wait_for_selector("#sheet:not([open])", state="attached")

    def _without_game(self) -> Iterator[str]:
        yield from self.tabs("without a game, view only", "table", "evening", "game")
        self.sheet("#enter-code")
        yield "sheet, the digits"
        self.closes()
        yield from self.tabs("without a game, view only", "rule")
        wrong = "000000" if self.box.invites().code != "000000" else "111111"
        self.phone.enters(wrong)
        self.phone.page.wait_for_selector(".pair .problem:not(:empty)")
        yield "rule, a wrong code"
        self.phone.enters(self.box.invites().code)
        self.phone.page.wait_for_selector(".rule.none")
        yield "rule, without a game"
        self.box.guesses(self.box.invites().code)
        self.phone.page.wait_for_selector(".notice.guessing")
        yield from self.tabs("somebody guesses", "table", "rule")
        self.phone.touch("#let-be")
        self.phone.page.wait_for_selector(".notice.guessing", state="detached")

    def seats(self, *names: str) -> None:
        """Type names one after the other, as on a box without known people."""
        field = self.phone.page.locator("#new-name")
        for name in names:
            field.fill(name)
            field.press("Enter")
        self.phone.touch(".newcomer .button", gettext("Done"))

    def unfolds_line(self, what: str) -> None:
        """Open the "game" or "rules" of the set-up, which a desktop always shows open."""
        line = self.phone.page.locator(f"#open-{what}[aria-expanded=false]")
        if line.count():
            line.click()
        self.phone.page.wait_for_selector(".cards-do" if what == "game" else ".house")

    def _setting_up(self) -> Iterator[str]:
        phone = self.phone
        phone.goes_to("game")
        phone.page.wait_for_selector(".newcomer")
        yield "game, nobody is known"
        self.seats("Ann", "Bo", "Cy")
        yield "game, three sit there"
        phone.touch("#everybody")
        yield "game, everybody"
        phone.touch("#change-names")
        yield "game, whose name changes"
        phone.touch(".people .doing .button", gettext("Done"))
        phone.touch(".sitting li button", "Bo")
        yield "game, a seat"
        phone.touch(".one-seat .button", gettext("Done"))
        self.unfolds_line("game")
        yield "game, what the cards do"
        phone.touch(".chosen .change")
        phone.page.wait_for_selector("#ways")
        yield "game, ways to play it"
        phone.touch(".chosen .change")
        self.unfolds()
        self.unfolds_line("rules")
        self.unfolds()
        yield "game, all house rules"
        phone.touch(".house .button", gettext("Make your own variant"))
        yield from self._editing()

    def _editing(self) -> Iterator[str]:
        phone = self.phone
        phone.page.wait_for_selector(".add-on")
        yield "editor"
        phone.touch(".add-on", gettext("Nine reverses play"))
        phone.page.wait_for_selector(".add-on[aria-pressed=true]")
        phone.touch(
            ".editor .button", ngettext("All {n} add-ons", "All {n} add-ons", 22).format(n=22)
        )
        yield "editor, all add-ons"
        self.opens("10")
        yield "editor, an open card"
        phone.touch("#opened .button", gettext("Done"))
        self.writes('target = 0\nbust = "chip"\n')
        yield "editor, mistakes in the file"
        self.leaves()

    def opens(self, card: str) -> None:
        """Open a row of the card table."""
        self.phone.touch(f".card-table #card-{card}")
        self.phone.page.wait_for_selector(f".card-table #card-{card}[aria-expanded=true]")

    def writes(self, lines: str) -> None:
        """Write wrong lines into the file that is edited."""
        field = self.phone.page.locator("#file-text")
        field.fill(lines + field.input_value())
        self.phone.page.wait_for_selector(".mistake")

    def leaves(self) -> None:
        """Leave the editor without saving."""
        leave = gettext("Leave without saving")
        if self.phone.wide:
            self.phone.touch(".ending .button", leave)
        else:
            self.phone.touch("header .back")
        self.phone.touch(".against .button", leave)

    def _playing(self) -> Iterator[str]:
        phone = self.phone
        self.begins(NINETY_NINE, "8", "K", "4")
        yield from self.tabs("a hand", "table", "rule")
        phone.touch('.rule .ranks [data-rank="2"]')
        phone.page.wait_for_selector(".refused")
        yield "rule, refused"
        yield from self._owned()
        yield from self.tabs("a refusal among the plays", "table")
        phone.touch(".hand .as-list")
        yield "table, the hand as a list"
        phone.touch(".hand .as-list")
        phone.goes_to("rule")
        self.sheet("#bust")
        yield "sheet, bust"
        phone.touch("#sheet .button", gettext("Show the hand"))
        phone.page.wait_for_selector("#sheet .shown")
        yield "sheet, the hand shown"
        self.closes()
        self.sheet("#check")
        yield "sheet, a total called"
        phone.key("9", "6")
        phone.touch("#sheet .foot .main")
        phone.page.wait_for_selector("#sheet .figure-place.wrong")
        yield "sheet, a miscount"
        self.closes()
        phone.touch("#undo")
        phone.find("#undo", gettext("Yes, undo")).wait_for()
        yield "rule, taking back"
        phone.key("Escape")
        yield from self._not_right()
        yield from self._more()

    def _not_right(self) -> Iterator[str]:
        phone = self.phone
        self.sheet("#not-right")
        yield "sheet, not right"
        phone.key("1", "8")
        phone.page.wait_for_selector("#sheet .explanations .explanation")
        yield "sheet, what may have happened"
        phone.touch("#sheet .foot .button", gettext("None of these: by hand"))
        phone.touch("#sheet .mend-row >> nth=0")
        phone.page.wait_for_selector("#sheet .things")
        yield "sheet, the last plays"
        phone.touch("#sheet .button", gettext("Change by hand"))
        for part in (
            gettext("Total and turn"),
            gettext("Chips"),
            gettext("Cards"),
            gettext("Who is in"),
        ):
            phone.touch("#sheet .thirds .button", part)
            yield f"sheet, change by hand: {part}"
        self.closes()

    def _more(self) -> Iterator[str]:
        phone = self.phone
        self.sheet("#more")
        yield "sheet, more"
        for row, then in (
            (gettext("Forgot to draw"), ""),
            (gettext("Player joins"), ""),
            (gettext("Player leaves"), "Ann"),
            (gettext("Player changes seat"), "Bo"),
            (gettext("Count chips"), ""),
            (gettext("Rename a player"), "Bo"),
            (gettext("Keys of a keyboard"), ""),
        ):
            phone.touch("#sheet .rows .button", row)
            yield f"sheet, {row}"
            if then:
                phone.touch("#sheet .person", then)
                yield f"sheet, {row}: {then}"
            self.closes()
            self.sheet("#more")
        self.closes()

    def _owned(self) -> Iterator[str]:
        """Yield the phone as Ann's, who is not to act, then as Bo's, who is, then
        without an owner.
        """
        phone = self.phone
        self.sheet("#more", ("#sheet .button", gettext("Whose phone is this?")))
        yield "sheet, whose phone this is"
        phone.touch("#sheet .person", "Ann")
        phone.find(".standing .name", render(phrase("{player}'s phone", player="Ann"))).wait_for()
        phone.touch('.rule .ranks [data-rank="9"]')
        phone.page.wait_for_selector(".rule .last > .button")
        yield "rule, a card for the player to act"
        phone.touch(".rule .last > .button")
        phone.page.wait_for_selector(".rule .last > .button", state="detached")
        self._gives_to("Bo", before="Ann")
        phone.page.wait_for_selector(".standing.yours")
        yield "rule, the owner's turn"
        phone.goes_to("table")
        yield "table, the owner's turn"
        phone.goes_to("rule")
        self._gives_to(gettext("No seat: I only help"), before="Bo")

    def _gives_to(self, whose: str, before: str) -> None:
        """Give the phone to another owner."""
        phone = self.phone
        phone.touch("#more")
        phone.touch(
            "#sheet .button",
            gettext("This phone is {player}\N{RIGHT SINGLE QUOTATION MARK}s").format(player=before),
        )
        phone.touch("#sheet .button", whose)
        phone.page.wait_for_selector("#sheet:not([open])", state="attached")

    def _other_sheets(self) -> Iterator[str]:
        phone = self.phone
        self.orders("undo")
        self.orders("undo")
        self.sheet('.rule .ranks [data-rank="10"]')
        yield "sheet, up or down"
        self.closes()
        self.begins(HUNDRED, "5H", "9D")
        self.sheet('.rule .ranks [data-rank="A"]')
        yield "sheet, which ace"
        phone.touch('#sheet [data-suit="S"]')
        phone.page.wait_for_selector("#sheet .figure-place")
        yield "sheet, a dial"
        self.closes()
        phone.touch("#suit-too")
        self.sheet('.rule .ranks [data-rank="9"]')
        yield "sheet, which nine"
        self.closes()
        phone.touch("#suit-too")
        self.begins(SHIELDS, "8D", "7C")
        self.sheet('.rule .ranks [data-rank="Q"]', '#sheet [data-suit="S"]')
        phone.page.wait_for_selector("#sheet .answers")
        yield "sheet, who is next"
        self.closes()
        assert self.orders("play", card="AS", target="Bo") == ["done"]
        yield from self.tabs("a shield", "table", "rule")
        self.begins(SHOWS, "8")
        self.sheet(
            "#more",
            ("#sheet .rows .button", gettext("Show three of a rank")),
            ("#sheet .person", "Bo"),
        )
        yield "sheet, three of a rank"
        self.closes()
        self.begins({"variant": "arizona-ninety-eight", "players": ["Ann", "Bo", "Cy"]}, "7H")
        phone.touch("#several")
        phone.touch('.rule .ranks [data-rank="8"]')
        phone.page.wait_for_selector("#play-set")
        yield "rule, a set"
        phone.touch("#less")
        phone.touch("#less")
        self.box.pass_card("AC")
        phone.page.wait_for_selector(".place .asking")
        yield "rule, the box asks"

    def _wall(self) -> Iterator[str]:
        self.phone.goes_to("table")
        self.phone.touch('.foot a[href="#wall"]')
        self.phone.page.wait_for_selector(".wall .controls .button >> visible=true")
        yield "wall"
        self.phone.key("Escape")
        self.phone.page.wait_for_selector('body[data-tab="table"]')

    def _hand_over(self) -> Iterator[str]:
        self.begins(NINETY_NINE, "K")
        assert self.orders("bust") == ["done"]
        yield from self.tabs("a hand is over", "table", "rule")
        while self.phone.told["state"]["phase"] == "hand-over":
            assert self.orders("deal") == ["done"]
            self.plays("K")
            assert self.orders("bust") == ["done"]
        yield from self.tabs("the game is over", "table", "rule")

    def _tricks(self) -> Iterator[str]:
        phone = self.phone
        self.begins(SPAGHETTI)
        yield from self.tabs("a round begins", "table", "rule")
        self.sheet("#enter-points")
        yield "sheet, points of a round"
        self.closes()
        self.plays("6D", "9D", "KC")
        yield from self.tabs("a trick", "table", "rule")
        self.plays("10D", "2D", "3D", "5D")
        phone.touch('.rule .ranks [data-rank="4"]')
        phone.page.wait_for_selector("#sheet[open]")
        yield "sheet, a revoke"
        self.closes()
        for _ in range(7):
            self.orders("undo")
        self.orders("score", points={"Ann": 70, "Bo": 20, "Cy": 20, "Di": 20})
        yield from self.tabs("a round is over", "table", "rule")
        self.sheet("#check")
        yield "sheet, whose points"
        phone.touch("#sheet .person", "Ann")
        yield "sheet, points called"
        self.closes()

    def _evening(self) -> Iterator[str]:
        self.phone.goes_to("evening")
        self.phone.page.wait_for_selector(".evening .players")
        yield "evening"
        self.phone.touch(".strip:first-child .lanes")
        self.phone.page.wait_for_selector(".listed")
        yield "evening, a strip as a list"
        self.phone.goes_to("game")
        self.phone.page.wait_for_selector("#start")
        self.phone.touch("#start")
        yield "game, while another is on"

    def _lost(self) -> Iterator[str]:
        with self.phone.away():
            yield from self.tabs("no word from the box", "table", "rule", "evening", "game")
