"""In the game: actions, retries, two at once, steps, sealed choices, clocks, bots, being away, leaving, and the end."""

from __future__ import annotations

import random

import msgspec
import pytest

from handful.cards import cards_list
from handful.observe import SPECTATOR
from handful.table.commands import bot_act
from handful.table.pictures import listing, picture
from handful.table.refusals import Refused
from handful.table.transcript import transcript
from tests.table.evening import LATER, Evening, shown


def turn(evening):
    (seat,) = evening.table.actors()
    return seat


def legal(evening, seat):
    return evening.picture(seat).legal


# ---------------------------------------------------------------- actions


def test_an_action_is_done_and_told():
    evening = Evening("spar", 3).seated(3)
    seat = turn(evening)
    text = legal(evening, seat)[0]
    (change,) = evening.act(seat, text)
    assert change.number == evening.table.number == len(evening.log)
    assert "played" in [event.name for event in change.events]
    assert legal(evening, seat) == []


def test_an_action_is_refused_with_the_rules_sentence():
    evening = Evening("spar", 3).seated(3)
    seat, number = turn(evening), evening.table.number
    player = evening.table.seats[seat].player
    other = evening.table.seats[(seat + 1) % 3].player
    assert evening.refusal("act", other, ["Kd"], "", number) == "It is not your turn."
    assert evening.refusal("act", player, ["2h"], "", number).startswith("That is no action of Spar")
    assert evening.refusal("act", player, ["K d"], "", number).startswith("'K d' is no action of Spar; expected")
    assert evening.refusal("act", "nobody", ["Kd"], "", number) == "You have no seat at this table."
    assert evening.refusal("act", player, [], "", number) == "An action has 1 to 16 steps."
    assert evening.refusal("act", player, ["Kd"] * 17, "", number) == "An action has 1 to 16 steps."
    assert evening.refusal("act", player, ["Kd"], "x" * 65, number) == "An id has at most 64 visible characters."


def test_an_action_sent_twice_is_done_once():
    evening = Evening("spar", 2).seated(2)
    seat = turn(evening)
    text = legal(evening, seat)[0]
    (change,) = evening.act(seat, text, id="mine-1")
    assert evening.act(seat, text, id="mine-1", seen=0) == []
    player = evening.table.seats[seat].player
    assert evening.table.done == evening.again().done == {(player, "mine-1"): change.number}
    assert evening.act(1 - seat, legal(evening, 1 - seat)[0], id="mine-1")  # ids are each player's own


def a_hit(evening, seat):
    """A text with which a seat asks for a card that is there, if there is one."""
    for text in legal(evening, seat):
        word, *rest = text.split()
        if word == "ask" and (evening.table.position.state.hands[int(rest[0])] >> cards_list(rest[1])[0]) & 1:
            return text
    return None


def test_two_act_at_once_and_the_one_who_chose_on_the_older_table_is_refused():
    """Half Suit: the turn is the team's, and after a hit it still is."""
    evening, rng = Evening("half_suit", 6).seated(6), random.Random(1)
    while len(evening.table.actors()) < 2 or not a_hit(evening, evening.table.actors()[0]):
        evening.play_on(rng, 1)
    one, other = evening.table.actors()[:2]
    seen, late = evening.table.number, legal(evening, other)[0]
    evening.act(one, a_hit(evening, one), seen=seen)
    assert other in evening.table.actors()
    player = evening.table.seats[other].player
    assert evening.refusal("act", player, [late], "", seen) == "The table has moved on since you chose: look again."


def a_claim(evening):
    """A seat on turn, and the steps of a claim."""
    seat = evening.table.position.state.spotlight
    steps = [next(text for text in legal(evening, seat) if text.startswith("claim"))]
    for _ in range(6):
        player, number = evening.table.seats[seat].player, evening.table.number
        trial = evening.propose("act", player, steps, "", number).table
        steps.append(next(text for text in trial.legal(seat) if text.endswith(f"with {seat}")))
    return seat, steps


