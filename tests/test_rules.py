"""The rules against the fixture decks, and what is true of every rule and every format.

``DECKCHECK_UPDATE_GOLDENS=1 pytest tests/test_rules.py`` writes the golden files again; read the diff then.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from deckcheck.formats.files import find_formats
from deckcheck.model.finding import Finding, Severity
from deckcheck.rules import ALWAYS, REGISTRY, all_rules, rule_named
from deckcheck.rules.base import HEADINGS, Rule
from tests.fixture_decks import RULE_FOLDERS, WHOLE_DECKS, Checker, FixtureDeck, fixture_decks

GOLDENS = Path(__file__).parent / "goldens" / "rules"
FIXTURES = tuple(fixture_decks())
RULES = tuple(all_rules())

# No card text raises a limit with a question for Unique cards, for Events or for provinces. When one does, a fixture
# takes the place of its line here. No Event and no province is a Soul of card. Splash bans have exact days.
NO_CARD_YET = {(code, "question") for code in ("C002", "C003", "C004")} | {
    (code, "open") for code in ("C003", "C004", "A011")
}

by_name = pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
by_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.code}-{rule.name}")


def must_be_listed(finding: Finding, fixture: FixtureDeck) -> bool:
    """Return whether a fixture has to name `finding`: what decides the verdict, and what its own rule says."""
    return finding.severity in {Severity.ERROR, Severity.UNDECIDED} or finding.code == fixture.rule


def shown(finding: Finding) -> str:
    line = f" line={finding.span.line}" if finding.span else ""
    return f"{finding.code} severity={finding.severity.value}{line} {dict(finding.data)}: {finding.message}"


@by_name
def test_a_fixture_deck_brings_the_findings_it_names(fixture: FixtureDeck, checker: Checker) -> None:
    report = checker.report(fixture)
    left = list(report.findings)
    missing = []
    for expected in fixture.findings:
        found = next((finding for finding in left if expected.fits(finding)), None)
        if found is None:
            missing.append(expected)
        else:
            left.remove(found)
    surplus = [shown(finding) for finding in left if must_be_listed(finding, fixture)]
    assert not missing, "\n".join(["these findings are missing:", *map(str, missing), "there are:", *surplus])
    assert not surplus, "\n".join(["these findings are not named in the deck:", *surplus])
    assert report.verdict is fixture.verdict


def test_the_first_comments_of_a_fixture_deck_are_no_part_of_it(checker: Checker) -> None:
    for fixture in FIXTURES:
        raw = checker.report(fixture).deck.raw
        block = raw.lines[: raw.lines.index("")]
        assert all(line.startswith("# ") for line in block), fixture.name
        assert min(request.span.line for request in raw.requests) > len(block), fixture.name
        assert sorted(aside.span.line for aside in raw.asides)[: len(block)] == [*range(1, len(block) + 1)], (
            fixture.name
        )
        assert not {request.header for request in raw.requests} & set(block), fixture.name
        assert raw.name is None, fixture.name


@by_rule
def test_the_findings_of_a_rule_are_as_its_golden_file(rule: Rule, checker: Checker) -> None:
    golden = GOLDENS / f"{rule.code}.txt"
    text = "\n".join(
        told(fixture, finding)
        for fixture in FIXTURES
        if fixture.rule == rule.code
        for finding in checker.fresh_report(fixture).findings
        if finding.code == rule.code
    )
    if os.environ.get("DECKCHECK_UPDATE_GOLDENS"):
        golden.write_text(text, encoding="utf-8", newline="\n")

    assert text.splitlines() == golden.read_text(encoding="utf-8").splitlines()


def told(fixture: FixtureDeck, finding: Finding) -> str:
    """Return all that a user reads of a finding, and the data that programs read, without the place of the rule."""
    spans = [f"{span.line}:{span.column}-{span.end_column}" for span in (finding.span, *finding.related) if span]
    data = json.dumps(finding.data, ensure_ascii=False)
    return (
        f"{fixture.name}\n  {finding.severity.value}: {finding.message}\n  help: {finding.help}\n"
        f"  at: {', '.join(spans)}; cards: {', '.join(finding.cards)}\n  data: {data}\n"
    )


@by_rule
def test_every_rule_has_a_folder_of_decks_with_and_without_its_findings(rule: Rule) -> None:
    own = [fixture for fixture in FIXTURES if fixture.path.parent == RULE_FOLDERS / f"{rule.code}-{rule.name}"]
    triggers = [any(expected.code == rule.code for expected in fixture.findings) for fixture in own]
    assert True in triggers
    assert False in triggers


def test_every_folder_belongs_to_a_rule() -> None:
    assert {path.name for path in RULE_FOLDERS.iterdir()} == {f"{rule.code}-{rule.name}" for rule in RULES}


def test_whole_decks_are_legal_and_in_the_folder_of_their_format() -> None:
    whole = [fixture for fixture in FIXTURES if fixture.rule is None]
    assert {path.name for path in WHOLE_DECKS.iterdir()} >= set(find_formats())
    assert all(fixture.path.parent == WHOLE_DECKS / fixture.format for fixture in whole)
    assert {fixture.verdict.value for fixture in whole} == {"legal"}


def messages_of(finding: Finding) -> set[tuple[str, str]]:
    """Return the rule code and the key of each message that `finding` may have been made from."""
    messages = rule_named(finding.name).messages
    return {
        (finding.code, key)
        for key, message in messages.items()
        if message.severity is finding.severity and made_from(message.text, finding)
    }


def made_from(template: str, finding: Finding) -> bool:
    try:
        return template.format_map(finding.data) == finding.message
    except KeyError:
        return False


def test_every_message_of_every_rule_is_triggered(checker: Checker) -> None:
    triggered = {
        key for fixture in FIXTURES for finding in checker.report(fixture).findings for key in messages_of(finding)
    }
    every = {(rule.code, key) for rule in RULES for key in rule.messages}
    assert every - triggered == NO_CARD_YET


@by_rule
def test_every_rule_has_a_page(rule: Rule) -> None:
    assert tuple(rule.page) == HEADINGS
    assert all(text.strip() for text in rule.page.values())


@by_rule
def test_a_page_begins_with_code_name_and_summary(rule: Rule) -> None:
    assert re.fullmatch(r"[ACDEFPS][0-9]{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert re.fullmatch(r"[A-Z].*\.", rule.summary)
    assert REGISTRY[rule.code] == rule.name


def test_codes_and_names_are_unique() -> None:
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("name", sorted(find_formats()))
def test_every_format_resolves_with_a_citation_for_every_rule(name: str, checker: Checker) -> None:
    fmt = checker.format(name)
    assert fmt.id == name
    assert fmt.provisions
    for provision in fmt.provisions:
        assert provision.cite.source, provision.name
        assert provision.cite.at, provision.name


@by_rule
def test_every_rule_is_used(rule: Rule, checker: Checker) -> None:
    used = {provision.name for fmt in checker.every_format() for provision in fmt.provisions}
    used.add("beyond-collection")  # The option --from-collection adds it to a format.
    assert (rule.name in ALWAYS) != (rule.name in used)
