"""Lines that somebody pasted and nobody wrote: code, queries, logs, data, mail heads."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

_LONGEST_BLOCK: Final = 400
"""Most lines of one block."""

_LONGEST_QUERY: Final = 50
"""Most lines of one query, which is looked at as a whole."""

_LONGEST_LINE: Final = 1_000
"""Longer lines are told by their signs alone, in code points."""

_SIGNS: Final = frozenset('{}[]()<>=;|\\/"_$#@%^*~')
_SIGNED: Final = 0.08
"""Share of signs from which on a long line is no prose."""

_MAYBE: Final = re.compile(
    r"[{}\[\]=|;$@\\]|\w\(|^[ \t]*(?:---|import |from |\w[\w-]{1,30}:)|,\S|\t|BEGIN:|Traceback|"
    r"\d:\d\d:\d\d|\b(?i:select|table|database|insert)\b",
    re.MULTILINE,
)
"""What every pasted block has somewhere."""

_HEADER: Final = re.compile(r"[A-Za-z][\w-]{0,40}: ?.*|[ \t]+\S.*")
_MAIL_HEADER: Final = re.compile(
    r"(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id|received|return-path|mime-version|"
    r"content-[\w-]+|x-[\w-]+|in-reply-to|references|delivered-to|list-[\w-]+|user-agent|host|"
    r"accept|cookie|authorization): ?.*",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(r"[ \t]*(?:- )?[\w.-]{1,60}:(?: .*)?|[ \t]*- .*|[ \t]*#.*")
_PLAIN_PAIR: Final = re.compile(r"[a-z_][\w.-]{0,60}: \S.*")
_OPEN_PAIR: Final = re.compile(r"[a-z_][\w.-]{0,60}:\s*")
_SECTION: Final = re.compile(r"\[[\w.:\" -]{1,60}\]\s*")
_SETTING: Final = re.compile(r"\s*[\w.-]{1,60}\s*=\s*.*|\s*[#;].*")
_JSON: Final = re.compile(r"\s*[\[{]\s*(?:[\"'{\[].*|\d[\d.eE+-]*\s*(?:[,\]].*)?|)\s*")
_JSON_END: Final = re.compile(r".*[\]}]\s*[,;]?\s*")
_JSON_LINE: Final = re.compile(r"\s*(?:[\[\]{}\s,:]+|[\"'\d{\[].*[,:\[\]{}\"'\d]|-?\d.*)\s*")
_RULER: Final = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:[|+][ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*")
_QUERY: Final = re.compile(
    r"(?i:\s*select\b.{0,200}|(?:.{0,200}?['\")\d]\s*)?union\s+(?:all\s+)?select\b.+|"
    r"(?:.{0,200}?['\")]+\s*;)?\s*(?:(?:drop|create|alter|truncate)\s+(?:unique\s+)?"
    r"(?:table|index|view|database)|insert\s+into|delete\s+from|update)\s+[\w.\"`\[\]]+.*)|"
    r"\s*(?:OPTIONAL )?(?:MATCH|MERGE|UNWIND|CREATE|DETACH DELETE|LOAD CSV)\b.*[(\[{:].*|"
    r"\s*CALL \w+\.\w.*"
)
"""What a query may begin with; a line of prose may begin so too."""

_COMPARED: Final = (
    r"(?:=|<|>|\b(?:like|contains|starts with|ends with|between|is null|is not null)\b|"
    r"\bin\s*[(\[])"
)
_CLAUSE: Final = re.compile(
    rf"\s*(?:(?i:(?:where|and|or|on|having|set)\b.*{_COMPARED}.*|"
    r"from\s+\S+(?:\s+(?:as\s+)?\w{1,3})?(?:\s*,\s*\S+(?:\s+\w{1,3})?)*\s*;?|"
    rf"from\s+\S+(?:\s+\w{{1,3}})?\s+(?:where\b.*{_COMPARED}.*|(?:left\s|inner\s)?join\b.*)|"
    r"(?:(?:left|right|inner|outer|full|cross)\s+)*join\s+\S+(?:\s+\w{1,3})?(?:\s+on\b.*=.*)?|"
    r"values\s*(?:\(.*)?|\(.*\)\s*[,;]?|(?:order|group)\s+by\s+\S+(?:\s*,\s*\S+)*"
    r"(?:\s+(?:asc|desc))?\s*;?|limit\s+\d+\s*;?|union(?:\s+all)?(?:\s+select\b.*)?)|"
    r"(?:WITH|RETURN|DELETE|DETACH|MATCH|MERGE|CREATE|SKIP|YIELD|OPTIONAL|UNWIND|FOREACH)\b.*)"
)
_SELECTS: Final = re.compile(r"(?i)\s*select\b")
_AWAITS: Final = re.compile(r"(?i)\s*(?:insert|union|create|\()")
_NODE: Final = r"\(\s*\w*\s*(?::\s*`?\w[^()]*|\{[^()]*)?\)"
_COLUMN_TYPES: Final = (
    r"(?:text|int\w*|bigint|smallint|serial|(?:var)?char\w*|real|float\w*|double|decimal|numeric|"
    r"date\w*|time\w*|bool\w*|blob|uuid|jsonb?)"
)
_SURE_QUERY: Final = re.compile(
    r"(?is:\s*select\b[^;]*\*[^;]*\bfrom\b.+|\s*select\b.+\bfrom\b.+\b(?:where|on)\b.+=.+|"
    r"\s*select\s+(?:distinct\s+)?[^\s,]+(?:\s*,\s*[^\s,]+)*\s+from\s+\S.*;.*|"
    r".*\bunion\s+(?:all\s+)?select\b.+\bfrom\b.+|"
    r".*?\b(?:drop|truncate)\s+(?:table|index|view|database)\s+(?:if\s+exists\s+)?\S+\s*"
    r"(?:cascade\s*)?;.*|"
    r".*?\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?\S+?\s*\(\s*"
    rf"(?:[\w\"`]+\s+{_COLUMN_TYPES}\b.*)|"
    r".*?\bcreate\s+(?:unique\s+)?index\s+\S+\s+on\s+\S+\s*\(.*|"
    r".*?\bcreate\s+view\s+\S+\s+as\s+select\b.*|.*?\bcreate\s+database\s+\S+\s*;.*|"
    r".*?\balter\s+table\s+\S+\s+(?:add|drop|rename|alter|modify)\s+"
    r"(?:column|constraint|to|primary|foreign|index)\b.*|"
    r".*?\binsert\s+into\s+[^\s(]+\s*(?:\([^)]*\)\s*)?(?:values\s*\(|select\b).*|"
    r".*?\bdelete\s+from\s+[^\s;]+\s*(?:;|where\b.*=).*|"
    r".*?\bupdate\s+\S+\s+set\s+\S+\s*=.*)|"
    # In Cypher capitals tell a query from prose that has the same words.
    rf"(?s:\s*(?:OPTIONAL )?(?:MATCH|MERGE|CREATE)\s+(?:\w+\s*=\s*)?(?:\w+\()?{_NODE}"
    r"(?:\s*<?-[-\[].*|.*\b(?:RETURN|DELETE|SET|WHERE|REMOVE|MERGE|CREATE|WITH)\b.*)|"
    r"\s*(?:MERGE|CREATE)\s+\(\s*\w*\s*:\s*\w.*|"
    r"\s*CREATE\s+(?:CONSTRAINT|(?:\w+ )?INDEX)\b.*\(.*:.*|"
    r"\s*UNWIND\s+(?:\[.*\]|\S+)\s+AS\s+\w.*|\s*DETACH DELETE\s+\w+\s*;?|\s*LOAD CSV\b.*\bAS\b.*|"
    r"\s*CALL \w+\.\w.*)"
)
_CODE: Final = re.compile(
    r"\s*(?:"
    r"(?:async )?(?:def|class) \w+\s*(?:\(.*|:\s*)|"
    r"import [\w.]+(?: as \w+)?\s*;?\s*|import .+ from [\"'].*|from [\w.]+ import .+|"
    r"(?:const|let|var) (?:mut )?(?:\w+(?:\s*:\s*[\w<>\[\]|]+)?\s*=[^=].*|[{\[][^=]{1,80}=.*)|"
    r"(?:(?:public|private|protected|static|final|readonly) )+(?:[^\n]*[{}]\s*|"
    r"(?:[\w.]+[<\[][\w<>\[\], ]*|int|long|float|double|bool|boolean|char|void|var|[Ss]tring) .*)|"
    r"(?:func|fn|function) \w+\s*[(<][^\n]*\)\s*(?:->.*|:.*|\{.*)?|"
    r"(?:namespace|template|struct|enum)\b[^\n]*[{}<>;]\s*|"
    r"return (?:null|true|false|None|this|self|\w+[.\[(][\w.\[\]()]*)\s*;?\s*|"
    r"(?:export )?[A-Z_][A-Z0-9_]{1,60}=\S.*|"
    r"#(?:include|define|ifdef|endif|pragma)\b.*|"
    r"\$ (?:(?:sudo|git|cd|ls|pip|npm|python\d?|cat|echo|export|curl|wget|make|docker|apt|brew|ssh|"
    r"cp|mv|rm|mkdir|grep|chmod|cargo|node|uv)\b.*|[.~/]+\w.*|\w[\w.-]*(?: \S+)* --?\w.*)|>>> .*|"
    # A call, which has no words in its brackets as "Coffee(with Nora)" has.
    r"(?:\w+(?:\.\w+)+|\w*_\w+|[a-z]+[A-Z]\w*)\((?:[^()\s,]+(?:\s*[,=]\s*[^()\s,]+)*)?\)\s*;?\s*|"
    r"\w+\((?:|\s*[\"'][^()]*|\s*\w+\s*=[^()]*)\)\s*;?\s*|"
    r"[a-z]\w*\(\s*[\w.]+(?:\s*,\s*[\w.]+)*\s*\)\s*;\s*|"
    r"(?:\w+[ *&]+){0,4}\w+\([^)]*\)\s*\{.*|"
    r"[\w.\[\]\"']+\s*[-+*/|]?=\s*(?:[\"'\[{(\d].*|.*;\s*)|"
    r"[^\n]*=[^\n]*[;{}]\s*|[^\n]*\w\([^\n]*[{}]\s*|[^\n{]*\S[^\n{]*\{\s*|"
    r"[^\n]*\w[._]\w+\([^\n]*\)\s*;\s*|"
    r"(?=[^\n]*(?:[(){}]|;\s*\Z))[^\n]*(?:==|!=|&&|\|\||::\w|=>\s*[\w.]*[{(])[^\n]*|"
    r"[{}()\[\];,\s]+|"
    r"File \"[^\"]*\", line \d+.*|at [\w.$<>]+\(.*\)\s*|"
    r"[\w.]*(?:Error|Exception)(?:: .*)?|"
    r"\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*"
    r"\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL)\b.*|"
    r"[\w.#:*-]+(?:[ ,>]+[\w.#:*-]+)*\s*\{[^{}]*:[^{}]*\}\s*"
    r")"
)
_OPENS: Final = re.compile(r".*[{:(\[]\s*")
_DIFF: Final = re.compile(r"diff --git .*|@@ .* @@.*|--- a?/.*|\+\+\+ b?/.*")
_BEGIN: Final = re.compile(r"\s*BEGIN:(\w+)\s*")

_IN_FIGURE: Final = re.compile(r"\d,\d+ ?[a-z%€$]|\d,\d{3}\b")
_SURELY_ROWS: Final = 2
"""Rows of two cells, with commas, are some when there are more than these."""

Lines = Sequence[str]


def blank_pasted(text: str) -> str:
    r"""The text with spaces for every line that is no prose; its length and lines stay.

    >>> blank_pasted("I slept.\nfrom os import path\nThen I ran.").split()
    ['I', 'slept.', 'Then', 'I', 'ran.']
    """
    if _MAYBE.search(text) is None:
        return text
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end = _block_end(lines, at) if lines[at].strip() else at
        for i in range(at, end):
            lines[i] = " " * len(lines[i])
        at = max(end, at + 1)
    return "\n".join(lines)


def _block_end(lines: Lines, at: int) -> int:
    """The line behind a block that begins here; `at` itself if none does."""
    if len(lines[at]) > _LONGEST_LINE:
        n_signs = sum(char in _SIGNS for char in lines[at])
        return at + (n_signs > _SIGNED * len(lines[at]))
    return max(at, *(block(lines, at) for block in _BLOCKS))


def _run(lines: Lines, at: int, belongs: Callable[[str], object]) -> int:
    """The line behind the last of the lines that belong together, from `at` on."""
    end = at
    while end < len(lines) and end - at < _LONGEST_BLOCK and belongs(lines[end]):
        end += 1
    return end


def _mail_head(lines: Lines, at: int) -> int:
    if not _MAIL_HEADER.fullmatch(lines[at].rstrip("\r")):
        return at
    end = _run(lines, at, lambda line: _HEADER.fullmatch(line.rstrip("\r")))
    n_headers = sum(bool(_MAIL_HEADER.fullmatch(line.rstrip("\r"))) for line in lines[at:end])
    return end if n_headers > 1 else at


def _front_matter(lines: Lines, at: int) -> int:
    if lines[at].strip() != "---":
        return at
    end = _run(lines, at + 1, lambda line: _PAIR.fullmatch(line) and line.strip() != "---")
    is_closed = end < len(lines) and lines[end].strip() in {"---", "..."}
    return end + 1 if is_closed and end > at + 1 else at


def _nested_pairs(lines: Lines, at: int) -> int:
    """YAML: two plain pairs or more among which another opens an indented block."""
    if not (_PLAIN_PAIR.fullmatch(lines[at]) or _OPEN_PAIR.fullmatch(lines[at])):
        return at
    end = _run(lines, at, lambda line: _PAIR.fullmatch(line) and line.strip())
    block = lines[at:end]
    n_pairs = sum(bool(_PLAIN_PAIR.fullmatch(line)) for line in block)
    has_nested = any(
        _OPEN_PAIR.fullmatch(line) and following[:1] in {" ", "\t"}
        for line, following in pairwise(block)
    )
    return end if n_pairs > 1 and has_nested else at


def _settings(lines: Lines, at: int) -> int:
    if not _SECTION.fullmatch(lines[at]):
        return at
    end = _run(lines, at + 1, lambda line: _SETTING.fullmatch(line) and line.strip())
    return end if any("=" in line for line in lines[at + 1 : end]) else at


def _braces(lines: Lines, at: int) -> int:
    """JSON, or anything in braces that a line opens, up to where they close."""
    if not _JSON.fullmatch(lines[at]):
        return at
    depth = 0
    for end in range(at, min(len(lines), at + _LONGEST_BLOCK)):
        line = lines[end]
        if not line.strip():
            break
        depth += line.count("{") + line.count("[") - line.count("}") - line.count("]")
        if depth <= 0:
            # "[2026] was hard" goes on behind its bracket.
            return end + 1 if _JSON_END.fullmatch(line) else at
    # Cut off before it closes: as far as its lines are of the kind.
    return _run(lines, at, _JSON_LINE.fullmatch)


def _table(lines: Lines, at: int) -> int:
    """A table of columns with a ruler under its head, with or without bars at the edges."""
    is_head = at + 1 < len(lines) and "|" in lines[at] and _RULER.fullmatch(lines[at + 1])
    if not (is_head and "|" in lines[at + 1]):
        return at
    return _run(lines, at, lambda line: "|" in line)


def _delimited(lines: Lines, at: int) -> int:
    """Two rows or more with as many commas, semicolons or tabs, none before a space."""
    for mark in ",;\t":
        n_cells = len(_cells(lines[at], mark))
        if n_cells > 1:
            end = _run(lines, at, lambda line, m=mark, n=n_cells: len(_cells(line, m)) == n)  # type: ignore[misc]
            if end - at > (_SURELY_ROWS if n_cells == 2 and mark == "," else 1):  # noqa: PLR2004
                return end
    return at


def _cells(line: str, mark: str) -> list[str]:
    """The cells of a row; none if it has empty ones, or a mark is one of prose or in a figure."""
    if mark not in line or f"{mark} " in line or _IN_FIGURE.search(line):
        return []
    cells = line.split(mark)
    return cells if all(cell.strip() for cell in cells) else []


def _query(lines: Lines, at: int) -> int:
    if not _QUERY.fullmatch(lines[at]):
        return at
    end = at + 1
    last = min(len(lines), at + _LONGEST_QUERY)
    if lines[at].rstrip().endswith("("):
        end = min(last, _run(lines, end, lambda line: line.strip() and line.strip()[0] != ")") + 1)
    while end < last and not lines[end - 1].rstrip().endswith(";"):
        line = lines[end]
        if not (
            _CLAUSE.fullmatch(line) or (_SELECTS.match(line) and _AWAITS.match(lines[end - 1]))
        ):
            break
        end += 1
    return end if _SURE_QUERY.fullmatch("\n".join(lines[at:end])) else at


def _code(lines: Lines, at: int) -> int:
    """A line of code, with the deeper lines that it opens."""
    if not _CODE.fullmatch(lines[at]):
        return at
    if not _OPENS.fullmatch(lines[at]):
        return at + 1
    indent = _indent(lines[at])
    return _run(lines, at + 1, lambda line: line.strip() and _indent(line) > indent)


def _trace(lines: Lines, at: int) -> int:
    if not lines[at].startswith("Traceback (most recent call last)"):
        return at
    return min(len(lines), _run(lines, at + 1, lambda line: line.startswith((" ", "\t"))) + 1)


def _diff(lines: Lines, at: int) -> int:
    if not _DIFF.fullmatch(lines[at]):
        return at
    return _run(lines, at, lambda line: line[:1] in {"+", "-", " ", "@"} or _DIFF.fullmatch(line))


def _card(lines: Lines, at: int) -> int:
    begin = _BEGIN.fullmatch(lines[at])
    if begin is None:
        return at
    last = f"END:{begin[1]}"
    return min(len(lines), _run(lines, at, lambda line: line.strip() != last) + 1)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


_BLOCKS: Final = (
    _mail_head, _front_matter, _nested_pairs, _settings, _braces, _table, _delimited, _query,
    _code, _trace, _diff, _card,
)  # fmt: skip
