  /* How elements read otherwise than their tags say; drawings and frames. */
  class Drawings extends Targets {
    /* Where the computed style reads otherwise than the tag alone. */
    styled(node, tag, style, inherited) {
      const said = [];
      const display = style.display;
      const usual = DISPLAY[tag] || (BLOCK.has(tag) ? "block" : SOLID.has(tag) ? display : "inline");
      if (display !== usual) said.push("display:" + display);
      if (/flex|grid/.test(display)) {
        if (style.flexDirection !== "row") said.push("flex-direction:" + style.flexDirection);
        if (style.columnGap && style.columnGap !== "normal") said.push("column-gap:" + style.columnGap);
        if (/grid/.test(display)) {
          said.push("grid-template-columns:" + style.gridTemplateColumns, "grid-auto-flow:" + style.gridAutoFlow);
        }
      }
      if (inherited.flex && style.order !== "0") said.push("order:" + style.order);
      if (display === "block" && style.cssFloat && style.cssFloat !== "none") said.push("float:" + style.cssFloat);
      if (style.textAlign !== inherited.align && !SOLID.has(tag) && !/^(t[dh]|caption)$/.test(tag)) {
        said.push("text-align:" + style.textAlign);
      }
      if (style.whiteSpace !== inherited.space && tag !== "pre" && !SOLID.has(tag)) {
        said.push("white-space:" + style.whiteSpace);
      }
      if (style.textTransform !== inherited.letters && !SOLID.has(tag)) {
        said.push("text-transform:" + style.textTransform);
      }
      if (style.direction !== inherited.direction && attribute(node, "dir") === null) {
        said.push("direction:" + style.direction);
      }
      if (LISTED.has(tag) && style.listStyleType !== inherited.list && !USUAL.test(style.listStyleType)) {
        said.push("list-style-type:" + style.listStyleType);
      }
      // what a script has set there counts for more than what the sheets say
      const own = this.placed && attribute(node, "style");
      if (own) for (const [, name, value] of own.matchAll(PLACING)) said.push(name + ":" + value.trim());
      return said.length ? ' style="' + escaped(said.join(";")) + '"' : "";
    }

    graphic(node, inherited, depth) {
      this.write("<svg" + this.kept(node) + ">");
      for (const part of all(node, "title,text")) {
        const tag = localName(part);
        if (tag === "text" ? checkVisibility(part) === false : parentNode(part) !== node) continue;
        this.write("<" + tag + ">");
        if (tag === "title") this.words(textContent(part));
        else this.lettering(part, node, inherited);
        this.write("</" + tag + ">");
      }
      this.write("</svg>");
      // labels of diagrams that are HTML, on shapes whose colours are not asked for
      for (const part of all(node, "foreignObject")) {
        this.write("<div>");
        this.children(part, { ...inherited, paint: null }, depth);
        this.write("</div>");
      }
      const heard = this.isHeard(node);
      let shapes = 0;
      if (heard && (this.wordless += 1) <= WORDLESS) this.drawn(node, "drawing", [...all(node, SHAPES)]);
      for (const part of all(node, SHAPES)) {
        const group = parentNode(part) !== node && this.isHeard(parentNode(part));
        const whole = this.isHeard(part) ? part : group ? parentNode(part) : null;
        if (!whole || (this.wordless += 1) > WORDLESS) continue;
        this.write(' <span lightterm-handle="' + handle(whole, this.base) + '"' + this.called(shape(part)) + "></span>");
        shapes += 1;
      }
      if (shapes && !heard) this.ground(node);
    }

    /* The text of a drawing: of its pieces those that one sees. */
    lettering(part, drawing, inherited) {
      const seen = inherited.seen && this.isLettered(part, drawing, inherited);
      for (let child = firstChild(part); child; child = nextSibling(child)) {
        if (nodeType(child) === 1) this.lettering(child, drawing, inherited);
        else if (nodeType(child) === 3 && seen) this.words(nodeValue(child));
        else if (nodeType(child) === 3) this.leave("illegible", nodeValue(child));
      }
    }

    /* Whether one sees a piece of text in a drawing. What lightpanda does not compute stands in attributes. */
    isLettered(part, drawing, inherited) {
      const style = computed(part);
      const said = (name) => {
        for (let up = part; up; up = up === drawing ? null : parentNode(up)) {
          const own = new RegExp("(?:^|;)\\s*" + name + "\\s*:\\s*([^;!]+)", "i").exec(attribute(up, "style") || "");
          const found = own ? own[1] : attribute(up, name);
          if (found !== null && found !== "inherit") return found.trim();
        }
        return "";
      };
      const value = (name, camel) => !this.adopts && style[camel || name] || said(name);
      const nothing = (colour, share) => /^(?:none|transparent)$/.test(colour) || isClear(colour) || Number(share || 1) < FAINT;
      for (let up = part; up !== drawing; up = parentNode(up)) {
        if (/^(?:defs|symbol|clipPath|mask|pattern|marker)$/.test(localName(up))) return false;
        const opacity = /opacity\s*:\s*([\d.]+)/.exec((attribute(up, "style") || "").replace(/-opacity/g, ""));
        if (Number(this.adopts ? opacity ? opacity[1] : attribute(up, "opacity") || 1 : computed(up).opacity) < FAINT) return false;
        if (this.adopts && attribute(up, "display") === "none") return false;
      }
      if (/^(?:hidden|collapse)$/.test(value("visibility"))) return false;
      const size = /^([\d.]+)(?:px)?$/.exec(value("font-size", "fontSize"));
      if (size && Number(size[1]) === 0) return false;
      const fill = value("fill") || "black", stroke = value("stroke") || "none";
      if (!nothing(stroke, value("stroke-opacity", "strokeOpacity"))) return true;
      if (nothing(fill, value("fill-opacity", "fillOpacity"))) return false;
      return this.adopts || this.isDrawn(part, fill, drawing, inherited);
    }

    /* Whether a piece of text stands where its drawing shows it, on a ground of another colour. */
    isDrawn(part, fill, drawing, inherited) {
      const box = rectOf(part), frame = rectOf(drawing);
      if (!box || !frame || box.width <= 1 || box.height < TINY) return false;
      const meets = (its) => its.left < box.right && its.right > box.left && its.top < box.bottom && its.bottom > box.top;
      if (computed(drawing).overflow !== "visible" && !meets(frame) || isCut(computed(part).clipPath)) return false;
      const shapes = [...all(drawing, SHAPES)].filter((one) => localName(one) !== "text").slice(0, MOST_ASKED);
      if (shapes.some((one) => meets(rectOf(one)))) return true;
      const paint = this.painted(computed(drawing), inherited);
      if (paint === UNKNOWN) return true;
      return paint ? !alike(fill, paint) : !alike(fill, CANVAS) || !this.isBare(part, fill);
    }

    /* The few solid shapes among which others are clicked or dragged: where to. */
    ground(node) {
      const still = [...all(node, SOLID_SHAPES)].filter((part) => !this.isHeard(part) && !this.isHeard(parentNode(part)));
      if (!still.length || still.length > FEW_SHAPES) return;
      this.write("<div>");
      this.words("(" + still.map(shape).join("; ") + ")");
      this.write("</div>");
    }

    drawing(node) {
      this.unsure();
      const box = rectOf(node) || { width: 0, height: 0 };
      if (box.width * box.height >= 0.2 * (globalThis.innerWidth || 1280) * (globalThis.innerHeight || 720)) {
        this.canvas = true;
      }
      this.drawings += 1;
      const up = parentNode(node), within = up !== bodyOf(ownerDocument(node)) && this.isHeard(up);
      if (this.isHeard(node) || within) return this.drawn(node, "canvas");
      const label = attribute(node, "aria-label") || attribute(node, "title");
      if (label) this.write('<img alt="' + escaped(label) + '">');
    }

    /* A drawing that is clicked as a whole, at points of it: what it is, how large, and what stands in it. */
    drawn(node, what, parts = []) {
      const drawn = { width: innerWidth(node), height: innerHeight(node) };  // lightpanda knows what is said alone
      const size = (name) => drawn[name] > LEAST_DRAWING ? drawn[name] : Number(attribute(node, name)) || 0;
      if (size("width") <= LEAST_DRAWING || size("height") <= LEAST_DRAWING) return;
      const said = attribute(node, "aria-label") || attribute(node, "title") || what;
      const shapes = parts.filter((part) => !this.isHeard(part)).slice(0, MOST_SHAPES).map(shape).join("; ");
      const label = said + " " + size("width") + "×" + size("height") + (shapes && ": " + shapes);
      this.write(' <span lightterm-handle="' + handle(node, this.base) + '"' + this.called(label) + "></span>");
    }

    frame(node, tag, inherited, depth) {
      let inner = null;
      try { inner = (tag === "frame" ? oldFrameDocument : frameDocument)(node); } catch { inner = null; }
      const box = rectOf(node);
      const sizes = [attribute(node, "width"), attribute(node, "height")];  // a border is no room
      if (tag === "iframe" && (box && (box.width <= 1 || box.height <= 1) || sizes.some((one) => PIXEL.test(one || "")))) {
        if (inner && bodyOf(inner)) this.leave("size", textContent(bodyOf(inner)));
        return;
      }
      const name = attribute(node, "title") || attribute(node, "name") || "";
      if (!inner) {
        const number = handle(node, this.base);
        const piece = "<iframe" + this.kept(node) + ' lightterm-handle="' + number + '"></iframe>';
        this.frames.push([number, piece]);
        return this.write(piece);
      }
      const body = bodyOf(inner);
      if (!body || !inherited.seen) return;
      this.unsure();
      this.adopt(inner);
      this.findGenerated(inner);
      this.findListened(inner);
      this.write("<div><div>" + (name ? "frame: " + escaped(name) : "") + "</div><div>");
      this.children(body, this.inherit(computed(body), true, this.within(node, inner, inherited)), depth);
      this.write("</div></div>");
    }

    /* The colour on which the text of a frame stands: a frame lets through what it lies on. */
    within(node, inner, inherited) {
      if (this.adopts) return null;
      const below = inherited.paint || (this.isBare(node, CANVAS) ? CANVAS : UNKNOWN);
      return this.painted(computed(bodyOf(inner)), { paint: this.painted(computed(documentElement(inner)), { paint: below }) });
    }
  }
