"""The offline language reader: spaCy, word lists and rules over the parse.

spaCy and dateparser are imported in this folder only, and only inside the child
process that `child.ReaderProcess` starts.
"""
