"""HTML to Document: parse, prepare, walk once, gather."""

from __future__ import annotations

from lightterm.document.marks import EDIT_SIGNS, LINK, LINK_END, MUTE, NOTE, NOTE_END
from lightterm.document.model import ROOT, Document, Landmark, Pictures
from lightterm.extract import dom, prepare
from lightterm.extract.forms import Forms
from lightterm.extract.head import Head
from lightterm.extract.icons import may_hold_glyphs, without_glyphs
from lightterm.extract.inline import Inline
from lightterm.extract.links import Links
from lightterm.extract.lists import Lists
from lightterm.extract.survey import HIDDEN_BOXES, survey
from lightterm.extract.tables import Tables
from lightterm.extract.targets import elements_of, page_targets
from lightterm.extract.view import View
from lightterm.extract.vocabulary import ANYTHING, Vocabulary
from lightterm.extract.walk import Walker
from lightterm.safe import clean, clean_markup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.numbers import Numbers
    from lightterm.extract.access import AccessTree
    from lightterm.extract.dom import Tree
    from lightterm.extract.pick import Pick
    from lightterm.extract.reader.keep import Main
    from lightterm.extract.sheets import FetchSheets
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import FramePage

WHOLE = 3_000_000
"""Bytes of markup above which the tree is serialised in parts: whole, 10 MB of it would stand there three times."""

HEAVY = 2_000_000
"""Characters of markup above which memory that the tree took is given back before the page is read: that takes 8 ms."""


def html_document(
    markup: bytes,
    url: str,
    view: View,
    fetch_sheets: FetchSheets | None = None,
    base: str = "",
    visible: bool = False,
    numbers: Numbers | None = None,
    frames: tuple[FramePage, ...] = (),
) -> Document:
    """The document of UTF-8 `markup` at `url`, its links relative to `base` (default: `url`).

    `fetch_sheets` loads linked style sheets by absolute address (None: they are not used). `visible` markup holds only
    what a browser showed: no sheet counts, its style attributes say how it read, and targets keep their handles and
    the `numbers` that they have had. `frames` are the pages of its frames. Raises ParseFailed.
    """
    parted, markups = len(markup := clean_markup(markup)) > WHOLE, (markup, *[frame.markup for frame in frames])
    has_controls, has_glyphs = any(map(_refers_to_control, markups)), any(map(may_hold_glyphs, markups))
    tree, vocabulary = _parsed(markup, view.css, visible, bool(frames), view.max_memory)
    removal = _hidden(tree, url, markup, view)
    acted = None if visible else _acted(markups, vocabulary)
    del markup, markups
    head, pick = Head(tree, base or url, vocabulary), _pick(tree, view)
    main = _main(tree, url, view.cancel) if view.reader and pick is None else None
    skip_links = _prepare(tree, head, view, fetch_sheets, removal, visible, frames, vocabulary, acted)
    access = _access(tree, head, view) if view.access and main is None else None
    prepare.settle(tree, vocabulary)
    pieces = _pieces(tree, parted, main, has_glyphs)
    if pick is None:
        del tree  # 165 MB on a page of 200,000 links, which the document can use
    document, walker = _read(pieces, url, head, view, main, has_controls, visible)
    named = access and access.numbered(walker.targets)
    document = document.replace(skip_links=skip_links, hidden=removal.report(), access=named)
    if pick is not None:
        pick.prune(tree)
        part, picked = _read(_pieces(tree, parted, None, has_glyphs), url, head, view, None, has_controls, visible)
        document = pick.numbered(document, walker.targets, part, picked.targets)
    elif main is not None:
        document = main.only(document)
    return document if numbers is None else numbers.applied(document, elements_of(walker.targets))


