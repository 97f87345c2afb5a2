  /* One writing of the page. `out` is the markup in pieces, `size` its characters, `text` those that are read. */
  class Walk {
    constructor(most, styles, inner, end, adopt) {
      this.end = end;
      this.adopts = adopt;
      this.adopted = [];
      this.steps = 0;
      this.inner = inner;
      this.base = inner ? tool * FRAME : 0;
      this.most = most;
      this.styles = styles;
      this.out = [];
      this.size = this.text = this.veiled = this.waiting = this.drawings = 0;
      this.hidden = new Map();
      this.painters = null;
      this.covers = [];
      this.coveredFor = 0;
      this.range = null;
      this.cut = this.full = this.canvas = this.placed = this.doubted = false;
      this.frames = [];
      this.control = null;
      this.generated = new Map();
      this.ruled = new Map();
      this.listened = new Set();
      this.wordless = 0;
    }

    write(piece) {
      this.out.push(piece);
      this.size += piece.length;
      if (this.size > this.most) this.cut = this.full = true;
    }

    words(text) {
      this.text += text.length - (text.match(/\s/g) || "").length;
      this.write(escaped(text));
    }

    /* Notes why something is left out, and how many characters it says. */
    leave(reason, text) {
      const letters = (text || "").replace(/\s+/g, "").length;
      if (!letters) return;
      const [count, size] = this.hidden.get(reason) || [0, 0];
      this.hidden.set(reason, [count + 1, size + letters]);
    }

    document(doc) {
      const root = documentElement(doc);
      if (!root) return;
      this.write("<!doctype html><html" + this.kept(root) + "><head><title>" + escaped(titleOf(doc) || "") +
        "</title>");
      for (const node of all(doc, "head base,head meta,head link,script[type='application/ld+json']")) {
        const tag = localName(node);
        if (tag === "script") {
          this.write('<script type="application/ld+json">' + textContent(node).replace(/<\//g, "<\\/") + "</script>");
        } else if (tag !== "link" || !/stylesheet|preload|prefetch/i.test(attribute(node, "rel") || "")) {
          if (/refresh|content-security/i.test(attribute(node, "http-equiv") || "")) continue;
          this.write("<" + tag + this.kept(node) + ">");
        }
      }
      this.adopt(doc);
      const rules = this.adopts ? this.inForce(doc) : [], placing = this.styles && this.adopts ? this.placing(doc, rules) : null;
      this.write((placing ? "<style lightterm-placing>" + placing + "</style>" : "") + "</head>");
      this.placed = placing !== null;
      if (this.placed && [...all(doc, LINKED)].some((node) => !this.isRead(node))) this.unsure();
      this.findGenerated(doc);
      if (this.adopts) this.findRuled(doc, null, ["max-height", "opacity", "pointer-events", ...MOVES], rules);
      this.findListened(doc);
      this.findCovers(doc);
      const body = bodyOf(doc);
      if (body) this.body(body);
      this.write("</html>");
    }

    inside(doc) {
      this.adopt(doc);
      this.findGenerated(doc);
      this.findListened(doc);
      this.findCovers(doc);
      const body = bodyOf(doc);
      if (body) this.children(body, this.inherit(computed(body), true, null), 0);
    }

    body(body) {
      const style = computed(body), paint = this.painted(style, null);
      this.write("<body" + this.kept(body) + ">");
      this.children(body, this.inherit(style, this.adopts || this.legible(body, style, paint, 1), paint), 0);
      this.write("</body>");
    }

    inherit(style, seen, paint) {
      return { align: style.textAlign, space: style.whiteSpace, letters: style.textTransform, cursor: style.cursor,
        direction: style.direction, list: style.listStyleType, seen, paint, within: false, scale: 1,
        flex: /flex|grid/.test(style.display) };
    }

    /* The colour that text is on; null where nothing has been met but the canvas, UNKNOWN where it cannot be told. */
    painted(style, parent) {
      const own = style.backgroundColor, below = parent ? parent.paint : null;
      if (this.adopts && style.backgroundImage !== "none") return null;
      if (style.backgroundImage !== "none" && style.backgroundImage) return UNKNOWN;
      if (own && !isClear(own)) return parts(own) && parts(own)[3] < 1 ? laid(own, below) || UNKNOWN : own;
      const other = RECOLOURED.test(style.filter || "") || (style.mixBlendMode || "normal") !== "normal";
      return other ? UNKNOWN : below;
    }

    children(node, inherited, depth) {
      for (let child = firstChild(node); child && !this.cut; child = nextSibling(child)) {
        this.node(child, inherited, depth);
      }
    }

    node(node, inherited, depth) {
      const kind = nodeType(node);
      if (kind === 3 || kind === 4) {
        if (!inherited.seen) this.leave("illegible", nodeValue(node));
        else if (this.covers.length && !inherited.within && this.isCovered(node)) this.leave("covered", nodeValue(node));
        else this.words(nodeValue(node));
      } else if (kind === 1) {
        this.element(node, inherited, depth + 1);
      }
    }

    element(node, inherited, depth) {
      const tag = localName(node);
      if (SKIPPED.has(tag)) return;
      if (!(++this.steps & 255) && now() > this.end) this.cut = true;
      if (depth > DEEPEST) return this.words(textContent(node));
      const style = computed(node);
      const shadow = this.adopts && shadowRoot(node);
      if (shadow) this.findRuled(shadow, node);
      const display = this.rule(node, "display") || style.display;
      if (display === "none" || style.contentVisibility === "hidden" && !firstChild(node)) {
        return this.notDisplayed(node, tag, inherited, depth);
      }
      if (tag === "option" || tag === "optgroup") return this.option(node, tag, depth);
      const reason = this.unseen(node, tag, style, display);
      if (reason && !this.operated(node, tag, style)) {
        if (this.control) this.control.push(node);
        else this.leave(reason, textContent(node));
        return this.sent(node);
      }
      this.shown(node, tag, style, inherited, depth);
    }

    shown(node, tag, style, inherited, depth) {
      if (tag === "svg") return this.graphic(node, inherited, depth);
      if (tag === "canvas") return this.drawing(node);
      if (tag === "iframe" || tag === "frame") return this.frame(node, tag, inherited, depth);
      const role = (attribute(node, "role") || "").trim().split(/\s+/)[0].toLowerCase();
      const native = this.native(node, tag);
      const as = native ? "" : this.field(node, role);
      const paint = this.painted(style, inherited);
      // what has no box stands on what its parent does
      const scale = this.adopts ? 1 : inherited.scale * shrunk(style);
      const legible = style.display === "contents" && inherited.seen || this.legible(node, style, paint, scale);
      const own = this.inherit(style, style.visibility === "visible" && legible, paint);
      own.scale = scale;
      if (inherited.seen && style.visibility === "hidden" && /^(static|relative)$/.test(style.position)) this.veil(node);
      const visibility = this.rule(node, "visibility");
      own.unseen = visibility ? visibility !== "visible" : inherited.unseen;
      own.seen = own.seen && !own.unseen;
      const name = as || tag;
      let start = "<" + name + this.kept(node, tag, as) + this.live(node, tag, as);
      const target = native || as || this.pressed(node, tag, role, style, inherited);
      if (target && tag === "img") return this.picture(node, tag, start, style);
      if (target) start += ' lightterm-handle="' + handle(node, this.base) + '"';
      if (target && !native && !as && this.isWordless(node)) start += this.called(looks(node, style));
      else if (tag === "button" && this.isBlank(node)) start += this.called(this.shade(node, style));
      else if (!target && this.isAmidWords(node, style)) return this.write('<img alt="' + escaped(looks(node, style)) + '">');
      own.lead = !target && this.leads(node) ? { open: true } : inherited.lead;
      own.within = inherited.within || !!target || tag === "label";
      const named = as === "input" && !inherited.within;  // what stands in a switch is what it is called
      this.write((named ? "<label>" : "") + start + (this.styles && !as ? this.styled(node, tag, style, inherited) : "") + ">");
      if (VOID.has(name) && as !== "input") return;
      if (as === "input") {
        this.content(node, tag, style, own, depth);
        return named && this.write("</label>");
      }
      if (name === "textarea") {
        this.write("\n");
        this.words(tag === "textarea" ? value.textarea(node) : textContent(node));
      } else if (tag === "a" || tag === "button" || tag === "summary") {
        this.named(node, tag, style, own, depth);
      } else {
        this.content(node, tag, style, own, depth);
      }
      this.write("</" + name + ">");
    }

    /* What is inside: a shadow tree, what a slot was given, an open or closed disclosure, or simply the children. */
    content(node, tag, style, own, depth) {
      if (style.contentVisibility === "hidden") return;
      const made = this.generated.get(node);
      if (made && own.seen) this.pseudo(node, "::before", own);
      const shadow = shadowRoot(node);
      if (shadow) {
        this.unsure();
        this.findGenerated(shadow);
        this.children(shadow, own, depth);
      } else if (tag === "slot") {
        const given = assigned(node) || [];
        own.slotted = this.isHeard(node);
        if (given.length) given.forEach((child) => this.node(child, own, depth));
        else this.children(node, own, depth);
      } else if (tag === "details" && attribute(node, "open") === null) {
        for (let child = firstChild(node); child; child = nextSibling(child)) {
          if (nodeType(child) === 1 && localName(child) === "summary") {
            this.element(child, own, depth + 1);
            break;
          }
        }
      } else {
        this.children(node, own, depth);
      }
      if (made && own.seen) this.pseudo(node, "::after", own);
    }

    /* A link or button; what is hidden to the eye inside it is its name when it has no other. */
    named(node, tag, style, own, depth) {
      const [before, outer] = [this.text, this.control];
      this.control = [];
      this.content(node, tag, style, own, depth);
      if (this.text === before && !attribute(node, "aria-label") && !all(node, "img[alt]:not([alt=''])").length) {
        for (const hidden of this.control) this.words(textContent(hidden).slice(0, 200));
      }
      this.control = outer;
    }

    notDisplayed(node, tag, inherited, depth) {
      if (tag === "input" && attribute(node, "name") && /^(checkbox|radio|file)$/.test(inputType(node))) {
        for (const label of labels(node) || []) {
          if (checkVisibility(label)) return this.shown(node, tag, computed(node), inherited, depth);
        }
      }
      this.leave("display", textContent(node));
      if (this.placed && tag === "input" && /^(checkbox|radio)$/.test(inputType(node)) && !attribute(node, "name")) {
        // the state of a box shows and hides what follows it, as the reader will ask
        return this.write("<input" + this.kept(node, tag) + this.live(node, tag, "") + ' hidden="">');
      }
      this.sent(node);
    }

    /* The fields of what is not seen: a form sends them all the same. */
    sent(node) {
      const own = /^(input|select|textarea)$/.test(localName(node)) ? [node] : [];
      for (const field of [...own, ...all(node, "input[name],select[name],textarea[name]")]) {
        const [name, tag] = [attribute(field, "name"), localName(field)];
        if (!name || attribute(field, "disabled") !== null) continue;
        const kind = tag === "input" ? inputType(field) : tag;
        if (/^(submit|reset|button|image|file)$/.test(kind) || isSecret(field, kind)) continue;
        if (/^(checkbox|radio)$/.test(kind) && !checked(field)) continue;
        let values = tag === "select" ? [] : [value[tag](field)];
        if (tag === "select") for (const one of all(field, "option")) if (selected(one)) values.push(value.option(one));
        const form = attribute(field, "form") ? ' form="' + escaped(attribute(field, "form")) + '"' : "";
        for (const one of values) {
          this.write('<input type="hidden" name="' + escaped(name) + '" value="' + escaped(one) + '"' + form + ">");
        }
      }
    }
  }
