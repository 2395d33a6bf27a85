"""Digests of text and bytes."""


def digest(content: str | bytes) -> str:
    """Return the SHA-256 of bytes, or of a text in UTF-8, as ``sha256:`` and 64 hexadecimal digits."""
    import hashlib  # Loads OpenSSL, which the help does not need.

    plain = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return f"sha256:{hashlib.sha256(plain).hexdigest()}"
