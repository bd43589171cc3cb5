"""Only in logs of the first release."""

from __future__ import annotations

from tabletown.kernel import Event


class Explained(Event):
    """Its tutorial explained the game in the log."""

    says = "{title}: {said}"
    title: str
    said: str
