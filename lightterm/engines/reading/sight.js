  /* What of a page nobody sees or reads, by its style and place. */
  class Sight extends Walk {
    /* Why a box that is displayed cannot be seen, "" if it can. */
    unseen(node, tag, style, display) {
      if (this.isFaint(node, style) && !(animations(node) || []).length) {
        if (/^(static|relative)$/.test(style.position)) this.veil(node);
        return "opacity";
      }
      if (display === "contents" || tag === "body" || tag === "html") return "";
      const gone = this.adopts ? "" : this.taken(style) || this.blurred(node, tag, style);
      if (gone && !(animations(node) || []).length) {
        if (/^(static|relative)$/.test(style.position)) this.veil(node);
        return gone;
      }
      const position = style.position;
      const placed = position === "absolute" || position === "fixed";
      // lightpanda leaves what nobody set empty, and a box there costs as much as forty elements' styles
      const cut = display !== "inline" && ((style.overflow || "visible") !== "visible" || /paint|strict|content/.test(style.contain || ""));
      if (this.adopts && this.isFolded(node)) return "size";
      const away = this.sentAway(style, node);
      if (away === "sure") return "place";
      if (!placed && !cut && !away && (position || "static") === "static") return "";
      if (placed && /^rect\((?:[01]px,? ?){4}\)$/.test(style.clip)) return "clip";
      if (/^inset\((?:50|100)%|^circle\(0/.test(style.clipPath)) return "clip";
      const box = rectOf(node);
      if (!box) return "";
      const small = box.width <= 1 || box.height <= 1;
      if (small) return cut || /^matrix\((?:0(?:\.0\d*)?(?:, |\))){1,4}/.test(style.transform) ? "size" : "";
      return (placed || away) && this.outside(node, style, box) ? "place" : "";
    }

    /* Whether a box is drawn so faintly that nobody sees it. What sheets say of that lightpanda does not compute; what
       they have fade in, it never brings in, so that such a box counts only where it stands elsewhere or takes no click. */
    isFaint(node, style) {
      if (Number(style.opacity || 1) < FAINT) {
        const own = this.adopts && attribute(node, "style") || "";
        return /^(absolute|fixed)$/.test(style.position) || !MOVES.some((name) => own.includes(name));
      }
      const said = this.rule(node, "opacity");
      if (!said || Number(said.replace("%", "e-2")) >= FAINT) return false;
      if (/^(absolute|fixed)$/.test(style.position) || this.rule(node, "pointer-events") === "none") return true;
      const own = attribute(node, "style") || "";
      return !MOVES.some((name) => this.rule(node, name) || own.includes(name));
    }

    /* Why nothing is left of a box by a transform, a clip or a mask, "" where something is. */
    taken(style) {
      if (shrunk(style) < COLLAPSED) return "size";
      if (isCut(style.clipPath)) return "clip";
      return isMasked(style.maskImage) ? "mask" : "";
    }

    /* Why nobody can read a box's text; a blurred picture is still seen. */
    blurred(node, tag, style) {
      const [, size] = /\bblur\(([\d.]+)px\)/.exec(style.filter || "") || [];
      return Number(size) >= BLURRED && tag !== "img" && !all(node, "img,video").length ? "blurred" : "";
    }

    /* Whether a box is as high as nothing, as what unfolds at a click is: lightpanda knows no heights. */
    isFolded(node) {
      const own = /(?:^|;)\s*max-height:\s*([^;!]+)/i.exec(attribute(node, "style") || "");
      return NOTHING.test((own ? own[1] : this.rule(node, "max-height")).trim());
    }

    /* Whether a box may be far away without being placed there: "sure" where no box has to be measured. */
    sentAway(style, node = null) {
      if (/\bopacity\(0(?:\.0\d*)?%?\)/.test(style.filter || "")) return "sure";
      if (/^inset\((?:50|100)%|^circle\(0/.test(style.clipPath || "")) return "sure";
      // a row of slides is moved as far, and is wider: where boxes are known they decide
      const placed = /^(absolute|fixed|relative)$/.test(style.position), sure = this.adopts ? "sure" : "perhaps";
      if (placed && (FAR.test(style.left) || FAR.test(style.top))) return style.position === "relative" ? "perhaps" : sure;
      if (FAR.test(style.marginLeft) && style.direction !== "rtl" && !(parseFloat(style.paddingLeft) > WIDE)) {
        return this.adopts || !node || this.isTextLeft(node) ? "sure" : "perhaps";
      }
      if (FAR.test(style.marginTop)) return "perhaps";
      return [style.transform, style.translate].some((one) => one && one !== "none") ? "perhaps" : "";
    }

    /* Whether the text of a box ends left of the page; a margin that moves the text makes the box as wide. */
    isTextLeft(node) {
      const range = ownerDocument(node).createRange(), view = ownerDocument(node).defaultView || globalThis;
      range.selectNodeContents(node);
      return range.getBoundingClientRect().right + (view.scrollX || 0) <= 0;
    }

    /* What is drawn only once it is scrolled to stands below what is in view. */
    veil(node) {
      const box = rectOf(node);
      if (box && box.height > 1 && box.top >= (globalThis.innerHeight || 0)) this.veiled += textContent(node).trim().length;
    }

    outside(node, style, box) {
      const view = ownerDocument(node).defaultView || globalThis;
      const root = documentElement(ownerDocument(node));
      const fixed = style.position === "fixed";
      const [x, y] = fixed ? [0, 0] : [view.scrollX || 0, view.scrollY || 0];
      if (box.bottom + y <= 0 || box.right + x <= 0 && computed(root).direction !== "rtl") return true;
      if (!fixed || !view.innerWidth) return false;
      return box.left >= view.innerWidth || box.top >= view.innerHeight;
    }

    /* Fields stay however they are drawn, and so do their labels: a box to tick is often seen as another element. */
    operated(node, tag, style) {
      if (style.visibility !== "visible") return false;
      if (tag === "label") return true;
      if (tag === "input") return inputType(node) !== "hidden" && attribute(node, "tabindex") !== "-1";
      return tag === "select" || tag === "textarea" && attribute(node, "tabindex") !== "-1";
    }

    legible(node, style, paint, scale) {
      const size = /^([\d.]+)(?:px)?$/.exec(style.fontSize || "16px");
      if (size && Number(size[1]) * scale < TINY || FAR.test(style.textIndent)) return false;
      if (style.textIndent === "100%" && style.overflow === "hidden" && /nowrap|pre$/.test(style.whiteSpace)) return false;
      if (style.backgroundClip === "text" || (style.textShadow || "none") !== "none") return true;
      if (parseFloat(style.webkitTextStrokeWidth) > 0 && !isClear(style.webkitTextStrokeColor || "")) return true;
      const colour = style.webkitTextFillColor || style.color;
      if (isClear(colour)) return false;
      if (paint === UNKNOWN) return true;
      if (paint) return !alike(colour, paint);
      if (!style.backgroundColor) return true;  // lightpanda knows no colours but those that elements say themselves
      return !alike(colour, CANVAS) || !this.isBare(node, colour);
    }

    /* Whether nothing but the white canvas is behind an element: no picture, no colour, wherever it stands. */
    isBare(node, colour) {
      const view = ownerDocument(node).defaultView || globalThis;
      const box = view.innerWidth ? rectOf(node) : null;
      if (!box || (computed(documentElement(ownerDocument(node))).colorScheme || "").startsWith("dark")) return false;
      if (!this.painters) this.painters = this.findPainters(ownerDocument(node));
      return !this.painters.some(([one, its, paint]) => one !== node && !alike(colour, paint) &&
        !(one && contains(one, node) && localName(one) === "svg") && its.left < box.right && its.right > box.left && its.top < box.bottom && its.bottom > box.top);
    }

    /* What paints: pictures, and boxes with a colour or a picture of their own. */
    findPainters(doc) {
      const found = [], elements = [...all(doc, "*")];
      for (let at = 0; at < elements.length; at++) {
        const one = elements[at], style = computed(one), shadow = shadowRoot(one);
        if (shadow) for (const inner of all(shadow, "*")) elements.push(inner);
        const solid = SOLID.has(localName(one)) || localName(one) === "svg";
        const paint = solid || style.backgroundImage !== "none" ? "picture" : style.backgroundColor;
        if (!isClear(paint)) found.push([one, rectOf(one), paint]);
        for (const which of this.adopts ? [] : ["::before", "::after"]) {
          const made = computed(one, which);
          if (made.content === "none" || made.content === "normal" || made.display === "none") continue;
          if (made.backgroundImage === "none" && isClear(made.backgroundColor)) continue;
          const held = style.position !== "static" || style.transform !== "none";  // else it may be anywhere
          found.push([null, held ? rectOf(one) : EVERYWHERE, UNKNOWN]);
        }
      }
      return found.filter(([, box]) => box);
    }
  }
