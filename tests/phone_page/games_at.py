"""A box with a real catalog and store of games, behind the hand-made table of
the other page tests.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, expect

from companion.core.commands import New
from companion.core.family import Variant
from companion.dialogs.context import Scene
from companion.games import FAMILIES, family_of
from companion.phone.editor import catalogue
from companion.phone.editor.store import FileChange, VariantStore
from companion.phone.request import RequestError
from companion.screens.lights import light_places
from companion.words.form import ALL_DRAWN, FOR_PAGES
from tests.phone_page import tables
from tests.phone_page.table_at import Answer, Json, TableAt


def asking() -> Json:
    """Return a box without a game."""
    return {
        "box": tables.BOX,
        "ruling": {"phones": 1, "version": 1, "owners": []},
        "game": None,
        "state": None,
        "now": tables.NOW,
        "question": None,
        "rounds": None,
    }


def unfold(page: Page, what: str) -> None:
    """Open "game" or "rules", which a phone shows as a line and a desktop always shows open."""
    expect(page.locator("#start")).to_be_visible()
    line = page.locator(f"#open-{what}")
    if line.is_visible() and line.get_attribute("aria-expanded") == "false":
        line.click()
    page.wait_for_selector(".cards-do" if what == "game" else ".house")


class GamesAt(TableAt):
    """Answers requests about games like a box that has its own games in `folder`.

    `playing` is the command that started the current game, or None without one. `known` are the
    people who have played there, latest first. `tonight` says if the last game was this evening,
    and `seats` are the unnamed seats of that game. `drawn` is the player drawn by lot, and
    `refused` the reason why names cannot be changed.
    """

    def __init__(
        self,
        folder: Path | None,
        parts: Json | None = None,
        *,
        playing: New | None = None,
        rules: bool = True,
        known: Sequence[str] = (),
        tonight: bool = True,
        seats: Sequence[Json] = (),
    ) -> None:
        super().__init__(asking() if parts is None else parts, rules=rules, answers=self._games)
        self.known, self.tonight, self.seats = list(known), tonight, list(seats)
        self.refused = ""
        self.drawn = ""
        self.shelved: Mapping[str, Variant] = {}
        self.store = VariantStore(folder, self._shelve)
        self.scene = Scene(self.store.shelf.variants, families=FAMILIES)
        if playing is not None:
            in_force = family_of(self.store.shelf.variants[playing.variant]).rules_of(
                self.store.shelf.variants[playing.variant], playing.house, len(playing.players)
            )
            state, _ = family_of(in_force).start(in_force, playing)
            self.scene = Scene(self.store.shelf.variants, in_force, state, families=FAMILIES)

    def started(self) -> list[Json]:
        """Return the orders that started games."""
        return [body["order"] for body in self.posted("order")]

    def _shelve(self, variants: Mapping[str, Variant]) -> None:
        self.shelved = variants

    def _call(self, names: Mapping[str, str]) -> Answer:
        """Rename people; an empty new name forgets them."""
        if self.refused:
            return 400, {"problem": self.refused}
        named = dict.fromkeys(names.get(name, name) for name in self.known)
        self.known = [name for name in named if name]
        return 200, {"players": names}

    def _preview(self, body: Json) -> object:
        if not body.get("variant"):
            return catalogue.playing(self.scene)
        house, players = body.get("house", {}), body.get("players", ())
        return catalogue.preview(self.scene, self.store.shelf, body["variant"], players, house)

    def _games(self, path: str, body: Json) -> Answer | None:
        try:
            match path:
                case "/people":
                    unnamed = [f"Seat {number}" for number in range(1, 13)]
                    places = [light_places(count) for count in range(13)]
                    people: Json = {
                        "known": self.known,
                        "unnamed": unnamed,
                        "games": dict.fromkeys(self.known, 41),
                        "seats": self.seats,
                        "tonight": self.tonight,
                        "places": places,
                    }
                    return 200, _json(people)
                case "/people/forget" | "/people/rename":
                    return self._call({body["player"]: body.get("name", "")})
                case "/people/merge":
                    return self._call(body["people"])
                case "order" if body["order"]["cmd"] == "lot":
                    return 200, {"drawn": self.drawn}
                case "/games":
                    return 200, catalogue.listing(self.store.shelf)
                case "/games/preview":
                    return 200, _json(self._preview(body))
                case "/games/open":
                    itself = body.get("itself", False)
                    opened = self.store.open(body["variant"], body["house"], itself=itself)
                    return 200, json.loads(ALL_DRAWN.encode(opened))
                case "/games/check":
                    change = msgspec.convert(body["change"], FileChange | None)
                    checked = self.store.check(body["text"], body["name"], change)
                    return 200, json.loads(ALL_DRAWN.encode(checked))
                case "/games/save":
                    instead = body.get("replace", False)
                    return 200, {
                        "name": self.store.save(body["text"], body["file"], instead=instead)
                    }
                case "/games/delete":
                    self.store.delete(body["name"])
                    return 200, {}
                case _ if path.startswith("/games/"):
                    text = self.store.text(path.removeprefix("/games/").removesuffix(".toml"))
                    return (404, {"problem": "Game not found."}) if text is None else (200, text)
        except RequestError as refused:
            return refused.status, {"problem": str(refused), **refused.facts}
        return None


def _json(told: object) -> Any:
    return json.loads(FOR_PAGES.encode(told))
