"""What the editor does while its documents are being shown is not lost: threads of the server do not overtake each other."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pygls.workspace import Workspace

from interpreter.editor.background import Background
from interpreter.editor.project import Project, Target
from interpreter.editor.server import Server
from tests.editor.ponds import PONDS


class AtOnce(Background):
    """Checks without a thread: each is told before the one who asked goes on."""

    def ask(self, target: Target) -> None:
        self.told(target, self.project.check(target))


class Shown(Server):
    """A server whose editor does something as soon as it is shown the first finding of a document."""

    def __init__(self, then: Callable[[Shown], None]) -> None:
        super().__init__("0")
        self.then: Callable[[Shown], None] | None = then
        self.last: dict[str, list[str]] = {}

    @property
    def workspace(self) -> Workspace:
        return Workspace(None)

    def text_document_publish_diagnostics(self, params: lsp.PublishDiagnosticsParams) -> None:
        self.last[params.uri] = [str(each.code) for each in params.diagnostics]
        then, self.then = self.then, None
        if then is not None:
            then(self)


@pytest.mark.parametrize("name", ["overlays/new.yaml", "new.yaml"])
def test_a_new_document_that_is_closed_as_soon_as_it_is_shown(tmp_path: Path, name: str) -> None:
    home = Path(shutil.copytree(PONDS, tmp_path / "ponds"))
    file = home / name
    overlays = (file,) if file.parent.name == "overlays" else ()
    target, project = Target(home, overlays), Project()

    def close(server: Shown) -> None:
        assert server.last == {file.as_uri(): ["unknown-name"]}
        server.closed(file.as_uri())

    server = Shown(close)
    server.project, server.background = project, AtOnce(project, server.tell, server.fault)
    project.texts.unsaved[file] = ("overlay: new\nfor: [ponds]\n" if overlays else "") + "define: {a: b}\n"
    server.tell(target, project.check(target))
    assert server.then is None and server.last == {file.as_uri(): []}
