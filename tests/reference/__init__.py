"""A second, slow implementation of the rule language: it walks the typed IR and asks the same questions.

It shares with the machine the definitions, the tables of the program and the world's writing methods; not one line
of generated code. What the machine finds by tricks (blocks, live locals, minimal cuts) it finds plainly.
"""
