/* What a person does to an element of a page in lightpanda, which has no layout to aim a mouse at.

A function for the world of the page's own scripts: (name, kind, value, values) gives {error, opened}; `name` is the
global that holds the element, "" for the page. Clicks come with the whole row of events, as menus often open on the
first of them; a link to a new window is told instead of followed. */
(name, kind, value, values) => {
  "use strict";
  const target = name ? globalThis[name] : document.activeElement || document.body;
  delete globalThis[name];
  const view = globalThis;
  const opened = [];
  const fire = (happening, type, more) => {
    const Kind = view[type] || Event;
    const event = new Kind(happening, { bubbles: true, cancelable: true, composed: true, view, ...more });
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
    const where = (link.target || "").toLowerCase();
    const frame = where && !/^_/.test(where) && document.getElementsByName(link.target).length;
    if (link.hasAttribute("download") || where && !frame && !/^_(self|top|parent)$/.test(where)) {
      event.preventDefault();
      opened.push(link.href);
    }
  };
  const click = () => {
    if (target.disabled) return "the element is disabled";
    view.addEventListener("click", away);
    hover();  // a mouse is over what it clicks, and menus take what it was over last
    fire("pointerdown", "PointerEvent", { pointerType: "mouse", button: 0 });
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
    // React puts a setter of its own on each field, by which it takes a change for its own
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), "value");
    if (setter && setter.set) setter.set.call(target, text);
    else if (target.isContentEditable || target.closest("[contenteditable]:not([contenteditable=false])")) {
      target.textContent = text;
    }
    else return "the element takes no text";
    fire("input", "InputEvent", { data: text, inputType: "insertText" });
    fire("keyup", "KeyboardEvent", { key });
    fire("change", "Event");
    return "";
  };
  const choose = () => {
    if (!target.options) return "the element has no options";
    const wanted = new Set(values.length ? values : [value]);
    const chosen = [...target.options].filter((one) => wanted.has(one.value) || wanted.has((one.label || one.text).trim()));
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
    if (name) target.scrollIntoView();
    const step = { down: view.innerHeight, up: -view.innerHeight, bottom: 1e7, top: -1e7 }[value || "down"];
    if (!name && !step) return "a page scrolls down, up, bottom or top";
    if (!name) view.scrollTo(0, Math.max(0, (view.scrollY || 0) + step));
    (name ? document : view).dispatchEvent(new Event("scroll"));
    return "";
  };
  const submit = () => {
    const form = target.form || target.closest && target.closest("form");
    if (!form) return "the element belongs to no form";
    form.requestSubmit(target.matches("button,input[type=submit],input[type=image]") ? target : null);
    return "";
  };
  const hover = () => {
    for (const one of ["pointerover", "pointerenter", "pointermove"]) fire(one, "PointerEvent");
    for (const one of ["mouseover", "mouseenter", "mousemove"]) fire(one, "MouseEvent");
    return "";
  };
  const focus = () => { target.focus(); return ""; };
  const ways = { click, scroll, submit, hover, focus, select: choose, type: () => write(value), clear: () => write(""),
    check: () => tick(true), uncheck: () => tick(false) };
  return { error: ways[kind](), opened };
}
