"""A position as plain data: the world, the frames that say where play stands, digest and save.

This room holds no rule. A world that has been handed out is never changed again: a step works on a copy that
shares every table it does not touch. It may use `rules`, `language` and `source`.
"""
