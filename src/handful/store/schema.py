"""How the database is laid out: steps that are applied in order, each once, when a store is opened.

A step that was ever released is never edited: a change is a new step after the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from handful.store import Unavailable


class Dialect(NamedTuple):
    """What a database calls the kinds of columns."""

    key: str
    whole: str
    real: str
    truth: str
    bytes: str
    told: str
    """The value of a field of an entry, by the field's name."""


SQLITE = Dialect(
    key="INTEGER PRIMARY KEY",
    whole="INTEGER",
    real="REAL",
    truth="INTEGER",
    bytes="BLOB",
    told="json_extract(CAST(body AS TEXT), '$.' || ",
)
POSTGRESQL = Dialect(
    key="bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    whole="bigint",
    real="double precision",
    truth="boolean",
    bytes="bytea",
    told="(convert_from(body, 'UTF8')::json ->> ",
)

Step = Sequence[str]

# An entry refers to its table by a small number: the index of a busy log is then a third of the size, and the
# tables that are being played lie side by side in it. There is no foreign key: only an append writes entries, and it
# has just read and locked the table's row.
THE_LOG: Step = (
    """CREATE TABLE tables (
        key {key}, id text NOT NULL UNIQUE, game text NOT NULL, public {truth} NOT NULL, status text NOT NULL,
        opened {whole} NOT NULL, changed {whole} NOT NULL, entries {whole} NOT NULL,
        node text NOT NULL DEFAULT '', until {whole} NOT NULL DEFAULT 0)""",
    "CREATE INDEX tables_by_status ON tables (status, opened)",
    "CREATE INDEX tables_by_node ON tables (node) WHERE node <> ''",
    "CREATE TABLE secrets (table_key {whole} NOT NULL PRIMARY KEY, secret text NOT NULL)",
    """CREATE TABLE entries (
        table_key {whole} NOT NULL, number {whole} NOT NULL, body {bytes} NOT NULL, UNIQUE (table_key, number))""",
    "CREATE TABLE players (id text NOT NULL PRIMARY KEY, name text NOT NULL, created {whole} NOT NULL)",
    "CREATE TABLE keys (name text NOT NULL PRIMARY KEY, secret {bytes} NOT NULL)",
)

RESULTS_AND_RATINGS: Step = (
    """CREATE TABLE results (
        table_id text NOT NULL, game text NOT NULL, ended {whole} NOT NULL, seat {whole} NOT NULL,
        player text NOT NULL, score {whole} NOT NULL, won {truth} NOT NULL, PRIMARY KEY (table_id, seat))""",
    "CREATE INDEX results_by_player ON results (player, ended)",
    """CREATE TABLE ratings (
        player text NOT NULL, game text NOT NULL, mu {real} NOT NULL, sigma {real} NOT NULL, games {whole} NOT NULL,
        PRIMARY KEY (game, player))""",
)

# Between the last move of a game and its results a process may die: what is still to be rated is written down with the
# move. And clocks stand still while nobody looks after a table: `tended` is when somebody last did.
UNRATED_AND_TENDED: Step = (
    "CREATE TABLE unrated (table_id text NOT NULL PRIMARY KEY, ended {whole} NOT NULL)",
    """INSERT INTO unrated (table_id, ended) SELECT id, changed FROM tables
        WHERE status = 'over' AND id NOT IN (SELECT table_id FROM results)""",
    "ALTER TABLE tables ADD COLUMN tended {whole} NOT NULL DEFAULT 0",
)

# Who has ever sat at a table, or opened it: so that everybody finds back to their games. Those who have left are in it
# too; whoever asks looks at the table anyway. Public pages of players; and what a result needs to be told as a story.
PEOPLE_AND_STORIES: Step = (
    """CREATE TABLE seated (player text NOT NULL, table_key {whole} NOT NULL, PRIMARY KEY (player, table_key))""",
    """INSERT INTO seated (player, table_key) SELECT DISTINCT {told}'player'), table_key FROM entries
        JOIN tables ON tables.key = table_key
        WHERE tables.status IN ('open', 'playing') AND {told}'kind') = 'sat'""",
    "ALTER TABLE players ADD COLUMN sign text NOT NULL DEFAULT ''",
    "ALTER TABLE players ADD COLUMN colour text NOT NULL DEFAULT ''",
    "ALTER TABLE players ADD COLUMN page text NOT NULL DEFAULT ''",
    "CREATE UNIQUE INDEX players_by_page ON players (page) WHERE page <> ''",
    "ALTER TABLE results ADD COLUMN name text NOT NULL DEFAULT ''",
    "ALTER TABLE results ADD COLUMN seats {whole} NOT NULL DEFAULT 0",
    "ALTER TABLE results ADD COLUMN place {whole} NOT NULL DEFAULT 0",
    "ALTER TABLE results ADD COLUMN mu {real} NOT NULL DEFAULT 0",
    "ALTER TABLE results ADD COLUMN sigma {real} NOT NULL DEFAULT 0",
    """UPDATE results SET seats = (SELECT count(*) FROM results AS other WHERE other.table_id = results.table_id),
        place = 1 + (SELECT count(*) FROM results AS other WHERE other.table_id = results.table_id
            AND ((other.won AND NOT results.won) OR (other.won = results.won AND other.score > results.score)))""",
)

# Where a table was opened from and a guest sat down last, as a mark that tells no address; the generation of a guest's
# cookies, which is another after logging out everywhere; and codes for other devices, good once.
GUESTS: Step = (
    "ALTER TABLE tables ADD COLUMN source text NOT NULL DEFAULT ''",
    "ALTER TABLE players ADD COLUMN generation {whole} NOT NULL DEFAULT 0",
    "ALTER TABLE players ADD COLUMN source text NOT NULL DEFAULT ''",
    "CREATE INDEX players_by_generation ON players (generation) WHERE generation > 0",
    "CREATE TABLE codes (mark text NOT NULL PRIMARY KEY, player text NOT NULL, until {whole} NOT NULL)",
)

STEPS: tuple[Step, ...] = (THE_LOG, RESULTS_AND_RATINGS, UNRATED_AND_TENDED, PEOPLE_AND_STORIES, GUESTS)

VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema (version {whole} NOT NULL, checked {whole} NOT NULL)"
"""One row: how many steps were applied, and when somebody last looked whether the store can write."""


def missing(version: int, steps: Sequence[Step], dialect: Dialect) -> list[str]:
    """The statements that bring a store of a version up to date."""
    if version > len(steps):
        raise Unavailable(
            f"This store was written by a newer Handful (its layout is {version}, this one knows {len(steps)}). "
            "Start the newer one, or choose another store."
        )
    return [in_dialect(statement, dialect) for step in steps[version:] for statement in step]


def in_dialect(statement: str, dialect: Dialect) -> str:
    """A statement with the column kinds of a database."""
    return statement.format(**dialect._asdict())
