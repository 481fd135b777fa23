"""The self-test on a phone: its question, each part's result, and the advice for a failure."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from companion.box.requests import SWITCHED_OFF, DirectorRequest, SelfTestRequest
from companion.box.state import Settings
from companion.inputs import PartLost
from companion.phone.box_routes import box_routes, status_of
from companion.words.parts import lost_advice
from tests.drivers.box import BoxDriver
from tests.phone.house import House
from tests.worded import worded

pytestmark = pytest.mark.own_thread


def box(folder: Path, *parts: str) -> BoxDriver:
    return BoxDriver(folder, settings=Settings(parts=parts))


def rows(rig: BoxDriver) -> Any:
    return worded(status_of(rig.snapshot)["rows"])


def test_parts_are_listed_before_the_test(tmp_path: Path) -> None:
    rig = box(tmp_path, "Display", "Reader")
    assert status_of(rig.snapshot)["asks"] is None
    assert rows(rig) == [
        {"part": "Display", "works": None, "text": ""},
        {"part": "Scanner", "works": None, "text": ""},
    ]


def test_failed_part_has_advice(tmp_path: Path) -> None:
    rig = box(tmp_path, "Display")
    rig.hold("MORE").choose("Self-test").press("UNDO")
    (row,) = rows(rig)
    assert (row["works"], "controller" in row["text"]) == (False, True)


def test_lost_part_has_advice_without_a_test(tmp_path: Path) -> None:
    rig = box(tmp_path, "Lights")
    rig.box.handle(PartLost("Pins", "why"))
    (row,) = rows(rig)
    assert (row["works"], row["text"]) == (False, str(lost_advice("Lights")))


def test_steps_of_a_phone_go_to_the_box(tmp_path: Path) -> None:
    rig = box(tmp_path, "Lights")

    async def ruler(_: Request) -> str:
        return "Cy's phone"

    def submit(request: SelfTestRequest | DirectorRequest) -> None:
        rig.box.answer(request)

    app = Starlette(routes=box_routes(ruler, lambda: rig.told[-1], submit))

    async def steps() -> list[Any]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://box") as phone:
            begun = await phone.post("/self-test", json={"step": "begin"})
            ended = await phone.post("/self-test", json={"step": "works"})
            return [begun.json(), ended.json(), (await phone.get("/self-test")).json()]

    begun, ended, after = asyncio.run(steps())
    assert begun["asks"].pop("text")
    assert begun["asks"] == {"part": "Lights", "turns": True}
    assert ended == after
    assert after == {"asks": None, "rows": [{"part": "Lights", "works": True, "text": ""}]}


def test_box_that_is_off_tests_nothing(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        phone = house.phone(rules=True)
        house.at_the_box(house.switch_off)
        answer = phone.post("/self-test", {"step": "begin"})
        assert answer.json() == {"problem": f"{SWITCHED_OFF.error}."}
