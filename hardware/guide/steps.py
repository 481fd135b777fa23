"""Draws the picture of each step of the guides to kits A and B: `python -m hardware.guide.steps`.

Boards and keys come from kits.toml, what a display shows from the program.
"""

from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin
from pathlib import Path
from typing import cast

from companion import AddingGame
from companion.box.language_choice import LanguageChoice
from companion.config import pins_of, read_config
from companion.dialogs.context import ListLanguages, PhoneStatus, Scene
from companion.dialogs.menu import CodeDialog, LanguageDialog
from companion.dialogs.self_test import SelfTestDialog, TestedDialog
from companion.drawing import draw
from companion.games.adding.screens import play_picture
from companion.languages import CATALOGUES, load_language
from companion.message import ENGLISH, Language, using
from companion.phone.pairing.address import modules_of
from companion.screens.lights import seat_places
from companion.screens.model import Picture
from hardware.guide import shapes as at
from hardware.kits import Language as Code
from hardware.kits import load_kits

HERE = Path(__file__).parent
KITS = load_kits()
PRESETS: Mapping[str, str] = {"A": "oled-hat", "B": "lights"}
WIDTH, HEIGHT = 180.0, 84.0
ADDRESS = "192.168.178.23:8098"

KEY_PLACES: Mapping[int, tuple[float, float]] = {
    16: (6, 7), 20: (6, 15), 21: (6, 23),
    13: (57, 15), 5: (61, 15), 26: (53, 15), 6: (57, 19), 19: (57, 11),
}  # fmt: skip
"""GPIO -> the place of its key on the display board, turned as in the guide (its manual)."""

_STICK: Mapping[int, tuple[str, float, float]] = {
    13: ("{}", 57, 16), 26: ("← {}", 47, 34.5), 5: ("{} →", 66, 34.5),
}  # fmt: skip
"""GPIO -> the label of a direction of the stick, and its place on the display board."""

TEXTS: Mapping[str, Mapping[Code, str]] = {
    "pc": {"en": "Raspberry Pi Imager", "de": "Raspberry Pi Imager"},
    "card": {"en": "microSD card", "de": "microSD-Karte"},
    "scanner": {"en": "scanner", "de": "Scanner"},
    "power": {"en": "power supply", "de": "Netzteil"},
    "see": {"en": "You see this", "de": "Das siehst du"},
    "back": {"en": "back of the box", "de": "hinten"},
    "plug": {"en": "middle and signal pin", "de": "mittlerer und Signalstift"},
    "ground": {"en": "GND: free", "de": "GND: frei"},
    "signal": {"en": "signal", "de": "Signal"},
    "plays": {"en": "This phone|can play now.", "de": "Dieses Handy kann|jetzt mitspielen."},
    "seat": {"en": "Seat", "de": "Platz"},
    "sticker": {"en": "10 mm from both edges", "de": "10 mm von beiden Kanten"},
}


def display_board(x: float, y: float, preset: str) -> str:
    """Return the display board with the names of its keys."""
    keys = {
        pin: name for name, pin in pins_of(read_config(KITS.presets[preset].config)).keys.items()
    }
    shapes = [at.box(x, y, 65, 30, at.BOARD["display"], radius=3)]
    shapes.append(at.box(x + 16, y + 5, 33, 19, at.GLASS, radius=0.5))
    shapes.append(at.disc(x + 57, y + 15, 5, at.METAL))
    for pin, (left, top) in KEY_PLACES.items():
        if pin in {16, 20, 21}:
            shapes.append(at.box(x + left - 3, y + top - 2.5, 6, 5, at.METAL, radius=0.5))
            shapes.append(at.words(x - 1, y + top + 1.2, keys[pin], 3.4, anchor="end"))
        elif pin in keys:
            text, beside, below = _STICK[pin]
            shapes.append(at.words(x + beside, y + below, text.format(keys[pin]), 3))
    return "".join(shapes)


def light_board(x: float, y: float) -> str:
    """Return the light driver with its sixteen plugs of three pins: from the edge inwards ground,
    5 V and signal, as its maker draws it.
    """
    shapes = [at.box(x, y, 65, 30, at.BOARD["lights"], radius=3), at.header(x + 7, y + 24)]
    shapes += [_plug(x + 5 + 3.6 * number, y + 5, number) for number in range(16)]
    return "".join(shapes)


