"""A table: seats, clock, shuffle, and the game that is played there, all from its log. No sockets, no database."""
