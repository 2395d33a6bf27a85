"""Checking decks: one by one, and in bulk."""
