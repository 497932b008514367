"""Base forms of English words without a dictionary: near enough to see one word in two forms."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graph_aria.domain.roles import role_key
from graph_aria.domain.stems import root, stem
from graph_aria.domain.word_kin import are_near, are_same, is_wider

_SHORTEST: Final = 3
_SHARED: Final = 5
"""Letters from which two words with one beginning are forms of one: "allergic", "allergy"."""
_OWN_ENDING: Final = 4
_ENDINGS: Final = re.compile(
    r"(?:e|es|s|y|ie|ic|ics|ical|ist|ism|ion|ation|ition|ing|ed|er|or|ant|ent|ance|ence|ment|ness|"
    r"ity|al|ly|able|ible|ful|ous|ive|an|ian|ian|ship|hood|ries|ry)?"
)
_FORMS: Final = """
buy: bought; teach: taught; think: thought; bring: brought; catch: caught; lose: lost loss;
find: found; keep: kept; sleep: slept; leave: left; feel: felt; meet: met; go: went gone goes;
do: did done does; see: saw seen; eat: ate eaten; drink: drank drunk; begin: began begun;
swim: swam swum; run: ran; sing: sang sung; ring: rang rung; write: wrote written;
drive: drove driven; ride: rode ridden; break: broke broken; speak: spoke spoken;
steal: stole stolen; choose: chose chosen; wake: woke woken; grow: grew grown;
know: knew known; throw: threw thrown; fly: flew flown flight; draw: drew drawn;
wear: wore worn; tear: tore torn; give: gave given; take: took taken; come: came;
forgive: forgave forgiven; become: became; fall: fell fallen; hold: held; tell: told;
sell: sold; say: said; pay: paid; make: made; build: built; send: sent; spend: spent;
lend: lent; win: won; get: got gotten; sit: sat; stand: stood; understand: understood;
hear: heard; learn: learnt; dream: dreamt; lead: led; feed: fed; fight: fought; seek: sought;
bear: born birth; die: died dying death dead; lie: lay lain; shake: shook shaken;
hide: hid hidden; bite: bit bitten; forget: forgot forgotten; quit: quits quitting;
wed: wedding; marry: marriage; man: men; woman: women; child: children; person: people;
foot: feet; tooth: teeth; mouse: mice; goose: geese; knife: knives; wife: wives;
live: lives living; leave: leaves; deny: denied; choice: choices; speech: speeches
"""
_IRREGULAR: Final = {
    form: stem(plain.strip())
    for plain, forms in (line.split(":") for line in _FORMS.split(";"))
    for form in forms.split()
}


@lru_cache(maxsize=4096)
def base(word: str) -> str:
    """The stem of a word's base form, roughly.

    >>> base("lives") == base("living") == base("lived"), base("taught") == base("teaches")
    (True, True)
    """
    lower = word.casefold().replace("’", "'").removesuffix("'s").strip("'")
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower.endswith("ies") and len(lower) > len("ties"):
        lower = lower.removesuffix("ies") + "y"
    elif lower.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        lower = lower.removesuffix("es")
    elif lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and len(lower) > _SHORTEST:
        lower = lower.removesuffix("s")
    return _IRREGULAR.get(lower, root(lower))


@lru_cache(maxsize=16384)
def says(here: str, there: str) -> bool:
    """Whether a word may stand for what another says: a form of it, the same, or a wider one.

    Args:
        here: a base form of what is told.
        there: one of what was said.

    >>> says(base("pet"), base("dog")), says(base("dog"), base("pet"))
    (True, False)
    """
    if here == there or are_same(here, there) or are_near(here, there) or is_wider(here, there):
        return True
    return role_key(here) == role_key(there) or _is_derived(here, there)


def _is_derived(here: str, there: str) -> bool:
    """Whether two words share their beginning and end as derived words do."""
    shared = 0
    for one, two in zip(here, there, strict=False):
        if one != two:
            break
        shared += 1
    shortest = _SHARED if min(len(here), len(there)) > _SHARED else _OWN_ENDING
    if shared < shortest:
        return False
    return all(_ENDINGS.fullmatch(word[shared:]) is not None for word in (here, there))
