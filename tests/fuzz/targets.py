"""What is fuzzed: each target has good inputs, and a function that raises AssertionError for a broken promise.

A target may raise the errors of deckcheck; anything else is a find.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from deckcheck import Checker, Intake
from deckcheck.build.collection import owned, read_collection
from deckcheck.bulk.chunks import Recorder
from deckcheck.bulk.local import in_this_process
from deckcheck.bulk.run import Inputs
from deckcheck.bulk.run import run as run_bulk
from deckcheck.checks.checker import gathered, load_pool
from deckcheck.checks.rulings import in_force, read_rulings, refuse_unknown, written
from deckcheck.decks.files import decode
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.decks.writers import WRITERS, write
from deckcheck.events.arrivals import arrivals
from deckcheck.events.documents import text_of
from deckcheck.events.forms import Inbox
from deckcheck.events.model import TABLES
from deckcheck.formats.lint import lint as lint_formats
from deckcheck.formats.loading import read_list, resolve_format
from deckcheck.model.card import Card
from deckcheck.model.deck import Span
from deckcheck.model.errors import DeckcheckError
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.names import printable
from deckcheck.model.pool import Pool
from deckcheck.model.query import parse
from deckcheck.model.report import Failure, Report
from deckcheck.odds import parse_want
from deckcheck.odds.conditions import alternatives
from deckcheck.pools.compiler import compile_rows
from deckcheck.pools.lint import lint as lint_pool
from deckcheck.pools.loading import FilePool, digest_of, read_files
from deckcheck.pools.sources.crawl import SHAPES, read_source
from deckcheck.pools.spreadsheet import read_cards
from deckcheck.reports import Style
from deckcheck.reports.formats import in_words, parts_of
from deckcheck.reports.text import classes_of, explained
from deckcheck.reports.text import render as as_text
from tests import command
from tests.conftest import ROOT, shipped_format, shipped_pool
from tests.good_files import GOOD

LIMITS = Limits()
# The first byte of a deck chooses its suffix, the second one its game.
DECK_SUFFIXES = (".txt", ".json", ".yaml", ".o8d", ".csv", ".jsonl", ".tsv", ".html")
ARCHIVE_SUFFIXES = tuple(suffix for suffix in GOOD if suffix.startswith((".zip", ".tar")) or suffix.endswith(".gz"))
EVENT_SUFFIXES = (".csv", ".eml", ".mbox", ".jsonl", ".tsv", ".xlsx", ".docx", ".pdf", ".txt")
FORMATS = ("celestial-40-40", "lcg-stronghold")
# Between the files of an input that is a folder: a line with this and the name of the next file.
FILE_MARK = b"%%% "


class Target(Struct, frozen=True):
    """What is fuzzed: `seeds` are good inputs, `run` tries one of any bytes in an empty folder.

    The first `head` bytes choose how the others are taken. Without `guided` it is too slow or starts processes, and is
    tried without looking at the code that is reached.
    """

    seeds: Callable[[], Iterator[bytes]]
    run: Callable[[bytes, Path], None]
    head: int = 0
    guided: bool = True


@cache
def checker(game: int) -> Checker:
    fmt = shipped_format(FORMATS[game % 2])
    return Checker(fmt, shipped_pool(fmt.pool))


def files_of(content: bytes, names: tuple[str, ...], folder: Path) -> None:
    """Write the files of an input: those in `names`, each below a line with its name."""
    for part in (b"\n" + content).split(b"\n" + FILE_MARK):
        name, _, text = part.partition(b"\n")
        shown = name.decode("utf-8", "replace").strip()
        if shown in names:
            (folder / shown).parent.mkdir(exist_ok=True, parents=True)
            (folder / shown).write_bytes(text)


def joined(files: dict[str, bytes]) -> bytes:
    return b"\n".join(FILE_MARK + name.encode() + b"\n" + content for name, content in files.items())


# Decks


def deck_seeds() -> Iterator[bytes]:
    from tests.test_syntaxes import CCG, LCG

    for game, texts in enumerate((CCG, LCG)):
        for text in texts.values():
            yield bytes([0, game]) + text.encode()
            yield bytes([1 if text.startswith(("{", "[")) else 2 if ":" in text else 3, game]) + text.encode()
    for number, suffix in enumerate(DECK_SUFFIXES):
        if suffix in GOOD:
            yield bytes([number, 1]) + GOOD[suffix]
    for name in ("crane-celestial.txt", "crane-with-slips.txt"):
        yield bytes([0, 0]) + (ROOT / "examples" / name).read_bytes()
    for path in sorted((ROOT / "tests" / "fixtures" / "rules" / "D001-unknown-card").glob("*.txt")):
        text = path.read_text("utf-8")
        yield bytes([0, "# format: lcg" in text]) + text.encode()


def fuzz_deck(content: bytes, folder: Path) -> None:
    """Read a deck and check it: every line has a class, and what is written is read again."""
    path = folder / f"deck{DECK_SUFFIXES[content[0] % len(DECK_SUFFIXES)]}"
    path.write_bytes(content[2:])
    judge = checker(content[1])
    found = list(judge.check_many([path]))
    assert found, "the file was skipped"
    for each in found:
        if isinstance(each, Failure):
            assert each.error.message, "an error says nothing"
            continue
        "".join(explained(each))
        json.loads(each.to_json())
        accounted(each)
        written_again(each, judge)


def accounted(report: Report) -> None:
    """Check that the readers put every line in one class, and every place on its line."""
    raw = report.deck.raw
    for request in (*raw.requests, *raw.repeated):
        line = raw.line(request.span.line)
        assert 1 <= request.span.column <= request.span.end_column <= len(line) + 2, "a place is beside its line"
        assert bool(request.bad_count) == (request.count == 0), "a count is neither good nor bad"
        assert len(request.name) <= LIMITS.name_length, "a name is too long"
    if not raw.is_list:
        return
    filled = {number for number, line in enumerate(raw.lines, 1) if line.strip()}
    # What is beside the list, such as other cells of a table, is shown on lines behind it.
    assert filled == {line for line in classes_of(report.deck) if line <= len(raw.lines)}, "a line has no class"
    heads = {each.span.line: [each.span] for each in raw.headers}
    for number in filled if not raw.source else ():  # The other cells of a table are on no line of the list.
        requests = [each.span for each in (*raw.requests, *raw.repeated) if each.span.line == number]
        asides = [each.span for each in raw.asides if each.span.line == number and not is_behind(each.span, requests)]
        spans = sorted((*requests, *asides, *heads.get(number, ())), key=lambda span: span.column)
        apart = (one.end_column <= other.column for one, other in pairwise(spans))
        assert all(apart), "a part of a line has two classes"


def is_behind(comment: Span, requests: list[Span]) -> bool:
    """Return whether a comment ends a card line, whose place includes it."""
    return any(each.column < comment.column and each.end_column == comment.end_column for each in requests)


def written_again(report: Report, judge: Checker) -> None:
    """Check that a deck in the own syntax is the same deck when it is read again."""
    deck = report.deck
    for name in ("deckcheck-yaml", "deckcheck-json"):
        text = write(deck, judge.pool, WRITERS[name]).text
        back = resolve(read(text, "written", LIMITS), judge.format, judge.pool)
        assert back.copies == deck.copies, f"{name} changes the cards"


def archive_seeds() -> Iterator[bytes]:
    for number, suffix in enumerate(ARCHIVE_SUFFIXES):
        yield bytes([number]) + GOOD[suffix]


def fuzz_archive(content: bytes, folder: Path) -> None:
    path = folder / f"decks{ARCHIVE_SUFFIXES[content[0] % len(ARCHIVE_SUFFIXES)]}"
    path.write_bytes(content[1:])
    assert list(checker(1).check_many([path])), "the file was skipped"


def fuzz_bulk(content: bytes, folder: Path) -> None:
    """Check a file as `bulk` does: the same results as `check`, one for each deck."""
    path = folder / f"deck{DECK_SUFFIXES[content[0] % len(DECK_SUFFIXES)]}"
    path.write_bytes(content[2:])
    judge = checker(content[1])
    recorder = Recorder(judge, Intake())
    steps = list(run_bulk(Inputs((str(path),), Intake(), 3), lambda todo: in_this_process(todo, lambda: recorder)))
    records = [json.loads(line) for step in steps for line in (step.records or b"").splitlines()]
    assert not [each for each in records if "internal error" in each.get("message", "")], "an internal error"
    reports = [json.loads(each.to_json()) for each in judge.check_many([path])]
    assert [each | {"player": ""} for each in records] == [each | {"player": ""} for each in reports]


def folder_seeds() -> Iterator[bytes]:
    seeds = [seed[2:] for seed in deck_seeds()]
    for start in range(0, len(seeds), 5):
        yield joined(dict(zip(BULK_FILES, seeds[start : start + 5], strict=False)))


BULK_FILES = ("a.txt", "b.json", "rows.jsonl", "sub/c.yaml", "table.csv")


def fuzz_bulk_run(content: bytes, folder: Path) -> None:
    """Run the command on a folder: it ends, and the results are whole and those of `check`."""
    lists, out = folder / "lists", folder / "out"
    lists.mkdir()
    files_of(content, BULK_FILES, lists)
    code, _, said = called("bulk", str(lists), "--format", FORMATS[1], "--out", str(out), "--chunk", "2", "--jobs", "2")
    assert code in (0, 1, 2), f"exit code {code}"
    assert "internal error" not in said, said
    if not any(lists.iterdir()):
        return
    records = [json.loads(line) for line in (out / "results.jsonl").read_bytes().splitlines()]
    reports = [json.loads(each.to_json()) for each in checker(1).check_many([lists])]
    assert [each | {"player": ""} for each in records] == [each | {"player": ""} for each in reports]


def called(*arguments: str) -> tuple[int, str, str]:
    """Run the command line in this process; an unexpected error is raised."""
    done = command.called(*arguments, DECKCHECK_DEBUG="1")
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


# Expressions


def query_seeds() -> Iterator[bytes]:
    for text in (
        'type:holding cost<=3 -is:unique clan:crane or (keyword:"Seven Thunder" not has:chi)',
        "gold-for:spider>=3 force:2..4 set:ce title:x or (banzai and cost=*) or cost:- focus!=3",
        'kind:personality -(clan:crab or clan:lion) military>=2 text:"honored" is:proxy element:air',
    ):
        yield text.encode()


def fuzz_query(content: bytes, folder: Path) -> None:
    query = parse(decode(content, "query", LIMITS), lambda card: card.title)
    assert str(parse(str(query), lambda card: card.title)) == str(query), "the query changes when it is read again"
    for game in (0, 1):
        for card in some_cards(game):
            query.matches(card)


@cache
def some_cards(game: int) -> tuple[Card, ...]:
    return tuple(checker(game).pool.cards())[::200]


def want_seeds() -> Iterator[bytes]:
    yield b"A>=1 and (B>=2 or \"Card of C\"==1) or 'type:holding cost<=3'>2"
    yield b'keyword:void >= 1 "type:strategy">=2 and A<4 or (B==0 C<=3) D = 2'


def fuzz_want(content: bytes, folder: Path) -> None:
    want = parse_want(decode(content, "want", LIMITS))
    assert str(parse_want(str(want))) == str(want), "the want changes when it is read again"
    assert alternatives(want)


# Formats, lists, rulings


def format_seeds() -> Iterator[bytes]:
    for name in ("celestial-40-40", "emperor", "lcg-stronghold", "lcg-skirmish", "ivory-strict", "lcg-emerald"):
        yield (ROOT / "formats" / f"{name}.yaml").read_bytes().replace(b"id: " + name.encode(), b"id: fuzz", 1)
    shared = (ROOT / "formats" / "_lcg.yaml").read_bytes()
    yield shared.replace(b"id: _lcg", b"id: fuzz\nname: Fuzz\nbasis: community\ndate: '2020-01-01'", 1).replace(
        b"rules:\n", b"rules:\n  not-legal: {}\n", 1
    )


def fuzz_format(content: bytes, folder: Path) -> None:
    """Load a format, show it, and check a deck in it."""
    path = folder / "fuzz.yaml"
    path.write_bytes(content)
    list(lint_formats([path], None, pool_named))
    fmt = resolve_format(path).format
    pool = pool_named(fmt.pool)
    for part in parts_of(fmt).values():
        "".join(in_words(part, fmt, pool))
    in_format(fmt, pool)


def in_format(fmt: Format, pool: Pool) -> None:
    """Check a deck of each game in a format, and show the reports."""
    judge = Checker(fmt, pool)
    reports = [each for each in judge.check_many(GOOD_DECKS) if isinstance(each, Report)]
    "".join(as_text(gathered(reports, {fmt.pool: pool}, (fmt,)), Style()))


GOOD_DECKS = (
    ROOT / "examples" / "crane-celestial.txt",
    ROOT / "tests" / "fixtures" / "decks" / "lcg-stronghold" / "phoenix-one-restricted.txt",
)


def pool_named(pool_id: str) -> FilePool:
    return shipped_pool(pool_id) if pool_id in ("ccg", "lcg") else load_pool(pool_id)


def list_seeds() -> Iterator[bytes]:
    for path in sorted((ROOT / "formats" / "lists").glob("*.yaml"))[::4]:
        yield path.read_bytes().replace(b"id: " + path.stem.encode(), b"id: fuzz", 1)


def fuzz_list(content: bytes, folder: Path) -> None:
    path = folder / "fuzz.yaml"
    path.write_bytes(content)
    cards = read_list(path)
    for entry in cards.entries():
        cards.days_of(entry)


def ruling_seeds() -> Iterator[bytes]:
    yield b"""rulings:
