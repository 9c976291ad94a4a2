"""Who answers: the strategy protocol, the registry, the levels, the guard around foreign code."""
