"""Edit deck files: pure functions from one draft to the next that leave all other text unchanged."""
