"""Gestures, one file each: what the pointer does between press and release, and what would come of it."""
