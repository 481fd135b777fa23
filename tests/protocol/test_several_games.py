"""Several games in one process, each with its own history."""

from tests.drivers.game import RefereeDriver

ANN_AND_BO = ["Ann", "Bo"]


def test_games_with_different_names_are_independent() -> None:
    referee = RefereeDriver()
    for number, game in enumerate([{}, {"game": "a"}, {"game": ""}], start=5):
        referee.says(cmd="new", variant="ninety-nine", players=ANN_AND_BO, **game)
        referee.says(cmd="play", card=f"{number}H", **game)
    for number, game in enumerate([{}, {"game": "a"}, {"game": ""}], start=5):
        assert referee.says(cmd="state", **game)["total"] == number
        assert referee.says(cmd="undo", **game)["total"] == 0
        assert referee.refused(cmd="undo", **game)["code"] == "nothing-to-undo"


def test_reply_repeats_the_name_like_the_id() -> None:
    referee = RefereeDriver()
    for command in ({"cmd": "hello"}, {"cmd": "dance"}, {"cmd": "play", "card": "8H"}, {}):
        reply = referee.send({**command, "id": [1], "game": "\ud800"})
        assert (reply["id"], reply["game"]) == ([1], "\ud800")
        assert [*reply][-2:] == ["id", "game"]
    assert "game" not in referee.send({"cmd": "state"})


def test_name_must_be_text() -> None:
    referee = RefereeDriver()
    state = referee.says(cmd="new", variant="ninety-nine", players=ANN_AND_BO)
    for name in (5, None, True, ["a"]):
        reply = referee.send({"cmd": "state", "game": name, "id": 1})
        assert (reply["error"]["code"], reply["error"]["field"]) == ("bad-field", "game")
        assert (reply["state"], reply["id"], "game" in reply) == (state, 1, False)


def test_game_that_was_not_started_is_not_stored() -> None:
    referee = RefereeDriver()
    assert referee.send({"cmd": "state", "game": "a"})["state"] is None
    referee.refused(cmd="new", variant="bridge", players=ANN_AND_BO, game="a")
    assert referee.referee.named == {}


def test_closing_a_game_removes_only_that_game() -> None:
    referee = RefereeDriver()
    for game in ({}, {"game": "a"}):
        assert referee.refused(cmd="close", **game)["code"] == "no-game"
        referee.says(cmd="new", variant="ninety-nine", players=ANN_AND_BO, **game)
    assert referee.send({"cmd": "close", "game": "a"}) == {
        "ok": True,
        "events": [],
        "state": None,
        "due": [],
        "game": "a",
    }
    assert referee.referee.named == {}
    assert referee.says(cmd="state")["variant"] == "ninety-nine"
    assert referee.send({"cmd": "close"}) == {"ok": True, "events": [], "state": None, "due": []}
    assert referee.refused(cmd="undo")["code"] == "no-game"


def test_hello_lists_protocol_version_and_games() -> None:
    reply = RefereeDriver().send({"cmd": "hello"})
    assert [*reply] == ["ok", "protocol", "version", "games"]
    assert reply["protocol"] == 1
    listed = RefereeDriver().send({"cmd": "variants"})["variants"]
    assert reply["games"] == [variant["name"] for variant in listed]
