"""Bots that learn by playing themselves: many games in step, a network in PyTorch, and a file of weights for playing.

PyTorch is an extra (`handful[train]`). What is learned is played without it: see `handful.bots.network`.
"""
