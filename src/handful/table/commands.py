"""What people, bots and clocks can ask of a table: pure functions from the table to a proposal, or Refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast, get_args

from handful.game import BadText, Game
from handful.games import find
from handful.kernel.fair_shuffle import LONGEST_NONCE, commitment, drawn_seats, is_nonce
from handful.observe import SPECTATOR
from handful.policy import LONGEST_REASON, Level
from handful.table import entries as e
from handful.table.portraits import PLAIN, Portrait, free_portrait
from handful.table.proposal import Proposal, bot_of, nothing, propose
from handful.table.refusals import Refused, sentence
from handful.table.seats import LONGEST_NAME, STAND_IN, SeatInfo, is_name
from handful.table.table import Table

LONGEST_ID = 64
MOST_STEPS = 16
SHORTEST_SILENCE = 1_000
"""Milliseconds: about less no clock is set anew."""


def opening(
    by: str,
    game: str,
    seats: int,
    options: dict[str, str],
    clock: str,
    public: bool,
    secret: bytes,
    now: int,
    before: str = "",
    draw_seats: bool = False,
    kept: Sequence[e.Kept] = (),
    pace: e.Pace = "usual",
) -> e.Opened:
    """The first entry of a new table; Refused if there is no such game, seat count, option or clock.

    An empty clock is the game's usual one.
    """
    try:
        found = find(game)
    except BadText as error:
        raise Refused("no_setting", why=sentence(str(error))) from None
    return e.Opened(
        at=now,
        by=by,
        game=game,
        rules=found.rules.VERSION,
        seats=seats,
        options=_options(found, seats, options),
        clock=_clock(found, clock),
        public=public,
        commitment=commitment(secret),
        before=before,
        draw_seats=draw_seats,
        usual_clock=not clock,
        pace=pace,
        kept=list(kept),
    )


def _options(game: Game, seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """Those options that differ from their defaults; Refused if there is no such seat count or option."""
    try:
        values = game.read_options(seats, options)
    except BadText as error:
        raise Refused("no_setting", why=sentence(str(error))) from None
    return {name: option.write(values[name]) for name, option in game.options.items() if values[name] != option.default}


def _clock(game: Game, clock: str) -> e.Clock:
    """A clock by its name; the game's usual one for an empty name."""
    name = clock or game.face.clock
    for known in get_args(e.Clock):
        if name == known:
            return cast(e.Clock, known)
    raise Refused("no_clock", clock=name, clocks=", ".join(get_args(e.Clock)))


def opening_in_the_middle(old: Table, by: str, number: int, now: int, pace: e.Pace = "usual") -> e.Opened:
    """The first entry of a table at which a finished game goes on from its middle: by link only, with its cards."""
    opened = old.opened
    return e.Opened(
        at=now,
        by=by,
        game=opened.game,
        rules=opened.rules,
        seats=opened.seats,
        options=opened.options,
        public=False,
        commitment=opened.commitment,
        draw_seats=opened.draw_seats,
        pace=pace,
        origin=e.Origin(table=old.id, number=number, shuffle=old.shuffle.table),
    )


# ------------------------------------------------------------ before the start


def sit(
    table: Table,
    player: str,
    name: str,
    seat: int | None,
    nonce: str,
    now: int,
    portrait: Portrait = PLAIN,
    page: str = "",
) -> Proposal:
    """Take a seat: if none is named, the one that is kept for the player, else the first that is free."""
    own = table.seat_of(player)
    if own != SPECTATOR and seat in (None, own):
        return nothing(table)
    _must_be_open(table)
    if own != SPECTATOR:
        raise Refused("seated_already")
    if not is_name(name):
        raise Refused("bad_name", most=LONGEST_NAME)
    if not is_nonce(nonce):
        raise Refused("bad_nonce", most=LONGEST_NONCE)
    if seat is None:
        seat = _first_free(table, player)
    elif not _seat(table, seat).free:
        raise Refused("seat_taken", seat=seat)
    elif table.seats[seat].kept_for not in ("", player):
        raise Refused("seat_kept", name=table.seats[seat].kept_name)
    face = free_portrait(portrait, [info.portrait for info in table.seats if info.player])
    sat = e.Sat(at=now, seat=seat, player=player, name=name, nonce=nonce, sign=face.sign, colour=face.colour, page=page)
    return propose(table, sat)


