"""The commands of ``deckcheck event`` for judges: rulings and deck checks."""

import secrets
from collections.abc import Iterator

import click

from deckcheck.checks import rulings as decisions
from deckcheck.cli.deck_files import read_bytes
from deckcheck.cli.events import shared
from deckcheck.cli.output import Exit, complain_of, note, say, write_lines, write_out
from deckcheck.cli.parameters import Choice, Real, Whole, idle, repeatable
from deckcheck.events import table_checks
from deckcheck.events.arrivals import only_list
from deckcheck.events.checking import ListChecker, add_ruling, as_ruling, check_ruling
from deckcheck.events.model import LIMITS, DeckCheck, RulingRow, Submission, local_time, now
from deckcheck.events.people import names_apart
from deckcheck.events.standings import standings
from deckcheck.events.store import EventFile
from deckcheck.model.deck import summed
from deckcheck.model.errors import UsageError
from deckcheck.model.limits import Limits
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import counted

_ROUND = "Round of the event."
_MOST_ROUNDS = 99


@click.command("rule")
@shared.writes_checked
@click.argument("decision", type=Choice(["allow", "reject"]))
@click.option("--why", "reason", required=True, metavar="TEXT", help="The reason, which reports and letters show.")
@shared.filled_option("--code", metavar="CODE", help="Code of the findings, such as P005.")
@shared.filled_option("--card", metavar="NAME", help="Card that the findings are about.")
@shared.filled_option(
    "--player", "name", metavar="NAME", help="Player of the list; without --code and --card only the current revision."
)
@shared.filled_option("--fingerprint", metavar="HEX", help="Fingerprint of the deck, at least 12 digits.")
@shared.filled_option("--until", "expires", metavar="DATE", help="Last day on which it counts.  [default: no end]")
def rule(*, event: EventFile, checker: ListChecker, name: str | None, **given: str | None) -> None:
    """Allow or reject findings. Allowed ones no longer affect the verdict; a later ruling overrides an earlier one.

    \b
    deckcheck event rule cup.event allow --code D001 --player "Kei" --why "A proxy, agreed by mail"
    deckcheck event rule cup.event reject --code D001 --player "Kei" --why "No such card" --until 2026-12-31

    `reject` turns an open question into an error; it cannot ban a card that the format allows.
    """
    about = {option: text or "" for option, text in given.items()}
    is_narrow = any(about[option] for option in ("code", "card", "fingerprint"))
    if not (name or is_narrow):
        raise UsageError("this ruling is too broad", help="add --player, --code, --card or --fingerprint")
    player = shared.player_named(event, name) if name else None
    if player and not is_narrow:
        # Only this list, because a later one may contain anything.
        about["fingerprint"] = shared.list_of(event, player).fingerprint
    elif about["fingerprint"]:
        about["fingerprint"] = decisions.full_fingerprint(about["fingerprint"])
    about |= {"reason": about["reason"].strip(), "code": about["code"].upper()}
    row = RulingRow(time=now(), judge=event.who, player=player.name if player else "", **about)  # type: ignore[arg-type]
    check_ruling(row, checker)
    before = {each.player.id: each for each in standings(event, checker)}
    with event.writing():
        row = add_ruling(event, row, player.id if player else 0)
    found = standings(event, checker.ruled_by(event.rulings()))
    after = [each for each in found if each.findings != before[each.player.id].findings]
    for each in after:
        then = before[each.player.id].verdict
        said = f"still {then}" if then == each.verdict else f"{then} -> {each.verdict}"
        write_lines([f"{each.called}: {said}"])
    changes = counted(len(after), "list") if after else "no list yet"
    say(f"ruling {row.id} changes {changes}")


@click.command("rulings")
@shared.with_event
def rulings_(*, event: EventFile) -> None:
    """Print the rulings as YAML. `deckcheck check --rulings` and `deckcheck bulk --rulings` read them.

    \b
    deckcheck event rulings cup.event > rulings.yaml
    """
    write_out(decisions.written(map(as_ruling, event.rulings())))


