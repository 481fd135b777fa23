"""The permissions of the box's user: the rules run in JavaScript, as in polkit."""

import json
import re
import subprocess
from pathlib import Path

import pytest

import companion.host
from companion.host.worker import UNIT

RULES = Path(__file__).parents[2] / "deploy/polkit/50-companion.rules"

AS_POLKIT = """
const rules = [];
const polkit = { Result: { YES: "yes", NO: "no", NOT_HANDLED: null }, addRule: (rule) =>
  rules.push(rule) };
new Function("polkit", require("fs").readFileSync(process.argv[1], "utf8"))(polkit);
const asked = JSON.parse(process.argv[2]);
const answered = asked.map(([action, user, details]) => {
  for (const rule of rules) {
    const lookup = (key) => (details || {})[key];
    const result = rule({ id: action, lookup }, { user, groups: [], local: false, active: false });
    if (result !== null) return result;
  }
  return "as the machine has it";
});
console.log(JSON.stringify(answered));
"""

NETWORK, LOGIN = "org.freedesktop.NetworkManager", "org.freedesktop.login1"
UNITS = "org.freedesktop.systemd1.manage-units"
OFFERED = {
    f"{NETWORK}.network-control": ("network.py", '"ActivateConnection"'),
    f"{NETWORK}.settings.modify.system": ("network.py", '"AddAndActivateConnection2"'),
    f"{NETWORK}.wifi.scan": ("network.py", '"RequestScan"'),
    f"{NETWORK}.wifi.share.protected": ("network.py", '"shared"'),
    f"{LOGIN}.power-off": ("worker.py", '"PowerOff"'),
    f"{LOGIN}.power-off-multiple-sessions": ("worker.py", '"PowerOff"'),
    f"{LOGIN}.reboot": ("worker.py", '"Reboot"'),
    f"{LOGIN}.reboot-multiple-sessions": ("worker.py", '"Reboot"'),
    UNITS: ("worker.py", '"StartUnit"'),
}
"""Each action in the rules, with the file in `companion/host` and the call that need it."""
NOT_OFFERED = [
    f"{NETWORK}.settings.modify.global-dns",
    f"{NETWORK}.settings.modify.hostname",
    f"{NETWORK}.enable-disable-network",
    f"{NETWORK}.enable-disable-wifi",
    f"{NETWORK}.reload",
    f"{NETWORK}.checkpoint-rollback",
    f"{NETWORK}.wifi.share.open",
    f"{NETWORK}.network-control.more",
    f"{LOGIN}.power-off-ignore-inhibit",
    f"{LOGIN}.reboot-ignore-inhibit",
    f"{LOGIN}.halt",
    f"{LOGIN}.suspend",
    f"{LOGIN}.set-self-linger",
    UNITS,
    "org.freedesktop.policykit.exec",
]


def answered(*asked: tuple[str, str] | tuple[str, str, dict[str, str]]) -> list[str]:
    """Return polkit's answer to each action of each user."""
    run = ["node", "-e", AS_POLKIT, str(RULES), json.dumps(asked)]
    said = subprocess.run(run, capture_output=True, text=True, check=True)
    answers: list[str] = json.loads(said.stdout)
    return answers


def test_polkit_allows_what_the_menu_offers() -> None:
    assert set(answered(*[(action, "companion", STARTED) for action in OFFERED])) == {"yes"}


def test_polkit_allows_only_what_the_code_asks_for() -> None:
    assert (
        set(re.findall(r'"(org\.freedesktop\.[^"]+)"', RULES.read_text("utf-8"))) == OFFERED.keys()
    )
    for file, call in OFFERED.values():
        assert call in (Path(companion.host.__file__).parent / file).read_text("utf-8")


def test_polkit_grants_the_box_no_other_action() -> None:
    assert set(answered(*[(action, "companion") for action in NOT_OFFERED])) == {
        "as the machine has it"
    }


@pytest.mark.parametrize("user", ["root", "pi", "companion2", "Companion", ""])
def test_polkit_grants_other_users_no_additional_action(user: str) -> None:
    assert set(answered(*[(action, user) for action in OFFERED])) == {"as the machine has it"}


STARTED = {"unit": UNIT, "verb": "start"}


def test_polkit_lets_the_box_start_its_update() -> None:
    assert (RULES.parents[1] / "systemd" / UNIT).is_file()
    assert answered((UNITS, "companion", STARTED)) == ["yes"]


@pytest.mark.parametrize(
    ("user", "details"),
    [
        ("pi", STARTED),
        ("companion", {**STARTED, "verb": "stop"}),
        ("companion", {**STARTED, "verb": "restart"}),
        ("companion", {**STARTED, "unit": "companion.service"}),
        ("companion", {"unit": "companion-update.service"}),
    ],
)
def test_polkit_grants_no_other_unit_action(user: str, details: dict[str, str]) -> None:
    assert answered((UNITS, user, details)) == ["as the machine has it"]
