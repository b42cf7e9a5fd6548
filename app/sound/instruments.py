"""Instruments that suit the four voices, by General MIDI program (0 to 127). Knows names only."""

INSTRUMENTS = {
    52: "Choir",
    53: "Voice",
    19: "Church organ",
    16: "Drawbar organ",
    20: "Harmonium",
    0: "Piano",
    6: "Harpsichord",
    8: "Celesta",
    46: "Harp",
    48: "Strings",
    40: "Violin",
    41: "Viola",
    42: "Cello",
    43: "Double bass",
    56: "Trumpet",
    57: "Trombone",
    58: "Tuba",
    60: "Horn",
    61: "Brass",
    64: "Soprano saxophone",
    65: "Alto saxophone",
    66: "Tenor saxophone",
    67: "Baritone saxophone",
    68: "Oboe",
    69: "English horn",
    70: "Bassoon",
    71: "Clarinet",
    73: "Flute",
    74: "Recorder",
    24: "Guitar",
    11: "Vibraphone",
    12: "Marimba",
}


def instrument_name(program: int) -> str:
    """A name for any program."""
    return INSTRUMENTS.get(program, f"Program {program + 1}")