def test_the_steps_of_a_claim_are_done_together_or_not_at_all():
    evening = Evening("half_suit", 6).seated(6)
    seat, steps = a_claim(evening)
    player, number = evening.table.seats[seat].player, evening.table.number
    assert evening.refusal("act", player, [*steps[:3], "Xr with 9"], "", number)
    assert evening.refusal("act", player, [*steps[:3], steps[2]], "", number)
    assert evening.table.number == number
    (change,) = evening.act(seat, *steps)
    assert len(change.entry.actions) == 7
    assert picture(evening.again(), seat) == evening.picture(seat)


@pytest.mark.parametrize("seed", range(8))
def test_two_actions_cannot_be_sent_together_as_the_refusal_would_tell_how_the_first_went(seed):
    """Else an ask with a senseless second step would show, at no cost, whether the card is there."""
    evening = Evening("half_suit", 6, seed=seed).seated(6)
    seat, steps = a_claim(evening)
    player, number = evening.table.seats[seat].player, evening.table.number
    asks = [text for text in legal(evening, seat) if text.startswith("ask")]
    said = {evening.refusal("act", player, [ask, asks[0]], "", number) for ask in asks}
    said.add(evening.refusal("act", player, [*steps, asks[0]], "", number))
    assert said == {"Only the steps of one action can be done together."}


def test_claims_steps_in_a_floor_round():
    evening = Evening("claim", 4).seated(4)
    for seat in range(4):
        evening.act(seat, "declare nothing")
    seat = turn(evening)
    player = evening.table.seats[seat].player
    refused = evening.refusal("act", player, ["pass", "pass"], "", evening.table.number)
    assert refused == "Only the steps of one action can be done together."
    (change,) = evening.act(seat, "declare s", "pass")
    assert [event.name for event in change.events][:2] == ["declared", "passed"]


# ---------------------------------------------------------------- sealed choices


def test_a_sealed_choice_leaves_the_others_decisions_alone():
    evening = Evening("claim", 4, clock="normal").seated(4)
    seen, deadlines = evening.table.number, evening.picture(SPECTATOR).deadlines
    evening.now += 5000
    evening.act(1, "declare s", seen=seen)
    assert evening.table.actors() == [0, 2, 3]
    assert [evening.table.deadlines()[seat] for seat in (0, 2, 3)] == [deadlines[seat] for seat in (0, 2, 3)]
    evening.act(2, "declare nothing", seen=seen)  # chosen before the other was done
    assert evening.picture(1).view["choices"][1] == "declare s"
    assert evening.picture(0).view["choices"] == [None, None, None, None]
    assert evening.picture(SPECTATOR).view["choices"] == [None] * 4


def test_sealed_choices_survive_a_restart():
    evening = Evening("claim", 4).seated(4)
    evening.act(1, "declare s")
    evening.act(3, "declare h")
    evening.table = evening.again()
    assert evening.table.actors() == [0, 2]
    evening.act(0, "declare nothing")
    (change,) = evening.act(2, "declare nothing")
    said = [event.sentence() for event in change.events]
    assert "Seat 1 declares spades." in said
    assert "Seat 3 declares hearts." in said


# ---------------------------------------------------------------- clocks


@pytest.mark.parametrize(("clock", "seconds"), [("relaxed", 120), ("normal", 45), ("fast", 15)])
def test_a_clock_gives_so_many_seconds_a_decision(clock, seconds):
    evening = Evening("spar", 2, clock=clock).seated(2)
    assert evening.table.deadlines()[turn(evening)] == evening.table.next_deadline() == evening.now + 1000 * seconds
    evening.now += 7000
    evening.act(turn(evening), legal(evening, turn(evening))[0])
    assert evening.table.next_deadline() == evening.now + 1000 * seconds


