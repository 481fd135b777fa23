"""The detection of devices at the other end of a port."""

from collections.abc import Mapping

from companion.devices.scanner_node import HELLO, framed
from companion.maintenance.doctor.probe import MAX_READS, QUIET, SET_UP, Node, identify
from tests.maintenance.doctor.far_end import BOOT, Chatterer, FarEnd, ModuleEnd, NodeEnd

READ_MODE = bytes.fromhex("7E 00 07 01 00 00 01")


def test_silent_port_gives_no_device() -> None:
    port = FarEnd()
    assert identify(port) is None
    assert port.sent.startswith(HELLO + READ_MODE)
    assert port.waits == QUIET + 1


def test_module_reports_its_settings() -> None:
    registers = {**SET_UP, 0x0000: 0xD6, 0x000D: 0x01, 0x0060: 0x21}
    assert identify(ModuleEnd(registers)) == registers


def test_module_is_only_read() -> None:
    port = ModuleEnd({0x0000: 0xD6})
    identify(port)
    for command in port.sent[len(HELLO) :].split(b"\x7e\x00")[1:]:
        assert command[0] == 0x07  # 07 reads; 08 writes, 09 saves


def test_question_contains_no_byte_that_stops_a_node() -> None:
    port = FarEnd()
    identify(port)
    assert 0x03 not in port.sent.split(HELLO)[0] + HELLO


def test_scanned_code_is_not_mistaken_for_an_answer() -> None:
    registers = dict.fromkeys(SET_UP, 138)
    assert identify(ModuleEnd(registers, label=b"1QSF\r")) == registers


def test_corrupted_answer_is_ignored() -> None:
    class Spoiled(ModuleEnd):
        def answer(self, data: bytes) -> bytes:
            return super().answer(data)[:-1] + b"\x00" if data.startswith(b"\x7e\x00") else b""

    assert identify(Spoiled({0x0000: 0xD6})) is None


def test_missing_register_is_left_out() -> None:
    class Poor(ModuleEnd):
        def answer(self, data: bytes) -> bytes:
            return b"" if data[4:6] == b"\x00\x13" else super().answer(data)

    found = identify(Poor({0x0000: 0xD6}))
    assert isinstance(found, Mapping)
    assert set(found) == set(SET_UP) - {0x0013}


def test_node_is_identified_by_its_hello() -> None:
    port = NodeEnd(oldest=3, following=5)
    assert identify(port) == Node("1", "0.1.0", ("gm65", "led", "beeper"), "ok")
    assert READ_MODE not in port.sent


def test_node_is_asked_again_after_silence() -> None:
    port = NodeEnd(deaf=1)
    assert isinstance(identify(port), Node)
    assert port.asked == 2


def test_node_without_a_heartbeat_is_identified() -> None:
    node = identify(NodeEnd(module=""))
    assert isinstance(node, Node)
    assert node.module == ""


def test_node_is_never_acknowledged() -> None:
    port = NodeEnd(oldest=1, following=4)
    identify(port)
    assert port.sent == HELLO


def test_endless_sender_is_given_up() -> None:
    port = Chatterer()
    assert identify(port) is None
    assert port.waits == 0


def test_hello_is_found_among_noise_and_labels() -> None:
    port = FarEnd(b"\xf0\x9f1QSF\r~T half" + framed(f"H {BOOT} 1 1 1 0.2 lines") + b"8HX\r")
    found = identify(port)
    assert isinstance(found, Node)
    assert found.version == "0.2"
    assert MAX_READS > QUIET
