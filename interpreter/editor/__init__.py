"""Help for people who write rulesets: what an editor shows while they type, tidy files, first files, a rulebook to read.

`server` speaks the language server protocol and knows nothing else; what it tells comes from `project` (the last good
reading of a ruleset, unsaved texts included), `spots` (what stands at a cursor, also in a text that is not well-formed
now), `meaning` (which key or word of the ruleset that is), and `hover`, `completion`, `definition`, `outline`.
`formatting` tidies files, `templates` starts new ones, `watching` tells when files change, `pages` writes the rulebook.
The room stands just under `cli`, which starts it all, and may use everything below: what a word is comes from the rules,
what a case shows from the analysis, a picture of the board from the exchange.
"""
