"""One deck, checked: from its file to its report."""
