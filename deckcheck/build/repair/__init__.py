"""Repairing and completing decks by integer programming, from the same format data as the rules."""
