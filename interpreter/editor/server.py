"""The language server: documents of an editor in, what is wrong with them out; `answers` tells what it asks for."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from interpreter.editor.answers import ANSWERS, path_of
from interpreter.editor.background import Background
from interpreter.editor.meaning import Meaning, meaning
from interpreter.editor.project import Home, Project, Reading, Target, placed
from interpreter.editor.spots import Spot, spot
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Place

SWITCH = 0.001
"""Seconds after which a check in the background lets an answer go first."""


class Server(LanguageServer):
    """The server with the rulesets that it has read."""

    def __init__(self, version: str) -> None:
        super().__init__("warbook", version)
        self.project = Project()
        self.background = Background(self.project, self.tell, self.fault)
        self.shown: dict[Target, set[Path]] = {}
        self.alone: dict[Path, Diagnostics] = {}
        self.uris: dict[Path, str] = {}
        """The addresses of open documents as the editor writes them; one that was never saved has no other."""
        self.showing = threading.RLock()
        """Held while something is shown: the editor's thread and the one of the checks must not overtake each other."""

    # --- documents ---------------------------------------------------------------------------------------------

    def lines(self, uri: str) -> list[str]:
        """The lines of an open document, without their ends."""
        return self.workspace.get_text_document(uri).source.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def changed(self, uri: str) -> None:
        """Takes the text of a document as it is now, and has its ruleset checked."""
        file = path_of(uri)
        self.uris[file] = uri
        self.project.texts.unsaved[file] = "\n".join(self.lines(uri))
        self.look(file)

    def closed(self, uri: str) -> None:
        """Goes back to what is on disk; a document that was never saved is gone."""
        file = path_of(uri)
        self.project.texts.unsaved.pop(file, None)
        for target, found in list(self.project.found.items()):
            if file in target.overlays and not self.project.texts.known(file):
                self.tell(target, found)
        self.look(file)

    def look(self, file: Path) -> None:
        """Has all checked that a file belongs to."""
        home = self.project.home(file)
        for target in home.targets if home is not None else ():
            self.background.ask(target)
        before = self.alone.pop(file, ())
        if home is not None and self.project.texts.known(file) and (home.kind == "cases" or not home.targets):
            self.alone[file] = self.project.check_cases(file) if home.kind == "cases" else self.project.check_overlay_head(file)
        elif not before:
            return
        self.publish(file)

    def at(self, uri: str, position: lsp.Position) -> tuple[Home | None, Reading | None, Meaning, Spot]:
        """What stands at a position of a document."""
        lines = self.lines(uri)
        place = self.workspace.position_codec.position_from_client_units(lines, position)
        here = spot(lines, place.line, place.character)
        file = path_of(uri)
        home = self.project.home(file)
        reading = self.project.reading(file)
        return home, reading, meaning(home.kind if home is not None else "ruleset", reading, here), here

    # --- what is wrong -----------------------------------------------------------------------------------------

    def tell(self, target: Target, found: Diagnostics) -> None:
        """Shows what is wrong with a ruleset, and takes away what no longer is; all, where a document of it is no longer there."""
        if not all(map(self.project.texts.known, target.overlays)):
            self.project.forget(target)
            found = ()
        files = set(placed(found))
        mine = {
            file for file in list(self.project.texts.unsaved) if (home := self.project.home(file)) is not None and target in home.targets
        }
        for file in mine:
            if file.parent.name == "cases":
                self.alone[file] = self.project.check_cases(file)
        with self.showing:
            before, self.shown[target] = self.shown.get(target, set()), files
            for file in sorted(files | mine | before):
                self.publish(file)

    def publish(self, file: Path) -> None:
        """Shows all that is wrong with one file, whichever rulesets it belongs to."""
        with self.showing:
            found = [each for diagnostics in list(self.project.found.values()) for each in placed(diagnostics).get(file, ())]
            found += self.alone.get(file, ())
            text, _, _ = self.project.texts.read(file)
            lines = text.split("\n") if text is not None else []
            items = [self.diagnostic(each, lines) for each in dict.fromkeys(found)]
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri(file), items))

    def diagnostic(self, found: Diagnostic, lines: Sequence[str]) -> lsp.Diagnostic:
        """A finding with the columns of its word."""
        told = [
            lsp.DiagnosticRelatedInformation(lsp.Location(self.uri(Path(place.file)), self.point(place)), words)
            for place, words in found.related
        ]
        return lsp.Diagnostic(
            self.range(lines, found.line - 1, found.column - 1),
            f"{found.message}\n{found.hint}" if found.hint else found.message,
            severity=lsp.DiagnosticSeverity.Error if found.severity == "error" else lsp.DiagnosticSeverity.Warning,
            code=found.code,
            source="warbook",
            related_information=told or None,
        )

    def range(self, lines: Sequence[str], line: int, column: int) -> lsp.Range:
        """The word at a line and column, in the units of the editor; one sign where no word stands."""
        text = lines[line] if line < len(lines) else ""
        begin, end = Spot((), False, text, min(column, len(text))).bounds()
        ends = end if begin <= column < end else column + 1
        codec = self.workspace.position_codec
        whole = lsp.Range(lsp.Position(line, column), lsp.Position(line, ends))
        return codec.range_to_client_units(list(lines), whole) if line < len(lines) else whole

    def point(self, place: Place) -> lsp.Range:
        """A place in a file that need not be open."""
        text, _, _ = self.project.texts.read(Path(place.file))
        return self.range(text.split("\n") if text is not None else [], place.line - 1, place.column - 1)

    def uri(self, file: Path) -> str:
        """The address of a file, as the editor writes it."""
        return self.uris.get(file) or from_fs_path(os.path.abspath(file)) or str(file)

    def fault(self, problem: Exception) -> None:
        """Tells of a fault of ours."""
        message = f"This is a fault of warbook, not yours: {type(problem).__name__}: {problem}"
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, message))


def server(version: str) -> Server:
    """A server that answers, not yet started."""
    made = Server(version)

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        made.changed(params.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        made.changed(params.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        made.changed(params.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        made.closed(params.text_document.uri)

    @made.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def on_disk(params: lsp.DidChangeWatchedFilesParams) -> None:
        for each in params.changes:
            made.look(path_of(each.uri))

    @made.feature(lsp.SHUTDOWN)
    def ended(_: None) -> None:
        made.background.end()

    for request, (answer, options) in ANSWERS.items():
        made.feature(request, options)(answer)
    return made


def serve(version: str) -> None:
    """Answers an editor over standard input and output until it leaves."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    sys.setswitchinterval(SWITCH)
    gc.disable()
    server(version).start_io()