@click.command("draw-checks")
@shared.writes_checked
@click.option("--round", "number", required=True, type=Whole(1, _MOST_ROUNDS), help=_ROUND)
@click.option("--share", type=Real(0, 1), default=0.1, show_default=True, help="Share of the players.")
@click.option("--seed", metavar="TEXT", help="Seed that repeats a draw.  [default: new, and printed]")
@click.option("--cut", metavar="NAMES", help="File with names of players who must have been checked.")
@click.option("--again", is_flag=True, help="Draw a round again; without it a round is drawn once.")
def draw_checks(
    *,
    event: EventFile,
    checker: ListChecker,
    number: int,
    share: float,
    seed: str | None,
    cut: str | None,
    again: bool,
) -> None:
    """Draw the players whose decks you check in a round. Those not checked before come first.

    \b
    deckcheck event draw-checks cup.event --round 3 --share 0.1
    deckcheck event draw-checks cup.event --round 7 --share 0 --cut top8.txt --seed 2026

    Everyone in --cut who was not checked is drawn whatever the share. The same --seed draws the same players for as
    long as no list comes in and no deck check is recorded.
    """
    after = max([0, *(each.id for each in table_checks.draws(event))]) if again else None
    seed = seed or secrets.token_hex(4)
    found = standings(event, checker)
    able = sum(each.has_list for each in found)
    count = table_checks.how_many(able, share) if share else 0
    checks = table_checks.checks_by_player(event)
    chosen = table_checks.draw(event, found, count, number=number, seed=seed, must=shared.names_in(cut), after=after)
    for each in chosen:
        before = checks.get(each.player.id, 0)
        seat = f"seat {each.player.seat}, " if each.player.seat else ""
        write_lines([f"{each.called} ({seat}{counted(before, 'check')} before)"])
    say(f"round {number}: {len(chosen)} of {able}, --seed {seed}")


@click.command("check")
@idle("--difference", apart="--ok", help="leave out one of them")
@shared.writes_checked
@shared.player_argument
@click.option("--round", type=Whole(0, _MOST_ROUNDS), default=0, help=_ROUND)
@click.option("--seat", default="", metavar="TEXT", help="Where the player sits.  [default: as registered]")
@click.option("--ok", "all_there", is_flag=True, help="Everything is as listed; ask nothing. Not with --difference.")
@repeatable("--difference", "given", metavar="'-1 NAME'", help="A difference; ask nothing.")
@click.option("--penalty", default="", metavar="TEXT", help="Penalty that was given.")
@click.option("--note", default="", metavar="TEXT", help="A further note.")
def check(
    *, event: EventFile, checker: ListChecker, name: str, all_there: bool, given: tuple[str, ...], **facts: str | int
) -> int:
    """Check a deck at the table. Every card counts as present; enter only what differs.

    \b
    deckcheck event check cup.event "Kei" --round 3
    deckcheck event check cup.event "Kei" --round 3 --ok
    deckcheck event check cup.event "Kei" --difference '-1 Rout' --difference '+1 Banzai' --penalty warning

    Exits with 0 when the deck is as listed, else with 1.
    """
    started = now()
    player = shared.player_named(event, name)
    submission = _readable(shared.list_of(event, player))
    deck = checker.report(submission, player.name).deck
    listed = table_checks.piles(deck, checker.format)
    lying = summed(card for pile in listed for card in pile.cards.items())
    asks = not all_there and not given
    if asks:
        write_lines(_laid_out(f"{shared.called(event, player)}, revision {submission.revision}", listed, submission))
    texts = _asked(lying, checker.pool) if asks else given
    found = table_checks.differences(texts, lying, checker.pool)
    if asks and any(found.values()):
        for fact in ("penalty", "note"):
            facts[fact] = facts[fact] or click.prompt(fact.capitalize(), default="", show_default=False)
    facts["seat"] = facts["seat"] or player.seat
    done = table_checks.record(event, submission, found, started, **facts)
    said = _said(done.found) or "as listed"
    write_lines([f"{shared.called(event, player)}: {said}; {_lasted(event, done)}"])
    if shared.list_of(event, player).id != submission.id:
        note(f"another list came in meanwhile; this check is of revision {submission.revision}")
    return Exit.NO if done.found else Exit.YES


