"""How Thirteam is shown to people."""

from __future__ import annotations

from handful.face import Face, OptionWords, Place, Shown, Teams
from handful.games.thirteam.figures import ThirteamWatch
from handful.observe import View

NO_OR_YES = {"no": "no", "yes": "yes"}


def partners(view: View) -> Teams:
    """In a team game those who sit opposite each other, as they sit in this round (5.1, R9)."""
    if not view.teams:
        return ()
    half = view.seats // 2
    return tuple((view.order[place], view.order[place + half]) for place in range(half) if view.order[place] >= 0)


def phase(view: View) -> str:
    """Before a team round hands are memorised and swapped, and a card is sent back."""
    if view.memorising:
        return "memorise"
    return "trade" if view.trading else "play"


FACE = Face(
    goal="Be rid of your cards before the others: beat the trick on the table, or skip.",
    ending="The game ends after the round in which somebody reaches {threshold} points; the highest total wins.",
    hand="hands",
    score="scores",
    clockwise="order",
    highest="2",
    sort="rank",
    emblem=("9s", "Tc", "Jd", "Qh", "Ks"),
    plays=("played",),
    round="round_began",
    shown={
        "trick": Shown(Place.MIDDLE, "To beat"),
        "by": Shown(Place.SEAT, "Played last"),
        "skipped": Shown(Place.SEAT, "Skipped"),
        "placed": Shown(Place.SEAT, "Out"),
        "round": Shown(Place.SIDE, "Round"),
    },
    options={
        "teams": OptionWords(
            "Play in teams", "Six players in pairs: you memorise your hand, then play your partner's.", NO_OR_YES
        ),
        "threshold": OptionWords(
            "Ends when somebody has", "The game ends after the round in which somebody has this many points."
        ),
        "must_open_3s": OptionWords(
            "The 3♠ must be led",
            "Whoever holds the 3♠ leads the first trick of a round, and it must be in it.",
            NO_OR_YES,
        ),
        "bombs": OptionWords("Four of a kind beats 2s", "Four of a kind may be played on any trick of 2s.", NO_OR_YES),
        "memory_aid": OptionWords(
            "Show what you memorised", "In a team game you go on seeing the hand that you were dealt.", NO_OR_YES
        ),
    },
    partners=partners,
    phase=phase,
    phases={"memorise": "Memorise your hand", "trade": "Send a card back", "play": "Play"},
    prompts={
        "": "Your turn: choose cards, or skip.",
        "ready": "Memorise your hand.",
        "trade": "Choose a card to send back.",
    },
    hints={
        "play": "Choose one or more cards: a single, two to four of a kind, or a run of three or more. Whoever "
        "follows needs the same pattern, higher.",
        "ready": "Memorise your hand: it will be swapped with your partner's. Say ready when you know it.",
        "trade": "Pick one card of your new hand to send back to your partner.",
    },
    actions={"play": "Play", "skip": "Skip", "ready": "Ready", "trade": "Send back"},
    watch=ThirteamWatch,
)
