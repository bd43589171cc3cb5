"""Start the server: on one's own machine with the browser opened, or hosted behind a proxy."""

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
from types import FrameType

import uvicorn

from tabletown.kernel.errors import TabletownError
from tabletown.web.addresses import origins
from tabletown.web.app import make_app
from tabletown.web.free_memory import keep_large_blocks_apart
from tabletown.web.hub import Hub
from tabletown.web.live.connection import LARGEST
from tabletown.web.security.connections import Connections, room_for_connections
from tabletown.web.security.logs import set_up_logs, words_of
from tabletown.web.settings import Settings
from tabletown.web.storage.database import NoDatabase
from tabletown.web.storage.lock import FolderTaken, Lock
from tabletown.web.storage.upgrade import shown
from tabletown.web.workers.remote_bots import RayPool


def serve(settings: Settings, page: str = "", phones: str = "") -> None:
    """Serve until stopped. `page`: the one to open in the browser.

    `phones`: the address of this machine to show to other devices.
    """
    requests = set_up_logs(settings.json_logs)
    if problem := no_shared_memory():
        raise SystemExit(problem)
    host, opens_browser = settings.host, not settings.no_browser and sys.stdout.isatty()
    try:
        lock = None if settings.database else Lock(settings.folder())  # several servers may share PostgreSQL
        app = make_app(settings)
    except FolderTaken as taken:
        if opens_browser and answers(taken.address):
            address = taken.address.rstrip("/") + (page or "/")
            print(f"Tabletown is already running at {address}. Opening it in your browser.", flush=True)
            webbrowser.open(address)
            return
        raise SystemExit(str(taken)) from None
    except (NoDatabase, ValueError) as error:
        raise SystemExit(str(error)) from None
    requests.words |= words_of(app)
    hub: Hub = app.state.hub
    connections = app.state.metrics.connections = Connections(
        settings.patience, hub.limits.connections, settings.proxies, room_for_connections()
    )
    listener = listen(host, settings.port)
    address = f"http://{'localhost' if host in ('0.0.0.0', '::') else host}:{listener.getsockname()[1]}/"
    network = origins(host, listener.getsockname()[1])
    if phones:
        network = [phones, *(origin for origin in network if origin != phones)]
    hub.network = network
    if lock is not None:
        lock.say(address)
    if not settings.json_logs:
        place = shown(settings.database or settings.folder())
        print(f"Tabletown is running at {address} (Ctrl+C stops it). Tables are stored in {place}.", flush=True)
        if network:
            print(f"On other devices in this network: {', '.join(network)}", flush=True)
    if page:
        address = (network[0] if network else address.rstrip("/")) + page
    config = uvicorn.Config(
        app,
        # a longer message ends the connection; up to this length it is refused with a sentence
        ws_max_size=LARGEST * 2,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        log_config=None,
        access_log=settings.json_logs,
        server_header=False,
        timeout_graceful_shutdown=5,
        # longer than proxies keep theirs (Caddy: two minutes), so that no request meets a connection as it is closed
        timeout_keep_alive=max(5, round(15 * settings.patience)),
        **connections.protocols(),
        lifespan="on",
    )
    if settings.ray:
        try:
            pool = RayPool(settings.games, hub.workers.count)
        except TabletownError as error:
            raise SystemExit(str(error)) from None
        hub.workers.think_on(pool, pool.width)
    else:
        hub.workers.warm = settings.workers != 0
    if opens_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    try:
        run(Draining(config, hub, settings.drain), listener)
    finally:
        if lock is not None:
            lock.release()


def run(server: Draining, listener: socket.socket) -> None:
    """Run until stopped, with the whole process to itself."""
    gc.collect()
    gc.freeze()  # loaded modules stay, so the garbage collector needn't scan them again at every move
    gc.set_threshold(10_000, 10, 10)  # pages leave cycles with all their text, which mustn't gather for minutes
    keep_large_blocks_apart()
    server.run(sockets=[listener])


class Draining(uvicorn.Server):
    """Delay a stop: report it at /health and serve on for `drain` seconds, so that no proxy sends requests to a closed
    door; longer, up to five times that, if a proxy that used to ask /health hasn't done so since."""

    def __init__(self, config: uvicorn.Config, hub: Hub, drain: float) -> None:
        super().__init__(config)
        self.hub, self.drain = hub, drain

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if sig == signal.SIGTERM and self.drain and not self.hub.leaving:
            self.hub.leaving = True
            threading.Thread(target=self._leave, args=(sig, frame), daemon=True).start()
        else:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.leaving = True  # streams of events end
        await super().shutdown(sockets)

    def _leave(self, sig: int, frame: FrameType | None) -> None:
        time.sleep(self.drain)
        latest = time.monotonic() + 4 * self.drain
        while self.hub.watched and not self.hub.seen_leaving and time.monotonic() < latest:
            time.sleep(0.1)
        super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    """Bind the port before anything starts, so that a port in use is reported clearly; 0 means any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    # Windows is different: there, SO_REUSEADDR would let a second server use the same port
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)
    # inherited by every connection; otherwise the system buffers megabytes for each client that doesn't read
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 128 * 1024)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise SystemExit(f"Tabletown can't listen on {host}:{port}: {error.strerror}. Try another --port.") from None
    listener.listen(1024)
    listener.set_inheritable(False)
    return listener


def answers(address: str) -> bool:
    """Whether a server is running there."""
    try:
        with urllib.request.urlopen(address + "health", timeout=5):
            return True
    except (OSError, ValueError):
        return False


def no_shared_memory() -> str:
    """Why bots can't use processes of their own on this system; "" if they can."""
    context = multiprocessing.get_context("spawn")
    try:
        context.RawArray("b", 1)
        context.Lock()
    except (OSError, ImportError, NotImplementedError) as error:
        return (
            f"Bots need shared memory, but this system has none available ({error}). In a container, start it "
            "with --shm-size=64m; elsewhere on Linux: mount -t tmpfs tmpfs /dev/shm"
        )
    return ""


def _open(address: str) -> None:
    time.sleep(0.7)
    webbrowser.open(address)
