"""Papers and fingerprints for events."""
