"""A headless Chromium for tests, spoken to in the DevTools protocol over a pair of pipes.

That needs no port, no driver and no package: messages are JSON objects, each ended by a NUL. The page is a file, so
nothing is loaded over the network, and the flags keep the browser from reaching out by itself.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
# The browser reads its orders from file 3 and answers to file 4.
_LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)
_PATIENCE = 60.0


def find_browser() -> str | None:
    """Return the path of a Chromium, None where there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


needs_browser = pytest.mark.skipif(
    os.name != "posix" or find_browser() is None,  # It is spoken to over pipes with fixed numbers.
    reason=f"no browser is installed: {', '.join(NAMES)}",
)


class Browser:
    """One browser with one tab; a context manager that ends it."""

    def __init__(self, profile: Path) -> None:
        """Start a Chromium, which must be installed, with the new folder `profile` for all it keeps."""
        executable = find_browser()
        assert executable is not None
        orders, self._write = os.pipe()
        self._read, answers = os.pipe()
        command = [sys.executable, "-c", _LAUNCH, str(orders), str(answers), executable, *FLAGS]
        self._process = subprocess.Popen(
            [*command, f"--user-data-dir={profile}"],
            pass_fds=(orders, answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(orders)
        os.close(answers)
        self._buffer = b""
        self._number = 0
        self._session = ""
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the browser and everything it started."""
        os.close(self._write)
        os.close(self._read)
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    @property
    def group(self) -> int:
        """The process group of the browser, whose members are all its processes."""
        return self._process.pid

    def call(self, method: str, **params: Any) -> Any:
        """Return the result of one call of the protocol; what happens meanwhile goes to `events`."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        deadline = time.monotonic() + _PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0, deadline - time.monotonic()))
            part = os.read(self._read, 1 << 20) if ready else b""
            if not part:
                raise RuntimeError("the browser does not answer")
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def open(
        self, where: Path | str, *, width: int = 1100, height: int = 900, dark: bool = False, anchor: str = ""
    ) -> None:
        """Load a file or an address into a window of this size, and wait until it is there."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="", features=[scheme])
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )
        # By way of an empty page, because another anchor of the same file would load nothing.
        address = where.resolve().as_uri() if isinstance(where, Path) else where
        for url in ("about:blank", address + anchor):
            self.events.clear()
            loader = self.call("Page.navigate", url=url)["loaderId"]
            while not self._loaded(loader):
                self.events.append(self._next())

    def _loaded(self, loader: str) -> bool:
        """Return whether the page that `loader` brings is there: events of the one before it may come in between."""
        come = False
        for event in self.events:
            if event.get("method") == "Page.frameNavigated":
                come = come or event["params"]["frame"]["loaderId"] == loader
            elif event.get("method") == "Page.loadEventFired" and come:
                return True
        return False

    def complaints(self) -> list[str]:
        """Return what the browser said about the page that was opened last: errors, warnings, blocked parts."""
        said = [event["params"]["entry"]["text"] for event in self.events if event.get("method") == "Log.entryAdded"]
        loud = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Network.loadingFailed"}
        return said + [json.dumps(event["params"]) for event in self.events if event.get("method") in loud]

    def requests(self) -> list[str]:
        """Return the addresses that the page asked for, but for those that hold their content themselves."""
        sent = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        urls = [str(event["params"]["request"]["url"]) for event in sent]
        return [url for url in urls if not url.startswith("data:")]

    def value(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page, of a promise what it comes to.

        It is run by the browser, not by the page.
        """
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def until(self, expression: str, seconds: float = 60.0) -> Any:
        """Return the value of a JavaScript expression as soon as it is true; raises RuntimeError after `seconds`."""
        deadline = time.monotonic() + seconds
        while not (found := self.value(expression)):
            if time.monotonic() > deadline:
                raise RuntimeError(f"not within {seconds} s: {expression}")
            time.sleep(0.05)
        return found

    def pdf(self, **options: Any) -> bytes:
        """Return the page as it is printed."""
        return base64.b64decode(
            self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=False, **options)["data"]
        )

    def screenshot(self, *, whole: bool = False) -> bytes:
        """Return a picture of the window, or of the whole page, as PNG; for looking at while working on the pages."""
        result = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(result["data"])
