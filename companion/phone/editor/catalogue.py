"""The catalog of variants and its routes: the list, one variant with its house rules, and the
editor.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.box.state import Snapshot
from companion.core.cards import JOKER, Pack
from companion.core.commands import New
from companion.core.family import Rules, Variant
from companion.core.options import Exact, Option
from companion.core.refusals import BadField, ContractNeeded, TrumpNeeded, UnknownVariant
from companion.dialogs.context import MAX_SEATS, Scene
from companion.dialogs.set_up import VERSIONS, names_for
from companion.errors import Illegal
from companion.games import family_of, kept_chips
from companion.message import Words, phrase
from companion.phone.editor.store import FileChange, VariantStore
from companion.phone.request import (
    PAIRED,
    Body,
    RequestError,
    Sender,
    WorkPlaces,
    json_response,
    on_worker,
    posted,
)
from companion.variants import Shelf
from companion.words.cards import face, rank_face
from companion.words.form import ALL_DRAWN, FOR_PAGES, with_signs
from companion.words.numbers import Rows, sentences
from companion.words.refusals import sentence
from companion.words.rule_keys import answer, rule_title
from companion.words.variants import pack_changes, provenance_words, translated

House = Mapping[str, Any]
Row = dict[str, Any]
"""The row of a rule in a form, in the page's format."""


def house_rows(printed: Rules, rules: Rules, house: House) -> list[Row]:
    """Return the house rules that apply, the usual ones first.

    Args:
        printed: the rules of the variant without house rules.
        rules: the rules with `house`, or `printed` while `house` contradicts itself.
        house: the house rules set so far.
    """
    family = family_of(printed)
    needs_chips = str(house.get("bust", "")).startswith("chip")
    options = [
        option
        for name, option in family.options.items()
        if option.key.house_rule
        and (name in house or _fits(option, rules) or (name == "chips" and needs_chips))
    ]
    rows = [
        *(
            _switch(shortcut.rule, shortcut.label, "", is_on=shortcut.is_on, lay=shortcut.lay)
            | {"usual": True}
            for shortcut in family.shortcuts(printed, rules, house)
        ),
        *(_row(option, printed, house) | {"usual": option.key.usual} for option in options),
    ]
    places = {name: place for place, name in enumerate(family.options)}
    # Single cards, which are not options, come first.
    rows.sort(key=lambda row: (not row["usual"], places.get(row["name"], -1)))
    if (pack := printed.pack) is not None:  # The rules with a dialog of their own ask for a card.
        rows += [_card_row(rule, pack, house) for rule in family.own_house_rules]
    return rows


def _fits(option: Option, rules: Rules) -> bool:
    """Return whether the house rule affects this game."""
    return not option.key.applies or bool(getattr(rules, option.key.applies))


def _row(option: Option, printed: Rules, house: House) -> Row:
    name, title = option.name, rule_title(option.called)
    default = getattr(printed, name)
    value = house.get(name, default)
    match option.choices:
        case (off, on):
            other = off if value == on else on
            lay = None if other == default else other
            return _switch(name, title.label, title.off, is_on=value == on, lay=lay)
    if name == "exact":
        value, default = _by_text(value), _by_text(default)
    return {"name": name, "label": title.label, "value": value, "default": default} | _input_of(
        option
    )


def _input_of(option: Option) -> Row:
    """Return the input type of a rule that is not a switch, with its answers or its range."""
    if option.choices:
        return {"kind": "choice", "options": _answers(option.name, option.choices)}
    low, high = option.range
    if option.name == "exact":
        return {
            "kind": "exact",
            "low": low,
            "high": high,
            "options": _answers(option.name, get_args(Exact)),
        }
    return {"kind": "numbers" if option.name == "sums" else "number", "low": low, "high": high}


def _answers(rule: str, values: tuple[object, ...]) -> list[Row]:
    return [{"value": value, "label": answer(rule, value).label} for value in values]


def _card_row(rule: str, pack: Pack, house: House) -> Row:
    return {
        "name": rule,
        "label": rule_title(rule).label,
        "value": house.get(rule),
        "kind": "card",
        "default": None,
        "options": _cards(pack),
        "usual": False,
    }


def _switch(name: str, label: Words, about: Words, *, is_on: bool, lay: object) -> Row:
    """Return a switch; `lay` is the value that a tap sets, None to remove the house rule."""
    return {
        "name": name,
        "label": label,
        "about": about,
        "kind": "switch",
        "value": is_on,
        "lay": lay,
    }


def _by_text(exact: Mapping[Any, object]) -> dict[str, str]:
    """Return the exact totals that have an effect of one word, which a form can change."""
    return {str(total): what for total, what in exact.items() if isinstance(what, str)}


