"""Gestures: what the pointer does between press and release, one file each."""