def _plug(x: float, y: float, number: int) -> str:
    colors = ("#20242a", "#c81e1e", "#d6b34a")
    pins = "".join(at.disc(x, y + 2.54 * row, 0.8, color) for row, color in enumerate(colors))
    return pins + at.words(x, y + 10, str(number), 2.4, ink="white")


class Guide:
    """The pictures of a kit's guide in a language."""

    def __init__(self, kit: str, code: Code) -> None:
        self.kit, self.code = kit, code
        self.preset = PRESETS[kit]
        self.language = ENGLISH if code == "en" else load_language(code)
        self.lights = kit == "B"

    def say(self, name: str) -> str:
        """Return a word of the pictures in the language."""
        return TEXTS[name][self.code]

    def steps(self) -> Iterator[str]:
        """Yield the picture of each step in its order."""
        yield self.parts()
        yield self.card()
        yield self.stack()
        if self.lights:
            yield self.ring()
        yield self.power()
        yield self.test()
        yield self.phone()
        yield self.stickers()
        yield self.play()

    def sees(
        self,
        shown: Callable[[], Picture],
        *,
        lights: bool = True,
        language: Language | None = None,
    ) -> str:
        """Return the display at the right, with the picture that the program draws."""
        with using(language or self.language):
            image = draw(shown(), lights=lights)
        return at.words(141, 18, self.say("see"), 4.2) + at.glass(109, 24, image)

    def parts(self) -> str:
        """Return the picture of the parts."""
        shapes = []
        for place, part in enumerate(KITS.parts_of(self.kit).values()):
            x, y = 8 + 43 * (place % 4), 10 + 36 * (place // 4)
            shapes.append(at.box(x, y, 36, 18, "#e4dfd2", radius=2))
            count = part.quantity[self.kit]
            shapes.append(at.words(x + 18, y + 11, f"{count} x" if count > 1 else "1", 5))
            shapes.append(at.words(x + 18, y + 23, part.words(self.code).part, 3.1))
            name = " ".join(filter(None, (part.maker, part.number)))
            shapes.append(at.words(x + 18, y + 27, "" if name in part.part else name, 2.6))
        return at.picture(WIDTH, HEIGHT, *shapes)

    def card(self) -> str:
        """Return the picture of writing the card."""
        title = KITS.presets[self.preset].title
        shapes = (
            at.box(10, 12, 100, 56, "#e4dfd2", radius=2),
            at.box(14, 16, 92, 44, "white", radius=1),
            at.words(60, 24, self.say("pc"), 4.4),
            at.box(20, 30, 80, 12, "#cfe3d6", radius=1),
            at.words(60, 38, f"Table companion, {title}", 4),
            at.arrow(112, 40, 132, 40),
            at.box(137, 28, 16, 22, at.INK, radius=1.5),
            at.words(145, 60, self.say("card"), 4),
        )
        return at.picture(WIDTH, HEIGHT, *shapes)

    def stack(self) -> str:
        """Return the picture of the boards that are plugged together."""
        shapes = [at.pi(6, 6), at.box(71, 29, 12, 9, at.INK, radius=1)]
        shapes += [at.arrow(92, 33, 84, 33), at.words(77, 43, "microSD", 3)]
        if self.lights:
            shapes += [light_board(106, 28), at.arrow(104, 52, 74, 60)]
        else:
            shapes += [display_board(106, 28, self.preset), at.arrow(88, 52, 74, 58)]
        return at.picture(WIDTH, HEIGHT, *shapes)

    def ring(self) -> str:
        """Return the picture of the lights and their outputs."""
        shapes = [display_board(18, 2, self.preset), at.arrow(50, 36, 50, 43)]
        shapes += [light_board(18, 45), at.words(50, 80, self.say("plug"), 3.4)]
        for row, name in enumerate((self.say("ground"), "5 V", self.say("signal"))):
            shapes.append(at.words(84, 51 + 2.54 * row, name, 2.6, anchor="start"))
        middle_x, middle_y, radius = 142.0, 44.0, 28.0
        for number, place in enumerate(seat_places(8)):
            angle = 2 * pi * place / 8
            x, y = middle_x + radius * sin(angle), middle_y - radius * cos(angle)
            shapes += [at.disc(x, y, 4, "#f0b429"), at.words(x, y + 1.3, str(number), 3.6)]
        names = (("8", "↻"), ("9", "↺"), ("10", "✓"), ("11", "✕"))
        for place, (output, sign) in enumerate(names):
            x = middle_x - 15 + 10 * place
            shapes += [at.disc(x, middle_y, 3.6, "#f0b429"), at.words(x, middle_y + 1.2, output, 3)]
            shapes.append(at.words(x, middle_y + 9, sign, 5))
        shapes += [at.words(middle_x, 11, self.say("back"), 3.4), at.arrow(84, 64, 106, 56)]
        return at.picture(WIDTH, HEIGHT, *shapes)

    def power(self) -> str:
        """Return the picture of scanner and supply, and of the first question."""
        shapes = [at.pi(28, 16), display_board(28, 42, self.preset)]
        if self.lights:
            shapes += [at.disc(16 + 6.5 * place, 80.5, 2.2, "#f0b429") for place in range(12)]
        shapes += [at.arrow(8, 39, 23, 39), at.words(10, 35, self.say("scanner"), 3.4)]
        shapes += [at.arrow(83, 4, 83, 13), at.words(80, 7, self.say("power"), 3.4, anchor="end")]
        return at.picture(WIDTH, HEIGHT, *shapes, self.sees(_languages, language=ENGLISH))

    def test(self) -> str:
        """Return the picture of the self-test."""
        parts = ("Display", *(("Lights",) if self.lights else ()), "Buttons", "Reader")
        results = tuple((part, True) for part in (*parts, "Network"))
        with using(self.language):
            first = draw(SelfTestDialog().picture(Scene({}, parts=parts)))
        shapes = (at.glass(14, 24, first), at.arrow(84, 40, 102, 40))
        shown = self.sees(lambda: TestedDialog(results).picture(Scene({}, parts=parts)))
        return at.picture(WIDTH, HEIGHT, *shapes, shown)

    def phone(self) -> str:
        """Return the picture of the first phone."""
        invitation = modules_of(ADDRESS, "482913")
        phones = PhoneStatus(ADDRESS, modules_of(ADDRESS), "482913", invitation=invitation)
        shapes = (
            at.box(34, 10, 34, 64, at.INK, radius=5),
            at.box(37, 16, 28, 50, "white", radius=1),
            *(
                at.words(51, 38 + 5 * row, line, 2.8)
                for row, line in enumerate(self.say("plays").split("|"))
            ),
            at.arrow(84, 42, 102, 42),
        )
        shown = self.sees(lambda: CodeDialog().picture(Scene({}, phones=phones)))
        return at.picture(WIDTH, HEIGHT, *shapes, shown)

    def stickers(self) -> str:
        """Return the picture of a card with its stickers."""
        shapes = [at.box(58, 4, 54, 76, "white", radius=3)]
        shapes += [at.words(66, 14, "7♥", 7, ink="#b91c1c")]
        for x, y, left in ((102, 14, 84.6), (68, 70, 60)):
            shapes.append(at.box(left, y - 5, 25.4, 10, "#e4dfd2", radius=0.5))
            shapes.append(at.box(x - 3, y - 3, 6, 6, at.INK, radius=0))
        shapes += [at.words(120, 15, self.say("sticker"), 3.6, anchor="start")]
        return at.picture(WIDTH, HEIGHT, *shapes)

    def play(self) -> str:
        """Return the picture of the first play."""
        game = AddingGame("ninety-nine", [f"{self.say('seat')} {n}" for n in (1, 2, 3, 4)])
        game.play("7H")

        def shown() -> Picture:
            return play_picture(game.rules, game.state, missing=False)

        shapes = [at.box(12, 20, 64, 44, "#e4dfd2", radius=2), at.words(44, 45, "7♥", 12)]
        shapes += [at.arrow(80, 42, 102, 42)]
        return at.picture(WIDTH, HEIGHT, *shapes, self.sees(shown, lights=self.lights))


def _languages() -> Picture:
    """Return the first question of a new box."""
    asked = LanguageChoice(catalogues=CATALOGUES).execute(ListLanguages(), None)
    return cast("LanguageDialog", asked).picture(Scene({}))


def pictures() -> dict[str, str]:
    """Return the text of every picture by the name of its file."""
    return {
        f"{kit.lower()}-{number}{'' if code == 'en' else '-' + code}.svg": text
        for kit in PRESETS
        for code in ("en", "de")
        for number, text in enumerate(Guide(kit, code).steps(), start=1)
    }


def write_pictures() -> None:
    """Write all pictures."""
    for stale in HERE.glob("*.svg"):
        stale.unlink()
    for name, text in pictures().items():
        (HERE / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write_pictures()