def _read(
    pieces: list[str], url: str, head: Head, view: View, main: Main | None, has_controls: bool, visible: bool
) -> tuple[Document, Walker]:
    """The document that the pieces of a prepared tree make, and the walker that has read them."""
    if _is_heavy(pieces):
        from lightterm.extract.memory import give_back

        give_back()
    walker = _walker(head, view, main)
    links, forms, inline = _features(walker, head.base, view)
    _walk(walker, pieces, has_controls)
    if walker.media and main is None and not walker.says_twice:
        from lightterm.extract.pictures import join_doubled

        join_doubled(walker)
    document = Document(
        url=url,
        title=clean(head.title),
        language=clean(head.language),
        direction=head.direction,
        blocks=walker.top,
        targets=page_targets(walker, forms, head, visible),
        forms=forms.collected(head.resolve, url),
        media=links.collected(head.resolve),
        landmarks=tuple(sorted(reversed(walker.landmarks), key=_landmark_start)),  # noqa: C414 - they end from within
        anchors=tuple([(dom.attribute(head, "id"), at) for head, at in walker.anchors]),
        metadata=head.metadata(),
        folded=tuple(inline.folded),
    )
    return document, walker


def _hidden(tree: Tree, url: str, markup: bytes, view: View) -> prepare.Removal:
    """What takes elements out, once it has taken out what the reader's filter lists hide."""
    removal = prepare.Removal()
    if view.hidden is not None:
        from lightterm.extract.hiding import hide

        hide(tree, url, markup, view, removal)
    return removal


def _access(tree: Tree, head: Head, view: View) -> AccessTree:
    from lightterm.extract.access import AccessTree

    return AccessTree(tree, clean(head.title), bool(view.selectors))


def _pick(tree: Tree, view: View) -> Pick | None:
    """What selectors pick of the page, noted in its tree; None where there are none."""
    if not view.selectors and not view.excluded:
        return None
    from lightterm.extract.pick import Pick

    return Pick(tree, view.selectors, view.excluded)


def _main(tree: Tree, url: str, cancel: Cancel | None) -> Main:
    from lightterm.extract.reader.keep import Main

    return Main(tree, url, cancel)


def _is_heavy(pieces: list[str]) -> bool:
    return sum(map(len, pieces)) > HEAVY


def _pieces(tree: Tree, parted: bool, main: Main | None, has_glyphs: bool) -> list[str]:
    """The markup to walk, without the glyphs of icon fonts, with the signs of what is main if that is asked for."""
    pieces = list(dom.serialise(tree, parted))
    if _is_heavy(pieces):
        from lightterm.extract.memory import keep_little

        keep_little()  # of the tree, which goes now
    if has_glyphs:
        pieces = [piece if piece.isascii() else without_glyphs(piece) for piece in pieces]
    return pieces if main is None else [main.signed("".join(pieces))]


def _parsed(markup: bytes, css: bool, visible: bool, framed: bool, memory: int) -> tuple[Tree, Vocabulary]:
    """The tree, with what stands for something else put in place (shadow roots, inline frames, what only a script
    listens to), and what it may hold.
    """
    tags = dom.count_tags(markup) if len(markup) > dom.SMALL else None
    tree = dom.parse(markup, tags=tags, memory=memory)
    vocabulary = ANYTHING if visible or framed else Vocabulary(markup, tags)
    if dom.is_folded(markup, tags):
        from lightterm.extract.nesting import Tags
        from lightterm.extract.unfold import unfold

        unfolded = unfold(tree, markup, css)
        if unfolded and vocabulary is not ANYTHING:
            vocabulary.add(unfolded, Tags(unfolded))
    if visible:
        from lightterm.extract.handles import show_clickable

        show_clickable(tree)
    return tree, vocabulary


def _walker(head: Head, view: View, main: Main | None) -> Walker:
    """A walker that has said where the page goes by itself."""
    walker = Walker()
    if main is not None:
        walker = main.walker
    elif view.structure:
        from lightterm.extract.structure import StructuredWalker

        walker = StructuredWalker()
    if not view.structure:
        walker.edit_signs = EDIT_SIGNS[:1] if view.styled else EDIT_SIGNS
    _say_refresh(walker, head)
    walker.direction = "rtl" if head.direction == "rtl" else ""
    return walker


