/* What a person does to an element of a page in lightpanda, which has no layout to aim a mouse at.

A function for the world of the page's own scripts: (name, kind, value, values, other, mark) gives {error, opened,
files, made, beyond}; `name` is the global that holds the element, "" for the page, `other` that of the one it is dragged to,
and `mark` is marking.js. Clicks come with the whole row of events, as menus often open on the first of them; a link to a
new window is told instead of followed, one to a file that is to be saved with the name for it; what the page made itself
comes as [name, media type, base64]. `beyond`: it takes an engine that knows where things are. */
(name, kind, value, values, other, mark) => {
  "use strict";
  const target = name ? globalThis[name] : document.activeElement || document.body;
  const goal = other ? globalThis[other] : null;
  delete globalThis[name];
  delete globalThis[other];
  let beyond = false;
  const view = globalThis;
  const opened = [];
  const files = [];
  const made = [];
  const MOST_MADE = 30_000_000;  // bytes
  const keep = async (link) => {  // begun at once: its address may be taken back as soon as it was clicked
    const [name, answer] = [link.getAttribute("download"), await fetch(link.href)];
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length > MOST_MADE) throw new RangeError("too large");
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return [name, answer.headers.get("content-type") || "", btoa(text)];
  };
  const told = async (said) => {
    const kept = await Promise.all(made.splice(0));
    return { ...said, made: kept.filter(Boolean), beyond: said.beyond || kept.includes(null) };
  };
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
    const saves = link.hasAttribute("download");
    if (saves && /^(blob|data):/i.test(link.href)) {
      event.preventDefault();
      made.push(keep(link).catch(() => null));  // what only the page has; else a browser saves it
    } else if (saves && new URL(link.href).origin === location.origin) {
      event.preventDefault();
      files.push([link.href, link.getAttribute("download")]);
    } else if (where && !frame && !/^_(self|top|parent)$/.test(where)) {
      event.preventDefault();
      opened.push(link.href);
    }
  };
  const click = () => {
    if (target.disabled) return "the element is disabled";
    HTMLElement.prototype.click.over?.();
    const { click: press } = HTMLElement.prototype;
    view.addEventListener("click", away);
    HTMLElement.prototype.click = function click() {
      let goes = true;  // a link that stands nowhere tells no window of its click
      if (this.localName === "a" && !this.isConnected) away({ composedPath: () => [this], preventDefault() { goes = false; } });
      if (goes) press.call(this);
    };
    hover();  // a mouse is over what it clicks, and menus take what it was over last
    fire("pointerdown", "PointerEvent", { pointerType: "mouse", button: 0 });
    fire("mousedown", "MouseEvent", { button: 0, detail: 1 });
    if (target.focus) target.focus();
    fire("pointerup", "PointerEvent", { pointerType: "mouse", button: 0 });
    fire("mouseup", "MouseEvent", { button: 0, detail: 1 });
    if (target.click) target.click();
    else fire("click", "MouseEvent", { button: 0, detail: 1 });
    let above = beyond;
    HTMLElement.prototype.click.later = () => {  // scripts make files and windows when they have what they asked for
      const said = { opened: opened.splice(0), files: files.splice(0), beyond: beyond && !above };
      above = beyond;
      return made.length ? told(said) : said;
    };
    HTMLElement.prototype.click.over = () => {
      view.removeEventListener("click", away);
      HTMLElement.prototype.click = press;
    };
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
  const twice = () => {
    const error = click() || click();
    if (!error) fire("dblclick", "MouseEvent", { button: 0, detail: 2 });
    return error;
  };
  const menu = () => {
    hover();
    fire("pointerdown", "PointerEvent", { pointerType: "mouse", button: 2 });
    fire("mousedown", "MouseEvent", { button: 2 });
    fire("pointerup", "PointerEvent", { pointerType: "mouse", button: 2 });
    fire("mouseup", "MouseEvent", { button: 2 });
    fire("contextmenu", "MouseEvent", { button: 2 });
    return "";
  };
  /* Drags as pages mean them that say so (draggable): everything else is moved by where the mouse is. */
  const drag = () => {
    const source = target.closest && target.closest("[draggable=true]");
    if (!source || !goal) {
      beyond = true;
      return "where things stand is not known here";
    }
    const data = new DataTransfer();
    const tell = (node, kind) => {
      const event = new DragEvent(kind, { bubbles: true, cancelable: true, composed: true, view });
      Object.defineProperty(event, "dataTransfer", { value: data });
      return node.dispatchEvent(event);
    };
    fire("pointerdown", "PointerEvent", { pointerType: "mouse", button: 0 });
    fire("mousedown", "MouseEvent", { button: 0, detail: 1 });
    if (!tell(source, "dragstart")) return "the page does not let it be dragged";
    tell(source, "drag");
    tell(goal, "dragenter");
    const taken = !tell(goal, "dragover");
    tell(goal, taken ? "drop" : "dragleave");
    tell(source, "dragend");
    return taken ? "" : "nothing there takes what is dragged";
  };
  const within = () => {
    const scrolls = (node) => node.localName === "textarea" ||
      /auto|scroll/.test(["overflow", "overflowX", "overflowY"].map((one) => getComputedStyle(node)[one] || "").join());
    let box = target;
    while (box && box.nodeType === 1 && !scrolls(box)) box = box.parentElement;
    if (!box || box === document.documentElement || box === document.body) {
      beyond = true;  // not every style is known here
      return "nothing round the element scrolls";
    }
    const far = { down: [0, 200], up: [0, -200], bottom: [0, 1e7], top: [0, -1e7], right: [200, 0], left: [-200, 0] }[value];
    if (!far) return "an element scrolls down, up, left, right, bottom or top";
    box.scrollLeft = Math.max(0, box.scrollLeft + far[0]);
    box.scrollTop = Math.max(0, box.scrollTop + far[1]);
    box.dispatchEvent(new Event("scroll"));
    return "";
  };
  const scroll = () => {
    if (name && value) return within();
    if (name) target.scrollIntoView();
    const step = { down: view.innerHeight, up: -view.innerHeight, bottom: 1e7, top: -1e7 }[value || "down"];
    if (!name && !step) return "a page scrolls down, up, bottom or top";
    if (!name) view.scrollTo(0, Math.max(0, (view.scrollY || 0) + step));
    (name ? document : view).dispatchEvent(new Event("scroll"));
    view.dispatchEvent(new Event("QUESTION scrolled"));
    return "";
  };
  const submit = () => {
    const form = target.form || target.closest && target.closest("form");
    if (!form) return "the element belongs to no form";
    const sends = (one) => /^(button|input)$/.test(one.localName) && /^(submit|image)$/.test(one.type);
    const button = sends(target) ? target : [...form.elements].find(sends);
    if (button && !button.disabled) button.click();  // as Enter does
    else form.requestSubmit();
    return "";
  };
  const hover = () => {
    for (const one of ["pointerover", "pointerenter", "pointermove"]) fire(one, "PointerEvent");
    for (const one of ["mouseover", "mouseenter", "mousemove"]) fire(one, "MouseEvent");
    const handler = target.getAttribute("onmouseenter");  // which lightpanda does not know: see lacks.js
    if (handler && !target.onmouseenter) new Function("event", handler).call(target, new MouseEvent("mouseenter"));
    return "";
  };
  const focus = () => { target.focus(); return ""; };
  const ways = { click, scroll, submit, hover, focus, select: choose, type: () => write(value), clear: () => write(""),
    check: () => tick(true), uncheck: () => tick(false),
    double_click: twice, right_click: menu, drag, mark: () => mark(name ? target : document.body, values) };
  const error = ways[kind]();
  const said = { error, opened: opened.splice(0), files: files.splice(0), beyond };
  return made.length ? told(said) : said;
}
