"""Lines of play tried from a position, in branches: none that was tried is lost. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position

Path = tuple[Move, ...]


@dataclass(frozen=True)
class Exploration:
    """Lines of play from one position. A value: every change makes a new one.

    ``timeline`` is the line that is looked at now. ``branches`` are the moves tried after every
    path from the start that was gone on from, in the order in which they were first tried.
    """

    timeline: Timeline
    branches: Mapping[Path, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, timeline: Timeline) -> Self:
        """The exploration of a game from where it is, its moves being the first line."""
        moves = timeline.moves
        return cls(timeline, {moves[:ply]: (move,) for ply, move in enumerate(moves)})

    @classmethod
    def begin(cls, position: Position) -> Self:
        """The exploration of a position."""
        return cls(Timeline.begin(position))

    @property
    def position(self) -> Position:
        return self.timeline.position

    @property
    def tried(self) -> Path:
        return self.branches.get(self.timeline.played, ())

    @property
    def siblings(self) -> Path:
        """The moves that were tried instead of the last one, that one included."""
        return self.branches.get(self.timeline.played[:-1], ()) if self.timeline.ply else ()

    def play(self, move: Move | str) -> "Exploration":
        """Continue with a move, in a new branch if it is new here; ValueError if illegal."""
        path = self.timeline.played
        timeline = self.timeline.play(move)
        played = timeline.moves[-1]
        if played in self.tried:
            # Keep what was explored after it before.
            return replace(self, timeline=self._followed(timeline))
        return Exploration(timeline, {**self.branches, path: (*self.tried, played)})

    def _followed(self, timeline: Timeline) -> Timeline:
        """A line with the first moves that were tried after it, to be played again."""
        ply = timeline.ply
        while later := self.branches.get(timeline.played, ()):
            timeline = timeline.play(later[0])
        return timeline.at(ply)

    def back(self) -> "Exploration":
        """Undo the last move; ValueError at the start."""
        return replace(self, timeline=self.timeline.undo())

    def forward(self) -> "Exploration":
        """Redo the move that was undone; ValueError if there is none."""
        return replace(self, timeline=self.timeline.redo())

    def other_branch(self) -> "Exploration":
        """The next move that was tried instead of the last one; ValueError without another."""
        siblings = self.siblings
        if len(siblings) < 2:
            raise ValueError("you tried no other move here")
        following = siblings[(siblings.index(self.timeline.played[-1]) + 1) % len(siblings)]
        return self.back().play(following)

    def lines(self, path: Path = ()) -> Iterator[Path]:
        """All lines that were tried after a path, each from the start to its end."""
        later = self.branches.get(path, ())
        if not later and path:
            yield path
        for move in later:
            yield from self.lines((*path, move))
