"""The document keys that the product offers: every section of a ruleset and every field of its definitions.

This is the one declaration. The loader's checks, the JSON Schemas of `schemas/`, the compiler and the reference
page read it; nothing else lists document keys. A field's `kind` says what its value is:

- `text`: words for people; `id`, `ids`: names of other definitions (a single one may stand without brackets), which
  stand in the sections that `names` lists, where it is not empty (see `WHOLE` for what is no section);
- `type`: a type of the rule language (`number`, `set of unit`, …); `parameters`: a mapping of names to types;
- `expression`: rule language, pure, its type in `of_type` (a type, or `any`); `effects`: rule language statements;
- `modifier`: a change of a value; `number`, `truth`: plain YAML values; `values`: attribute values by name;
- `record`: nested fields; `records`: an ordered mapping of ids to nested fields; `tree`: nested mappings of a
  shape that the builder knows; `words`: a list of plain words; `steps`: a list of mappings of one key; `pairs`: a mapping of a space to its neighbours.

`kinds` says what a field and a section are, `common` holds what several sections share, `documents` what stands beside sections;
the other modules hold the sections by topic, in the order of the reference page.
"""

from __future__ import annotations

from interpreter.source.keys.board import BOARD
from interpreter.source.keys.chances import CHANCES
from interpreter.source.keys.common import COMMON, IS_TAGS, LOOK, RUN, WHOLE
from interpreter.source.keys.documents import CASE, CHANGE, META
from interpreter.source.keys.fights import FIGHTS
from interpreter.source.keys.games import GAMES
from interpreter.source.keys.judged import JUDGED
from interpreter.source.keys.kinds import Field, Section
from interpreter.source.keys.play import PLAY
from interpreter.source.keys.rules import RULES
from interpreter.source.keys.shown import SHOWN
from interpreter.source.keys.words import WORDS

__all__ = ["BY_NAME", "CASE", "CHANGE", "COMMON", "IS_TAGS", "LOOK", "META", "RUN", "SECTIONS", "WHOLE", "Field", "Section"]

SECTIONS: tuple[Section, ...] = (*WORDS, *RULES, *PLAY, *FIGHTS, *BOARD, *GAMES, *SHOWN, *JUDGED, *CHANCES)
BY_NAME = {section.name: section for section in SECTIONS}
