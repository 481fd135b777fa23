"""The language of the box and the letters on the table's cards, as configured or as chosen in the
menu.
"""

import logging
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec
from msgspec import MsgspecError
from msgspec.structs import replace

from companion.core.frozen import Frozen
from companion.dialogs.context import Dialog, LanguageMove, ListLanguages, UseCourt, UseLanguage
from companion.dialogs.menu import LanguageDialog, LanguageOption
from companion.languages import CATALOGUES, language_codes, load_language, own_name
from companion.message import ENGLISH, phrase, render, speak, using
from companion.outputs import Court
from companion.table.files import write_whole

CHOICE = "language.json"
"""The file name of the choice in the data folder."""

log = logging.getLogger(__name__)


class _Choice(Frozen):
    """The choice that a player made in the menu; None means as configured."""

    language: str | None = None
    court: Court | None = None


class LanguageChoice:
    """The current language of the box, and the choice made in the menu.

    A choice survives a restart and overrides the configuration. A choice that cannot be read, or
    has a language that is no longer installed, is ignored.

    Attributes:
        in_use: the language, with the letters on the cards.
        name: the language's own name; "" if it is the only one.
        codes: the codes of the available languages.

    Args:
        language: the configured language, or "".
        court: the configured letters.
        file: the file that keeps a choice, or None.
        catalogues: the folder of the catalogs.
    """

    def __init__(
        self,
        language: str = "",
        court: Court = "JQK",
        file: Path | None = None,
        catalogues: Path = CATALOGUES,
    ) -> None:
        self.codes = language_codes(catalogues)
        self._configured, self._court = language, court
        self._file, self._catalogues = file, catalogues
        self.in_use, self.name = ENGLISH, ""
        self._use(self._read())

    def spoken(self) -> AbstractContextManager[None]:
        """Use the language of the box within the block."""
        return using(self.in_use)

    def asks(self, dialog: Dialog | None) -> bool:
        """Return whether the dialog asks for the language."""
        return isinstance(dialog, LanguageDialog)

    def first_question(self) -> Dialog | None:
        """Return the language question for a new box; None if a language was chosen or there is
        only one.
        """
        is_chosen = bool(self._configured) or self._choice.language is not None
        return None if is_chosen or len(self.codes) == 1 else self._ask()

    def execute(self, move: LanguageMove, dialog: Dialog | None) -> Dialog | None:
        """Execute a `move` made while `dialog` is open, also inside a block that uses another
        language.

        A choice takes effect immediately. Return the dialog that is open afterwards.
        """
        match move:
            case ListLanguages():
                return self._ask()
            case UseLanguage(code):
                self._keep(replace(self._choice, language=code))
                return None
            case UseCourt(court):
                self._keep(replace(self._choice, court=court))
                return dialog

    def _ask(self) -> LanguageDialog:
        """Return the list of languages by their own names, with the language in use selected."""
        found = []
        for code in self.codes:
            with using(load_language(code, self._catalogues)):
                found.append(LanguageOption(code, own_name(code), render(phrase("Language"))))
        return LanguageDialog.of(tuple(sorted(found, key=lambda option: option.name)))

    def _keep(self, choice: _Choice) -> None:
        self._use(choice)
        speak(self.in_use)
        if self._file is not None:
            try:
                write_whole(self._file, msgspec.json.encode(choice) + b"\n")
            except OSError as error:  # a failure must not stop the game
                log.warning("the chosen language could not be kept: %s", error)

    def _use(self, choice: _Choice) -> None:
        self._choice = choice
        code = choice.language or self._configured or ENGLISH.code
        language = load_language(code, self._catalogues)
        self.in_use = language._replace(court=choice.court or self._court)
        self.name = own_name(language.code) if len(self.codes) > 1 else ""

    def _read(self) -> _Choice:
        if self._file is None or not self._file.exists():
            return _Choice()
        try:
            choice = msgspec.json.decode(self._file.read_bytes(), type=_Choice)
        except (OSError, ValueError, MsgspecError) as error:
            log.warning(
                "%s cannot be read, so the configured language counts: %s", self._file, error
            )
            return _Choice()
        if choice.language not in (None, *self.codes):
            log.warning("%s: there is no language %r any more", self._file, choice.language)
            return _Choice()
        return choice
