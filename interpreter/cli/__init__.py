"""One command, `warbook`: a module a command or two; what commands share stands in `loading`, `screen`, `faults`.

The top floor: it may use everything below. Heavy things are imported inside the functions that need them, so that
help and cached checks come at once.
"""
