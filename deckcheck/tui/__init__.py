"""The editor on the screen: search on the left, the deck on the right, what the rules say below."""
