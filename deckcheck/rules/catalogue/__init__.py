"""The rules, one module each; ``registry.txt`` lists them in the order of findings."""
