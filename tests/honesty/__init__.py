"""What must hold in every game, whoever plays it, and what the checker must find in a ruleset with a mistake in it."""
