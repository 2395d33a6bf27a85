"""Digests of text."""

import sys
from functools import cache
from importlib import import_module
from typing import Any


def digest(text: str) -> str:
    """Return the SHA-256 of `text` in UTF-8 as ``sha256:`` and 64 hexadecimal digits."""
    made = _sha256()(text.encode("utf-8", "surrogatepass"))
    return f"sha256:{made.hexdigest()}"


@cache
def _sha256() -> Any:  # noqa: ANN401 - the modules have no types
    # If hashlib is loaded anyway, it is by far the fastest.
    if "hashlib" in sys.modules:
        return sys.modules["hashlib"].sha256
    # hashlib loads OpenSSL, a tenth of the time that one check takes. The standard library's `random` goes around
    # it in the same way, by the modules that hashlib falls back on; their name depends on the version of Python.
    for name in ("_sha2", "_sha256"):
        try:
            return import_module(name).sha256
        except ImportError:
            continue
    import hashlib

    return hashlib.sha256