def test_the_clock_can_be_off():
    evening = Evening("spar", 2).seated(2)
    assert evening.table.next_deadline() is None
    evening.now += LATER
    assert evening.table.bots_due(evening.now) == []
    assert evening.command("time_out", turn(evening)) == []


def test_the_texts_own_times_win():
    claim = Evening("claim", 4, clock="fast").seated(4)
    assert claim.table.deadlines()[0] == claim.now + 33_000  # 30 s, and 3-2-1 is counted
    thirteam = Evening("thirteam", 6, {"teams": "yes"}, clock="fast").seated(6)
    assert thirteam.table.deadlines()[5] == thirteam.now + 60_000
    off = Evening("claim", 4).seated(4)
    assert off.table.deadlines()[0] is None


def test_a_scale_makes_all_clocks_shorter():
    evening = Evening("claim", 4, clock="fast").seated(4)
    evening.table = msgspec.structs.replace(evening.table, scale=0.01)
    assert evening.table.deadlines()[0] == evening.now + 330


def test_when_the_clock_runs_out_the_rules_act():
    evening = Evening("claim", 4, clock="normal").seated(4)
    evening.now += 32_999
    assert evening.command("time_out", 0) == []
    evening.now += 1
    (change,) = evening.command("time_out", 0)
    assert (change.entry.who, evening.table.seats[0].timeouts) == ("clock", 1)
    assert evening.command("time_out", 0) == []


def test_when_the_clock_runs_out_the_bot_acts_and_after_two_it_stays():
    evening, rng = Evening("spar", 2, clock="fast").seated(2), random.Random(3)
    seat = turn(evening)
    assert evening.table.bots_due() == evening.table.bots_due(evening.now + 14_999) == []
    with pytest.raises(Refused, match="not asked"):
        evening.bot(seat, rng)
    evening.now += 15_000
    assert evening.command("time_out", seat) == []  # the bot must be asked first
    assert evening.table.bots_due(evening.now) == [seat]
    assert evening.table.question(seat).level == "normal"
    evening.bot(seat, rng)
    assert (evening.table.seats[seat].timeouts, evening.table.seats[seat].away) == (1, False)
    while not evening.table.seats[seat].away:
        if turn(evening) == seat:
            evening.now += 15_000
            evening.bot(seat, rng)
        else:
            evening.act(1 - seat, legal(evening, 1 - seat)[0])
    assert evening.table.seats[seat].timeouts == 2
    assert evening.picture(SPECTATOR).seats[seat].away
    if turn(evening) != seat:
        evening.act(1 - seat, legal(evening, 1 - seat)[0])
    while turn(evening) != seat:
        evening.act(1 - seat, legal(evening, 1 - seat)[0])
    assert evening.table.bots_due() == [seat]
    assert evening.table.deadlines()[seat] is None  # a bot has no clock

    evening.now += 4000
    evening.command("come_back", f"p{seat}")
    assert not evening.table.seats[seat].away
    assert evening.table.deadlines()[seat] == evening.now + 11_000  # what is left of the time for this decision
    assert evening.table.bots_due(evening.now) == []
    assert evening.command("come_back", f"p{seat}") == evening.command("come_back", "a spectator") == []


def test_coming_back_again_and_again_wins_no_time():
    evening, rng = Evening("spar", 2, clock="fast").seated(2), random.Random(3)
    seat = turn(evening)
    for _ in range(40):
        if evening.table.seats[seat].away:
            break
        if turn(evening) == seat:
            evening.now += 15_000
            evening.bot(seat, rng)
        else:
            evening.act(1 - seat, legal(evening, 1 - seat)[0])
    while turn(evening) != seat:
        evening.act(1 - seat, legal(evening, 1 - seat)[0])
    began = evening.now
    evening.command("come_back", f"p{seat}")
    assert evening.table.deadlines()[seat] == began + 15_000
    evening.now += 15_000
    evening.bot(seat, rng)
    assert evening.table.seats[seat].away, "who came back and did nothing has not two more times"
    evening.now += 1000
    evening.command("come_back", f"p{seat}")
    assert all(time is None or time <= evening.now + 14_000 for time in evening.table.deadlines()[seat : seat + 1])


