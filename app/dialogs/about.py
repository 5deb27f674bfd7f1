"""What this is, in which versions, and under which licences."""

from __future__ import annotations

import platform

import numpy as np
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.dialogs.dialog import Dialog
from app.model.metrics import metrics
from app.widgets.labels import Tone, label
from core.ops.registry import all_ops
from core.version import VERSION


class AboutDialog(Dialog):
    """Versions and licences, which can be copied into a report."""

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__("Gradwalk", parent, remark="See where gradients come from, one step at a time.")
        sizes = metrics().type.size
        self.body.addWidget(label(versions(), size=sizes.small, code=True))
        self.body.addWidget(
            label(
                "Gradwalk is free software under the MIT licence. It ships the typefaces Inter and JetBrains Mono, "
                "both under the SIL Open Font License.",
                tone=Tone.QUIET,
                size=sizes.small,
                wraps=True,
            )
        )
        copy, close = self.add_button("Copy versions"), self.add_button("Close", primary=True)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(versions()))
        close.clicked.connect(self.close)
        self.resize(440, 260)


def versions() -> str:
    """The versions that matter for a report, one a line."""
    operations = sum(not op.hidden for op in all_ops())
    return "\n".join(
        (
            f"Gradwalk {VERSION}, {operations} operations",
            f"Python {platform.python_version()}, NumPy {np.__version__}, Qt {qVersion()}",
            f"{platform.system()} {platform.release()}, {platform.machine()}",
        )
    )
