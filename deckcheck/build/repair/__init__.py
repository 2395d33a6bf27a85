"""Repair and complete decks by integer programming, with the same format data as the rules."""
