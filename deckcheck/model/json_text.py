"""Write JSON in parts, so that a large report never becomes one text."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

# It sorts the keys of maps; structures declare their fields in order, as sorting them takes longer than writing them.
_compact = msgspec.json.Encoder(order="deterministic")


def json_parts(value: Any, indent: str = "") -> Iterator[str]:  # noqa: ANN401 - whatever JSON can hold
    """Yield `value` as indented JSON with sorted keys; iterators in it become arrays, written item by item."""
    import json

    inner = f"{indent}  "
    if isinstance(value, Iterator):
        opening = "["
        for item in value:
            yield f"{opening}\n{inner}"
            yield from json_parts(item, inner)
            opening = ","
        yield "[]" if opening == "[" else f"\n{indent}]"
    elif isinstance(value, dict) and any(isinstance(item, Iterator) for item in value.values()):
        opening = "{"
        for key in sorted(value):
            yield f"{opening}\n{inner}{json.dumps(key)}: "
            yield from json_parts(value[key], inner)
            opening = ","
        yield f"\n{indent}}}"
    else:
        # A string in JSON contains no line breaks, so these are all between values.
        yield json_page(value, sort_keys=True).removesuffix("\n").replace("\n", f"\n{indent}")


def json_page(value: Any, *, sort_keys: bool = False) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Return `value` as indented JSON; its keys keep their order unless they are sorted."""
    import json

    text = json.dumps(msgspec.to_builtins(value), indent=2, sort_keys=sort_keys, ensure_ascii=False)
    return safe(text) + "\n"


def json_line(value: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Return `value` as one line of JSON with sorted keys."""
    return safe(json_text(value)) + "\n"


def json_lines(records: Sequence[msgspec.Struct]) -> bytes:
    """Return records as lines of JSON, as `json_line` writes each."""
    try:
        lines = _compact.encode_lines(records)
        if _is_safe(str(lines, "utf-8")):
            return lines
    except UnicodeEncodeError:
        pass
    return "".join(map(json_line, records)).encode("utf-8", "backslashreplace")


def json_text(value: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Return `value` as JSON with sorted keys, a structure with its fields as declared, and without spaces."""
    try:
        return str(_compact.encode(value), "utf-8")
    except UnicodeEncodeError:  # It has strings that are not UTF-8, such as names of files.
        import json

        plain = msgspec.to_builtins(value)
        return json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def safe(text: str) -> str:
    """Return JSON with characters that control a terminal, such as C1 and bidirectional ones, as JSON escapes.

    Lone surrogates, which strict JSON readers reject, become text: a backslash and a number.
    """
    if _is_safe(text):
        return text
    return "".join(char if char.isprintable() or char == "\n" else _escaped(char) for char in text)


def _is_safe(text: str) -> bool:
    # JSON has escapes for the other control characters of ASCII.
    return (text.isascii() and "\x7f" not in text) or text.replace("\n", "").isprintable()


def _escaped(char: str) -> str:
    import json

    return f"\\\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else json.dumps(char)[1:-1]


def yaml_text(text: str) -> str:
    """Return a YAML string in quotation marks, with escapes for what YAML or a terminal would not keep."""
    import json

    quoted = json.dumps(plain_text(text), ensure_ascii=False)
    return "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in quoted)


def plain_text(text: str) -> str:
    """Return text with escapes for lone surrogates, such as those of file names that are not UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()
