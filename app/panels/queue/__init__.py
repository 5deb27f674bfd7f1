"""The queue: what runs, what is ready, and what still waits for whom."""
