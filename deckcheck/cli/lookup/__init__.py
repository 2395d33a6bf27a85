"""Cards, rules, formats and odds."""
