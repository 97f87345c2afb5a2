/* Tells when a script asks for what it has drawn, which lightpanda does not draw; runs before the page's own scripts. */
(() => {
  const { apply } = Reflect, { debug } = console;
  const told = (holder, name) => {
    const native = holder && holder.prototype && holder.prototype[name];
    if (!native) return;
    holder.prototype[name] = new Proxy(native, {
      apply: (target, self, given) => {
        apply(debug, console, ["QUESTION pixels"]);
        return apply(target, self, given);
      },
    });
  };
  told(globalThis.CanvasRenderingContext2D, "getImageData");
  told(globalThis.OffscreenCanvasRenderingContext2D, "getImageData");
  told(globalThis.HTMLCanvasElement, "toDataURL");
})();
