"""Chooses the language of the box."""

import msgspec

from companion.dialogs.context import Close, Move, Reject, Scene, UseLanguage
from companion.dialogs.keys import around, turned
from companion.inputs import Key
from companion.screens.model import ListEntry, ListScreen, Picture
from companion.text.language import asks, language_in_use
from companion.text.language import gettext as _

replace = msgspec.structs.replace


class LanguageOption(msgspec.Struct, frozen=True):
    """A language by its code, its own name, and its own word for "Language"."""

    code: str
    name: str
    word: str


class LanguageDialog(msgspec.Struct, frozen=True):
    """The languages, each by its own name. OK uses the chosen one, UNDO leaves it as it is.

    A new box shows this list first, to people who may not read English: so another language's word for the
    title stands at its right.
    """

    options: tuple[LanguageOption, ...]
    chosen: int

    @classmethod
    def of(cls, options: tuple[LanguageOption, ...]) -> "LanguageDialog":
        """Return the list with the language in use chosen."""
        codes = [option.code for option in options]
        return cls(options, codes.index(language_in_use().code))

    def picture(self, scene: Scene) -> Picture:
        title = _("Language")
        other = next((option.word for option in self.options if option.word != title), "")
        rows = tuple(ListEntry(option.name) for option in self.options)
        return ListScreen(title, other, rows, self.chosen)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(self.options)))
            case "OK":
                return UseLanguage(self.options[self.chosen].code)
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(asks("First: which language?"), self)
