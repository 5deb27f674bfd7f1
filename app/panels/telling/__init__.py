"""Sentences, equations and lists about a backward pass, as widgets."""
