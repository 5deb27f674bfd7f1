"""Commands draw with the application of the tests."""

import pytest


@pytest.fixture(autouse=True)
def _application(qapp):
    return qapp


@pytest.fixture
def command(capsys):
    """Runs a command as the command line does; gives its status, its output and its complaints."""
    from app import cli

    def run(*words):
        try:
            status = cli.main([str(word) for word in words])
        except SystemExit as end:  # argparse leaves this way
            status = end.code
        said = capsys.readouterr()
        return status, said.out, said.err

    return run
