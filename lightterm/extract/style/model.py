"""What goes into the style pass and what comes out of it."""

from __future__ import annotations

from lightterm.records import Record


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


class Source(Record):
    """Where a style sheet of the page comes from: `css` for a <style> element, else `href` of a <link>.

    `media` is the element's media query. A sheet that is `disabled` or `alternate` is not applied unless asked for.
    """

    css: str = ""
    href: str = ""
    media: str = ""
    disabled: bool = False
    alternate: bool = False


class Sheet(Record):
    """A style sheet's text, to be applied where `media` holds; sheets are handed over in cascade order.

    `media` is the media query of its <link>, <style> or @import, with an @import's `layer(...)` and `supports(...)`
    still in front of it, as `imports` gives it.
    """

    css: str
    media: str = ""


class View(Record):
    """The screen that media queries are asked about: CSS pixels, colour scheme, paper or not.

    `whole` is False where sheets of the page are not there, which may lay any colour behind a text; `painted`, where
    attributes say nothing of its colours, as sheets that are not told have the last word on them.
    `deadline` (time.perf_counter seconds) ends the pass early; what was found until then is applied.
    """

    width_px: int
    height_px: int
    scheme: str = "light"
    print: bool = False
    deadline: float | None = None
    whole: bool = True
    painted: bool = True


class Removed(Record):
    """What was left out for one reason: elements, and characters of their text (white space not counted).

    `reason` is one of display, visibility, offscreen, clipped, zero-size, same-colour, opacity, blurred; with
    " perhaps, kept" behind it, what may be unseen and was not taken.
    """

    reason: str
    elements: int
    characters: int


class StyleReport(Record):
    """What the style pass took away; `skip_links` are (text, href) of links kept off the screen until focused.

    `complete` is False when the deadline or a bound (rules, steps) ended the pass before all rules were applied;
    `arranged` is True where a note asks for changes of the tree itself: `ord`, `tt`, `fl`, or `d` being a row, a column
    or a grid.
    """

    removed: tuple[Removed, ...] = ()
    skip_links: tuple[tuple[str, str], ...] = ()
    complete: bool = True
    arranged: bool = False
