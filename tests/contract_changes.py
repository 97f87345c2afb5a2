"""Which changes of a contract break clients of the one before: what they send is refused, what they read is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

UPPER, LOWER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems"), ("minimum", "exclusiveMinimum", "minLength")


KEPT = ("number", "retryable")
"""What clients go by of an error, beside its code and category."""

CLOSED = ("pattern", "format", "const")
"""What a schema that has it takes less for."""


def breaks(old: Schema, new: Schema) -> list[str]:
    """Every break from one contract to the next, in words; none where the major version differs."""
    if major(old) != major(new):
        return []
    found = list(_output(old["answer"], new["answer"], "answer", old["answer"], new["answer"]))
    for name, tool in old["tools"].items():
        if name not in new["tools"]:
            found.append(f"tool {name} is gone")
            continue
        now = new["tools"][name]
        found += _input(tool["input"], now["input"], f"{name} input")
        found += _output(tool["output"], now["output"], f"{name} output", tool["output"], now["output"])
    codes = {error["code"]: error for error in new["errors"]}
    for error in old["errors"]:
        now = codes.get(error["code"])
        if now is None:
            found.append(f"error {error['code']} is gone")
        elif now["category"] != error["category"]:
            found.append(f"error {error['code']} is of another category")
        else:
            found += [f"error {error['code']} has another {key}" for key in KEPT if now.get(key) != error.get(key)]
    return found


def major(contract: Schema) -> str:
    """The major version of a contract."""
    return str(contract["schemaVersion"]).partition(".")[0]


def _input(old: Schema, new: Schema, where: str) -> Iterator[str]:
    """What was taken and is no longer."""
    if new.get("additionalProperties") is False and old.get("additionalProperties", True) is not False:
        yield f"{where} takes no other arguments any more"
    for name in set(new.get("required", ())) - set(old.get("required", ())):
        yield f"{where}: {name} is required now"
    for name, was in old.get("properties", {}).items():
        now = new.get("properties", {}).get(name)
        if now is None:
            yield f"{where}: {name} is gone"
        else:
            yield from _narrowed(was, now, f"{where}: {name}")


def _narrowed(old: Schema, new: Schema, where: str) -> Iterator[str]:
    if not types(old) <= types(new):
        yield f"{where} takes no {', '.join(sorted(types(old) - types(new)))} any more"
    if "enum" in new and not set(old.get("enum", ("anything",))) <= set(new["enum"]):
        yield f"{where} takes fewer values"
    for name in CLOSED:
        if name in new and new[name] != old.get(name):
            yield f"{where} has a narrower {name}"
    if "default" in old and new.get("default") != old["default"]:
        yield f"{where} has another default"
    for names, sign in ((UPPER, 1), (LOWER, -1)):
        for name in names:
            if name in new and (name not in old or (new[name] - old[name]) * sign < 0):
                yield f"{where} has a narrower {name}"
    if "items" in old and "items" in new:
        yield from _narrowed(old["items"], new["items"], f"{where}[]")


def types(schema: Schema) -> set[str]:
    """The types of JSON that a schema takes."""
    if "anyOf" in schema:
        return {kind for one in schema["anyOf"] for kind in types(one)}
    if "$ref" in schema:
        return {"object"}
    kind = schema.get("type", "any")
    return set(kind) if isinstance(kind, list) else {kind}


def _output(old: Schema, new: Schema, where: str, old_root: Schema, new_root: Schema) -> Iterator[str]:
    """What could be read and cannot, or is of a type that nobody expects."""
    old, new = _resolved(old, old_root), _resolved(new, new_root)
    if not types(new) <= types(old):
        yield f"{where} may be {', '.join(sorted(types(new) - types(old)))} now"
    for name in set(old.get("required", ())) - set(new.get("required", ())):
        yield f"{where}: {name} may be missing now"
    for name, was in old.get("properties", {}).items():
        now = new.get("properties", {}).get(name)
        if now is None:
            yield f"{where}: {name} is gone"
        else:
            yield from _output(was, now, f"{where}.{name}", old_root, new_root)
    for inner, mark in (("items", "[]"), ("additionalProperties", "{}")):
        was, now = old.get(inner), new.get(inner)
        if isinstance(was, dict) and isinstance(now, dict):
            yield from _output(was, now, f"{where}{mark}", old_root, new_root)
        elif isinstance(was, dict):
            yield f"{where}{mark} may be anything now"


def _resolved(schema: Schema, root: Schema) -> Schema:
    """The schema a reference names; of an optional one the schema that it has when it is there."""
    if "anyOf" in schema:
        named = [one for one in schema["anyOf"] if "$ref" in one]
        there = named or [one for one in schema["anyOf"] if one.get("type") != "null"]
        whole = named or len(there) == 1
        return {**_resolved(there[0], root), "type": sorted(types(schema))} if whole else schema
    if "$ref" in schema:
        return dict(root["$defs"][schema["$ref"].rpartition("/")[2]])
    return schema
