"""A bot as a Python class: `handful arena half_suit careful:Careful normal` in the folder of this file.

It plays Half Suit by two rules of thumb: ask for a card that the other certainly holds, and never claim while anything
can be asked. In other games it takes the first legal action.
"""

from handful.bots import Answer, Question
from handful.bots.questions import view_of
from handful.games import find

ASKS = 384
"""In Half Suit, actions below this number ask seat `action >> 6` for card `action & 63`."""


class Careful:
    """Made once for each process; asked as often as it is its turn."""

    def choose(self, question: Question) -> Answer:
        """One of `question.legal`, by nothing but what the seat may know."""
        if question.game != "half_suit":
            return Answer(question.legal[0], "I take what comes first.")
        known = find(question.game).knowledge(view_of(question))
        asks = [action for action in question.legal if action < ASKS]
        for ask in asks:
            if known.holds[ask >> 6] >> (ask & 63) & 1:
                return Answer(ask, "I know that this card is there.")
        hopeful = [ask for ask in asks if known.may_hold[ask >> 6] >> (ask & 63) & 1]
        choices = hopeful or asks or question.legal
        return Answer(choices[question.seed % len(choices)], "It may be there.")
