"""Everything that the dialogs of the display show, found by pressing every key in each of them."""

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from companion.core.cards import RANKS, Card
from companion.core.commands import Judged, New, Play, Repair
from companion.core.disagreement import Edit, Explanation, Observed
from companion.core.events import Miscount
from companion.core.history import repaired
from companion.core.refusals import NotYourTurn
from companion.dialogs.context import (
    Close,
    Dialog,
    JoinNetwork,
    Move,
    PhoneStatus,
    Reject,
    Scene,
    Submit,
)
from companion.dialogs.disagreement import (
    ASKS_WHY,
    ExplainDialog,
    NotRightDialog,
    WhyDialog,
    miscount_picture,
)
from companion.dialogs.idle import idle_dialog
from companion.dialogs.menu import (
    CodeDialog,
    DismissPhonesDialog,
    MenuDialog,
    NetworkDialog,
    OwnNetworkDialog,
    UpdatingDialog,
    WaitingDialog,
    WelcomeDialog,
)
from companion.dialogs.notices import CutOffDialog, NewEveningDialog
from companion.dialogs.questions import question_for
from companion.dialogs.set_up import ChooseGameDialog, SummaryDialog
from companion.games import FAMILIES, family_of
from companion.games.adding.rules import AddingRules
from companion.games.history import GameHistory
from companion.games.points.engine import PointsState
from companion.games.points.variant import PointsVariant
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.inputs import Key, KeyName, KnownNetwork, NetworkNews, OwnNetwork
from companion.message import phrase
from companion.screens.model import CountScreen, DialScreen, ListScreen, NoticeScreen, Picture
from companion.screens.spoken import spoken
from companion.words.refusals import refusal_sentence, words_of
from tests.drawing.gallery import EVERYTHING
from tests.words import points_told
from tests.words.events import Moment, telling
from tests.words.games import BUNDLED as VARIANTS
from tests.words.games import PEOPLE, games
from tests.words.pictures import texts

replace = msgspec.structs.replace

Kind = tuple[str, ...]

KEYS: tuple[KeyName, ...] = ("OK", "MORE", "UNDO", "BUST")
FIGURES = frozenset({*RANKS, "Joker", "joker", ""})
BESIDE = ("whose", "costs", "small", "note")
"""Fields of pictures that are shown but not spoken."""

PHONES = PhoneStatus("192.168.178.23:8098", (), "471108", 2, "card-table.local:8098")
CAFE = KnownNetwork("Käthe's Phone", 33, "cafe")
HOME = KnownNetwork("Home", 80, "home")
AT_HOME = NetworkNews(
    "Home",
    address="192.168.178.23",
    profile="home",
    known=(HOME, CAFE),
    own=OwnNetwork("companion", "ky74fehp38"),
)
ON_ITS_OWN = NetworkNews(
    "companion",
    address="10.42.0.1",
    profile="own",
    known=(HOME, CAFE),
    own=OwnNetwork("companion", "ky74fehp38", is_open=True),
)
NETWORKS = (
    NetworkNews(),
    NetworkNews(radio=False),
    NetworkNews("Cable", address="192.168.178.23"),
    NetworkNews("Home", joining=True, known=(HOME,)),
    AT_HOME,
    ON_ITS_OWN,
)


def pictures() -> Iterator[str]:
    """Yield the pictures of the gallery as spoken text."""
    for example in EVERYTHING:
        if example.width == 128:
            yield f"# {example.name}"
            yield _line(example.picture, spoken(example.picture))


SET_UP: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ninety-nine", {"decks": 2}),
    ("ninety-nine", {"jokers": 2}),
    ("ninety-nine", {"up_card": "apply", "cards": {"A": {"add": [1, 11]}, "QS": {"add": 50}}}),
    ("ninety-nine", {"hand_size": 20}),
    ("ninety-eight-umass", {"bust": "chip, new hand"}),
    ("slobberhannes", {}),
    ("arizona-spaghetti", {"revoke_penalty": 20}),
    ("points", {"target": 500}),
)
"""Games that are about to begin, with earlier commands or corrections."""


class Sight(NamedTuple):
    """A picture on the walk, or a refusal in words; `is_new` for the first of its kind."""

    words: str
    picture: Picture | None
    is_new: bool


def walks() -> Iterator[str]:
    """Yield what a walk through the dialogs shows from moments of every kind, each kind of text
    once.
    """
    known: set[Kind] = set()
    for name, scene, first in _starts():
        yield f"# {name}"
        yield from (sight.words for sight in _walk(scene, first, known) if sight.is_new)


