"""Card pools: sources, facts, compiled stores, lint.

`sources` reads the data of card databases, `compiler` makes a store of the YAML files, `loading` opens it as a `Pool`.
"""
