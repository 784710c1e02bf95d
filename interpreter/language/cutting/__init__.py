"""The cutting of procedures that ask into blocks, one topic a module; `language.blocks` puts them together and writes the Python.

`core` has what every topic needs: blocks and labels, straight code, and the way from a statement to its cutter. Each
topic lists in `STOPS` the statements that it cuts.
"""
