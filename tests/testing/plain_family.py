"""The family of Mini-Checkers once more: rules and search of its own, nothing of the program's.

Men are bits of a number, 6 * row + column of all 36 squares; side 0 goes down, side 1 up. A rule
set is the name that `research/family.py` gives it. The search tries every move, captures first,
and remembers every answer; it knows no bounds but those of counting.
"""

DARK = [6 * row + column for row in range(6) for column in range(6) if (row + column) % 2]
NUMBERS = {cell: number for number, cell in enumerate(DARK, 1)}
BLACK = sum(1 << cell for cell in DARK[:6])
WHITE = sum(1 << cell for cell in DARK[-6:])
LAST_ROWS = (0b111111 << 30, 0b111111)


def _there(cell: int, rows: int, columns: int) -> int | None:
    row, column = cell // 6 + rows, cell % 6 + columns
    return 6 * row + column if 0 <= row < 6 and 0 <= column < 6 else None


def _steps(cell: int, forward: int) -> list[int]:
    places = (_there(cell, forward, columns) for columns in (-1, 1))
    return [1 << place for place in places if place is not None]


def _jumps(cell: int, ways: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """The enemy jumped over and the landing as bits, and where that is."""
    found = []
    for rows in ways:
        for columns in (-1, 1):
            far = _there(cell, 2 * rows, 2 * columns)
            if far is not None:
                found.append((1 << cell + 6 * rows + columns, 1 << far, far))
    return found


class PlainGame:
    """One rule set. A value is the side to move's: a lead in pieces, or 1, 0 and -1."""

    def __init__(self, name: str) -> None:
        self.captures, way, stuck, self.goal = name.split("-")
        self.passes = stuck == "passes"
        self.by_pieces = self.passes and self.goal == "normal"
        self.forced = not self.captures.startswith("free")
        self.chains = self.captures not in ("one", "free")
        both = (1, -1) if way == "back" else ()
        self.steps = [{cell: _steps(cell, forward) for cell in DARK} for forward in (1, -1)]
        self.jumps = [
            {cell: _jumps(cell, both or (forward,)) for cell in DARK} for forward in (1, -1)
        ]
        self.answers: dict[tuple[int, int, int, int], bool] = {}

    def moves(self, own: int, foes: int, side: int) -> list[tuple[int, int, int]]:
        """The men of both sides after every move, and where the man came from."""
        taken: list[tuple[int, int, int, int]] = []
        walked = []
        for cell in DARK:
            man = 1 << cell
            if own & man:
                self._capture(own, foes, side, cell, cell, 0, taken)
                walked += [
                    (own ^ man | to, foes, cell)
                    for to in self.steps[side][cell]
                    if not (own | foes) & to
                ]
        if self.captures == "majority" and taken:
            most = max(number for *_, number in taken)
            taken = [capture for capture in taken if capture[3] == most]
        caught = [(own, foes, start) for own, foes, start, _ in taken]
        return caught if caught and self.forced else caught + walked

    def _capture(
        self,
        own: int,
        foes: int,
        side: int,
        start: int,
        cell: int,
        number: int,
        taken: list[tuple[int, int, int, int]],
    ) -> None:
        goes_on = False
        arrived = self.goal == "breakthrough" and 1 << cell & LAST_ROWS[side]
        if not number or (self.chains and not arrived):
            for over, landing, place in self.jumps[side][cell]:
                if foes & over and not (own | foes) & landing:
                    goes_on = True
                    after = own ^ 1 << cell | landing
                    self._capture(after, foes ^ over, side, start, place, number + 1, taken)
        if number and not goes_on:
            taken.append((own, foes, start, number))

    def reaches(self, own: int, foes: int, side: int, goal: int) -> bool:
        """Whether the value for the side to move is at least the goal."""
        if self.by_pieces and (goal > own.bit_count() or goal <= -foes.bit_count()):
            return goal <= 0
        question = own, foes, side, goal
        if question not in self.answers:
            self.answers[question] = self._reaches(own, foes, side, goal)
        return self.answers[question]

    def _reaches(self, own: int, foes: int, side: int, goal: int) -> bool:
        if self.goal == "breakthrough" and foes & LAST_ROWS[1 - side]:
            return goal <= -1
        replies = self.moves(own, foes, side) if own and foes else []
        if replies:
            return any(
                not self.reaches(foes_left, moved, 1 - side, 1 - goal)
                for moved, foes_left, _ in replies
            )
        if own and foes and self.passes and self.moves(foes, own, 1 - side):
            return not self.reaches(foes, own, 1 - side, 1 - goal)
        return self._end(own, foes) >= goal

    def _end(self, own: int, foes: int) -> int:
        lead = own.bit_count() - foes.bit_count()
        if self.by_pieces:
            return lead
        won = (lead > 0) - (lead < 0) if self.passes or not own else -1
        return -won if self.goal == "losing" else won

    def value(self, own: int, foes: int, side: int) -> int:
        value = -max(1, foes.bit_count()) if self.by_pieces else -1
        most = own.bit_count() if self.by_pieces else 1
        while value < most and self.reaches(own, foes, side, value + 1):
            value += 1
        return value

    def first_moves(self) -> dict[str, int]:
        """The value of every first move, which are all steps."""
        found = {}
        for own, foes, start in self.moves(BLACK, WHITE, 0):
            (end,) = (cell for cell in DARK if own & ~BLACK & 1 << cell)
            name = f"{NUMBERS[start]}-{NUMBERS[end]}"
            found[name] = -self.value(foes, own, 1)
        return found
