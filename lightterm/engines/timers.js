/* Knows whether the page waits for a timer that it set itself and that ends soon; runs before the page's own scripts.

The script that reads asks by an event of a name that no page knows, and is answered by another where one is waited for.
What is over at once brings its change by itself, what takes long is no part of the load, and a timer that is set by the
end of another again and again (a clock, a carousel) is never over. */
(() => {
  const { apply } = Reflect, [Event_, Set_] = [Event, Set], { add, delete: remove } = Set.prototype;
  const { size } = Object.getOwnPropertyDescriptors(Set.prototype), { addEventListener, dispatchEvent } = EventTarget.prototype;
  const [SHORTEST, LONGEST, CHAIN] = [30, 1200, 3];  // milliseconds; timers after each other
  const waiting = new Set_();
  let depth = 0;
  globalThis.setTimeout = new Proxy(setTimeout, {
    apply: (native, self, given) => {
      const [work, delay, ...more] = given, own = depth + 1;
      if (typeof work !== "function" || !(delay >= SHORTEST && delay <= LONGEST) || own > CHAIN) {
        return apply(native, self, given);
      }
      const over = function (...words) {
        apply(remove, waiting, [number]);
        depth = own;
        try { return apply(work, this, words); } finally { depth = 0; }
      };
      const number = apply(native, self, [over, delay, ...more]);
      apply(add, waiting, [number]);
      return number;
    },
  });
  globalThis.clearTimeout = new Proxy(clearTimeout, {
    apply: (native, self, given) => {
      apply(remove, waiting, [given[0]]);
      return apply(native, self, given);
    },
  });
  apply(addEventListener, globalThis, ["QUESTION timers", () => {
    if (apply(size.get, waiting, [])) apply(dispatchEvent, globalThis, [new Event_("QUESTION waits")]);
  }, true]);
})();
