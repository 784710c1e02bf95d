"""Documents in: the ground floor of the interpreter.

Reads YAML files to trees that know where every value stands, lays rulesets and overlays on each other, and checks the
shape of the result against the declared keys (`keys`). It knows no rule language and no state, and imports nothing from
the floors above. Nothing here raises on bad input: functions return a value, or None, and diagnostics.
"""

from interpreter.source.definitions import Origin
from interpreter.source.diagnostics import CODES, Diagnostic, Diagnostics, Place, error, has_errors, register, render, source_line, warning
from interpreter.source.layers import Resolved, case_files, default_roots, resolve
from interpreter.source.nearest import did_you_mean, nearest
from interpreter.source.paths import shipped
from interpreter.source.places import overlay_ids, ruleset_ids
from interpreter.source.shape import attributes_of, cases, normalise, section_of, sorts_by_plural
from interpreter.source.tree import Node, plain, same, texts, word
from interpreter.source.yaml import load_yaml, parse_yaml

__all__ = [
    "CODES",
    "Diagnostic",
    "Diagnostics",
    "Node",
    "Origin",
    "Place",
    "Resolved",
    "attributes_of",
    "case_files",
    "cases",
    "default_roots",
    "did_you_mean",
    "error",
    "has_errors",
    "load_yaml",
    "nearest",
    "normalise",
    "overlay_ids",
    "parse_yaml",
    "plain",
    "register",
    "render",
    "resolve",
    "ruleset_ids",
    "same",
    "section_of",
    "shipped",
    "sorts_by_plural",
    "source_line",
    "texts",
    "warning",
    "word",
]
