"""The application: groups of routes behind the guard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from deckcheck.desk.guard import Guard
from deckcheck.desk.settings import DeskSettings

# What runs while the application does.
Lifespan = Callable[[Any], AbstractAsyncContextManager[None]]


def application(
    settings: DeskSettings, groups: Iterable[Sequence[BaseRoute]], lifespan: Lifespan | None = None
) -> Starlette:
    """Return the application that answers the routes of all `groups`; the first route that fits answers."""
    routes = [route for group in groups for route in group]
    return Starlette(routes=routes, middleware=[Middleware(Guard, settings=settings)], lifespan=lifespan)
