"""Comparison of two referees' replies to one line, including every word that programs rely on."""

from typing import Any

from tests.games.naive import NaiveReferee

Reply = dict[str, Any]

EXTRAS = {
    "suit-needed": ["card"],
    "bad-card": ["card"],
    "not-in-deck": ["card"],
    "already-played": ["card"],
    "not-drawn": ["card"],
    "turn-another": ["card"],
    "not-a-shield": ["card"],
    "not-your-turn": ["turn"],
    "too-soon": ["turn"],
    "no-way": ["card"],
    "bad-way": ["options"],
    "way-needed": ["options"],
    "target-needed": ["options"],
    "choice-needed": ["options"],
    "over-target": ["total", "target"],
    "wrong-hand-size": ["cards"],
    "can-play": ["cards"],
    "must-lead": ["card"],
    "leader-needed": ["options"],
    "contract-needed": ["options"],
    "bad-contract": ["options"],
    "restricted-lead": ["suit"],
    "first-trick": ["card"],
    "revoke": ["trick", "suit"],
    "bad-sum": ["missing"],
    "bad-amount": ["amount", "among"],
}
"""The fields that docs/reference/referee-protocol.md gives for each code. `bad-value` and
`bad-target` are compared separately.
"""


def disagreement(naive: NaiveReferee, expected: Reply, real: Reply) -> str:
    """Return the first difference between the two replies, or "" if they agree."""
    for key in ("ok", "id", "claim", "state", "due"):
        if expected.get(key, "absent") != real.get(key, "absent"):
            if key == "state":
                return state_difference(expected[key], real.get(key))
            return (
                f"{key}: {expected.get(key, 'absent')} against "
                f"{real.get(key, 'absent')}{code_of(real)}"
            )
    if not expected["ok"]:
        return error_difference(naive, expected["error"], real["error"])
    return listing_difference(expected, real)


def code_of(reply: Reply) -> str:
    return f" ({reply['error']['code']})" if "error" in reply else ""


def state_difference(expected: Any, real: Any) -> str:  # null before any game
    """Return the names of the fields in which the states differ."""
    if not isinstance(expected, dict) or not isinstance(real, dict):
        return f"state: {expected} against {real}"
    differing = [
        f"{key} {expected.get(key, 'absent')} against {real.get(key, 'absent')}"
        for key in sorted({*expected, *real})
        if expected.get(key, "absent") != real.get(key, "absent")
    ]
    return "state: " + "; ".join(differing)


def error_difference(naive: NaiveReferee, expected: Reply, real: Reply) -> str:
    """Compare the codes and their documented fields. If several fields are at fault, either referee
    may name any of them.
    """
    code = expected["code"]
    if code != real["code"]:
        return f"code: {code} against {real['code']}"
    named = {"bad-field": "field", "bad-house-rule": "rule"}.get(code)
    if named and real.get(named) not in naive.faults:
        return f"{code}: one of {sorted(naive.faults)} against {real.get(named)}"
    extras = list(EXTRAS.get(code, []))
    if code in ("bad-value", "bad-target") and len(expected["options"]) != 1:
        extras.append("options")
    for added in ("sums", "above"):  # to a wrong sum of a points game, to a card not beaten
        if expected.get(added) != real.get(added):
            return f"{code}: {added} {expected.get(added)} against {real.get(added)}"
    for extra in extras:
        if expected[extra] != real.get(extra):
            return f"{code}: {extra} {expected[extra]} against {real.get(extra)}"
    return ""


def listing_difference(expected: Reply, real: Reply) -> str:
    """Require that each variant of the naive referee is listed identically; there may be more."""
    listed = {each["name"]: each for each in real.get("variants", [])}
    for each in expected.get("variants", []):
        if each != {key: listed.get(each["name"], {}).get(key) for key in each}:
            return f"variants: {each} against {listed.get(each['name'])}"
    return ""
