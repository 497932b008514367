"""An invented journal of 120 days, to try graph-aria with.

`journal.jsonl` holds one JSON object a line, in order of `day` and `time`. Day 120 is
meant to be shifted to yesterday. A line is either a journal entry (`form` "journal",
with `text`) or a mood check-in (`form` "mood", with `mood` from 1, worst, to 10, best,
`feelings`, at most two keys of `EMOTIONS`, and `because`, which may be empty).
Nobody in it is real.
"""
