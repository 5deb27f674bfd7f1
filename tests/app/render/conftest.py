"""Fonts and painters need an application object; none of these tests needs a widget."""

import pytest


@pytest.fixture(autouse=True)
def _application(qapp):
    return qapp
