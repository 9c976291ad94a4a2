from minicheckers.coach.review_text import graph


def test_levels_are_columns_above_and_below_nought() -> None:
    assert graph([0, 1, 2, -1], height=2, width=10, ascii=True) == [
        "  #",
        " ##",
        "#...",
        "   #",
        "",
    ]


def test_more_levels_than_columns_keep_their_peaks() -> None:
    rows = graph([0, 0, 3, 0, -2, 0], height=3, width=3, ascii=True)
    assert rows == [" #", " #", " #", "#..", "  #", "  #", ""]


def test_what_is_beyond_the_top_stays_inside() -> None:
    assert len(graph([10**6], height=4, width=5, ascii=False)) == 9
