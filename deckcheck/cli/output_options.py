"""Options for the place and form of output: ``-o FILE``, ``--as FORM`` and ``--report FORM=FILE``, the same everywhere.

In 0.1.0 ``-o`` took FORM or FORM=FILE, which still works and prints the new spelling.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path

import click
from msgspec import Struct

from deckcheck.cli.groups import note_spelling
from deckcheck.cli.output import is_replaced, report_file, write_file, write_parts
from deckcheck.cli.parameters import Choice, Decorator, bundled, config, stacked
from deckcheck.model.errors import UsageError, no_such
from deckcheck.reports import REPORTS

# The form of a file by its suffix, without --as.
_BY_ENDING = {ending: form for form, endings in REPORTS.items() for ending in endings}


class Output(Struct, frozen=True):
    """One report: its form, and its file (None: standard output)."""

    form: str
    file: Path | None = None

    def write(self, parts: Iterable[str]) -> None:
        """Write a report there."""
        if self.file is None:
            write_parts(parts)
        else:
            write_file(self.file, parts)


# Only the spelling of 0.1.0 repeats it.
file_option = click.option(
    "-o", "--output", "files", metavar="FILE", multiple=True, help="File to write.  [default: standard output]"
)
_FURTHER = f"Further report, in a file. Repeatable. Forms: {', '.join(REPORTS)}."
report_option = click.option("--report", "reports", metavar="FORM=FILE", multiple=True, help=_FURTHER)


def as_option(forms: Collection[str], default: str) -> Decorator:
    """Return the decorator that adds ``--as``."""
    text = f"Form: {', '.join(forms)}.  [default: by the ending of the --output file, else {default}]"
    return click.option("--as", "form", metavar="FORM", type=Choice(list(forms)), help=text)


def output_options(forms: Collection[str], default: str = "text") -> Decorator:
    """Return the decorator that adds ``-o`` and ``--as``, which the command gets as one `output`."""

    def only_output(form: str | None, files: tuple[str, ...]) -> Output:
        found = main_outputs(form, files, forms, default)
        if len(found) > 1:
            raise UsageError("only one report can be written")
        return found[0]

    return stacked(as_option(forms, default), file_option, bundled("output", only_output, "form", "files"))


def main_outputs(
    form: str | None, files: Iterable[str], forms: Collection[str], default: str, sources: Iterable[str] = ()
) -> list[Output]:
    """Return the output of ``--as`` and ``-o``, or those of the old spellings of ``-o``; raises UsageError."""
    old = [file for file in files if file.partition("=")[0] in forms]
    for written in old:
        kind, _, file = written.partition("=")
        note_spelling(f"-o {written}", f"--as {kind} -o {file}" if file else f"--as {kind}")
    found = [output_of(written, forms, sources) for written in old]
    named = [file for file in files if file not in old]
    if len(named) > 1:
        raise UsageError("`-o` names one file", help="name further files with --report FORM=FILE")
    if named:
        ending = _BY_ENDING.get(Path(named[0]).suffix.lower(), default)
        found.append(Output(form or (ending if ending in forms else default), report_file(named[0], sources)))
    elif form or not old:
        found.append(Output(form or default))
    return found


def report_outputs(
    form: str | None, files: tuple[str, ...], reports: tuple[str, ...], sources: Iterable[str]
) -> list[Output]:
    """Return the outputs of the options, else those of the configuration; raises UsageError."""
    configured = () if form or files or reports else config().outputs()
    targets = [output_of(written, REPORTS, sources) for written in (*reports, *configured)]
    targets += [] if configured else main_outputs(form, files, REPORTS, "text", sources)
    check_apart(targets)
    return targets


def check_apart(outputs: Iterable[Output]) -> None:
    """Raise UsageError when several of the outputs go to standard output, or would replace the same file."""
    for file, count in Counter(output.file for output in outputs).items():
        if count > 1 and (file is None or is_replaced(file)):
            where = f"`{file}`" if file else "standard output"
            raise UsageError(f"only one report can go to {where}", help="give the others a file: --report FORM=FILE")


def output_of(written: str, forms: Collection[str], sources: Iterable[str]) -> Output:
    """Return the output of ``FORM`` or ``FORM=FILE`` for a report on `sources`; raises UsageError."""
    form, _, file = written.partition("=")
    if form not in forms:
        raise no_such("report", form, forms)
    return Output(form, report_file(file, sources) if file else None)
