"""Building decks: search, edit, compare, complete and repair."""
