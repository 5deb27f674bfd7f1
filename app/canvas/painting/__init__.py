"""Painters, and the layers they paint: what rests, and what moves or lasts for a moment."""
