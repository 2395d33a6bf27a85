"""What the documentation site is made of besides the pages in `docs/`: pages from the code, pictures, the hook."""
