"""The rule language: text to tree to typed IR to Python functions.

This room knows words and types, not positions: it parses a text (`syntax`), resolves its names against a
`Vocabulary` and gives every part a type (`check`, `statements`), and writes the Python of pure expressions
(`compile`) and of procedures cut into blocks (`blocks`). What `check`, `statements` and `blocks` put together stands
in `checks`, `effects` and `cutting`, one topic a module. It may use `source` and nothing above.
"""
