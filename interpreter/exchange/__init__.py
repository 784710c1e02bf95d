"""Other people's formats, in and out: a position as a picture that a browser or a printer shows (SVG).

What a game looks like is told by its `pictures` (read by `players.scenery`); this room only draws: cells and their
sides (`cells`), units (`counters`), the whole (`board`). It may use `players`, `machine` and everything below.
"""
