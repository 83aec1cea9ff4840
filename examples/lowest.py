#!/usr/bin/env python3
"""A bot as a program: `handful arena spar ./lowest.py random`. It plays the first legal action, whatever the game.

It needs nothing of Handful: it reads a line of JSON and writes one, until there are no more.
"""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    first = question["legal"][0]
    hand = question["view"]["hands"][question["seat"]]
    answer = {"action": first, "reason": f"It is the first of {len(question['legal'])}; I hold {' '.join(hand)}."}
    print(json.dumps(answer), flush=True)
