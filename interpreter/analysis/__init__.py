"""What can be found out about a ruleset by running it: cases, coverage of the rulebook, explanations.

It may use `machine` and everything below.
"""
