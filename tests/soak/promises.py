"""The promises of the box, checked after every step. Each function raises `Failure` if its promise
is broken.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from companion.box.requests import read_table_command
from companion.core.commands import New, Repair, Undo
from companion.dialogs.context import Submit
from companion.inputs import Key
from companion.outputs import Lights
from companion.screens.model import DarkScreen, NoticeScreen, PlayScreen, RestingScreen
from companion.table.recorded import Rename, command_with, read
from tests.soak.phones import Reply
from tests.soak.steps import Press, Wait
from tests.soak.truth import Failure, lights_of, words_of

if TYPE_CHECKING:
    from tests.soak.world import World

PATIENCE = 2.0
"""Longest time in seconds that a paired phone may have to wait."""


class Promise(Protocol):
    """A promise that raises `Failure` if it is broken."""

    __name__: str

    def __call__(self, world: "World") -> None: ...


def cards_chips_and_points_are_conserved(world: "World") -> None:
    table = world.parts.table
    world.truth.check(table.rules, table.state, table._ids)
    if table.stopped is not None:
        raise Failure(
            "cards, chips and points are conserved", f"the box has stopped: {table.stopped}"
        )


def the_display_shows_the_table(world: "World") -> None:
    shown, table, state = world.parts.box.shown, world.parts.table, world.state
    if shown.sequence != table.journal.sequence or shown.scene.state is not table.state:
        raise Failure("display = journal", f"the display is at {shown.sequence}")
    match shown.picture:
        case PlayScreen(total=total, name=name):
            if state is None or (total, name) != (state["total"], state["turn"]):
                raise Failure(
                    "display = journal", f"the display shows {total} and {name}, there is {state}"
                )
        case RestingScreen(total=int(total)):
            if state is None or total != state["total"]:
                raise Failure(
                    "display = journal", f"the resting display shows {total}, there is {state}"
                )


def the_lights_show_the_table(world: "World") -> None:
    picture, shown = world.parts.box.shown.picture, world.parts.bench.lights()
    lights = Lights() if world.state is None else lights_of(world.state)
    if isinstance(picture, RestingScreen):
        lights = Lights(tuple("in" if seat == "act" else "dark" for seat in lights.seats))
    if isinstance(picture, DarkScreen):
        lights = Lights()
    if shown != replace(lights, accepted=shown.accepted, refused=shown.refused):
        raise Failure("lights = journal", f"lit is {shown}, there is {world.state}")
    if world.acceptance.is_unlit and isinstance(world.step, Wait) and world.step.seconds >= 1.0:
        raise Failure("each answer has a light", f"{world.truth.entries[-1:]}")


def every_page_shows_the_table(world: "World") -> None:
    for number, phone in enumerate(world.phones, 1):
        if not phone.is_open or phone.is_asleep:
            continue
        sequence = world.parts.table.journal.sequence
        if phone.page.get("state") != world.state or phone.seen != sequence:
            raise Failure(
                "page = journal",
                f"phone {number} is at {phone.seen}, not {sequence}: {phone.page.get('state')}",
            )


def every_page_says_what_it_shows(world: "World") -> None:
    for phone in world.phones:
        if world.state is None or not phone.is_open or phone.is_asleep:
            continue
        now, true = phone.page["now"], words_of(world.state)
        figures = re.findall(r"[-\N{MINUS SIGN}]?\d+(?=[,. ]|$)", now["standing"]["known"])
        trick = [laid["card"] for laid in (now["trick"] or {"cards": ()})["cards"]]
        played = now["call"]["cards"] if now["call"] else trick
        said = {
            "to act": true["to act"] and now["move"]["name"],
            "dealt": true["dealt"] if true["dealt"] in now["dealt"] else now["dealt"],
            "figures": [int(figure.replace("\N{MINUS SIGN}", "-")) for figure in figures],
            # A total that was changed by hand belongs to no card, so the page must not name one.
            "last card": played[-1] if played and true["last card"] else true["last card"],
        }
        if said != true:
            raise Failure(
                "page = journal", f"the words of a page say {said}, not {true}: {now['standing']}"
            )


def the_evening_adds_up(world: "World") -> None:
    phone, new = world.phones[0], world.truth.entries[world.entries_before :]
    if not phone.token or all('"play"' in entry.command and not entry.result for entry in new):
        return
    page, (wins, chips) = phone.get("/evening"), world.truth.evening(world.parts.table.people.name)
    told = Counter({player["name"]: player["wins"] for player in page["players"]})
    nets = Counter[str]((page["settled"] or {}).get("nets", {}))
    result = None if phone.is_asleep else phone.page["now"]["result"]
    shown = (
        Counter({**told, **dict(result["evening"])}) if result and not result["of_losses"] else told
    )
    if not told == shown == wins or nets.total() != 0 or (chips is not None and nets != chips):
        raise Failure(
            "the evening adds up", f"told are {told}, {shown} and {nets}, true {wins} and {chips}"
        )


def accepted_orders_are_the_ones_sent(world: "World") -> None:
    new = world.truth.entries[world.entries_before :]
    for reply in world.replies:
        if reply.kind != "done":
            continue
        done = reply.told["done"]
        if done != reply.seen + 1:
            raise Failure(
                "a stale order is not taken", f"{reply.order} of {reply.seen} became {done}"
            )
        (entry,) = (entry for entry in new if entry.sequence == done)
        sent, kept = read_table_command(reply.order), command_with(read(entry.command), world.names)
        if type(sent) is not type(kept) or (not isinstance(sent, New | Rename) and sent != kept):
            raise Failure("accepted is what was sent", f"{reply.order} was kept as {entry.command}")


def a_key_enters_what_the_display_offered(world: "World") -> None:
    dialog, scene = world.offered
    new = [entry for entry in world.truth.entries[world.entries_before :] if entry.origin is None]
    if not new or not isinstance(world.step, Press) or dialog is None:
        return
    move = dialog.key(scene, Key(world.step.key))
    offered, kept = (
        (move.command if isinstance(move, Submit) else move),
        command_with(read(new[0].command), world.names),
    )
    if kept != offered and (isinstance(offered, Undo) or Repair in {type(offered), type(kept)}):
        raise Failure("accepted is what was sent", f"{dialog} led to {new[0].command}")


def every_order_is_answered_in_time(world: "World") -> None:
    for reply in world.replies:
        if reply.status is None:
            raise Failure("nobody who is paired waits", f"{reply.order} has no answer")
        waited = reply.answered_at - reply.asked_at
        if waited > PATIENCE:
            raise Failure(
                "nobody who is paired waits", f"{reply.order} was answered after {waited:.2f} s"
            )
        _check_worded(reply)


def _check_worded(reply: Reply) -> None:
    told = reply.told
    match reply.kind:
        case "refused":
            said: tuple[object, ...] = (told["refused"]["sentence"], told["refused"]["said"])
        case "problem" | "meanwhile":
            said = (told[reply.kind],)
        case "nothing":
            said = ("",)
        case _:
            return
    if reply.status == 500 or not all(said):
        raise Failure("every refusal has a sentence", f"{reply.order}: {reply.status} {told}")


def every_refusal_has_a_sentence(world: "World") -> None:
    picture = world.parts.box.shown.picture
    if isinstance(picture, NoticeScreen) and picture.mark == "cross" and not picture.sentence:
        raise Failure("every refusal has a sentence", str(picture))


PROMISES: Sequence[Promise] = (
    cards_chips_and_points_are_conserved,
    the_display_shows_the_table,
    the_lights_show_the_table,
    every_page_shows_the_table,
    every_page_says_what_it_shows,
    the_evening_adds_up,
    accepted_orders_are_the_ones_sent,
    a_key_enters_what_the_display_offered,
    every_order_is_answered_in_time,
    every_refusal_has_a_sentence,
)
"""The promises in the order of their checks."""
