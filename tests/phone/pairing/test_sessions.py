"""Tests of paired phones: a pairing lasts for an evening, survives a restart, and never comes from
a damaged file.
"""

import json
import logging
import stat
from hashlib import sha256
from pathlib import Path

import pytest

from companion.host.clock import BoxClock
from companion.languages import load_language
from companion.message import using
from companion.phone.pairing.sessions import AN_EVENING, FILE, MAX_PHONES, WRITTEN_EVERY, Sessions
from tests.drivers.box import HandClock


class Calendar(HandClock):
    """A clock whose time of day can jump while its monotonic time continues."""

    def __init__(self) -> None:
        super().__init__()
        self.jumped = 0.0

    def time(self) -> float:
        return super().time() + self.jumped


@pytest.fixture
def clock() -> Calendar:
    return Calendar()


@pytest.fixture
def sessions(tmp_path: Path, clock: Calendar) -> Sessions:
    return opened(tmp_path, clock)


def opened(folder: Path, clock: Calendar) -> Sessions:
    """Return the sessions of a box whose clock was set by a time server."""
    return Sessions(folder, BoxClock(clock, lambda: True))


def after(clock: Calendar, off: float) -> Calendar:
    """Return the box's clock after `off` seconds without power: the monotonic time restarts."""
    later = Calendar()
    later.now = 5.0
    later.jumped = clock.time() + off - 1_700_000_000.0 - later.now
    return later


def restarted(folder: Path, clock: Calendar, off: float = 0.0) -> Sessions:
    return opened(folder, after(clock, off))


def test_phone_is_identified_only_by_its_token(sessions: Sessions) -> None:
    token, name = sessions.begin("Cy's phone")
    assert (name, sessions.use(token)) == ("Cy's phone", "Cy's phone")
    assert len(token) >= 43
    for forged in (
        "",
        token[:-1],
        token + "A",
        token.swapcase(),
        sha256(token.encode()).hexdigest(),
        "\ud800",
    ):
        assert sessions.use(forged) is None


def test_tokens_are_unique(sessions: Sessions) -> None:
    assert len({sessions.begin("")[0] for _ in range(50)}) == 50


@pytest.mark.attack("card", "read the cookies from the SD card", "only their hashes are there")
def test_file_holds_no_token_and_is_private(sessions: Sessions, tmp_path: Path) -> None:
    token, _ = sessions.begin("Cy's phone")
    file = tmp_path / FILE
    assert token not in file.read_text()
    assert json.loads(file.read_text())["phones"][0]["digest"] == sha256(token.encode()).hexdigest()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_partial_file_is_ignored(tmp_path: Path, clock: Calendar) -> None:
    half = tmp_path / f".{FILE}.new"
    half.write_text('{"phones": [')
    half.chmod(0o644)
    sessions = opened(tmp_path, clock)
    assert sessions.count == 0
    sessions.begin("")
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_pairing_survives_a_restart(sessions: Sessions, tmp_path: Path, clock: Calendar) -> None:
    token, _ = sessions.begin("Cy's phone")
    assert restarted(tmp_path, clock, off=3600).use(token) == "Cy's phone"


def test_pairing_expires_an_evening_after_last_use(sessions: Sessions, clock: Calendar) -> None:
    token, _ = sessions.begin("")
    for _ in range(3):
        clock.now += AN_EVENING - 1
        assert sessions.use(token) == "A phone"
    clock.now += AN_EVENING
    assert sessions.count == 0
    assert sessions.use(token) is None


