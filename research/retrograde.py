"""Building the endings by retrograde analysis: from the ends of the game back to all positions.

A material is solved together with the same one seen from the other side, after everything that
captures and crownings lead to. It goes level by level, one ply further from the end each time: a
position is won in n plies if a move leads to one lost in n - 1, and lost in n if every move leads
to a won one, the last of them won in n - 1. Only the predecessors of what the level before has
decided are looked at; moves taken back find them.

What makes it fast without a compiler: the positions that differ in the other side's placement only
are the bits of one number, a *row*. A quiet move changes the mover's placement and nothing else,
so it leads from row to row, and one ``|`` or ``&`` serves hundreds of positions. What may forbid it
is a piece of the other side on its *path*, the squares that it passes and the one it lands on.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from minicheckers.engine.endings.placements import (
    Material,
    masks_of,
    materials,
    placement_count,
)
from minicheckers.engine.endings.table import (
    DRAWN,
    Endings,
    code_before,
    is_lost,
)
from minicheckers.rules.movegen import both_sides, generator
from minicheckers.rules.variant import ENGLISH, Variant

#: The rules that it relies on: a man that ends on its last row becomes a king, any king may move, a
#: side that cannot move has lost, and the last to move wins. Draw rules it does not ask for.
RELIED_ON = ("crowns", "same_king_moves", "stuck", "goal")

#: Hears how many of how many numbers for positions are done. What it raises ends the work.
BuildProgress = Callable[[int, int], None]

#: The code of a number that stands for no position.
UNUSED = 255

#: Men and kings of a placement.
Masks = tuple[int, int]

#: Bits of rows, by the number of the row.
Rows = dict[int, int]


def is_won(code: int) -> bool:
    """Whether the side to move wins."""
    return code % 2 == 0 and code != DRAWN


def swapped(material: Material) -> Material:
    """The same material with the other side to move."""
    men, kings, foe_men, foe_kings = material
    return foe_men, foe_kings, men, kings


@cache
def placements(variant: Variant, men: int, kings: int) -> list[Masks | None]:
    """The placements of that many men and kings by number; None where the number is unused."""
    return [
        None if men_mask & kings_mask else (men_mask, kings_mask)
        for men_mask in masks_of(variant, men, crowned=False)
        for kings_mask in masks_of(variant, kings, crowned=True)
    ]


def build(variant: Variant, pieces: int, progress: BuildProgress) -> Endings:
    """The endings of at most that many pieces, all distances included.

    ValueError for a game that lacks one of the rules that the work relies on (`RELIED_ON`).
    """
    if any(getattr(variant, rule) != getattr(ENGLISH, rule) for rule in RELIED_ON):
        raise ValueError(
            f"endings cannot be built for {variant}, only for games in which men become kings, "
            "kings may move as often as they like, and a side that cannot move has lost"
        )
    codes: dict[Material, bytes] = {}
    endings = Endings(variant, pieces, codes)
    order = materials(pieces)
    sizes = {material: _size(variant, material) for material in order}
    done, total = 0, sum(sizes.values())
    progress(done, total)
    for material in order:
        if material in codes:
            continue
        unsolved = [
            _Unsolved(endings, each) for each in dict.fromkeys((material, swapped(material)))
        ]
        for one in unsolved:
            half = sizes[one.material] // 2
            for share in one.add_conversions():
                progress(done + int(half * share), total)
            done += half
        for _ in _solve(unsolved[0], unsolved[-1]):
            progress(done, total)
        for one in unsolved:
            codes[one.material] = bytes(one.codes)
            done += sizes[one.material] - sizes[one.material] // 2
        progress(done, total)
    return endings


def _size(variant: Variant, material: Material) -> int:
    men, kings, foe_men, foe_kings = material
    return placement_count(variant, men, kings) * placement_count(variant, foe_men, foe_kings)


def _solve(first: "_Unsolved", second: "_Unsolved") -> Iterator[None]:
    """Decide every position that is not drawn, two plies at a time.

    A ply leads from one to the other; they are the same where both sides have the same material.
    """
    pairs = [(first, second)] if first is second else [(first, second), (second, first)]
    plies = 0
    touched = [set(range(len(one.own))) for one, _ in pairs]
    while any(touched) or any(one.is_waiting() for one, _ in pairs):
        found = [
            one.find_lost(plies, other.won, rows)
            for (one, other), rows in zip(pairs, touched, strict=True)
        ]
        newly_lost = [
            one.decide(lost, plies, one.lost) for (one, _), lost in zip(pairs, found, strict=True)
        ]
        plies += 1
        found = [
            one.find_won(plies, other.lost, rows)
            for (one, other), rows in zip(pairs, reversed(newly_lost), strict=True)
        ]
        newly_won = [
            one.decide(won, plies, one.won) for (one, _), won in zip(pairs, found, strict=True)
        ]
        plies += 1
        touched = [
            one.rows_before(rows) for (one, _), rows in zip(pairs, reversed(newly_won), strict=True)
        ]
        yield


class _Unsolved:
    """The positions of one material while they are being solved.

    Rows are numbered by the mover's placement, their bits by the other side's.
    """

    def __init__(self, endings: Endings, material: Material) -> None:
        self._endings, self._variant = endings, endings.variant
        self.material = material
        men, kings, foe_men, foe_kings = material
        self.own = placements(self._variant, men, kings)
        self.foe = placements(self._variant, foe_men, foe_kings)
        self._moves = _quiet_moves(self._variant, men, kings)
        #: What is decided, the other way round: numbers by the other side's placement, bits by the
        #: mover's. This is how it looks from the positions before.
        self.won = [0] * len(self.foe)
        self.lost = [0] * len(self.foe)
        #: By path: the other side's placements that stand in its way; by square: that occupy it.
        self._blocked = _Blocked(self._find_occupied())
        self._undecided = self._find_valid()
        self.codes = self._codes_of_undecided()
        #: What quiet moves cannot win, because there is a duty to capture.
        self._not_won = [0] * len(self.own)
        #: What cannot be lost yet, or at all, because of a conversion.
        self._not_lost = [0] * len(self.own)
        # By plies: what conversions decide, or no longer keep from being lost.
        self._won_at: defaultdict[int, Rows] = defaultdict(Rows)
        self._lost_at: defaultdict[int, Rows] = defaultdict(Rows)
        self._released_at: defaultdict[int, Rows] = defaultdict(Rows)

    def _find_occupied(self) -> dict[int, int]:
        turned = self._variant.geometry.rotated
        occupied = dict.fromkeys(self._variant.geometry.bits, 0)
        for j, masks in enumerate(self.foe):
            if masks is not None:
                for bit in _bits(turned(masks[0] | masks[1])):
                    occupied[bit] |= 1 << j
        return occupied

    def _find_valid(self) -> list[int]:
        """The bits of every row that stand for a position: all pieces on squares of their own."""
        every = sum(1 << j for j, masks in enumerate(self.foe) if masks is not None)
        valid = []
        for masks in self.own:
            bits = 0 if masks is None else every
            for bit in _bits(0 if masks is None else masks[0] | masks[1]):
                bits &= ~self._blocked[bit]
            valid.append(bits)
        return valid

    def _codes_of_undecided(self) -> bytearray:
        width = len(self.foe)
        rows = (f"{bits:0{width}b}"[::-1].encode() for bits in self._undecided)
        return bytearray(b"".join(rows).translate(_CODE_OF_DIGIT))

    # Conversions: captures and crownings, which lead out of the material

    def add_conversions(self) -> Iterator[float]:
        """Add where captures and crownings lead, and tell the share that is done."""
        for i, masks in enumerate(self.own):
            if masks is None:
                continue
            outside = self._captures(i)
            if self._variant.capture_forced:
                forced = 0
                for j, codes in outside.items():
                    forced |= 1 << j
                    self._add_forced(i, 1 << j, codes)
                self._not_won[i] = self._not_lost[i] = forced
                outside.clear()
            self._add_crownings(i, outside)
            for j, codes in outside.items():
                self._add_optional(i, 1 << j, codes)
            yield i / len(self.own)

    def _captures(self, i: int) -> defaultdict[int, list[int]]:
        """By the other side's placement: the codes after every capture."""
        successors, code = generator(self._variant), self._endings.code
        turned = self._variant.geometry.rotated
        found: defaultdict[int, list[int]] = defaultdict(list)
        masks = self.own[i]
        assert masks is not None
        capturing = 0
        for victim, path in self._jumps(*masks):
            capturing |= self._blocked[victim] & ~self._blocked[path]
        for j in _numbers(capturing & self._undecided[i]):
            foe_masks = self.foe[j]
            assert foe_masks is not None
            foes = turned(foe_masks[0]), turned(foe_masks[1])
            for child in successors((*masks, *foes, 0)):
                if child[:2] != foes:
                    found[j].append(code(child))
        return found

    def _jumps(self, men: int, kings: int) -> Iterator[tuple[int, int]]:
        """(victim, path) of every first jump that the other side's placement may allow."""
        empty = self._variant.geometry.board & ~(men | kings)
        ways = (
            (men, self._variant.man_jumps, False),
            (kings, self._variant.king_jumps, self._variant.king_flies),
        )
        for pieces, directions, flies in ways:
            for left, right in both_sides(self._variant, directions)[0]:
                for start in _bits(pieces):
                    passed = 0
                    victim = start << left >> right & empty
                    while victim and (landing := victim << left >> right & empty):
                        yield victim, passed | landing
                        passed |= victim
                        victim = landing if flies else 0

    def _add_crownings(self, i: int, outside: defaultdict[int, list[int]]) -> None:
        """Add the codes after every step to the last row, where no duty to capture forbids it."""
        men, kings, foe_men, foe_kings = self.material
        free = self._undecided[i] & ~self._not_won[i]
        for path, after in self._moves.crownings[i]:
            crowned = self._endings.codes[foe_men, foe_kings, men - 1, kings + 1]
            codes = crowned[after :: placement_count(self._variant, men - 1, kings + 1)]
            for j in _numbers(free & ~self._blocked[path]):
                outside[j].append(codes[j])

    def _add_forced(self, i: int, bit: int, codes: list[int]) -> None:
        """Add a position that must be left: where its moves lead decides it."""
        if code := code_before(codes):
            rows = (self._won_at if is_won(code) else self._lost_at)[code - 1]
            rows[i] = rows.get(i, 0) | bit

    def _add_optional(self, i: int, bit: int, codes: list[int]) -> None:
        """Add a position that may be left: it is won by such a move, or not lost before it."""
        self._not_lost[i] |= bit
        if code := code_before(codes):
            rows = (self._won_at if is_won(code) else self._released_at)[code - 1]
            rows[i] = rows.get(i, 0) | bit

    # Level by level

    def is_waiting(self) -> bool:
        """Whether a later level will be decided by conversions."""
        return bool(self._won_at or self._lost_at or self._released_at)

    def find_lost(self, plies: int, won_after: list[int], touched: set[int]) -> Rows:
        """What is lost in that many plies, given what is won after each own placement.

        Only `touched` rows, and those that a conversion no longer saves, have any.
        """
        found = self._lost_at.pop(plies, {})
        released = self._released_at.pop(plies, {})
        for i, bits in released.items():
            self._not_lost[i] &= ~bits
        blocked, steps = self._blocked, self._moves.steps
        for i in touched.union(released):
            lost = self._undecided[i] & ~self._not_lost[i]
            for path, after in steps[i]:
                if not lost:
                    break
                lost &= won_after[after] | blocked[path]
            if lost:
                found[i] = found.get(i, 0) | lost
        return found

    def find_won(self, plies: int, lost_after: list[int], new: set[int]) -> Rows:
        """What is won in that many plies, given what is lost after each own placement."""
        found = self._won_at.pop(plies, {})
        before, not_won, blocked = self._moves.before, self._not_won, self._blocked
        for after in new:
            for path, i in before[after]:
                if won := lost_after[after] & ~(not_won[i] | blocked[path]):
                    found[i] = found.get(i, 0) | won
        return found

    def decide(self, found: Rows, plies: int, decided: list[int]) -> set[int]:
        """Write down what is decided in that many plies; the other side's placements in it."""
        codes, width, undecided = self.codes, len(self.foe), self._undecided
        changed = set()
        for i, bits in found.items():
            new = bits & undecided[i]
            undecided[i] ^= new
            own = 1 << i
            for j in _numbers(new):
                codes[i * width + j] = plies + 1
                decided[j] |= own
                changed.add(j)
        return changed

    def rows_before(self, placements_after: set[int]) -> set[int]:
        """The rows from which a quiet move leads to one of these placements."""
        before = self._moves.before
        return {i for after in placements_after for _, i in before[after]}


