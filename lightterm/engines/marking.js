/* Marks text as a mouse that is drawn over it does: (root, values) gives what was wrong, "" for nothing.

`values`: none for all the text of the root, one for that text in it, two for all from the one to the end of the other.
White space counts as one space, as it shows; what is not found as it is written is looked for in any case. */
(root, values) => {
  "use strict";
  const doc = root.ownerDocument, view = doc.defaultView || globalThis;
  const fire = (node, kind) => (node.nodeType === 1 ? node : node.parentElement).dispatchEvent(
    new view.MouseEvent(kind, { bubbles: true, cancelable: true, composed: true, view, button: 0 }));
  const between = (text) => {
    const [first, last] = [values[0] || "", values[values.length - 1] || ""].map((one) => one.replace(/\s+/g, " ").trim());
    if (!first && !last) return [0, text.length];
    for (const change of [(one) => one, (one) => one.toLowerCase()]) {
      const start = change(text).indexOf(change(first));
      const end = values.length > 1 ? change(text).indexOf(change(last), start + first.length) : start;
      if (start >= 0 && end >= 0) return [start, end + last.length];
    }
    return null;
  };
  if (typeof root.selectionStart === "number" || root.localName === "textarea") {
    const [places, text] = [[], []];
    for (let at = 0; at < root.value.length; at++) {
      const blank = /\s/.test(root.value[at]);
      if (blank && text.length && text[text.length - 1] === " ") continue;
      text.push(blank ? " " : root.value[at]);
      places.push(at);
    }
    const found = between(text.join(""));
    if (!found) return "the field has no such text";
    const start = found[1] ? places[found[0]] : 0, end = found[1] ? places[found[1] - 1] + 1 : 0;
    fire(root, "mousedown");
    root.focus();
    root.setSelectionRange(start, end);
    root.dispatchEvent(new view.Event("select", { bubbles: true }));
    fire(root, "mouseup");
    return "";
  }
  const [letters, places] = [[], []];
  const add = (letter, node, at) => {
    if (letter === " " && (!letters.length || letters[letters.length - 1] === " ")) return;
    letters.push(letter);
    places.push([node, at]);
  };
  const walk = (node) => {
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.nodeType === 3) {
        for (let at = 0; at < child.data.length; at++) add(/\s/.test(child.data[at]) ? " " : child.data[at], child, at);
      } else if (child.nodeType === 1 && !/^(script|style|noscript|template)$/.test(child.localName)) {
        const style = view.getComputedStyle(child);
        if (style.display === "none" || style.visibility === "hidden") continue;
        const apart = !/^(inline|contents)/.test(style.display) || child.localName === "br";
        if (apart && letters.length) add(" ", ...places[places.length - 1]);
        walk(child);
        if (apart && letters.length) add(" ", ...places[places.length - 1]);
      }
    }
  };
  walk(root);
  while (letters.length && letters[letters.length - 1] === " ") letters.pop();
  const found = between(letters.join(""));
  if (!found || found[1] === 0) return values.join("") ? "there is no such text" : "there is no text";
  const [[from, start], [to, end]] = [places[found[0]], places[found[1] - 1]];
  fire(from, "mousedown");
  const range = doc.createRange(), selection = view.getSelection();
  range.setStart(from, start);
  range.setEnd(to, end + 1);
  selection.removeAllRanges();
  selection.addRange(range);
  fire(to, "mouseup");
  return "";
}
