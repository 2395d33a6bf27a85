"""What is true of any text given as a deck list."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from deckcheck.decks.files import decode
from deckcheck.decks.text.lists import read_text
from deckcheck.model.deck import Aside, RawDeck
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from tests.conftest import examples

PARTS = ["3", "0", "-3", "2.5", "x", "×", "x3", "3x", "(3)", "[2]", "- exp2", "•", "*", "**", "- ", "-", "+", "#", "//"]
PARTS += [
    ";",
    ":",
    "Role:",
    "Dynasty",
    "# Fate (40)",
    "Winter Siege",
    "1,000 Cuts Technique",
    "Daimyō’s",
    "(Set)",
    "{art: x}",
]
PARTS += ["\t", "  ", "\u00a0", "\u202e", "\x1b[31m", "\ufeff", "\x00", "\x85", "\u2028", "Name: x", "=====", "\uff19"]
LINES = st.lists(st.sampled_from(PARTS) | st.text(max_size=8), max_size=6).map(" ".join)
LISTS = st.lists(LINES, max_size=12).map("\n".join)

lenient = settings(deadline=None, max_examples=examples(80))


def read(text: str) -> RawDeck | None:
    """Return the list in `text`, None for what is refused in the one way that is allowed."""
    try:
        return read_text(text, "deck.txt", Limits())
    except InputError:
        return None


@lenient
@given(st.text() | LISTS)
def test_any_text_is_read_or_refused(text: str) -> None:
    read(text)


@lenient
@given(st.binary() | st.text().map(lambda text: text.encode("utf-16")) | LISTS.map(lambda text: text.encode("utf-8")))
def test_any_bytes_are_decoded_or_refused(content: bytes) -> None:
    try:
        text = decode(content, "deck.txt", Limits())
    except InputError:
        return
    text.encode("utf-8")
    read(text)


@lenient
@given(LISTS)
def test_every_line_belongs_to_one_part(text: str) -> None:
    deck = read(text)
    if deck is None:
        return
    parts = [request.span.line for request in deck.requests] + [header.span.line for header in deck.headers]
    parts += [aside.span.line for aside in deck.asides if not _is_behind(aside, deck)]
    assert len(parts) == len(set(parts))
    written = {number for number, line in enumerate(deck.lines, 1) if line.strip()}
    assert written == {*parts, *(aside.span.line for aside in deck.asides)}


def _is_behind(aside: Aside, deck: RawDeck) -> bool:
    """Return whether an aside is a comment behind a card, which shares its line."""
    return any(aside.span.line == request.span.line for request in deck.requests)


@lenient
@given(LISTS)
@example("0\x00A")  # The sign that takes the place of references.
def test_spans_point_at_text(text: str) -> None:
    deck = read(text)
    for request in deck.requests if deck else ():
        line = deck.lines[request.span.line - 1] if deck else ""
        assert 1 <= request.span.column < request.span.end_column <= len(line) + 1
        part = line[request.span.column - 1 : request.span.end_column - 1]
        assert part == part.strip()
        assert request.name.strip() or request.bad_count
        assert request.name in line


@lenient
@given(LISTS)
def test_counts_are_in_their_bounds_or_marked(text: str) -> None:
    deck = read(text)
    for request in deck.requests if deck else ():
        if not request.bad_count:
            assert 1 <= request.count <= 999
            if not request.counted:
                assert request.count == 1


@lenient
@given(LISTS, st.sampled_from(["\n", "\r\n", "\r"]))
def test_line_ends_make_no_difference(text: str, end: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    one, other = read(plain), read(plain.replace("\n", end))
    assert (one is None) == (other is None)
    if one and other:
        assert one == other


@lenient
@given(
    st.integers(1, 999),
    st.sampled_from(["{} {}", "{}x {}", "{} x {}", "x{} {}", "{1} x{0}", "{1} {0}x", "{1} ({0})", "[{}] {}"]),
)
def test_a_count_that_was_written_is_read_again(count: int, form: str) -> None:
    deck = read(form.format(count, "Winter Siege"))

    assert deck is not None
    assert [(request.count, request.name) for request in deck.requests] == [(count, "Winter Siege")]
