"""A strategy that registers itself as well, with a line of its own."""

from minicheckers import Context, Decision, Options, Position, register


@register("registered", "the last legal move")
class Registered:
    def __init__(self, options: Options) -> None:
        pass

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        return Decision(position.legal_moves()[-1])
