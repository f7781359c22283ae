"""Which addresses of an endpoint are taken."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from memoryx.errors import LlmNotConfigured

_HTTPS_REMEDY = (
    "Use an https address. Plain http is taken for this machine and for private IP addresses "
    "only, since the text of your conversations would pass in the open."
)
_FORM_REMEDY = "Enter the address up to and with /v1, for example http://127.0.0.1:11434/v1."
_TAILS = ("/chat/completions", "/embeddings")


def normal_base_url(text: str) -> str:
    """Return an endpoint's address as it is used; raises LlmNotConfigured with what is wrong.

    The path of the method, which people copy with the rest, is taken off.
    """
    address = text.strip().rstrip("/")
    for tail in _TAILS:
        address = address.removesuffix(tail).rstrip("/")
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None or parts.scheme not in ("http", "https") or not address.isprintable():
        raise LlmNotConfigured("the endpoint's address is no web address", remedy=_FORM_REMEDY)
    if parts.username is not None or parts.password is not None:
        raise LlmNotConfigured(
            "the endpoint's address holds a name or a password",
            remedy="Take it out of the address and enter it as the API key.",
        )
    if parts.query or parts.fragment or " " in address:
        raise LlmNotConfigured(
            "the endpoint's address has more than a host and a path", remedy=_FORM_REMEDY
        )
    if parts.scheme == "http" and not is_near(host):
        raise LlmNotConfigured(f"plain http to {host} is not taken", remedy=_HTTPS_REMEDY)
    return address


def is_near(host: str) -> bool:
    """Return whether a host is this machine, or a private address given as a number.

    A name is not looked up: what it means can change from one moment to the next.
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback or address.is_private or address.is_link_local
