"""The arena: bots play each other on common deals, until the figures say which is better.

`seatings` says who sits where, `entrants` who plays, `game` plays one game, `contest` and `workers` play many of them
on all cores, `statistics`, `report` and `svg` say what came out. `plugins` are bots of others, `host` runs one that is
a Python class.
"""
