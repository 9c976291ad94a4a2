"""Random positions with few pieces."""

from random import Random

from minicheckers import Position, Variant
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.endings.placements import Material, materials
from minicheckers.rules.movegen import State
from minicheckers.rules.predicates import is_reversible
from minicheckers.rules.variant import ENGLISH
from retrograde import placements


def random_ending(variant: Variant, random: Random, pieces: int) -> State:
    """A position with this many pieces, both sides present; every material is equally likely."""
    return random_placing(
        variant, random, random.choice([each for each in materials(pieces) if sum(each) == pieces])
    )


def random_placing(variant: Variant, random: Random, material: Material) -> State:
    """A position with this material, Black or White to move."""
    rotated = variant.geometry.rotated
    while True:
        own = random.choice(placements(variant, *material[:2]))
        foe = random.choice(placements(variant, *material[2:]))
        if own is None or foe is None:
            continue
        men, kings = own
        foe_men, foe_kings = rotated(foe[0]), rotated(foe[1])
        if (men | kings) & (foe_men | foe_kings):
            continue
        if random.random() < 0.5:
            return (men, kings, foe_men, foe_kings, 0)
        return (rotated(men), rotated(kings), rotated(foe_men), rotated(foe_kings), 1)


def kings_walking(plies: int, seed: int) -> list[Position]:
    """An english game in which nothing happens for so long that a win comes too late."""
    random = Random(seed)
    endings = shipped_endings(ENGLISH)
    assert endings is not None
    while True:
        game = [Position.from_fen("B:WK11:BK22,K31", "english")]
        while len(game) <= plies:
            after = [p for p in game[-1].transitions().values() if p not in game]
            quiet = [p for p in after if is_reversible(game[-1].state, p.state)]
            if not quiet:
                break
            game.append(random.choice(quiet))
        ending = endings.probe(game[-1].state)
        assert ending is not None
        if len(game) > plies and plies + (ending.plies or 0) > endings.variant.quiet_plies:
            return game
