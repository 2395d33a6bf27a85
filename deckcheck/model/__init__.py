"""Cards, decks, formats, findings: immutable values without input or output."""
