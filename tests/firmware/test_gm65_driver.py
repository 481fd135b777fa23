"""The driver of the GM65, against the model of the module."""

import pytest

from companion.devices.lines import ACKNOWLEDGEMENT
from companion.errors import LabelError
from companion.labels.codec import read_label
from tests.devices.gm65 import AS_DELIVERED
from tests.devices.gm65_on_a_line import Gm65OnALine
from tests.firmware.bench import Bench
from tests.firmware.board import Board

WANTED = {
    0x00: 0x96,
    0x03: 0x02,
    0x05: 0x02,
    0x0D: 0xA0,
    0x13: 0x8A,
    0x2C: 0x05,
    0x54: 0x01,
    0x60: 0x01,
}
"""The wanted settings.

Scan all the time without beeping, obey no set-up code, 0.2 s between codes, output to the pins, the
same code after 1 s, the usual symbologies, Data Matrix, CR.
"""

SAVE = bytes.fromhex("7E 00 09 01 00 00 00 DE C8")


def kinds(bench: Bench) -> list[int]:
    """Return the commands sent to the module: 7 reads a setting, 8 writes one, 9 saves them."""
    return [command[2] for command in bench.to_module]


def is_label(text: str) -> bool:
    """Return whether the box would accept the text as a card."""
    try:
        read_label(text)
    except LabelError:
        return False
    return True


def module_says(bench: Bench) -> set[str]:
    """Return the module states reported in heartbeats."""
    return {words[5] for words in bench.heard("T")}


def test_factory_new_module_is_set_up_and_saved(bench: Bench) -> None:
    bench.start()
    assert bench.module.settings == bench.module.saved == WANTED
    assert bench.to_module[-1] == SAVE


@pytest.mark.parametrize(
    "settings",
    [
        {
            0x00: 0xD4,
            0x0D: 0xA1,
            0x60: 0x00,
        },  # waits for its trigger, is a USB keyboard, sends no line end
        {0x00: 0x55, 0x05: 0xFF, 0x0D: 0x03, 0x13: 0x80, 0x60: 0xEB},
        {**AS_DELIVERED, 0x2C: 0x01, 0x54: 0x00},  # reads no symbology
    ],
)
def test_module_reads_cards_after_setup_from_any_settings(
    board: Board, settings: dict[int, int]
) -> None:
    bench = Bench(board, Gm65OnALine(settings=settings))
    bench.start().pass_card("1QSF")
    assert bench.scans() == ["1QSF"]


def test_unrelated_setting_bits_are_preserved(board: Board) -> None:
    bench = Bench(board, Gm65OnALine(settings={**AS_DELIVERED, 0x0D: 0x57})).start()
    assert bench.module.settings[0x0D] == 0x54


def test_each_setting_is_read_back_after_writing(bench: Bench) -> None:
    bench.start()
    once, mended = [7], [7, 8, 7]
    assert kinds(bench) == [*mended, *mended, *mended, *once, *mended, *once, *once, *once, 9]


def test_correctly_set_module_is_neither_written_nor_saved(board: Board) -> None:
    bench = Bench(board, Gm65OnALine(settings=WANTED)).start()
    assert kinds(bench) == [7] * len(WANTED)


def test_unsupported_setting_is_skipped_and_the_rest_is_set(board: Board) -> None:
    class Stubborn(Gm65OnALine):
        def command(self, packet: bytes) -> bytes:
            reply = super().command(packet)
            self._settings[0x05] = 0x0A
            return reply

    bench = Bench(board, Stubborn()).start()
    assert bench.module.settings == {**WANTED, 0x05: 0x0A}
    assert kinds(bench).count(9) == 1
    bench.clear().run(30_000, each=50)
    assert set(kinds(bench)) == {7}  # queried again, but neither written nor saved
    assert module_says(bench) == {"ok"}


def test_unconfirmed_save_is_tried_three_times(
    board: Board,
) -> None:
    class Forgetful(Gm65OnALine):
        def command(self, packet: bytes) -> bytes:
            return b"" if packet[2] == 9 else super().command(packet)

    bench = Bench(board, Forgetful()).start().run(60_000, each=50)
    assert kinds(bench).count(9) == 3
    assert module_says(bench) == {"ok"}


def test_corrupted_answer_is_ignored(board: Board) -> None:
    class Noisy(Gm65OnALine):
        answers = 0

        def command(self, packet: bytes) -> bytes:
            reply = bytearray(super().command(packet))
            self.answers += 1
            if self.answers % 2:
                reply[4] ^= 0x10
            return bytes(reply)

    bench = Bench(board, Noisy(settings=WANTED)).start().run(5000)
    assert len(kinds(bench)) == 2 * len(WANTED)  # each setting is queried twice
    assert set(kinds(bench)) == {7}


