"""Letting the others at the table in: the key that they need, the link that it stands in, the QR code of that."""

import secrets
import socket
import sys

from service import qr
from service.cli.exit_codes import Failed, WrongUse
from service.http.addresses import EVERYWHERE, is_loopback, local_addresses, url

HINT = "The others at the table get in with: arbitro serve --table"


def key_for(bound: socket.socket, key: str, *, is_table: bool) -> str:
    """What another machine needs to be let in: the key that was set, or a new one; none where no other machine comes.

    Raises WrongUse where others could come and nobody said that they may, or could not and somebody said so.
    """
    host = bound.getsockname()[0]
    if is_table and is_loopback(host):
        raise WrongUse(f"--table lets others in, and only this machine reaches {host}: leave --host out")
    if not (is_table or key or is_loopback(host)):
        raise WrongUse(
            f"--host {host} would let everyone on the network in: `arbitro serve --table` lets in those with a key "
            "(or set one in ARBITRO_KEY)"
        )
    return key or (secrets.token_urlsafe(16) if is_table else "")


def invitation(bound: socket.socket, key: str) -> str:
    """The links that let others in, and the likeliest of them as a QR code; raises Failed on no network."""
    host, port = bound.getsockname()[:2]
    addresses = local_addresses() if host in EVERYWHERE else (host,)
    if not addresses:
        raise Failed("this machine is on no network that others could come from: join theirs, and start again")
    link, *others = (url(address, port, key) for address in addresses)
    drawn = qr.terminal(link, colours=sys.stdout.isatty(), blocks=_has_blocks())
    return "\n".join(
        [f"The others at the table: {link}", *(f"or, on another network: {other}" for other in others), drawn]
    )


def _has_blocks() -> bool:
    """Whether the terminal has the letters that a QR code is drawn in."""
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
