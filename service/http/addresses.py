"""Where the others on the local network reach this machine, and what is nobody else's."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

KEY_PARAMETER = "key"
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""What listens on all addresses, with the one that this machine reaches it by."""
_TOWARDS = ("192.168.254.254", "10.254.254.254", "172.31.254.254")
"""A private address of each kind: the route to it is looked at, and nothing is sent there."""
_DISCARD = 9


def local_addresses() -> tuple[str, ...]:
    """This machine's addresses on its networks, the likeliest first; none where it is on no network."""
    found: list[str] = []
    for target in _TOWARDS:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
            route.connect((target, _DISCARD))
            found.append(route.getsockname()[0])
    with suppress(OSError):
        found += (str(listed[4][0]) for listed in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET))
    return tuple(address for address in dict.fromkeys(found) if not is_loopback(address))


def is_loopback(host: str) -> bool:
    """Whether a name or an address never leaves this machine."""
    address = as_address(host)
    return host == "localhost" if address is None else address.is_loopback


def as_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address written here; an IPv4 address in the clothes of IPv6 is itself. None for a name."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def url(host: str, port: int, key: str = "") -> str:
    """The address of the service in a browser, with the key for those who need it."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{f'/?{KEY_PARAMETER}={key}' if key else ''}"