def test_acknowledgement_before_a_card_is_stripped(bench: Bench) -> None:
    bench.start()
    bench.from_module = ACKNOWLEDGEMENT + b"1QSF\r"
    assert bench.run(5).scans() == ["1QSF"]


def test_card_is_read_however_its_bytes_are_split(bench: Bench) -> None:
    bench.start()
    whole = ACKNOWLEDGEMENT + b"1QSF\r"
    for number, cut in enumerate(range(1, len(whole))):
        card = whole.replace(b"QSF", b"%03d" % number)
        for piece in (card[:cut], card[cut:]):
            bench.from_module = piece
            bench.run(5)
    assert list(dict.fromkeys(bench.scans())) == [
        f"1{number:03}" for number in range(len(whole) - 1)
    ]


@pytest.mark.parametrize("spoiled", range(len(ACKNOWLEDGEMENT)))
@pytest.mark.parametrize("how", ["lost", "changed"])
def test_corrupted_acknowledgement_never_changes_a_card(
    bench: Bench, spoiled: int, how: str
) -> None:
    bench.start()
    reply = bytearray(ACKNOWLEDGEMENT)
    if how == "lost":
        del reply[spoiled]
    else:
        reply[spoiled] ^= 0x40
    bench.from_module = bytes(reply) + b"1QSF\r"
    other = set(bench.run(150).scans()) - {"1QSF"}
    if (how, spoiled) == (
        "lost",
        6,
    ):  # the lost byte is the first of the card, and the rest is not a label
        assert not any(map(is_label, other))
    else:
        assert other == set()
    bench.pass_card("18H0")
    assert bench.scans()[-1] == "18H0"


@pytest.mark.parametrize(
    "noise", [b"\xf0\x9f1QSF\r", b"1Q\x00SF\r", b"Q" * 65 + b"\r", b"\r\n\r", b"\x02"]
)
def test_incomplete_code_is_dropped_and_the_next_card_is_read(bench: Bench, noise: bytes) -> None:
    bench.start()
    bench.from_module = noise
    bench.run(200).pass_card("18H0")
    assert bench.scans() == ["18H0"]


def test_longest_code_has_64_characters(bench: Bench) -> None:
    bench.start().pass_card("Q" * 64)
    assert bench.scans() == ["Q" * 64]


def test_half_a_card_is_not_joined_to_the_next(bench: Bench) -> None:
    bench.start()
    bench.from_module = b"1QS"
    bench.run(200).pass_card("18H0")
    assert (bench.unended(), bench.scans()) == (["1QS"], ["18H0"])


def test_cards_are_reported_at_the_speed_of_the_module(bench: Bench) -> None:
    bench.start()
    bench.from_module = b"1QSF\r18H0\r2KHE\r"
    assert bench.run(5).scans() == ["1QSF", "18H0", "2KHE"]


def test_card_left_in_view_is_reported_once_until_removed(bench: Bench) -> None:
    bench.start()
    for passed in range(0, 10_000, 100):
        bench.from_module += bench.module.see("1QSF", passed / 1000)
        bench.run(100, each=20)
    bench.acknowledge(1).clear()
    bench.run(1500, each=20).pass_card("1QSF")
    assert bench.scans() == ["1QSF"]


def test_unresponsive_module_is_reported_silent_until_it_answers(bench: Bench) -> None:
    bench.plugged = False
    bench.start().run(3000)
    assert bench.heard("T")[-1][5] == "silent"
    bench.plugged = True
    bench.clear().run(3000)
    assert bench.heard("T")[-1][5] == "ok"
    assert bench.module.settings == WANTED


def test_unplugged_module_is_noticed_within_15_seconds(bench: Bench) -> None:
    bench.start().clear()
    bench.plugged = False
    bench.run(13_000, each=20)
    assert [words[5] for words in bench.heard("T")][-1] == "silent"


def test_replacement_module_is_set_up(bench: Bench) -> None:
    bench.start()
    bench.module = Gm65OnALine()
    bench.run(12_000, each=20)
    assert bench.module.saved == WANTED


def test_silent_module_that_sends_cards_is_read(bench: Bench) -> None:
    bench.plugged = False
    bench.start().run(3000).pass_card("1QSF")
    assert set(bench.scans()) == {"1QSF"}
