"""Shared by every test: Qt never needs a display."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
