"""Links: numbered in reading order, named when they show no text; frames and media as links."""

from __future__ import annotations

from lightterm.document.marks import IMAGE, IMAGE_END, LINK, LINK_END, MEDIA, MUTE, OPENS, one_spaced, only, strip
from lightterm.document.model import Media, Paragraph
from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.view import View
    from lightterm.extract.walk import Action, Walker


ELSEWHERE = "iframe,frame,video,audio,embed,object"
"""What a link stands for."""

NOTED = ("numbered-for-access", "numbered-by-pick")
"""Attributes by which the accessibility tree and what selectors pick find a target again."""

ANCHORS = ("¶", "§", "#", "🔗", "\u2693", "\u2693\ufe0e")
"""What stands in the links of headings to themselves."""

_NO_SIZE = ("0", "1", "0px", "1px")

VAST = 30_000
"""CSS pixels from which what says nothing is no picture: sites lay a clear one over the page for those who measure how
soon it is there, and it took the first screen."""

ICON = "icon-name"
"""The attribute that holds what a link or button is called when it shows nothing but a picture (see icons.py)."""

BY_ADDRESS = "/"
"""As a name: where the link leads says what it is called."""


class Links:
    """The actions of a, img, iframe, frame, video, audio, object and embed."""

    def __init__(self, walker: Walker, base: str, view: View) -> None:
        self.walker = walker
        self._base = base
        self._view = view
        self._sources: list[str] | None = None
        self.media: list[tuple[str, str, str, tuple[int, int]]] = []
        self._head = ""
        self._at = 0
        self._blocks = 0
        self._open = 0
        self._worded = False
        self._media = self._figure = self._caption = 0

    def actions(self) -> dict[str, Action]:
        """What to do at each of their tags."""
        rows: dict[str, Action] = {"a": self.link, "/a": self.link_end, "img": self.image, "image": self.image}
        rows["iframe"] = rows["frame"] = rows["embed"] = self.frame
        rows["/iframe"] = rows["/frame"] = ""
        rows["video"] = rows["audio"] = self.player
        rows["/video"] = rows["/audio"] = ""
        rows["object"], rows["/object"] = self.embedded, ""
        rows["canvas"] = rows["/canvas"] = ""
        rows["figure"], rows["figcaption"], rows["/figcaption"] = self.figure, self.caption, self.caption_end
        rows["area"] = self.area
        rows["picture"], rows["source"], rows["/picture"] = self.picture, self.source, self.picture_end
        return rows

    def link(self, head: str) -> None:
        walker = self.walker
        if ' href="' not in head or walker.in_link:
            if ' name="' in head:
                walker.anchors.append((f'a id="{dom.escape(dom.attribute(head, "name"))}"', len(walker.blocks)))
            return
        walker.targets.append(head)
        walker.buf.append(LINK)
        walker.in_link = True
        self._head = head
        self._at = len(walker.buf)
        self._blocks = len(walker.blocks)
        self._open = len(walker.targets)
        self._media = len(self.media)
        self._worded = False

    def link_end(self, head: str) -> None:
        walker = self.walker
        if not walker.in_link:
            return
        walker.in_link = False
        buf = walker.buf
        if self._worded and len(walker.blocks) == self._blocks and not walker.says_twice:
            from lightterm.extract.spacing import said_once

            buf[self._at :] = [said_once("".join(buf[self._at :]))]
        elif self._worded and len(walker.blocks) > self._blocks + 1 and not walker.says_twice:
            from lightterm.extract.spacing import said_by_next

            said_by_next(walker, self._blocks)
        last = buf[-1][-1:] if buf else ""
        # Nearly all end so; after `;` it may be `&nbsp;`.
        if (" " < last < "\x7f" and last not in ";#") or last.isalnum():
            buf.append(LINK_END)
            return
        if self._shows_text() and not self._leads_to_itself():
            buf += [self._sign_meaning(), LINK_END]
            return
        label = self._label()
        if label and not self._is_anchor():
            start = min(self._at, len(buf))
            held = "".join(buf[start:])
            name = f"{IMAGE}{dom.escape(label)}{IMAGE_END}"
            buf[start:] = [" " if held[:1] == " " else "", only(held), name, LINK_END]
        elif self._open == len(walker.targets):
            walker.targets.pop()
            if len(walker.blocks) == self._blocks:
                held = "".join(buf[self._at :])
                buf[self._at :] = [" " if held[:1].isspace() or held[-1:].isspace() else "", only(held)]
            for i in range(len(buf) - 1, -1, -1):
                if LINK in buf[i]:
                    buf[i] = buf[i].replace(LINK, "")
                    break
        else:
            buf.append(LINK_END)

    def _shows_text(self) -> bool:
        walker = self.walker
        if len(walker.blocks) != self._blocks:
            pending = "".join(walker.buf)
            at = pending.rfind(LINK)
            return at < 0 or is_seen(pending[at:])
        start = min(self._at, len(walker.buf))
        return is_seen("".join(walker.buf[start:]))

    def _sign_meaning(self) -> str:
        """What a link of one sign alone is for, "" where its text says it."""
        text = strip("".join(self.walker.buf[self._at :])) if len(self.walker.blocks) == self._blocks else ""
        if len(text) > 8 or not text or self._is_anchor():
            return ""
        return beside_sign(dom.unescape(text), self._head)

    def _leads_to_itself(self) -> bool:
        """Whether it is a heading's link to itself of nothing but a sign, painted while a pointer is over it."""
        walker = self.walker
        if len(walker.blocks) != self._blocks or not self._is_anchor():
            return False
        return strip("".join(walker.buf[self._at :])).strip() in ANCHORS

    def _is_anchor(self) -> bool:
        """Whether it is a heading's link to itself, for copying, or a term's, as Sphinx and MkDocs mark it."""
        classes = dom.attribute(self._head, "class").lower()
        marked = self.walker.level or any(name in classes for name in ("anchor", "permalink", "headerlink"))
        return (
            bool(marked)
            and dom.attribute(self._head, "href", "#")[:1] == "#"
            and self._open == len(self.walker.targets)
        )

    def _label(self) -> str:
        """A name for a link that shows nothing: label, title, or what its address says if it holds anything."""
        head = self._head
        for name in ("aria-label", "title", ICON):
            label = one_spaced(dom.attribute(head, name))
            if label:
                return label if label != BY_ADDRESS else self._by_address()
        start = min(self._at, len(self.walker.buf))
        pieces = [p for p in self.walker.buf[start:] if p != MUTE]
        if not any(p.strip() or p[:1] in OPENS for p in pieces) and " class=" not in head:
            return ""
        address = dom.attribute(head, "href")
        asks = not address.strip() and len(self.media) > self._media and IMAGE + IMAGE_END in "".join(pieces)
        if asks or address == "#" or address.startswith("javascript:"):
            return self._of_script(pieces)
        return self._by_address()

    def _of_script(self, pieces: list[str]) -> str:
        """What a link is called that only a script can lead anywhere: what it shows a picture of, if it shows any."""
        from lightterm.extract.handles import HANDLE

        if IMAGE in "".join(pieces):
            from lightterm.extract.icons import UNKNOWN, guessed_by_names

            return guessed_by_names(dom.attribute(self._head, "id"), dom.attribute(self._head, "class")) or UNKNOWN
        return "link" if f" {HANDLE}=" in self._head else ""

    def _by_address(self) -> str:
        """What a link is called by where it leads, with the site if it is another; `/`, mostly a logo, is the site. It
        needs no name, and is no link, where the one before it leads there.
        """
        from lightterm.extract.address_names import host_named, name_from_address, told_by_file

        address = dom.attribute(self._head, "href").strip()
        if address and self._is_that_before():
            return ""
        name = name_from_address(address.removeprefix("#"))
        if name.partition(".")[0].isdigit() and len(self.media) > self._media:
            name = told_by_file(self.media[self._media][1]) or name  # an address of a number tells nothing
        home, host = host_named(self._base), host_named(address)
        if name and not any(map(str.isalnum, name)):
            return home or "home"
        if address.lower().startswith(f"{name}://"):
            return name
        # Of a saved page's addresses those of one part, an account mostly, are on other sites.
        elsewhere = host != home if home else address.rstrip("/").count("/") == 3
        return f"{host}/{name}"[:60] if host and elsewhere and host != name.removeprefix("www.") else name

    def _is_that_before(self) -> bool:
        """Whether it is the link before once more: parsers end a link where another begins in it, and go on with it
        after that, so that of one around a card with links in it empty ones are left; or a picture just behind it."""
        from lightterm.extract.linked_twice import ACTS

        before = str(self.walker.targets[self._open - 2]) if self._open > 1 else ""
        if any(dom.attribute(before, name) != dom.attribute(self._head, name) for name in ("href", *ACTS)):
            return False
        return len(self.media) == self._media or self._is_just_behind()

    def _is_just_behind(self) -> bool:
        """Whether there is nothing between it and the end of a link."""
        walker = self.walker
        between = "".join(walker.buf[: self._at]).rstrip(f" \n\t{LINK}{MUTE}")
        if not between and walker.blocks and isinstance(last := walker.blocks[-1], Paragraph):
            between = last.raw
        return between.endswith(LINK_END)

    def picture(self, head: str) -> None:
        self._sources = []

    def source(self, head: str) -> None:
        if self._sources is not None:
            self._sources.append(head)

    def picture_end(self, head: str) -> None:
        self._sources = None

    def image(self, head: str) -> None:
        walker = self.walker
        source, sized = self._shown(head)
        alt = one_spaced(dom.attribute(head, "alt")) or one_spaced(dom.attribute(head, "aria-label"))
        if not alt and ' alt="' not in head:
            alt = one_spaced(dom.attribute(head, "title"))
        if not alt and walker.in_link and source and ' alt="' not in head:
            walker.buf.append(IMAGE + IMAGE_END)  # unlike one said to be mute, it asks for the link's name
        if (alt and not walker.in_link and _is_pixel(head)) or (not alt and max(_size(head)) >= VAST):
            return  # nobody sees it, nor what it would say
        medium = self._medium("image", source, head, sized) if source else ""
        if alt:
            text = dom.escape(alt)
            words = text if walker.in_link or not source else f"[{text}]"
            self._worded = True
            from lightterm.extract.spacing import unless_said

            walker.buf.append(unless_said(f"{IMAGE}{medium}{words}{IMAGE_END}", walker, self.media))
        elif medium:
            walker.buf.append(MUTE)

    def _shown(self, head: str) -> tuple[str, str]:
        """The address of what an image shows, and the start tag that says its size."""
        if not self._sources and " srcset=" not in head and " data-" not in head:
            return dom.attribute(head, "src"), head
        from lightterm.extract.sources import shown

        return shown(head, self._sources or (), self._view)

    def _medium(self, kind: str, url: str, head: str, sized: str = "") -> str:
        """Note a medium, whose size another start tag may say; the mark of its place."""
        self.media.append((kind, url, head, _size(sized or head)))
        self.walker.media += 1
        self.walker.unplaced += 1
        return MEDIA

    def figure(self, head: str) -> None:
        self.walker.spaced(head)
        self._figure = len(self.walker.blocks)

    def caption(self, head: str) -> None:
        """A caption stands close to what it is about: below it, or above."""
        walker = self.walker
        walker.block(head)
        self._caption = len(walker.blocks)

    def caption_end(self, head: str) -> None:
        walker = self.walker
        walker.block(head)
        if self._figure < self._caption < len(walker.blocks):
            walker.blocks[self._caption].gap = 0
            if self._caption == self._figure + 1 == len(walker.blocks) - 1 and not walker.says_twice:
                from lightterm.extract.pictures import join_caption

                join_caption(walker)
        walker.gap = 0

    def _put_link(self, head: str, url: str, text: str, medium: str = "") -> None:
        """A link that stands for something which cannot be shown in place; what is noted of that finds it again."""
        walker = self.walker
        if walker.in_link:
            walker.buf.append(f"{medium}{dom.escape(text)}")
            return
        noted = "".join([f' {name}="{dom.attribute(head, name)}"' for name in NOTED if f" {name}=" in head])
        walker.targets.append(f'a href="{dom.escape(url)}"{noted}')
        walker.buf.append(f" {LINK}{medium}{dom.escape(text)}{LINK_END} ")

    def frame(self, head: str) -> None:
        from lightterm.extract.address_names import name_from_address

        name = head.partition(" ")[0]
        url = dom.attribute(head, "src") or dom.attribute(head, "data-src")
        if not url or url == "about:blank":
            return
        if name == "iframe" and any(dom.attribute(head, side).strip() in _NO_SIZE for side in ("width", "height")):
            return
        label = dom.attribute(head, "title") or dom.attribute(head, "name") or name_from_address(url)
        self.walker.block(head)
        medium = self._medium("frame", url, head)
        kind = "frame" if " lightterm-read=" in head else name
        note = dom.attribute(head, "lightterm-note")
        self._put_link(head, url, f"{kind}: {one_spaced(label)}{f' ({note})' if note else ''}", medium)
        self.walker.block(head)

    def area(self, head: str) -> None:
        """A spot of an image map."""
        from lightterm.extract.address_names import name_from_address

        url = dom.href(head)
        name = dom.attribute(head, "alt") or dom.attribute(head, "aria-label") or dom.attribute(head, "title")
        if url:
            self._put_link(head, url, one_spaced(name) or name_from_address(url))

    def player(self, head: str) -> None:
        from lightterm.extract.address_names import name_from_address

        source = dom.attribute(head, "src")
        if source:
            kind = head[:5]
            name = dom.attribute(head, "aria-label") or dom.attribute(head, "title") or name_from_address(source)
            self._put_link(head, source, f"{kind}: {one_spaced(name)}", self._medium(kind, source, head))

    def embedded(self, head: str) -> None:
        from lightterm.extract.address_names import name_from_address

        url = dom.attribute(head, "data")
        if url and not dom.attribute(head, "type").startswith("image/"):
            words = f"object: {dom.attribute(head, 'title') or name_from_address(url)}"
            self._put_link(head, url, words, self._medium("object", url, head))

    def collected(self, resolve: Callable[[str], str]) -> tuple[Media, ...]:
        """The media met, with absolute addresses."""
        out = []
        for kind, url, head, (width, height) in self.media:
            alt = one_spaced(dom.attribute(head, "alt") or dom.attribute(head, "title"))
            out.append(Media(kind, resolve(url), alt, width, height, dom.attribute(head, "title")))
        return tuple(out)


