"""Decks in JSON, YAML and XML: deckcheck's own files, and those of sites and programs in any shape."""
