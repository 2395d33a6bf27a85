"""The command line: options in, a call of `deckcheck.checks.checker`, results and one exit code out."""

import gc

# The start creates many long-lived objects; collecting garbage among them takes a tenth of a short run.
gc.set_threshold(100_000, 50, 100)

import contextlib
import os
import signal
import sys
from typing import TextIO

import click

from deckcheck import __version__
from deckcheck.cli.groups import LazyGroup, explained
from deckcheck.cli.output import Exit, Terminated, complain, complain_of
from deckcheck.cli.parameters import config_options
from deckcheck.model.errors import DeckcheckError

# Commands by section of `--help`, with the modules that define them, so that only the one called is imported.
_COMMANDS = {
    "Check": {"check": "check.check", "bulk": "check.bulk"},
    "Build": {
        "show": "build.show",
        "deck": "build.deck",
        "edit": "build.edits:edit_",
        "lists": "build.lists",
        "diff": "build.show:diff",
        "convert": "build.convert",
    },
    "Look up": {
        "cards": "lookup.cards",
        "formats": "lookup.formats",
        "rule": "lookup.formats:rule_",
        "odds": "lookup.odds",
    },
    "Events": {
        "event": "events.event",
        "desk": "events.desk",
        "sheet": "events.sheet",
        "hash": "build.convert:hash_",
    },
    "Data": {"pools": "data.pools", "conformance": "data.conformance"},
    "Setup": {"config": "setup.help:config_", "help": "setup.help"},
}


# What people run first. It exits with 2, because a script with an empty variable must not read it as success.
_FIRST_STEPS = """\
deckcheck checks Legend of the Five Rings decks against the rules of a format.

  deckcheck check deck.txt --format all     say in which formats a deck is legal, and why not in the others
  deckcheck check deck.txt --format ID      every problem of a deck in one format
  deckcheck formats list                    the formats

`deckcheck --help` lists the commands."""


@click.group(
    cls=LazyGroup,
    sections=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="deckcheck %(version)s")
@config_options
def cli() -> None:
    """Check Legend of the Five Rings decks, CCG and LCG, against the rules of a format.

    \b
    deckcheck check deck.txt --format all              in which formats is it legal, and why not in the others
    deckcheck check deck.txt --format celestial-40-40  every problem in one format
    deckcheck check lists/ -o report.html              a page for a browser
    deckcheck show deck.txt                            the deck: cards, costs, what is banned
    deckcheck deck add deck.txt '3 Marketplace'        change a deck; `deckcheck deck undo` restores it
    deckcheck cards search 'clan:crane force>=4'       find cards

    `deckcheck help input` lists syntaxes, limits and expert options; `deckcheck COMMAND --help` explains a command.
    """


def main() -> None:
    """Run the command line and exit: 0 all legal, 1 some not, 2 trouble, 130 interrupted, 143 terminated."""
    if sys.stdout is None:
        complain("standard output is closed")
        sys.exit(Exit.TROUBLE)
    if __doc__ is None:
        complain("Python runs without docstrings, which contain the help of deckcheck", help="run it without -OO")
        sys.exit(Exit.TROUBLE)
    signal.signal(signal.SIGTERM, _terminate)
    code = run(sys.argv[1:])
    if not _flushed():
        code = Exit.TROUBLE if code in {Exit.YES, Exit.NO} else code
    # The interpreter would collect garbage before it ends, although the exit frees all memory.
    gc.freeze()
    sys.exit(code)


def _terminate(number: int, frame: object) -> None:  # noqa: ARG001 - the signature of signal handlers
    raise Terminated(Exit.TERMINATED)


def _flushed() -> bool:
    """Flush the streams, and return whether that succeeded.

    On failure the rest is dropped, because the interpreter would try again at exit and exit with 120.
    """
    written = True
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError):
            written = False
            _drop(stream)
    return written


def _drop(stream: TextIO) -> None:
    """Discard the rest of the output to `stream`."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def run(args: list[str]) -> int:  # noqa: C901, PLR0911, PLR0912 - one branch for each way to end
    """Run the command line on `args` and return the exit code; only this function chooses codes."""
    output = sys.stdout
    try:
        code = cli.main(args, prog_name="deckcheck", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx and error.ctx.parent else _FIRST_STEPS, err=True)
    except click.UsageError as error:
        message, help = explained(error)
        complain(message, help=help)
    except DeckcheckError as error:
        complain_of(error)
    except click.exceptions.Exit as error:
        return error.exit_code
    except (KeyboardInterrupt, click.Abort) as error:
        return _ended(error)
    except Terminated:
        complain("terminated")
        return Exit.TERMINATED
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit:
        # When the reader of the output closes it, click exits with 1, which would mean an illegal deck.
        if sys.stdout is output:
            raise
        return _reader_gone()
    except OSError as error:
        complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except Exception as error:
        if os.environ.get("DECKCHECK_DEBUG"):
            raise
        complain(
            f"internal error: {type(error).__name__}: {error}",
            help="this is a bug in deckcheck; set DECKCHECK_DEBUG=1 to see where, and please report it",
        )
    else:
        return code if isinstance(code, int) else 0
    return Exit.TROUBLE


def _ended(error: BaseException) -> Exit:
    """Report that an interrupt or the end of the input ended the command; return the exit code."""
    if isinstance(error, click.Abort) and error.__cause__ is None:
        # The cursor is still on the line of a question; click has ended any other line.
        with contextlib.suppress(OSError):
            click.echo()
    if not isinstance(error.__context__, EOFError):
        complain("interrupted")
        return Exit.INTERRUPTED
    complain(
        "the input ended before the question was answered",
        help="run the command again and answer, or use the options that answer; `--help` after the command lists them",
    )
    return Exit.TROUBLE


def _reader_gone() -> int:
    """Return the code for output that its reader closed, as `head` does; further errors while closing are ignored."""
    _drop(sys.stdout)
    return 141
