"""``minicheckers join``: play somebody who waits at another terminal, or another program."""

import argparse

from ..dxp.handshake import Guest
from ..dxp.sockets import Network, parse_address
from ..play.keeper import date_tag
from ..play.remote import RemoteGame
from . import host


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "host", metavar="HOST[:PORT]", help="the machine of your opponent, such as localhost"
    )
    host.add_remote_arguments(parser, "the host")


def run(arguments: argparse.Namespace) -> int:
    """Play with the host until somebody leaves; with a computer, one game or as many as asked."""
    address = parse_address(arguments.host)
    player = host.chosen_player(arguments)
    guest = Guest(
        host.chosen_name(arguments, "Guest"),
        host.chosen_terms(arguments),
        date_tag(),
        arguments.code,
        arguments.resume,
    )
    games = arguments.games or (None if player.is_person else 1)
    game = RemoteGame(guest, player, arguments.seed, games)
    network = Network()
    try:
        network.call(*address)
        return host.play_remote(arguments, game, network, [])
    finally:
        network.stop()
