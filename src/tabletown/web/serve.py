"""Starting the server: on one's own machine with the browser opened, or hosted behind a proxy."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import platformdirs
import uvicorn

from tabletown.kernel.errors import TabletownError
from tabletown.web.addresses import origins
from tabletown.web.app import make_app
from tabletown.web.hub import Hub
from tabletown.web.live.connection import LARGEST
from tabletown.web.notify.mail import Smtp
from tabletown.web.notify.ways import Post
from tabletown.web.security.connections import Connections, room_for_connections
from tabletown.web.security.limits import NONE, Limits
from tabletown.web.security.logs import set_up_logs, words_of
from tabletown.web.storage.database import NoDatabase
from tabletown.web.storage.lock import Lock, Taken
from tabletown.web.storage.upgrade import shown
from tabletown.web.workers.remote_bots import RayPool


def data_folder() -> Path:
    return Path(platformdirs.user_data_dir("tabletown"))


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    open_browser: bool = True,
    games: Sequence[str] = (),
    proxies: str = "127.0.0.1",
    json_logs: bool = False,
    workers: int | None = None,
    limits: Sequence[str] = (),
    unlimited: bool = False,
    pace: float = 0.5,
    away: float = 60.0,
    patience: float = 10.0,
    database: str = "",
    keep_days: float = 0,
    hosts: Sequence[str] = (),
    path: str = "",
    phones: str = "",
    smtp: str = "",
    mail_from: str = "",
    webhooks: bool = False,
    contact: str = "",
    ray: bool = False,
    drain: float = 0,
    seed: int | None = None,
) -> None:
    """Serve until stopped. `proxies`: whose X-Forwarded headers to trust.

    `workers`: processes for bots; 0: one, started when the first bot is asked. `away`: seconds after which others may
    let a bot play for somebody who left. `patience`: seconds for a client to send its request or to read our answer.
    `database`: the address of a PostgreSQL database in place of a file; `keep_days`: of finished tables, 0: for ever.
    `limits`: what one client may do, where it is not to be as in `Limits`, in its words.
    `hosts`: the names that this server goes by; none: any. `path`: of the page that the browser opens.
    `phones`: the address, of all that this machine has, that other devices are to use. `smtp`, `mail_from`: the server
    that takes mails, and who sends them; `webhooks`: whether people may be told in their chats; `contact`: whom push
    services may write to. `ray`: bots think on a Ray cluster. `drain`: seconds to serve on after SIGTERM, so that
    a proxy that looks at /health sends nobody here any more when it stops. `seed`: of every table for which nobody
    names one; bots then think so many steps, not so many seconds, and the same answers lead to the same match.
    """
    requests = set_up_logs(json_logs)
    data = data or data_folder()
    if problem := no_shared_memory():
        raise SystemExit(problem)
    allowed = (NONE if unlimited else Limits()).with_words(limits)
    try:
        lock = None if database else Lock(data)  # many servers may share PostgreSQL
        contact = contact or (f"mailto:{mail_from}" if mail_from else "https://localhost/")
        post = Post(Smtp.of(smtp, mail_from), webhooks, contact)
        if (smtp or webhooks) and not hosts and host not in ("127.0.0.1", "localhost", "::1"):
            raise ValueError("Messages have links to this server: say its name, as in --host-name play.example.org.")
        app = make_app(data, games, allowed, workers, pace, away, database, keep_days, hosts, post)
    except Taken as taken:
        if open_browser and sys.stdout.isatty() and answers(taken.address):
            address = taken.address.rstrip("/") + (path or "/")
            print(f"Tabletown is open already, at {address}. Your browser shows it now.", flush=True)
            webbrowser.open(address)
            return
        raise SystemExit(str(taken)) from None
    except (NoDatabase, ValueError) as error:
        raise SystemExit(str(error)) from None
    requests.words |= words_of(app)
    connections = app.state.connections = Connections(patience, allowed.connections, proxies, room_for_connections())
    listener = listen(host, port)
    address = f"http://{'localhost' if host in ('0.0.0.0', '::') else host}:{listener.getsockname()[1]}/"
    network = origins(host, listener.getsockname()[1])
    if phones:
        network = [phones, *(origin for origin in network if origin != phones)]
    app.state.hub.network, app.state.hub.seed = network, seed
    app.state.hub.workers.steady = seed is not None
    if lock is not None:
        lock.say(address)
    if not json_logs:
        place = shown(database or data)
        print(f"Tabletown is open at {address} (Ctrl+C stops it). Tables are kept in {place}.", flush=True)
        if network:
            print(f"On other devices of this network: {', '.join(network)}", flush=True)
    if path:
        address = (network[0] if network else address.rstrip("/")) + path
    config = uvicorn.Config(
        app,
        ws_max_size=LARGEST * 2,  # a longer one ends the connection; up to this it is refused with words
        proxy_headers=True,
        forwarded_allow_ips=proxies,
        log_config=None,
        access_log=json_logs,
        server_header=False,
        timeout_graceful_shutdown=5,
        **connections.protocols(),
        lifespan="on",
    )
    if ray:
        try:
            pool = RayPool(games, app.state.hub.workers.count)
        except TabletownError as error:
            raise SystemExit(str(error)) from None
        app.state.hub.workers.think_on(pool, pool.width)
    else:
        app.state.hub.workers.warm = workers != 0
    if open_browser and sys.stdout.isatty():
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    run(Draining(config, app.state.hub, drain), listener)


def run(server: Draining, listener: socket.socket) -> None:
    """Until it is stopped, and with the whole process for itself."""
    gc.collect()
    gc.freeze()  # what was loaded stays: looking through it again and again for garbage costs every move
    gc.set_threshold(100_000, 20, 20)
    server.run(sockets=[listener])


class Draining(uvicorn.Server):
    """Asked to stop, it first says so at /health and serves on for a while: nobody is sent to a closed door."""

    def __init__(self, config: uvicorn.Config, hub: Hub, drain: float) -> None:
        super().__init__(config)
        self.hub, self.drain = hub, drain

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGTERM and self.drain and not self.hub.leaving:
            self.hub.leaving = True
            waiting = threading.Timer(self.drain, super().handle_exit, (sig, frame))
            waiting.daemon = True
            waiting.start()
        else:
            super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    """Bound before anything starts, so that a port in use is told in words and 0 means any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    # Windows has it another way round: there SO_REUSEADDR lets a second server have the very same port
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)
    # every connection inherits it: else the system keeps megabytes for each client that does not read
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 128 * 1024)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise SystemExit(f"Tabletown cannot listen on {host}:{port}: {error.strerror}. Try another --port.") from None
    listener.listen(1024)
    listener.set_inheritable(False)
    return listener


def answers(address: str) -> bool:
    """Whether a server is there."""
    try:
        with urllib.request.urlopen(address + "health", timeout=5):
            return True
    except (OSError, ValueError):
        return False


def no_shared_memory() -> str:
    """Why bots cannot think in processes of their own on this system; "" where they can."""
    context = multiprocessing.get_context("spawn")
    try:
        context.RawArray("b", 1)
        context.Lock()
    except (OSError, ImportError, NotImplementedError) as error:
        return (
            f"Bots need shared memory, and this system has none that can be used ({error}). In a container, start it "
            "with --shm-size=64m; elsewhere on Linux: mount -t tmpfs tmpfs /dev/shm"
        )
    return ""


def _open(address: str) -> None:
    time.sleep(0.7)
    webbrowser.open(address)
