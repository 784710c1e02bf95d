"""The checking of expressions, one topic a module; `language.check` puts them together.

`core` has what every topic needs: the names in sight, the mistakes found, and the way from a node of the grammar to
the function that checks it. Each topic lists in `NODES` the nodes that it checks, and asks other topics by name only
downwards: names → attributes → groups → phrases → comparisons, calls. What stands inside of a node, of whichever
topic, is asked of the core by `expr` and `expect`.
"""
