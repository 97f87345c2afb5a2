  /* What a person acts on, though no element says so. */
  class Targets extends Fields {
    /* Whether scripts listen to an element itself for clicks. */
    isHeard(node) {
      return HANDLERS.some((name) => attribute(node, name) !== null) || this.listened.has(node);
    }

    /* Whether it is clicked as a whole, with no field in it, and its first words stand for it: they are all it has, or it
       is one of several rows. What only one element listens to is as likely for the parts in it. */
    leads(node) {
      if (!this.isHeard(node) && !this.isDragged(node) || !all(node, "div,p,span").length || all(node, NATIVE).length) return false;
      const size = textContent(node).trim().length;
      const [kind, tag] = [attribute(node, "class"), localName(node)];
      if (size > 0 && [...all(node, "*")].some((one) => !firstElement(one) && textContent(one).trim().length === size)) {
        return true;
      }
      if (size === 0 || size > 300 || !kind && tag !== "li" && tag !== "tr") return false;
      if (this.offers(node)) return false;  // each of them is one, not their first
      for (let one = firstChild(parentNode(node)); one; one = nextSibling(one)) {
        const like = nodeType(one) === 1 && one !== node && localName(one) === tag && attribute(one, "class") === kind;
        if (like && (this.isHeard(one) || this.isDragged(one))) return true;
      }
      return false;
    }

    /* Whether it holds the first words of a row. */
    isLead(node, inherited) {
      if (!inherited.lead || !inherited.lead.open) return false;
      for (let child = firstChild(node); child; child = nextSibling(child)) {
        if (nodeType(child) === 3 && nodeValue(child).trim()) return true;
      }
      return false;
    }

    /* Whether scripts made it something to act on. */
    pressed(node, tag, role, style, inherited) {
      if (tag === "label" || tag === "body" || tag === "option" || tag === "slot") return false;
      if (PRESSED.has(role)) return true;
      if (this.isLead(node, inherited)) {
        inherited.lead.open = false;
        return true;
      }
      // What only keys move, as the handle of a slider, and what only a mouse does.
      const keys = attribute(node, "tabindex") === "0" || RESIZED.test(style.cursor) && inherited.cursor !== style.cursor;
      if ((keys || this.isHeard(node)) && !inherited.within && !textContent(node).trim()) {
        const own = NATIVE + ",svg,canvas,[tabindex='0']";
        const inner = [...all(node, "*")].some((part) => this.isHeard(part) || matches(part, own));
        const box = rectOf(node);
        return !inner && (!box || box.width > TINY && box.height > TINY) && (this.wordless += 1) <= WORDLESS;
      }
      if (tag === "a" && /^\s*javascript:/i.test(attribute(node, "href") || "")) return true;
      const shadow = tag.includes("-") && shadowRoot(node);
      if (shadow && all(shadow, NATIVE).length) return false;  // its own button or link is what one acts on
      const pointed = (style.cursor === "pointer" || GRABBED.test(style.cursor)) && inherited.cursor !== style.cursor;
      if (tag === "thead" || tag === "tr" && localName(parentNode(node)) === "thead") return false;  // its cells are
      const given = this.isHeader(node, tag) || this.isOffered(node) || inherited.slotted && tag.includes("-");  // what listens to the slot has such parts given to it
      const has = (name) => attribute(node, name) !== null;
      const keyed = attribute(node, "tabindex") === "0" && KEYS.some(has);
      const said = pointed || given || keyed || HANDLERS.some(has) || this.isDragged(node);
      if (!said && (inherited.within || !this.listened.has(node)) || all(node, STRUCTURE).length) return false;
      if (!said && this.delegates(node, style)) return false;
      const size = textContent(node).trim().length;
      return size <= 200 && (size > 0 || attribute(node, "aria-label") !== null || attribute(node, "title") !== null);
    }

    /* Whether it is a list of which scripts listen to the whole, and each of whose items they can focus. */
    offers(node) {
      return /^(ul|ol)$/.test(localName(node)) && this.isHeard(node) && all(node, OFFERED).length > 0;
    }

    /* Whether it is what can be focused of an item of such a list: what a field offers for what was begun in it. */
    isOffered(node) {
      if (attribute(node, "tabindex") !== "-1" || !matches(node, OFFERED)) return false;
      const up = parentNode(node), list = localName(up) === "li" ? parentNode(up) : up;
      return !!list && nodeType(list) === 1 && this.offers(list);
    }

    /* Whether it heads a column in a table or row that scripts listen to: they sort by it. */
    isHeader(node, tag) {
      const row = tag === "th" && parentNode(node), head = row && parentNode(row);
      return !!head && localName(head) === "thead" && [row, head, parentNode(head)].some((up) => this.listened.has(up));
    }

    /* Whether it says itself that it can be dragged: jQuery UI, which most pages drag with, gives a class. */
    isDragged(node) {
      return attribute(node, "draggable") === "true" ||
        /(?:^|\s)ui-(?:sortable|draggable)-handle(?:\s|$)/.test(attribute(node, "class") || "");
    }

    /* Whether what is listened to seems to be for the parts in it: one is a target itself, or several have text. */
    delegates(node, style) {
      let texts = 0;
      for (let child = firstChild(node); child; child = nextSibling(child)) {
        if (nodeType(child) === 1 && textContent(child).trim()) texts += 1;
      }
      const target = (part) => attribute(part, "onclick") !== null || PRESSED.has(attribute(part, "role")) ||
        style.cursor !== "pointer" && computed(part).cursor === "pointer" || this.listened.has(part);
      return texts > 1 || [...all(node, "*")].some(target);
    }

    /* The field that stands for an element that scripts made one, "" where it is none. */
    field(node, role) {
      if (TICKED.has(role)) return all(node, NATIVE).length ? "" : "input";
      const writes = attribute(node, "contenteditable");
      const written = writes !== null && writes !== "false";  // of that alone lightpanda says it is not editable
      return written || WRITTEN.has(role) && editable(node) ? "textarea" : "";
    }
  }
