"""Card pools."""
