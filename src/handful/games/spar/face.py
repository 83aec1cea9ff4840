"""How Spar is shown to people."""

from __future__ import annotations

from handful.face import Face, OptionWords, Place, Shown
from handful.games.spar.figures import SparWatch
from handful.observe import View


def phase(view: View) -> str:
    """A round is played, and with honour answered."""
    return "answer" if view.answering else "play"


FACE = Face(
    goal="Be in control after the last of five tricks: only then does a round score, and low cards score most.",
    ending="The first to have {target} points wins.",
    hand="hands",
    score="scores",
    emblem=("6d", "7s", "6c", "Kh"),
    plays=("played",),
    round="round_began",
    shown={
        "table": Shown(Place.MIDDLE, "Played", best="control"),
        "control": Shown(Place.SEAT, "Control"),
        "dealer": Shown(Place.SEAT, "Dealer"),
        "round": Shown(Place.SIDE, "Round"),
        "trick": Shown(Place.SIDE, "Tricks played", short="Tricks"),
        "called": Shown(Place.SIDE, "Suit called", short="Called"),
        "best": Shown(Place.SIDE, "To beat"),
        "accumulated": Shown(Place.SIDE, "Points accumulated", short="Accumulated"),
        "last_held": Shown(Place.SIDE, "Held before"),
        "left": Shown(Place.SIDE, "Cards in the deck", short="Deck"),
    },
    options={
        "target": OptionWords("Points to win", "The first to have this many points wins."),
        "first": OptionWords(
            "First card goes to the dealer's",
            "Who is dealt to first and leads the first trick: the player on the dealer's right or left.",
            {"right": "right", "left": "left"},
        ),
        "same_suit": OptionWords(
            "Same suit again",
            "When a 6 or 7 holds control after another of its suit, it replaces that one, or wipes all before it.",
            {"replace": "replaces the last", "last_only": "wipes all before"},
        ),
        "honour": OptionWords(
            "Honour: hiding a suit is possible",
            "You may hide a card of the called suit, and after the round anybody may challenge you for it.",
            {"no": "no", "yes": "yes"},
        ),
    },
    phase=phase,
    phases={"play": "Five tricks", "answer": "Accept or challenge"},
    prompts={"": "Your turn: play a card."},
    hints={
        "play": "Follow the suit that was led if you can; whoever leads may play any card. The highest card of that "
        "suit takes control, and only the player in control after the fifth trick scores.",
        "accept": "The round is over: accept it, or challenge a player who you think hid a card of the called suit.",
    },
    actions={"play": "Play", "accept": "Accept", "challenge": "Challenge"},
    watch=SparWatch,
)
