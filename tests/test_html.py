"""The pages for people, as text: structure, safety and contrast. How they look is in test_html_in_browser.py."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from deckcheck import check
from deckcheck.checks import checker as app
from deckcheck.cli import run
from deckcheck.model.deck import Deck, RawDeck, Request, Span, Unresolved
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.model.report import Outcome
from deckcheck.odds.of_deck.standard import odds_rows
from deckcheck.pools.loading import FilePool
from deckcheck.reports import Style, html
from deckcheck.reports.html import sheets, views
from tests.conftest import ROOT, text_file

LEGAL = ROOT / "examples" / "crane-celestial.txt"
ILLEGAL = ROOT / "examples" / "crane-with-slips.txt"
TEMPLATES = ROOT / "deckcheck" / "reports" / "html" / "templates"

HOSTILE = """\
Name: <script>alert(1)</script>
Player: javascript:alert(2)
1 Embassy of the Crane
3 <img src=x onerror=alert(3)>
3 " onmouseover="alert(4)
3 {{ 7 * 7 }}{% raw %}
3 turned \u202eround\x1b[31m
"""


class Page(HTMLParser):
    """The elements of a page with their attributes, and its text by element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def values(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.elements if name in attrs]

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory, celestial: Format, ccg: FilePool) -> Outcome:
    """The check of a legal, an illegal, an undecided and a hostile deck, and of one that cannot be read."""
    folder = tmp_path_factory.mktemp("decks")
    text = LEGAL.read_text("utf-8")
    (folder / "slip.txt").write_text(text.replace("Steel on Steel", "Stel on Steel"), "utf-8")
    (folder / "hostile.txt").write_text(HOSTILE, "utf-8")
    sources = [LEGAL, folder / "slip.txt", ILLEGAL, folder / "hostile.txt", folder / "gone.txt"]
    return app.check_all(map(str, sources), celestial, ccg)


def report_page(outcome: Outcome) -> str:
    return "".join(html.render(outcome, Style()))


def sheet_page(outcome: Outcome) -> str:
    return "".join(sheets.render(outcome, sheets.SheetOptions()))


@pytest.fixture(scope="module", params=[report_page, sheet_page], ids=["report", "sheets"])
def page(request: pytest.FixtureRequest, outcome: Outcome) -> str:
    text: str = request.param(outcome)
    return text


class TestBothPages:
    def test_nothing_is_run_and_nothing_is_loaded(self, page: str) -> None:
        parsed = Page(page)

        assert {tag for tag, _ in parsed.elements} & {
            "script",
            "iframe",
            "object",
            "embed",
            "img",
            "form",
            "base",
        } == set()
        assert [name for _, attrs in parsed.elements for name in attrs if name.startswith("on")] == []
        assert parsed.values("src") == []
        assert [href for href in parsed.values("href") if not href.startswith("#")] == ["data:,"]
        assert "url(" not in page
        assert "@import" not in page

    def test_the_policy_allows_the_style_sheet_and_nothing_else(self, page: str) -> None:
        style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
        assert style is not None
        digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
        (policy,) = [m["content"] for m in Page(page).all("meta") if m.get("http-equiv") == "Content-Security-Policy"]

        assert policy is not None
        assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';")
        assert "unsafe" not in policy
        assert Page(page).values("style") == []

    def test_what_a_deck_says_stays_text(self, page: str) -> None:
        words = Page(page).words

        for said in (
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(3)>",
            'onmouseover="alert(4)',
            "{{ 7 * 7 }}",
        ):
            assert said in words
        assert "javascript:alert(2)" in words

    def test_control_and_bidirectional_characters_are_shown_escaped(self, page: str) -> None:
        assert not {"\u202e", "\x1b"} & set(page)
        assert r"turned \u202eround\x1b[31m" in page

    def test_anchors_lead_somewhere_and_ids_are_there_once(self, page: str) -> None:
        parsed = Page(page)
        ids = Counter(parsed.values("id"))
        wanted = {href[1:] for href in parsed.values("href") if href.startswith("#")}
        named = {each for value in parsed.values("aria-labelledby") for each in value.split()}

        assert [name for name, count in ids.items() if count > 1] == []
        assert wanted | named <= set(ids)

    def test_tables_pictures_and_headings_can_be_read_aloud(self, page: str) -> None:
        parsed = Page(page)
        levels = [int(tag[1]) for tag, _ in parsed.elements if re.fullmatch(r"h[1-6]", tag)]

        assert len(parsed.all("caption")) == len(parsed.all("table"))
        assert all(attrs.get("scope") for attrs in parsed.all("th"))
        assert all(
            "aria-hidden" in svg or (svg.get("role") == "img" and "aria-labelledby" in svg) for svg in parsed.all("svg")
        )
        assert parsed.all("html")[0]["lang"] == "en"
        assert len(parsed.all("main")) == 1
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


