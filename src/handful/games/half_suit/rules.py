"""The rules of Half Suit. The numbers in the comments are those of RULES.md beside this module."""

from __future__ import annotations

from handful import kernel
from handful.cards import NO_CARD
from handful.games.half_suit.state import (
    ALL_SEATS,
    ANYTIME,
    ASKED,
    CLAIM,
    CLAIM_NOW,
    CLAIMED,
    CLAIMED_FOR_OTHER,
    COUNTER,
    COUNTER_DUE,
    COUNTER_FIRST,
    DEALT,
    DECK_SIZE,
    DRAWN,
    EMPTY_HAND,
    FIRST_ACTION,
    GAME_ENDED,
    GAME_OVER,
    GAVE,
    HALF_SUIT_COUNT,
    HALF_SUIT_SIZE,
    HALF_SUITS,
    HAND_SIZE,
    MISSED,
    MUST_CLAIM,
    NO_CARDS,
    NO_CLAIM,
    NO_COUNTER,
    NO_SUCH_ACTION,
    NOMINATED,
    NONE_OF_IT,
    NOT_AN_OPPONENT,
    NOT_IN_SPOTLIGHT,
    NOT_YOUR_TURN,
    OPPONENTS_ONLY,
    OTHER_CARD,
    OTHER_TEAMS_TURN,
    OUT_OF_PLAY,
    OWN_TEAM_ONLY,
    PLACE,
    PLACE_A_CARD,
    PLACED,
    PLAYERS,
    RAN_OUT,
    REVEALED,
    SCORED,
    SHUFFLED,
    SPOTLIGHT,
    TURN_BEGAN,
    WARNED,
    YOUR_OWN_CARD,
    out_of_play,
    seats_of,
    whole_half_suits,
)
from handful.games.half_suit.state import EVENTS as EVENTS  # noqa: PLC0414 (the rules offer them)
from handful.games.half_suit.state import REASONS as REASONS  # noqa: PLC0414
from handful.games.half_suit.state import State as State  # noqa: PLC0414
from handful.kernel import Dice, add, count, lowest, rule, shuffle, tell, throw

SEATS = (6,)
VERSION = 1

# A hand with one card of each half suit may ask 3 opponents for the 5 others of all 9, and claim all 9 in two ways.
# A hand that holds more of a half suit, or none of it, has fewer asks.
MOST_LEGAL = 9 * 5 * 3 + 9 * 2

MOST_MISSES, MOST_ASKS = 60, 120  # R12
WARN_MISSES, WARN_ASKS = 40, 100


