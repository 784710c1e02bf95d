"""Who answers: a person at a terminal, a script, random, greedy by the ruleset's own evaluation.

An answerer is a function from a game to an answer of its pending question; it may use `machine` and what is below.
"""
