"""Endpoints of the API. The types of a handler define its request and response, for the server and for OpenAPI."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from types import NoneType, UnionType
from typing import Any, Generic, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tabletown.kernel.errors import TabletownError, UnknownGame
from tabletown.web import protocol as m
from tabletown.web.pages.forms import body
from tabletown.web.seats import Refusal

M = TypeVar("M")
Handler = Callable[..., Coroutine[Any, Any, Any]]


class Pending(NamedTuple, Generic[M]):
    """A response with 202: accepted, but not done yet."""

    message: M


class Endpoint(NamedTuple):
    method: str
    path: str  # in Starlette's syntax
    handler: Handler
    status: int  # of a successful response
    refuses: tuple[int, ...]  # in addition to those that every endpoint of its kind may use

    def parameters(self) -> dict[str, inspect.Parameter]:
        """The handler's typed parameters, without itself and the request."""
        found = dict(inspect.signature(self.handler, eval_str=True).parameters)
        return {name: found[name] for name in found if name not in ("self", "request")}

    def body(self) -> tuple[str, type[msgspec.Struct]] | None:
        """The parameter that takes the request's body, and its type."""
        for name, parameter in self.parameters().items():
            if isinstance(parameter.annotation, type) and issubclass(parameter.annotation, msgspec.Struct):
                return name, parameter.annotation
        return None

    def in_path(self) -> list[str]:
        return [name for name in self.parameters() if f"{{{name}}}" in self.path or f"{{{name}:" in self.path]

    def in_query(self) -> list[str]:
        return [name for name, each in self.parameters().items() if each.default is not inspect.Parameter.empty]

    def answers(self) -> dict[int, Any]:
        """Response types by status; None: no body."""
        returned = inspect.signature(self.handler, eval_str=True).return_annotation
        found: dict[int, Any] = {}
        for each in get_args(returned) if get_origin(returned) in (Union, UnionType) else (returned,):
            if get_origin(each) is Pending:
                found[202] = get_args(each)[0]
            elif each is not Response:  # used by handlers that build a response themselves
                found[self.status] = None if each is NoneType or each is None else each
        return found

    def route(self, owner: object) -> BaseRoute:
        taken, in_path, in_query = self.body(), self.in_path(), self.in_query()

        async def answer(request: Request) -> Response:
            try:
                given = {name: request.path_params[name] for name in in_path}
                given |= {name: request.query_params[name] for name in in_query if name in request.query_params}
                if taken is not None:
                    given[taken[0]] = await body(request, taken[1])
                said = await self.handler(owner, request, **given)
            except Refusal as refusal:
                return problem(refusal)
            except UnknownGame as error:
                return problem(Refusal("none", str(error)))
            except TabletownError as error:
                return problem(Refusal("malformed", str(error)))
            if isinstance(said, Response):
                return said
            if said is None:
                return Response(status_code=self.status)
            return reply(said.message, 202) if isinstance(said, Pending) else reply(said, self.status)

        return Route(self.path, answer, methods=[self.method], name=self.handler.__name__)


def endpoint(method: str, path: str, status: int = 200, refuses: tuple[int, ...] = ()) -> Callable[[Handler], Endpoint]:
    """Make a method an endpoint; `refuses`: status codes that only this endpoint may answer with."""
    return lambda handler: Endpoint(method, path, handler, status, refuses)


def endpoints_of(owner: type) -> list[Endpoint]:
    return [each for each in vars(owner).values() if isinstance(each, Endpoint)]


def reply(message: Any, status: int = 200) -> Response:
    return Response(m.encode(message), status, media_type="application/json", headers={"cache-control": "no-store"})


def problem(refusal: Refusal, table: m.TableView | None = None) -> Response:
    return reply(m.Problem(refusal.text, refusal.code, refusal.rule, table), refusal.status)
