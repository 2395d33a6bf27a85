"""The errors that deckcheck raises on purpose.

DeckcheckError
├── UsageError        an option or argument that cannot be used
├── InputError        a deck file that cannot be read at all
│   └── FetchError    an address that nothing can be fetched from
├── DataError         a format or card-pool file that is wrong
└── OutputError       a report that could not be written

Each has a message for people, the place if there is one, and help.
"""

import contextlib
import errno
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from deckcheck.model.sentences import listed, quoted

T = TypeVar("T")

# Longer names are compared by their beginning.
_LONGEST = 100
# Everyday words for the types of values in msgspec's messages.
_TYPES = {"str": "text", "int": "a whole number", "float": "a decimal number", "array": "a list", "object": "a map"}


class DeckcheckError(Exception):
    """Something deckcheck could not do; the command line turns it into exit code 2.

    `place` is ``file``, ``file:line`` or ``file:line:column`` (1-based); `help` says what to do.
    """

    def __init__(self, message: str, *, place: str | None = None, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.help = help

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message

    @property
    def advice(self) -> str:
        """The message, and what to do."""
        return f"{self.message}; {self.help}" if self.help else self.message


class UsageError(DeckcheckError):
    """An option or argument that cannot be used."""


class InputError(DeckcheckError):
    """A deck file that cannot be read at all."""


class FetchError(InputError):
    """An address that nothing can be fetched from; for a deck it is one that cannot be read."""


class DataError(DeckcheckError):
    """A format or card-pool file that is wrong."""


class OutputError(DeckcheckError):
    """A report that could not be written."""


@contextlib.contextmanager
def reading(path: object, help: str | None = None) -> Iterator[None]:
    """Raise DataError, with the place `path`, for a data file that cannot be read or is not UTF-8."""
    try:
        yield
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", place=str(error.filename or path), help=help) from None
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8 at byte {error.start}", place=str(path), help=help) from None


@contextlib.contextmanager
def writing(path: object, what: str = "", help: str | None = None) -> Iterator[None]:
    """Raise OutputError, with the place `path`, if the system refuses to write; `what` begins the message."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        free = "free some space" if error.errno == errno.ENOSPC else None
        raise OutputError(f"{what}could not be written: {why}", place=str(path), help=help or free) from None


@contextlib.contextmanager
def raised_as(
    kind: type[DeckcheckError], caught: type[DeckcheckError], place: str | None = None, about: str = ""
) -> Iterator[None]:
    """Raise `caught` errors as errors of `kind`, at `place` if given, with `about` before the message."""
    try:
        yield
    except caught as error:
        raise kind(f"{about}{error.message}", place=place or error.place, help=error.help) from None


def how_to_install(extra: str) -> str:
    """Return how to install the libraries of an optional part of deckcheck, which is on no package index."""
    wheel = f"pip install 'deckcheck-VERSION-py3-none-any.whl[{extra}]'"
    return f"in a checkout: pip install '.[{extra}]'; with a wheel: {wheel}"


@contextlib.contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Raise UsageError, with how to install `extra`, where a library that `what` needs is missing."""
    try:
        yield
    except ImportError as error:
        raise UsageError(f"{what} needs the library {error.name}", help=how_to_install(extra)) from None


def near_words(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return the `known` words most similar to `word`, ignoring case."""
    from difflib import get_close_matches

    words = {each.casefold(): each for each in known}
    return [words[near] for near in get_close_matches(word[:_LONGEST].casefold(), words, most)]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the `known` word most similar to `word`, ignoring case; None without a similar one."""
    return next(iter(near_words(word, known, 1)), None)


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """Return a question that suggests the `known` words nearest to `word` in any case; `otherwise` if none is near."""
    return _meant(near_words(word, sorted(known))) or otherwise


def _meant(names: Sequence[str]) -> str:
    return f"did you mean {quoted(names, 'or')}?" if names else ""


def no_card(name: str, near: Sequence[str]) -> UsageError:
    """Return the error for a name that no card has; it suggests the first of the names `near`."""
    return UsageError(f"no card is called `{name}`", help=_meant(near[:3]) or "`deckcheck cards search` finds names")


def _called(types: re.Match[str]) -> str:
    return listed((_TYPES.get(each, each) for each in types[1].split(" | ")), "or")


def lowered(message: object) -> str:
    """Return a library's message in deckcheck's style: it begins in lower case and names types in words."""
    text = re.sub(r"`((?:str|int|float|array|object)(?: \| \w+)*)`", _called, str(message))
    text = re.sub(r"Object contains unknown field (`.*`)", r"there is no key \1", text)
    text = re.sub(r"Invalid (?:enum )?value '(.*)'", r"`\1` is not a known value", text)
    text = re.sub(r"Object missing required field (`.*?`)", r"\1 is missing", text)
    return text[:1].lower() + text[1:]


def known_keys(message: object, kind: object) -> str | None:
    """Return help for a library's message about a key that the structure `kind` itself lacks."""
    unknown = re.search(r"unknown field `([^`]*)`$", str(message))
    known = getattr(kind, "__struct_encode_fields__", ())
    return did_you_mean(unknown[1], known, f"known: {', '.join(known)}") if unknown and known else None


def no_such(what: str, name: str, known: Collection[str], otherwise: str = "", inside: str = "") -> UsageError:
    """Return the error for `name`, an unknown `what`; it suggests the nearest of `known` and lists them.

    Long lists are replaced by `otherwise`, which says where to find them; `inside` names what should have had it.
    """
    near = nearest(name, known)
    meant = f"did you mean `{near}`? " if near else ""
    where = f" in {inside}" if inside else ""
    return UsageError(f"there is no {what} `{name}`{where}", help=meant + (otherwise or f"known: {', '.join(known)}"))


def called(what: str, name: str, known: Mapping[str, T], otherwise: str = "") -> T:
    """Return the `what` of this name; raises UsageError as `no_such` makes it."""
    if name not in known:
        raise no_such(what, name, known, otherwise)
    return known[name]