def beside_sign(text: str, head: str) -> str:
    """The accessible name to put behind a text of signs alone ("×", "›"), escaped; "" behind words."""
    label = "" if any(map(str.isalnum, text)) else one_spaced(dom.attribute(head, "aria-label"))
    return f" {dom.escape(label)}" if label and label != text.strip() else ""


def is_seen(raw: str) -> bool:
    """Whether text shows: no space of any width, no format character, no letter of an icon font (private use)."""
    text = dom.unescape(strip(raw)).strip()
    return " " < text[:1] < "\x7f" or any(c.isprintable() and c != " " for c in text)


def _is_pixel(head: str) -> bool:
    """Whether a picture is the one pixel by which visits are counted: drawings get that size from careless programs
    (WordPress, and lazy loaders), and no size at all is given to those that a sheet sizes (Next.js).
    """
    if ' width="1' not in head or ' height="1' not in head:
        return False
    sizes = {dom.attribute(head, side).strip().removesuffix("px") for side in ("width", "height")}
    return sizes == {"1"} and not any(word in head for word in (".svg", ".heic", "lazyload", " data-src", " srcset="))


def _size(head: str) -> tuple[int, int]:
    values = []
    for name in ("width", "height"):
        digits = dom.attribute(head, name).strip().removesuffix("px")
        values.append(int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0)
    return values[0], values[1]


def asked(head: str) -> str:
    """What the page asks before what the start tag stands for is used, "" for nothing."""
    if "confirm" not in head:
        return ""
    from lightterm.extract.asks import question

    return question(head)
