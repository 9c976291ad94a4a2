"""A network as the file that `minicheckers.engine.evaluate.network` reads."""

import json
import zlib

from minicheckers.engine.evaluate.network import FORMAT, VERSION, Network


def write_network(network: Network) -> bytes:
    """The content of a file with this network: a line of JSON, then the weights, compressed.

    Weights are written lane by lane, low bytes apart from high ones, which packs best.
    """
    header = {
        "format": FORMAT,
        "version": VERSION,
        "variant": network.variant,
        "lanes": network.lanes,
        "fraction_bits": network.fraction_bits,
        "without_kings": network.without_kings,
        "with_kings": network.with_kings,
        "neighbours": network.neighbours,
        "columns": [len(columns) for columns in network.phases],
    }
    weights = [
        weight
        for columns in network.phases
        for of_lane in zip(*columns, strict=True)
        for weight in of_lane
    ]
    low = bytes(weight & 0xFF for weight in weights)
    high = bytes(weight >> 8 & 0xFF for weight in weights)
    return json.dumps(header).encode() + b"\n" + zlib.compress(low + high, 9)
