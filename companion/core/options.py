"""The rule keys of the families, and how files and house rules are read with them.

A key is a field of its family's struct: its name, its type and its default. `KeyTraits` adds
information that the type cannot express. A default keeps older journals readable, because a stored
variant without the key gets the default.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType

from companion.core.frozen import Frozen

Off = Annotated[bool, Meta(extra={"only": False})]
"""False but not true, in a union. msgspec before 0.20 has no `Literal[False]` and accepts both, so
readers also call `validate` for files that msgspec accepts.
"""

Always = Annotated[bool, Meta(extra_json_schema={"const": True})]
"""True, in a schema. No input is read with this type."""


def convert(value: object, kind: Any) -> Any:
    """Return `value` converted to `kind`.

    JSON text may contain a lone surrogate, which UTF-8 cannot encode. msgspec accepts it in a text,
    but cannot put it into an error message.

    Raises:
        ValidationError: the value does not fit; the message names the path.
    """
    try:
        return msgspec.convert(value, kind)
    except UnicodeEncodeError:
        return msgspec.convert(_encodable(value), kind)


def _encodable(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_encodable(each) for each in value]
    if isinstance(value, dict):
        return {_encodable(key): _encodable(each) for key, each in value.items()}
    return value


Exact = Literal["chip", "reset", "point", "drink"]
"""The effects of reaching an exact total (docs/reference/rules.md section 4.2)."""
Count = Annotated[int, Meta(ge=1)]
Operation = Literal["add", "set", "multiply", "divide"]
"""How a card changes the total."""
HandSize = Count | Annotated[tuple[Count, ...], Meta(min_length=1)]
"""The cards dealt to each player, or those of each hand in turn; the last number stays."""
HouseBust = Literal["out", "lose", "chip, new hand", "chip, play on", "chip, new pile"]
"""What a house rule may make of a bust."""
Bust = Literal[HouseBust, "pass"]
UpCard = Literal["none", "apply", "plain"]
ChipsLook = Literal["dots", "corners", "pennies"]
Wins = Literal["highest", "lowest"]
Passing = Literal["left", "right", "across", "none"]
"""Whose hand the cards go to that each player passes on before a round."""
Provenance = Literal["published", "derived", "reconstructed", "own"]
"""The origin of a variant's table (docs/reference/rules.md, "Provenance")."""


class KeyTraits(NamedTuple):
    """The traits of a rule key that its type does not express.

    `dial` is the range of a dial, if the type allows more. `applies` names the property of the
    rules in force by which the key makes a difference, or "" if it always does. `usual` keys come
    first on the page; a family has at most ten of them, including its shortcuts. A key that is not
    `listed` has no line in the display's list. A key without
    `house_rule` is allowed only in variant files. `in_file` and `in_house` are the types in a file
    and as a house rule, if different. `called` is the entry of `words/rule_keys` with the key's
    name, if it is not that of its own name.
    """

    dial: tuple[int, int] | None = None
    applies: str = ""
    usual: bool = False
    listed: bool = True
    house_rule: bool = True
    in_file: Any = None
    in_house: Any = None
    called: str = ""


IN_FILES = KeyTraits(house_rule=False)
"""The trait of a key that house rules cannot change."""


class Option(NamedTuple):
    """A rule key, as declared by its struct.

    `type` is its type in the rules; `default` is NODEFAULT for a key that a variant must set.
    """

    name: str
    type: Any
    default: Any
    key: KeyTraits

    @property
    def called(self) -> str:
        """The entry of `words/rule_keys` with the key's name."""
        return self.key.called or self.name

    @property
    def is_optional(self) -> bool:
        """Whether a variant may omit the value, which its file writes as ``false``."""
        return type(None) in get_args(self.type)

    @property
    def in_house(self) -> Any:
        """The type of the value as a house rule, which cannot remove a value."""
        if self.key.in_house is not None:
            return self.key.in_house
        return get_args(self.type)[0] if self.is_optional else self.type

    @property
    def in_file(self) -> Any:
        """The type of the value in a variant file."""
        if self.is_optional:
            return get_args(self.type)[0] | Off
        return self.key.in_file or self.type

    @property
    def file_default(self) -> Any:
        """The default in the form of a variant file."""
        return False if self.default is None else self.default

    @property
    def range(self) -> tuple[int, int]:
        """The range of the dial for a key that is a number."""
        if self.key.dial is not None:
            return self.key.dial
        meta: Any = next(part for part in get_args(self.type) if isinstance(part, Meta))
        return int(meta.ge), int(meta.le)

    @property
    def choices(self) -> tuple[object, ...]:
        """The values of a key that has only a few, "off" before "on"; () for a number.

        >>> from companion.games.adding.variant import AddingOptions
        >>> options(AddingOptions)["over"].choices, options(AddingOptions)["sets"].choices
        (('refuse', 'bust'), (False, True))
        """
        of = self.key.in_house or self.type
        if of is bool:
            return (False, True)
        return get_args(of) if get_origin(of) is Literal and self.key.dial is None else ()


