"""Translates what a rollback may have to say while the rest of the program is broken."""


def gettext(message: str) -> str:
    """Return the message in the language in use; as it is if the package for texts cannot be imported."""
    try:
        from companion.text.language import gettext as translated
    except Exception:  # noqa: BLE001  # a new version may be broken in any way, and the way back must be found
        return message
    return translated(message)
