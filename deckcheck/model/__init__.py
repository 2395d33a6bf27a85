"""Cards, decks, formats, findings and queries: immutable values without input or output.

Every other room imports these; they import nothing of the package. Begin with `deck` and `format`.
"""