class TestReport:
    def test_every_finding_is_there_with_its_line_source_and_help(self, outcome: Outcome) -> None:
        words = Page(report_page(outcome)).words

        for report in outcome.reports[:3]:
            for finding in report.findings:
                plain = " ".join(finding.message.replace("`", " ").split())
                assert plain.replace(" ", "") in words.replace(" ", "")
                if finding.severity is not Severity.NOTE:
                    assert finding.cite is None or f"{finding.cite.source}, {finding.cite.at}" in words
                    assert finding.origin is None or f"({finding.origin.path}:{finding.origin.line})" in words
                    assert finding.span is None or f"line {finding.span.line}" in words

    def test_groups_and_table_are_sorted_by_verdict(self, outcome: Outcome) -> None:
        parsed = Page(report_page(outcome))
        decks = [attrs["class"] for attrs in parsed.all("article")]
        rows = [href for href in parsed.values("href") if re.fullmatch(r"#deck-\d+", href)]

        assert decks == ["deck illegal", "deck illegal", "deck undecided", "deck legal"]
        assert rows == ["#deck-3", "#deck-4", "#deck-2", "#deck-1"]

    def test_a_card_leads_to_the_findings_about_it(self, outcome: Outcome) -> None:
        text = report_page(outcome)

        assert re.search(r'Marketplace\s+<a class="badge error" href="#deck-3-finding-1">C001', text)

    def test_inputs_that_could_not_be_checked_are_named(self, outcome: Outcome) -> None:
        words = Page(report_page(outcome)).words

        assert "Not checked" in words
        assert "gone.txt" in words
        assert "No such file or directory" in words

    def test_charts_say_their_bars_in_words(self, outcome: Outcome) -> None:
        assert "personality: 20, holding: 16, event: 2, celestial: 1, region: 1" in Page(report_page(outcome)).words

    def test_the_odds_of_each_deck_are_those_that_the_command_gives(self, outcome: Outcome, ccg: FilePool) -> None:
        words = Page(report_page(outcome)).words
        label, percent = odds_rows(outcome.reports[0].deck, outcome.formats[0], ccg)[0]

        assert "Draw odds" in words
        assert f"{label} {percent:.2f} %" in words

    def test_decks_of_several_formats_stand_on_one_page(self, lcg: FilePool, lcg2017: Format, outcome: Outcome) -> None:
        raw = RawDeck(path="other.txt", lines=(), requests=())
        other = check(Deck(raw=raw, entries=()), lcg2017, lcg)
        both = Outcome(
            formats=(*outcome.formats, lcg2017),
            pools={**outcome.pools, "lcg": lcg},
            reports=(*outcome.reports, other),
        )

        words = Page(report_page(both)).words

        assert outcome.formats[0].name in words
        assert lcg2017.name in words

    def test_no_decks_at_all_give_a_page(self, celestial: Format, ccg: FilePool) -> None:
        empty = Outcome(formats=(celestial,), pools={"ccg": ccg})

        assert "0 decks checked" in report_page(empty)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("plain", ("plain",)),
            ("4 copies of `Marketplace`; at most 3", ("4 copies of ", "Marketplace", "; at most 3")),
            ("no card is called `a`b`", ("no card is called `a`b`",)),
        ],
    )
    def test_names_are_what_stands_between_backticks(self, text: str, expected: tuple[str, ...]) -> None:
        assert views.pieces(text) == expected