@rule
def start(s: State, dice: Dice) -> None:
    """Deal all 54 cards, nine each, and draw who acts first (1.3, 1.4, 3.2, R2)."""
    for i in range(DECK_SIZE):
        s.deck[i] = i
    shuffle(s.deck, DECK_SIZE, dice)
    tell(s, SHUFFLED)
    for i in range(DECK_SIZE):
        s.hands[i // HAND_SIZE] |= 1 << s.deck[i]
        s.deck[i] = NO_CARD
    for p in range(PLAYERS):
        tell(s, DEALT, p, s.hands[p])
    s.claimer = -1
    s.placer = -1
    s.other_spotlight = -1
    s.opening = 1
    s.spotlight = throw(dice, PLAYERS)
    s.team = s.spotlight & 1
    tell(s, DRAWN, s.spotlight)


@rule
def actors(s: State) -> int:
    """Who may act: who is making a claim, the team that must counter, else the team on turn (3.3, R2, R4, R9)."""
    if s.over:
        return 0
    if s.placer >= 0:
        return 1 << s.placer
    if s.countering:
        return seats_of(1 - (s.claimer & 1))
    if s.claims == ANYTIME:
        return ALL_SEATS
    if s.opening:
        return 1 << s.spotlight
    return seats_of(s.team)


@rule
def must_claim(s: State) -> bool:
    """Whether there were so many asks without a claim that the team on turn must claim (R12)."""
    return not s.endless and (s.misses >= MOST_MISSES or s.asks >= MOST_ASKS)


@rule
def why_no_ask(s: State, seat: int) -> int:
    """Why a seat may not ask for anything now, or 0."""
    if (seat & 1) != s.team:
        return OTHER_TEAMS_TURN
    if s.opening and seat != s.spotlight:  # R2
        return FIRST_ACTION
    if s.turns == SPOTLIGHT and seat != s.spotlight:  # R3
        return NOT_IN_SPOTLIGHT
    if must_claim(s):
        return CLAIM_NOW
    if not s.hands[seat]:  # 3.4, 4.1
        return NO_CARDS
    return 0


@rule
def may_be_asked(s: State, other: int) -> bool:
    """Whether an opponent may be asked: only one with cards (R6)."""
    return s.hands[other] != 0 or s.ask_empty != 0


@rule
def check_ask(s: State, seat: int, other: int, card: int) -> int:
    """Why this ask is refused, or 0 (4.1, 4.6, 4.7, R6)."""
    reason = why_no_ask(s, seat)
    if reason:
        return reason
    if (other & 1) == (seat & 1):
        return NOT_AN_OPPONENT
    if not may_be_asked(s, other):
        return EMPTY_HAND
    if (out_of_play(s) >> card) & 1:
        return OUT_OF_PLAY
    if (s.hands[seat] >> card) & 1:
        return YOUR_OWN_CARD
    if not (whole_half_suits(s.hands[seat]) >> card) & 1:
        return NONE_OF_IT
    return 0


@rule
def can_be_named(s: State) -> int:
    """The seats that the claim may say hold a card (4.9, 5.3, 5.6, R8, R9)."""
    if s.for_other or s.countering:
        return seats_of(1 - (s.claimer & 1))
    return ALL_SEATS


@rule
def check_place(s: State, action: int) -> int:
    """Why this step of a claim is refused, or 0."""
    if not PLACE <= action < CLAIM:
        return PLACE_A_CARD
    holder = (action - PLACE) >> 6
    if (action & 63) != lowest(s.unplaced):
        return OTHER_CARD
    if not (can_be_named(s) >> holder) & 1:
        return OWN_TEAM_ONLY if s.countering else OPPONENTS_ONLY
    return 0


@rule
def check(s: State, seat: int, action: int) -> int:
    """Why this action is refused, or 0."""
    if s.over:
        return GAME_OVER
    if seat < 0 or seat >= PLAYERS or not (actors(s) >> seat) & 1:
        return NOT_YOUR_TURN
    if action < 0 or action > COUNTER or (action < CLAIM and (action & 63) >= DECK_SIZE):
        return NO_SUCH_ACTION
    if s.placer >= 0:
        return check_place(s, action)
    if s.countering:
        return 0 if action == COUNTER else COUNTER_FIRST
    if action == COUNTER:
        return NO_COUNTER
    if action >= CLAIM:
        return OUT_OF_PLAY if out_of_play(s) & HALF_SUITS[(action - CLAIM) >> 1] else 0  # 4.8
    if action >= PLACE:
        return NO_CLAIM
    return check_ask(s, seat, action >> 6, action & 63)


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """Every action that `check` allows, lowest first."""
    n = 0
    if seat < 0 or seat >= PLAYERS or not (actors(s) >> seat) & 1:
        return n
    if s.placer >= 0:
        due = PLACE + lowest(s.unplaced)
        holders = can_be_named(s)
        while holders:
            n = add(out, n, due + (lowest(holders) << 6))
            holders &= holders - 1
        return n
    if s.countering:
        return add(out, n, COUNTER)
    if why_no_ask(s, seat) == 0:
        n = list_asks(s, seat, out)
    gone = out_of_play(s)
    for h in range(HALF_SUIT_COUNT):
        if not gone & HALF_SUITS[h]:
            n = add(out, n, CLAIM + 2 * h)
            n = add(out, n, CLAIM + 2 * h + 1)
    return n


@rule
def list_asks(s: State, seat: int, out: list[int]) -> int:
    """Every ask of a seat that may ask; how many."""
    n = 0
    wanted = whole_half_suits(s.hands[seat]) & ~s.hands[seat]
    for other in range(1 - (seat & 1), PLAYERS, 2):
        if may_be_asked(s, other):
            rest = wanted
            while rest:
                n = add(out, n, (other << 6) + lowest(rest))
                rest &= rest - 1
    return n


@rule
def apply(s: State, seat: int, action: int, dice: Dice) -> None:
    """Do a legal action."""
    if action == COUNTER:
        nominate(s, seat)
    elif action >= CLAIM:
        claim(s, seat, HALF_SUITS[(action - CLAIM) >> 1], action & 1)
    elif action >= PLACE:
        place(s, seat, (action - PLACE) >> 6, action & 63)
    else:
        ask(s, seat, action >> 6, action & 63)


@rule
def ask(s: State, seat: int, other: int, card: int) -> None:
    """Ask an opponent for a card; the answer is true and public (4.2, 4.3, 4.5)."""
    s.opening = 0
    s.asks += 1
    tell(s, ASKED, seat, other, card)
    half_suit = whole_half_suits(1 << card)
    if not s.taken[seat] & half_suit:  # 4.1: an ask proves a card of the half suit
        s.some[seat] |= half_suit
    if (s.hands[other] >> card) & 1:
        give(s, other, seat, card, half_suit)
    else:
        s.misses += 1
        s.lacks[seat] |= 1 << card
        s.lacks[other] |= 1 << card
        tell(s, MISSED, other, card)
        pass_turn(s, s.team ^ 1, other)  # 3.7, 4.4
    warn(s)


@rule
def give(s: State, giver: int, asker: int, card: int, half_suit: int) -> None:
    """The card goes to the asker, whose team continues (3.6, 4.4)."""
    bit = 1 << card
    if not s.taken[giver] & bit:  # it may have been the one that `some` was about
        s.some[giver] &= ~half_suit
    s.hands[giver] &= ~bit
    s.hands[asker] |= bit
    s.taken[giver] &= ~bit
    s.taken[asker] |= bit
    s.lacks[giver] |= bit
    s.lacks[asker] &= ~bit
    s.misses = 0
    s.spotlight = asker
    tell(s, GAVE, giver, asker, card)
    if not s.hands[giver]:
        tell(s, RAN_OUT, giver)


@rule
def pass_turn(s: State, team: int, seat: int) -> None:
    """Give a team the turn, and the spotlight to one of its seats, or to the next teammate with cards (3.5, R3)."""
    if team != s.team:
        s.other_spotlight = s.spotlight
        s.team = team
    s.spotlight = -1
    for _ in range(3):
        if s.spotlight < 0 and s.hands[seat]:
            s.spotlight = seat
        seat = (seat + 2) % PLAYERS
    tell(s, TURN_BEGAN, seats_of(team), s.spotlight)


@rule
def warn(s: State) -> None:
    """Say that a claim will soon be due, or is due now (R12)."""
    if must_claim(s):
        tell(s, MUST_CLAIM, seats_of(s.team))
    elif not s.endless and (s.misses >= WARN_MISSES or s.asks >= WARN_ASKS):
        tell(s, WARNED, s.misses, s.asks)


@rule
def claim(s: State, seat: int, half_suit: int, for_other: int) -> None:
    """Claim a half suit: its six cards are placed next, one by one (4.9, 5.5, 5.6)."""
    s.opening = 0
    s.claimer = seat
    s.claimed = half_suit
    s.for_other = for_other
    if for_other:
        tell(s, CLAIMED_FOR_OTHER, seat, half_suit)
    else:
        tell(s, CLAIMED, seat, half_suit)
    begin_placing(s, seat)


@rule
def begin_placing(s: State, seat: int) -> None:
    """A seat will now say who holds each card of the half suit."""
    s.placer = seat
    s.unplaced = s.claimed
    for p in range(PLAYERS):
        s.placed[p] = 0


@rule
def nominate(s: State, seat: int) -> None:
    """The first to volunteer makes the counter-claim (5.3, R9)."""
    tell(s, NOMINATED, seat)
    begin_placing(s, seat)


@rule
def place(s: State, seat: int, holder: int, card: int) -> None:
    """Say who holds a card; after the sixth the claim is judged (4.9, 4.10)."""
    s.placed[holder] |= 1 << card
    s.unplaced &= ~(1 << card)
    tell(s, PLACED, seat, card, holder)
    if not s.unplaced:
        s.placer = -1
        judge(s)


@rule
def held_by(s: State, team: int) -> int:
    """The cards of the claimed half suit that a team holds."""
    return (s.hands[team] | s.hands[team + 2] | s.hands[team + 4]) & s.claimed


@rule
def is_exact(s: State) -> int:
    """Whether the claim says for every card who holds it in truth."""
    for p in range(PLAYERS):
        if s.placed[p] != s.hands[p] & s.claimed:
            return 0
    return 1


@rule
def judge(s: State) -> None:
    """Decide the claim, or find that the other team must counter it (5.1 to 5.7, R8)."""
    own = s.claimer & 1
    other = own ^ 1
    if s.countering:
        resolve(s, other if is_exact(s) else own)  # 5.4
    elif not s.for_other and held_by(s, other) == s.claimed:
        call_for_counter(s, own, other)
    elif is_exact(s) and (s.for_other or held_by(s, own) == s.claimed):
        resolve(s, own)
    else:
        resolve(s, other)


@rule
def call_for_counter(s: State, own: int, other: int) -> None:
    """The claim pauses: the team that holds all six cards must counter it (5.3)."""
    s.countering = 1
    for p in range(own, PLAYERS, 2):
        s.lacks[p] |= s.claimed
    tell(s, COUNTER_DUE, s.claimed, seats_of(other))


@rule
def resolve(s: State, team: int) -> None:
    """A team scores, the holders are shown, the cards leave play, and the turn passes (3.8, 5.8, R5, R10)."""
    half_suit = s.claimed
    s.claimed = 0
    s.for_other = 0
    s.countering = 0
    s.asks = 0
    s.misses = 0
    for p in range(PLAYERS):
        s.placed[p] = 0
        s.taken[p] &= ~half_suit
        s.some[p] &= ~half_suit
        shown = s.hands[p] & half_suit
        if shown:
            s.hands[p] &= ~half_suit
            tell(s, REVEALED, p, shown)
            if not s.hands[p]:
                tell(s, RAN_OUT, p)
    s.won[team] |= half_suit
    tell(s, SCORED, seats_of(team), half_suit)
    if is_decided(s):
        end(s)
    else:
        turn_after_claim(s)


@rule
def turn_after_claim(s: State) -> None:
    """The team that did not claim is next, with whom it last had in the spotlight (3.8, 5.11, R3, R4, R5)."""
    team = (s.claimer & 1) ^ 1
    last = s.spotlight if team == s.team else s.other_spotlight
    pass_turn(s, team, last if last >= 0 else (s.claimer + 1) % PLAYERS)


@rule
def points(s: State, team: int) -> int:
    """The points of a team, one for each half suit it won (6.2)."""
    return count(s.won[team]) // HALF_SUIT_SIZE


@rule
def is_decided(s: State) -> bool:
    """Whether all nine half suits are claimed, or five are won where that ends the game (6.1, R11)."""
    most = max(points(s, 0), points(s, 1))
    return points(s, 0) + points(s, 1) == HALF_SUIT_COUNT or (s.stop_at_5 != 0 and most == 5)


@rule
def end(s: State) -> None:
    """The team with the most points wins; there is no tie (6.4, 6.5)."""
    s.winners = seats_of(0) if points(s, 0) > points(s, 1) else seats_of(1)
    s.over = 1
    tell(s, GAME_ENDED, s.winners)


@rule
def lapse(s: State, seat: int) -> int:
    """When the clock runs out one seat's bot acts, and the rest of the team waits (R9)."""
    if s.placer >= 0:
        return kernel.BOT if seat == s.placer else kernel.WAITS
    if s.countering:
        return COUNTER if seat == (s.claimer + 1) % PLAYERS else kernel.WAITS
    if s.spotlight >= 0:
        return kernel.BOT if seat == s.spotlight else kernel.WAITS
    return kernel.BOT if seat == s.team else kernel.WAITS  # a team without cards: seat 0 or 1, its first


@rule
def midway(s: State, seat: int) -> int:
    """Whether a seat is naming the holders of a claim, one by one."""
    return 1 if s.placer == seat else 0


@rule
def pace(s: State) -> int:
    """The text gives no time of its own."""
    return 0


@rule
def score(s: State, seat: int) -> int:
    """The points of a seat are those of its team (6.2)."""
    return points(s, seat & 1)


@rule
def winners(s: State) -> int:
    """The three seats of the team that has won; nobody before the end."""
    return s.winners
