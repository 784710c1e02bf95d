"""Words that belong to a game stand in no line of the interpreter."""
