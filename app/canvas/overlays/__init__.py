"""What is pinned to the viewport instead of the scene."""
