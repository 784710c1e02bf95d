"""The language server: requests of an editor in, answers out. All that it tells is found in the modules beside it."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from interpreter.editor.background import Background
from interpreter.editor.completion import Item, complete
from interpreter.editor.formatting import formatted
from interpreter.editor.hover import definition, hover
from interpreter.editor.meaning import Meaning, meaning
from interpreter.editor.places import Symbol, definitions, outline
from interpreter.editor.project import Home, Project, Reading, Target, placed
from interpreter.editor.spots import Spot, spot
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Place

KINDS = {
    "key": lsp.CompletionItemKind.Property,
    "id": lsp.CompletionItemKind.Reference,
    "keyword": lsp.CompletionItemKind.Keyword,
    "function": lsp.CompletionItemKind.Function,
    "local": lsp.CompletionItemKind.Variable,
    "value": lsp.CompletionItemKind.Value,
}
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

    # --- documents ---------------------------------------------------------------------------------------------

    def lines(self, uri: str) -> list[str]:
        """The lines of an open document, without their ends."""
        return self.workspace.get_text_document(uri).source.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def changed(self, uri: str) -> None:
        """Takes the text of a document as it is now, and has its ruleset checked."""
        file = path_of(uri)
        self.project.texts.unsaved[file] = "\n".join(self.lines(uri))
        self.look(file)

    def closed(self, uri: str) -> None:
        """Goes back to what is on disk."""
        file = path_of(uri)
        self.project.texts.unsaved.pop(file, None)
        self.look(file)

    def look(self, file: Path) -> None:
        """Has all checked that a file belongs to."""
        home = self.project.home(file)
        for target in home.targets if home is not None else ():
            self.background.ask(target)
        self.alone.pop(file, None)
        if home is not None and home.kind == "cases":
            self.alone[file] = self.project.check_cases(file)
        elif home is not None and not home.targets:
            self.alone[file] = self.project.check_overlay_head(file)
        else:
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
        """Shows what is wrong with a ruleset, and takes away what no longer is."""
        files = set(placed(found))
        mine = {
            file for file in list(self.project.texts.unsaved) if (home := self.project.home(file)) is not None and target in home.targets
        }
        for file in mine:
            if file.parent.name == "cases":
                self.alone[file] = self.project.check_cases(file)
        for file in sorted(files | mine | self.shown.get(target, set())):
            self.publish(file)
        self.shown[target] = files

    def publish(self, file: Path) -> None:
        """Shows all that is wrong with one file, whichever rulesets it belongs to."""
        found = [each for diagnostics in list(self.project.found.values()) for each in placed(diagnostics).get(file, ())]
        found += self.alone.get(file, ())
        text, _, _ = self.project.texts.read(file)
        lines = text.split("\n") if text is not None else []
        items = [self.diagnostic(each, lines) for each in dict.fromkeys(found)]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(file), items))

    def diagnostic(self, found: Diagnostic, lines: Sequence[str]) -> lsp.Diagnostic:
        """A finding with the columns of its word."""
        told = [
            lsp.DiagnosticRelatedInformation(lsp.Location(uri_of(Path(place.file)), self.point(place)), words)
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

    def fault(self, problem: Exception) -> None:
        """Tells of a fault of ours."""
        message = f"This is a fault of warbook, not yours: {type(problem).__name__}: {problem}"
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, message))


def path_of(uri: str) -> Path:
    """The file that an address names."""
    return Path(os.path.normpath(to_fs_path(uri) or uri))


def uri_of(file: Path) -> str:
    """The address of a file."""
    return from_fs_path(os.path.abspath(file)) or str(file)


def item(found: Item, line: int, columns: tuple[int, int], number: int) -> lsp.CompletionItem:
    """Something to type, as the protocol has it; items keep our order."""
    edit = lsp.TextEdit(lsp.Range(lsp.Position(line, columns[0]), lsp.Position(line, columns[1])), found.text or found.label)
    data = {"path": found.path} if found.path else None
    return lsp.CompletionItem(
        found.label, kind=KINDS[found.sort], detail=found.detail or None, sort_text=f"{number:04}", text_edit=edit, data=data
    )


def symbol(found: Symbol) -> lsp.DocumentSymbol:
    """A section or definition as the protocol has it."""
    begin = lsp.Position(found.first - 1, found.column - 1)
    name = lsp.Range(begin, lsp.Position(found.first - 1, found.column - 1 + len(found.name)))
    whole = lsp.Range(begin, lsp.Position(max(found.last, found.first), 0))
    kind = lsp.SymbolKind.Module if found.inside else lsp.SymbolKind.Object
    inside = [symbol(each) for each in found.inside]
    return lsp.DocumentSymbol(found.name, kind, whole, name, detail=found.detail or None, children=inside)


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

    _answers(made)
    return made


def _answers(made: Server) -> None:
    """What the server answers when it is asked."""

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        _, reading, here, at = made.at(params.text_document.uri, params.position)
        told = hover(reading, here, at)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told)) if told else None

    @made.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", ".", "[", "{", ","], resolve_provider=True))
    def completed(params: lsp.CompletionParams) -> lsp.CompletionList:
        home, reading, here, at = made.at(params.text_document.uri, params.position)
        found = complete(home.kind if home is not None else "ruleset", reading, here, at)
        units = made.workspace.position_codec.client_num_units
        columns = (units(at.line[: found.columns[0]]), units(at.line[: at.column]))
        return lsp.CompletionList(not found.whole, [item(i, params.position.line, columns, n) for n, i in enumerate(found.items)])

    @made.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def resolved(asked: lsp.CompletionItem) -> lsp.CompletionItem:
        path = asked.data.get("path", "") if isinstance(asked.data, dict) else ""
        for reading in made.project.readings.values():
            if path and reading.node(path) is not None:
                asked.documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, definition(reading, path))
                break
        return asked

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> list[lsp.Location]:
        _, reading, here, at = made.at(params.text_document.uri, params.position)
        if reading is None:
            return []
        found = definitions(reading, here, at, path_of(params.text_document.uri), params.position.line + 1)
        return [lsp.Location(uri_of(Path(each.file)), made.point(each)) for each in found]

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        _, root, _ = made.project.texts.read(path_of(params.text_document.uri))
        return [symbol(each) for each in outline(root, made.lines(params.text_document.uri))]

    @made.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def tidied(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        lines = made.lines(params.text_document.uri)
        before = "\n".join(lines)
        after = formatted(before, str(path_of(params.text_document.uri))).text
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(lines), 0))
        return [lsp.TextEdit(whole, after)] if after != before else None


def serve(version: str) -> None:
    """Answers an editor over standard input and output until it leaves."""
    logging.basicConfig(stream=sys.stderr, level=logging.ERROR)
    sys.setswitchinterval(SWITCH)
    gc.disable()
    server(version).start_io()
