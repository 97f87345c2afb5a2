"""What other browsers' tools, and who has learnt from them, call ours: tools, arguments, and words that count."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SAME = {
    "tap": "click", "left_click": "click", "choose": "select", "pick": "select", "fill": "type", "input": "type",
    "set": "type", "write": "type", "enter": "type", "key": "press", "dblclick": "double_click", "tick": "check",
    "md": "markdown", "txt": "text", "plain": "text", "plaintext": "text", "accessibility": "a11y", "aria": "a11y",
    "playwright": "full", "chromium": "full", "chrome": "full", "headless": "full", "browser": "full", "http": "static",
    "lightpanda": "light", "previous": "back", "prev": "back", "refresh": "reload", "good": "right", "ok": "right",
    "correct": "right", "bad": "wrong", "partial": "incomplete", "switch": "select", "focus": "select",
    "images": "pictures", "screenshot": "pictures", "begin": "start", "stop": "cancel", "get": "results",
    "activate": "click select", "follow": "click", "visit": "click", "expand": "click", "collapse": "click",
    "navigate": "click", "goto": "click select", "go": "click", "open": "click",
    "slide": "type", "unselect": "uncheck", "complete": "check", "hit": "click", "push": "click", "append": "type",
    "start": "observe create", "toggle": "click", "flip": "click",
    "delete": "close forget", "remove": "close forget", "new": "create", "add": "create observe start",
    "subscribe": "observe", "monitor": "observe", "track": "observe", "unwatch": "forget", "check": "poll",
    "wait_for": "wait", "wait_for_text": "wait", "wait_for_selector": "wait", "wait_until": "wait", "sleep": "wait",
    "pause": "wait", "delay": "wait", "watch": "observe", "no-cache": "fresh", "cache": "cached", "info": "known",
    "analyze": "known", "inspect": "known",
}  # fmt: skip
"""Words that others use for ours, where ours count and theirs do not."""

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "url": ("link", "href", "uri", "address", "page_url", "page", "website", "location", "urls"),
    "do": ("action", "verb", "op", "operation", "command", "method", "type", "kind"),
    "to": ("do", "action", "direction", "where"),
    "target": ("ref", "number", "index", "uid", "id", "element", "label", "node", "button", "field", "name",
               "href", "link", "selector", "locator", "source", "from", "start_ref", "start",
               "start_element", "xpath", "css", "css_selector", "query_selector", "element_id", "aria_label",
               "role_name", "accessible_name", "test_id", "placeholder", "description", "into"),
    "value": ("text", "key", "keys", "input", "content", "option", "options", "values", "choice", "path", "paths",
              "file", "files", "data", "direction", "answer", "to", "end_ref", "destination", "end", "end_element",
              "drop_target"),
    "text": ("query", "pattern", "search", "q", "term", "regex", "words", "string", "for", "message", "needle",
             "keyword", "keywords", "value"),
    "query": ("question", "search", "q", "about"),
    "fields": ("form_fields", "form_data", "values", "data", "inputs", "form", "elements", "items", "entries",
               "field_values", "steps", "actions"),
    "max_tokens": ("limit", "budget", "tokens", "max_length", "token_limit"),
    "deadline": ("timeout", "timeout_ms", "seconds", "time_limit", "max_wait", "time"),
    "match": ("filter", "query", "contains", "pattern", "text", "search"),
    "tab": ("tab_id", "tab_index", "page_id", "index", "id"),
    "script": ("expression", "code", "function", "js", "javascript", "source", "text"),
    "selector": ("css", "css_selector", "selectors"),
    "selectors": ("selector", "css", "css_selector"),
    "keywords": ("keyword", "terms", "words"),
    "tier": ("engine", "browser", "mode", "max_tier"),
    "max_tier": ("tier", "engine", "browser"),
    "part": ("section", "heading", "anchor"),
    "format": ("output", "output_format", "as"),
    "name": ("session", "state", "session_name", "id", "filename", "file", "path", "save_as",
             "output_path", "save_path", "output", "dest", "destination"),
    "key": ("name", "setting", "option"),
    "entry": ("request", "number", "id", "index"),
    "show": ("numbers", "number", "pictures", "images", "index"),
    "verdict": ("rating", "score", "value", "feedback"),
    "urls": ("links", "addresses", "pages", "url", "tasks", "items", "list", "url_list", "targets"),
    "texts": ("text", "contains", "expect", "expected"),
    "batch": ("id", "name", "batch_id"),
    "socket": ("id", "number"),
    "since": ("rev", "from"),
    "cookies": ("cookie",),
    "cookie": ("cookies",),
    "new_tab": ("newTab", "new"),
}  # fmt: skip
"""By what names others give an argument of ours, the surest first."""

_TOOLS = {
    "open": "navigate goto go_to visit load open_url open_page navigate_to navigate_page new_page",
    "open new_tab=true": "new_tab open_tab create_tab tab_new",
    "browse": "fetch read read_page read_url get_page get_text get_content scrape extract extract_text fetch_url crawl",
    "snapshot": "accessibility_snapshot page_content content dom get_state state look observe get_dom page_text",
    "go to=back": "back go_back navigate_back previous",
    "go to=forward": "forward go_forward navigate_forward",
    "go to=reload": "reload refresh reload_page",
    "find": "scroll_to_text search find_text search_page grep find_in_page",
    "links": "get_links list_links extract_links",
    "forms": "get_forms list_forms get_fields",
    "fill_form": "fill_forms form_input fill_out_form fill_fields",
    "act do=click": "tap click_element left_click click_link click_button",
    "act do=type": "fill type_text input input_text enter_text set_value write",
    "act do=select": "select_option choose select_dropdown select_option_by_label",
    "act do=press": "press_key key keyboard send_keys press_keys",
    "act do=hover": "mouse_move hover_element",
    "act do=scroll value=down": "scroll_down",
    "act do=scroll value=up": "scroll_up",
    "act do=scroll": "scroll_to scroll_page",
    "act do=upload": "upload_file file_upload set_files set_input_files",
    "act do=submit": "submit_form send_form",
    "act do=drag": "drag_and_drop drag_to",
    "act do=check": "check_box tick",
    "act do=dialog": "handle_dialog",
    "act do=dialog value=accept": "accept_dialog accept confirm_dialog",
    "act do=dialog value=dismiss": "dismiss_dialog dismiss",
    "tabs do=list": "list_tabs get_tabs tab_list list_pages",
    "tabs do=select": "switch_tab select_tab tab_select focus_tab select_page",
    "tabs do=close": "close close_tab tab_close close_page",
    "wait": "wait_for wait_for_text wait_for_selector wait_until sleep",
    "screenshot": "take_screenshot capture screenshot_page",
    "evaluate": "execute run_script eval execute_script run_code execute_javascript run_javascript run_js",
    "console": "console_messages console_logs list_console_messages",
    "network": "network_requests requests list_network_requests",
    "download": "save download_file save_file",
    "batch do=start": "fetch_many browse_many fetch_all",
}

BY_PAGE = {"browse": "snapshot"}
"""What reads the page that is open, for what reads one by its address."""

BY_ADDRESS = {"snapshot": "browse", "links": "browse", "forms": "browse", "find": "browse"}
"""And the other way round; every other tool wants the page opened first."""

_BEFORE = re.compile(r"^(?:mcp_+[a-z0-9-]+_+)?(?:(?:browser|puppeteer|playwright|page|chrome|lightterm)_)?(?=.)")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

_BY_WORD: tuple[tuple[str, str], ...] = (
    ("forms", "get+options get+dropdown list+options"),
    ("tabs do=close", "close+tab close+page"),
    ("tabs do=select", "switch+tab select+tab focus+tab activate+tab"),
    ("open new_tab=true", "new+tab create+tab open+tab add+tab"),
    ("tabs do=list", "tab tabs pages windows"),
    ("screenshot", "screenshot capture picture"),
    ("evaluate", "javascript js evaluate eval script"),
    ("console", "console"),
    ("network", "network requests har"),
    ("download", "download"),
    ("act do=upload", "upload"),
    ("act do=dialog", "dialog alert confirm prompt"),
    ("act do=hover", "hover"),
    ("act do=drag", "drag"),
    ("act do=scroll", "scroll"),
    ("act do=select", "dropdown option combobox"),
    ("fill_form", "fill+form fill+fields fill+inputs"),
    ("act do=submit", "submit"),
    ("act do=uncheck", "uncheck untick"),
    ("act do=check", "checkbox tick"),
    ("act do=press", "press keyboard keypress hotkey"),
    ("act do=type", "type fill input write typing"),
    ("act do=click", "click tap"),
    ("wait", "wait sleep delay pause"),
    ("go to=back", "back previous"),
    ("go to=forward", "forward"),
    ("go to=reload", "reload refresh"),
    ("links", "links hyperlinks urls"),
    ("forms", "forms fields"),
    ("session do=cookies", "cookies"),
    ("find", "find grep search+page search+text search+content"),
    ("open", "navigate goto visit open navigation"),
    ("browse", "read fetch get extract scrape crawl view content text html markdown webpage url curl"),
    ("snapshot", "dom snapshot tree state inspect observe page"),
)
"""What tools of other names do, by the words of them; the first that holds counts, and of "a+b" both are needed."""


def tool_meant(name: str) -> tuple[str, dict[str, str | bool]]:
    """The tool of ours that another's name means, and what that says of its arguments; "" for none."""
    word = _BEFORE.sub("", _HUMP.sub("_", name).lower().replace("-", "_").replace(".", "_"))
    for ours, theirs in _TOOLS.items():
        if word in theirs.split():
            return _with_given(ours)
    return ("", {}) if word == name else (word, {})


def tool_by_words(name: str) -> tuple[str, dict[str, str | bool]]:
    """The same by what single words of a name say; "" for none, and for what asks the whole web."""
    words = set(re.split(r"[^a-z0-9]+", _HUMP.sub("_", name).lower()))
    if words & {"web", "google", "internet", "bing"} and "search" in words:
        return "", {}
    for ours, theirs in _BY_WORD:
        if any(words >= set(one.split("+")) for one in theirs.split()):
            return _with_given(ours)
    return "", {}


def _with_given(ours: str) -> tuple[str, dict[str, str | bool]]:
    tool, *given = ours.split()
    pairs = (one.partition("=") for one in given)
    return tool, {key: value == "true" or value for key, _, value in pairs}
