"""Files, settings, YAML and the network: all that touches the machine."""
