  const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => escapes[c]);

  const numbers = new WeakMap(), elements = new Map();
  const FRAME = 1e7;  // a frame with a tool of its own has handles from a multiple of this on, so that all differ
  const tool = Math.floor(Math.random() * 2 ** 20) + 1;
  let last = 0;
  const handle = (element, base) => {
    let number = numbers.get(element);
    if (number === undefined) {
      number = last += 1;
      numbers.set(element, number);
      elements.set(number, new WeakRef(element));
    }
    return number + base;
  };
  const element = (number) => {
    number %= FRAME;
    const found = elements.get(number) && elements.get(number).deref();
    return found && isConnected(found) ? found : null;
  };

  const all = (root, query) => queryIn[nodeType(root)](root, query) || [];

  /* Whether a field of a kind is a password: one that shows what was typed (by a button, an eye) is one as before. */
  const secrets = new WeakSet();
  const isSecret = (field, kind) => {
    if (kind === "password") secrets.add(field);
    return secrets.has(field) ||
      /^(text|email|tel)$/.test(kind) && /\b(current|new)-password\b/i.test(attribute(field, "autocomplete") || "");
  };

  /* Whether what has the focus is a password, in a shadow tree or a frame of its own site too. */
  const secret = () => {
    let focused = activeElement(page);
    while (focused) {
      const shadow = shadowRoot(focused);
      let frame = null;
      try { frame = localName(focused) === "iframe" && frameDocument(focused); } catch { /* another site's */ }
      const inner = shadow ? activeIn(shadow) : frame ? activeElement(frame) : null;
      if (!inner) break;
      focused = inner;
    }
    return !!focused && localName(focused) === "input" && isSecret(focused, inputType(focused));
  };
