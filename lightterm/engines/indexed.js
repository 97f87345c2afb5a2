/* Lets scripts set the options of a select by their numbers (select[2] = option), which lightpanda does not know;
runs before the page's own scripts. https://html.spec.whatwg.org/#dom-htmlselectelement-setter */
(() => {
  const { prototype } = globalThis.HTMLSelectElement || {}, MOST = 300;
  const options = prototype && Object.getOwnPropertyDescriptor(prototype, "options");
  if (!options || !options.get) return;
  const { apply, defineProperty } = Reflect;
  for (let at = 0; at < MOST; at += 1) {
    defineProperty(prototype, at, {
      configurable: true,
      get() { return this instanceof HTMLSelectElement ? apply(options.get, this, [])[at] : undefined; },
      set(option) { apply(options.get, this, [])[at] = option; },
    });
  }
})();