def walked_pictures() -> Iterator[Picture]:
    """Yield every picture of the walk, in the current language."""
    known: set[Kind] = set()
    for _, scene, first in _starts():
        for sight in _walk(scene, first, known):
            if sight.picture is not None:
                yield sight.picture


def _starts() -> Iterator[tuple[str, Scene, Dialog]]:
    bare = Scene(VARIANTS, first_game="ninety-nine", families=FAMILIES)
    new = replace(
        bare,
        phones=PHONES,
        network=AT_HOME,
        can_restart=True,
        can_update=True,
        version="0.1.0",
        commands=2,
    )
    yield "before the first game", new, idle_dialog(new)
    yield "the menu before the first game", new, MenuDialog()
    yield "the menu at a club night", replace(new, has_floor=True), MenuDialog(1)
    yield "the menu after a call", replace(new, calls_director=True), MenuDialog(1)
    yield "a new box", new, WelcomeDialog()
    yield "a code", new, CodeDialog()
    guessed = replace(PHONES, guesser="192.168.178.40", guesses=5)
    yield "somebody guesses", replace(new, phones=guessed), CodeDialog()
    yield (
        "too many guesses",
        replace(new, phones=replace(PHONES, code="", spent=True)),
        CodeDialog(),
    )
    for ruling in (1, 2):
        yield "phones", replace(new, phones=replace(PHONES, ruling=ruling)), DismissPhonesDialog()
    for news in NETWORKS:
        yield "a network", replace(new, network=news), NetworkDialog()
    yield "the own network", replace(new, network=ON_ITS_OWN), OwnNetworkDialog()
    yield "the network asked", new, WaitingDialog(JoinNetwork(HOME))
    yield "an update", new, UpdatingDialog()
    for variant, house in SET_UP:
        command = New(variant=variant, players=PEOPLE[:3], house=house)
        yield f"setting up {variant} with {house}", new, SummaryDialog(command, ChooseGameDialog())
    for moment in moments_of_dialogs():
        scene = scene_of(moment)
        yield (
            f"{moment.rules.variant}: {'; '.join(map(repr, moment.now.events))}",
            scene,
            idle_dialog(scene),
        )
        if not _sets_up(scene):
            yield f"the menu of {moment.rules.variant}", scene, MenuDialog()
    yield "a start without the date", new, NewEveningDialog()
    for variant in ("ninety-nine", "arizona-spaghetti", "points"):
        cut_off = next(moment for moment in _on_the_way() if moment.rules.variant == variant)
        yield f"a power cut at {variant}", scene_of(cut_off), CutOffDialog()
    stopped = replace(
        scene_of(moments_of_dialogs()[0]), stopped=Miscount("cards", 53, 52), muted=True, night=True
    )
    yield "stopped", stopped, idle_dialog(stopped)
    yield from _not_right()
    yield "the menu when stopped", stopped, MenuDialog()


def _not_right() -> Iterator[tuple[str, Scene, Dialog]]:
    """Yield a wrong call, and explanations of which one leaves several cards open."""
    game = GameHistory(VARIANTS)
    game.obey(New(variant="ninety-nine", players=PEOPLE[:4]))
    for card in ("8H", "7S", "2D"):
        game.obey(Play(card=card))
    if game.rules is None:
        raise AssertionError
    scene = scene_of(Moment(game.rules, tuple(game.moments)))
    ranks = (Card("J"), Card("Q"))
    now = Play(card="J")
    repair = Repair(0, (now,), "card-missed")
    entry = repaired(family_of(game.rules), game.rules, game.moments, repair)
    edit = Edit("card-missed", 4, PEOPLE[3], None, now, ranks)
    found = (
        Explanation((edit,), repair, entry.state, entry.mended),
        Explanation((), None, game.moments[-1].state),
    )
    seen = Observed(27, 0)
    wrong = miscount_picture(Judged(PEOPLE[2], 18, 17, correct=False), scene.names, ASKS_WHY)
    yield "a wrong call", scene, WhyDialog(wrong, NotRightDialog(18))
    why = refusal_sentence(NotYourTurn(PEOPLE[3], PEOPLE[0]))
    early = NoticeScreen(phrase("Not allowed"), why, "cross", table=scene.names, keys=ASKS_WHY)
    yield "an order out of turn", scene, WhyDialog(early)
    yield "what may have happened", scene, ExplainDialog(seen, found)


def scene_of(moment: Moment) -> Scene:
    names = tuple(player.name for player in moment.now.state.players)
    return replace(
        moment.scene,
        families=FAMILIES,
        version="0.1.0",
        commands=2,
        can_reopen=len(moment.moments) == 1,
        last_new=New(variant=moment.rules.variant, players=names),
        known_names=PEOPLE,
        tally=((names[0], 2), (names[-1], 1)) if moment.now.state.phase == "game-over" else (),
    )


