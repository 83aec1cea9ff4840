"""A table's picture in words: what people look at, and where it lies, as the face of its game says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from handful.cards import CARD_NUMBERS, SUIT_LETTERS, SUIT_SYMBOLS, pretty
from handful.face import Face, Place, Shown, shown_of
from handful.game import Game
from handful.games import find
from handful.kernel import Kind
from handful.observe import Shows, Sight, sights
from handful.table.seats import seat_name
from handful.tui.cards import by_rank, said

Picture = Mapping[str, Any]


class Entry(NamedTuple):
    """An entry of the view that is shown: how, and what it holds."""

    shown: Shown
    sight: Sight

    @property
    def by_seat(self) -> bool:
        return self.sight.field.seated

    @property
    def kind(self) -> Kind:
        return Kind.NUMBER if self.sight.shows is Shows.COUNT else self.sight.field.kind

    @property
    def drawn(self) -> bool:
        """Whether its values are cards that can be drawn."""
        return self.kind in (Kind.CARD, Kind.CARDS) and self.shown.unit == 1

    @property
    def brief(self) -> str:
        """Its label where there is little room."""
        return self.shown.short or self.shown.label

    def words(self, value: Any, who: list[str]) -> str:
        """A value of it in words; nothing for what is not there."""
        if self.sight.field.size and not self.by_seat and self.kind is Kind.CARDS:
            return " – ".join(self._one(row, who) for row in value)
        return self._one(value, who)

    def _one(self, value: Any, who: list[str]) -> str:
        if isinstance(value, list):
            if self.shown.unit > 1:
                return str(len(value) // self.shown.unit)
            apart = ", " if self.kind in (Kind.SEAT, Kind.SEATS) else " "
            return apart.join(text for item in value if (text := self._one(item, who)))
        if value is None or value is False:
            return ""
        match self.kind:
            case Kind.CARD | Kind.CARDS:
                return pretty(CARD_NUMBERS[value])
            case Kind.SUIT:
                return str(SUIT_SYMBOLS[SUIT_LETTERS.index(value)])
            case Kind.SEAT | Kind.SEATS:
                return str(who[value])
            case Kind.WORD:
                return str(self.sight.field.words[value])
        return "yes" if value is True else str(value)


def game_of(picture: Picture) -> Game:
    """The game that is played."""
    return find(picture["game"])


def face_of(picture: Picture) -> Face:
    """How the game that is played is shown."""
    return game_of(picture).face


def entries(picture: Picture) -> list[Entry]:
    """What of the view is shown, in the order of the face."""
    game = game_of(picture)
    by_name = {sight.name: sight for sight in sights(game.rules.State)}
    return [Entry(shown, by_name[name]) for name, shown in shown_of(game.face, game.rules.State).items()]


def names(picture: Picture) -> list[str]:
    """Who sits where, by name."""
    return [seat_name(at, info["name"], info["bot"]) for at, info in enumerate(picture["seats"])]


def hand(picture: Picture, seat: int | None) -> list[str] | None:
    """The cards of a seat by rank; None if they cannot be seen."""
    face, view = face_of(picture), picture["view"]
    cards = view[face.hand][seat] if view and face.hand and seat is not None else None
    return None if cards is None else sorted(cards, key=lambda card: by_rank(card, face.highest))


def hand_size(picture: Picture, seat: int) -> int | None:
    """How many cards a seat holds; None if that cannot be seen."""
    game, view = game_of(picture), picture["view"]
    counts = [sight for sight in sights(game.rules.State) if sight.shows is Shows.COUNT]
    sizes = [view[sight.name][seat] for sight in counts if view and sight.field.name == game.face.hand]
    return sizes[0] if sizes else None


def holds(picture: Picture, seat: int) -> str:
    """How many cards a seat holds, in words."""
    size = hand_size(picture, seat)
    return "" if size is None else f"{size} card{'' if size == 1 else 's'}"


def score(picture: Picture, seat: int) -> str:
    """The points of a seat, as far as the view has them."""
    if picture["result"]:
        return str(picture["result"]["scores"][seat])
    field = face_of(picture).score
    return str(picture["view"][field][seat]) if picture["view"] and field else ""


def lying(picture: Picture, seat: int) -> Iterator[tuple[Entry, Any]]:
    """What lies before a player: the entries that are there, each with its value."""
    for entry in entries(picture) if picture["view"] else ():
        if entry.by_seat and (value := picture["view"][entry.sight.name][seat]):
            yield entry, value


def before(picture: Picture, seat: int) -> str:
    """What lies before a player in few words: cards and suits speak for themselves."""
    who = names(picture)
    return " ".join(
        entry.words(value, who)
        if entry.kind in (Kind.CARD, Kind.CARDS, Kind.SUIT)
        else f"{entry.brief} {entry.words(value, who)}"
        for entry, value in lying(picture, seat)
    )


def phase(picture: Picture) -> str:
    """What the phase that the game is in is called; nothing where there is none, or when the game is over."""
    return "" if picture["result"] else face_of(picture).phases.get(picture["phase"], "")


def marks_seats(entry: Entry) -> bool:
    """Whether an entry is a mark on the seats that it holds, as the dealer's."""
    return not entry.by_seat and entry.shown.place is Place.SEAT and entry.kind in (Kind.SEAT, Kind.SEATS)


