  /* The attributes of elements, the state of fields, and what is called something that has no words. */
  class Fields extends Covers {
    /* The attributes that say something of the reading. */
    kept(node, tag = "", as = "") {
      let kept = "";
      const inner = this.inner || ownerDocument(node) !== page;
      for (const name of names(node) || []) {
        if (DROPPED.has(name) || name.slice(0, 2) === "on" || !/^[a-zA-Z_][\w.:-]*$/.test(name)) continue;
        if (as && (name === "type" || name === "role")) continue;
        if (name === "type" && tag === "input" && isSecret(node, inputType(node))) continue;
        if (name === "value" && value[tag] || name === "checked" || name === "selected" || name === "srcset") continue;
        let text = attribute(node, name);
        if (name === "src" && tag === "img") text = this.chosen(node, text);
        if (name === "href" && /^\s*javascript:/i.test(text)) continue;
        if (inner && ADDRESSES.has(name)) {
          try { text = new URL_(text, baseURI(node)).href; } catch { continue; }
        }
        kept += " " + name + '="' + escaped(text) + '"';
      }
      return kept;
    }

    /* The state of a field as it is now. A password's characters stay in the page, also where it shows them. */
    live(node, tag, as) {
      if (as === "input") {
        const role = attribute(node, "role");
        const on = /^(true|mixed)$/.test(attribute(node, "aria-checked") || "") ? ' checked=""' : "";
        return ' type="' + (role === "radio" ? "radio" : "checkbox") + '"' + on;
      }
      if (tag === "img" && attribute(node, "src") === null && imageSource(node)) {
        return ' src="' + escaped(imageSource(node)) + '"';
      }
      if (tag === "video" || tag === "audio") return this.source(node);
      if (tag !== "input") return "";
      const kind = inputType(node);
      if (kind === "file") return this.files(node);
      if (kind === "checkbox" || kind === "radio") {
        return ' value="' + escaped(value.input(node)) + '"' + (checked(node) ? ' checked=""' : "");
      }
      const now_ = value.input(node);
      if (isSecret(node, kind)) return ' type="password" value="' + "•".repeat(now_.length) + '"';
      return ' value="' + escaped(now_) + '"';
    }

    /* Of a picture that there is in several files, the address of the one that the browser shows. */
    chosen(node, text) {
      const several = attribute(node, "srcset") !== null || parentNode(node) && localName(parentNode(node)) === "picture";
      const source = several ? imageSource(node) : "";
      return source && !/^data:/i.test(source) ? source : text;
    }

    /* The names of the files that were chosen: which they are on the disk stays in the page. */
    files(node) {
      const chosen = filesOf(node);
      if (!chosen || !chosen.length) return "";
      const names = [...chosen].slice(0, 3).map((file) => file.name).join(", ");
      const more = chosen.length > 3 ? " and " + (chosen.length - 3) + " more" : "";
      return ' lightterm-files="' + escaped(names + more) + '"';
    }

    /* The address of a video or sound whose element does not say it: that of its first source. */
    source(node) {
      const first = attribute(node, "src") === null ? all(node, "source")[0] : null;
      const text = first ? attribute(first, "src") : null;
      if (text === null) return "";
      try { return ' src="' + escaped(new URL_(text, baseURI(node)).href) + '"'; } catch { return ""; }
    }

    option(node, tag, depth) {
      if (tag === "optgroup") {
        this.write("<optgroup" + this.kept(node) + ">");
        for (let child = firstChild(node); child; child = nextSibling(child)) {
          if (nodeType(child) === 1 && localName(child) === "option") this.option(child, "option", depth);
        }
        this.write("</optgroup>");
        return;
      }
      const on = selected(node) ? ' selected=""' : "";
      this.write("<option" + this.kept(node) + ' value="' + escaped(value.option(node)) + '"' + on + ">");
      this.words(textContent(node));
      this.write("</option>");
    }

    native(node, tag) {
      if (tag === "a" || tag === "area") return attribute(node, "href") !== null;
      if (tag === "input") return inputType(node) !== "hidden";
      return tag === "button" || tag === "select" || tag === "textarea" || tag === "summary";
    }

    /* A picture that is clicked: no element can stand in it, so it stands in one. */
    picture(node, tag, start, style) {
      const name = attribute(node, "alt") ? "" : this.called(looks(node, style));
      this.write('<span lightterm-handle="' + handle(node, this.base) + '"' + name + ">" + start + "></span>");
    }

    called(words) {
      return ' aria-label="' + escaped(words) + '"';
    }

    /* Whether a button is an empty box, as a key of a game: no picture and no words, and room to be clicked. */
    isBlank(node) {
      const box = !this.adopts && !firstElement(node) && this.isWordless(node) && !this.generated.get(node) && rectOf(node);
      return !!box && box.width > TINY && box.height > TINY && (this.wordless += 1) <= WORDLESS;
    }

    /* What it is called: by its colour, which may be all that tells it from the others, else by nothing, as a picture is. */
    shade(node, style) {
      const colour = style.backgroundImage === "none" ? hue(style.backgroundColor) : "";
      return colour && !/^(?:white|grey|black)/.test(colour) ? looks(node, style) : "·";
    }

    /* Whether an empty box of the size of a letter stands between words, and a colour or a picture in it: "the # icon". */
    isAmidWords(node, style) {
      if (this.adopts || !/^inline/.test(style.display) || firstChild(node) || !this.isWordless(node)) return false;
      const [before, after] = [previousSibling(node), nextSibling(node)].map((one) => one ? textContent(one) : "");
      // what a capital follows is a sign in a legend
      if (!/[\p{L}\p{N}]\s*$/u.test(before) || !/^\s*[\p{Ll}\p{Lo}]/u.test(after)) return false;
      const box = rectOf(node), fits = (size) => size > TINY && size <= LETTER;
      return fits(box.width) && fits(box.height) && (/^url\(/.test(style.backgroundImage) || !isClear(style.backgroundColor));
    }

    isWordless(node) {
      return !textContent(node).trim() && attribute(node, "aria-label") === null && attribute(node, "title") === null &&
        !all(node, "img[alt]:not([alt=''])").length;
    }
  }
