"""One finding for the many lines of a list that are written alike, and read or in doubt for one reason."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from deckcheck.model.deck import grouped
from deckcheck.model.finding import Finding
from deckcheck.rules.base import shortened

# This number of findings about lines of one form are listed one by one; more are one finding.
_FEW = 3


def by_form(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings, with one for the many lines that are written alike and read, or in doubt, for one reason.

    It shows the first line, and is in its place; its data has the number and the data of each.
    """
    keys = [*map(_likeness, findings)]
    groups = grouped(zip(keys, findings, strict=True))
    for key, each in zip(keys, findings, strict=True):
        alike = groups[key]
        if len(alike) <= _FEW:
            yield each
        elif each is alike[0]:
            yield _of_all(alike)


def _likeness(finding: Finding) -> object:
    """Return what findings about lines of one form have in common."""
    if (form := finding.data.get("form")) is None:
        return id(finding)
    reason = finding.data.get("reason") or finding.data.get("why")
    return finding.code, form, reason, finding.message.partition("`")[0]  # It may begin with "in one reading".


def _of_all(alike: Sequence[Finding]) -> Finding:
    """Return one finding for those about lines of one form."""
    first = alike[0]
    more = f"the same is true of {len(alike) - 1} more lines of the form `{first.data['form']}`"
    return as_one(alike, f"{first.message}; {more}", _help(alike))


def as_one(findings: Sequence[Finding], message: str, help: str | None) -> Finding:
    """Return one finding in place of several of a kind, with their lines and cards, and the data of each as `rows`."""
    spans = [each.span for each in findings if each.span]
    return replace(
        findings[0],
        message=message,
        help=help,
        related=tuple(spans[1:]),
        cards=tuple(dict.fromkeys(card for each in findings for card in each.cards)),
        data={
            **findings[0].data,
            "lines": [span.line for span in spans],
            "rows": [each.data for each in findings],
        },
    )


def _help(alike: Sequence[Finding]) -> str | None:
    """Return the help about lines of one form, with the names that any of them may mean."""
    near = next((each for each in alike if "meant" in each.data), None)
    if near is None or near.help is None:
        return alike[0].help
    said = (each.data.get("suggestions") for each in alike)
    names = dict.fromkeys(f"`{name}`" for suggestions in said if isinstance(suggestions, list) for name in suggestions)
    return near.help.replace(str(near.data["meant"]), shortened([*names]))
