"""Events that occur only in logs of the first release."""

from __future__ import annotations

from tabletown.kernel import Event


class Explained(Event):
    """A note of the tutorial, which explained the game in the log."""

    says = "{title}: {said}"
    title: str
    said: str
