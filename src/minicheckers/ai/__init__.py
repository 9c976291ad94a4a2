"""Who answers: the registry of strategies, the search, the evaluations and the solver."""