def _features(walker: Walker, base: str, view: View) -> tuple[Links, Forms, Inline]:
    """Teach the walker every element; the features that are asked for what they met."""
    links, lists, forms, tables = Links(walker, base, view), Lists(walker), Forms(walker), Tables(walker)
    inline = Inline(walker, tables)
    for feature in (inline, links, lists, tables, forms):
        walker.actions.update(feature.actions())
    walker.one_steps.update(tables.one_steps())
    if not view.structure:
        walker.one_steps.update(lists.one_steps())
    else:
        from lightterm.extract.structure import Structure

        walker.actions.update(Structure(walker, lists, forms).actions())
    return links, forms, inline


def _walk(walker: Walker, pieces: list[str], has_controls: bool) -> None:
    """Walk the pieces of a page, each let go once it is read."""
    pieces.reverse()
    while pieces:
        walker.feed(pieces.pop(), has_controls)
    walker.flush()
    if walker.unplaced:
        last = Pictures(MUTE * walker.unplaced, ROOT, 0, 0, 1)
        last.media = walker.media - walker.unplaced
        walker.top.append(last)
    # They hold the walker, and with it the page: what is a cycle stays until somebody looks for cycles.
    walker.actions.clear()
    walker.one_steps.clear()


def _say_refresh(walker: Walker, head: Head) -> None:
    """Begin the page with where it goes by itself, as a link."""
    refresh = head.refresh()
    if refresh is None or refresh[1] == head.url:
        return
    seconds, target = refresh
    walker.targets.append(f'a href="{dom.escape(target)}"')
    walker.buf.append(f"{NOTE}Refreshes in {seconds:g} s to {LINK}{dom.escape(target)}{LINK_END}{NOTE_END}")
    walker.flush()
    walker.gap = 1


def _landmark_start(landmark: Landmark) -> tuple[int, int]:
    return landmark.start, -landmark.end


def _prepare(
    tree: Tree,
    head: Head,
    view: View,
    fetch_sheets: FetchSheets | None,
    removal: prepare.Removal,
    visible: bool,
    frames: tuple[FramePage, ...],
    vocabulary: Vocabulary,
    acted: bool | None,
) -> tuple[tuple[str, str], ...]:
    """Take the tree through every preparation, in the order they build on; the skip links that styles took out."""
    prepare.give_controls(tree, vocabulary)
    sources = head.style_sources(visible) if view.css else ()
    _show_popovers(tree, vocabulary, visible)
    boxes = survey(tree, removal, vocabulary, bool(acted))
    skip_links, arranged = _NO_LINKS, False
    painted = _is_painted(vocabulary, not visible or bool(sources))
    if view.css and (painted or sources or view.user_css or vocabulary.may_hold("[style]")):
        from lightterm.extract.sheets import apply_page_styles

        report = apply_page_styles(tree, sources, head.base, view, fetch_sheets, removal, painted)
        skip_links, arranged = report.skip_links, report.arranged
    _take_styled(tree, removal, vocabulary, boxes)
    if frames:
        from lightterm.extract.frames import Frames

        within = Frames(frames, view, fetch_sheets, removal)
        within.put(tree, head.base)
        arranged = arranged or within.arranged
    if view.strip_navigation:
        removal.take(dom.select(tree, "nav,[role=navigation]"), "navigation")
    if view.strip_footers:
        removal.take(dom.select(tree, "footer,[role=contentinfo]"), "footer")
    if arranged:
        prepare.rearrange(tree)
    _show_scripted(tree, acted, vocabulary)
    prepare.name_owners(tree, vocabulary)
    _heed_languages(tree, head, view, vocabulary)
    return skip_links


