"""Cards, decks, formats, findings and queries: immutable values without input or output.

Every other part imports these; they import nothing from the package. Begin with `deck` and `format`.
"""
