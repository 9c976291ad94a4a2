"""The games that come with a network."""

from importlib import resources

NETWORKS = sorted(
    file.name.removesuffix(".network")
    for file in resources.files("minicheckers.engine.evaluate").iterdir()
    if file.name.endswith(".network")
)
