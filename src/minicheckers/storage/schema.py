"""The schema of the database: every table, and what must hold in it. docs/files.md explains it.

A fact is stored once. What follows from it (the record, streaks, ratings) is a query.
"""

import re

#: "mchk", in the header of the file: whose database it is.
APPLICATION_ID = 0x6D63686B
#: A file with a higher number was written by a newer program and is not touched.
VERSION = 1

#: In every table ``checksum`` is over the other columns but ``id``, in their order.
SCHEMA = (
    """
CREATE TABLE games (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice
    change          INTEGER NOT NULL UNIQUE,  -- counts the changes of all games: the latest is the
                                              -- highest, whatever the clock says
    started         TEXT NOT NULL,  -- in UTC: 2026-12-31T23:59:59Z, of old games only the day
    updated         TEXT NOT NULL,
    variant         TEXT NOT NULL,
    size            INTEGER NOT NULL CHECK (typeof(size) = 'integer'),
    rules           TEXT,           -- JSON; NULL: the rules of that name that come with the program
    start           TEXT NOT NULL,  -- FEN
    moves           TEXT NOT NULL,  -- all of them, those taken back included, a space between
    ply             INTEGER NOT NULL,  -- so many of them count as played
    black           TEXT,           -- the level; NULL: a person
    white           TEXT,
    black_time      REAL CHECK (black_time > 0),  -- seconds a move
    white_time      REAL CHECK (white_time > 0),
    black_depth     INTEGER CHECK (black_depth > 0),
    white_depth     INTEGER CHECK (white_depth > 0),
    seed            TEXT,           -- a whole number of any length
    black_used      REAL NOT NULL CHECK (black_used >= 0),  -- seconds so far
    white_used      REAL NOT NULL CHECK (white_used >= 0),
    clock_seconds   REAL CHECK (clock_seconds > 0),         -- the clock a side, if there is one
    clock_increment REAL CHECK (clock_increment >= 0),
    black_left      REAL CHECK (black_left >= 0),
    white_left      REAL CHECK (white_left >= 0),
    helped          INTEGER NOT NULL CHECK (helped IN (0, 1)),  -- by the coach
    counts          INTEGER NOT NULL CHECK (counts IN (0, 1)),  -- in the record, once it is over
    resigned        TEXT CHECK (resigned IN ('black', 'white')),
    out_of_time     TEXT CHECK (out_of_time IN ('black', 'white')),
    result          TEXT CHECK (result IN ('1-0', '0-1', '1/2-1/2')),  -- NULL: unfinished
    checksum        INTEGER NOT NULL,
    -- Without a move there is no space between moves, but no move either.
    CHECK (ply BETWEEN 0 AND length(moves) - length(replace(moves, ' ', '')) + (moves <> '')),
    CHECK (NOT counts OR (black IS NULL) <> (white IS NULL)),
    CHECK ((clock_seconds IS NULL) = (clock_increment IS NULL)
       AND (clock_seconds IS NULL) = (black_left IS NULL)
       AND (clock_seconds IS NULL) = (white_left IS NULL)),
    CHECK (result IS NOT NULL OR (resigned IS NULL AND out_of_time IS NULL))
)""",
    """
CREATE TRIGGER a_finished_game_stays BEFORE UPDATE ON games WHEN OLD.result IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished game is never changed'); END""",
    """
CREATE TRIGGER a_finished_game_is_kept BEFORE DELETE ON games WHEN OLD.result IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished game is never removed'); END""",
    """
-- What the games that count were worth to the person. The record is a sum of this.
CREATE VIEW results AS
SELECT change, updated AS finished, variant, coalesce(black, white) AS level, helped,
       CASE WHEN result = '1/2-1/2' THEN 0.5
            WHEN (result = '0-1') = (black IS NULL) THEN 1.0
            ELSE 0.0 END AS score
FROM games WHERE counts AND result IS NOT NULL""",
    """
-- Results that were counted before games were kept.
CREATE TABLE earlier_results (
    variant  TEXT NOT NULL,
    level    TEXT NOT NULL,
    helped   INTEGER NOT NULL CHECK (helped IN (0, 1)),
    wins     INTEGER NOT NULL CHECK (typeof(wins) = 'integer' AND wins >= 0),
    draws    INTEGER NOT NULL CHECK (typeof(draws) = 'integer' AND draws >= 0),
    losses   INTEGER NOT NULL CHECK (typeof(losses) = 'integer' AND losses >= 0),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (variant, level, helped)
)""",
    """
-- Each puzzle that was tried, in order; once it has been solved it is not counted again.
CREATE TABLE puzzle_tries (
    id         INTEGER PRIMARY KEY,
    puzzle     TEXT NOT NULL,
    difficulty INTEGER CHECK (difficulty BETWEEN 1 AND 5),  -- NULL: solved before tries were kept
    clean      INTEGER NOT NULL CHECK (clean IN (0, 1)),    -- at the first try and without help
    tried      TEXT NOT NULL,
    checksum   INTEGER NOT NULL
)""",
    "CREATE UNIQUE INDEX a_puzzle_is_solved_once ON puzzle_tries (puzzle) WHERE clean",
    """
-- The figures of the tries that were not kept; at most one row.
CREATE TABLE earlier_puzzles (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    streak      INTEGER NOT NULL CHECK (streak >= 0),
    best_streak INTEGER NOT NULL CHECK (best_streak >= 0),
    rating      INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 4000),
    checksum    INTEGER NOT NULL
)""",
    """
CREATE TABLE fixed_mistakes (
    position TEXT PRIMARY KEY,  -- the name of the position
    fixed    TEXT NOT NULL,
    checksum INTEGER NOT NULL
)""",
    """
CREATE TABLE preferences (
    name     TEXT PRIMARY KEY,
    value    NOT NULL,  -- of any type; a preference without a row has its default
    checksum INTEGER NOT NULL
)""",
)

#: What leads from a version to the next one. Afterwards the schema must be that of a new database,
#: to the letter: the check of a database compares it.
MIGRATIONS: dict[int, tuple[str, ...]] = {}

TABLES: list[str] = re.findall(r"CREATE TABLE (\w+)", "".join(SCHEMA))