class _Blocked(dict[int, int]):
    """By path: the other side's placements with a piece on it, made of those of its squares."""

    def __missing__(self, path: int) -> int:
        blocked = 0
        for bit in _bits(path):
            blocked |= self[bit]
        self[path] = blocked
        return blocked


#: A move of a placement: its path, and the number of the placement at its other end.
_Step = tuple[int, int]


class _QuietMoves:
    """All quiet moves of one side's placements, by number, as if the other side were not there."""

    def __init__(self, variant: Variant, men: int, kings: int) -> None:
        own = placements(variant, men, kings)
        self.steps: list[list[_Step]] = [[] for _ in own]
        #: Steps to the last row. The placements that they lead to are those of one king more.
        self.crownings: list[list[_Step]] = [[] for _ in own]
        #: The placements from which a step leads here.
        self.before: list[list[_Step]] = [[] for _ in own]
        number = {masks: i for i, masks in enumerate(own)}
        crowned = placements(variant, men - 1, kings + 1) if men else []
        crowned_number = {masks: i for i, masks in enumerate(crowned)}
        successors, paths = generator(variant), _paths(variant)
        for i, masks in enumerate(own):
            if masks is None:
                continue
            start = masks[0] | masks[1]
            for _, _, men_after, kings_after, _ in successors((*masks, 0, 0, 0)):
                moved = start ^ (men_after | kings_after)
                path = paths[moved] & ~start
                after = number.get((men_after, kings_after))
                if after is None:
                    self.crownings[i].append((path, crowned_number[men_after, kings_after]))
                else:
                    self.steps[i].append((path, after))
                    self.before[after].append((path, i))


