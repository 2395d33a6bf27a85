"""Draw odds of a deck, with the draws that its format and its card texts define."""