def test_an_own_action_forgets_the_time_outs_and_brings_the_player_back():
    evening, rng = Evening("spar", 2, clock="fast").seated(2), random.Random(3)
    seat = turn(evening)
    evening.now += 15_000
    evening.bot(seat, rng)
    while turn(evening) != seat:
        evening.act(1 - seat, legal(evening, 1 - seat)[0])
    evening.act(seat, legal(evening, seat)[0])
    assert evening.table.seats[seat].timeouts == 0
    seats = list(evening.table.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], away=True)
    evening.table = msgspec.structs.replace(evening.table, seats=tuple(seats))
    while turn(evening) != seat:
        evening.act(1 - seat, legal(evening, 1 - seat)[0])
    evening.act(seat, legal(evening, seat)[0])
    assert not evening.table.seats[seat].away


def test_a_team_has_one_clock():
    evening = Evening("half_suit", 6, clock="fast").seated(6)
    while len(evening.table.actors()) < 3:
        evening.play_on(random.Random(evening.table.number), 1)
    running = [seat for seat in range(6) if evening.table.deadlines()[seat] is not None]
    assert running == [evening.table.position.state.spotlight]


def test_a_bot_of_a_team_leaves_the_turn_to_the_spotlight():
    evening = Evening("half_suit", 6).seated(1)
    for number in range(200):
        if evening.table.status == "over":
            break
        due = evening.table.bots_due()
        assert len(due) <= 1
        if not due:
            assert 0 in evening.table.actors()
            evening.act(0, legal(evening, 0)[0])
        else:
            evening.bot(due[0], random.Random(number))


# ---------------------------------------------------------------- bots


def test_a_question_holds_the_view_and_nothing_else():
    evening = Evening("spar", 3).seated(0)
    (seat,) = evening.table.bots_due()
    question = evening.table.question(seat)
    assert question == evening.table.question(seat)  # it is the same whoever asks it
    assert question.view == evening.table.position.view(seat).known
    assert question.view["hands"][(seat + 1) % 3] is None
    assert question.legal == evening.table.position.legal(seat)
    assert 0 <= question.seed < 2**63
    evening.bot(seat, random.Random(1))
    assert evening.table.question(seat).seed != question.seed


def test_a_bots_answer_that_comes_too_late_or_is_wrong_is_refused():
    evening = Evening("spar", 2).seated(1)
    evening.play_on(random.Random(1), 1)
    while turn(evening) != 1:
        evening.act(0, legal(evening, 0)[0])
    seen, action = evening.table.number, evening.table.question(1).legal[0]
    with pytest.raises(Refused, match="no action of Spar"):
        evening.propose("bot_act", 1, 0, "")
    assert bot_act(evening.table, 1, action, "", evening.now, seen).changes
    with pytest.raises(Refused, match="not asked"):
        bot_act(evening.table, 1, action, "", evening.now, seen - 1)
    with pytest.raises(Refused, match="not asked"):
        evening.propose("bot_act", 0, action, "")


def test_a_reason_is_one_line_and_is_shown_after_the_game():
    evening, rng = Evening("spar", 2, {"target": "1"}).seated(0), random.Random(1)
    while evening.table.status == "playing":
        (seat,) = evening.table.bots_due()
        legal_now = evening.table.question(seat).legal
        evening.command("bot_act", seat, rng.choice(legal_now), "I\nhave\x00 a  # plan." + "x" * 400)
        if evening.table.status == "playing":
            assert "plan" not in shown(evening.table)
    text = transcript(evening.table)
    assert "  # bot: I have a # plan.xxx" in text
    assert max(map(len, text.splitlines())) < 330


