"""Build decks: search, edit, compare, complete and repair.

The functions take decks that the checks have read and return new decks; the command line and the editor write them.
Start with `editing.draft`, a deck during editing, and `repair.fix`.
"""
