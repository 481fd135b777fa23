"""A floor finds the boxes of its network."""

import asyncio
from pathlib import Path

import pytest

from companion.floor.discovery import Discovery, Found
from companion.host.announcement import Announcement
from tests.shared_port import PATIENCE

LOOPBACK, BOX = "127.0.0.1", "f1003d15"


@pytest.mark.own_thread
def test_floor_finds_a_box_until_it_ends(tmp_path: Path) -> None:
    box = Announcement(8098, BOX, LOOPBACK, f"unix:path={tmp_path}/bus")

    async def story() -> None:
        news: asyncio.Queue[tuple[Found, ...]] = asyncio.Queue()

        async def is_found(*, wanted: bool) -> None:
            while (here in {(each.box, each.address) for each in await news.get()}) != wanted:
                pass  # other boxes of this network

        here = ("5d0b3e7a", f"{LOOPBACK}:8098")
        async with asyncio.timeout(PATIENCE), Discovery(news.put_nowait):
            await asyncio.to_thread(box.start)
            while not (found := [each for each in await news.get() if each.box == BOX]):
                pass  # of another program on this machine
            assert found[0].address == f"{LOOPBACK}:8098"
            await asyncio.to_thread(box.close)
            while any(each.box == BOX for each in await news.get()):
                pass

    asyncio.run(story())
