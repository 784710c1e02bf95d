"""`python -m interpreter.cli` is `warbook`."""

from interpreter.cli.app import main

main()
