"""Layers on layers, from folders; the offending line says the code it must get."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from conftest import expected, seen

from interpreter.source import CODES, Diagnostics, Resolved, case_files, default_roots, plain, render, resolve, shipped

Put = Callable[[Mapping[str, str]], Path]

GAME = {
    "common/ruleset.yaml": "ruleset: common\nlibrary: true\nstart: turn\n",
    "common/rules.yaml": "rules:\n  basic: {when: x, do: a}\nsorts: {depot: {plural: depots}}\n",
    "common/cases/basic.yaml": "a: {cites: X}\n",
    "game/ruleset.yaml": "ruleset: game\ntitle: A game\nextends: common\nchanges:\n  - {set: rules.basic.when, to: y, expects: x}\n",
    "game/board.yaml": "depots: {north: {}}\n",
    "game/cases/more.yaml": "",
    "game/overlays/winter.yaml": "overlay: winter\nfor: game\nchanges:\n  - {set: rules.basic.when, to: z, expects: y}\n",
    "game/overlays/cases/winter.yaml": "",
    "house-rules/odd/fog.yaml": "overlay: fog\nafter: winter\nstart: other\nchanges:\n  - {set: rules.basic.when, to: fog}\n",
    "house-rules/big/overlay.yaml": "overlay: big\ntags: {t: }\n",
    "house-rules/big/more.yaml": "tags: {u: }\n",
}


def codes(found: Diagnostics) -> list[str]:
    return [each.code for each in found]


def good(answer: tuple[Resolved | None, Diagnostics]) -> Resolved:
    assert answer[0] is not None and answer[1] == (), render(answer[1])
    return answer[0]


def test_a_ruleset_its_base_and_overlays(put: Put) -> None:
    root = put(GAME)
    found = good(resolve("game", ["fog", "winter", "big"], [root]))
    assert (found.id, found.title, found.layers) == ("game", "A game", ("common", "game", "winter", "fog", "big"))
    assert plain(found.sections["rules"]["basic"]) == {"when": "fog", "do": "a"}
    assert list(found.sections) == ["rules", "sorts", "depots", "tags"] and list(found.sections["tags"]) == ["t", "u"]
    assert [(each.layer, each.action) for each in found.origin("rules.basic.when")] == [("game", "set"), ("winter", "set"), ("fog", "set")]
    assert [each.layer for each in found.origin("rules.basic.do")] == ["common"] and found.origin("nought") == ()
    assert plain(found.meta["start"]) == "other" and "library" not in found.meta
    assert [path.relative_to(root).as_posix() for path in case_files(found)] == [
        "common/cases/basic.yaml", "game/cases/more.yaml", "game/overlays/cases/winter.yaml",
    ]  # fmt: skip
    assert found.read_line(str(root / "common/rules.yaml"), 2) == "  basic: {when: x, do: a}" and found.read_line("nought", 1) == ""
    assert found.key_places["rules.basic"].line == 2


def test_what_is_taken_out_beside_a_field_is_not_its_history(put: Put) -> None:
    changes = "  - {remove: rules.basic.do}\n  - {add: rules.basic.why, value: w}\n"
    root = put({**GAME, "house-rules/short.yaml": f"overlay: short\nchanges:\n{changes}"})
    found = good(resolve("game", ["short"], [root]))
    assert [(each.layer, each.action) for each in found.origin("rules.basic.when")] == [("game", "set")]
    assert [(each.layer, each.action) for each in found.origin("rules.basic.nought")] == [("common", "defined")]
    assert [each.action for each in found.origin("rules.basic")] == ["defined", "removed from"]


def test_paths_do_as_well_as_ids(put: Put) -> None:
    root = put(GAME)
    files = {"ruleset.yaml": "extends: ../../common\n"}
    mine = put({f"own/mine/{name}": text for name, text in files.items()}) / "own/mine"
    assert good(resolve(mine, [root / "house-rules/big", str(root / "house-rules/odd/fog.yaml")], ())).layers == (
        "common",
        "mine",
        "big",
        "fog",
    )
    assert good(resolve(mine / "ruleset.yaml", [root / "house-rules/big/overlay.yaml"], ())).layers == ("common", "mine", "big")


def test_the_digest_names_content_wherever_it_lies(put: Put, tmp_path_factory: pytest.TempPathFactory) -> None:
    root, other = put(GAME), tmp_path_factory.mktemp("other")
    for name, text in GAME.items():
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        (other / name).write_bytes(text.replace("\n", "\r\n").encode())
    digest = good(resolve("game", ["winter"], [root])).digest
    assert digest == good(resolve("game", ["winter"], [other])).digest
    assert digest != good(resolve("game", [], [root])).digest
    (other / "game/board.yaml").write_text("depots: {south: {}}\n")
    assert digest != good(resolve("game", ["winter"], [other])).digest


def test_a_base_of_two_bases_is_laid_once(put: Put) -> None:
    root = put(
        {
            "a/ruleset.yaml": "rules: {x: {}}",
            "b/ruleset.yaml": "extends: a",
            "c/ruleset.yaml": "extends: a",
            "d/ruleset.yaml": "extends: [b, c]",
        }
    )
    assert good(resolve("d", (), [root])).layers == ("a", "b", "c", "d")


BROKEN = {
    "base/ruleset.yaml": "attributes: {unit: {hits: {type: number}}}\nrules:\n  x: {when: a, forbid: [b]}\n",
    "game/ruleset.yaml": """\
