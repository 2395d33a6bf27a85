"""Sheets to print, public pages and files of lists, statistics, and seals that prove that a list is unchanged."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from deckcheck.events.checking import ListChecker
from deckcheck.events.exchange import FOLDER, stem_of
from deckcheck.events.model import EventInfo, keyed_hash
from deckcheck.events.standings import PlayerStanding, named
from deckcheck.events.table_checks import piles
from deckcheck.model.deck import Deck, summed
from deckcheck.model.finding import bearing
from deckcheck.model.names import printable
from deckcheck.reports.html import views
from deckcheck.reports.html.environment import page
from deckcheck.reports.told import told
from deckcheck.rules.tally import clan_names

_MOST_PLAYED = 30
# The number of lines from which a list is set smaller, so that it fits on its page.
_SIZES = ((0, "roomy"), (62, "dense"), (105, "tight"), (150, "tiny"), (222, "least"))
_SHOWN_REASONS = 5
_SHOWN_LINES = 12
# The maximum number of unrecognised lines on a sheet; nobody should sign one with more.
_SHOWN_UNRECOGNISED = 60
_LINES_OF_A_HEADING = 2
# The maximum number of boxes for one card; the number of copies is printed anyway.
_MOST_BOXES = 10


class ListPage:
    """A list on a page: the standing of its player, its report with the parts, its clan and its Stronghold.

    `reasons` are the findings that decide the verdict.
    """

    def __init__(self, standing: PlayerStanding, checker: ListChecker) -> None:
        """Check the list of a standing that has one; raises InputError when it cannot be read."""
        assert standing.submission  # noqa: S101 - those without one have no pages
        self.standing, self.stem = standing, stem_of(standing.player)
        self.report = checker.report(standing.submission, standing.player.name)
        self.parts, self.reasons = views.parts_of(self.report), [*told(bearing(self.report.findings))]
        homes = [entry.card for entry in self.report.deck.entries if entry.card.kind == "stronghold"]
        self.clan = clan_names(homes[0].clans) if homes else "no clan"
        self.stronghold = homes[0].name if homes else "none"

    @property
    def size(self) -> str:
        """The class for a sheet of paper with the list."""
        deck = self.report.deck
        lines = sum(len(part.rows) + _LINES_OF_A_HEADING * (1 + len(part.groups)) for part in self.parts)
        lines += min(len(deck.unresolved), _SHOWN_UNRECOGNISED) + min(len(deck.left_out), _SHOWN_LINES)
        return views.size_for(lines + 3 * len(self.reasons[:_SHOWN_REASONS]), _SIZES)


def chosen(found: list[PlayerStanding], *, legal: bool, names: Sequence[str], top: int | None) -> list[PlayerStanding]:
    """Return whose lists are published: of `names`, in their order, the first `top`; without names everybody.

    Raises:
        UsageError: for a name without a list, and for one of several players.
    """
    wanted = named(found, names[:top]) if names else [each for each in found if each.has_list]
    return [each for each in wanted if each.verdict == "legal" or not legal]


def site(info: EventInfo, found: list[PlayerStanding], checker: ListChecker) -> Iterator[tuple[str, str]]:
    """Yield the files of a site by name: a page and a text file for each list, ``seals.txt``, ``index.html``.

    The index comes last, so that it links only to files that were written.
    """
    published = [ListPage(each, checker) for each in found]
    for each in published:
        yield f"lists/{each.stem}.html", _page("published-list.html", info, checker, each=each)
        yield f"lists/{each.stem}.txt", "".join(_as_text(each, checker))
    yield "seals.txt", "".join(seals(info, found, opened=True))
    index = _page(
        "published.html",
        info,
        checker,
        lists=published,
        clans=Counter(each.clan for each in published).most_common(),
        strongholds=Counter(each.stronghold for each in published).most_common(),
        played=_played([each.report.deck for each in published]),
    )
    yield "index.html", index


def _page(template: str, info: EventInfo, checker: ListChecker, **values: object) -> str:
    styles = ("colors", "sheet", "event", "publish")
    return "".join(page(template, *styles, folders=(FOLDER,), info=info, format=checker.format, **values))


def seals(info: EventInfo, found: list[PlayerStanding], *, opened: bool = False) -> Iterator[str]:
    """Yield one line for each list: a hash that reveals nothing now and proves the list later; `opened` adds the proof.

    A seal is the SHA-256 of a salt and the fingerprint of the deck.
    """
    for each in found:
        if each.submission and each.submission.is_readable:
            salt, fingerprint = keyed_hash(info.secret, str(each.submission.id)), each.submission.fingerprint
            seal = hashlib.sha256(f"{salt}{fingerprint}".encode()).hexdigest()
            shown = f"  = SHA-256 of {salt}{fingerprint}" if opened else ""
            yield f"{seal}  {printable(each.player.name)}, revision {each.submission.revision}{shown}\n"


def _played(decks: Sequence[Deck]) -> list[tuple[str, int, int]]:
    """Return the cards that most decks play, with the numbers of the decks and of copies in them."""
    by_deck = Counter(name for deck in decks for name in {entry.card.name for entry in deck.entries})
    copies = summed((entry.card.name, entry.count) for deck in decks for entry in deck.entries)
    order = sorted(by_deck, key=lambda name: (-by_deck[name], -copies[name], name))
    return [(name, by_deck[name], copies[name]) for name in order[:_MOST_PLAYED]]


def _as_text(each: ListPage, checker: ListChecker) -> Iterator[str]:
    yield f"Player: {printable(each.standing.player.name)}\n"
    for pile in piles(each.report.deck, checker.format):
        yield f"\n{pile.label}\n"
        yield from (f"{copies} {card}\n" for card, copies in pile.cards.items())


def sheets(info: EventInfo, found: list[PlayerStanding], checker: ListChecker) -> Iterator[str]:
    """Yield a page to print for those of `found` who have a list, in their order, after an index of all."""
    sheets = [ListPage(each, checker) for each in found if each.has_list]
    pages = {sheet.standing.player.id: number for number, sheet in enumerate(sheets, 1)}
    return page(
        "event-sheets.html",
        "sheet",
        "event",
        folders=(FOLDER,),
        info=info,
        format=checker.format,
        found=found,
        pages=pages,
        sheets=sheets,
        code_of=code_of,
        boxes=lambda count: range(min(count, _MOST_BOXES)),
        shown_reasons=_SHOWN_REASONS,
        shown_lines=_SHOWN_LINES,
        shown_unrecognised=_SHOWN_UNRECOGNISED,
    )


def code_of(text: str) -> str:
    """Return a QR code as an address for a picture, "" where the library is missing."""
    try:
        import segno
    except ImportError:
        return ""
    return str(segno.make(text, error="m").svg_data_uri(border=2))
