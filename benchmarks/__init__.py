"""How fast deckcheck is and how much memory it takes: ``python -m benchmarks`` prints a table."""
