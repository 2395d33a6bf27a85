"""The rules, in tables of their kinds or modules of their own; ``registry.txt`` lists them in the order of findings."""
