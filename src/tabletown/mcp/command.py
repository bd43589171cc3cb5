"""`tabletown mcp`: over standard input and output, or over HTTP."""

from __future__ import annotations

import atexit
import subprocess
import sys
import time
import urllib.request
from typing import Annotated

import typer

from tabletown.extras import how_to_add
from tabletown.kernel.errors import BadOption

STARTS_WITHIN = 60.0  # seconds


def mcp(
    server: Annotated[str, typer.Option(help="Address of the Tabletown server to play on")] = ("http://127.0.0.1:8000"),
    http: Annotated[
        bool, typer.Option("--http", help="Use HTTP (at /mcp) instead of standard input and output")
    ] = False,
    host: Annotated[str, typer.Option(help="With --http: the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="With --http: the port to listen on")] = 8001,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Don't list the options; the model finds them itself")
    ] = False,
) -> None:
    """Let a language model play, over the Model Context Protocol. Example: tabletown mcp --server http://localhost:8000"""
    try:
        from tabletown.mcp.server import make_server
    except ImportError:
        raise BadOption(f"tabletown mcp needs the package mcp; install it: {how_to_add('mcp')}") from None
    from tabletown.mcp.table import TableServer

    if not answers(server):
        start(server)
    made = make_server(TableServer(server), listed=not hidden)
    if http:
        made.run("streamable-http", host=host, port=port)
    else:
        made.run("stdio")


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address.rstrip("/") + "/health", timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def start(address: str) -> None:
    """Start a server for the life of this process, if none runs at this address of this machine."""
    host, _, port = address.rstrip("/").removeprefix("http://").partition(":")
    if host not in ("127.0.0.1", "localhost") or not port.isdecimal():
        raise BadOption(f"No Tabletown server answers at {address}.")
    # its standard output must not be ours, which carries the protocol
    command = [sys.executable, "-m", "tabletown", "serve", "--port", port, "--no-browser"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    atexit.register(process.terminate)
    end = time.monotonic() + STARTS_WITHIN
    while not answers(address):
        if process.poll() is not None or time.monotonic() > end:
            raise BadOption(f"No Tabletown server could be started at {address}. Is the port in use?")
        time.sleep(0.2)
