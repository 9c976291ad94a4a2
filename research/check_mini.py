"""Check certificates of Mini-Checkers, trusting nobody: python check_mini.py FILE ...

The rules. 6 x 6 squares; only the 18 dark ones count, numbered from 1 row by row from the top, the
first in the second column. Black's men stand on 1-6 and move down, White's on 13-18 and move up;
Black begins. A man steps one square diagonally forward to an empty square, or jumps diagonally
forward over an enemy to the empty square behind it, which removes the enemy. Jumps are mandatory,
one per turn. A side that cannot move passes. The game is over when a side has no men or neither
side can move.

The file. Lines of text: a title; the prover and the least difference in men (its own less the
other's) it is to have in the end; the positions from which that is claimed, each as SIDE TO
MOVE:Wwhite men:Bblack men. After an empty line come bits, the highest of each byte first.

The check. Walk through every position; not again through one that was seen. At an end of the game
the difference must be there. The other side's moves are all tried; of the prover's, only the one
that the next bits name: its number, counted from 0 in the order of the squares (from, then to), in
as many bits as the highest number needs; no bits if there is one move. At the end all bits must be
used up, but for less than eight, which must be 0.
"""

import sys

ROWS = {square: (square - 1) // 3 for square in range(1, 19)}
PLACES = {(row, 2 * (n - 1 - 3 * row) + (row + 1) % 2): n for n, row in ROWS.items()}
COLUMNS = {square: column for (_, column), square in PLACES.items()}


def moves(side, own, other):
    """All (from, to, captured) of a side; captured is None for a step."""
    forward = 1 if side == "black" else -1
    steps, jumps = [], []
    for start in own:
        for sideways in (-1, 1):
            near = PLACES.get((ROWS[start] + forward, COLUMNS[start] + sideways))
            far = PLACES.get((ROWS[start] + 2 * forward, COLUMNS[start] + 2 * sideways))
            if near and near not in own and near not in other:
                steps.append((start, near, None))
            if near in other and far and far not in own and far not in other:
                jumps.append((start, far, near))
    return sorted(jumps or steps, key=lambda move: move[:2])


def require(condition, otherwise):
    """Raise ValueError unless a condition holds."""
    if not condition:
        raise ValueError(otherwise)


def check(content):
    """Return the claim and the number of positions; an exception means: not proved."""
    head, empty_line, tail = content.partition(b"\n\n")
    title, claim, *starts = head.decode("ascii").split("\n")
    require(title == "mini-checkers certificate 1" and empty_line and starts, "no certificate")
    prover, goal = claim.split(" ")
    require(prover in ("black", "white") and goal == f"{int(goal):+d}", "no such claim")
    bits = "".join(f"{byte:08b}" for byte in tail)
    used, seen = 0, set()

    def walk(side, own, other):
        nonlocal used
        if (side, own, other) in seen:
            return
        seen.add((side, own, other))
        enemy = "white" if side == "black" else "black"
        options = moves(side, own, other)
        if not own or not other or not (options or moves(enemy, other, own)):
            difference = len(own) - len(other)
            require((difference if side == prover else -difference) >= int(goal), "it fails")
            return
        if side == prover and len(options) > 1:
            length = (len(options) - 1).bit_length()
            require(used + length <= len(bits), "it ends too early")
            options = [options[int(bits[used : used + length], 2)]]
            used += length
        for start, end, captured in options:
            walk(enemy, other - {captured}, own - {start} | {end})
        if not options:
            walk(enemy, other, own)

    for start in starts:
        turn, white, black = start.split(":")
        white, black = (frozenset(map(int, men[1:].split(","))) for men in (white, black))
        lists = [",".join(map(str, sorted(men))) for men in (white, black)]
        require(start in ("B:W{}:B{}".format(*lists), "W:W{}:B{}".format(*lists)), "no position")
        require(not white & black and white | black <= ROWS.keys(), "no such position")
        walk(*(("black", black, white) if turn == "B" else ("white", white, black)))
    require(len(bits) - used < 8 and "1" not in bits[used:], "it goes on after the proof")
    return f"{claim} from {' and '.join(starts)}", len(seen)


if __name__ == "__main__":
    if "-h" in sys.argv[1:] or "--help" in sys.argv[1:]:
        print(__doc__)
        sys.exit()
    if not sys.argv[1:]:
        print("nothing to check; say: python check_mini.py FILE ...", file=sys.stderr)
        sys.exit(2)
    failed = False
    for name in sys.argv[1:]:
        try:
            with open(name, "rb") as file:
                print("{}: {}, {} positions: proved".format(name, *check(file.read())))
        except (ValueError, IndexError, OSError) as error:
            failed = True
            print(f"{name}: NOT proved: {error}")
    sys.exit(failed)
