"""The numbers that Word shows before the paragraphs of a list, which their text lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph

_VALUE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}val"


class ListNumbers:
    """Counts the paragraphs of the lists in a document."""

    def __init__(self, document: Document) -> None:
        """Count from the first paragraph of `document`."""
        parts = [link.target_part for link in document.part.rels.values() if link.reltype.endswith("/numbering")]
        self._levels: Any = parts[0].element if parts and hasattr(parts[0], "element") else None
        self._last: dict[tuple[str, str], int] = {}

    def of(self, paragraph: Paragraph) -> str:
        """Return the number of the next paragraph, with a point and a space: "3. "; "" in a list without numbers."""
        found = _list_of(paragraph) if self._levels is not None else None
        if found is None:
            return ""
        level = f"w:lvl[@w:ilvl='{found[1]}']"
        own = f".//w:num[@w:numId='{found[0]}']"
        kind = self._value(f"{own}/w:abstractNumId")
        base = f".//w:abstractNum[@w:abstractNumId='{kind}']/{level}"
        if self._value(f"{base}/w:numFmt") in ("", "bullet", "none"):
            return ""
        override = f"{own}/w:lvlOverride[@w:ilvl='{found[1]}']/w:startOverride"
        start = self._value(override) or self._value(f"{base}/w:start") or "1"
        self._last[found] = self._last.get(found, int(start) - 1) + 1
        return f"{self._last[found]}. "

    def _value(self, path: str) -> str:
        """Return the value of the first element at a path, "" without one."""
        return next((each.get(_VALUE, "") for each in self._levels.xpath(path)), "")


def _list_of(paragraph: Paragraph) -> tuple[str, str] | None:
    """Return the list and the level of a paragraph, set directly or by its style; None outside a list."""
    style: Any = paragraph.style
    elements: list[Any] = [paragraph._p]  # noqa: SLF001 - nothing else tells of lists
    while style is not None:
        elements.append(style.element)
        style = style.base_style
    for element in elements:
        if numbers := element.xpath("./w:pPr/w:numPr/w:numId/@w:val"):
            levels = element.xpath("./w:pPr/w:numPr/w:ilvl/@w:val")
            return None if numbers[0] == "0" else (str(numbers[0]), str(levels[0]) if levels else "0")
    return None
