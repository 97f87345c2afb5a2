/* What a person does to an element of a page in lightpanda, which has no layout to aim a mouse at.

A function of the tool of visible.js: (tool, kind, handle, value, values) gives {error, opened}. Clicks come with the
whole row of events, as menus often open on the first of them; a link to a new window is told instead of followed. */
(tool, kind, handle, value, values) => {
  "use strict";
  const target = handle ? tool.element(handle) : document.activeElement || document.body;
  if (!target) return { error: "the element is not in the page any more" };
  const view = target.ownerDocument.defaultView || globalThis;
  const opened = [];
  const fire = (name, type, more) => {
    const Kind = view[type] || view.Event;
    const event = new Kind(name, { bubbles: true, cancelable: true, composed: true, view, ...more });
    return target.dispatchEvent(event);
  };
  const changed = () => {
    fire("input", "InputEvent", { data: value, inputType: "insertText" });
    fire("change", "Event");
  };
  const away = (event) => {
    if (event.defaultPrevented) return;
    const link = event.composedPath().find((node) => node.localName === "a" && node.href);
    if (!link) return;
    const name = (link.target || "").toLowerCase();
    const frame = name && !/^_/.test(name) && view.document.getElementsByName(link.target).length;
    if (link.hasAttribute("download") || name && !frame && !/^_(self|top|parent)$/.test(name)) {
      event.preventDefault();
      opened.push(link.href);
    }
  };
  const click = () => {
    if (target.disabled) return "the element is disabled";
    view.addEventListener("click", away);
    for (const name of ["pointerover", "pointerdown"]) fire(name, "PointerEvent", { pointerType: "mouse", button: 0 });
    fire("mousedown", "MouseEvent", { button: 0, detail: 1 });
    if (target.focus) target.focus();
    fire("pointerup", "PointerEvent", { pointerType: "mouse", button: 0 });
    fire("mouseup", "MouseEvent", { button: 0, detail: 1 });
    if (target.click) target.click();
    else fire("click", "MouseEvent", { button: 0, detail: 1 });
    view.removeEventListener("click", away);
    return "";
  };
  const write = (text) => {
    if (target.disabled || target.readOnly) return "the field cannot be written in";
    target.focus();
    const key = text.slice(-1);
    fire("keydown", "KeyboardEvent", { key });
    if ("value" in target) target.value = text;
    else if (target.isContentEditable) target.textContent = text;
    else return "the element takes no text";
    fire("input", "InputEvent", { data: text, inputType: "insertText" });
    fire("keyup", "KeyboardEvent", { key });
    fire("change", "Event");
    return "";
  };
  const choose = () => {
    if (!target.options) return "the element has no options";
    const wanted = new Set(values.length ? values : [value]);
    const chosen = [...target.options].filter((one) => wanted.has(one.value) || wanted.has(one.text.trim()));
    if (chosen.length < wanted.size && wanted.size) return "there is no such option";
    for (const one of target.options) one.selected = chosen.includes(one);
    changed();
    return "";
  };
  const tick = (on) => {
    const now = "checked" in target ? target.checked : target.getAttribute("aria-checked") === "true";
    return now === on ? "" : click();
  };
  const scroll = () => {
    if (handle) target.scrollIntoView();
    const step = { down: view.innerHeight, up: -view.innerHeight, bottom: 1e7, top: -1e7 }[value];
    if (step) view.scrollTo(0, Math.max(0, (view.scrollY || 0) + step));
    (handle ? target.ownerDocument : view).dispatchEvent(new view.Event("scroll"));
    return "";
  };
  const submit = () => {
    const form = target.form || target.closest && target.closest("form");
    if (!form) return "the element belongs to no form";
    form.requestSubmit();
    return "";
  };
  const hover = () => {
    for (const name of ["pointerover", "pointerenter", "pointermove"]) fire(name, "PointerEvent");
    for (const name of ["mouseover", "mouseenter", "mousemove"]) fire(name, "MouseEvent");
    return "";
  };
  const focus = () => { target.focus(); return ""; };
  const ways = { click, scroll, submit, hover, focus, select: choose, type: () => write(value), clear: () => write(""),
    check: () => tick(true), uncheck: () => tick(false) };
  return { error: ways[kind](), opened };
}
