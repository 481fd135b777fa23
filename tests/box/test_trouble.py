"""Tests of faults: the box announces them, and the data on disk stays unchanged."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.box.language_choice import LanguageChoice
from companion.core.commands import New, Play, Step, Undo
from companion.core.events import Miscount
from companion.dialogs.questions import ChooseAnswerDialog
from companion.dialogs.set_up import ChooseGameDialog
from companion.games.adding import engine as adding
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, Result
from companion.games.adding.variant import AddingVariant
from companion.host.clock import BoxClock
from companion.inputs import Noise, PartBack, PartLost
from companion.languages import CATALOGUES, language_codes
from companion.message import using
from companion.screens.model import KeyHint, ListScreen, PartFailedScreen, WinnerScreen
from companion.screens.model import PlayScreen as PlayPicture
from companion.table.files import ACCEPTED
from companion.table.journal import Journal
from companion.table.table import Table
from tests.box.conftest import Sit
from tests.drawing.whole import drawn_whole
from tests.drivers.box import VARIANTS, BoxDriver, HandClock
from tests.table.tables import break_rules
from tests.worded import worded

GAME = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))


def file_of_the_game(rig: BoxDriver) -> Path:
    path = rig.table.journal.path_of(rig.table.journal.game)
    assert path is not None
    return path


def damaged_after(rig: BoxDriver, line: int) -> None:
    """Switch the box off and flip a bit in the line after `line`."""
    rig.table.close()
    path = file_of_the_game(rig)
    lines = path.read_text("ascii").split("\n")
    lines[line] = lines[line].replace('"at":1', '"at":3', 1)
    path.write_text("\n".join(lines), "ascii")


@pytest.mark.attack(
    "card", "put any file in the place of a game", "it is set aside, and the display reports it"
)
def test_damaged_game_is_kept_and_announced(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    rig = destroyed(tmp_path, rigs)
    first_page = rig.notice
    assert "2" in worded(first_page.headline)
    assert first_page.page == "1/3"
    assert rig.wait(300).picture == first_page, "it stays until somebody has read it"
    assert worded(rig.press("OK", "OK").notice.keys) == worded((KeyHint("OK", "continue"),))
    assert rig.press("LEFT", "LEFT").picture == first_page
    assert isinstance(rig.press("OK", "OK", "OK").picture, ListScreen)
    assert len([*tmp_path.rglob("*.damaged-1")]) == 1


def test_damaged_game_continues_before_the_damage(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    first = BoxDriver(tmp_path, GAME)
    first.show_card("8H").show_card("7H")
    damaged_after(first, 3)
    rigs.append(BoxDriver(tmp_path))
    rig = rigs[-1]
    missing = rig.notice
    assert "1" in worded(missing.headline)
    assert rig.wait(300).picture == missing
    rig.rule(Play(card="9H"))
    assert rig.picture == missing, "a phone that plays on has not read it"
    rig.rule(Undo())
    assert rig.press("OK").show_card("7H").total == 15


def shortened(rig: BoxDriver, missing: int) -> None:
    """Remove the last `missing` entries from the disk; the file `accepted` still counts them."""
    rig.table.close()
    journal = rig.table.journal
    accepted = journal.accepted
    assert accepted is not None
    lost = replace(accepted, length=accepted.length + 1, sequence=accepted.sequence + missing)
    (journal.box / ACCEPTED).write_bytes(lost.line())


def test_missing_entries_can_be_entered_by_hand_or_skipped(
    tmp_path: Path, rigs: list[BoxDriver]
) -> None:
    first = BoxDriver(tmp_path, GAME)
    first.show_card("8H").show_card("7H")
    shortened(first, 2)
    rigs.append(BoxDriver(tmp_path))
    rig = rigs[-1].press("OK", "MORE")
    assert isinstance(rig.picture, ListScreen)
    rig.press("UNDO").show_card("2D")
    assert (rig.total, rig.to_act) == (17, "Ann")
    assert isinstance(rig.wait(5).picture, PlayPicture)


@pytest.mark.parametrize("code", language_codes(CATALOGUES))
def test_every_page_about_missing_entries_fits_the_display(
    code: str, tmp_path: Path, rigs: list[BoxDriver]
) -> None:
    first = BoxDriver(tmp_path, GAME)
    first.show_card("8H").show_card("7H")
    shortened(first, 75)
    rigs.append(BoxDriver(tmp_path, language=LanguageChoice(code, catalogues=CATALOGUES)))
    rig = rigs[-1]
    for page in ("1/2", "2/2"):
        assert rig.notice.page == page
        with using(rig.snapshot.language):
            drawn_whole(rig.notice, 128)
        rig.press("OK")


def destroyed(folder: Path, rigs: list[BoxDriver]) -> BoxDriver:
    """Return a box that announces a damaged game of which nothing can be read."""
    first = BoxDriver(folder, GAME)
    first.show_card("8H")
    first.table.close()
    file_of_the_game(first).write_bytes(b"no game" * 200)
    rigs.append(BoxDriver(folder))
    return rigs[-1]


def test_undo_dismisses_a_notice_on_any_page(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    rig = destroyed(tmp_path, rigs)
    assert rig.notice.page == "1/3"
    assert isinstance(rig.press("UNDO").picture, ListScreen)


def test_paged_refusal_stays_until_read_or_the_next_card(sit: Sit) -> None:
    rig = sit("ninety-nine")
    lost = Noise("restarted", 104, "Second reader")
    rig.box.handle(lost)
    assert rig.wait(60).notice.page == "1/2"
    assert isinstance(rig.press("OK", "OK").picture, PlayPicture)
    rig.box.handle(lost)
    assert rig.press("OK").notice.page == "2/2"
    rig.box.handle(lost)
    assert rig.notice.page == "1/2", "it happened once more"
    assert isinstance(rig.press("OK").show_card("8H").picture, PlayPicture)
    assert rig.total == 8


def test_paged_notice_does_not_time_out(sit: Sit) -> None:
    rig = sit("ninety-nine")
    rig.box.handle(Noise("restarted", 104, "Second reader"))
    assert rig.notice.page == "1/2"
    rig.wait(24 * 3600)
    assert rig.box.deadline() is None, "nothing comes by itself any more"
    rig.press("OK")
    assert rig.notice.page == "1/2"


@pytest.fixture
def damaged(tmp_path: Path, rigs: list[BoxDriver]) -> BoxDriver:
    """Return a box that announces a damaged journal."""
    return destroyed(tmp_path, rigs)


def test_damaged_journal_notice_returns_after_another_notice(damaged: BoxDriver) -> None:
    said = damaged.says
    damaged.box.handle(PartLost("Lights", "no such pin"))
    assert isinstance(damaged.picture, PartFailedScreen)
    assert damaged.wait(4).says == said
    damaged.box.handle(PartBack("Lights"))
    assert damaged.press("OK").says == said
    assert isinstance(damaged.press("OK", "OK", "OK").picture, ListScreen)


def test_damaged_journal_notice_is_closed_by_its_key_only(damaged: BoxDriver) -> None:
    said = damaged.says
    damaged.rule(GAME)
    assert damaged.says == said
    assert damaged.press("BUST", "LEFT", "MORE").says == said
    assert isinstance(damaged.press("OK", "OK", "OK").picture, PlayPicture)


def test_card_is_played_during_the_damaged_journal_notice(damaged: BoxDriver) -> None:
    damaged.rule(GAME)
    damaged.box.handle(PartLost("Lights", "no such pin"))
    assert isinstance(damaged.show_card("8H").picture, PlayPicture)
    assert damaged.total == 8


def cheated(rig: BoxDriver, monkeypatch: pytest.MonkeyPatch) -> BoxDriver:
    """Play 8♥ while a fault of the rules adds a chip to the table."""
    honest = adding.step

    def faulty(rules: AddingRules, state: AddingState, command: Step) -> Result:
        after, events = honest(rules, state, command)
        return msgspec.structs.replace(after, pot=1), events

    with monkeypatch.context() as patched:
        break_rules(patched, "adding", faulty)
        return rig.show_card("8H")


def test_inconsistent_state_stops_the_game(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = cheated(sit("ninety-nine"), monkeypatch)
    assert rig.snapshot.scene.stopped == Miscount("chips", 16, 15)
    stopped = rig.notice
    assert rig.show_card("7H").still_asks is None
    rig.press("OK", "BUST", "LEFT", "OK")
    assert rig.notice == stopped
    assert rig.table.journal.sequence == 2


def test_undo_resumes_a_stopped_game(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = cheated(sit("ninety-nine"), monkeypatch).press("UNDO", "OK")
    assert isinstance(rig.picture, PlayPicture)
    assert rig.show_card("8H").total == 8


def test_stopped_game_allows_a_new_game_with_an_up_card(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = cheated(sit("ninety-nine"), monkeypatch).press("MORE")
    assert rig.moves[0] == ChooseGameDialog()
    rig.choose("New game").choose_game("UMass").press("OK")
    rig.choose("House rules").choose("Up-card").press("UNDO").choose("Start").play("A").press(
        "RIGHT", "RIGHT", "OK"
    )
    asked = rig.asking(ChooseAnswerDialog).question.command
    assert isinstance(asked, New)
    assert asked.up_card == "AD"
    rig.press("OK")
    assert rig.total == 11


def test_game_of_a_removed_variant_can_be_finished(tmp_path: Path, rigs: list[BoxDriver]) -> None:
    ninety_nine = VARIANTS["ninety-nine"]
    assert isinstance(ninety_nine, AddingVariant)
    own = msgspec.structs.replace(ninety_nine, name="our-own", bust="lose")
    table = Table(
        {"our-own": own}, Journal(tmp_path / "journal"), BoxClock(HandClock(), lambda: True)
    )
    table.obey(New(variant="our-own", players=("Ann", "Bo")))
    table.obey(Play(card="8H"))
    table.close()
    rigs.append(BoxDriver(tmp_path))
    rig = rigs[-1].press("BUST", "OK")
    assert rig.state.losers == (1,)
    assert not rig.showing(WinnerScreen).crown
    assert rig.press("OK").asking(ChooseGameDialog)
