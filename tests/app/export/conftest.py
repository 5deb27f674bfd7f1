"""Fonts and painters need an application object; nothing here needs a widget."""

import pytest


@pytest.fixture(autouse=True)
def _application(qapp):
    return qapp
