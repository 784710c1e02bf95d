"""What an editor asks for, answered: help at a place, what may be typed, where a word is defined, the outline, a tidy text."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from interpreter.editor.completion import Item, complete
from interpreter.editor.formatting import formatted
from interpreter.editor.hover import definition, hover
from interpreter.editor.places import Symbol, definitions, outline

if TYPE_CHECKING:
    from interpreter.editor.server import Server

KINDS = {
    "key": lsp.CompletionItemKind.Property,
    "id": lsp.CompletionItemKind.Reference,
    "keyword": lsp.CompletionItemKind.Keyword,
    "function": lsp.CompletionItemKind.Function,
    "local": lsp.CompletionItemKind.Variable,
    "value": lsp.CompletionItemKind.Value,
}


def path_of(uri: str) -> Path:
    """The file that an address names; a document without one lies in no folder of rulesets."""
    return Path(os.path.normpath(to_fs_path(uri) or os.sep + uri))


def hovered(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    """What the word at a place is; None where there is nothing to tell."""
    _, reading, here, at = ls.at(params.text_document.uri, params.position)
    told = hover(reading, here, at)
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told)) if told else None


def completed(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
    """What may be typed at a place."""
    home, reading, here, at = ls.at(params.text_document.uri, params.position)
    found = complete(home.kind if home is not None else "ruleset", reading, here, at)
    units = ls.workspace.position_codec.client_num_units
    columns = (units(at.line[: found.columns[0]]), units(at.line[: at.column]))
    return lsp.CompletionList(not found.whole, [item(i, params.position.line, columns, n) for n, i in enumerate(found.items)])


def resolved(ls: Server, asked: lsp.CompletionItem) -> lsp.CompletionItem:
    """Something to type with what it is."""
    path = asked.data.get("path", "") if isinstance(asked.data, dict) else ""
    for reading in ls.project.readings.values():
        if path and reading.node(path) is not None:
            asked.documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, definition(reading, path))
            break
    return asked


def defined(ls: Server, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """Where the word at a place is defined."""
    _, reading, here, at = ls.at(params.text_document.uri, params.position)
    if reading is None:
        return []
    found = definitions(reading, here, at, path_of(params.text_document.uri), params.position.line + 1)
    return [lsp.Location(ls.uri(Path(each.file)), ls.point(each)) for each in found]


def outlined(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The sections and definitions of a document."""
    _, root, _ = ls.project.texts.read(path_of(params.text_document.uri))
    return [symbol(each) for each in outline(root, ls.lines(params.text_document.uri))]


def tidied(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    """The whole text as it is written when tidy; None where it is."""
    lines = ls.lines(params.text_document.uri)
    before = "\n".join(lines)
    after = formatted(before, str(path_of(params.text_document.uri))).text
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(lines), 0))
    return [lsp.TextEdit(whole, after)] if after != before else None


ANSWERS: dict[str, tuple[Any, Any]] = {
    lsp.TEXT_DOCUMENT_HOVER: (hovered, None),
    lsp.TEXT_DOCUMENT_COMPLETION: (completed, lsp.CompletionOptions(trigger_characters=[" ", ".", "[", "{", ","], resolve_provider=True)),
    lsp.COMPLETION_ITEM_RESOLVE: (resolved, None),
    lsp.TEXT_DOCUMENT_DEFINITION: (defined, None),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (outlined, None),
    lsp.TEXT_DOCUMENT_FORMATTING: (tidied, None),
}
"""What answers each request, and what the editor is told of it beforehand."""


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
