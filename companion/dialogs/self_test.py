"""The self-test at the box: each part is tried in turn, and the players say whether it works."""

from msgspec.structs import replace

from companion.dialogs.context import Close, Item, Move, Reject, Scene, TestResults
from companion.dialogs.toolkit import Choice, Confirmation, Page, WidgetDialog, list_of, ok_and_undo
from companion.inputs import KEYS, Key, KeyName, PartName
from companion.message import Words, in_context, joined, phrase
from companion.outputs import Lights
from companion.screens.lights import LIGHT_COUNT, light_alone
from companion.screens.model import KeyHint, NoticeScreen
from companion.words.parts import advice, light_word, lost_advice, part_word


def tested_parts(scene: Scene) -> tuple[PartName, ...]:
    """Return the parts that the self-test tries, in its order."""
    network = ("Network",) if scene.phones is not None else ()
    return (*scene.parts, *network)


class SelfTestDialog(WidgetDialog):
    """The test of one part; `results` are those of the parts before it.

    OK is yes and goes on, UNDO is no. On the lights LEFT and RIGHT light the next one. A button is
    tried by pressing it; OK a second time goes on without the others. A scanned card tests the
    scanner. Holding MORE opens the menu and leaves the test.
    """

    step: int = 0
    results: TestResults = ()
    place: int = 0
    pressed: tuple[KeyName, ...] = ()

    def part(self, scene: Scene) -> PartName:
        """Return the part that is tried now."""
        return tested_parts(scene)[self.step]

    def lights(self, scene: Scene) -> Lights | None:
        """Return the lights during the test of the lights; None leaves them as they are."""
        return light_alone(self.place) if self.part(scene) == "Lights" else None

    def sounds(self, scene: Scene) -> bool:
        """Return whether the buzzer is tried now."""
        return self.part(scene) == "Sounder"

    def widget(self, scene: Scene) -> Page:
        part, question = self.part(scene), self.question(scene)
        title, goes_on = part_word(part), (KeyHint("OK", in_context("key", "next")),)
        works, fails = self.next(scene, works=True), self.next(scene, works=False)
        if is_lost(part, scene):
            screen = NoticeScreen(title, question, "cross", keys=goes_on)
            return Page(screen=screen, ok=fails, undo=fails)
        match part:
            case "Buttons":
                left = [key for key in KEYS if key not in self.pressed]
                skips = phrase("OK twice skips")
                return Page(screen=NoticeScreen(question, joined(" ", left), small=skips))
            case "Reader" | "Second reader":
                skip = KeyHint("UNDO", in_context("key", "skip"))
                return Page(screen=NoticeScreen(title, question, keys=(skip,)), undo=fails)
            case "Network":
                reached = self.next(scene, works=bool(scene.phones and scene.phones.address))
                screen = NoticeScreen(title, question, keys=goes_on)
                return Page(screen=screen, ok=reached, undo=fails)
        answers = ok_and_undo(in_context("key", "yes"), in_context("key", "no"))
        screen = NoticeScreen(title, question, keys=answers)
        match part:
            case "Lights":
                screen = replace(screen, small=phrase("→ the next light"))
            case "Sounder":
                screen = replace(screen, small=phrase("→ once more"))
            case _:
                # Lit along the upper edge and in both lower corners, so that a shifted or turned
                # picture is noticed.
                screen = replace(screen, mark="cross")
        before = replace(self, place=(self.place - 1) % LIGHT_COUNT)
        return Page(screen=screen, ok=works, undo=fails, left=before, right=self.again())

    def question(self, scene: Scene) -> Words:
        """Return what the players are to look at or to do."""
        part = self.part(scene)
        if is_lost(part, scene):
            return lost_advice(part)
        match part:
            case "Display" | "Second display":
                return phrase("Upright, nothing cut off?")
            case "Lights":
                return phrase("Only {light}?", light=light_word(self.place))
            case "Buttons":
                return phrase("Press each button")
            case "Sounder":
                return phrase("Do you hear it?")
            case "Reader" | "Second reader":
                return phrase("Scan any card")
        return _network(scene)

    def key(self, scene: Scene, key: Key) -> Move:
        if key.repeat:
            return self
        part = self.part(scene)
        if part != "Buttons" or is_lost(part, scene):
            return super().key(scene, key)
        pressed = tuple(dict.fromkeys((*self.pressed, key.name)))
        if set(pressed) >= set(KEYS):
            return self.next(scene, works=True)
        skips = key.name == "OK" and "OK" in self.pressed
        return self.next(scene, works=False) if skips else replace(self, pressed=pressed)

    def card(self, scene: Scene, card: str) -> Move:
        if self.part(scene) in {"Reader", "Second reader"}:
            return self.next(scene, works=True)
        return Reject(phrase("First finish the self-test"), self)

    def again(self) -> Move:
        """Light the next light, or play the sound again."""
        return replace(self, place=(self.place + 1) % LIGHT_COUNT)

    def next(self, scene: Scene, *, works: bool) -> Move:
        """Record the result of this part and go on to the next one."""
        results = (*self.results, (self.part(scene), works))
        if self.step + 1 < len(tested_parts(scene)):
            return SelfTestDialog(self.step + 1, results)
        return TestedDialog(results)


class TestedDialog(WidgetDialog):
    """The results; OK on a part that failed shows what to do."""

    __test__ = False  # pytest would take it for a test

    results: TestResults
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        failed = [part for part, works in self.results if not works]
        title = phrase("Look at {n:d}", n=len(failed)) if failed else phrase("All OK")
        rows = [
            Item(part_word(part), Close(), in_context("part", "works"))
            if works
            else Item(
                part_word(part), AdviceDialog(self.results, place), in_context("part", "fails")
            )
            for place, (part, works) in enumerate(self.results)
        ]
        first = phrase("First leave this page with {key}", key="UNDO")
        return list_of(rows, self.chosen, title, "", first=first)


class AdviceDialog(WidgetDialog):
    """What to do about a part that failed; any key returns to the results."""

    results: TestResults
    chosen: int

    def widget(self, scene: Scene) -> Page:
        part, _works = self.results[self.chosen]
        back = TestedDialog(self.results, self.chosen)
        ok = KeyHint("OK", in_context("key", "back"))
        return Page(
            screen=NoticeScreen(part_word(part), advice(part), mark="cross", keys=(ok,)),
            undo=None,
            rest=back,
            first=phrase("First leave this page with {key}", key="UNDO"),
        )


class OfferSelfTestDialog(WidgetDialog):
    """The offer of a new box to try its parts."""

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            question=phrase("Test the box?"),
            line=phrase("it takes two minutes"),
            ok=SelfTestDialog(),
        )


SelfTestDialogs = OfferSelfTestDialog | SelfTestDialog | TestedDialog | AdviceDialog
"""The dialogs of the self-test, from its offer to its results."""


def is_lost(part: PartName, scene: Scene) -> bool:
    """Return whether a part does not answer, by itself or because the pins do not."""
    pins = part in {"Lights", "Sounder", "Buttons"} and "Pins" in scene.missing
    return pins or part in scene.missing


def _network(scene: Scene) -> Words:
    address = scene.phones.address if scene.phones is not None else ""
    return phrase("A phone opens {address}", address=address) if address else advice("Network")
