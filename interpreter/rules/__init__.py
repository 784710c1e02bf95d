"""A ruleset resolved, checked and compiled: what the floors above read.

From a resolved tree of documents come the vocabulary and tables (`declare`), checked IR (`collect`, as `definitions`)
and one Python module of generated functions (`emit`); `build` lists the passes, `ruleset` holds the result,
`setup` makes the first position of a scenario. It may use `language` and `source`.
"""
