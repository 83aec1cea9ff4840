"""How Top-Suit is shown to people."""

from __future__ import annotations

from handful.face import Face, OptionWords, Place, Shown
from handful.games.top_suit.figures import TopSuitWatch

FACE = Face(
    goal="Win tricks with singles, sets and runs: a point each, and one more for an empty hand.",
    ending="A game ends when a hand is empty or the deck is used up. Games in the match: at most {best_of}.",
    hand="hands",
    score="points",
    emblem=("Kc", "Ks", "Kh", "Kd"),
    plays=("played", "extended"),
    shown={
        "table": Shown(Place.MIDDLE, "Played", best="holder"),
        "holder": Shown(Place.SEAT, "Holds the trick", short="Holder"),
        "won": Shown(Place.SEAT, "Games won"),
        "best": Shown(Place.SIDE, "To beat"),
        "top": Shown(Place.SIDE, "Top card"),
        "game": Shown(Place.SIDE, "Game"),
        "trick": Shown(Place.SIDE, "Tricks played", short="Tricks"),
        "left": Shown(Place.SIDE, "Cards in the deck", short="Deck"),
    },
    options={
        "beats": OptionWords(
            "What beats",
            "A stronger suit wins whatever the ranks; or a stronger suit or a higher rank; or a higher rank first.",
            {"suit": "suit first", "either": "suit or rank", "rank": "rank first"},
        ),
        "quads": OptionWords(
            "Four of a kind",
            "Four of a kind must meet four of a kind, or beats anything that is not.",
            {"match": "meets its own kind", "bomb": "beats anything"},
        ),
        "runs": OptionWords(
            "A stronger run",
            "A run may be beaten by a run of any length, or only by one that is as long.",
            {"any": "may have any length", "equal": "has the same length"},
        ),
        "best_of": OptionWords(
            "Games at most", "A match is over when somebody has won more than half of so many games."
        ),
    },
    prompts={"": "Your turn: choose cards, or draw."},
    hints={
        "play": "Play one card, two to four of one rank, or a run in one suit. Diamonds beat all; hearts beat spades, "
        "spades beat clubs, clubs beat hearts.",
        "draw": "Draw a card instead of playing; the drawn card waits for your next turn.",
        "extend": "A run lies on the table: you may add one or two cards directly above it.",
    },
    actions={"play": "Play", "extend": "Extend with", "draw": "Draw and pass"},
    watch=TopSuitWatch,
)
