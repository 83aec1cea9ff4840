"""How CLAIM is shown to people."""

from __future__ import annotations

from handful.face import Face, OptionWords, Place, Shown
from handful.games.claim.figures import ClaimWatch
from handful.games.claim.state import State
from handful.observe import View

NO_OR_YES = {"no": "no", "yes": "yes"}


def phase(view: View) -> str:
    """The phase of the deal, by its word."""
    phase: str = State.fields["phase"].words[view.phase]
    return phase


FACE = Face(
    goal="Gather sequences of one suit, and call the showdown when your hand is worth more than the others'.",
    ending="After {deals} deals, or when a budget is used up, the largest budget wins.",
    hand="hands",
    score="budgets",
    emblem=("Qs", "Ks", "As"),
    round="deal_began",
    shown={
        "floor": Shown(Place.MIDDLE, "Floor card"),
        "suits": Shown(Place.SEAT, "Declared"),
        "shown": Shown(Place.SEAT, "Face-up"),
        "accumulated": Shown(Place.SEAT, "Penalties in this deal", short="penalties"),
        "dealer": Shown(Place.SEAT, "Dealer"),
        "deal": Shown(Place.SIDE, "Deal"),
        "floor_round": Shown(Place.SIDE, "Floor round"),
        "left": Shown(Place.SIDE, "Cards in the pile", short="Pile"),
        "discards": Shown(Place.SIDE, "Discards"),
    },
    options={
        "deals": OptionWords("Deals", "How many deals a match has."),
        "floor_rounds": OptionWords(
            "Floor rounds a deal", "After so many floor rounds without a showdown, the Reckoning."
        ),
        "suit_lock": OptionWords(
            "A declared suit is closed", "A suit that somebody has declared cannot be declared by another.", NO_OR_YES
        ),
        "declare_costs_turn": OptionWords(
            "Declaring costs the turn",
            "Whoever declares in a floor round cannot take the floor card in that turn.",
            NO_OR_YES,
        ),
        "penalty": OptionWords(
            "Penalty of the undeclared",
            "Whoever has not declared pays a penalty in every floor round, or only for a pass.",
            {"every_round": "every round", "on_pass": "on a pass"},
        ),
        "penalties": OptionWords(
            "Penalties are paid",
            "A penalty leaves the budget at once, or lowers the final score of the deal.",
            {"when_taken": "when taken", "at_showdown": "at the showdown"},
        ),
        "wrap": OptionWords(
            "Sequences around the ace",
            "A sequence ends at the ace, or goes on from it to the 2.",
            {"broken": "end at the ace", "circular": "go round"},
        ),
        "singles": OptionWords(
            "A lone card of the suit",
            "A card of the declared suit without neighbours scores nothing, or its face value.",
            {"zero": "scores nothing", "face": "scores its value"},
        ),
    },
    clock="relaxed",
    phase=phase,
    phases={"declaration": "Declare", "blitz": "Call or hold", "floor": "Floor rounds"},
    prompts={"": "Your turn: choose what to do.", "declare": "Declare a suit, or nothing."},
    hints={
        "declare": "Declare the suit that you want to collect, or nothing. All choices are shown at once. Without a "
        "suit you pay a penalty.",
        "take": "Take the floor card, and if you like select a card of your hand to discard with it; or pass.",
        "showdown": "You have enough points to call the showdown: all hands are then shown and settled.",
    },
    actions={
        "declare": "Declare",
        "nothing": "nothing",
        "show": "Show",
        "take": "Take the card",
        "take discard": "Take the floor card and discard",
        "pass": "Pass",
        "showdown": "Call the showdown",
        "hold": "Hold",
    },
    watch=ClaimWatch,
)
