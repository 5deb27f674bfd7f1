"""The stops: where continuing comes to rest, on which condition, and how often."""
