"""Draw odds: exact probabilities of drawing what a deck needs, under the mulligan rules of a game."""
