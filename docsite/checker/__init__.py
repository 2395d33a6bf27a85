"""The page that checks decks in a browser: the package in Pyodide, with an interface of its own."""
