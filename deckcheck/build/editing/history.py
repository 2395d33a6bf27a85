"""Drafts one after the other, for undoing and redoing while a deck is edited."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.build.editing.draft import Draft


class History(Struct, frozen=True):
    """The draft as it stands, those before it, the last one last, and those that were undone, the next one last."""

    draft: Draft
    past: tuple[Draft, ...] = ()
    future: tuple[Draft, ...] = ()


def changed(history: History, draft: Draft) -> History:
    """Return the history with another draft; what was undone is forgotten. A draft that is the same changes nothing."""
    if draft.content == history.draft.content:
        return history
    return History(draft, (*history.past, history.draft))


def undone(history: History) -> History:
    """Return the history one step back, the same when there is none."""
    if not history.past:
        return history
    return History(history.past[-1], history.past[:-1], (*history.future, history.draft))


def redone(history: History) -> History:
    """Return the history one step forth again, the same when there is none."""
    if not history.future:
        return history
    return History(history.future[-1], (*history.past, history.draft), history.future[:-1])
