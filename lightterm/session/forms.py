"""What a form sends: its entries, and the request that carries them (https://html.spec.whatwg.org/#form-submission)."""

from __future__ import annotations

from lightterm.errors import ExtractionFailed, FileUnreadable, ValidationFailed
from lightterm.fetch.model import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document, Field, Form

Entry = tuple[str, str, str]
"""(name, value, path of a file to send or "")."""

_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._")
MULTIPART = "multipart/form-data"
PLAIN = "text/plain"
_CHECKED = ("checkbox", "radio")
_BUTTONS = ("submit", "reset", "button", "image")


def submission(document: Document, values: tuple[tuple[str, str], ...]) -> Request:
    """The request that submits the first form which has all the fields named in `values`, filled with them.

    A field is named by its name or, failing that, by its label; a checkbox takes "on" or "off" besides its own value,
    a file field the path of a file. Raises ExtractionFailed when no form has the fields, ValidationFailed when a
    required field stays empty or a choice does not exist.
    """
    fields = [t.field for t in document.targets if t.field is not None]
    for index, form in enumerate(document.forms):
        own = [f for f in fields if f.form == index]
        chosen = [_find(own, form, name) for name, _ in values]
        if all(chosen):
            names = tuple((name or "", value) for name, (_, value) in zip(chosen, values, strict=True))
            entries = _entries(own, form, names)
            return _request(form, entries, document)
    known = sorted({f.name for f in fields if f.name and f.form >= 0})
    wanted = ", ".join(name for name, _ in values)
    raise ExtractionFailed(
        f"no form on the page has a field {wanted}" + (f"; there are: {', '.join(known)}" if known else ""),
        url=document.url,
    )


def _find(fields: list[Field], form: Form, wanted: str) -> str | None:
    """The name of the field that `wanted` means."""
    if any(f.name == wanted for f in (*fields, *form.hidden)):
        return wanted
    folded = wanted.casefold().strip(" :*")
    for field in fields:
        if field.name and field.label.casefold().strip(" :*") == folded:
            return field.name
    return None


def _entries(fields: list[Field], form: Form, values: tuple[tuple[str, str], ...]) -> list[Entry]:
    """The form's entry list with `values` filled in."""
    given: dict[str, list[str]] = {}
    for name, value in values:
        given.setdefault(name, []).append(value)
    entries: list[Entry] = []
    missing: list[str] = []
    for field in (*form.hidden, *fields):
        if field.disabled or not field.name or field.kind in _BUTTONS:
            continue
        mine = _values(field, given.get(field.name))
        if field.required and not any(mine) and field.kind != "radio":
            missing.append(field.label or field.name)
        entries += [(field.name, "", value) if field.kind == "file" else (field.name, value, "") for value in mine]
    if missing:
        raise ValidationFailed(f"required and not filled in: {', '.join(missing)}", fields=tuple(missing))
    button = next((f for f in fields if f.kind in ("submit", "button") and not f.disabled), None)
    if button is not None and button.name:
        entries.append((button.name, button.value, ""))
    return entries


def _values(field: Field, given: list[str] | None) -> list[str]:
    """What one control contributes."""
    if field.kind in _CHECKED:
        own = field.value or "on"
        if given is None:
            return [own] if field.checked else []
        if field.kind == "radio":
            return [own] if own in given else []
        return [own] if any(v in (own, "on", "true", "1", "yes") for v in given) else []
    if field.kind == "select":
        if given is None:
            return [o.value for o in field.options if o.selected and not o.disabled]
        return [_choice(field, value) for value in given]
    if field.kind == "file":
        return given or [""]
    return given if given is not None else [field.value]


def _choice(field: Field, value: str) -> str:
    for option in field.options:
        if value in (option.value, option.label):
            return option.value
    choices = ", ".join(o.label for o in field.options[:20])
    raise ValidationFailed(f"{field.label or field.name} has no choice {value!r}; there are: {choices}")


def _request(form: Form, entries: list[Entry], document: Document) -> Request:
    charset = (form.accept_charset.split() or ["utf-8"])[0]
    request = Request(url=form.action, asker="link", initiator=document.url, referrer=document.url)
    if form.method == "post":
        body, content_type = _body(form, entries, charset)
        return request.replace(method="POST", data=body, headers=(("Content-Type", content_type),))
    address = form.action.partition("#")[0].partition("?")[0]
    return request.replace(url=f"{address}?{urlencoded(entries, charset)}")


def _body(form: Form, entries: list[Entry], charset: str) -> tuple[bytes, str]:
    if form.enctype == MULTIPART:
        return multipart(entries, charset)
    if form.enctype == PLAIN:
        text = "".join(f"{name}={value or path}\r\n" for name, value, path in entries)
        return _encoded(text, charset), PLAIN
    return urlencoded(entries, charset).encode("ascii"), "application/x-www-form-urlencoded"


def urlencoded(entries: list[Entry], charset: str) -> str:
    """application/x-www-form-urlencoded: line ends as CRLF, space as +. https://url.spec.whatwg.org/#urlencoded-serializing"""
    return "&".join(f"{_percent(name, charset)}={_percent(value or path, charset)}" for name, value, path in entries)


def _percent(text: str, charset: str) -> str:
    raw = _encoded(_crlf(text), charset)
    return "".join(chr(b) if b in _SAFE else "+" if b == 32 else f"%{b:02X}" for b in raw)


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def _encoded(text: str, charset: str) -> bytes:
    """In the form's charset; what it cannot hold as a decimal reference, as the standard says."""
    try:
        return text.encode(charset, "xmlcharrefreplace")
    except LookupError:
        return text.encode("utf-8")


def multipart(entries: list[Entry], charset: str) -> tuple[bytes, str]:
    """(multipart/form-data body, its content type with the boundary). RFC 7578; raises FileUnreadable."""
    import os
    from secrets import token_hex

    boundary = "----lightterm" + token_hex(16)
    out = []
    for name, value, path in entries:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
        if path:
            content = _read(path)
            head += f'; filename="{_quoted(os.path.basename(path))}"\r\nContent-Type: application/octet-stream'
        else:
            content = _encoded(_crlf(value), charset)
        out.append(_encoded(head, charset) + b"\r\n\r\n" + content + b"\r\n")
    out.append(f"--{boundary}--\r\n".encode())
    return b"".join(out), f"{MULTIPART}; boundary={boundary}"


def _quoted(name: str) -> str:
    return name.replace("\r\n", "%0D%0A").replace("\n", "%0A").replace("\r", "%0D").replace('"', "%22")


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise FileUnreadable(f"{path}: {error.strerror}", path=path) from None
