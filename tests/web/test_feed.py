"""Tests of the feed: every page receives exactly what has changed since its last message."""

import json
import tracemalloc
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.web.event_stream import Feed


def parts(**values: object) -> dict[str, bytes]:
    return {name: json.dumps(value).encode() for name, value in values.items()}


def rows(*values: object) -> list[bytes]:
    return [json.dumps(value).encode() for value in values]


def heard(feed: Feed, since: int | None) -> tuple[int, dict[str, Any]]:
    version, text = feed.message(since)
    told = json.loads(text)
    assert told.pop("version") == version
    return version, told


def test_first_message_holds_everything() -> None:
    feed = Feed()
    feed.update(parts(state={"total": 97}, question=None), rows("Ann", "Bo"))
    feed.update(parts(state={"total": 98}))
    version, told = heard(feed, None)
    assert version == 2
    assert told["parts"] == {"state": {"total": 98}, "question": None}


def test_later_messages_hold_only_changes() -> None:
    feed = Feed()
    first = feed.update(parts(state=1, box=1), rows("Ann"))
    second = feed.update(parts(state=2, box=1), rows("Ann"))
    feed.update(parts(state=2, box=2), rows("Ann"))
    assert heard(feed, second)[1] == {"parts": {"box": 2}}
    assert heard(feed, first)[1] == {"parts": {"state": 2, "box": 2}}


def test_equal_update_makes_no_version_and_wakes_no_listener() -> None:
    feed = Feed()
    woken: list[int] = []
    feed.subscribe(lambda: woken.append(feed.version))
    feed.update(parts(state=1), rows("Ann"))
    assert feed.update(parts(state=1), rows("Ann")) == 1
    assert woken == [1]


def test_empty_first_update_makes_a_version() -> None:
    feed = Feed()
    assert feed.update({}) == 1
    assert heard(feed, None) == (1, {"parts": {}, "plays": {"from": 0, "rows": []}})


def test_play_adds_one_row() -> None:
    feed = Feed()
    feed.update({}, rows("Ann", "Bo"))
    feed.update({}, rows("Ann", "Bo", "Cy"))
    assert heard(feed, 1)[1]["plays"] == {"from": 2, "rows": ["Cy"]}


def test_undo_cuts_rows_off() -> None:
    feed = Feed()
    feed.update({}, rows("Ann", "Bo", "Cy"))
    feed.update({}, rows("Ann"))
    assert heard(feed, 1)[1]["plays"] == {"from": 1, "rows": []}


def test_one_message_covers_a_missed_undo_and_play() -> None:
    feed = Feed()
    feed.update({}, rows("Ann", "Bo", "Cy"))
    feed.update({}, rows("Ann"))
    feed.update({}, rows("Ann", "Di"))
    assert heard(feed, 1)[1]["plays"] == {"from": 1, "rows": ["Di"]}
    assert heard(feed, 2)[1]["plays"] == {"from": 1, "rows": ["Di"]}


def test_messages_are_encoded_once_for_all_pages() -> None:
    feed = Feed()
    feed.update(parts(state=1))
    feed.update(parts(state=2))
    assert feed.message(1)[1] is feed.message(1)[1]
    assert feed.message(None)[1] is feed.message(None)[1]


def test_close_wakes_listeners() -> None:
    feed = Feed()
    told: list[bool] = []
    feed.subscribe(lambda: told.append(feed.is_closed))
    feed.close()
    assert told == [True]


Version = tuple[Mapping[str, int], Sequence[int]]
versions: st.SearchStrategy[list[Version]] = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from("abc"), st.integers(0, 2)),
        st.lists(st.integers(0, 1), max_size=5),
    ),
    min_size=1,
    max_size=12,
)


def test_changes_of_the_same_row_take_no_room() -> None:
    feed = Feed()
    feed.update({}, rows(0))
    tracemalloc.start()
    try:
        for row in range(1000):
            feed.update({}, rows(row % 2))
        assert tracemalloc.get_traced_memory()[0] < 30_000  # a stored change takes 8 bytes
    finally:
        tracemalloc.stop()


@given(versions, st.data())
def test_any_sequence_of_messages_reaches_the_same_state(
    told: list[Version], data: st.DataObject
) -> None:
    feed = Feed()
    known: dict[str, Any] = {}
    plays: list[Any] = []
    since: int | None = None
    for named, row in told:
        feed.update(parts(**named), rows(*row))
        if data.draw(st.booleans()):
            since, message = heard(feed, since)
            known |= message["parts"]
            if "plays" in message:
                plays[message["plays"]["from"] :] = message["plays"]["rows"]
            _, everything = heard(feed, None)
            assert (known, plays) == (everything["parts"], everything["plays"]["rows"])
            assert plays == list(row)