def _readable(submission: Submission) -> Submission:
    if not submission.is_readable:
        raise UsageError(f"the list cannot be read: {submission.reason}", place=submission.place)
    return submission


def _laid_out(title: str, lying: list[table_checks.Pile], submission: Submission) -> Iterator[str]:
    yield f"{title}, fingerprint {submission.fingerprint[7:19]}"
    for pile in lying:
        yield from ("", f"{pile.label}: {pile.count}")
        yield from (f"  {copies:>2} {card}" for card, copies in pile.cards.items())
    yield ""


def _asked(lying: dict[str, int], pool: Pool) -> Iterator[str]:
    """Yield the differences that the user enters, up to an empty line; repeat the prompt for an impossible one."""
    while text := click.prompt("Difference (-1 NAME, +1 NAME; Enter: no more)", default="", show_default=False).strip():
        try:
            table_checks.difference(text, lying, pool)
        except UsageError as error:
            complain_of(error)
        else:
            yield text


def _said(differences: dict[str, int]) -> str:
    return ", ".join(f"{copies:+d} {card}" for card, copies in differences.items())


@click.command("checks")
@shared.with_event
def checks(*, event: EventFile) -> None:
    """Print the log of deck checks. It has round, player, times, differences and penalty.

    \b
    deckcheck event checks cup.event
    """
    owners = {each.id: each.player for each in event.submissions()}
    names = names_apart(event.players())
    done = list(event.rows(DeckCheck))
    if not done:
        say("no deck checks yet; `deckcheck event check FILE PLAYER --round N` records one")
    for each in done:
        said = _said(each.found) or "as listed"
        whose, times = names[owners[each.submission]], _lasted(event, each)
        cells = (f"round {each.round}" * bool(each.round), whose, times, each.judge, said, each.penalty, each.note)
        write_lines(["; ".join(filter(None, cells))])


def _lasted(event: EventFile, done: DeckCheck) -> str:
    return " to ".join(local_time(each, event.info) for each in (done.started, done.ended))


@click.command("compare")
@shared.writes_checked
@shared.player_argument
@click.argument("deck", metavar="DECK", type=click.Path(allow_dash=True))
@click.option("--day", type=Whole(1), default=2, show_default=True, help="Day of the event.")
@shared.revision_option
def compare(*, event: EventFile, checker: ListChecker, name: str, deck: str, day: int, revision: int | None) -> int:
    """Compare a deck with the registered one, such as on day two. Exits with 0 when they are the same, else with 1.

    \b
    deckcheck event compare cup.event "Kei" day-two.txt --day 2

    DECK is a list or an email with one, or - for standard input.
    """
    sent = read_bytes(deck, Limits(file_bytes=LIMITS.archive_bytes))
    called, content = only_list(deck, sent, checker.with_questions)
    player = shared.player_named(event, name)
    submission = _readable(shared.list_of(event, player, revision))
    old = checker.deck(submission.content, submission.called)
    steps = table_checks.changed(old, checker.deck(content, called))
    with event.writing():
        event.log("compare", player.id, day=day, submission=submission.id, differences=steps)
    said = counted(len(steps), "difference") if steps else "the same deck"
    every, gone = sum(old.contents.values()), -sum(min(step, 0) for step in steps.values())
    if 2 * gone > every:
        said = f"another deck, with {every - gone} of the {every} registered cards; {said}"
    write_lines([f"{shared.called(event, player)}, revision {submission.revision}, day {day}: {said}"])
    write_lines(f"  {copies:+d} {card}" for card, copies in steps.items())
    return Exit.NO if steps else Exit.YES
