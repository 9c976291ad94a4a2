"""A module that wants a name that is taken."""

from minicheckers import Context, Decision, Options, Position, register


@register("solver", "not the one you know")
class Usurping:
    def __init__(self, options: Options) -> None:
        pass

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        return Decision(position.legal_moves()[0])
