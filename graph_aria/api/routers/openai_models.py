"""Models and embeddings in OpenAI's form; a token that may only read may ask for them."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from graph_aria.api.deps import ReadScope, Scope
from graph_aria.api.openai_form import OPENAI_PREFIX
from graph_aria.domain.client_requests import OWN_MODEL
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.errors import ChatFailed, InvalidInput, InvalidText, NotFound

_OWNER: Final = "graph-aria"
_MOST_TEXTS: Final = 2_048
_MOST_CHARACTERS: Final = 100_000
_OK: Final = 200

router = APIRouter(prefix=OPENAI_PREFIX, include_in_schema=False)


@router.get("/models")
async def list_models(scope: ReadScope) -> Response:
    """What the endpoint has, and `aria`: whatever chat model is set."""
    return JSONResponse({"object": "list", "data": await _models(scope)})


@router.get("/models/{model:path}")
async def get_model(model: str, scope: ReadScope) -> Response:
    """One of them."""
    for each in await _models(scope):
        if each["id"] == model:
            return JSONResponse(each)
    raise NotFound("there is no such model; GET /v1/models lists them")


@router.post("/embeddings")
async def create_embeddings(request: Request, scope: ReadScope) -> Response:
    """Vectors of texts: the endpoint's if an embedding model is set, else those of this machine."""
    try:
        body = await request.json()
    except (ValueError, RecursionError) as error:
        raise InvalidInput("the body is not JSON; send a JSON object in UTF-8") from error
    if not isinstance(body, dict):
        raise InvalidInput("the body is no JSON object; send one with input")
    texts = _texts(body.get("input"))
    form = body.get("encoding_format") or "float"
    if form not in {"float", "base64"}:
        raise InvalidInput("encoding_format: is neither float nor base64")
    vectors = scope.services.faculties.vectors
    known = await vectors.describe()
    names = _embedding_names(scope, known.embedder_id)
    if body.get("model") not in {None, *names}:
        message = f"model: vectors come from {names[0]!r} here; ask for that"
        raise NotFound(message)
    wanted = body.get("dimensions")
    if wanted not in {None, known.dimension}:
        message = f"dimensions: these vectors have {known.dimension}; leave it out"
        raise InvalidInput(message)
    made = await vectors.embed(texts)
    data = [
        {"object": "embedding", "index": at, "embedding": _shown(vector, form)}
        for at, vector in enumerate(made.vectors)
    ]
    n_tokens = sum(map(estimate_tokens, texts))
    usage = {"prompt_tokens": n_tokens, "total_tokens": n_tokens}
    return JSONResponse({"object": "list", "data": data, "model": names[0], "usage": usage})


async def _models(scope: Scope) -> list[dict[str, Any]]:
    settings = scope.services.settings
    listed = await _listed(scope)
    if not listed and settings.llm_base_url is not None and settings.chat_model is not None:
        listed = [_model(settings.chat_model)]
    names = {each["id"] for each in listed}
    return [*listed, *([] if OWN_MODEL in names else [_model(OWN_MODEL)])]


async def _listed(scope: Scope) -> list[dict[str, Any]]:
    """What the endpoint lists, each as it tells it; nothing if it does not."""
    relay = scope.services.exchanges.relay
    if relay is None:
        return []
    try:
        answering = await relay.send("models", None)
        try:
            body = b"".join([part async for part in answering.parts()])
        finally:
            await answering.close()
        data = json.loads(body)["data"] if answering.status == _OK else []
        return [each for each in data if isinstance(each, dict) and isinstance(each["id"], str)]
    except (ChatFailed, ValueError, LookupError, TypeError, RecursionError):
        return []


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": _OWNER}


def _embedding_names(scope: Scope, embedder_id: str) -> tuple[str, ...]:
    """Names that vectors go by, the model's own first."""
    settings = scope.services.settings
    own = settings.embedding_model if settings.llm_base_url is not None else None
    return (own or embedder_id, embedder_id, OWN_MODEL)


def _texts(given: object) -> list[str]:
    """The texts of a request.

    Raises:
        InvalidInput, InvalidText: there are none, too many, empty ones, or numbers of tokens.
    """
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not texts:
        raise InvalidInput("input: is no text and no list of texts")
    if len(texts) > _MOST_TEXTS:
        message = f"input: has {len(texts):,} texts; give at most {_MOST_TEXTS:,} at once"
        raise InvalidInput(message)
    checked = []
    for at, text in enumerate(texts):
        if not isinstance(text, str):
            message = f"input.{at}: is no text; tokens are not taken, send the words"
            raise InvalidInput(message)
        if not text.strip() or len(text) > _MOST_CHARACTERS:
            message = f"input.{at}: is empty or has more than {_MOST_CHARACTERS:,} characters"
            raise InvalidText(message)
        checked.append(text.encode("utf-8", "replace").decode())
    return checked


def _shown(vector: bytes, form: str) -> str | list[float]:
    if form == "base64":
        return base64.b64encode(vector).decode()
    return list(struct.unpack(f"<{len(vector) // 4}f", vector))
