"""Evaluations by name: what a position is worth where the search ends."""

from . import english, mini, pikachu, towers
from .base import Evaluation, Judge

EVALUATIONS = {
    evaluation.name: evaluation
    for evaluation in (mini.SEED, towers.SEED, english.SEED, pikachu.SEED)
}

__all__ = ["EVALUATIONS", "Evaluation", "Judge"]