def facts(picture: Picture, brief: bool = False, drawn: bool = False, marked: bool = False) -> list[str]:
    """What is true of the table, in texts such as `Suit called ♣`, the phase first; or without what is marked."""
    who, view = names(picture), picture["view"]
    now = "" if marked else phase(picture)
    return ([now] if now else []) + [
        f"{entry.brief if brief else entry.shown.label} {text}"
        for entry in entries(picture)
        if view and not entry.by_seat and not (drawn and lies_in_middle(entry)) and not (marked and marks_seats(entry))
        if (text := _of_teams(picture, entry) if by_team(picture, entry) else entry.words(view[entry.sight.name], who))
    ]


def _of_teams(picture: Picture, entry: Entry) -> str:
    """The values of an entry by team, one's own first."""
    who, seat = names(picture), picture["seat"]
    values = zip(teams(picture), picture["view"][entry.sight.name], strict=True)
    told = [(seat in team, _team_name(picture, team), entry.words([value], who)) for team, value in values]
    return " – ".join(f"{name} {words}" for _, name, words in sorted(told, key=lambda one: not one[0]))


def teams(picture: Picture) -> list[list[int]]:
    """Who plays together now; none if everybody plays alone."""
    fixed = [list(team) for team in face_of(picture).teams]
    return fixed or [list(team) for team in picture.get("partners") or ()]


def by_team(picture: Picture, entry: Entry) -> bool:
    """Whether an entry has a value for each team."""
    return not entry.by_seat and 1 < entry.sight.field.size == len(teams(picture))


def _team_name(picture: Picture, team: list[int]) -> str:
    """What a team is called by the one who looks."""
    if picture["seat"] in team:
        return "your team"
    two = len(teams(picture)) == 2 and picture["seat"] is not None
    return "the others" if two else " ".join(names(picture)[seat] for seat in team)


def in_lines(facts: Iterable[str], most: int) -> list[str]:
    """Facts in lines of that length at most, where none is broken."""
    lines: list[str] = []
    for fact in facts:
        if lines and len(lines[-1]) + len(fact) + 3 <= most:
            lines[-1] += f" · {fact}"
        else:
            lines.append(fact)
    return lines


def lies_in_middle(entry: Entry) -> bool:
    """Whether these are cards in the middle of the table."""
    return entry.shown.place is Place.MIDDLE and entry.drawn and not entry.sight.field.size


def spoken(picture: Picture, action: str) -> str:
    """The text of an action as people say it at this table."""
    return said(action, names(picture), face_of(picture).spoken)


