  /* What of a page lies below boxes that stay over it. */
  class Covers extends Sight {
    /* Boxes that are put over others and let nothing through, as far as they are there to stay: no dialogs, which are
       closed, nothing that scrolls away or moves, and nothing as large as the window, below which the page itself is. */
    findCovers(doc) {
      const view = doc.defaultView || globalThis, room = (view.innerWidth || 0) * (view.innerHeight || 0);
      if (this.adopts || !room) return;
      const elements = [...all(doc, "body *")], end = now() + this.covering();
      for (let at = 0; at < elements.length; at++) {
        if (!(at & 255) && now() > end) return;
        const one = elements[at], style = computed(one), shadow = shadowRoot(one);
        if (shadow) for (const inner of all(shadow, "*")) elements.push(inner);
        const moved = style.transform !== "none";
        if (style.position === "static" && !moved || !isOpaque(style) || !moved && staysInPlace(style)) continue;
        const box = this.clipped(one, style);
        if (!box || box.right - box.left < 8 || box.bottom - box.top < 8) continue;
        if ((box.right - box.left) * (box.bottom - box.top) > room * MOST_COVERED) continue;
        this.covers.push([one, box, style.pointerEvents !== "none"]);
        if (this.covers.length === MOST_COVERS) return;
      }
    }

    /* What is left of a box by those that cut it, null where it or one of them moves, goes away or is seen through. */
    clipped(one, own) {
      const box = rectOf(one), left = box && { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      const up = (node) => {
        const next = parentNode(node);
        return next && nodeType(next) === 11 ? hostOf(next) : next;
      };
      for (let node = one, style = own; left && node && nodeType(node) === 1; node = up(node), style = node && nodeType(node) === 1 ? computed(node) : null) {
        if (/^(fixed|sticky)$/.test(style.position) || Number(style.opacity) < 1 || style.transformStyle === "preserve-3d") return null;
        if (style.animationName !== "none" || /[1-9]/.test(style.transitionDuration) || matches(node, OVER_PAGES)) return null;
        if (node === one || style.overflow === "visible") continue;
        const outer = rectOf(node);
        left.left = Math.max(left.left, outer.left), left.right = Math.min(left.right, outer.right);
        left.top = Math.max(left.top, outer.top), left.bottom = Math.min(left.bottom, outer.bottom);
      }
      return left;
    }

    /* Milliseconds that may go into this: of a page made to take longer, text below boxes is better shown than none. */
    covering() {
      return Math.min(COVERING, (this.end - now()) / 4);
    }

    /* Whether a text is below these boxes, which are forgotten once they took too long. */
    isCovered(node) {
      const begun = now(), found = this.isBelow(node);
      this.coveredFor += now() - begun;
      if (this.coveredFor > this.covering()) this.covers = [];
      return found;
    }

    /* Whether each line of a text is below one of these boxes. */
    isBelow(node) {
      if (!/\S/.test(nodeValue(node))) return false;
      const range = this.range || (this.range = createRange(ownerDocument(node)));
      selectContents(range, node);
      const lines = [...(rangeRects(range) || [])].filter((line) => line.width > 1 && line.height > 1).slice(0, MOST_LINES);
      const known = new Map(), above = (one) => {
        if (!known.has(one)) known.set(one, isAbove(one, node));
        return known.get(one);
      };
      return lines.length > 0 && lines.every((line) => this.covers.some(([one, box, isHit]) =>
        box.left <= line.left + 1 && box.right >= line.right - 1 && box.top <= line.top + line.height / 4 &&
        box.bottom >= line.bottom - line.height / 4 && above(one) && !(isHit && isReached(one, node, line))));
    }
  }
