"""Take the documents' pictures of the page on the phone: `python -m tests.phones.pictures`.

The real program runs and is played in a real browser, so every picture shows a played game.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.docs.regenerate import ROOT
from tests.phones.box import Box
from tests.phones.phone import DESK, PHONE, TELEVISION, Phone
from tests.phones.tour import HUNDRED, SPAGHETTI, Tour

FOLDER = ROOT / "docs"
DENSITY = 1.5
"""Pixels of a picture per pixel of the page: letters stay readable, and files small."""

GAP = 24  # px between two phones
GROUND = "#808080"
COLOURS = 160

PEOPLE = {"variant": "ninety-nine", "players": ["Ann", "Bo", "Cy", "Di"], "house": {"chips": 3}}
HANDS = (
    ("8H", "3C", "7D", "KS", "9C", "4D"),
    ("JD", "QC", "5S", "8D", "KD", "4S", "9H", "10C"),
    ("7H", "8C", "JC", "4C", "6S", "QD", "9D", "5H", "JS", "KC", "9S", ("10D", -10), "8S", "4H"),
)
"""Three hands, the last one unfinished."""


class Album:
    """Screenshots of a page, side by side."""

    def __init__(self) -> None:
        self._seen: list[Image.Image] = []

    def see(self, phone: Phone, selector: str = "") -> None:
        """Take a screenshot of the page, from its top or from `selector` on."""
        page = phone.page
        page.evaluate("() => { document.activeElement?.blur(); window.scrollTo(0, 0); }")
        if selector:
            below = "found => window.scrollTo(0, found.getBoundingClientRect().top - 64)"
            page.locator(selector).evaluate(below)
        page.wait_for_function(
            "() => document.fonts.status === 'loaded' && !document.querySelector('.changed')"
        )
        self.keep(page.screenshot())

    def keep(self, picture: bytes) -> None:
        """Add a screenshot that was taken before."""
        self._seen.append(Image.open(io.BytesIO(picture)).convert("RGB"))

    def save(self, name: str) -> None:
        """Write docs/`name`.png."""
        gap = round(GAP * DENSITY) if len(self._seen) > 1 else 0
        width = sum(one.width + gap for one in self._seen) - gap
        whole = Image.new("RGB", (width, max(one.height for one in self._seen)), GROUND)
        left = 0
        for one in self._seen:
            whole.paste(one, (left, 0))
            left += one.width + gap
        path = FOLDER / f"{name}.png"
        whole.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} kB\n")
        self._seen.clear()


class Photographer:
    """A person with three devices: a phone that plays in dark mode, one that watches in light mode,
    and a desktop.
    """

    def __init__(self, box: Box, browser: Browser) -> None:
        self.box, self.album, self.standing = box, Album(), Album()
        self.phone = Phone(browser, box.address, PHONE, density=DENSITY)
        self.light = Phone(browser, box.address, PHONE, light=True, density=DENSITY)
        self.desk = Phone(browser, box.address, DESK)
        self.television = Phone(browser, box.address, TELEVISION)
        self.tour = Tour(box, self.phone)

    def all(self) -> None:
        """Take every picture."""
        self.pairing()
        self.setting_up()
        self.hands()
        self.choices()
        self.evening()
        self.tricks()
        self.states()

    def pairing(self) -> None:
        """Show a box without a game, and pairing."""
        self.standing.see(self.phone)
        invited = self.box.invites()
        self.phone.enters("".join(str((int(digit) + 1) % 10) for digit in invited.code))
        self.phone.page.wait_for_selector(".pair .problem:text('Wrong code')")
        self.standing.see(self.phone)
        self.phone.enters(self.box.invites().code)
        self.phone.page.wait_for_selector(".rule.none")

    def setting_up(self) -> None:
        """Show the choice of a game and the seats, and the editor of a variant."""
        phone, album = self.phone, self.album
        phone.goes_to("game")
        phone.page.wait_for_selector(".newcomer")
        self.tour.seats(*PEOPLE["players"], "Eva", "Jörg", "Max", "Peggy", "Winifred", "Yusuf")
        for name in ("Eva", "Jörg", "Max", "Peggy", "Winifred", "Yusuf"):
            phone.touch(".chips-of .person", name)
        album.see(phone)
        self.tour.unfolds_line("game")
        album.see(phone)
        self.tour.unfolds_line("rules")
        album.see(phone)
        phone.touch(".house .button", "Make your own variant")
        phone.page.wait_for_selector(".add-on")
        album.save("phone-setup")
        for add_on in ("Aces 1 or 11", "Three skips a player"):
            phone.touch(".add-on", add_on)
            phone.page.wait_for_selector(f".add-on[aria-pressed=true]:has-text('{add_on}')")
        album.see(phone)
        self.tour.opens("10")
        album.see(phone, ".line.open")
        phone.touch("#opened .button", "Done")
        self.tour.writes("target = 0\n")
        album.see(phone, ".file-text")
        album.save("phone-editor")
        self.tour.leaves()

    def hands(self) -> None:
        """Show a long game, watched and played."""
        phone, album, tour = self.phone, self.album, self.tour
        self.whole_game()
        tour.begins(PEOPLE)
        for hand in HANDS[:-1]:
            tour.plays(*hand)
            tour.orders("bust")
            tour.orders("deal")
        tour.plays(*HANDS[-1])
        for looking in (phone, self.light):
            looking.goes_to("table")
            looking.sees(total="97")
            album.see(looking)
        album.save("phone-table")
        self.desk.sees(total="97")
        album.see(self.desk)
        album.save("phone-desk")
        self.wall()
        phone.goes_to("rule")
        album.see(phone)
        phone.touch('.rule .ranks [data-rank="8"]')
        phone.page.wait_for_selector(".refused")
        album.see(phone)
        phone.touch("#undo")
        phone.page.wait_for_selector("#undo:has-text('Yes, undo')")
        album.see(phone)
        album.save("phone-rule")
        phone.key("Escape")

    def wall(self) -> None:
        """Show the table on a television once its controls are hidden."""
        self.television.touch('.foot a[href="#wall"]')
        self.television.page.wait_for_selector(".wall.still")
        self.album.see(self.television)
        self.album.save("wall")

    def whole_game(self) -> None:
        """Play a game to its end, so that the evening has a winner."""
        self.tour.begins(PEOPLE)
        for _ in range(40):
            self.tour.plays("K")
            self.tour.orders("bust")
            if self.phone.told["state"]["phase"] == "game-over":
                return
            self.tour.orders("deal")

    def choices(self) -> None:
        """Show sheets: a wrong call, plus or minus, which suit."""
        phone, album, tour = self.phone, self.album, self.tour
        tour.sheet("#check")
        phone.key("9", "6")
        phone.touch("#sheet .foot .main")
        phone.page.wait_for_selector("#sheet .figure-place.wrong")
        album.see(phone)
        tour.closes()
        tour.orders("undo", count=5)
        tour.sheet('.rule .ranks [data-rank="10"]')
        album.see(phone)
        tour.closes()
        tour.begins({**HUNDRED, "players": PEOPLE["players"]}, "5H", "9D", "JC", "QD", "8S")
        tour.sheet('.rule .ranks [data-rank="2"]')
        phone.page.wait_for_selector("#sheet .makes")
        album.see(phone)
        album.save("phone-sheets")
        tour.closes()
        tour.orders("undo", count=5)
        assert tour.orders("reopen") == ["done"]

    def evening(self) -> None:
        """Show who is ahead and who pays whom."""
        self.phone.goes_to("evening")
        self.phone.page.wait_for_selector(".evening .players")
        self.album.see(self.phone)
        self.album.see(self.phone, ".evening .settle")
        self.album.save("phone-evening")

    def tricks(self) -> None:
        """Show Arizona Spaghetti in its third round."""
        phone, album, tour = self.phone, self.album, self.tour
        tour.begins(SPAGHETTI)
        tour.orders("score", points={"Ann": 70, "Bo": 20, "Cy": 20, "Di": 20})
        tour.orders("deal")
        tour.orders("score", points={"Ann": 0, "Bo": 60, "Cy": 40, "Di": 30})
        tour.orders("deal")
        phone.goes_to("rule")
        tour.sheet("#enter-points")
        phone.touch('#sheet .given[aria-label^="Points of Bo:"]')
        phone.key("5", "0")
        score = phone.page.screenshot()
        tour.closes()
        tour.plays("5D", "JD", "2D")
        phone.goes_to("table")
        album.see(phone)
        phone.goes_to("rule")
        album.see(phone)
        album.keep(score)
        album.save("phone-spaghetti")

    def states(self) -> None:
        """Show the lost connection to the box, in both themes."""
        self.tour.begins(PEOPLE, *HANDS[0])
        self.phone.goes_to("table")
        self.light.goes_to("table")
        for looking in (self.phone, self.light):
            with looking.away():
                self.standing.see(looking)
        self.standing.save("phone-states")


def main() -> None:
    """Write docs/phone-*.png and docs/wall.png."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, Box(Path(folder)) as box:
        Photographer(box, browser).all()


if __name__ == "__main__":
    main()
