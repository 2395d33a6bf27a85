"""Check many decks in one format, with the same engine, rules and findings as for one deck."""
