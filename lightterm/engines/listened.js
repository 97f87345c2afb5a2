/* Knows on which elements the page's scripts listen for clicks and drags; runs before the page's own scripts.

The script that reads, whose world shares nothing with this one but the elements, asks by an event of a name that no page
knows; each element is told by another event, sent to it. What also listens for what fields send is left out: it gathers
the events of all that is in it, as the root of a framework does. Solid and Svelte listen on the document alone and leave
on each element what is to be done there: `$$click`, `__click`, or below a symbol. */
(() => {
  const { apply } = Reflect, { defineProperty, getOwnPropertyDescriptor } = Object;
  const [Event_, Ref, Set_] = [Event, WeakRef, Set], connected = getOwnPropertyDescriptor(Node.prototype, "isConnected");
  const target = EventTarget.prototype, { addEventListener, removeEventListener, dispatchEvent } = target;
  const { deref } = WeakRef.prototype, { get, set } = WeakMap.prototype;
  const { add, delete: remove, has } = Set.prototype, { size } = Object.getOwnPropertyDescriptors(Set.prototype);
  const [clicks, fields] = [new Set(["click", "dblclick", "contextmenu", "mousedown", "mouseup", "pointerdown",
    "pointerup", "dragstart", "drop"]), new Set(["change", "input", "submit"])];
  const MOST = 5000;  // elements that are told; lightpanda takes 35 µs for each
  const listeners = new WeakMap(), gathering = new WeakMap();
  let elements = [];
  const isNode = (value) => {
    try { apply(connected.get, value, []); return true; } catch { return false; }  // a window, a request, no object
  };
  const isObject = (value) => value !== null && (typeof value === "object" || typeof value === "function");
  const note = (element, listener) => {
    let known = apply(get, listeners, [element]);
    if (!known) {
      apply(set, listeners, [element, known = new Set_()]);
      elements[elements.length] = new Ref(element);
    }
    apply(add, known, [listener]);
  };
  const forget = (element, listener) => {
    const known = apply(get, listeners, [element]);
    if (known) apply(remove, known, [listener]);
  };
  target.addEventListener = new Proxy(addEventListener, {
    apply: (native, element, given) => {
      const [click, field] = [apply(has, clicks, [given[0]]), apply(has, fields, [given[0]])];
      if ((click || field) && isObject(given[1]) && isNode(element)) {
        if (click) note(element, given[1]);
        else apply(set, gathering, [element, true]);
      }
      return apply(native, element, given);
    },
  });
  target.removeEventListener = new Proxy(removeEventListener, {
    apply: (native, element, given) => {
      if (apply(has, clicks, [given[0]]) && isNode(element)) forget(element, given[1]);
      return apply(native, element, given);
    },
  });
  const handlers = ["onclick", "ondblclick", "oncontextmenu", "onmousedown", "onmouseup", "onpointerdown", "onpointerup",
    "ondragstart", "ondrop"];
  const prototypes = [HTMLElement.prototype, globalThis.SVGElement && SVGElement.prototype].filter(Boolean);
  for (const [proto, name] of prototypes.flatMap((one) => handlers.map((name) => [one, name]))) {
    const found = getOwnPropertyDescriptor(proto, name);
    if (!found || !found.set) continue;
    const setter = new Proxy(found.set, {
      apply: (native, element, given) => {
        if (isNode(element)) (typeof given[0] === "function" ? note : forget)(element, name);
        return apply(native, element, given);
      },
    });
    defineProperty(proto, name, { ...found, set: setter });
  }
  const { querySelectorAll } = Document.prototype, { getOwnPropertySymbols } = Object;
  const left = ["click", "dblclick", "mousedown", "pointerdown", "pointerup"];
  const leaves = (held, before) => {
    if (held[before + "input"] || held[before + "change"]) return false;
    for (let i = 0; i < left.length; i++) if (held[before + left[i]]) return true;
    return false;
  };
  const isLeft = (element) => {
    if (leaves(element, "$$") || leaves(element, "__")) return true;
    const own = getOwnPropertySymbols(element);
    for (let i = 0; i < own.length; i++) if (isObject(element[own[i]]) && leaves(element[own[i]], "")) return true;
    return false;
  };
  apply(addEventListener, globalThis, ["QUESTION", () => {
    if (!("_$DX_DELEGATE" in document || "__svelte" in globalThis)) return;
    const all = apply(querySelectorAll, document, ["*"]);
    for (let i = 0; i < all.length && i < MOST; i++) {
      if (isLeft(all[i])) apply(dispatchEvent, all[i], [new Event_("QUESTION answer", { composed: true })]);
    }
  }, true]);
  apply(addEventListener, globalThis, ["QUESTION", () => {
    const [all, kept] = [elements, []];
    for (let i = 0, told = 0; i < all.length; i++) {
      const element = apply(deref, all[i], []);
      if (!element) continue;
      kept[kept.length] = all[i];
      if (told >= MOST || !apply(connected.get, element, [])) continue;
      if (apply(get, gathering, [element]) || !apply(size.get, apply(get, listeners, [element]), [])) continue;
      told += 1;
      apply(dispatchEvent, element, [new Event_("QUESTION answer", { composed: true })]);
    }
    elements = kept;
  }, true]);
})();
