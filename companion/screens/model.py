"""Everything a display can show: one struct for each kind of picture, without pixels.

`companion.dialogs` makes pictures, `companion.drawing` draws them at 128x64 or 256x64. Any text may
contain suits (♠ ♥ ♦ ♣) and the arrow →, which are drawn as shapes. Players' names are complete
here; the drawing shortens them so that no two of `table` look the same.
"""

from typing import Literal

import msgspec

from companion.core.frozen import Frozen
from companion.message import Language, Words, language_in_use


class KeyHint(Frozen):
    """A key's printed name and its action, as at the foot of a dialog ("OK", "→ 95")."""

    key: str
    does: Words


class Chips(Frozen):
    """Chips of one player: `held` of `dealt`, drawn as `look`."""

    held: int
    dealt: int
    look: Literal["dots", "corners", "pennies"] = "dots"


class Seat(Frozen):
    """One seat in the picture of the table from above."""

    name: str
    mark: Literal["act", "in", "out"]


class Screen(Frozen, tag=True, kw_only=True):
    """The base of all pictures.

    `table` are the names of all players. `keys` are at most two, drawn at the left and the right of
    the foot.
    """

    table: tuple[str, ...] = ()
    keys: tuple[KeyHint, ...] = ()


class Titled(Screen):
    """The base of pictures with a title, and at its right the player or the subject."""

    title: Words
    whose: Words


class PlayScreen(Screen):
    """The play picture: the total and whose turn it is (01 to 03b, 20, 23).

    `card` is the last card ("9♥", "Joker", "New"), `lines` the two lines below it. `debt` is the
    number of plays that this turn owes in all (2 or 4...), 0 for one ordinary play; `owed` counts
    down. `stock` is None while it is unknown. `missing` shows the warning triangle. `note` is the
    card of the last_card house rule while it is still in the stock, or "". `owes` is `owed` in
    words ("play 2"); `owes_of` is `debt` in words if there is no room for that many cards ("of
    16"). `mended` announces the correction that led here (33), and replaces the second line and the
    stock.
    """

    total: int
    name: str
    clockwise: bool
    card: Words = ""
    lines: tuple[Words, Words] = ("", "")
    stock: int | None = None
    chips: Chips | None = None
    owed: int = 1
    debt: int = 0
    seats: tuple[Seat, ...] = ()
    missing: bool = False
    note: Words = ""
    owes: Words = ""
    owes_of: Words = ""
    mended: Words = ""


class Slot(Frozen):
    """One player's place in a trick, in seat order: the card played ("J♦"), or "" before it.

    "wins" marks the card that is winning the trick (inverted), "act" the player whose turn it is
    (an empty frame). Any other place without a card is a speck.
    """

    name: str
    card: Words = ""
    mark: Literal["", "wins", "act"] = ""


class TrickScreen(Screen):
    """A trick in progress, or one that has just been taken (14, 14b).

    `title` is the round ("Round 4"), or its trump ("Trump ♠"); `costs` are the cards that cost
    points in it ("K♠ costs 100"). The foot shows a player (`who`) and an action (`does`): "follow
    ♦", "lead", "not ♠" while that suit may not be led, or for a trick that is `complete` "takes 25"
    or "takes it". `slots` are all players in seat order, three to eight. `missing` shows the
    warning triangle. `spoken` holds the costs and the action as sentences for a screen reader.
    """

    title: Words
    costs: Words
    slots: tuple[Slot, ...]
    who: Words
    does: Words
    missing: bool = False
    complete: bool = False
    spoken: tuple[Words, ...] = ()


class ChoiceOption(Frozen):
    """One answer to choose, with its result below ("→ 98", "+10")."""

    label: Words
    makes: Words = ""


class ChoiceScreen(Titled):
    """A few values or suits side by side (04, 06b); a label that is one suit is drawn large."""

    options: tuple[ChoiceOption, ...]
    chosen: int


class DialScreen(Titled):
    """A number set with LEFT and RIGHT (05, 25, 41, and "How many chips?").

    `value` is None while the dial is empty. Below the number, the drawing shows its position
    between `low` and `high` (with `scale`), or else its result `makes` (41: "240 → 275") or the
    `chips` it represents (38).
    """

    value: int | None
    low: int
    high: int
    scale: bool = False
    makes: Words = ""
    chips: Chips | None = None


class RankScreen(Titled):
    """A rank to play, chosen from a ring (06a, 06c). `ranks` in ring order; `whose` e.g. the total.

    The last `refused` ranks cannot be played; the drawing shows them small and struck through.
    """

    ranks: tuple[Words, ...]
    chosen: int
    refused: int = 0


class CardRowScreen(Titled):
    """Cards side by side: a set while it is collected (26), or a hand shown at a bust.

    `cards` are texts as on a card ("8♥", "8", "Joker"), followed by `open` empty places.
    """

    cards: tuple[Words, ...]
    open: int = 1


class NoticeScreen(Screen):
    """A headline and one sentence (07 refused, 24 stopped, 27 can play).

    `headline` is inverted; `mark` is at its right end, and `page` before it ("1/2") if the sentence
    has several pages. `sentence` wraps on up to three lines.
    """

    headline: Words
    sentence: Words
    mark: Literal["cross", ""] = ""
    small: Words = ""
    page: str = ""


class ConfirmScreen(Titled):
    """A question or statement, centered, with one line below it (08 bust, 12 undo, shield).

    `chips` follow the line if given. `title`, at the top left, is the subject or "". `turns` means
    that LEFT and RIGHT change the line (37).
    """

    question: Words
    line: Words = ""
    chips: Chips | None = None
    turns: bool = False