class TestSheets:
    def test_sheets_are_not_written_over_a_deck(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "deck.txt").write_bytes(LEGAL.read_bytes())
        (tmp_path / "link.txt").symlink_to(tmp_path / "deck.txt")

        for source, file in (("deck.txt", "deck.txt"), ("deck.txt", "link.txt"), (".", "deck.txt")):
            sheet = ["sheet", str(tmp_path / source), "-o", str(tmp_path / file)]
            assert run([*sheet, "--format", "celestial-40-40"]) == 2
            assert "is one of the decks" in capsys.readouterr().err

        assert (tmp_path / "deck.txt").read_bytes() == LEGAL.read_bytes()

    def test_lines_to_fill_in_stay_empty_and_known_facts_are_written(self, outcome: Outcome) -> None:
        options = sheets.SheetOptions(event="Winter Court", date="2011-12-03")
        text = "".join(sheets.render(outcome, options))

        assert text.count("<dd>Winter Court</dd>") == len(outcome.reports)
        assert text.count("<dt>Player</dt><dd></dd>") == len(outcome.reports) - 1
        assert "<dt>Player</dt><dd>javascript:alert(2)</dd>" in text

    def test_blank_facts_leave_the_player_out(self, outcome: Outcome) -> None:
        text = "".join(sheets.render(outcome, sheets.SheetOptions(blank=True)))

        assert text.count("<dt>Player</dt><dd></dd>") == len(outcome.reports)

    def test_a_sheet_says_verdict_fingerprint_and_counts(self, outcome: Outcome) -> None:
        parsed = Page(sheet_page(outcome)).words
        report = outcome.reports[0]
        digits = report.deck.fingerprint.removeprefix("sha256:")

        assert "legal Celestial Edition (40/40), cards of 2012-01-31" in parsed
        assert f"{digits[:4]} {digits[4:8]} {digits[8:12]} {report.deck.fingerprint}" in parsed
        assert "Dynasty deck 40" in parsed
        assert "Total cards: 81" in parsed

    def test_what_did_not_resolve_is_no_part_of_the_total(self, outcome: Outcome) -> None:
        words = Page(sheet_page(outcome)).words

        assert "Not recognised 3 3 Stel on Steel line 40" in words
        assert "Total cards: 78 and 3 not recognised" in words

    def test_longer_lists_are_set_smaller(self) -> None:
        sizes = [views.size_for(lines, sheets._SIZES) for lines in (1, 53, 54, 111, 112, 149, 150, 999)]

        assert sizes == ["roomy", "roomy", "dense", "dense", "tight", "tight", "tiny", "tiny"]

    @pytest.mark.parametrize(("written", "shown"), [("0 Marketplace (x)", "0 Marketplace (x)"), ("", "2 Marketplace")])
    def test_a_line_that_did_not_resolve_is_shown_as_written(
        self, written: str, shown: str, celestial: Format, ccg: FilePool
    ) -> None:
        request = Request(name="Marketplace", count=2, written=written, span=Span(1, 1, 2))
        raw = RawDeck(path="x", lines=("0 Marketplace (x)",), requests=(request,))
        report = check(Deck(raw=raw, entries=(), unresolved=(Unresolved(request, 1),)), celestial, ccg)
        outcome = Outcome(formats=(celestial,), pools={"ccg": ccg}, reports=(report,))

        assert f"<span>{shown}</span><small>line 1</small>" in sheet_page(outcome)

    def test_remarks_come_behind_the_lines_that_may_matter(
        self, tmp_path: Path, celestial: Format, ccg: FilePool
    ) -> None:
        lines = LEGAL.read_text("utf-8").splitlines()
        text = "\n".join(f"{line} # too cheap to keep" if line[:1].isdigit() else line for line in lines)
        deck = text_file(tmp_path / "deck.txt", f"{text}\n\n# rest as usual\n")
        words = Page(sheet_page(app.check_all([str(deck)], celestial, ccg))).words

        assert f"Not counted as cards rest as usual line {len(lines) + 2} too cheap to keep" in words

    def test_a_card_in_doubt_is_shown_as_its_file_has_it(
        self, tmp_path: Path, celestial: Format, ccg: FilePool
    ) -> None:
        table = text_file(tmp_path / "deck.csv", "Qty,Card,Notes\n3,Iron Mine,\n2,Copper Mine,add 2\n1,Gold Mine,\n")

        words = Page(sheet_page(app.check_all([str(table)], celestial, ccg))).words

        assert "2 Copper Mine line 3" in words
        assert "? 2 Copper Mine" not in words


