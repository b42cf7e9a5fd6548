"""Options, declared once: the panel, the command line, the project file and the tests all read these.

No algorithm here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar, cast, get_type_hints

from engine.errors import CanvasError

Value = float | int | bool | str
T = TypeVar("T")
MAX_COUNT = 64  # alternatives of one request, and draws of a pool


@dataclass(frozen=True)
class Option:
    """One control: its name, default, range or choices, and plain words for the user.

    `ends` names both ends of a slider."""

    name: str
    default: Value
    help: str
    label: str = ""
    low: float = 0.0
    high: float = 1.0
    choices: tuple[str, ...] = ()
    ends: tuple[str, str] = ("", "")
    advanced: bool = True
    kinds: tuple[str, ...] = ("music", "text")  # of pages that have it

    def check(self, value: Value) -> Value:
        """The value in this option's type, or one clear sentence."""
        if self.choices:
            if value not in self.choices:
                raise CanvasError(f"{self.name} must be one of {', '.join(self.choices)}, not {value!r:.80}.")
            return value
        try:
            if isinstance(self.default, bool):
                if value not in (True, False):
                    raise ValueError
                return bool(value)
            number = type(self.default)(value)
            if number != float(value) or not self.low <= float(number) <= self.high:
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            raise CanvasError(f"{self.name} must be from {self.low:g} to {self.high:g}, not {value!r:.80}.") from None
        return number


def filled(options: tuple[Option, ...], given: Mapping[str, Value]) -> Mapping[str, Value]:
    """Every option with its given or default value; unknown names are refused."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise CanvasError(f"There is no option {name!r} here; the options are {', '.join(known)}.")
    return MappingProxyType({name: option.check(given.get(name, option.default)) for name, option in known.items()})


def typed(fields: type[T], values: Mapping[str, Value]) -> T:
    """Checked values as what a sampler reads: a frozen dataclass with one field for each option."""
    return cast(Callable[..., T], fields)(**values)


def check_fields(fields: type, options: tuple[Option, ...]) -> None:
    """A dataclass and the declared options must have the same names and types; a slip fails when the table is read."""
    declared, written = {option.name: type(option.default) for option in options}, get_type_hints(fields)
    if declared != written:
        wrong = sorted(set(declared.items()) ^ set(written.items()), key=str)
        raise TypeError(f"{fields.__name__} and the declared options differ in {wrong}.")
