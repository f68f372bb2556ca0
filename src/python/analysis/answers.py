"""A model's answer as text: without terminal escapes and without the part where it thinks aloud."""
from __future__ import annotations

import re

from analysis.source import normal_newlines

_ESCAPES = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]")
# Neither a source file nor a JSON file can hold these; where they stand no program can be meant.
_IMPOSSIBLE = re.compile("[\x00\ud800-\udfff]")
_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.I)


def clean(text: str) -> str:
    """The text with \\n for line ends, without byte order marks and terminal escapes."""
    if "\x1b" in text or "\x9b" in text:
        text = _ESCAPES.sub("", text)
    return normal_newlines(_IMPOSSIBLE.sub("\ufffd", text)).replace("\ufeff", "")


def without_thoughts(text: str) -> tuple[str, bool]:
    """The text without what the model thinks aloud, and whether it was still thinking when it ended. A thought may
    lack its opening tag, where that was part of the prompt; an opening tag counts only at the start of a line."""
    kept: list[str] = []
    position = 0
    thinking = False
    for tag in _TAG.finditer(text):
        if tag[1]:
            if not thinking:
                kept.clear()
            position, thinking = tag.end(), False
        elif not thinking and not text[text.rfind("\n", 0, tag.start()) + 1:tag.start()].strip():
            kept.append(text[position:tag.start()])
            thinking = True
    return "".join(kept if thinking else [*kept, text[position:]]), thinking
