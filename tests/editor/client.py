"""A client of the language server: starts the real process and speaks JSON-RPC to it over its standard streams."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

PATIENCE = 60.0


class Client:
    """One process of `warbook lsp`, initialised; `found` holds the last diagnostics of each file, `told` how often any were told."""

    def __init__(self, folder: Path, command: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            command or [sys.executable, "-m", "interpreter.cli", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.found: dict[str, list[dict[str, Any]]] = {}
        self.logs: list[str] = []
        self.told = 0
        self.count = 0
        threading.Thread(target=self._read, daemon=True).start()
        self.capabilities = self.request("initialize", processId=None, rootUri=folder.as_uri(), capabilities={})["capabilities"]
        self.notify("initialized")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if kind is None:
                self.request("shutdown")
                self.notify("exit")
                self.process.wait(PATIENCE)
        finally:
            self.process.kill()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                break
            self.messages.put(json.loads(stream.read(length)))
        self.messages.put(None)

    def _send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _receive(self, until: float) -> dict[str, Any]:
        message = self.messages.get(timeout=max(until - time.monotonic(), 0.01))
        assert message is not None, f"the server ended: {self.process.stderr.read() if self.process.stderr else ''!r}"
        if message.get("method") == "textDocument/publishDiagnostics":
            self.found[message["params"]["uri"]] = message["params"]["diagnostics"]
            self.told += 1
        elif message.get("method") == "window/logMessage":
            self.logs.append(message["params"]["message"])
        return message

    def notify(self, method: str, **params: Any) -> None:
        self._send(method=method, params=params)

    def request(self, method: str, **params: Any) -> Any:
        """The result of a request."""
        self.count += 1
        self._send(id=self.count, method=method, **({"params": params} if params else {}))
        until = time.monotonic() + PATIENCE
        while True:
            message = self._receive(until)
            if message.get("id") == self.count and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]

    # --- documents -------------------------------------------------------------------------------------------------

    def open(self, file: Path, text: str | None = None) -> None:
        content = file.read_text(encoding="utf-8") if text is None else text
        self.notify("textDocument/didOpen", textDocument={"uri": file.as_uri(), "languageId": "yaml", "version": 1, "text": content})

    def change(self, file: Path, text: str, version: int = 2) -> None:
        self.notify("textDocument/didChange", textDocument={"uri": file.as_uri(), "version": version}, contentChanges=[{"text": text}])

    def close(self, file: Path) -> None:
        self.notify("textDocument/didClose", textDocument={"uri": file.as_uri()})

    def diagnostics(self, file: Path) -> list[dict[str, Any]]:
        """The next diagnostics that are told of a file."""
        return self.next_of(file.as_uri())

    def next_of(self, uri: str) -> list[dict[str, Any]]:
        """The next diagnostics that are told of a document."""
        until = time.monotonic() + PATIENCE
        while True:
            message = self._receive(until)
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return list(message["params"]["diagnostics"])

    def ask(self, what: str, file: Path, line: int, column: int) -> Any:
        """A request about a position, both from 0."""
        return self.request(f"textDocument/{what}", textDocument={"uri": file.as_uri()}, position={"line": line, "character": column})