class TestCommand:
    def test_sheets_are_written_and_the_exit_code_is_that_of_the_verdicts(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "sheets.html"
        options = ["--format", "celestial-40-40", "-o", str(file)]

        assert run(["sheet", str(LEGAL), *options]) == 0
        assert run(["sheet", str(LEGAL), str(ILLEGAL), *options]) == 1
        assert run(["sheet", str(LEGAL), str(tmp_path / "gone.txt"), *options]) == 2

        assert file.read_text("utf-8").count("<article") == 1
        assert "gone.txt: cannot be read" in capsys.readouterr().err

    def test_the_file_may_name_the_format(self, tmp_path: Path) -> None:
        deck = tmp_path / "deck.txt"
        deck.write_text("Format: celestial-40-40\n" + LEGAL.read_text("utf-8"), "utf-8")

        assert run(["sheet", str(deck), "-o", str(tmp_path / "out.html")]) == 0

    @pytest.mark.parametrize(
        ("args", "says"),
        [
            (("-o", "/no/such/folder/x.html"), "there is no folder `/no/such/folder`"),
            (("-o", "x.html", "--date", "tomorrow"), "`tomorrow` is not a date"),
            ((), "the option `--output FILE` is missing"),
        ],
    )
    def test_wrong_use_is_2(self, args: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["sheet", str(LEGAL), "--format", "celestial-40-40", *args]) == 2
        assert says in capsys.readouterr().err

    def test_nothing_is_written_without_a_deck(self, tmp_path: Path) -> None:
        file = tmp_path / "sheets.html"

        assert run(["sheet", str(tmp_path / "gone.txt"), "-f", "celestial-40-40", "-o", str(file)]) == 2
        assert not file.exists()

    def test_check_writes_the_page_to_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "report.html"

        assert run(["check", str(ILLEGAL), "-f", "celestial-40-40", "-o", str(file)]) == 1
        assert file.read_text("utf-8").startswith("<!DOCTYPE html>")


# Text on its background, by the names of the colours; WCAG 2.2 asks for 4.5 for text and 3 for graphics.
TEXT = [
    *((color, back) for color in ("text", "muted", "link", "legal") for back in ("page", "surface")),
    *((color, f"{color}-back") for color in ("illegal", "undecided", "legal", "warning", "note")),
    ("mark", "mark-back"),
]
GRAPHICS = [("bar", "surface"), *((color, "surface") for color in ("illegal", "undecided", "legal", "warning", "note"))]


def palettes() -> dict[str, dict[str, str]]:
    light, dark = (TEMPLATES / "colors.css").read_text("utf-8").split("@media")
    return {name: dict(re.findall(r"--([\w-]+): (#\w{6});", css)) for name, css in (("light", light), ("dark", dark))}


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as WCAG 2.2 defines it."""

    def luminance(color: str) -> float:
        parts = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class TestColors:
    def test_black_on_white_is_21(self) -> None:
        assert contrast("#000000", "#ffffff") == pytest.approx(21)

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize(("color", "back"), TEXT)
    def test_text_can_be_read(self, scheme: str, color: str, back: str) -> None:
        palette = palettes()[scheme]

        assert contrast(palette[color], palette[back]) >= 4.5

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize(("color", "back"), GRAPHICS)
    def test_graphics_can_be_seen(self, scheme: str, color: str, back: str) -> None:
        palette = palettes()[scheme]

        assert contrast(palette[color], palette[back]) >= 3

    def test_both_schemes_have_the_same_colors_and_no_others_are_used(self) -> None:
        light, dark = palettes()["light"], palettes()["dark"]
        used = set(re.findall(r"var\(--([\w-]+)\)", (TEMPLATES / "report.css").read_text("utf-8")))

        assert set(light) == set(dark)
        assert used <= set(light)
