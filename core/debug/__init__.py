"""Stepping through a backward pass: recording it, moving about in the recording, and explaining it."""

from core.debug.cursor import Cursor
from core.debug.document import record_document
from core.debug.explain import explain, explain_step
from core.debug.recorder import Recorder, record
from core.debug.recording import Recording
from core.debug.steps import StepSize

__all__ = ["Cursor", "Recorder", "Recording", "StepSize", "explain", "explain_step", "record", "record_document"]