def moments_of_dialogs() -> tuple[Moment, ...]:
    """Return one moment for each way in which the dialogs of a game differ."""
    found: dict[tuple[object, ...], Moment] = {}
    for moment in (*telling(), *_on_the_way()):
        state = moment.now.state
        match moment.rules, state:
            case AddingRules() as rules, _:
                kind = (
                    state.phase,
                    rules.bust,
                    rules.over,
                    rules.sets,
                    bool(rules.shows),
                    rules.up_card,
                )
                found.setdefault((bool(rules.shields), rules.pack.jokers > 0, *kind), moment)
            case TrickRules(variant=variant), TrickState(round=number):
                found.setdefault((state.phase, variant, number > 1), moment)
            case PointsVariant(variant=variant), PointsState(round=number):
                found.setdefault((state.phase, variant, len(state.players), number), moment)
    for moment in telling():
        events = tuple(type(event).__name__ for event in moment.now.events)
        found.setdefault((moment.now.state.phase, *events), moment)
    return tuple(found.values())


def _on_the_way() -> Iterator[Moment]:
    """Yield the first moments of every game, whatever happens in them."""
    for rules, moments in games():
        yield from (Moment(rules, moments[:count]) for count in range(1, min(len(moments), 6)))
    for played in points_told.games():
        if played.rules is not None:
            moments = tuple(played.moments)
            yield from (
                Moment(played.rules, moments[:count]) for count in range(1, len(moments) + 1)
            )


def _sets_up(scene: Scene) -> bool:
    return scene.state is None or scene.state.phase == "game-over"


def _walk(scene: Scene, first: Dialog, known: set[Kind]) -> Iterator[Sight]:
    """Yield every picture and kind of refusal that keys and cards lead to before a command is
    accepted.

    For a known kind, only the next entry of the same list or ring is visited.
    """
    waiting, seen = deque([first]), set[str]()
    while waiting:
        dialog = waiting.popleft()
        picture = dialog.picture(scene)
        line, kind = _line(picture, spoken(picture)), _kind(picture)
        if line in seen:
            continue
        seen.add(line)
        keys: tuple[KeyName, ...] = (
            () if isinstance(picture, DialScreen | CountScreen) else ("RIGHT",)
        )
        cards: tuple[str, ...] = ()
        yield Sight(line, picture, is_new := kind not in known)
        if is_new:
            known.add(kind)
            keys, cards = (*KEYS, *keys), _cards(scene)
        moves = [dialog.key(scene, Key(name)) for name in keys]
        for move in (*moves, *(dialog.card(scene, card) for card in cards)):
            after = _after(scene, move)
            if isinstance(after, str):
                if (masked(after),) not in known:
                    known.add((masked(after),))
                    yield Sight(after, None, is_new=True)
            elif after is not None and (_sets_up(scene) or not isinstance(after, ChooseGameDialog)):
                waiting.append(after)


def _kind(picture: Picture) -> Kind:
    """Return the text of the picture with names, cards and numbers replaced."""
    said: object = picture
    if isinstance(picture, ListScreen):
        said = (picture.title, picture.rows[picture.chosen])
    return type(picture).__name__, *dict.fromkeys(masked(text) for text in texts(said))


def masked(text: str) -> str:
    for name in PEOPLE:
        text = text.replace(name, "Ann")
    return " ".join("0" if _is_figure(word.strip(",.:;?()[]")) else word for word in text.split())


def _is_figure(word: str) -> bool:
    """Return whether a word is a number, a rank or a card."""
    return word.lstrip("+-=·").rstrip("♠♥♦♣") in FIGURES or any(letter.isdigit() for letter in word)


def _cards(scene: Scene) -> tuple[str, ...]:
    pack = None if scene.rules is None else scene.rules.pack
    jokers = pack is not None and pack.jokers
    return ("8H/1", "KS/1", "A", *(("JK/1#1",) if jokers else ()))


def _after(scene: Scene, move: Move) -> Dialog | str | None:
    match move:
        case Reject(why, _, headline):
            return f"rejected: {headline or 'Not allowed'}: {words_of(why)}"
        case Submit(command, back) if not isinstance(command, Repair):
            refused = scene.trial(command)
            if refused is None:
                return None
            return question_for(scene, command, refused, back)
        case Close():
            return None
        case _ if hasattr(move, "picture"):
            return move  # type: ignore[return-value]  # only dialogs have pictures
    return None


def _line(picture: Picture, said: str) -> str:
    beside = [text for text in texts(picture, *BESIDE) if text not in said]
    also = f" [{' | '.join(beside)}]" if beside else ""
    return f"{type(picture).__name__}: {said}{also}"
