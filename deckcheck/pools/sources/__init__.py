"""Public data sources of cards: fetching and reading them, and merging them into the card pools."""
