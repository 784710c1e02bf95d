"""`warbook lsp`: the language server, for editors."""

from __future__ import annotations

from typing import Annotated

import typer

from interpreter.cli.faults import Mistake

NOT_THERE = "The language server needs the package pygls, which is not installed. Install it with: pip install 'warbook[editor]'"


Schemas = Annotated[bool, typer.Option("--schemas", help="Only print the folder of the JSON Schemas of the documents.")]


def lsp(schemas: Schemas = False) -> None:
    """Start the language server on standard input and output; editors start it themselves."""
    from interpreter import __version__

    if schemas:
        from interpreter.source.paths import shipped

        print(shipped("schemas"))
        return

    try:
        from interpreter.editor.server import serve
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise Mistake(NOT_THERE) from None
    serve(__version__)
