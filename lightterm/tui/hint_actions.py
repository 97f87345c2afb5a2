"""What can be done with what a hint was typed for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.download_verbs import link_request
from lightterm.commands.files import markdown_link
from lightterm.commands.registry import Invocation
from lightterm.commands.run import run_call
from lightterm.commands.targets import described
from lightterm.errors import ValidationFailed
from lightterm.tui.fields import is_text

if TYPE_CHECKING:
    from lightterm.document.model import Target
    from lightterm.tui.app import Browser
    from lightterm.tui.hint_places import Spot
    from lightterm.tui.hints import Wanted


def act(app: Browser, spot: Spot, wanted: Wanted) -> None:
    """Do what is wanted with what was chosen. Raises LighttermError."""
    action = wanted.action
    if action == "follow":
        _follow(app, spot, wanted.where)
    elif action == "focus":
        _focus(app, spot)
    elif action == "info":
        app.say(_about(app, spot))
    elif action.startswith("yank"):
        _yank(app, spot, action)
    elif action == "image":
        app.open_link(_address(app, spot), wanted.where)
    elif action in ("download", "save-image"):
        app.downloads.begin(link_request(app, _address(app, spot)))
    elif action == "edit-address":
        flag = {"tab": "--tab ", "background": "--background ", "pane": "--pane "}.get(wanted.where, "")
        app.prompt(f"open {flag}{_address(app, spot)}")
    elif action == "read-later":
        app.view.choose(spot.number)
        run_call(app, command(app, "read-later", address=_address(app, spot)))
    else:
        _menu(app, spot)


def command(app: Browser, name: str, **values: str | int) -> Invocation:
    """A command with its arguments, whatever characters they hold. Raises ValidationFailed when there is none."""
    known = app.registry.get(name)
    if known is None:
        raise ValidationFailed(f"there is no command {name}", actions=())
    return Invocation(known, tuple(values.items()))


def _target(app: Browser, spot: Spot) -> Target | None:
    return app.view.document.targets[spot.number] if spot.number else None


def _address(app: Browser, spot: Spot) -> str:
    """The address of what was chosen. Raises ValidationFailed when it has none."""
    target = _target(app, spot)
    url = target.url if target is not None else ""
    if spot.media >= 0:
        url = app.view.document.media[spot.media].url
    if not url:
        raise ValidationFailed(f"{spot.text or 'this'} has no address", actions=())
    return url


def _follow(app: Browser, spot: Spot, where: str) -> None:
    from lightterm.tui.verbs_links import follow_target

    target = _target(app, spot)
    if target is not None:
        app.view.choose(spot.number)
        follow_target(app, target, where)
    elif spot.media >= 0:
        app.open_link(_address(app, spot), where)
    else:
        _focus(app, spot)


def _focus(app: Browser, spot: Spot) -> None:
    """Put the cursor on it; a field that is typed into is begun to be edited."""
    target = _target(app, spot)
    if target is None:
        app.remember_place()
        app.view.scroll_to_line(spot.line)
        return
    field = target.field
    if field is not None and is_text(field) and not (field.readonly or field.disabled):
        run_call(app, command(app, "field", action="edit", target=spot.number))
    else:
        app.view.choose(spot.number)


def _about(app: Browser, spot: Spot) -> str:
    target = _target(app, spot)
    if target is not None:
        return described(app.view.document, target.number)
    return _address(app, spot) if spot.media >= 0 else spot.text


def _yank(app: Browser, spot: Spot, action: str) -> None:
    if action == "yank-text":
        text = spot.text
    elif action == "yank-markdown":
        text = markdown_link(spot.text, _address(app, spot))
    else:
        text = _address(app, spot)
    if not text:
        raise ValidationFailed("there is no text to copy", actions=())
    app.copy(text)
    app.say(f"copied {text[:200]}")


def _menu(app: Browser, spot: Spot) -> None:
    app.view.choose(spot.number)
    run_call(app, command(app, "menu", **({"target": spot.number} if spot.number else {})))
