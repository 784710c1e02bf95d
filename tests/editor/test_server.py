"""The server as an editor meets it: a process, JSON-RPC over its standard streams."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editor.client import Client
from tests.editor.ponds import PONDS, cursor


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PONDS, tmp_path / "ponds"))


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    with Client(folder) as made:
        yield made


def opened(client: Client, file: Path, text: str | None = None) -> str:
    client.open(file, text)
    client.diagnostics(file)
    return file.read_text(encoding="utf-8") if text is None else text


def test_diagnostics_of_unsaved_text_come_and_go(client: Client, folder: Path) -> None:
    head = folder / "ruleset.yaml"
    text = opened(client, head)
    assert client.found[head.as_uri()] == []
    client.change(head, text.replace("is frog, allowance", "is frgo, allowance"))
    found = client.diagnostics(head)
    line = text[: text.index("is frog, allowance")].count("\n")
    column = text.split("\n")[line].index("frog")
    assert [(d["code"], d["severity"], d["source"]) for d in found] == [("unknown-name", 1, "warbook")]
    assert found[0]["range"] == {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + 4}}
    assert "frog" in found[0]["message"]
    client.change(head, text, 3)
    assert client.diagnostics(head) == []
    assert "frgo" not in head.read_text()


def test_columns_are_counted_as_the_editor_counts(client: Client, folder: Path) -> None:
    head = folder / "ruleset.yaml"
    text = opened(client, head)
    client.change(
        head, text.replace("deep: A pond that is deep.", "deep: A pond that is deep.\n  shore: {text: '\N{FROG FACE}', txet: ''}")
    )
    [found] = client.diagnostics(head)
    assert found["range"]["start"]["character"] == len("  shore: {text: '##', ")


def test_an_error_in_another_file_of_the_ruleset(client: Client, folder: Path) -> None:
    more = folder / "more.yaml"
    more.write_text("define: {bad: nobody}\n")
    client.open(folder / "ruleset.yaml")
    assert [d["code"] for d in client.diagnostics(more)] == ["unknown-name"]


def test_an_overlay_is_checked_on_its_ruleset(client: Client, folder: Path) -> None:
    overlay = folder / "overlays" / "dear-frogs.yaml"
    text = opened(client, overlay)
    client.change(overlay, text.replace("expects: 2", "expects: 7"))
    [found] = client.diagnostics(overlay)
    assert found["code"] == "other-value" and found["relatedInformation"][0]["location"]["uri"].endswith("ruleset.yaml")
    client.close(overlay)
    assert client.diagnostics(overlay) == []


def test_an_overlay_of_nobody(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("overlay: x\nfor: [nobody]\n")
    client.open(file)
    assert [d["code"] for d in client.diagnostics(file)] == ["unknown-ruleset"]


def test_a_case_file(client: Client, folder: Path) -> None:
    (folder / "cases").mkdir()
    file = folder / "cases" / "a.yaml"
    file.write_text("a: {cites: [P-1], thne: []}\n")
    client.open(file)
    assert [d["code"] for d in client.diagnostics(file)] == ["unknown-key"]


def test_hover_completion_definition(client: Client, folder: Path) -> None:
    head = folder / "ruleset.yaml"
    text = opened(client, head)
    lines, line, column = cursor(text.replace("add growth_of(active)", "add growth¦_of(active)"))
    told = client.ask("hover", head, line, column)["contents"]
    assert told["kind"] == "markdown" and "The seeds of a gardener's ponds" in told["value"]
    [place] = client.ask("definition", head, line, column)
    assert place["uri"] == head.as_uri() and lines[place["range"]["start"]["line"]].strip() == "growth_of:"
    offered = client.ask("completion", head, line, column)
    [item] = [each for each in offered["items"] if each["label"] == "growth_of"]
    assert item["textEdit"]["newText"] == "growth_of" and "define" in item["detail"]
    assert "seeds" in client.request("completionItem/resolve", **item)["documentation"]["value"]


def test_definition_in_a_shipped_ruleset(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    lines, line, column = cursor("overlay: mine\nfor: [spring-1942]\ndefine:\n  x: {of: {s: space}, is: frien¦dly(s)}\n")
    file.write_text("\n".join(lines))
    opened(client, file)
    places = client.ask("definition", file, line, column)
    assert places and all("/rulesets/s" in each["uri"] for each in places)


def test_symbols_and_formatting(client: Client, folder: Path) -> None:
    file = folder / "more.yaml"
    text = opened(client, file, "tags:\n    high: Up.\n")
    [symbol] = client.request("textDocument/documentSymbol", textDocument={"uri": file.as_uri()})
    assert symbol["name"] == "tags" and [each["name"] for each in symbol["children"]] == ["high"]
    options = {"tabSize": 2, "insertSpaces": True}
    [edit] = client.request("textDocument/formatting", textDocument={"uri": file.as_uri()}, options=options)
    assert edit["newText"] == "tags:\n  high: Up.\n" != text


def test_answers_while_a_text_is_broken(client: Client, folder: Path) -> None:
    head = folder / "ruleset.yaml"
    text = opened(client, head)
    lines, line, column = cursor(text.replace("is: bonus + total", "is: {bonus + total seeds of po¦"))
    client.change(head, "\n".join(lines))
    assert [d["code"] for d in client.diagnostics(head)][:1] == ["yaml-syntax"]
    assert "powers" in [each["label"] for each in client.ask("completion", head, line, column)["items"]]
    assert client.logs == []


def test_what_is_no_document_of_a_ruleset_is_left_alone(client: Client, tmp_path: Path) -> None:
    file = tmp_path / "shopping.yaml"
    file.write_text("milk: 2\n")
    client.open(file)
    assert client.ask("hover", file, 0, 1) is None
    assert client.found.get(file.as_uri(), []) == []


NEW = "overlay: new\nfor: [ponds]\nchanges: [{set: unit_types.frog.price, to: 3, expects: 99}]\n"


@pytest.mark.parametrize(
    ("name", "text", "code"), [("overlays/new.yaml", NEW, "other-value"), ("new.yaml", "define: {a: b}\n", "unknown-name")]
)
def test_a_document_that_was_never_saved(client: Client, folder: Path, name: str, text: str, code: str) -> None:
    file = folder / name
    client.open(file, text)
    assert [each["code"] for each in client.diagnostics(file)] == [code]
    client.close(file)
    assert client.diagnostics(file) == [] and not file.exists()


def test_a_document_without_a_file(client: Client) -> None:
    uri = "untitled:Untitled-1"
    text = "overlay: new\nfor: [spring-1942]\nmodifiers: {m: atack - 1 when unit is land}\n"
    client.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": "yaml", "version": 1, "text": text})
    assert [(d["code"], d["range"]["start"]) for d in client.next_of(uri)] == [("no-target", {"line": 2, "character": 15})]
    client.notify("textDocument/didClose", textDocument={"uri": uri})
    assert client.next_of(uri) == []
