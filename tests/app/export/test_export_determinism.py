"""Two processes with different hash seeds, in different places and at different times, write the same bytes."""

import os
import subprocess
import sys
from pathlib import Path

from export_figures import CODE

ROOT = Path(__file__).parents[3]
WRITE = """
import sys
from pathlib import Path
from app.export.writing import export
from app.export.application import ensure_application
from core.io import project
application = ensure_application()
document = project.loads(sys.stdin.buffer.read()).document
for suffix in (".svg", ".png", ".pdf"):
    export(document, Path(sys.argv[1]) / f"out{suffix}")
"""


def written(folder, seed, document):
    folder.mkdir()
    environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": f"UTC-{seed}", "LANG": "C", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", WRITE, str(folder)]
    subprocess.run(command, cwd=folder, input=document, env=environment, check=True, timeout=120)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_files_are_the_same_bytes(tmp_path):
    from core.expr.parse import parse
    from core.io import project

    document = project.dumps(parse(CODE).document)
    first, second = written(tmp_path / "a", "1", document), written(tmp_path / "b", "7", document)
    assert list(first) == ["out.pdf", "out.png", "out.svg"]
    assert first == second
