"""Deck lists: reading, accounting for every line, resolving names, writing.

A file becomes a `RawDeck`, whose parts cover every character, and with `resolve` a `Deck` of cards and unrecognised
lines. Begin with `readers`, which chooses the syntax, and `resolve.deck`. The readers stand on `words`, `tables`,
`text` and `documents`, each on those before it.
"""
