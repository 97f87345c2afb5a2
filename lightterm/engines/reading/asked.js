  /* Whether the sheet of an element counts. */
  const counts = (node) => {
    const own = (one) => one.ownerNode === node;  // lightpanda gives no link its sheet
    const [sheet, media] = [node.sheet || [...sheetsOf(page)].find(own), attribute(node, "media")];
    return !!sheet && !sheet.disabled && (!media || globalThis.matchMedia(media).matches);
  };
  const lengths = new WeakMap();
  const sheets = () => {
    const found = [];
    for (const node of all(page, "style,link[rel~=stylesheet]")) {
      const text = localName(node) === "style" ? textContent(node) : "";
      if (!counts(node) || text && lengths.get(node) === text.length) continue;
      lengths.set(node, text.length);
      if (text.length < MOST_CSS) found.push([handle(node, 0), text, text ? "" : node.href || ""]);
    }
    return [tool, found];
  };

  const mark = (number, token) => {
    const found = element(number);
    if (found) setAttribute(found, "lightterm-mark", token);
    return !!found;
  };
  const unmark = (number) => {
    const found = element(number);
    if (found) removeAttribute(found, "lightterm-mark");
  };

  let changed = now();
  const watched = new WeakSet();
  const take = (records) => {
    for (const record of records) {
      if (record.type !== "attributes" || record.attributeName !== "lightterm-mark") changed = now();
    }
  };
  const watcher = new MutationObserver(take);
  const watch = (root) => {
    if (!root || watched.has(root)) return;
    watched.add(root);
    watcher.observe(root, { childList: true, characterData: true, subtree: true, attributes: true,
      attributeFilter: ["class", "style", "hidden", "open", "src", "lightterm-mark"] });
  };
  /* The documents of the frames of its own site in a document. */
  const insideOf = (doc) => [...all(doc, "iframe")].slice(0, MOST_FRAMES).flatMap((node) => {
    let inner = null;
    try { inner = frameDocument(node); } catch { /* another site's */ }
    return inner ? [inner] : [];
  });
  const quiet = () => {
    const begun = now();
    const body = bodyOf(page);
    const size = body ? textContent(body).length : 0, elements = byTag(page, "*").length;
    const huge = size > 1_000_000 || elements > MOST_LAID;  // what shows needs a layout
    if (elements <= MOST_HOSTS) {
      for (const host of all(page, ":defined")) {
        if (localName(host).includes("-")) watch(shadowRoot(host));
      }
    }
    const text = huge ? size : body ? (body.innerText || "").trim().length : 0;
    let waits = 0;
    const told = WAITS.map((name, at) => [name, () => { waits = Math.min(waits || WAITS.length, at + 1); }]);
    for (const doc of [page, ...insideOf(page)]) {
      watch(doc);
      for (const [name, hear] of told) listen(doc, name, hear, true);
      dispatch(doc, new Event_("QUESTION timers"));
      for (const [name, hear] of told) unlisten(doc, name, hear, true);
    }
    return [now() - changed, text, stateOf(page), waits, now() - begun];
  };

  const listens = () => {
    let open = false;
    const hear = () => { open = true; };
    listen(page, "QUESTION listens", hear, true);
    dispatch(page, new Event_("QUESTION streams"));
    unlisten(page, "QUESTION listens", hear, true);
    return open;
  };

  /* Whether a page of little text says itself that more comes. */
  const unfinished = () => {
    const body = bodyOf(page);
    if (!body || !(body.innerText || "").trim()) return true;
    const leaves = /location(\.href)?\s*=[^=]|location\.(replace|assign)\s*\(/;  // to another page, after a while
    const later = (text) => text.length < 4000 && /setTimeout/.test(text) && leaves.test(text);
    if ([...all(page, "script")].some((one) => later(textContent(one)))) return true;
    const signs = "[aria-busy=true],[class*=skeleton],[class*=spinner],[class*=shimmer],progress:not([value])";
    const words = /loading|please wait|one moment|fetching|(\.\.\.|…)\s*$/i;
    return all(page, signs).length > 0 || words.test(body.innerText);
  };

  /* Whether a skeleton stands in the main part of the page, or a word that says that it is loading and nothing else. */
  const announces = () => {
    const shows = (node) => {
      for (; node; node = parentNode(node)) {
        if (nodeType(node) !== 1) continue;
        const style = computed(node);
        if (ASIDE.has(localName(node)) || style.display === "none" || style.visibility === "hidden") return false;
      }
      return true;
    };
    const says = (node) => {
      if (firstElement(node) || SKIPPED.has(localName(node)) || SOLID.has(localName(node))) return false;
      const text = (textContent(node) || "").trim();
      return text.length > 2 && text.length < WORDLESS && AWAITED.test(text);
    };
    const empty = (node) => (textContent(node) || "").trim().length < FAINT_WORDS;
    const main = all(page, "main,[role=main]")[0] || bodyOf(page);
    if (!main) return false;
    const some = (query, is) => [...all(main, query)].slice(0, MOST_ASKED).some((node) => is(node) && shows(node));
    return some(SKELETONS, empty) || some("*", says);
  };

  const pairs = (store) => {
    const found = [];
    for (let i = 0; i < store.length; i++) found.push([store.key(i), store.getItem(store.key(i))]);
    return found;
  };
  const storage = () => {
    const kept = [[], []];
    try { kept[0] = pairs(globalThis.localStorage); kept[1] = pairs(globalThis.sessionStorage); } catch { /* none */ }
    return [globalThis.origin, ...kept, globalThis.scrollX || 0, globalThis.scrollY || 0];
  };
  const scroll = (x, y) => {
    globalThis.scrollTo(x, y);
    for (const one of [globalThis, page]) dispatch(one, new Event_("scroll"));  // lightpanda tells nobody
  };

  const labelled = getter("HTMLLabelElement", "control");
  /* The handles of what is seen at a point of what is in view, and of all that it is in, the innermost first; what a
     label is for stands beside it. Of a frame nobody knows from here what is in it: none. */
  const at = (x, y) => {
    let node = fromPoint(page, x, y);
    for (let root = node && shadowRoot(node); root; root = shadowRoot(node)) {
      const inner = fromShadow(root, x, y);
      if (!inner || inner === node) break;
      node = inner;
    }
    if (node && FRAMES.has(localName(node))) return [];
    const found = [];
    for (; node && found.length < MOST_OVER; node = nodeType(node) === 11 ? hostOf(node) : parentNode(node)) {
      if (nodeType(node) !== 1) continue;
      found.push(handle(node, 0));
      const control = localName(node) === "label" && labelled(node);
      if (control) found.push(handle(control, 0));
    }
    return found;
  };
  const FRAMES = new Set(["iframe", "frame", "embed", "object"]), MOST_OVER = 100;

  watch(page);
  const face = Object.freeze({ read, element, mark, unmark, quiet, listens, secret, unfinished, announces, sheets, storage, scroll, at,
    handle: (node) => handle(node, 0) });
  Object.defineProperty(globalThis, NAME, { value: face });
  return face;
})()