# ---------------------------------------------------------------- leaving and the end


def test_resigning_leaves_a_bot_for_good():
    evening = Evening("spar", 2, {"target": "1"}).seated(2)
    seat = turn(evening)
    evening.command("resign", f"p{seat}")
    info = evening.table.seats[seat]
    assert (info.player, info.bot, info.left_by, info.left_name) == ("", "normal", f"p{seat}", f"Player {seat}")
    assert info.name in ("Bramble", "Quill", "Otto")
    assert evening.table.seat_of(f"p{seat}") == SPECTATOR
    assert evening.table.bots_due() == [seat]
    assert evening.table.shuffle.nonces[seat] == f"nonce{seat}"
    evening.command("resign", f"p{1 - seat}")  # the last human; the table goes on
    evening.play_on(random.Random(1))
    assert evening.table.status == "over"
    assert shown(evening.again()) == shown(evening.table)


def test_the_end():
    evening = Evening("spar", 2, {"target": "1"}).seated(2)
    with pytest.raises(Refused, match="when the game is over"):
        transcript(evening.table)
    assert evening.refusal("go_on", "p0", "bbbb") == "A rematch begins when the game is over."
    assert evening.secret.hex() not in shown(evening.table)
    evening.play_on(random.Random(1))
    table = evening.table
    result = evening.picture(SPECTATOR).result
    assert result.scores == list(table.position.outcome().scores)
    assert result.secret == evening.secret.hex()
    assert evening.picture(0).actors == []
    assert evening.refusal("leave", "p0") == "The game is over."
    assert evening.refusal("act", "p0", ["Kd"], "", table.number) == "The game is over."
    assert evening.refusal("go_on", "p5", "bbbb") == "You have no seat at this table."
    evening.command("go_on", "p0", "bbbb")
    assert evening.command("go_on", "p1", "cccc") == []
    assert evening.table.rematch == evening.picture(1).rematch == "bbbb"
    assert evening.table.status == "over"


def test_the_lobby_shows_who_plays_what():
    evening = Evening("spar", 3, clock="fast").seated(1)
    shown = listing(evening.table)
    assert shown.table == evening.table.id
    assert (shown.game, shown.status, shown.clock) == ("spar", "playing", "fast")
    assert [seat.bot for seat in shown.seats] == ["", "normal", "normal"]
    assert b"view" not in msgspec.json.encode(shown)


def test_a_silence_is_given_back_to_the_clocks_that_ran():
    evening = Evening("spar", 2, clock="fast").seated(2)
    table, begun = evening.table, evening.now
    (actor,) = table.actors()
    assert table.deadlines()[actor] == begun + 15_000
    evening.now += 60_000  # nobody looked after the table for all but the first four seconds
    evening.command("resume", begun + 4_000)
    table = evening.table
    assert table.deadlines()[actor] == evening.now + 11_000
    assert table.deadlines()[1 - actor] is None
    assert evening.command("resume", begun + 4_000) == []  # another node, at the same moment
    assert evening.again().deadlines() == table.deadlines()
    assert evening.act(actor, legal(evening, actor)[0], seen=table.asked[actor])


def test_no_clock_gets_more_than_all_its_time():
    evening = Evening("claim", 4, clock="fast").seated(4)
    begun = evening.now
    evening.now += 5_000
    evening.act(0, "declare nothing")
    evening.now += 60_000
    evening.command("resume", begun)  # an answer before the silence was written down would be, too
    assert evening.table.deadlines() == [None, *[evening.now + 33_000] * 3]


def test_short_silences_and_clocks_that_are_off_change_nothing():
    evening = Evening("spar", 2, clock="fast").seated(2)
    evening.now += 999
    assert evening.command("resume", evening.now - 999) == []
    evening = Evening("spar", 2).seated(2)
    assert evening.command("resume", 0) == []
    assert Evening("spar", 2, clock="fast").command("resume", 0) == []
