"""The checking of statements, one topic a module; `language.statements` puts them together.

`core` has what every topic needs beyond the checking of expressions: the names that statements bind, and the way from
a statement of the grammar to the function that checks it. Each topic lists in `STATEMENTS` those that it checks.
"""
