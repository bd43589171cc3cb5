"""The classroom in the browser: a facilitator, a projector, and phones that need only a code and a name."""

from tabletown.games.broken_cities.web.pages import routes

__all__ = ["routes"]
