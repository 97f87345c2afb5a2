/* Knows which elements the page's scripts wait to see come into view; runs before the page's own scripts.

Asked by the same event as listened.js, it sends each of them another: what fills itself only then is still empty. */
(() => {
  const { apply } = Reflect, { prototype } = globalThis.IntersectionObserver || {};
  if (!prototype) return;
  const { observe } = prototype, { deref } = WeakRef.prototype, [Event_, Ref] = [Event, WeakRef];
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const connected = Object.getOwnPropertyDescriptor(Node.prototype, "isConnected").get;
  const MOST = 2000, elements = [];
  prototype.observe = new Proxy(observe, {
    apply: (native, observer, given) => {
      const answer = apply(native, observer, given);
      if (elements.length < MOST) elements[elements.length] = new Ref(given[0]);
      return answer;
    },
  });
  apply(addEventListener, globalThis, ["QUESTION", () => {
    for (let i = 0; i < elements.length; i++) {
      const element = apply(deref, elements[i], []);
      if (element && apply(connected, element, [])) {
        apply(dispatchEvent, element, [new Event_("QUESTION waits", { composed: true })]);
      }
    }
  }, true]);
})();
