"""Writes graph_aria/api/examples.json: what each operation answers to a small story.

Run `python -m tests.api.make_examples` after a change to a response; a test says when.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from graph_aria import bootstrap
from graph_aria.api import examples
from tests.api.harness import Api, StubReader

Keep = Callable[[str, Any], Any]
STORY = "Slept badly, the Atlas deadline makes me anxious. Yoga helped."


def collect(folder: Path) -> dict[str, Any]:
    """A successful answer of each operation, by operation id."""
    vars(bootstrap)["ReaderProcess"] = StubReader
    with Api(folder) as api:
        return _told(api)


def _told(api: Api) -> dict[str, Any]:  # noqa: PLR0915 - one statement an operation
    made: dict[str, Any] = {}

    def keep(operation_id: str, answer: Any) -> Any:
        assert answer.is_success, answer.text
        made[operation_id] = answer.json()
        return made[operation_id]

    keep("createProfile", api.post("/profiles", {"name": "Maya", "zone": "Europe/Athens"}))
    keep("createToken", api.post("/tokens", {"name": "phone", "read_only": False}))
    made["createToken"]["secret"] = "aria_" + "x" * 43
    for n_days in range(12, 0, -1):
        at = (api.clock.at - timedelta(days=n_days)).isoformat()
        text = "Yoga with Priya." if n_days % 2 else "Work."
        api.say(text, mood=7 if n_days % 2 else 4, occurred_at=at)
    entry = keep("createEntry", api.post("/entries?wait=read", {"text": STORY}))["entry"]["id"]
    keep("createMood", api.post("/moods", {"mood": 6, "feelings": ["calm"], "because": "walk"}))
    api.post("/jobs/chapters/run")
    api.settle()
    api.clock.at += timedelta(minutes=5)
    keep("listEntries", api.get("/entries?limit=2"))
    keep("getLastEntry", api.get("/entries/last"))
    keep("getEntry", api.get(f"/entries/{entry}"))
    keep("getReading", api.get(f"/entries/{entry}/reading"))
    keep("search", api.get("/search", params={"q": "What about Yoga with Priya?", "limit": 2}))
    keep("previewReading", api.post("/read", {"text": "Yoga with Priya helped."}))
    keep("editEntry", api.patch(f"/entries/{entry}?wait=read", {"mood": 4}))
    keep("rereadEntry", api.post(f"/entries/{entry}/reread"))
    keep("allowReading", api.post(f"/entries/{entry}/allow-reading?wait=read"))
    keep("rereadEntries", api.post("/entries/reread"))
    keep("listMoods", api.get("/moods?limit=1"))
    keep("readMoodDays", api.get("/moods/days?since=2026-10-30"))
    _tell_a_conversation(api, keep)
    _tell_memories(api, keep, made)
    _tell_a_life(api, keep)
    _talk(api, keep)
    _tell_who_is_who(api, keep)
    yoga = api.entity("Yoga")["id"]
    keep("listEntities", api.get("/entities?limit=2"))
    keep("getEntity", api.get(f"/entities/{yoga}"))["evidence"][2:] = []
    keep("listEvidence", api.get(f"/entities/{yoga}/evidence?limit=2"))
    keep("editEntity", api.patch(f"/entities/{yoga}", {"name": "Hatha yoga"}))["evidence"][2:] = []
    keep("ruleEntity", api.post(f"/entities/{yoga}/pin"))["evidence"][2:] = []
    body = {"subject_id": "me", "predicate": "LIKES", "object_id": yoga}
    likes = keep("createRelation", api.post("/relations", body))["relation"]["id"]
    keep("listRelations", api.get("/relations?limit=2&quotes=true"))
    keep("getRelation", api.get(f"/relations/{likes}"))
    keep("readGraph", api.get(f"/graph?center={yoga}&limit=3"))
    keep("readThemes", api.get("/themes?limit=2"))
    keep("readChapter", api.get("/chapter"))
    chapters = keep("listChapters", api.get("/chapters"))["items"]
    keep("getChapter", api.get(f"/chapters/{chapters[0]['id']}"))
    right = keep("editRelation", api.patch(f"/relations/{likes}", {"predicate": "DOES"}))
    keep("endRelation", api.post(f"/relations/{right['relation']['id']}/end", {}))
    keep("rejectRelation", api.post(f"/relations/{right['relation']['id']}/reject"))
    wants = api.post("/relations", {**body, "predicate": "WANTS"}).json()["relation"]["id"]
    keep("deleteRelation", api.delete(f"/relations/{wants}"))
    keep("runDecay", api.post("/decay", {"dry_run": True, "as_of": "2027-11-03T00:00:00Z"}))
    made["runDecay"]["faded"][2:] = []
    keep("listJobs", api.get("/jobs?limit=2"))
    keep("runJob", api.post("/jobs/scrub/run"))
    keep("consolidateMemories", api.post("/memories/consolidate"))
    keep("retryJobs", api.post("/jobs/retry", {}))
    keep("editSettings", api.patch("/settings", {"decay_rate_per_day": 0.04}))
    api.settle()
    keep("readSettings", api.get("/settings"))
    keep("deleteEntity", api.delete(f"/entities/{yoga}"))
    keep("deleteEntry", api.delete(f"/entries/{entry}?prove=true"))
    keep("listProfiles", api.get("/profiles"))
    keep("getProfile", api.get("/profiles/Maya"))
    tokens = keep("listTokens", api.get("/tokens"))["items"]
    keep("revokeToken", api.delete(f"/tokens/{tokens[0]['id']}"))
    backup = {"path": str(api.settings.data_dir.parent / "aria.db")}
    keep("createBackup", api.post("/backup", backup))["path"] = "/backups/aria.db"
    findings = keep("examine", api.get("/doctor"))["findings"]
    findings[:] = [item for item in findings if item["what"] in {"reader", "jobs"}]
    keep("deleteProfile", api.delete("/profiles/Maya"))
    keep("isAlive", api.get("/healthz"))
    keep("isReady", api.get("/readyz"))
    return made


def _tell_a_conversation(api: Api, keep: Keep) -> None:
    talk = keep("createConversation", api.post("/conversations", {"external_id": "chat-1"}))["id"]
    path = f"/conversations/{talk}/messages"
    said = {"role": "user", "text": "Yoga with Priya helped.", "external_id": "chat-1-1"}
    keep("createMessage", api.post(path, said))
    api.post(path, {"role": "assistant", "text": "Good to hear!"})
    keep("listMessages", api.get(path))
    keep("listConversations", api.get("/conversations"))
    keep("getConversation", api.get(f"/conversations/{talk}"))
    keep("editConversation", api.patch(f"/conversations/{talk}", {"remember": False}))
    api.settle()
    keep("deleteConversation", api.delete(f"/conversations/{talk}?prove=true"))


def _talk(api: Api, keep: Keep) -> None:
    """A chat with offline ARIA, and what she drew on."""
    whole = {"Accept": "application/json"}
    body = {"text": "When did I last do yoga with Priya?"}
    turn = keep("chat", api.post("/chat", body, headers=whole))["turn_id"]
    keep("followReply", api.get(f"/chat/{turn}/events", headers=whole))
    context = keep("readContext", api.get(f"/chat/{turn}/context"))
    context["memories"][1:], context["relations"][1:], context["quotes"][1:] = [], [], []
    prompt = keep("previewChat", api.post("/chat/preview", body))
    prompt["messages"][:-1] = [{"role": "system", "text": "…"}]
    api.settle()


def _tell_memories(api: Api, keep: Keep, made: dict[str, Any]) -> None:
    """What is remembered, and what is set right of it."""
    said = "I am allergic to peanuts. I love swimming."
    reading = api.say(said)["reading"]
    made["getReading"]["memories"] = reading["memories"][:1]
    body = {"text": "I hate swimming. I am afraid of spiders."}
    made["previewReading"]["memories"] = api.post("/read", body).json()["memories"]
    keep("listMemories", api.get("/memories?limit=2"))
    swims = api.get("/memories?search=swimming").json()["items"][0]["id"]
    keep("getMemory", api.get(f"/memories/{swims}"))
    keep("editMemory", api.patch(f"/memories/{swims}", {"text": "I love to swim at dawn."}))
    keep("ruleMemory", api.post(f"/memories/{swims}/pin"))
    body = {"text": "The user swims every Monday.", "reason": "the pool is empty then"}
    keep("addMemory", api.post("/memories", body))
    reviews = keep("listReviews", api.get("/memories/review?limit=1"))["items"]
    one, other = reviews[0]["memory"]["id"], reviews[0]["other"]["id"]
    body = {"other_id": other, "answer": "both"}
    keep("answerReview", api.post(f"/memories/{one}/answer", body))
    keep("countMemories", api.get("/memories/counts"))
    keep("deleteMemory", api.delete(f"/memories/{one}?prove=true"))
    keep("forgetMemories", api.post("/memories/forget", {"memory_ids": [swims]}))


def _tell_a_life(api: Api, keep: Keep) -> None:
    """What somebody is at, what changed, how they felt, and what the day holds."""
    body = {"text": "I am writing my thesis.", "reason": "I want my degree", "since": "2026-09"}
    focus = keep("addFocus", api.post("/life/focus", body))["focus"]["id"]
    keep("listFocus", api.get("/life/focus"))
    keep("editFocus", api.patch(f"/life/focus/{focus}", {"since": "2026-09-14"}))
    keep("getFocus", api.get(f"/life/focus/{focus}"))
    done = keep("endFocus", api.post(f"/life/focus/{focus}/done"))["focus"]["id"]
    body = {"text": "I moved to Ghent.", "on": "2019-11"}
    moved = keep("addMilestone", api.post("/life/milestones", body))["milestone"]["id"]
    day = (api.clock.at - timedelta(days=7 * 365)).strftime("%Y-%m-%d")
    keep("editMilestone", api.patch(f"/life/milestones/{moved}", {"on": day}))
    keep("listMilestones", api.get("/life/milestones?limit=1"))
    keep("getMilestone", api.get(f"/life/milestones/{moved}"))
    keep("readUpcoming", api.get("/life/upcoming?days=30"))
    journal = keep("readMoodJournal", api.get("/life/mood?days=14"))
    journal["days"][2:] = []
    api.say("Yoga with Priya.", occurred_at="2025-11-03T20:00:00+02:00", mood=8)
    keep("readToday", api.get("/life/today"))
    keep("readOnThisDay", api.get("/life/on-this-day"))
    keep("clearMoods", api.delete("/life/mood?prove=true"))
    keep("deleteFocus", api.delete(f"/life/focus/{done}?prove=true"))
    keep("deleteMilestone", api.delete(f"/life/milestones/{moved}"))


def _tell_who_is_who(api: Api, keep: Keep) -> None:
    for text in ("Climbing with Ben.", "Benjamin was tired.", "Ben called."):
        api.say(text)
    question = keep("listQuestions", api.get("/questions"))["items"][0]["id"]
    keep("getQuestion", api.get(f"/questions/{question}"))
    keep("answerQuestion", api.post(f"/questions/{question}/answer", {"answer": "different"}))
    ben, benjamin = api.entity("Ben")["id"], api.entity("Benjamin")["id"]
    body = {"into": ben, "override": True}
    keep("mergeEntity", api.post(f"/entities/{benjamin}/merge", body))
    keep("listMerged", api.get(f"/entities/{ben}/merged"))
    keep("unmergeEntity", api.post(f"/entities/{ben}/unmerge", {}))
    mentions = keep("listMentions", api.get(f"/entities/{ben}/mentions"))["items"]
    body = {"mention_ids": [mentions[0]["id"]]}
    keep("splitEntity", api.post(f"/entities/{ben}/split", body))


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder:
        made = collect(Path(folder))
    text = json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True)
    examples.PATH.write_text(text + "\n", "utf-8")
    sys.stdout.write(f"{len(made)} examples in {examples.PATH.name}\n")


if __name__ == "__main__":
    main()