def test_time_while_off_counts_towards_expiry(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    token, _ = sessions.begin("")
    clock.now += 3600
    assert restarted(tmp_path, clock, off=AN_EVENING - 3600).use(token) is None
    assert restarted(tmp_path, clock, off=AN_EVENING - 3601).use(token) is not None


@pytest.mark.parametrize("days", [-400, 7])
def test_clock_change_while_running_keeps_pairings(
    sessions: Sessions, tmp_path: Path, clock: Calendar, days: int
) -> None:
    token, _ = sessions.begin("")
    clock.jumped = days * 86_400.0
    assert sessions.use(token) is not None
    sessions.begin("Another")
    assert restarted(tmp_path, clock, off=60).use(token) is not None


def test_older_clock_at_start_does_not_extend_pairings(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    token, _ = sessions.begin("")
    clock.jumped = -400 * 86_400.0
    later = Calendar()
    later.jumped = clock.jumped
    again = opened(tmp_path, later)
    assert again.count == 1
    later.now += AN_EVENING
    assert again.use(token) is None


def test_unset_clock_keeps_pairings_until_a_phone_sends_the_time(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    token, _ = sessions.begin("Last week's")
    week = 7 * 86_400.0
    unset = BoxClock(after(clock, week), lambda: False)
    again = Sessions(tmp_path, unset)
    assert again.count == 1
    first, _ = again.begin("The first")
    unset.hear(clock.time() + week + 100)
    again.save()
    assert again.use(token) is None
    assert again.use(first) == "The first"
    (kept,) = json.loads((tmp_path / FILE).read_text())["phones"]
    assert kept["used"] == pytest.approx(clock.time() + week + 100, abs=1)


def test_pairing_of_an_earlier_start_lasts_an_evening_on_an_unset_clock(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    token, _ = sessions.begin("")
    later = after(clock, 0.0)
    again = Sessions(tmp_path, BoxClock(later, lambda: False))
    later.now += AN_EVENING
    assert again.use(token) is None


def test_last_use_is_written_at_most_hourly(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    token, _ = sessions.begin("")
    file = tmp_path / FILE
    texts = [file.read_text()]
    for _ in range(12):
        clock.now += WRITTEN_EVERY / 6
        sessions.use(token)
        texts.append(file.read_text())
    assert len(set(texts)) == 3
    assert json.loads(texts[-1])["phones"][0]["used"] == pytest.approx(clock.time())


def test_phone_can_unpair_itself(sessions: Sessions, tmp_path: Path, clock: Calendar) -> None:
    token, _ = sessions.begin("")
    other, _ = sessions.begin("")
    sessions.end(token)
    sessions.end(token)
    assert sessions.use(token) is None
    again = restarted(tmp_path, clock)
    assert (again.use(token), again.use(other)) == (None, "Phone 2")


def test_dismissal_of_all_phones_survives_a_restart(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    tokens = [sessions.begin("")[0] for _ in range(3)]
    sessions.end_all()
    assert sessions.count == 0
    again = restarted(tmp_path, clock)
    assert [again.use(token) for token in tokens] == [None] * 3


def test_dismissal_on_a_full_disk_survives_a_restart(
    sessions: Sessions, tmp_path: Path, clock: Calendar, caplog: pytest.LogCaptureFixture
) -> None:
    token, _ = sessions.begin("")
    other, _ = sessions.begin("")
    (tmp_path / f".{FILE}.new").mkdir()  # makes writing next to the file impossible
    with caplog.at_level(logging.WARNING):
        sessions.end(token)
    assert f"{FILE} " in caplog.text
    assert not (tmp_path / FILE).exists()
    assert sessions.use(other) == "Phone 2"
    assert restarted(tmp_path, clock).use(token) is None


def test_failed_write_of_last_use_keeps_the_pairing(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    token, _ = sessions.begin("")
    (tmp_path / f".{FILE}.new").mkdir()
    clock.now += WRITTEN_EVERY
    assert sessions.use(token) == "A phone"
    assert restarted(tmp_path, clock).use(token) == "A phone"


def test_unnamed_phones_have_the_same_number_in_every_language(sessions: Sessions) -> None:
    with using(load_language("de")):
        names = [sessions.begin(name)[1] for name in ("", "", "Cy's phone", " \t", "\u202e")]
    assert names == ["A phone", "Phone 2", "Cy's phone", "Phone 3", "Phone 4"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Cy's phone  ", "Cy's phone"),
        ("Cy\x00\x1b[31m\n\u202ephone", "Cy[31mphone"),
        ("\ud800Cy", "Cy"),
        ("x" * 100, "x" * 24),
        ("a" * 23 + " b", "a" * 23),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
        ("Zoe\u0308", "Zoë"),
        ("📱", "📱"),
    ],
)
def test_name_is_reduced_to_printable_characters(sessions: Sessions, given: str, kept: str) -> None:
    assert sessions.begin(given)[1] == kept


def test_pairing_again_replaces_the_token_and_keeps_the_name(sessions: Sessions) -> None:
    first, _ = sessions.begin("Cy's phone")
    second, name = sessions.begin("", before=first)
    assert (name, sessions.count) == ("Cy's phone", 1)
    assert sessions.use(first) is None
    assert sessions.use(second) == "Cy's phone"


def test_owner_names_the_phone_and_survives_pairing_again_and_a_restart(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    first, _ = sessions.begin("")
    sessions.own(first, "Bo")
    assert (sessions.use(first), sessions.owner(first)) == ("Bo's phone", "Bo")
    second, name = sessions.begin("", before=first)
    assert (name, sessions.owner(second), sessions.owner(first)) == ("Bo's phone", "Bo", "")
    again = restarted(tmp_path, clock)
    assert (again.use(second), again.owner(second)) == ("Bo's phone", "Bo")


def test_phone_follows_the_new_name_of_its_owner(
    sessions: Sessions, tmp_path: Path, clock: Calendar
) -> None:
    tokens = [sessions.begin("")[0] for _ in range(3)]
    for token, player in zip(tokens, ("Bo", "Cy", "Bo"), strict=True):
        sessions.own(token, player)
    assert sessions.rename("Bo", "Bob") == {sessions.known(tokens[0]), sessions.known(tokens[2])}
    assert not sessions.rename("Di", "Dinah")
    for each in (sessions, restarted(tmp_path, clock)):
        assert [each.owner(token) for token in tokens] == ["Bob", "Cy", "Bob"]
        assert each.use(tokens[0]) == "Bob's phone"


def test_phone_that_only_bears_a_players_name_follows_it(sessions: Sessions) -> None:
    token, _ = sessions.begin("Bo's phone")
    assert sessions.rename("Bo", "Bob")
    assert (sessions.use(token), sessions.owner(token)) == ("Bob's phone", "")


def test_phone_without_its_owner_loses_the_owners_name(sessions: Sessions) -> None:
    token, _ = sessions.begin("")
    sessions.own(token, "Bo")
    sessions.own(token, "")
    assert (sessions.use(token), sessions.owner(token)) == ("A phone", "")
    sessions.own("none", "Bo")
    assert sessions.owner("none") == ""


def test_file_of_an_older_version_has_phones_without_an_owner(
    tmp_path: Path, clock: Calendar
) -> None:
    told = {
        "digest": sha256(b"x").hexdigest(),
        "name": "Cy's phone",
        "since": 1.0,
        "used": clock.time(),
    }
    (tmp_path / FILE).write_text(json.dumps({"phones": [told]}))
    sessions = opened(tmp_path, clock)
    assert (sessions.use("x"), sessions.owner("x")) == ("Cy's phone", "")
    sessions.begin("")
    assert "owner" not in (tmp_path / FILE).read_text()


def test_new_phone_replaces_the_least_recently_used(sessions: Sessions, clock: Calendar) -> None:
    tokens = []
    for _ in range(MAX_PHONES):
        tokens.append(sessions.begin("")[0])
        clock.now += 1
    sessions.use(tokens[0])
    newest, _ = sessions.begin("")
    assert sessions.count == MAX_PHONES
    assert [token for token in tokens if sessions.use(token) is None] == [tokens[1]]
    assert sessions.use(newest) is not None


@pytest.mark.attack("card", "damage the file of paired phones", "every phone needs a new code")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"phones": 7}',
        '{"phones": [], "codes": []}',
        '{"phones": [{"digest": "", "name": "A phone", "since": 1, "used": 1}]}',
        '{"phones": [{"digest": "%s", "name": "", "since": 1, "used": 1}]}' % ("0" * 64),
        '{"phones": [{"digest": "%s", "name": "A phone", "since": 1, "used": NaN}]}' % ("0" * 64),
        '{"phones": ' + "[" * 5000,
        '{"phones": []}' + " " * 100_000,
        "\x00" * 4096,
    ],
)
def test_damaged_file_unpairs_all_and_is_replaced(
    tmp_path: Path, clock: Calendar, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    (tmp_path / FILE).write_text(text)
    sessions = opened(tmp_path, clock)
    assert sessions.count == 0
    assert FILE in caplog.text
    token, _ = sessions.begin("")
    assert restarted(tmp_path, clock).use(token) is not None


def test_unwritable_folder_keeps_pairings_until_restart(
    tmp_path: Path, clock: Calendar, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    sessions = opened(folder, clock)
    folder.rmdir()
    with caplog.at_level(logging.WARNING):
        token, _ = sessions.begin("")
    assert sessions.use(token) == "A phone"
    assert str(folder / FILE) in caplog.text
