"""How Half Suit is shown to people."""

from __future__ import annotations

from handful.cards import card_texts
from handful.face import Face, OptionWords, Place, Shown
from handful.games.half_suit.figures import HalfSuitWatch
from handful.games.half_suit.state import HALF_SUIT_SIZE, HALF_SUITS
from handful.games.half_suit.words import HALF_SUIT_NAMES
from handful.observe import View

NO_OR_YES = {"no": "no", "yes": "yes"}


def phase(view: View) -> str:
    """Cards are asked for, or a half suit is claimed, or counter-claimed."""
    if view.countering:
        return "counter"
    return "claim" if view.placer >= 0 else "ask"


FACE = Face(
    goal="Ask your opponents for cards, find out who holds what, and claim more half suits than the other team.",
    ending="The team that wins more of the nine half suits wins.",
    hand="hands",
    emblem=("2h", "3h", "4h", "5h", "6h", "7h"),
    shown={
        "won": Shown(Place.SIDE, "Half suits won", unit=HALF_SUIT_SIZE),
        "spotlight": Shown(Place.SEAT, "Spotlight"),
        "placer": Shown(Place.SEAT, "Claiming"),
        "taken": Shown(Place.SEAT, "Seen taken"),
        "placed": Shown(Place.SEAT, "Said to hold"),
        "claimed": Shown(Place.MIDDLE, "Claimed"),
        "unplaced": Shown(Place.MIDDLE, "Still to be named"),
    },
    options={
        "turns": OptionWords(
            "Who may ask",
            "On a team's turn any of its players may ask, or only the one in the spotlight.",
            {"team": "anyone on the team", "spotlight": "the spotlight only"},
        ),
        "claims": OptionWords(
            "Claims",
            "A half suit may be claimed only on your team's turn, or at any time.",
            {"on_turn": "on turn", "anytime": "at any time"},
        ),
        "ask_empty": OptionWords(
            "Empty hands may be asked", "You may ask a player who has no cards left, which always misses.", NO_OR_YES
        ),
        "stop_at_5": OptionWords(
            "Stop at 5 points", "The game ends as soon as a team has five half suits, and is sure to win.", NO_OR_YES
        ),
        "endless": OptionWords(
            "No limit to asking", "A team never has to claim because of too many asks or misses.", NO_OR_YES
        ),
    },
    teams=((0, 2, 4), (1, 3, 5)),
    clock="relaxed",
    phase=phase,
    phases={"ask": "Ask or claim", "claim": "A claim is being made", "counter": "A counter-claim is due"},
    prompts={
        "": "Your team's turn: ask or claim.",
        "with": "Your claim: say who holds each card.",
        "counter": "Your team must counter-claim.",
    },
    hints={
        "ask": "Ask an opponent for a card of a half suit of which you hold another card. If they have it you get it "
        "and go on; if not, the turn passes.",
        "claim": "To claim a half suit, say for each of its six cards who holds it. All right: a point. Anything "
        "wrong: the point is theirs.",
        "with": "Say for each card of the half suit who holds it.",
        "counter": "All six cards are with your team: one of you must now say who holds what.",
    },
    actions={
        "ask": "Ask",
        "claim": "Claim",
        "counter": "Counter-claim",
        "with": "Who holds",
        "for-other-team": "for the other team",
        "low-spades": "low spades",
        "high-spades": "high spades",
        "low-hearts": "low hearts",
        "high-hearts": "high hearts",
        "low-diamonds": "low diamonds",
        "high-diamonds": "high diamonds",
        "low-clubs": "low clubs",
        "high-clubs": "high clubs",
        "eights": "eights and jokers",
    },
    spoken={"ask": "ask {1} for {2}"},
    sets={
        name.replace("-", " "): tuple(card_texts(cards))
        for name, cards in zip(HALF_SUIT_NAMES, HALF_SUITS, strict=True)
    },
    watch=HalfSuitWatch,
)
