"""The history of drafts, to undo and redo changes during editing."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.build.editing.draft import Draft


class DraftHistory(Struct, frozen=True):
    """The current draft, the earlier ones (latest last), and the undone ones (next to redo last)."""

    draft: Draft
    past: tuple[Draft, ...] = ()
    future: tuple[Draft, ...] = ()


def changed(history: DraftHistory, draft: Draft) -> DraftHistory:
    """Return the history with a new draft and nothing to redo; the same history when the content is equal."""
    if draft.content == history.draft.content:
        return history
    return DraftHistory(draft, (*history.past, history.draft))


def undone(history: DraftHistory) -> DraftHistory:
    """Return the history with the last change undone, the same history when there is none."""
    if not history.past:
        return history
    return DraftHistory(history.past[-1], history.past[:-1], (*history.future, history.draft))


def redone(history: DraftHistory) -> DraftHistory:
    """Return the history with the last undone change redone, the same history when there is none."""
    if not history.future:
        return history
    return DraftHistory(history.future[-1], (*history.past, history.draft), history.future[:-1])
