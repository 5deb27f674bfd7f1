"""The start: something is on screen before the rest is loaded."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

_WATCH = """
import sys
from pathlib import Path
from app import run

HEAVY = ("core", "numpy", "networkx", "pyqtgraph", "app.canvas", "app.render")

class Watched(run.Curtain):
    def paintEvent(self, event):
        super().paintEvent(event)
        print("painted", *[name for name in HEAVY if name in sys.modules], flush=True)

run.Curtain = Watched
real = run.Opening.open

def opened(self):
    real(self)
    window = self._kept[0]
    print("opened", window.isVisible(), self._curtain.isVisible(), len(window.session.document.nodes), flush=True)
    run.QTimer.singleShot(0, window.close)

run.Opening.open = opened
folder = Path(sys.argv[1])
folder.mkdir()
(folder / "settings.json").write_text('{"shows_welcome": false}')
print("ended", run.main([], folder), flush=True)
"""

_FAIL = """
import sys
from pathlib import Path
from app import run
from app.shell import start

def broken(settings, folder):
    raise KeyError("panes")

start.make_window = broken
sys.exit(run.main([], Path(sys.argv[1])))
"""


def test_a_window_that_cannot_be_made_ends_the_program(tmp_path):
    command = [sys.executable, "-c", _FAIL, str(tmp_path / "home")]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert result.returncode == 1
    assert "could not open its window" in result.stderr and "Traceback" not in result.stderr


def test_the_curtain_is_painted_before_anything_heavy_is_loaded(tmp_path):
    command = [sys.executable, "-c", _WATCH, str(tmp_path / "home")]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    lines = result.stdout.splitlines()
    assert lines[0] == "painted", result.stderr
    assert lines[-2].startswith("opened True False ") and int(lines[-2].split()[-1]) > 3
    assert lines[-1] == "ended 0"
    assert "Traceback" not in result.stderr