ruleset: game
extends: base
changes:
  - {set: rules.x.whenn, to: b} # E: path-not-there
  - {set: rules.x.when, to: b, expects: c} # E: other-value
  - {remove: rules.y} # E: path-not-there
  - {sett: rules.x, to: b} # E: unknown-key bad-change
  - {add: ruls.new, value: {}} # E: unknown-section
""",
    "game/more.yaml": """\
rules:
  x: {} # E: already-defined
attributes:
  unit:
    hits: {type: truth} # E: already-defined
    speed: {type: number}
rulez: # E: unknown-section
  y: {}
""",
}


def test_all_that_is_wrong_is_found_at_once(put: Put) -> None:
    found, problems = resolve("game", (), [put(BROKEN)])
    wanted = set[tuple[str, int, str]]().union(*(expected(Path(name).name, text) for name, text in BROKEN.items()))
    assert seen(problems) == wanted and {each.code for each in problems} <= CODES.keys()
    assert found is not None and plain(found.sections["attributes"]["unit"]) == {"hits": {"type": "number"}, "speed": {"type": "number"}}
    defined = next(each for each in problems if each.code == "already-defined")
    assert "changes:" in defined.hint and Path(defined.related[0][0].file).parent.name == "base"
    assert "where it was" not in render(problems, found.read_line) and "did you mean `rules`?" in render(problems, found.read_line)


@pytest.mark.parametrize(
    ("files", "overlays", "wanted"),
    [
        ({}, (), ["unknown-ruleset"]),
        ({"gamee/ruleset.yaml": ""}, (), ["unknown-ruleset"]),
        ({"game/ruleset.yaml": "extends: bse", "base/ruleset.yaml": ""}, (), ["unknown-ruleset"]),
        ({"game/ruleset.yaml": "extends: game"}, (), ["cyclic-extends"]),
        ({"game/ruleset.yaml": "extends: a", "a/ruleset.yaml": "extends: b", "b/ruleset.yaml": "extends: ../a"}, (), ["cyclic-extends"]),
        ({"game/ruleset.yaml": "ruleset: gaem"}, (), ["wrong-id"]),
        ({"game/ruleset.yaml": "a: [", "game/b.yaml": "b: ["}, (), ["yaml-syntax", "yaml-syntax"]),
        ({"game/ruleset.yaml/x": ""}, (), ["file-not-read"]),
        ({"game/ruleset.yaml": ""}, ("nought",), ["unknown-overlay"]),
        ({"game/ruleset.yaml": "", "house-rules/a.yaml": "overlay: b"}, ("a",), ["wrong-id"]),
        ({"game/ruleset.yaml": "", "house-rules/a.yaml": ""}, ("a", "a"), ["overlay-twice"]),
        (
            {"game/ruleset.yaml": "", "house-rules/a.yaml": "tags: {t: }", "house-rules/b.yaml": "after: a\ntags: {t: }"},
            ("a", "b"),
            ["already-defined"],
        ),
        ({"game/ruleset.yaml": "", "house-rules/a.yaml": "for: other"}, ("a",), ["overlay-not-for"]),
        ({"game/ruleset.yaml": "", "house-rules/a.yaml": "needs: b"}, ("a",), ["missing-overlay"]),
        ({"game/ruleset.yaml": "", "house-rules/a.yaml": "excludes: b", "house-rules/b.yaml": ""}, ("a", "b"), ["excluded-overlay"]),
        ({"game/ruleset.yaml": "depots: {a: {}}"}, (), ["unknown-section"]),
    ],
)  # fmt: skip
def test_what_can_be_wrong_with_a_name(put: Put, files: Mapping[str, str], overlays: Sequence[str], wanted: list[str]) -> None:
    _, problems = resolve("game", overlays, [put(files)])
    assert codes(problems) == wanted
    render(problems)


def test_an_overlay_brings_along_what_it_needs(put: Put) -> None:
    root = put(
        {
            "game/ruleset.yaml": "attributes: {power: {money: {type: number}}}\npowers: {red: {money: 3}}",
            "house-rules/both.yaml": "needs: [first, second]",
            "house-rules/first.yaml": "needs: second\nchanges: [{set: powers.red.money, to: 5, expects: 4}]",
            "house-rules/second.yaml": "changes: [{set: powers.red.money, to: 4, expects: 3}]",
        }
    )
    for asked in (["both"], ["first"], ["second", "both"]):
        found, problems = resolve("game", asked, [root])
        assert not problems and found is not None
        assert plain(found.sections["powers"]["red"]) == {"money": 5}, asked


def test_names_get_the_nearest_right_one(put: Put) -> None:
    root = put(GAME)
    assert resolve("gmae", (), [root])[1][0].hint == "did you mean `game`?"
    assert resolve("game", ["wintr"], [root])[1][0].hint == "did you mean `winter`?"


@pytest.mark.parametrize("name", ["", ".", "..", "/", "a\0b", "x" * 5000, "game/../..", "/dev/zero"])
def test_hostile_names_are_unknown(put: Put, name: str) -> None:
    root = put(GAME)
    assert codes(resolve(name, (), [root])[1]) == ["unknown-ruleset"] and codes(resolve("game", [name], [root])[1]) == ["unknown-overlay"]


def test_a_long_chain_of_bases_ends(put: Put) -> None:
    root = put({f"r{number}/ruleset.yaml": f"extends: r{number + 1}" for number in range(200)})
    found, problems = resolve("r0", (), [root])
    assert found is None and codes(problems) == ["too-large"]


def test_many_bad_changes_end(put: Put) -> None:
    root = put({"game/ruleset.yaml": "rules: {x: {}}\nchanges:\n" + "  - {remove: rules.y}\n" * 4000})
    _, problems = resolve("game", (), [root])
    assert codes(problems)[-1] == "too-many-errors" and len(problems) == 101


def test_changes_of_a_giant_end(put: Put) -> None:
    changes = "".join(f"  - {{add: rules.x.f{number}, value: 1}}\n" for number in range(4000))
    root = put({"game/ruleset.yaml": f"rules: {{x: {{{', '.join(f'k{number}: 1' for number in range(20000))}}}}}\nchanges:\n{changes}"})
    found, problems = resolve("game", (), [root])
    assert found is None and codes(problems) == ["too-large"]


def test_shipped_rulesets_are_the_default() -> None:
    assert default_roots() == (shipped("rulesets"),) and codes(resolve("no such ruleset")[1]) == ["unknown-ruleset"]
