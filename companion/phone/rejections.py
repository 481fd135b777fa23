"""Words why the guard rejects a request."""

from typing import assert_never

from companion.text.language import gettext as _
from companion.web.guard import RejectedRequest


def why_rejected(rejected: RejectedRequest) -> str:
    """Return the sentence for the person whose request was rejected."""
    match rejected.reason:
        case "foreign-name":
            return _("This is not a name of the box.")
        case "other-machine":
            return _("The panel is for this machine only.")
        case "foreign-page":
            return _("Only the box's own page may ask this.")
        case "path":
            return _("There is no such page.")
        case "type":
            return _("What is sent here is JSON.")
        case "too-long":
            return _("That is too long: {n} KiB at most.").format(n=rejected.limit // 1024)
        case "cut":
            return _("That ended half-way.")
        case "syntax":
            return _("That is no JSON object.")
        case never:
            assert_never(never)