def _first_free(table: Table, player: str) -> int:
    for wanted in (player, ""):
        for seat, info in enumerate(table.seats):
            if info.free and info.kept_for == wanted:
                return seat
    raise Refused("all_seats_taken")


def set_options(
    table: Table,
    by: str,
    options: Mapping[str, str] | None,
    clock: str | None,
    draw_seats: bool | None,
    now: int,
) -> Proposal:
    """Set anew what is played, by who opened the table; what is not said stays. An empty clock is the usual one."""
    _must_arrange(table, by)
    opened = table.opened
    chosen = opened.options if options is None else _options(table.game, opened.seats, options)
    usual = opened.usual_clock if clock is None else not clock
    changed = e.OptionsSet(
        at=now,
        options=chosen,
        clock=opened.clock if clock is None else _clock(table.game, clock),
        draw_seats=opened.draw_seats if draw_seats is None else draw_seats,
        usual_clock=usual,
    )
    proposal = propose(table, changed)
    return nothing(table) if proposal.table.opened == opened else proposal


def seat_bot(table: Table, by: str, seat: int, level: str, now: int) -> Proposal:
    """Let a bot take a free seat, or another bot's."""
    _must_arrange(table, by)
    _must_have(table, level)
    if _seat(table, seat).player:
        raise Refused("seat_taken", seat=seat)
    return nothing(table) if table.seats[seat].bot == level else propose(table, bot_sat(table, seat, level, now))


def _must_have(table: Table, level: str) -> None:
    """Refused if the game of a table has no bots of a level."""
    if level not in table.game.levels:
        raise Refused("no_level", level=level, levels=", ".join(table.game.levels))


def bot_sat(table: Table, seat: int, level: str, now: int, nonce: str = "") -> e.BotSat:
    """The entry of a bot that sits down, as somebody of the cast who is not at the table yet."""
    character, name = bot_of(table, seat, level)
    return e.BotSat(at=now, seat=seat, level=cast(Level, level), character=character, name=name, nonce=nonce)


def remove_bot(table: Table, by: str, seat: int, now: int) -> Proposal:
    """Make a bot's seat free again."""
    _must_arrange(table, by)
    if not _seat(table, seat).bot:
        raise Refused("no_bot_there", seat=seat)
    return propose(table, e.Left(at=now, seat=seat))


def swap(table: Table, player: str, seat: int, now: int) -> Proposal:
    """Move to a free seat, or change places with a bot; who opened the table, with anybody."""
    _must_be_open(table)
    own = _own_seat(table, player)
    if _seat(table, seat).player and seat != own and player != table.opened.by:
        raise Refused("somebody_there", name=table.seats[seat].name)
    return nothing(table) if seat == own else propose(table, e.Swapped(at=now, one=own, other=seat))


def start(table: Table, player: str, now: int) -> Proposal:
    """Begin the game."""
    _must_arrange(table, player)
    free = [str(seat) for seat, info in enumerate(table.seats) if info.free]
    if free:
        raise Refused("free_seats", seats=", ".join(free))
    return _begin(table, now)


def _begin(table: Table, now: int) -> Proposal:
    return propose(table, e.Started(at=now, seating=_drawn_seats(table)))


def _drawn_seats(table: Table) -> list[int]:
    """The seats in a random order, if they are to be drawn; it follows from the secret, as the cards do."""
    if not table.opened.draw_seats:
        return []
    return list(drawn_seats(table.id, table.secret, [info.nonce for info in table.seats]))


def play_now(
    table: Table,
    player: str,
    name: str,
    nonce: str,
    level: str,
    now: int,
    portrait: Portrait = PLAIN,
    page: str = "",
) -> Proposal:
    """Take the first seat, fill the others with bots, and start, all or none."""
    proposal = sit(table, player, name, 0, nonce, now, portrait, page)
    for seat in range(1, len(table.seats)):
        proposal = proposal.then(seat_bot, player, seat, level, now)
    return proposal.then(start, player, now)


def kept_seats(old: Table) -> list[e.Kept]:
    """By seat: for whom it is kept at the table of a rematch."""
    return [e.Kept(player=info.player, name=info.name) if info.player else e.Kept() for info in old.seats]


