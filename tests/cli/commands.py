"""What the tests of the command line share: a game of its own, results of commands, schemas of their JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

HERE = Path(__file__).parent
PONDS = str(HERE / "games" / "ponds")
FROGS = str(HERE / "games" / "ponds" / "overlays" / "dear-frogs.yaml")


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The JSON document on standard output, which holds nothing else."""
        return json.loads(self.out)


Run = Callable[..., Result]


def fits(data: Any, name: str) -> None:
    """Fails where a document is not as its schema says."""
    schema = json.loads((HERE / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(data)
