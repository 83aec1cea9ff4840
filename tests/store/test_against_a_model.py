"""Anything done to a store has the same outcome as in a model that is a few dictionaries."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handful.store import Conflict, PlayerRow, RatingRow, ResultRow, Store, TableRow, open_store
from handful.store.schema import STEPS
from handful.table.entries import AnyEntry, Sat
from tests.store.postgres import Postgres
from tests.store.things import SECRET, first, lay_out, move, row

EMPTY = [
    f"DELETE FROM {name}"
    for name in ("tables", "secrets", "entries", "players", "keys", "results", "ratings", "unrated", "seated", "codes")
]


@dataclass
class Model:
    """A store as one would wish it: no disk, no concurrency."""

    rows: dict[str, TableRow] = field(default_factory=dict)
    logs: dict[str, list[AnyEntry]] = field(default_factory=dict)
    leases: dict[str, tuple[str, int]] = field(default_factory=dict)
    players: dict[str, PlayerRow] = field(default_factory=dict)
    kept: dict[str, list[ResultRow]] = field(default_factory=dict)
    rated: dict[tuple[str, str], RatingRow] = field(default_factory=dict)
    over: dict[str, int] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    came: dict[str, str] = field(default_factory=dict)
    later: dict[str, int] = field(default_factory=dict)
    seated: set[tuple[str, str]] = field(default_factory=set)

    def open_table(self, new: TableRow, secret: str, entry: AnyEntry) -> None:
        if new.id in self.rows:
            if self.logs[new.id][0] != entry:
                raise Conflict
            return
        self.rows[new.id], self.logs[new.id] = new, [entry]
        self.seated.add((entry.by, new.id))

    def append(self, table: str, number: int, entries: list[AnyEntry], status: str) -> None:
        if not entries:
            return
        log = self.logs.get(table)
        if log is not None and number > 0 and log[number - 1 : number - 1 + len(entries)] == entries:
            return
        if log is None or number != len(log) + 1:
            raise Conflict
        log += entries
        old = self.rows[table]
        self.rows[table] = TableRow(
            table, old.game, old.public, status, old.opened, entries[-1].at, len(log), old.source
        )
        self.seated |= {(entry.player, table) for entry in entries if isinstance(entry, Sat)}
        if status in ("over", "stopped"):
            self.leases.pop(table, None)
        if status == "over":
            self.over.setdefault(table, entries[-1].at)

    def games_of(self, player: str, limit: int) -> list[TableRow]:
        mine = [row for id, row in self.rows.items() if (player, id) in self.seated]
        going = [row for row in reversed(mine) if row.status in ("open", "playing")]
        return sorted(going, key=lambda row: -row.changed)[:limit]

    def not_rated(self, table: str) -> None:
        self.over.pop(table, None)

    def read(self, table: str, after: int) -> list[AnyEntry]:
        return self.logs.get(table, [])[after:]

    def table(self, table: str) -> TableRow | None:
        return self.rows.get(table)

    def tables(self, status: str, public: bool, limit: int, since: int, each: int) -> list[TableRow]:
        found = [one for one in self.rows.values() if one.status == status and (one.public or not public)]
        found.reverse()  # of two that were opened at once, the later one is the newer
        in_order = sorted([one for one in found if one.changed >= since], key=lambda one: -one.opened)
        shares: Counter[str] = Counter()
        shown = []
        for one in in_order:
            shares[one.source or one.id] += 1
            if shares[one.source or one.id] <= each:
                shown.append(one)
        return shown[:limit]

    def lease(self, table: str, node: str, milliseconds: int) -> bool:
        holder, left = self.leases.get(table, (node, 0))
        if table not in self.rows or (holder != node and left > 0):
            return False
        self.leases[table] = (node, milliseconds)
        return True

    def renew(self, node: str, milliseconds: int) -> set[str]:
        held = {table for table, (holder, left) in self.leases.items() if holder == node and left > 0}
        for table in held:
            if self.rows[table].status == "playing":
                self.leases[table] = node, milliseconds
        return {table for table in held if self.leases[table][1] > 0}

    def save_code(self, mark: str, player: str, milliseconds: int) -> None:
        self.codes = {one: whose for one, whose in self.codes.items() if whose != player}
        self.codes.pop(mark, None)
        if milliseconds > 0:
            self.codes[mark] = player

    def peek_code(self, mark: str) -> str:
        return self.codes.get(mark, "")

    def use_code(self, mark: str) -> str:
        return self.codes.pop(mark, "")

    def save_source(self, player: str, source: str) -> None:
        if player in self.players:
            self.came[player] = source

    def arrival(self, player: str) -> tuple[int, str]:
        return (self.players[player].created, self.came.get(player, "")) if player in self.players else (0, "")

    def log_out(self, player: str) -> int:
        self.codes = {one: whose for one, whose in self.codes.items() if whose != player}
        if player in self.players:
            self.later[player] = self.later.get(player, 0) + 1
        return self.later.get(player, 0)

    def generations(self) -> dict[str, int]:
        return self.later

    def met(self, player: str, since: int) -> dict[str, int]:
        shared = [rows for rows in self.kept.values() if player in {one.player for one in rows if one.rated}]
        late = [{one.player for one in rows} - {player} for rows in shared if rows[0].ended > since]
        return dict(Counter(other for rows in late for other in rows))

    def unrated(self, before: int, limit: int) -> list[str]:
        found = sorted((ended, table) for table, ended in self.over.items() if ended <= before)
        return [table for _, table in found][:limit]

    def release(self, node: str) -> None:
        self.leases = {table: lease for table, lease in self.leases.items() if lease[0] != node}

    def orphans(self, limit: int) -> dict[str, int]:
        playing = sorted((one for one in self.rows.values() if one.status == "playing"), key=lambda one: one.opened)
        free = [one for one in playing if self.leases.get(one.id, ("", 0))[1] <= 0]
        return {one.id: one.entries for one in free[:limit]}

    def save_player(self, new: PlayerRow) -> None:
        old = self.players.get(new.id, new)
        self.players[new.id] = PlayerRow(new.id, new.name, old.created, new.sign, new.colour, old.page or new.page)

    def player(self, player: str) -> PlayerRow | None:
        return self.players.get(player)

    def player_of_page(self, page: str) -> PlayerRow | None:
        return next((row for row in self.players.values() if row.page == page != ""), None)

    def save_results(self, results: list[ResultRow], ratings: list[RatingRow]) -> bool:
        if results[0].table in self.kept:
            self.over.pop(results[0].table, None)
            return False
        old = [self.rated.get((one.game, one.player)) for one in ratings]
        if any(before and before.games != one.games - 1 for one, before in zip(ratings, old, strict=True)):
            raise Conflict
        self.over.pop(results[0].table, None)
        self.kept[results[0].table] = results
        self.rated |= {(one.game, one.player): one for one in ratings}
        return True

    def ratings(self, game: str, players: list[str]) -> dict[str, RatingRow]:
        return {player: self.rated[game, player] for player in players if (game, player) in self.rated}

    def history(self, player: str, limit: int, before: int | None, game: str) -> list[ResultRow]:
        mine = [one for rows in self.kept.values() for one in rows if one.player == player and game in ("", one.game)]
        found = [one for one in mine if before is None or one.ended < before]
        return sorted(found, key=lambda one: (-one.ended, one.table, one.seat))[:limit]


Done = tuple[str, tuple[Any, ...]]


def call(name: str, *arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[Done]:
    return st.tuples(st.just(name), st.tuples(*arguments))


lengths = st.sampled_from([0, 1 << 40])
"""Milliseconds that are over at once, and those that last longer than any test."""
tables, people, spots = st.sampled_from("tuv"), st.sampled_from("pq"), st.integers(0, 6)
places = st.sampled_from([1, 1, 1, 1, 0, -1, -2, -9, 2])
"""Where to append, counted from the end of the log."""
statuses, games = st.sampled_from(["open", "playing", "playing", "over", "stopped"]), st.sampled_from(["spar", "claim"])
sat = st.builds(lambda player: Sat(at=1, seat=0, player=player, name="P"), people)
moves = st.lists(st.builds(move, st.just(1), st.sampled_from([1, 1 << 60])) | sat, min_size=1, max_size=3)
rows = st.builds(
    lambda table, status, public, at, source: row(table, status=status, public=public, opened=at, source=source),
    tables,
    statuses,
    st.booleans(),
    spots,
    st.sampled_from(["", "here", "here", "there"]),
)
results = st.builds(
    lambda table, ended, players, rated: [
        ResultRow(table, "spar", ended, n, p, n, n == 0, sigma=float(rated)) for n, p in enumerate(players)
    ],
    tables,
    spots,
    st.lists(people, min_size=1, max_size=3),
    st.booleans(),
)
ratings = st.lists(
    st.builds(RatingRow, people, games, st.floats(-50, 50), st.floats(0, 9), spots),
    max_size=3,
    unique_by=lambda r: (r.player, r.game),
)
appends = call("append", tables, places, moves, statuses)
others = st.one_of(
    call("append", tables, places, st.just([]), statuses),
    call("open_table", rows, st.just(SECRET), st.builds(first, st.integers(1, 2))),
    call("read", tables, spots),
    call("table", tables),
    call("tables", statuses, st.booleans(), spots, spots, st.integers(1, 3)),
    call("lease", tables, people, lengths),
    call("renew", people, lengths),
    call("save_code", st.just("code"), people, lengths),
    call("peek_code", st.just("code")),
    call("use_code", st.just("code")),
    call("save_source", people, st.sampled_from(["here", "there"])),
    call("arrival", people),
    call("log_out", people),
    call("generations"),
    call("met", people, spots),
    call("release", people),
    call("unrated", spots, spots),
    call("orphans", spots),
    call(
        "save_player",
        st.builds(
            lambda one, name, at, sign: PlayerRow(one, name, at, sign, "teal", f"page {one}" if sign else ""),
            people,
            st.text(st.characters(exclude_characters="\0", codec="utf-8")),
            spots,
            st.sampled_from(["", "kite"]),
        ),
    ),
    call("games_of", people | st.just("somebody"), spots),
    call("not_rated", tables),
    call("player_of_page", st.sampled_from(["", "page p", "page q"])),
    call("player", people),
    call("save_results", results, ratings),
    call("ratings", games, st.lists(people, unique=True)),
    call("history", people, spots, st.none() | spots, st.sampled_from(["", "spar", "claim"])),
)


anything = st.booleans().flatmap(lambda appending: appends if appending else others)


def outcome(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Conflict:
        return Conflict


def compare(run: Callable[[Any], Any], store: Store, doings: list[Done]) -> None:
    """Do the same with a store and with the model. Two tables are there from the beginning, or little would happen."""
    model = Model()
    begin = [("open_table", (row(table, status="playing", opened=n), SECRET, first())) for n, table in enumerate("tu")]
    for name, given_arguments in [*begin, *doings]:
        arguments = given_arguments
        if name == "append":
            table, place, *rest = arguments
            arguments = (table, len(model.read(table, 0)) + place, *rest)
        expected = outcome(lambda name=name, arguments=arguments: getattr(model, name)(*arguments))
        found = outcome(lambda name=name, arguments=arguments: run(getattr(store, name)(*arguments)))
        assert found == expected, (name, arguments)
    for table in "tuv":
        assert run(store.read(table)) == model.read(table, 0)
        assert run(store.table(table)) == model.table(table)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_store_does_what_the_model_does(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    postgresql = kind == "postgresql"
    server: Postgres | None = request.getfixturevalue("server") if postgresql else None
    address = server.address() if server else f"{tmp_path}/tables.db"
    with asyncio.Runner() as runner:
        store = runner.run(open_store(address))

        @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(st.lists(anything, min_size=15, max_size=40))
        def same(doings: list[Done]) -> None:
            runner.run(lay_out(address, STEPS, *EMPTY))
            compare(runner.run, store, doings)

        try:
            same()
        finally:
            runner.run(store.close())
