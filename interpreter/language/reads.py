"""The local names that expressions and statements read and bind."""

from __future__ import annotations

from interpreter.language.ir import Each, Expr, ForEach, If, Local, Repeat, Statement, While, parts


def names_read(node: object) -> set[str]:
    """The local names that an expression or statement reads (element names of comprehensions aside)."""
    if isinstance(node, Local):
        return {node.name}
    if isinstance(node, Each):
        inner = names_read(node.source) | names_read(node.body) | (names_read(node.number) if node.number else set())
        return inner - {node.var}
    if isinstance(node, ForEach):
        return names_read(node.source) | names_read(node.body)
    found: set[str] = set()
    for part in parts(node):
        if isinstance(part, Expr | Statement | tuple):
            found |= names_read(part)
    return found


def names_free(statements: tuple[Statement, ...], bound: frozenset[str] = frozenset()) -> set[str]:
    """The names that statements read and do not bind before; a name bound in a branch is local to it."""
    free: set[str] = set()
    known = set(bound)
    for s in statements:
        match s:
            case If(condition=condition, then=then, otherwise=otherwise):
                free |= (names_read(condition) - known) | names_free(then, frozenset(known)) | names_free(otherwise, frozenset(known))
            case ForEach(var=var, source=source, body=body):
                free |= (names_read(source) - known) | names_free(body, frozenset(known | {var}))
            case While(condition=condition, body=body):
                free |= (names_read(condition) - known) | names_free(body, frozenset(known))
            case Repeat(times=times, body=body):
                free |= (names_read(times) - known) | names_free(body, frozenset(known))
            case _:
                free |= names_read(s) - known
                name = getattr(s, "name", None)
                if name is not None:
                    known.add(name)
    return free
