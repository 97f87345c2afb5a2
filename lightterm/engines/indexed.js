/* Lets scripts set the options of a select by their numbers (select[2] = option), which lightpanda does not know;
runs before the page's own scripts. https://html.spec.whatwg.org/#dom-htmlselectelement-setter

What an element has not is looked for along its prototypes: one of them asks here for what is called by a number. */
(() => {
  const { prototype } = globalThis.HTMLSelectElement || {};
  const options = prototype && Object.getOwnPropertyDescriptor(prototype, "options");
  if (!options || !options.get) return;
  const { apply, get, set } = Reflect, above = Object.getPrototypeOf(prototype), NUMBER = /^(?:0|[1-9]\d{0,8})$/;
  const { test } = RegExp.prototype, isNumber = (name) => typeof name === "string" && apply(test, NUMBER, [name]);
  Object.setPrototypeOf(prototype, new Proxy(Object.create(above), {
    get: (between, name, select) =>
      isNumber(name) && select instanceof HTMLSelectElement ? apply(options.get, select, [])[name] : get(between, name, select),
    set(between, name, value, select) {
      if (!isNumber(name)) return set(between, name, value, select);
      apply(options.get, select, [])[name] = value;
      return true;
    },
  }));
})();
