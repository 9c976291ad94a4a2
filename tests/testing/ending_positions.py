"""Positions of few pieces, picked at random."""

from random import Random

from minicheckers import Variant
from minicheckers.engine.endings.placements import Material, materials, placements
from minicheckers.rules.movegen import State


def random_ending(variant: Variant, random: Random, pieces: int) -> State:
    """A position of so many pieces, both sides present; all materials are equally likely."""
    return random_placing(
        variant, random, random.choice([each for each in materials(pieces) if sum(each) == pieces])
    )


def random_placing(variant: Variant, random: Random, material: Material) -> State:
    """A position of that material, Black or White to move."""
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
