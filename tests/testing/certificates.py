"""The number of positions in each shipped certificate."""

#: Found by checking them, which one test does.
POSITIONS = {
    "after-6-9-black.certificate": 38_251,
    "after-6-9-white.certificate": 31_136,
    "other-first-moves-black.certificate": 94_203,
    "start-black.certificate": 44_244,
    "start-white.certificate": 50_632,
}