@cache
def options(family: type[Struct]) -> Mapping[str, Option]:
    """Return the rule keys of a family by name, in the order of its struct.

    >>> from companion.games.adding.variant import AddingOptions
    >>> options(AddingOptions)["floor"].key.dial, options(AddingOptions)["floor"].file_default
    ((-999, 0), False)
    """
    return {field.name: _option(field) for field in msgspec.structs.fields(family)}


def _option(field: msgspec.structs.FieldInfo) -> Option:
    declared = field.type
    key = KeyTraits()
    if get_origin(declared) is Annotated:
        of, *metas = get_args(declared)
        key = next((meta for meta in metas if isinstance(meta, KeyTraits)), key)
        checks = tuple(meta for meta in metas if not isinstance(meta, KeyTraits))
        declared = Annotated[of, *checks] if checks else of
    default = field.default_factory() if field.default_factory is not NODEFAULT else field.default
    return Option(field.name, declared, default, key)


def house_rules(family: type[Struct]) -> dict[str, Any]:
    """Return the house rules of a family by name, with the types of their values."""
    return {
        name: option.in_house for name, option in options(family).items() if option.key.house_rule
    }


class GameNames(Frozen):
    """The keys of every variant file that are not rule keys: the game's names and its players."""

    extends: str | UnsetType = UNSET
    family: str | UnsetType = UNSET
    title: Annotated[str, Meta(min_length=1, max_length=40)] | UnsetType = UNSET
    short: Annotated[str, Meta(min_length=1, max_length=4)] | UnsetType = UNSET
    provenance: Provenance | UnsetType = UNSET
    source: str | UnsetType = UNSET
    players: tuple[int, ...] | UnsetType = UNSET
    dealer_by_lot: bool | UnsetType = UNSET


def file_struct(name: str, others: type[GameNames], family: type[Struct]) -> type[Struct]:
    """Return the struct of a variant file,
    with the `others` keys and the family's rule keys, all optional.
    """
    fields = [
        (option.name, option.in_file | UnsetType, UNSET) for option in options(family).values()
    ]
    return msgspec.defstruct(name, fields, bases=(others,), frozen=True, forbid_unknown_fields=True)


def file_defaults(family: Any) -> dict[str, Any]:
    """Return the defaults of all rule keys that a variant may omit, in the form of a file."""
    rules = options(family).values()
    return {"family": family.family, "provenance": "own", "source": "", "dealer_by_lot": False} | {
        option.name: option.file_default for option in rules if option.default is not NODEFAULT
    }


def required_keys(family: type[Struct]) -> tuple[str, ...]:
    """Return the rule keys that a variant or its parents must set."""
    return tuple(name for name, option in options(family).items() if option.default is NODEFAULT)


def from_file(family: type[Struct], content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names and rule keys of a complete file in the form of a variant:
    None for no value.
    """
    return {
        name: content[name] for name in ("title", "short", "provenance", "source", "dealer_by_lot")
    } | {
        name: None if option.is_optional and content[name] is False else content[name]
        for name, option in options(family).items()
    }


class GameOfRounds:
    """The common part of all variants that are played for points in rounds, without chips.

    `listed` is "" because the list of games shows the title.
    """

    __slots__ = ()
    listed: ClassVar[str] = ""
    chips: ClassVar[None] = None
    up_card: ClassVar[UpCard] = "none"
    forfeit: ClassVar[str] = ""
    name: str

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.name