class PlayerRow(Frozen):
    """One player in a table of players, with chips, a text (points, "out"), or neither.

    `marked` is the player who paid: inverted, or a triangle if the rows are too small for that.
    `crowned` players would win now: a small crown follows the name.
    """

    name: str
    chips: Chips | None = None
    text: Words = ""
    marked: bool = False
    crowned: bool = False


class PlayerTableScreen(Titled):
    """All players with chips (09, 09b, 09c) or points (15), after a hand or a round.

    `rows` are in seat order, up to ten and more. Up to four of them have `large` numbers if the
    names leave room.
    """

    rows: tuple[PlayerRow, ...]
    large: bool = False


class WinnerScreen(Screen):
    """The end of the game (10, 43): `sentence` ("Ann wins", "Gus loses") and `forfeit`.

    Below it are `rows`, the best player first; `unit` is the unit of their figures ("points"). A
    forfeit ("takes a drink") leaves no room for rows.
    """

    sentence: Words
    unit: Words = ""
    rows: tuple[PlayerRow, ...] = ()
    crown: bool = True
    forfeit: Words = ""


class ListEntry(Frozen):
    """A list row: an optional short prefix in its own column ("99"), text, and `value` at right."""

    text: Words
    prefix: Words = ""
    value: Words = ""


class ListScreen(Titled):
    """A list to choose from (11a, 22, the menu); the chosen row is always the middle one."""

    rows: tuple[ListEntry, ...]
    chosen: int


class CountScreen(Screen):
    """The number of players (11b), and the table from above with that number of seats."""

    title: Words
    value: int


class MiscountScreen(Screen):
    """A wrong call (13, 13b): the right total at its usual place, the wrong one below "not".

    OK may ask why.
    """

    total: int
    called: int
    sentence: Words


class SeatScreen(Titled):
    """A seat chosen at the table from above (31 who is next, 36 a place between two players).

    `lines` name the players there: a single name without a label, or two players each with a word
    before the name ("after"). The chosen one of the `seats` is marked "act".
    """

    lines: tuple[tuple[Words, str], ...]
    seats: tuple[Seat, ...]


class ExplanationScreen(Screen):
    """A possible reason for a disagreement between the table and the box (32, 39), as a sentence.

    `page` is its place among the explanations ("1/3"). Below the sentence are the box's state,
    `before`, and, inverted, the corrected one, `after`; if nothing changes, `before` alone.
    """

    sentence: Words
    page: str
    before: Words
    after: Words = ""


class PartFailedScreen(Screen):
    """A failed part (17) and its replacement (inverted), or the facts to write down (54)."""

    sentence: Words
    instead: Words
    icon: Literal["plug", "warning"] = "plug"


class PairingScreen(Screen):
    """The address for phones and the six-digit pairing code, as a QR code and to be typed (16).

    `modules` is a QR code of both without its quiet zone, row by row, dark as "1"; `label`
    describes the digits.
    """

    address: str = ""
    modules: tuple[str, ...] = ()
    code: str = ""
    label: Words = ""


class WelcomeScreen(Screen):
    """A new box: the address for phones as a QR code, and the keys' functions (16d).

    `modules` is `address` as a QR code without its quiet zone, row by row, dark as "1"; `name` is
    the box's name and port in the local network ("card-table.local:8098"), "" if it has none.
    """

    address: str = ""
    modules: tuple[str, ...] = ()
    name: str = ""


class OwnWifiScreen(Screen):
    """The box's own network (16b): a QR code to join it, its name and password.

    `modules` is a QR code without its quiet zone, row by row, dark as "1".
    """

    name: str = ""
    modules: tuple[str, ...] = ()
    password: str = ""


class RestingScreen(Screen):
    """The idle display (18): the small total in one of nine `place`s (0 to 8), moved every minute.

    `text` replaces the total if there is none: no game is in progress, or it is a trick game.
    """

    total: int | None
    name: str = ""
    clockwise: bool = True
    place: int = 0
    text: Words = ""


class SafeToUnplugScreen(Screen):
    """Notice that everything is on disk, so the box may be unplugged (19)."""

    sentence: Words


class BootScreen(Screen):
    """Notice that the box is starting (21)."""

    name: str = "Companion"


class DarkScreen(Screen):
    """Nothing is lit: the display has rested for an hour, or everything is switched off."""


Picture = (
    PlayScreen
    | TrickScreen
    | ChoiceScreen
    | DialScreen
    | RankScreen
    | CardRowScreen
    | NoticeScreen
    | ConfirmScreen
    | PlayerTableScreen
    | WinnerScreen
    | ListScreen
    | CountScreen
    | MiscountScreen
    | SeatScreen
    | ExplanationScreen
    | PartFailedScreen
    | PairingScreen
    | WelcomeScreen
    | OwnWifiScreen
    | RestingScreen
    | SafeToUnplugScreen
    | BootScreen
    | DarkScreen
)


class Frame(Frozen):
    """A picture with the current contrast, shift and language of a display.

    `contrast` is 0.0 to 1.0 of the panel's maximum; `step` 0 to 8 is the place in the ring of
    shifts against burn-in (-1, 0 or +1 px in x and y; 0 is no shift), which the display applies.
    `language` is stored with the picture because another thread draws it.
    """

    picture: Picture
    contrast: float = 1.0
    step: int = 0
    language: Language = msgspec.field(default_factory=language_in_use)
