  /* One writing of the page, with all that the parts before know. */
  class Writing extends Sheets {
    /* The elements on which scripts listen for clicks: listened.js, in the page's own world, tells them by events. */
    findListened(doc) {
      const take = (event) => this.listened.add(pathOf(event)[0]);
      const wait = (event) => { if (this.isAhead(pathOf(event)[0])) this.waiting += 1; };
      listen(doc, "QUESTION answer", take, true);
      listen(doc, "QUESTION waits", wait, true);
      dispatch(doc, new Event_("QUESTION"));
      unlisten(doc, "QUESTION answer", take, true);
      unlisten(doc, "QUESTION waits", wait, true);
    }

    /* Whether an element that a script waits for lies below what is in view, and holds nothing yet. */
    isAhead(node) {
      const box = rectOf(node);
      if (!box || box.top < (globalThis.innerHeight || 720) || box.height > HIGHEST_PART) return false;
      return !matches(node, MEDIA) && !all(node, MEDIA).length && (textContent(node) || "").trim().length < FEW_LETTERS;
    }

    /* What a rule puts before or after an element, as a string, for an engine that computes no style of that. */
    said(node, content) {
      const parts = (content || "").match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|attr\([\w-]+\)|[^\s"']+/g) || [];
      const texts = parts.map((part) => part.startsWith("attr(") ? attribute(node, part.slice(5, -1)) || ""
        : /^["']/.test(part) ? part.slice(1, -1) : null);
      const read = (_, code, other) => code ? String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)) : other;
      const text = texts.map((one) => one && one.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, read)).join("");
      return texts.length && !texts.includes(null) ? '"' + text.replace(/["\\]/g, "\\$&") + '"' : "";
    }

    /* Whether what a rule puts before or after an element is seen. */
    isMade(node, style, own) {
      if (this.adopts) return true;
      if (Number(style.opacity || 1) < FAINT || this.sentAway(style) === "sure" || this.taken(style)) return false;
      if (/^absolute$|^fixed$/.test(style.position) && /^rect\((?:[01]px,? ?){4}\)$/.test(style.clip)) return false;
      return this.legible(node, style, this.painted(style, own), own.scale);
    }

    pseudo(node, which, own) {
      const style = computed(node, which);
      const content = style.content || this.adopts && this.said(node, this.generated.get(node)[which.slice(2)]);
      if (!content || content[0] !== '"' || style.display === "none" || style.visibility === "hidden") return;
      if (!this.isMade(node, style, own)) return;
      const text = content.replace(/ \/ .*$/, "").replace(/^"|"$/g, "").replace(/\\(.)/g, "$1");
      const read = text.replace(/[\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/gu, "");
      if (read) this.words(read);
    }
  }

  /* {markup, title, url, text, canvas, cut, late, veiled, waiting, hidden, height, tool, frames: [[handle, markup of its place], ...], ms}.
     `tool` is a number of its own: another document has another, and so has one whose handles were forgotten. `most`
     bounds the markup, in characters, `ms` its time, and `by` when it is to end, in milliseconds since 1970: a page
     that is laid out first begins late; `late` says that one of them cut it short. `styles` writes what the computed style says of the reading;
     `inner` takes the body's content alone, for frames, whose handles then begin at tool * 1e7. `adopt` is for an engine
     that does not heed adoptedStyleSheets: they stand in the page as elements while it is read, as do the plain ones
     of `flat`, by the handles of what they stand for. */
  const read = ({ most = 30_000_000, styles = true, inner = false, ms = 1e9, by = 0, adopt = false, flat = [] } = {}) => {
    const begun = now(), left = by - clock();
    const writing = new Writing(Math.min(most, 30_000_000), styles, inner, begun + (by && left < ms ? Math.max(left, LEAST) : ms), adopt);
    take(watcher.takeRecords());
    try {
      writing.flatten(flat);
      if (inner) writing.inside(page);
      else writing.document(page);
    } finally {
      writing.release();
      if (writing.adopted.length) watcher.takeRecords();
    }
    return { markup: apply(join, writing.out, [""]), title: titleOf(page), url: addressOf(page), text: writing.text,
      canvas: writing.canvas || writing.drawings > 0 && writing.text < 2, cut: writing.cut, late: writing.cut && !writing.full, veiled: writing.veiled, waiting: writing.waiting,
      hidden: [...writing.hidden].map(([reason, [count, size]]) => [reason, count, size]),
      height: documentElement(page) ? documentElement(page).scrollHeight || 0 : 0, frames: writing.frames, tool,
      ms: now() - begun };
  };
