"""Reading the data that ship with deckcheck or that users add: card pools and format definitions."""
