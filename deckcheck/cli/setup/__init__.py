"""Settings, help and shell completion."""
