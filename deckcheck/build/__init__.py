"""Building decks: search, edit, compare, complete and repair.

In go decks that the checks have read; out come new decks, always as values: the command line and the editor write them.
Begin with `editing.draft`, a deck that is being edited, and `repair.fix`.
"""
