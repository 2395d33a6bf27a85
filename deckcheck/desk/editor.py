"""Lists on pages: the form in which one is pasted, checked, fixed and handed in, and received lists."""

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from deckcheck.desk import list_jobs, pages
from deckcheck.desk.site import EventDesk, Visitor
from deckcheck.desk.workers import WorkFailed
from deckcheck.events import documents, taking
from deckcheck.events.checking import Judgement
from deckcheck.events.forms import called_for
from deckcheck.events.model import Arrival, Player, Submission
from deckcheck.events.standings import PlayerStanding
from deckcheck.model.errors import DeckcheckError, InputError, UsageError
from deckcheck.model.sentences import counted
from deckcheck.system.web import is_address

_NEAREST_SECONDS = 10.0
_AGAIN = "Your text was not saved. To replace that list with it, press the button again."


class ListDraft(Struct, frozen=True):
    """A list in the form: `answer` is its verdict, `nearest` the nearest legal deck if requested.

    `trouble` says why a file, an address or the list could not be read. `after` is the id of the player's list that
    counted when the page was made, which the draft replaces (0: none).
    """

    text: str = ""
    answer: list_jobs.ListAnswer | None = None
    nearest: list_jobs.Nearest | None = None
    trouble: str = ""
    after: str = "0"

    @property
    def content(self) -> bytes:
        """The list as it is kept."""
        return self.text.encode("utf-8", "surrogatepass")

    @property
    def can_be_handed_in(self) -> bool:
        """Whether it is a list, or one that only a judge can look at."""
        return self.answer is not None and (self.answer.verdict != "unreadable" or self.answer.crashed)


async def draft_of(visitor: Visitor, player: Player) -> ListDraft:
    """Return the list in the form of a visitor, after the action of the form."""
    action, after = visitor.field("do"), visitor.field("submission") or "0"
    if action == "take":
        return await checked(visitor, ListDraft(_plain(visitor.field("nearest")), after=after), player)
    draft = replace(await _received(visitor), after=after)
    if draft.trouble or not draft.text.strip():
        return draft  # If a file cannot be read, the text beside it is not the list that the player means.
    if action.startswith("fix "):
        fixed = await visitor.work(visitor.site.quick, list_jobs.fixed, draft.text, action.removeprefix("fix "))
        draft = replace(draft, text=fixed)
    draft = await checked(visitor, draft, player)
    if action == "nearest" and draft.answer and draft.answer.verdict in ("illegal", "undecided"):
        rulings = await visitor.run(lambda desk: desk.checker.rulings)
        job = list_jobs.nearest, draft.text, player, rulings, _NEAREST_SECONDS
        draft = replace(draft, nearest=await visitor.work(visitor.site.slow, *job, seconds=4 * _NEAREST_SECONDS))
    return draft


async def draft_of_list(visitor: Visitor, found: PlayerStanding) -> ListDraft:
    """Return the list of a player that counts as a draft with its verdict; without a list an empty draft."""
    draft = draft_after(found.submission, text_of(found.submission))
    return await checked(visitor, draft, found.player) if draft.text.strip() else draft


def draft_after(submission: Submission | None, text: str = "") -> ListDraft:
    """Return a draft to replace the list that counts, without its verdict."""
    return ListDraft(text, after=str(submission.id if submission else 0))


async def checked(visitor: Visitor, draft: ListDraft, player: Player) -> ListDraft:
    """Return a draft with its verdict."""
    rulings = await visitor.run(lambda desk: desk.checker.rulings)
    try:
        answer = await visitor.work(visitor.site.quick, list_jobs.answer, draft.text, player, rulings)
    except WorkFailed as error:
        reason = f"this list could not be checked ({error.message}); a judge will look at it"
        answer = list_jobs.ListAnswer(Judgement("unreadable", reason), "unreadable", crashed=True)
    return replace(draft, answer=answer)


async def _received(visitor: Visitor) -> ListDraft:
    """Return the list from a form: a file, the deck at an address, or the text."""
    text = _plain(visitor.field("list"))
    called, content = await visitor.file("file")
    try:
        if called:
            return ListDraft(await visitor.work(visitor.site.quick, list_jobs.as_text, content, called))
        if is_address(text.strip()) and len(text.split()) == 1:
            return ListDraft(await visitor.work(visitor.site.slow, list_jobs.from_address, text.strip(), seconds=30.0))
    except DeckcheckError as error:
        return ListDraft(text, trouble=f"{called or 'The address'}: {pages.sentences(error)}")
    return ListDraft(text)


def hand_in(visitor: Visitor, desk: EventDesk, player: int, draft: ListDraft) -> ListDraft | None:
    """Add a draft as a revision of a player's list; return a refused one with the trouble.

    A draft is refused when the list is locked, and when another list came in since the page of the draft was made.
    """
    counts = desk.standing(player).submission
    if counts and str(counts.id) != draft.after and counts.content != draft.content:
        trouble = f"Another list came in since this page was made: revision {counts.revision}. {_AGAIN}"
        return replace(draft, after=str(counts.id), trouble=trouble)
    assert draft.answer  # noqa: S101 - only what was checked is handed in
    by = "organiser" if visitor.link.opens == "organiser" else "web"
    arrival = Arrival(
        source=by,
        file=by,
        called=called_for(draft.text),
        content=draft.content,
        received=visitor.received,
        reason=draft.answer.judged.reason,
    )
    is_open = taking.hand_in(desk.event, desk.checker, player, arrival, draft.answer.judged)
    return None if is_open else replace(draft, trouble="The list is locked. Unlock it first.")


def old_list(visitor: Visitor, desk: EventDesk) -> Response:
    """Return the page with the revision that the address of a request names; players know whose it is."""
    one, wanted = desk.standing(visitor.player), visitor.request.path_params["revision"]
    found = next((each for each in one.lists if each.revision == wanted), None)
    if found is None:
        known = counted(len(one.lists), "revision")
        return pages.message("There is no such list", f"Go back; the player has {known}.", 404)
    back, name = visitor.request.url.path.partition("/list/")[0], "" if visitor.link.player else one.player.name
    return visitor.shown(desk, "list.html", title=f"Revision {wanted}", text=text_of(found), back=back, player=name)


def text_of(submission: Submission | None) -> str:
    """Return a received list as text, with replacements for unreadable characters; "" without one."""
    if submission is None:
        return ""
    try:
        return documents.text_of(submission.content, submission.called)
    except (InputError, UsageError):
        return submission.content.decode("utf-8", "replace")


def _plain(text: str) -> str:
    """Return the text of a form field with the line ends of text files."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
