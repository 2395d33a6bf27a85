"""Checking very many decks in one format: the same engine, rules and findings as for one."""