def aim(picture: Picture) -> list[str]:
    """What the game is about, in sentences: what one tries to do, when it is over, and who plays together."""
    game, who, seat = game_of(picture), names(picture), picture["seat"]
    friends = [who[other] for team in teams(picture) if seat in team for other in team if other != seat]
    together = f"You play together with {listed(friends)}." if friends else ""
    return [told for told in (game.face.goal, ending(picture), together) if told]


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["Ada", "Bo", "Cy"])
    'Ada, Bo and Cy'
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def ending(picture: Picture) -> str:
    """When the match is over and who has won, with the options of this table."""
    game = game_of(picture)
    values = {name: option.write(option.default) for name, option in game.options.items()} | picture["options"]
    return game.face.ending.format_map(values)


def result(picture: Picture) -> list[str]:
    """How the game ended, a line each: who won, then the points."""
    ended, who = picture["result"], names(picture)
    if not ended:
        return []
    if together := _together(picture):
        ranked = sorted(together, key=lambda team: (team[0] not in ended["winners"], -ended["scores"][team[0]]))
        told = [(_team_name(picture, team), ", ".join(who[seat] for seat in team)) for team in ranked]
        scores = [ended["scores"][team[0]] for team in ranked]
        return [
            verdict(picture),
            *(
                f"{name[0].upper()}{name[1:]} ({them}): {points}"
                for (name, them), points in zip(told, scores, strict=True)
            ),
        ]
    ranks = sorted(range(len(who)), key=lambda seat: (seat not in ended["winners"], -ended["scores"][seat]))
    return [
        verdict(picture),
        *(f"{who[seat]}: {ended['scores'][seat]}" for seat in ranks),
    ]


def _together(picture: Picture) -> list[list[int]]:
    """The two teams of a game that is over, if each won or lost together, with the same points, and one looks on."""
    ended, both = picture["result"], teams(picture)
    alike = all(len({(ended["scores"][seat], seat in ended["winners"]) for seat in team}) == 1 for team in both)
    return both if len(both) == 2 and alike and picture["seat"] is not None else []


def verdict(picture: Picture) -> str:
    """Who has won, in a sentence to the one who looks."""
    winners, who, own = picture["result"]["winners"], names(picture), picture["seat"]
    if winners and (both := _together(picture)):
        points = {own in team: picture["result"]["scores"][team[0]] for team in both}
        return f"Your team has {'won' if own in winners else 'lost'}, {points[True]} to {points[False]}."
    others = listed([who[seat] for seat in winners if seat != own])
    if own in winners:
        return f"You have won, together with {others}." if others else "You have won."
    lost = " You have lost." if own is not None and winners else ""
    return f"Won by {others}.{lost}" if winners else "Nobody has won."


def status(picture: Picture) -> str:
    """What the table waits for, in a sentence."""
    if picture["status"] == "open":
        free = sum(info["free"] for info in picture["seats"])
        seats = "seats are" if free > 1 else "seat is"
        return f"The table waits: {free} {seats} free." if free else "All seats are taken: the game can start."
    if picture["result"]:
        return result(picture)[0]
    if picture["status"] == "stopped":
        return "The game was stopped."
    if picture["seat"] in picture["actors"]:
        return prompt(picture)
    return f"To act: {', '.join(names(picture)[seat] for seat in picture['actors'])}."


def verb_of(action: str) -> str:
    """The first word of an action that is no card: `take`, or `with` of `2h with 0`; nothing for cards alone."""
    return next((word for word in action.split(" ") if word not in CARD_NUMBERS), "")


def prompt(picture: Picture) -> str:
    """What you are asked for."""
    prompts = face_of(picture).prompts
    verbs = {verb_of(text) for text in picture["legal"]}
    asked = prompts.get(verbs.pop() if len(verbs) == 1 else "") or prompts.get("", "")
    return asked or "It is your move."