- decision: allow
  code: C001
  card: Marketplace
  why: agreed by mail
  by: Head Judge
  date: 2026-11-22
- {decision: reject, fingerprint: 'sha256:0123456789ab', player: Kei, why: x, by: z, until: 2026-12-31}
"""


def fuzz_rulings(content: bytes, folder: Path) -> None:
    path = folder / "rulings.yaml"
    path.write_bytes(content)
    rulings = read_rulings(str(path))
    path.write_text(written(rulings), "utf-8")
    assert read_rulings(str(path)) == rulings, "rulings change when they are written"
    pool = checker(0).pool
    in_force(rulings, pool)
    refuse_unknown(rulings, [pool])


# Card pools


def pool_seeds() -> Iterator[bytes]:
    folder = ROOT / "cardpools" / "lcg"
    cards = (folder / "cards" / "core.yaml").read_bytes().splitlines(keepends=True)
    yield joined(
        {
            "pool.yaml": (folder / "pool.yaml").read_bytes(),
            "sets.yaml": (folder / "sets.yaml").read_bytes(),
            "effects.yaml": b"01-keeper-of-air:\n- {effect: influence, add: 3}\n",
            "cards/core.yaml": b"".join(card for card in cards if b"keeper-of-air" in card) + b"".join(cards[1:9]),
            "names/de.yaml": b"01-above-question: Niemals\n",
        }
    )
    folder = ROOT / "cardpools" / "ccg"
    cards = sorted((folder / "cards").glob("*.yaml"))[3].read_bytes().splitlines(keepends=True)
    yield joined(
        {
            "pool.yaml": (folder / "pool.yaml").read_bytes().replace(b"id: ccg", b"id: lcg"),
            "sets.yaml": (folder / "sets.yaml").read_bytes(),
            "effects.yaml": b"{}\n",
            "cards/some.yaml": b"".join(cards[:9]),
        }
    )


POOL_FILES = (
    *("pool.yaml", "sets.yaml", "effects.yaml", "cards/core.yaml", "cards/some.yaml"),
    *("names/de.yaml", "gold.yaml", "anatomy.yaml"),
)


def fuzz_pool(content: bytes, folder: Path) -> None:
    """Compile a small pool, and check a deck with its cards."""
    home = folder / "lcg"
    home.mkdir()
    files_of(content, POOL_FILES, home)
    list(lint_pool(home))
    files = read_files(home)
    pool = Pool(digest_of(files), compile_rows(files))
    in_format(shipped_format(FORMATS[1]), pool)


def spreadsheet_seeds() -> Iterator[bytes]:
    yield (
        b"title,type,clan,deck,cost,keywords,set,number,unique,military\n"
        b'My Own Card,character,crane,dynasty,3,"bushi; courtier",My Set,1,yes,2\n'
        b"Second - exp2,event,,conflict,0,,,2,,\n"
    )
    yield b"Title;Type;Clans;Influence;Side\nX;attachment;lion|crab;1;conflict\n"


def fuzz_spreadsheet(content: bytes, folder: Path) -> None:
    read_cards(decode(content, "cards.csv", LIMITS), "cards.csv", checker(1).pool)


def source_seeds() -> Iterator[bytes]:
    from tests import source_shapes

    lcg, ccg = list(checker(1).pool.cards())[:4], list(checker(0).pool.cards())[:4]
    names = list(SHAPES)
    yield bytes([names.index("fiveringsdb")]) + json.dumps(source_shapes.fiveringsdb(lcg)).encode()
    yield bytes([names.index("emeralddb")]) + json.dumps(source_shapes.emeralddb(lcg)).encode()
    yield bytes([names.index("oracle")]) + json.dumps(source_shapes.oracle(checker(0).pool, ccg)).encode()
    yield bytes([names.index("card-xml")]) + source_shapes.card_xml(ccg).encode()
    for _, text in source_shapes.set_files(checker(0).pool, ccg):
        yield bytes([names.index("set-yaml")]) + text.encode()


def fuzz_source(content: bytes, folder: Path) -> None:
    """Read card data of each source, from one file or a tree with one file."""
    name = list(SHAPES)[content[0] % len(SHAPES)]
    tree = folder / "tree"
    tree.mkdir()
    path = tree / ("set.yaml" if name == "set-yaml" else "cards")
    path.write_bytes(content[1:])
    read_source(name, tree if name == "set-yaml" else path, {})


# Events and collections


def event_seeds() -> Iterator[bytes]:
    from tests.events_desk import HEADER, LEGAL, mail, row

    table = ",".join(HEADER) + "\n" + "".join(",".join(f'"{cell}"' for cell in row(n, LEGAL)) + "\n" for n in (1, 2))
    yield b"\0" + table.encode()
    yield b"\1" + mail(1, LEGAL)
    yield b"\1" + mail(1, "My list is attached.", LEGAL)
    yield b"\2" + b"From a@example.org Sat Nov 21 10:00:00 2026\n" + mail(1, LEGAL) + b"\n"
    yield b"\3" + json.dumps({"name": "Kei", "mail": "kei@example.org", "list": LEGAL}).encode() + b"\n"
    yield b"\4" + table.replace(",", "\t").encode()
    for number, content in ((5, _sheet(LEGAL)), (6, _document(LEGAL))):
        yield bytes([number]) + content
    yield b"\7%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    yield b"\10" + LEGAL.encode()


def _sheet(text: str) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for cells in (("Name", "Mail", "Deck"), ("Kei", "kei@example.org", text)):
        sheet.append(cells)
    book.save(whole := io.BytesIO())
    return whole.getvalue()


def _document(text: str) -> bytes:
    from docx import Document

    document = Document()
    for line in text.splitlines():
        document.add_paragraph(line)
    document.save(whole := io.BytesIO())
    return whole.getvalue()


def fuzz_event(content: bytes, folder: Path) -> None:
    """Take in what players and forms send."""
    path = folder / f"sent{EVENT_SUFFIXES[content[0] % len(EVENT_SUFFIXES)]}"
    path.write_bytes(content[1:])
    for arrival in arrivals((str(path),), Inbox()):
        assert "\n" not in arrival.name
        assert printable(arrival.reason) or arrival.called, "an arrival without a list gives no reason"
        if not arrival.reason:
            with contextlib.suppress(DeckcheckError):
                text_of(arrival.content, arrival.called)


def export_seeds() -> Iterator[bytes]:
    from tests.events_desk import HEADER, LEGAL, row

    with TemporaryDirectory() as made:
        folder = Path(made)
        file, form, out = folder / "cup.event", folder / "form.csv", folder / "out"
        table = ",".join(HEADER) + "\n" + ",".join(f'"{cell}"' for cell in row(1, LEGAL)) + "\n"
        form.write_text(table, "utf-8")
        assert called("event", "new", str(file), "--name", "Cup", "--format", FORMATS[0])[0] == 0
        assert called("event", "take", str(file), str(form))[0] == 0
        assert called("event", "export", str(file), "--out", str(out))[0] == 0
        yield joined({path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*.*"))})


EXPORT_LIST = "lists/001-player-aab-r1.txt"
EXPORTED = (*(f"{name}.jsonl" for name in TABLES), EXPORT_LIST)


def fuzz_export(content: bytes, folder: Path) -> None:
    """Read the export of an event again, and show the event."""
    home, file = folder / "files", folder / "again.event"
    home.mkdir()
    files_of(content, EXPORTED, home)
    code, _, said = called("event", "import", str(home), str(file))
    assert code in (0, 2), said
    assert (code == 0) == file.exists(), "a broken export leaves a file behind"
    if code == 0:
        code, _, said = called("event", "status", str(file), "--all")
        assert code in (0, 1, 2), said


def collection_seeds() -> Iterator[bytes]:
    yield b"Name,Count,Set\nBanzai!,3,Core\nWay of the Crane,2,Core\n"
    yield b"3 Banzai!\n2x Way of the Crane\n# mine\nRout x3\n"
    yield b"card name;qty\nKyuden Kakita;1\n"


def fuzz_collection(content: bytes, folder: Path) -> None:
    judge = checker(1)
    owned(read_collection(decode(content, "cards", LIMITS), "cards", LIMITS), judge.format, judge.pool)


TARGETS: dict[str, Target] = {
    "deck": Target(deck_seeds, fuzz_deck, 2),
    "archive": Target(archive_seeds, fuzz_archive, 1),
    "bulk": Target(deck_seeds, fuzz_bulk, 2),
    "bulk-run": Target(folder_seeds, fuzz_bulk_run, guided=False),
    "query": Target(query_seeds, fuzz_query),
    "want": Target(want_seeds, fuzz_want),
    "format": Target(format_seeds, fuzz_format),
    "list": Target(list_seeds, fuzz_list),
    "rulings": Target(ruling_seeds, fuzz_rulings),
    "pool": Target(pool_seeds, fuzz_pool),
    "spreadsheet": Target(spreadsheet_seeds, fuzz_spreadsheet),
    "source": Target(source_seeds, fuzz_source, 1),
    "event": Target(event_seeds, fuzz_event, 1),
    "export": Target(export_seeds, fuzz_export),
    "collection": Target(collection_seeds, fuzz_collection),
}
