"""Card pools: sources, facts, compiled stores, fetching and lint."""
