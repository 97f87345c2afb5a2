/* Shows observers of what comes into view their elements once more when one scrolls; runs before the page's own scripts.

lightpanda lays nothing out: it tells an observer of an element once, when that is observed, and never again. */
(() => {
  const { apply } = Reflect, { prototype } = globalThis.IntersectionObserver || {};
  if (!prototype) return;
  const { observe, unobserve, disconnect } = prototype, { deref } = WeakRef.prototype, Ref = WeakRef;
  const { addEventListener } = EventTarget.prototype, { filter, push } = Array.prototype, MOST = 2000;
  let watched = [];  // an observer and an element of its, each
  const held = (ref) => apply(deref, ref, []);
  const wrapped = (native, after) => new Proxy(native, {
    apply: (target, observer, given) => {
      const answer = apply(target, observer, given);
      after(observer, given[0]);
      return answer;
    },
  });
  const leave = (meant) => { watched = apply(filter, watched, [([by, of]) => !meant(held(by), held(of))]); };
  prototype.observe = wrapped(observe, (observer, element) => {
    if (watched.length < MOST) apply(push, watched, [[new Ref(observer), new Ref(element)]]);
  });
  prototype.unobserve = wrapped(unobserve, (observer, element) => leave((by, of) => by === observer && of === element));
  prototype.disconnect = wrapped(disconnect, (observer) => leave((by) => by === observer));
  apply(addEventListener, globalThis, ["QUESTION scrolled", () => {
    for (const [by, of] of watched) {
      const [observer, element] = [held(by), held(of)];
      if (!observer || !element) continue;
      apply(unobserve, observer, [element]);
      apply(observe, observer, [element]);
    }
  }, true]);
})();
