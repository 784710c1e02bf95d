"""The machine: runs a ruleset's procedures on positions, stops to ask, and takes answers.

`step(game, answer)` is pure: it returns another game and leaves the old one as it was. Options of a question are
computed when somebody looks; an answer is checked by itself, without listing the others. It may use `state`,
`rules`, `language` and `source`.
"""
