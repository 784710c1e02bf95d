"""`check --watch`, as a process whose files change."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

from commands import PONDS, Run


def hearing() -> None:
    """Listens to Ctrl-C again, which a shell has its background jobs ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_diagnostics_come_and_go(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PONDS, tmp_path / "ponds"))
    head = folder / "ruleset.yaml"
    text = head.read_text()
    process = subprocess.Popen(
        [sys.executable, "-m", "interpreter.cli", "check", str(folder), "--watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hearing,
    )
    assert process.stdout is not None
    try:
        assert "nothing wrong" in process.stdout.readline()
        head.write_text(text.replace("it is frog}", "it is frgo}"))
        assert "error[unknown-name]" in process.stdout.readline()
        while "error" not in (line := process.stdout.readline()) or "[" in line:
            assert line
        head.write_text(text)
        assert process.stdout.readline().startswith("gone: ")
        while (line := process.stdout.readline()).startswith("gone: "):
            pass
        assert "nothing wrong" in line
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr is not None and process.stderr.read() == ""
    finally:
        process.kill()


def test_what_is_not_there(run: Run) -> None:
    result = run("check", "no_such_game", "--watch")
    assert result.status == 1 and "no_such_game" in result.out
    assert run("check", PONDS, "--watch", "--json").status == 2
