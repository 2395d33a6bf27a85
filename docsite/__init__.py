"""Generate the pages, pictures and navigation of the documentation site from the code."""
