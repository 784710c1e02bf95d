"""Set-ups in and out: as a draft taken from a world (`draft`), as a chart for people (`chart`, `tables`), as a sheet of
comma-separated values (`sheet`), as words in which people post set-ups (`forum`); a draft becomes an overlay (`overlay`).
"""
