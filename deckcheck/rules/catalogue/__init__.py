"""The rules, one module each; `deckcheck.rules.REGISTRY` lists them in the order of findings."""
