"""Why something is refused: a code with its values, and the English sentence of each code.

A code is what programs and other languages go by; the sentence is for the person. What the rules of a game refuse has
the code `rules.` and the rules' own, and its sentence stands in the game's room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

Values = dict[str, str | int]

SENTENCES: Mapping[str, str] = {
    # a table before the game
    "no_clock": "There is no clock '{clock}'; it is one of {clocks}.",
    "no_setting": "{why}",
    "seated_already": "You have a seat already; swap to move to another.",
    "bad_name": "A name has 1 to {most} visible characters.",
    "bad_nonce": "A nonce has at most {most} visible ASCII characters and no spaces.",
    "seat_taken": "Seat {seat} is taken.",
    "seat_kept": "This seat is kept for {name}.",
    "all_seats_taken": "All seats are taken.",
    "no_seat": "There is no seat {seat}; the seats are 0 to {last}.",
    "not_seated": "You have no seat at this table.",
    "no_level": "There is no level '{level}'; it is one of {levels}.",
    "no_bot_there": "There is no bot in seat {seat}.",
    "somebody_there": "{name} sits there; only who opened the table can change places with players.",
    "only_opener": "Only who opened the table can do that.",
    "free_seats": "Free seats: {seats}. The game begins when all are taken, by players or bots.",
    "begun_already": "The game has begun already.",
    "not_begun": "The game has not begun yet.",
    # in the game, and after it
    "over": "The game is over.",
    "bad_id": "An id has at most {most} visible characters.",
    "bad_steps": "An action has 1 to {most} steps.",
    "bad_action": "{why}",
    "one_action": "Only the steps of one action can be done together.",
    "moved_on": "The table has moved on since you chose: look again.",
    "bot_not_asked": "The bot of seat {seat} is not asked any more.",
    "nobody_away": "Seat {seat} is not the seat of another person.",
    "still_here": "{name} is here, or has not been away for long.",
    "nothing_to_play": "There is nothing to play on from there: choose a move in the middle of the game.",
    "rematch_later": "A rematch begins when the game is over.",
    "transcript_later": "The transcript is there when the game is over.",
    "after_the_game": "This is there when the game is over.",
    # a server
    "others_quicker": "Others were quicker several times; look again.",
    "busy": "This table has too much to do; try again in a moment.",
    "unsaved": "The table could not be saved just now; try again: it will be done once.",
    "unavailable": "The tables cannot be read just now; try again in a moment.",
    "only_watching": "Say your name first: you are only watching.",
    "no_name": "Say your name first.",
    "unseen_name": "A name needs at least one character that can be seen.",
    "bot_name": "Bots are called so; choose another name.",
    "long_name": "A name has at most {most} characters; this one has {length}.",
    "bad_code": "This code is not good, or no longer; ask your other device for a new one.",
    "other_guest": "This device is {name} already; say that it may become somebody else.",
    "logged_out": "You logged out everywhere.",
    "hello_first": "Say hello first.",
    "silence": "Partners at this table play in silence until the game is over.",
    "no_player": "There is no such player.",
    "no_table": "There is no such table; check the link.",
    "unknown_rules": "{why}",
    "no_lesson": "{game} has no lesson {lesson}.",
    "bad_lesson": "{why}",
    "no_game": "There is no such game. The games are {games}.",
    "bad_message": "This message cannot be read: {why}.",
    "bad_request": "This request cannot be read: {why}.",
    "http": "{why}",
    "no_http": "This is no HTTP request that can be read.",
    "long_headers": "The headers of this request are too long.",
    "no_handshake": "This is no WebSocket handshake that can be read.",
    "no_socket": "There is no such socket.",
    "no_page": "There is no such page.",
    "other_site": "This request comes from another site.",
    "restarting": "The server is restarting.",
    "safe_restart": "The server is restarting; your game is safe.",
    "loaded_anew": "The table is loaded anew; come again in a moment.",
    "elsewhere": "You opened this table elsewhere; go on there.",
    "broken": "Something is wrong on the server.",
    # too much of something
    "many_commands": "That was too much at once; wait a moment.",
    "many_messages": "Too many messages at once.",
    "many_bad_messages": "Too many messages that cannot be read.",
    "many_requests": "Too many requests at once; wait a moment.",
    "many_connections": "Too many connections from your address; wait a moment.",
    "many_unanswered": "Wait for an answer before you ask for more.",
    "many_guests": "Many guests have come from your address; wait a moment.",
    "many_tables": "You have opened many tables; wait a moment before the next one.",
    "many_tables_here": "Many tables were opened from your address; wait a moment before the next one.",
    "many_stories": "You asked for long stories too often; wait a moment.",
    "many_names": "You changed your name often; wait a few minutes.",
    "many_reactions": "That was enough for now; wait a moment.",
    "many_hellos": "You said hello too often; wait a moment.",
    # a client, and the terminal
    "no_link": "{link} is no link to a table; expected one such as http://localhost:8000/t/abcdefghijklmnop.",
    "only_a_server": "{link} is a server, not a table: say which game to open a table for.",
    "no_answer": "There is no answer from {address}: {why}.",
    "odd_answer": "The server says: {why}.",
    "late_answer": "The server does not answer.",
    "unreachable": "The table cannot be reached: {why}.",
    "no_table_yet": "Go to a table first.",
    "not_your_move": "It is not your move.",
    "no_hints": "There are no hints at a server's table.",
    "no_file": "{file}: {why}.",
}

SEE_TO_IT = "Nothing can be saved until whoever runs the server has seen to it."
STORE_TROUBLES: Mapping[str, str] = {
    "disk_full": f"The server's disk is full. {SEE_TO_IT}",
    "disk_failing": f"The server's disk cannot be read or written. {SEE_TO_IT}",
    "file_gone": f"The server's file of tables was deleted or moved. {SEE_TO_IT}",
    "damaged": f"The server's tables are damaged. {SEE_TO_IT}",
    "no_layout": f"The server's store has lost its layout. {SEE_TO_IT}",
    "database_full": f"The database's disk is full. {SEE_TO_IT}",
    "database_locked": f"The database takes no changes. {SEE_TO_IT}",
    "store_silent": "The store does not answer.",
}
"""What can be wrong with a store, by the codes that it gives."""


class Refused(Exception):
    """Something that cannot be done: a code with its values; the message is a sentence to the person who asked."""

    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(SENTENCES[code].format_map(values))
        self.code = code
        self.values: Values = values

    @classmethod
    def by_store(cls, code: str) -> Self:
        """What is wrong with the store."""
        return cls.told(code, STORE_TROUBLES[code])

    @classmethod
    def told(cls, code: str, sentence: str, values: Values | None = None) -> Self:
        """A refusal whose sentence somebody else has said: the rules of a game, or a server."""
        refused = cls.__new__(cls)
        Exception.__init__(refused, sentence)
        refused.code, refused.values = code, values or {}
        return refused


def sentence(text: str) -> str:
    """An error's text as a sentence.

    >>> sentence("there is no game 'spat'")
    "There is no game 'spat'."
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
