"""Reading deck lists as people write them."""
