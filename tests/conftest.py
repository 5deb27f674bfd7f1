"""Shared by every test: Qt never needs a display, and no test fails because it is slow."""

import os

from hypothesis import settings

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

settings.register_profile("steady", deadline=None)  # a busy machine is no failure
settings.load_profile("steady")
