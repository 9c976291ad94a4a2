"""A store without a disk."""

import datetime
from pathlib import Path

from minicheckers.game.session import Session
from minicheckers.storage.games import columns_of, opponent_rating
from minicheckers.storage.store import (
    Daily,
    GameResult,
    KeptGame,
    Preferences,
    PuzzleStats,
    Stats,
    Store,
    StoreError,
)


class MemoryStore(Store):
    """A store without a disk. ``games_saved`` has every game as it was saved."""

    def __init__(self, record: Stats, preferences: Preferences) -> None:
        super().__init__(Path("nowhere"))
        self.games_saved: list[Session] = []
        self.written: dict[str, str] = {}
        self.full = False
        self._kept: dict[int, Session] = {}
        self._number: int | None = None
        self._over = False
        self._counts = True
        self._rated = False
        self._memory = (record, preferences)
        self._fixed: set[str] = set()
        self._puzzle_stats = PuzzleStats()
        self._wrong: dict[int, dict[str, object]] = {}

    @property
    def open_game(self) -> int | None:
        return self._number

    def begin(self) -> None:
        self._number, self._over = None, False

    def resume(self, game: int | None = None) -> Session | None:
        number = game or max(self._kept)
        self._number, self._over = number, False
        return self._kept[number]

    def save(self, session: Session) -> None:
        self._unsaved = session
        if self.full:
            raise StoreError("there is no room left")
        self._unsaved = None
        if self._number is None or self._over:
            self._counts = not self._over or self._number is None
            self._number = len(self._kept) + 1
        self._kept[self._number] = session
        self._over = session.outcome is not None
        self.games_saved.append(session)

    def finish(self, session: Session) -> None:
        again = self._over and self._kept.get(self._number or 0) == session
        if again:
            return
        self.save(session)
        self._rated = False
        outcome, person = session.outcome, session.person
        if self._counts and outcome is not None and person is not None:
            score = 0.5 if outcome.winner is None else float(outcome.winner is person)
            level = session.player(person.other).level or ""
            game, rating = session.variant.name, opponent_rating(columns_of(session))
            result = GameResult("2024-12-31", game, level, session.helped, score, rating)
            self._rated = rating is not None
            before = self._memory[0]
            earlier = [
                {"variant": game, "level": level, "helped": helped, **vars(tally)}
                for helped, tallies in enumerate((before.alone, before.helped))
                for (game, level), tally in tallies.items()
            ]
            self._memory = (Stats.of([result], earlier), self._memory[1])

    @property
    def is_rated(self) -> bool:
        return self._rated

    def discard(self, game: int) -> None:
        del self._kept[game]

    def keep(self, session: Session, **columns: object) -> None:
        """Put a game there, possibly with something wrong in it."""
        self._kept[len(self._kept) + 1] = session
        self._wrong[len(self._kept)] = columns

    def games(self, where: str = "TRUE", *values: int) -> tuple[KeptGame, ...]:
        day = {"started": "2024-12-31", "updated": "2024-12-31"}
        games = (
            KeptGame.of({"id": n, **columns_of(session), **day, **self._wrong.get(n, {})})
            for n, session in reversed(self._kept.items())
        )
        return tuple(game for game in games if game.is_finished == ("NOT" in where))

    def known_stats(self) -> Stats | None:
        return self._memory[0]

    def fixed_mistakes(self) -> frozenset[str]:
        return frozenset(self._fixed)

    def fix_mistake(self, position: str) -> None:
        self._fixed.add(position)

    def puzzles(self) -> PuzzleStats:
        return self._puzzle_stats

    def puzzle_tried(self, name: str, difficulty: int, clean: bool) -> PuzzleStats:
        self._puzzle_stats = self._puzzle_stats.plus(name, difficulty, clean)
        return self._puzzle_stats

    def daily(self) -> Daily:
        return Daily(datetime.date(2024, 12, 31))

    def preferences(self) -> Preferences:
        return self._memory[1]

    def set_preferences(self, preferences: Preferences) -> None:
        self._memory = (self._memory[0], preferences)

    def maintain(self) -> None:
        """There is nothing to check."""

    def close(self) -> None:
        """There is nothing to wait for."""

    def write_pdn(self, name: str, text: str) -> Path:
        if name in self.written:
            raise StoreError(f"{name} is already there; choose another name")
        self.written[name] = text
        return Path(name)
