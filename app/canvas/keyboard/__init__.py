"""The canvas without a pointer: its keys, the way from card to card, and cards in words."""
