"""Card pools: sources, facts, compiled stores, lint.

`sources` reads what card databases offer, `compiler` makes a store of the YAML files, `loading` opens it as a `Pool`.
"""
