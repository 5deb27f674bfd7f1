"""From a document, its values and a place in a recording to a frame."""

from app.render.build.frames import FrameBuilder
from app.render.build.journeys import travel
from app.render.build.scene import Manner, Scene

__all__ = ["FrameBuilder", "Manner", "Scene", "travel"]
