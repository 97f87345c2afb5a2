"""WebVTT and SubRip as what is said, without the markup of their cues.

Sources: https://www.w3.org/TR/webvtt1/; SubRip has no standard: what players take (`<i>`, `<font>`, `{\\an8}`).
"""

from __future__ import annotations

import re

_SUBRIP = re.compile(rb"(?:\xef\xbb\xbf)?\s*\d+[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3} *--> *\d{1,3}:\d\d:\d\d[,.]")
_WEBVTT = re.compile(rb"(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)")
_BETWEEN = re.compile(rb"\n\r?\n")
_CUE = re.compile(r"^(?=[^\n]{0,40}-->)[^\n]*\n(?:[^\n]*[^\s][^\n]*(?:\n|$))*", re.MULTILINE)
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?[ \t]+([^<>\n]{1,200})>")
_TAG = re.compile(r"</?(?:[biusvc]|ruby|rt|lang|font)(?:[.\s][^<>\n]{0,200})?>|<[\d:.]{5,14}>", re.IGNORECASE)
_PLACE = re.compile(r"\{\\[^{}\n]{1,200}\}")
_NAMED = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&nbsp;": "\u00a0", "&lrm;": "\u200e", "&rlm;": "\u200f"}
_REFERENCE = re.compile("|".join(_NAMED))


def kind_of(markup: bytes) -> str:
    """ "vtt" or "srt" for what begins as such subtitles do, else ""."""
    return "vtt" if _WEBVTT.match(markup) else "srt" if _SUBRIP.match(markup) else ""


def end_of_cue(markup: bytes, at: int, until: int) -> int:
    """Where a cue ends at or after `at`, 0 for none that ends before `until`."""
    found = _BETWEEN.search(markup, at, until)
    return found.end() if found else 0


def without_markup(text: str, kind: str) -> str:
    """Whole cues, and what stands between them, with the markup of the cues taken out; who speaks stands before it."""
    return _CUE.sub(lambda cue: _said(cue[0], kind), text.replace("\r\n", "\n"))


def _said(cue: str, kind: str) -> str:
    times, end, words = cue.partition("\n")
    if kind == "srt":
        return times + end + _PLACE.sub("", _TAG.sub("", words))
    words = _TAG.sub("", _VOICE.sub(r"\1: ", words))
    return times + end + _REFERENCE.sub(lambda found: _NAMED[found[0]], words)
