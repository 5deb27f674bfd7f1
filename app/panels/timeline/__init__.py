"""The timeline: the whole recording at a glance, with a playhead to drag."""
