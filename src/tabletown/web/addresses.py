"""Where other devices find this server: the addresses of this machine on its networks."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple

import ifaddr

EVERYWHERE = ("0.0.0.0", "::")
VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "utun", "tun", "tap", "wg", "tailscale", "zt")


class Address(NamedTuple):
    ip: str
    network: str  # the name of the network adapter


def is_loopback(host: str) -> bool:
    """Whether this host can only mean the machine itself."""
    name = host.strip("[]").lower()
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def host_of(netloc: str) -> str:
    """The host of "host:port", also where it is an IPv6 address in brackets."""
    return netloc.partition("]")[0].strip("[") if netloc.startswith("[") else netloc.partition(":")[0]


def of_this_machine() -> list[Address]:
    """Every IPv4 address that devices on the same network could reach, the likeliest first."""
    found: list[tuple[tuple[bool, bool, str], Address]] = []
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            if not each.is_IPv4:
                continue
            ip = ipaddress.IPv4Address(str(each.ip))
            if ip.is_loopback or ip.is_link_local or ip.is_unspecified:
                continue
            unlikely = adapter.nice_name.lower().startswith(VIRTUAL)
            found.append(((unlikely, not ip.is_private, str(ip)), Address(str(ip), adapter.nice_name)))
    return [address for _, address in sorted(found)]


def origins(host: str, port: int) -> list[str]:
    """Addresses at which other devices can reach a server that listens there; empty if they can't."""
    if host in EVERYWHERE:
        return [f"http://{address.ip}:{port}" for address in of_this_machine()]
    if is_loopback(host):
        return []
    return [f"http://{f'[{host}]' if ':' in host else host}:{port}"]
