"""A context that ends in time."""

from minicheckers.engine.decision import Context


def test_a_context_within_seconds_stops_by_its_own_clock_or_when_it_is_told_to() -> None:
    now, told = 100.0, False
    context = Context(stopped=lambda: told, clock=lambda: now)
    assert context.within(None) is context
    short = context.within(5.0)
    both = short.within(60.0)
    assert (short.history, short.report, short.clock) == (
        context.history,
        context.report,
        context.clock,
    )
    now = 104.9
    assert (context.stopped(), short.stopped(), both.stopped()) == (False, False, False)
    now = 105.0
    assert (context.stopped(), short.stopped(), both.stopped()) == (False, True, True)
    now, told = 100.0, True
    assert context.stopped()
    assert short.stopped()