def _take_styled(tree: Tree, removal: prepare.Removal, vocabulary: Vocabulary, boxes: bool) -> None:
    """Take out what had to wait for the style sheets: boxes that rules asked about, what they might have hidden; links
    that are there twice; put tables together that were two.
    """
    if boxes:
        removal.take(dom.select(tree, HIDDEN_BOXES), "html")
    if vocabulary.may_hold("[class]"):
        from lightterm.extract.for_readers import say_once

        say_once(tree, removal, vocabulary)
    copies = vocabulary.among(('[class*="clone"]', '[class*="slide-duplicate"]'))
    if copies:
        from lightterm.extract.carousels import take_copies

        take_copies(tree, copies, removal)
    if vocabulary.may_hold('table[class*="fixed-left"]'):
        from lightterm.extract.split_tables import join_split

        join_split(tree)
    if vocabulary.among(("img", "abbr[title]", '[class*="avatar"]')) and tree.css_matches(_LINKED):
        from lightterm.extract.linked_twice import join

        join(tree, vocabulary)
    veiled = vocabulary.among(("[data-cfemail]", 'a[href*="/email-protection#"]'))
    if veiled:
        from lightterm.extract.veiled_mail import unveil_mail

        unveil_mail(tree, veiled)


def _is_painted(vocabulary: Vocabulary, told: bool) -> bool:
    """Whether attributes may give texts colours; what an engine wrote down tells its colours with its sheet or not at
    all.
    """
    return told and bool(vocabulary.among(("[bgcolor]", "font[color]", "body[text]")))


def _heed_languages(tree: Tree, head: Head, view: View, vocabulary: Vocabulary) -> None:
    """Note what depends on the language of a text, and of a program."""
    if vocabulary.may_hold("q") and tree.css_matches("q"):
        from lightterm.extract.quotes import set_quotes

        set_quotes(tree, head.language)
    if view.structure:
        from lightterm.extract.structure import note_languages

        note_languages(tree)


_LINKED = 'a[href] img,a[href] abbr[title],a[href][class*="avatar"]'
"""What may be in one of two links that are one."""

_NO_LINKS: tuple[tuple[str, str], ...] = ()


def _acted(markups: tuple[bytes, ...], vocabulary: Vocabulary) -> bool | None:
    """Whether scripts of a page may make something to act on of its elements; None where nothing says so."""
    page, *frames = markups
    pages = [vocabulary if vocabulary is not ANYTHING else Vocabulary(page), *map(Vocabulary, frames)]
    runs = any(map(_is_scripted, pages))
    if any(b"contenteditable" in page.lowered for page in pages):
        return runs
    return True if runs and any(map(_may_act, pages)) else None


def _is_scripted(page: Vocabulary) -> bool:
    """Whether a page has a script: an element, or a handler of clicks or keys."""
    return (page.may_hold("script") and b"<script" in page.lowered) or page.has_handlers()


def _may_act(page: Vocabulary) -> bool:
    """Whether what scripts would make something of may stand in it."""
    if not page.is_dense and b"role=" in page.lowered:
        return True  # on pages full of scripts it mostly stands near the top
    names = page.endings()
    acts = b"role" in names or (b"able" in names and b"draggable" in page.lowered) or page.has_handlers()
    return acts or b"javascript:" in page.lowered


def _show_popovers(tree: Tree, vocabulary: Vocabulary, visible: bool) -> None:
    query = "" if visible else vocabulary.among(("[popovertarget]", "[commandfor]"))
    if query:
        from lightterm.extract.popovers import unfold_popovers

        unfold_popovers(tree, query)


def _show_scripted(tree: Tree, acted: bool | None, vocabulary: Vocabulary) -> None:
    if vocabulary.may_hold("noscript") and tree.css_matches("noscript img"):
        from lightterm.extract.waiting import show_without_scripts

        show_without_scripts(tree)
    if acted is not None:
        from lightterm.extract.scripted import show_scripted

        show_scripted(tree, acted)


def _refers_to_control(markup: bytes) -> bool:
    """Whether a numeric reference may stand for a control that passes for a mark; `&#038;` of many pages does not."""
    at = markup.find(b"&#")
    while at >= 0:
        digits = markup[at + 2 : at + 42].lower()
        at = markup.find(b"&#", at + 2)
        hexadecimal = digits[:1] == b"x"
        digits = (digits[1:] if hexadecimal else digits).lstrip(b"0")
        size = 0
        while size < len(digits) and digits[size] in b"0123456789abcdef"[: 16 if hexadecimal else 10]:
            size += 1
        if size <= 3 and (not size or int(digits[:size], 16 if hexadecimal else 10) < 32):
            return True
    return False