def sit_as_before(
    table: Table,
    old: Table,
    player: str,
    name: str,
    nonce: str,
    now: int,
    portrait: Portrait = PLAIN,
    page: str = "",
) -> Proposal:
    """Take the same seat at the table of a rematch, with the same bots on theirs; whoever comes last starts it."""
    proposal = sit(table, player, name, old.seat_of(player), nonce, now, portrait, page)
    for seat, info in enumerate(old.seats):
        if info.bot and proposal.table.seats[seat].free:
            again = e.BotSat(at=now, seat=seat, level=cast(Level, info.bot), character=info.character, name=info.name)
            proposal = proposal.then(propose, again)
    return proposal.then(_begin, now) if proposal.table.full else proposal


def play_on(
    table: Table, old: Table, acts: Sequence[e.Acted], player: str, name: str, seat: int, level: str, now: int
) -> Proposal:
    """Sit down in the middle of a finished game, with bots on the other seats, after some of its actions."""
    if not 0 <= seat < len(old.seats):
        raise Refused("no_seat", seat=seat, last=len(old.seats) - 1)
    _must_have(table, level)
    proposal = nothing(table)
    for at, info in enumerate(old.seats):
        place = old.seating[at] if old.seating else at  # where they had sat down: the seats are drawn again
        if at == seat:
            sat: e.AnyEntry = e.Sat(at=now, seat=place, player=player, name=name, nonce=info.nonce)
        else:
            sat = bot_sat(proposal.table, place, level, now, info.nonce)
        proposal = proposal.then(propose, sat)
    proposal = proposal.then(propose, e.Started(at=now, seating=list(old.seating)))
    for act in acts:
        again = e.Acted(at=now, seat=act.seat, actions=act.actions, who="before")
        proposal = proposal.then(propose, again)
    if proposal.table.status != "playing":
        raise Refused("nothing_to_play")
    return proposal


def leave(table: Table, player: str, now: int) -> Proposal:
    """Go. Before the start the seat is free again; in a game a bot stands in until the player is back."""
    seat = _own_seat(table, player)
    _must_not_have_ended(table)
    if table.status == "open":
        return propose(table, e.Left(at=now, seat=seat))
    return _stand_in(table, seat, seat, now)


# ------------------------------------------------------------ in the game


def act(table: Table, player: str, texts: Sequence[str], id: str, seen: int, now: int) -> Proposal:
    """Do an action, or the steps of one, all or none. One whose id was done already gives no entries."""
    if (player, id) in table.done:
        return nothing(table)
    seat = _own_seat(table, player)
    _must_be_playing(table)
    if len(id) > LONGEST_ID or not id.isprintable():
        raise Refused("bad_id", most=LONGEST_ID)
    if not 1 <= len(texts) <= MOST_STEPS:
        raise Refused("bad_steps", most=MOST_STEPS)
    if table.asked[seat] > seen:
        raise Refused("moved_on")
    return propose(table, e.Acted(at=now, seat=seat, actions=[_read(table, text) for text in texts], id=id))


def _read(table: Table, text: str) -> int:
    try:
        action: int = table.game.words.read_action(text)
    except BadText as error:
        raise Refused("bad_action", why=sentence(str(error))) from None
    return action


def come_back(table: Table, player: str, now: int) -> Proposal:
    """Take the seat back from the bot that stands in; nothing to do if none does."""
    seat = table.seat_of(player)
    away = seat != SPECTATOR and table.status == "playing" and table.seats[seat].away
    return propose(table, e.Returned(at=now, seat=seat)) if away else nothing(table)


def stand_in(table: Table, player: str, seat: int, absent: bool, now: int) -> Proposal:
    """Give the seat of somebody who has been away for a while to a bot, until that one is back.

    Before the start the seat is free again; then only who opened the table can do it.
    """
    _must_not_have_ended(table)
    if table.status == "open":
        _must_arrange(table, player)
    info, by = _seat(table, seat), table.seat_of(player)
    if not info.player or seat == by:
        raise Refused("nobody_away", seat=seat)
    if not absent:
        raise Refused("still_here", name=info.name)
    if table.status == "open":
        return propose(table, e.Left(at=now, seat=seat))
    return _stand_in(table, seat, _own_seat(table, player), now)


