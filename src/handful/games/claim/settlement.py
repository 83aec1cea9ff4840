"""How a deal of CLAIM is scored and paid. The numbers in the comments are those of RULES.md beside this module."""

from __future__ import annotations

from handful.games.claim.scoring import declared_score, undeclared_score
from handful.games.claim.state import AT_SHOWDOWN, PAID, REVEALED, SCORED, State
from handful.kernel import rule, tell


@rule
def final_score(s: State, seat: int) -> int:
    """Positive less penalty for the declared, negative for the others (5.3, 5.4, R8)."""
    if (s.declared >> seat) & 1:
        points = declared_score(s.hands[seat], s.suits[seat], s.wrap, s.singles)
    else:
        points = undeclared_score(s.hands[seat], s.wrap)
    if s.penalties == AT_SHOWDOWN:
        points -= s.accumulated[seat]
    return points


@rule
def reveal(s: State) -> None:
    """All hands are shown and scored (6.1, 6.2)."""
    for p in range(s.seats):
        s.certain[p] = s.hands[p]
        s.finals[p] = final_score(s, p)
        tell(s, REVEALED, p, s.hands[p])
        tell(s, SCORED, p, s.finals[p])
    s.topped = 0


@rule
def pay(s: State, payer: int, payee: int, points: int) -> None:
    """Points go from one budget to another; less than none, the other way."""
    s.budgets[payer] -= points
    s.budgets[payee] += points
    if points > 0:
        tell(s, PAID, payer, payee, points)
    elif points < 0:
        tell(s, PAID, payee, payer, -points)


@rule
def settle(s: State, caller: int) -> None:
    """The caller settles with each by the difference of scores; then the undeclared pay all others (6.3, 6.4, R9).

    With no caller (-1) the undeclared still pay, and keep the remainder of their split (R11).
    """
    if caller >= 0:
        for p in range(s.seats):
            if p != caller:
                pay(s, p, caller, s.finals[caller] - s.finals[p])
    for p in range(s.seats):
        if not (s.declared >> p) & 1:
            share = -s.finals[p] // 3
            for q in range(s.seats):
                if q == caller:
                    pay(s, p, q, -s.finals[p] - 2 * share)
                elif q != p:
                    pay(s, p, q, share)