def _cards(pack: Pack) -> list[Row]:
    cards = [{"value": str(card), "label": face(card)} for card in pack.cards()]
    return [*cards, {"value": JOKER, "label": rank_face(JOKER)}] if pack.jokers else cards


replace = msgspec.structs.replace

FOUR = 4
"""The number of players assumed for describing a game without players."""


def listing(shelf: Shelf) -> list[dict[str, Any]]:
    """Return every playable variant, in the order of the box's own list."""
    return [
        {
            "name": name,
            "title": translated(variant.title),
            "short": translated(variant.short),
            "family": variant.family,
            "players": list(variant.players),
            "provenance": variant.provenance,
            "source": translated(variant.source),
            "own": name in shelf.own,
            "isVersion": name in VERSIONS,
            "byLot": variant.dealer_by_lot,
        }
        for name, variant in shelf.variants.items()
    ]


def preview(
    scene: Scene, shelf: Shelf, name: str, players: Sequence[str], house: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the description of a game for these `players` and house rules, before it starts.

    Without players, it is described for four.

    Raises:
        Illegal: ``unknown-variant``.
    """
    variant = shelf.variants.get(name)
    if variant is None:
        raise Illegal(UnknownVariant(name, tuple(shelf.variants)))
    scene = replace(scene, variants=shelf.variants)
    seats = _seats(scene, variant, house)
    names = tuple(players) or names_for(scene, FOUR)
    refused = scene.trial(New(variant=name, players=names, house=dict(house)))
    refusal = None if refused is None else refused.refusal
    turns_up = isinstance(refusal, BadField) and refusal.field == "up_card"
    # What only the players know is asked at the start.
    is_asked = turns_up or isinstance(refusal, ContractNeeded | TrumpNeeded)
    problem = "" if refused is None or is_asked else sentences([sentence(refused)])
    fewest, most = variant.players
    # If there are too many players, they see the rules for the maximum.
    dealt = min(max(len(names), fewest), most or len(names))
    printed = family_of(variant).rules_of(variant, {}, dealt)
    try:
        rules = family_of(variant).rules_of(variant, house, dealt)
    except Illegal:
        rules = printed
    lies = None if scene.rules is None else scene.rules.pack
    pack = rules.pack
    return {
        "variant": name,
        "title": translated(variant.title),
        "short": translated(variant.short),
        "own": name in shelf.own,
        "source": translated(variant.source),
        "provenance": provenance_words(variant.provenance).sentence,
        "seats": seats,
        "turnUp": turns_up,
        "problem": problem,
        "houseRules": house_rows(printed, rules, house),
        "pack": None if pack is None else _pack(lies, pack),
        "keepsChips": _kept_chips(scene, rules, tuple(players)),
        **_details(rules),
    }


def _kept_chips(scene: Scene, rules: Rules, players: tuple[str, ...]) -> str:
    """Return the chips that these players may keep from the current game; "" for none."""
    before = scene.state
    if before is None or kept_chips(before, rules, players) is None:
        return ""
    has = {player.name: player.chips or 0 for player in before.players}
    return ", ".join(f"{name}\N{NO-BREAK SPACE}{has[name]}" for name in players)


def playing(scene: Scene) -> dict[str, Any] | None:
    """Return the current game in plain words, under the rules it began with; None without one.

    It does not use the loaded variant, which may have been edited since.
    """
    rules = scene.rules
    if rules is None:
        return None
    return {"variant": rules.variant, "title": translated(rules.title), **_details(rules)}


def _seats(scene: Scene, variant: Variant, house: Mapping[str, Any]) -> list[int]:
    """Return the fewest and the most players with a possible deal, or else the variant's own."""
    fewest, most = variant.players
    fitting = [
        count
        for count in range(fewest, (most or MAX_SEATS) + 1)
        if _deals(scene, variant, house, count)
    ]
    return [fitting[0], fitting[-1]] if fitting else [fewest, most or MAX_SEATS]


def _deals(scene: Scene, variant: Variant, house: Mapping[str, Any], count: int) -> bool:
    names = tuple(str(seat) for seat in range(count))
    refused = scene.trial(New(variant=variant.name, players=names, house=dict(house)))
    return refused is None or refused.code not in {"too-many-players", "bad-players"}


def _details(rules: Rules) -> dict[str, Any]:
    """Return the rules in force in words, and the deal."""
    main, others, intro = family_of(rules).in_force(rules)
    size = rules.hand_size
    each = size if isinstance(size, int) else size[0]
    pack = rules.pack
    return {
        "family": rules.family,
        "intro": with_signs(intro),
        "keys": family_of(rules).page_keys(rules),
        "cards": _drawn(main),
        "rules": _drawn(others),
        "decks": 0 if pack is None else pack.decks,
        "jokers": 0 if pack is None else pack.jokers,
        "each": each,
        "chips": rules.chips,
    }


def _drawn(rows: Rows) -> list[tuple[Words, Words]]:
    return [(with_signs(what), with_signs(text)) for what, text in rows]


def _pack(lies: Pack | None, pack: Pack) -> dict[str, Words] | None:
    """Return the change to make to the pack first; None for no change."""
    headline, words = pack_changes(lies, pack)
    if not headline:
        return None
    return {
        "headline": headline,
        "sentence": sentences([words or phrase("Shuffle all decks together")]),
    }


MAX_BODY_BYTES = dict.fromkeys(("/games/check", "/games/save"), 64 * 1024)
"""Maximum bytes of a body by path, where the guard's default is too small."""

MAX_REQUESTS = 24
"""Maximum number of waiting requests, because a single thread answers them one after the other."""


class Preview(Body):
    """A request to describe a game for these `players`; without a `variant`, the current game."""

    variant: str = ""
    players: Annotated[tuple[str, ...], Meta(max_length=99)] = ()
    house: dict[str, Any] = msgspec.field(default_factory=dict)


class OpenRequest(Body):
    """A request to open a new file that extends a variant with `house` rules.

    With `itself`, it opens the user's own file instead.
    """

    variant: str
    house: dict[str, Any] = msgspec.field(default_factory=dict)
    itself: bool = False


class CheckRequest(Body):
    """A request to check a text, of the user's variant `name` or of a new one, after a `change`."""

    text: str
    name: str = ""
    change: FileChange | None = None


class DeleteRequest(Body):
    """A request to delete the user's variant `name`."""

    name: str


class SaveRequest(Body):
    """A request to save a text under the name of a `file` or its title.

    `replace` allows it to replace another file.
    """

    text: str
    file: Annotated[str, Meta(max_length=200)] = ""
    replace: bool = False


def game_routes(
    store: VariantStore,
    snapshot: Callable[[], Snapshot],
    ruler: Sender,
    onlooker: Sender,
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return ``/games``, ``/games/<name>.toml``, and those to preview, open, check, save and
    delete.

    Args:
        store: the store of variants.
        snapshot: returns the newest snapshot of the box.
        ruler: raises the page's response to a phone that is not paired.
        onlooker: returns the origin of a phone that is not paired, or `PAIRED`.
        worker: a single thread, so that orders of paired phones do not wait for these requests,
            which it answers one after the other.
    """
    places = WorkPlaces(MAX_REQUESTS)

    async def games(_: Request) -> Response:
        return json_response(listing(store.shelf))

    async def answered(
        who: str, encoder: msgspec.json.Encoder, work: Callable[..., object], *what: object
    ) -> object:
        """Return the result of `work`, which the worker encodes too."""

        def encoded() -> bytes:
            return encoder.encode(work(*what))

        async with places.place(who):
            return msgspec.Raw(await on_worker(worker, encoded))

    async def previewed(form: Preview, who: str) -> object:
        scene, name = snapshot().scene, form.variant
        if not name:
            return await answered(who, FOR_PAGES, playing, scene)
        asked = (scene, store.shelf, name, form.players, form.house)
        return await answered(who, FOR_PAGES, preview, *asked)

    async def opened(form: OpenRequest, _phone: str) -> object:
        opening = partial(store.open, itself=form.itself)
        return await answered(PAIRED, ALL_DRAWN, opening, form.variant, form.house)

    async def checked(form: CheckRequest, _phone: str) -> object:
        return await answered(PAIRED, ALL_DRAWN, store.check, form.text, form.name, form.change)

    async def saved(form: SaveRequest, _phone: str) -> object:
        saving = partial(store.save, instead=form.replace)
        return {"name": await answered(PAIRED, FOR_PAGES, saving, form.text, form.file)}

    async def deleted(form: DeleteRequest, _phone: str) -> object:
        await answered(PAIRED, FOR_PAGES, store.delete, form.name)
        return {}

    def file(request: Request) -> Response:
        name: str = request.path_params["name"]
        text = store.text(name)
        if text is None:
            raise RequestError(phrase("Game not found."), 404)
        # A file may have any name, but characters beyond these would need quoting in the header.
        plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name)
        headers = {"Content-Disposition": f'attachment; filename="{plain}.toml"'}
        return Response(text, media_type="application/toml; charset=utf-8", headers=headers)

    return [
        Route("/games", games),
        posted("/games/preview", onlooker, Preview, previewed),
        posted("/games/open", ruler, OpenRequest, opened),
        posted("/games/check", ruler, CheckRequest, checked),
        posted("/games/save", ruler, SaveRequest, saved),
        posted("/games/delete", ruler, DeleteRequest, deleted),
        Route("/games/{name}.toml", file),
    ]
