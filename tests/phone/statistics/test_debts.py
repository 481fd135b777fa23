"""Tests of debts over all evenings, and of the payments that players enter."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import Bust, New
from tests.phone.house import House, Phone

WEEK = 7 * 24 * 3600


@pytest.fixture
def house(tmp_path: Path) -> Any:
    """Return two Fridays: Bo loses three games of one chip to Ann, then Ann one to Cy."""
    with House(tmp_path / "box", None) as house:
        for winner, loser, games in (("Ann", "Bo", 3), ("Cy", "Ann", 1)):
            for _ in range(games):
                house.obey(New(variant="ninety-nine", players=(loser, winner), house={"chips": 1}))
                house.obey(Bust())
            house.clock.now += WEEK
        yield house


def debts(phone: Phone) -> dict[str, Any]:
    told: dict[str, Any] = phone.get("/evenings").json()["debts"]
    return told


def owed(phone: Phone) -> list[tuple[str, str, str]]:
    return [(one["payer_name"], one["payee_name"], one["text"]) for one in debts(phone)["owed"]]


def ids(phone: Phone) -> dict[str, str]:
    return {
        one["name"]: one["id"] for one in phone.get("/evenings?season=ever").json()["standings"]
    }


def pay(phone: Phone, payer: str, payee: str, amount: str) -> tuple[int, Any]:
    people = ids(phone)
    form = {"payer": people.get(payer, payer), "payee": people.get(payee, payee), "amount": amount}
    answer = phone.post("/debts/payment", form)
    return answer.status_code, answer.json()


def test_chips_are_owed_with_the_fewest_payments(house: House) -> None:
    phone = house.phone(rules=True)
    assert owed(phone) == [("Bo", "Ann", "2 chips"), ("Bo", "Cy", "1 chip")]
    first = debts(phone)["owed"][0]
    assert (first["evenings"], debts(phone)["unit"]) == (1, "chips")


def test_payment_counts_until_it_is_undone(house: House) -> None:
    phone = house.phone(rules=True)
    assert pay(phone, "Bo", "Ann", "2") == (200, {})
    assert owed(phone) == [("Bo", "Cy", "1 chip")]
    (made,) = debts(phone)["made"]
    assert (made["payer"], made["payee"], made["text"]) == ("Bo", "Ann", "2 chips")
    assert phone.post("/debts/undo", {"at": made["at"]}).status_code == 200
    assert owed(phone) == [("Bo", "Ann", "2 chips"), ("Bo", "Cy", "1 chip")]
    assert phone.post("/debts/undo", {"at": made["at"]}).status_code == 400


def test_evening_lists_the_payments_made_since_it_began(house: House) -> None:
    assert pay(house.phone(rules=True), "Bo", "Ann", "2")[0] == 200
    house.clock.now += WEEK
    house.obey(New(variant="ninety-nine", players=("Ann", "Cy"), house={"chips": 1}))
    house.obey(Bust())
    phone = house.phone(rules=True)
    assert pay(phone, "Ann", "Cy", "1")[0] == 200
    evenings = phone.get("/evenings").json()["evenings"]
    paid = [
        [(made["payer"], made["payee"], made["text"]) for made in page.json()["paid"]]
        for page in (phone.get(f"/evening?number={each['number']}") for each in evenings)
    ]
    assert paid == [[("Ann", "Cy", "1 chip")], [("Bo", "Ann", "2 chips")], []]
    assert phone.get("/evening").json()["paid"][0]["payer"] == "Ann"


def test_first_price_counts_for_earlier_and_later_evenings(house: House) -> None:
    phone = house.phone(rules=True)
    assert phone.post("/debts/price", {"price": "0,10"}).status_code == 200
    assert owed(phone) == [("Bo", "Ann", "0.20"), ("Bo", "Cy", "0.10")]
    assert pay(phone, "Bo", "Ann", "0.20")[0] == 200
    house.obey(New(variant="ninety-nine", players=("Ann", "Cy"), house={"chips": 1}))
    assert phone.post("/debts/price", {"price": "1"}).status_code == 200
    house.obey(Bust())
    assert owed(phone) == [("Ann", "Cy", "1.00"), ("Bo", "Cy", "0.10")]
    assert debts(phone)["price"] == 100


def test_unnamed_seat_owes_separately_each_evening(house: House) -> None:
    for _ in range(2):
        house.clock.now += WEEK
        for _ in range(2):
            house.obey(New(variant="ninety-nine", players=("Seat 2", "Dee"), house={"chips": 1}))
            house.obey(Bust())
    phone = house.phone(rules=True)
    assert [one for one in owed(phone) if "Dee" in one] == [("Seat 2", "Dee", "2 chips")] * 2
    seat = next(one["payer"] for one in debts(phone)["owed"] if one["payee_name"] == "Dee")
    assert pay(phone, seat, "Dee", "2") == (200, {})
    assert [one for one in owed(phone) if "Dee" in one] == [("Seat 2", "Dee", "2 chips")]


def test_chips_paid_before_the_first_price_cost_as_much_as_chips_won(house: House) -> None:
    phone = house.phone(rules=True)
    assert pay(phone, "Bo", "Ann", "2")[0] == 200
    assert phone.post("/debts/price", {"price": "0.10"}).status_code == 200
    assert owed(phone) == [("Bo", "Cy", "0.10")]
    assert debts(phone)["made"][0]["text"] == "2 chips"


def test_first_price_can_be_corrected_in_the_same_evening(house: House) -> None:
    phone = house.phone(rules=True)
    assert phone.post("/debts/price", {"price": "10"}).status_code == 200
    house.clock.now += 1
    assert phone.post("/debts/price", {"price": "0.10"}).status_code == 200
    assert owed(phone) == [("Bo", "Ann", "0.20"), ("Bo", "Cy", "0.10")]


def test_price_can_be_changed_to_zero(house: House) -> None:
    phone = house.phone(rules=True)
    assert phone.post("/debts/price", {"price": "0"}).status_code == 200
    assert (debts(phone)["owed"], debts(phone)["price"]) == ([], 0)


def test_price_counts_although_the_start_of_its_game_is_undone(house: House) -> None:
    phone = house.phone(rules=True)
    house.obey(New(variant="ninety-nine", players=("Ann", "Cy"), house={"chips": 1}))
    assert phone.post("/debts/price", {"price": "0.10"}).status_code == 200
    house.at_the_box(house.table.reopen, house.box.tick)
    assert owed(phone) == [("Bo", "Ann", "0.20"), ("Bo", "Cy", "0.10")]


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "problem"),
    [
        ("Bo", "Ann", "two", '"two" is not an amount: enter one like 2.40.'),
        ("Bo", "Ann", "-2", '"-2" is not an amount: enter one like 2.40.'),
        ("Bo", "Ann", "0", "Enter an amount above 0."),
        ("Bo", "Ann", "0.5", '"0.5" is not a number of chips: enter a whole number.'),
        ("Bo", "Bo", "1", "Choose two different people."),
        ("Bo", "Zoe", "1", "No player has that name."),
    ],
)
def test_invalid_payment_changes_nothing(
    house: House, payer: str, payee: str, amount: str, problem: str
) -> None:
    phone = house.phone(rules=True)
    assert pay(phone, payer, payee, amount) == (400, {"problem": problem})
    assert debts(phone)["made"] == []


@pytest.mark.attack(
    "code", "read debts or enter a payment without the code", "401, nothing is stored"
)
def test_debts_are_for_paired_phones(house: House) -> None:
    looking = house.phone()
    assert looking.get("/evenings").status_code == 401
    for path, form in (
        ("payment", {"payer": "a", "payee": "b", "amount": "1"}),
        ("undo", {"at": 1.0}),
        ("price", {"price": "1"}),
    ):
        assert looking.post(f"/debts/{path}", form).status_code == 401
    assert looking.get("/standings").json()["won"] == [["Ann", 3], ["Cy", 1], ["Bo", 0]]
