/* What lightpanda lacks of what pages take for granted; runs before their own scripts.

Paths as objects, which it would draw no more than the rest, as it draws nothing: charts begin with them, and would end
there with what they have in words. And a history whose entries may have no state: it reads undefined as JSON once it is
asked for the state, which is null then (https://html.spec.whatwg.org/#dom-history-state). And two handlers. */
(() => {
  const { apply } = Reflect, { defineProperty } = Object;
  if (!globalThis.Path2D) {
    const Path2D = class {};
    for (const name of ["addPath", "arc", "arcTo", "bezierCurveTo", "closePath", "ellipse", "lineTo", "moveTo",
      "quadraticCurveTo", "rect", "roundRect"]) Path2D.prototype[name] = () => undefined;
    defineProperty(globalThis, "Path2D", { value: Path2D, configurable: true, writable: true });
  }
  // what a mouse is over: lightpanda tells these events, and knows no handlers of theirs
  for (const name of ["mouseenter", "mouseleave"].filter((one) => !("on" + one in HTMLElement.prototype))) {
    const given = new WeakMap();
    const hear = function (event) { return apply(given.get(this), this, [event]); };
    defineProperty(HTMLElement.prototype, "on" + name, { configurable: true, enumerable: true,
      get() { return given.get(this) || null; },
      set(handler) {
        this.removeEventListener(name, hear);
        given.delete(this);
        if (typeof handler !== "function") return;
        given.set(this, handler);
        this.addEventListener(name, hear);
      } });
  }
  for (const name of ["pushState", "replaceState"]) {
    History.prototype[name] = new Proxy(History.prototype[name], {
      apply: (native, self, [state, ...more]) => apply(native, self, [state === undefined ? null : state, ...more]),
    });
  }
})();
