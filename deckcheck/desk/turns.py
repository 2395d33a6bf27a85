"""Whose list is checked when: how many may wait for one link, and that nothing is done for visitors who have gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request

from deckcheck.desk.links import Opens

T = TypeVar("T")
# How many lists may wait at once for those who come with one link from one address. Many players share the link to
# sign up, and behind a proxy the address too.
MOST: dict[Opens, int] = {"player": 4, "judge": 16, "organiser": 16, "sign-up": 64}
TOO_MANY = "Too many lists of this link are being checked. Wait until they are done."


async def while_here(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what some work returns, cancelled where the visitor closes the connection; raises HTTPException then."""
    job, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((job, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise HTTPException(408, "The connection was closed.")
        return job.result()
    finally:
        leaving.cancel()
        job.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
