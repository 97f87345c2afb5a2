  /* What style sheets say, for what no engine tells of an element. */
  class Sheets extends Drawings {
    /* Puts the adopted sheets of a document behind its own as elements, in an engine that heeds only those; see
       `release`. In a shadow tree they would count for the whole document: see `findRuled`. */
    adopt(doc) {
      const sheets = this.adopts && doc.adoptedStyleSheets;
      if (!sheets || !sheets.length) return;
      try {
        const style = make(doc, "style");
        setText(style, [...sheets].flatMap((one) => [...one.cssRules].map((rule) => rule.cssText)).join("\n"));
        append(documentElement(doc), style);
        this.adopted.push(style);
      } catch { /* sheets that tell nobody their rules */ }
    }

    /* Puts plain sheets behind those that they stand for: [[handle, css], ...]. */
    flatten(flat) {
      for (const [number, css] of flat) {
        const node = element(number);
        if (!node || !counts(node)) continue;
        const style = make(page, "style");
        setText(style, css);
        before(parentNode(node), style, nextSibling(node));
        this.adopted.push(style);
      }
    }

    release() {
      for (const style of this.adopted) remove(style);
    }

    /* The elements of a tree whose sheets give them text before or after; asking every element costs ten times that. */
    findGenerated(root) {
      const queries = [];
      const look = (rules) => {
        for (const rule of rules) {
          if (this.adopts && rule.media && !globalThis.matchMedia(rule.media.mediaText).matches) continue;
          if (rule.cssRules && rule.cssRules.length) look(rule.cssRules);
          if (!rule.selectorText || !/:(before|after)/.test(rule.selectorText)) continue;
          const gone = this.adopts && rule.style && UNMADE.test(rule.cssText);
          const said = gone ? "none" : rule.style && rule.style.content;
          if (!said || !this.adopts && /^(none|normal|""|''|"\s*")$/.test(said)) continue;
          for (const one of rule.selectorText.split(",")) {
            const [end, which] = /::?(before|after)\s*$/.exec(one) || [];
            if (end) queries.push([one.slice(0, -end.length).trim() || "*", which, said]);
          }
        }
      };
      try {
        const sheets = nodeType(root) === 9 ? sheetsOf(root) : root.styleSheets;
        for (const sheet of [...(sheets || []), ...(root.adoptedStyleSheets || [])]) {
          try { look(sheet.cssRules); } catch { /* another site's sheet */ }
        }
      } catch { return; }
      for (const [query, which, said] of queries.slice(0, 2000)) {
        try {
          for (const found of all(root, query)) this.generated.set(found, { ...this.generated.get(found), [which]: said });
        } catch { /* not a selector */ }
      }
    }

    /* Which elements of a shadow tree its sheets show, for lightpanda, which asks only the sheets of the document. */
    findRuled(root, host, names = ["display", "visibility"], rules = this.inForce(root)) {
      const rule = (one, name, style) => {
        const weight = this.weight(one) + (style.getPropertyPriority(name) === "important" ? 1e9 : 0);
        let found = [];
        const [, of, rest] = /^:host(?:\(((?:[^()]|\([^()]*\))*)\))?(.*)$/.exec(one) || [null, "", one];
        if (of && !matches(host, of)) return;
        const [, slot, given] = /^(.*)::slotted\((.*)\)$/.exec(rest) || [];
        if (given) found = [...all(root, slot.trim() || "slot")].flatMap((into) => assigned(into) || [])
          .filter((node) => nodeType(node) === 1 && matches(node, given));
        else found = rest.trim() ? all(root, rest.trim()) : [host];
        for (const node of found) {
          const known = this.ruled.get(node) || {};
          if (!known[name] || known[name][0] <= weight) known[name] = [weight, style.getPropertyValue(name)];
          this.ruled.set(node, known);
        }
      };
      for (const { selectorText, style } of rules) {
        for (const name of names.filter((one) => style.getPropertyValue(one))) {
          for (const one of selectorText.split(/,(?![^(]*\))/)) {
            try { rule(one.trim(), name, style); } catch { /* not a selector to this engine */ }
          }
        }
      }
    }

    /* Says, once, that what lies behind texts is not all told: the reader then hides none for its colour. */
    unsure() {
      if (this.placed && !this.doubted) this.write('<link as="style">');
      this.doubted = true;
    }

    /* Whether the rules of a linked sheet are known. */
    isRead(node) {
      try {
        const sheet = node.sheet || [...sheetsOf(ownerDocument(node))].find((one) => one.ownerNode === node);
        return !!sheet && sheet.cssRules.length > 0;
      } catch { return false; }
    }

    /* The rules for elements that count in a tree, in their order. */
    inForce(root) {
      const found = [];
      const look = (rules) => {
        for (const rule of rules) {
          const [, kind, when, inner] = rule.selectorText ? []
            : /^@(media|supports|layer)([^{]*)\{(.*)\}$/s.exec(rule.cssText) || [];
          if (kind && (kind !== "media" || globalThis.matchMedia(when).matches)) {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(inner);
            look(sheet.cssRules);
          }
          if (rule.selectorText) found.push(rule);
        }
      };
      const own = nodeType(root) === 9 ? sheetsOf(root) : [...all(root, "style")].map((node) => node.sheet);
      for (const sheet of [...own, ...(root.adoptedStyleSheets || [])]) {
        try { look(sheet.cssRules); } catch { /* another site's, or none */ }
      }
      return found;
    }

    /* What the sheets say of where and how large things are, for the reader to find what nobody sees: lightpanda lays
       nothing out. Null where neither a rule nor an element can hide anything so. */
    placing(doc, rules) {
      const suspect = rules.some((rule) => SUSPECT.test(rule.cssText)) ||
        [...all(doc, "[style]")].some((node) => SUSPECT.test(attribute(node, "style") + ";")) ||
        all(doc, "[bgcolor],font[color],body[text]").length > 0;
      if (!suspect) return null;
      const said = [];
      let size = 0;
      for (const { selectorText, cssText } of rules) {
        const body = cssText.slice(selectorText.length);
        // variables count where the whole page has them, or the rule that sets them
        const wide = WIDELY.test(selectorText) || body.includes("var(");
        const own = [...body.matchAll(PLACING)].filter(([, name]) => wide || !name.startsWith("--"))
          .map(([, name, value]) => name + ":" + value.trim());
        if (!own.length) continue;
        said.push(selectorText + "{" + own.join(";") + "}");
        size += said.at(-1).length;
        if (size > MOST_HIDES) return null;  // of half the rules the reader would take for hidden what the others show
      }
      return said.join("\n").replace(/</g, "\\3c ") || "/* none: attributes alone say something */";
    }

    /* What the sheets of its shadow tree say of an element, "" where they or it itself say nothing or otherwise. */
    rule(node, name) {
      const known = this.ruled.get(node);
      const own = known && new RegExp("(^|;)\\s*" + name + "\\s*:", "i").test(attribute(node, "style") || "");
      return known && known[name] && !own ? known[name][1] : "";
    }

    /* How special a selector is: names, then classes, attributes and states, then tags. */
    weight(selector) {
      const count = (what) => (selector.match(what) || []).length;
      return 1e6 * count(/#/g) + 1e3 * count(/\.|\[|:(?!host|:|not|is|where)/g) + count(/(^|[\s>+~(])[a-z]/gi);
    }
  }
