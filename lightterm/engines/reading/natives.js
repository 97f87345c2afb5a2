/* Writes a page down as it shows, and knows its elements by whole numbers.

An expression whose value is the tool; evaluate it in an isolated world (CDP: Page.createIsolatedWorld), where the
page's scripts cannot reach it. Evaluated again it gives the same tool, so each call can begin with it:

    (SOURCE).read({})           what shows, as plain data: see `read`
    (SOURCE).element(7)         the element of a handle, or null (for Runtime.callFunctionOn)
    (SOURCE).mark(7, "x3f")     put the attribute lightterm-mark="x3f" on it; unmark("x3f") takes it away
    (SOURCE).quiet()            [milliseconds since the page last changed, characters of text, readyState, 1 where
                                a timer or a stream is waited for, 2 where only a longer timer is, 3 only a late one,
                                4 only what comes again and again: see timers.js; milliseconds that the asking took]
    (SOURCE).listens()          whether the page is told news by a stream that stays open
    (SOURCE).secret()           whether what is typed now goes into a password
    (SOURCE).unfinished()       whether a page of little text says that more comes
    (SOURCE).announces()        whether the main part of a page of any length does, where one sees it
    (SOURCE).sheets()           [tool, [[handle, text, "" or address], ...]] of sheets that count: new ones, and links
    (SOURCE).storage()          [origin, localStorage pairs, sessionStorage pairs, scrollX, scrollY]
    (SOURCE).scroll(0, 700)     scroll there, as a person would
    (SOURCE).at(40, 70)         the handles of what is seen at a point in view, the innermost element first

The markup holds no scripts and no style sheets of the page; what they made of the reading (display, order, white space,
letter case) stands in style attributes, which the reader of static pages understands, and what sheets say of places and
sizes, where the engine lays nothing out, in one sheet: see `placing`. Everything of the DOM is asked through
natives taken before anything else, since a form's fields may be named like its properties ("attributes", "children").

The parts beside this one go on with the function that begins here, and `asked.js` ends it (`PARTS` of visible.py). What
is written of a page is a class that grows from part to part, each with one concern: Walk, Sight, Covers, Fields,
Targets, Drawings, Sheets, Writing.
*/
(() => {
  "use strict";
  const NAME = "lightterm visible";
  if (Object.hasOwn(globalThis, NAME)) return globalThis[NAME];

  const { apply, getOwnPropertyDescriptor, getPrototypeOf } = { ...Object, apply: Reflect.apply,
    getOwnPropertyDescriptor: Object.getOwnPropertyDescriptor, getPrototypeOf: Object.getPrototypeOf };
  const descriptor = (proto, name) => {
    for (; proto; proto = getPrototypeOf(proto)) {
      const found = getOwnPropertyDescriptor(proto, name);
      if (found) return found;
    }
    return null;
  };
  const proto = (name) => globalThis[name] && globalThis[name].prototype;
  const getter = (kind, name) => {
    const found = descriptor(proto(kind), name);
    return found && found.get ? (node) => apply(found.get, node, []) : () => undefined;
  };
  const setter = (kind, name) => {
    const found = descriptor(proto(kind), name);
    return found && found.set ? (node, value) => apply(found.set, node, [value]) : () => undefined;
  };
  const method = (kind, name) => {
    const found = descriptor(proto(kind), name);
    return found && found.value ? (node, ...args) => apply(found.value, node, args) : () => undefined;
  };
  const nodeType = getter("Node", "nodeType"), firstChild = getter("Node", "firstChild");
  const nextSibling = getter("Node", "nextSibling"), previousSibling = getter("Node", "previousSibling"), firstElement = getter("Element", "firstElementChild");
  const parentNode = getter("Node", "parentNode");
  const nodeValue = getter("Node", "nodeValue"), textContent = getter("Node", "textContent");
  const isConnected = getter("Node", "isConnected"), ownerDocument = getter("Node", "ownerDocument");
  const localName = getter("Element", "localName"), namespaceURI = getter("Element", "namespaceURI");
  const innerWidth = getter("Element", "clientWidth"), innerHeight = getter("Element", "clientHeight");
  const shadowRoot = getter("Element", "shadowRoot"), baseURI = getter("Node", "baseURI");
  const names = method("Element", "getAttributeNames"), attribute = method("Element", "getAttribute");
  const setAttribute = method("Element", "setAttribute"), removeAttribute = method("Element", "removeAttribute");
  const contains = method("Node", "contains"), comparePlace = method("Node", "compareDocumentPosition");
  const createRange = method("Document", "createRange"), fromPoint = method("Document", "elementFromPoint");
  const rootOf = method("Node", "getRootNode"), fromShadow = method("ShadowRoot", "elementFromPoint"), hostOf = getter("ShadowRoot", "host");
  const selectContents = method("Range", "selectNodeContents"), rangeRects = method("Range", "getClientRects");
  const matches = method("Element", "matches"), rectOf = method("Element", "getBoundingClientRect");
  const animations = method("Element", "getAnimations");
  const checkVisibility = method("Element", "checkVisibility");
  const make = method("Document", "createElement"), append = method("Node", "appendChild");
  const before = method("Node", "insertBefore"), remove = method("Element", "remove"), setText = setter("Node", "textContent");
  const listen = method("EventTarget", "addEventListener"), unlisten = method("EventTarget", "removeEventListener");
  const dispatch = method("EventTarget", "dispatchEvent"), pathOf = method("Event", "composedPath");
  const queryIn = { 1: method("Element", "querySelectorAll"), 9: method("Document", "querySelectorAll"),
    11: method("DocumentFragment", "querySelectorAll") };
  const byTag = method("Document", "getElementsByTagName");
  const assigned = method("HTMLSlotElement", "assignedNodes");
  const frameDocument = getter("HTMLIFrameElement", "contentDocument");
  const oldFrameDocument = getter("HTMLFrameElement", "contentDocument");
  const documentElement = getter("HTMLDocument", "documentElement"), bodyOf = getter("HTMLDocument", "body");
  const titleOf = getter("HTMLDocument", "title"), sheetsOf = getter("HTMLDocument", "styleSheets");
  const activeElement = getter("HTMLDocument", "activeElement"), activeIn = getter("ShadowRoot", "activeElement");
  const addressOf = getter("HTMLDocument", "URL"), stateOf = getter("HTMLDocument", "readyState");
  const value = { input: getter("HTMLInputElement", "value"), textarea: getter("HTMLTextAreaElement", "value"),
    option: getter("HTMLOptionElement", "value") };
  const filesOf = getter("HTMLInputElement", "files"), checked = getter("HTMLInputElement", "checked"), inputType = getter("HTMLInputElement", "type");
  const labels = getter("HTMLInputElement", "labels"), selected = getter("HTMLOptionElement", "selected");
  const editable = getter("HTMLElement", "isContentEditable"), imageSource = getter("HTMLImageElement", "currentSrc");
  const computed = globalThis.getComputedStyle.bind(globalThis), now = performance.now.bind(performance);
  const clock = Date.now;
  const [page, URL_, Event_, join] = [globalThis.document, globalThis.URL, globalThis.Event, Array.prototype.join];
