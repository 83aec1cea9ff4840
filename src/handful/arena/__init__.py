"""The arena: bots play each other on common deals, until the figures say which is better.

`seatings` says who sits where, `entrants` who plays, `playing` plays a game, `contests` and `crew` play many of them on
all cores, `figures` and `report` say what came out.
"""