def _stand_in(table: Table, seat: int, by: int, now: int) -> Proposal:
    if table.seats[seat].away:
        return nothing(table)
    return propose(table, e.StoodIn(at=now, seat=seat, by=by)).then(_stop_if_agreed, now)


def resign(table: Table, player: str, now: int) -> Proposal:
    """Give the seat to a bot for good, and watch."""
    seat = _own_seat(table, player)
    _must_be_playing(table)
    character, name = bot_of(table, seat, STAND_IN)
    return propose(table, e.Left(at=now, seat=seat, character=character, name=name)).then(_stop_if_agreed, now)


def stop(table: Table, player: str, agree: bool, now: int) -> Proposal:
    """Wish or agree to stop the game, or wish to play on. It is stopped when all people who are here wish it."""
    seat = _own_seat(table, player)
    _must_be_playing(table)
    if not agree:
        return propose(table, e.StopDeclined(at=now, seat=seat)) if table.stops else nothing(table)
    wished = nothing(table) if seat in table.stops else propose(table, e.StopWished(at=now, seat=seat))
    return wished.then(_stop_if_agreed, now)


def _stop_if_agreed(table: Table, now: int) -> Proposal:
    """Stop a game when somebody wishes it and nobody who is here does not: for whom a bot plays is not asked."""
    here = [seat for seat in table.people if not table.seats[seat].away]
    agreed = bool(table.stops) and set(here) <= set(table.stops)
    return propose(table, e.Stopped(at=now)) if agreed else nothing(table)


def bot_act(table: Table, seat: int, action: int, reason: str, now: int, seen: int | None = None) -> Proposal:
    """Do what a bot chose; with `seen`, only if the decision is still the one that the bot was asked about then."""
    _must_be_playing(table)
    if seat not in table.bots_due(now) or (seen is not None and table.asked[seat] > seen):
        raise Refused("bot_not_asked", seat=seat)
    told = "".join(letter for letter in " ".join(reason.split()) if letter.isprintable())[:LONGEST_REASON]
    return propose(table, e.Acted(at=now, seat=seat, actions=[action], who="bot", reason=told.strip()))


def time_out(table: Table, seat: int, now: int) -> Proposal:
    """What the rules do when the clock of a seat has run out; nothing if it has not, or if a bot is to be asked."""
    if seat not in table.lapsed(now):
        return nothing(table)
    return propose(table, e.Acted(at=now, seat=seat, actions=[table.clocks[seat].lapse], who="clock"))


def lapse(table: Table, now: int) -> Proposal:
    """What the rules do for the first seat whose clock has run out."""
    return next((time_out(table, seat, now) for seat in table.lapsed(now)), nothing(table))


def resume(table: Table, since: int, now: int) -> Proposal:
    """Give the running clocks back the time since somebody last looked after the table."""
    silence = now - max(since, table.resumed)  # two may take it up at once
    timed = table.status == "playing" and table.opened.clock != "off"  # also for one who comes back before a bot acts
    if not timed or silence < SHORTEST_SILENCE:
        return nothing(table)
    return propose(table, e.Resumed(at=now, silence=silence))


def go_on(table: Table, player: str, other: str, now: int) -> Proposal:
    """Name the table of the rematch; nothing to do if there is one already."""
    _own_seat(table, player)
    if not table.ended:
        raise Refused("rematch_later")
    return nothing(table) if table.rematch else propose(table, e.Rematched(at=now, table=other))


# ------------------------------------------------------------ what a command needs


def _seat(table: Table, seat: int) -> SeatInfo:
    if not 0 <= seat < len(table.seats):
        raise Refused("no_seat", seat=seat, last=len(table.seats) - 1)
    return table.seats[seat]


def _own_seat(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    if seat == SPECTATOR:
        raise Refused("not_seated")
    return seat


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        raise Refused("begun_already" if table.status == "playing" else "over")


def _must_not_have_ended(table: Table) -> None:
    if table.ended:
        raise Refused("over")


def _must_be_playing(table: Table) -> None:
    if table.status != "playing":
        raise Refused("not_begun" if table.status == "open" else "over")


def _must_arrange(table: Table, player: str) -> None:
    _must_be_open(table)
    if not table.may_arrange(player):
        raise Refused("only_opener")
