"""Documents as files: reading, checking, migrating and saving them."""
