"""Other people's formats, in and out: pictures that a browser or a printer shows (SVG); set-ups as charts, sheets and plain words.

What a game looks like is told by its `pictures` (read by `players.scenery`); this room only draws: cells and their
sides (`cells`), units (`counters`), the whole (`board`). `setups` takes set-ups out of a ruleset and makes overlays of
new ones. It may use `players`, `machine` and everything below.
"""