@cache
def _quiet_moves(variant: Variant, men: int, kings: int) -> _QuietMoves:
    return _QuietMoves(variant, men, kings)


@cache
def _paths(variant: Variant) -> dict[int, int]:
    """By both ends of a move that is no capture: the squares from one to the other, both too."""
    found = {}
    far = variant.size if variant.king_flies else 2
    for directions, reach in ((variant.man_steps, 2), (variant.king_steps, far)):
        for left, right in both_sides(variant, directions)[0]:
            for start in variant.geometry.bits:
                square = path = start
                for _ in range(1, reach):
                    if not (square := square << left >> right & variant.geometry.board):
                        break
                    path |= square
                    found[start | square] = path
    return found


@dataclass(frozen=True)
class EndingCounts:
    """Positions by their result for the side to move, and the most plies that one is decided in."""

    won: int
    drawn: int
    lost: int
    longest: int

    @property
    def positions(self) -> int:
        return self.won + self.drawn + self.lost


def count_endings(endings: Endings) -> EndingCounts:
    """The counts of endings as they were built, with all distances and unused numbers marked."""
    codes: Counter[int] = Counter()
    for of_material in endings.codes.values():
        codes.update(of_material)
    del codes[UNUSED]
    return EndingCounts(
        won=sum(count for code, count in codes.items() if is_won(code)),
        drawn=codes[DRAWN],
        lost=sum(count for code, count in codes.items() if is_lost(code)),
        longest=max(codes) - 1,
    )


#: A position is a draw until it is decided.
_CODE_OF_DIGIT = bytes.maketrans(b"01", bytes([UNUSED, DRAWN]))


def _bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit


def _numbers(mask: int) -> Iterator[int]:
    """The numbers of the bits of a mask, ascending."""
    for bit in _bits(mask):
        yield bit.bit_length() - 1
