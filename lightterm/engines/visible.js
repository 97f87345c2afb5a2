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

The markup holds no scripts and no style sheets of the page; what they made of the reading (display, order, white space,
letter case) stands in style attributes, which the reader of static pages understands, and what sheets say of places and
sizes, where the engine lays nothing out, in one sheet: see `placing`. Everything of the DOM is asked through
natives taken before anything else, since a form's fields may be named like its properties ("attributes", "children").
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

  const set = (words) => new Set(words.split(" "));
  const SKIPPED = set("script style template noscript noembed noframes link meta base title head object embed param " +
    "track source rp");
  const VOID = set("area base br col embed hr img input link meta param source track wbr");
  const BLOCK = set("html body address blockquote center dialog div dl dt dd fieldset figure figcaption footer form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main menu nav ol optgroup option p pre search section summary ul " +
    "xmp article aside details dir frameset frame");
  const DISPLAY = { li: "list-item", table: "table", tr: "table-row", td: "table-cell", th: "table-cell",
    caption: "table-caption", thead: "table-header-group", tbody: "table-row-group", tfoot: "table-footer-group",
    col: "table-column", colgroup: "table-column-group", slot: "contents", ruby: "ruby", rt: "ruby-text" };
  const PIXEL = /^\s*[01](?:px)?\s*$/;
  const SOLID = set("input button select textarea meter progress img video audio canvas iframe");
  const PRESSED = set("button link tab menuitem menuitemcheckbox menuitemradio option treeitem combobox");
  const TICKED = set("checkbox switch radio");
  const WRITTEN = set("textbox searchbox");
  const NATIVE = "a[href],area[href],button,input,select,textarea,summary";
  const STRUCTURE = NATIVE + ",div,p,ul,ol,li,table,h1,h2,h3,h4,h5,h6,section,article,[role=button],[role=link]";
  const ADDRESSES = set("href src action formaction poster data cite background");
  const DROPPED = set("style hidden popover nonce integrity srcdoc lightterm-handle lightterm-mark lightterm-files");
  const LISTED = set("ul ol li menu"), USUAL = /^(disc|circle|square|decimal)?$/;
  const HANDLERS = ["onclick", "ondblclick", "oncontextmenu", "onmousedown", "onmouseup", "onpointerdown", "onpointerup",
    "ondragstart", "ondrop"];
  const MOVES = ["transition", "transition-property", "animation", "animation-name"];
  const KEYS = ["onkeydown", "onkeyup", "onkeypress"];
  const GRABBED = /^(?:-webkit-)?grab$|^move$/, NOTHING = /^0(?:\.0+)?(?:px|r?em|%)?$/, LEAST_DRAWING = 16, MOST_FRAMES = 16, MOST_SHAPES = 40, FEW_SHAPES = 8;
  const SOLID_SHAPES = "circle,ellipse,rect,polygon,image", RESIZED = /-resize$/;
  const CLEAR = /^rgba\(.*, 0(?:\.0[0-5]\d*)?\)$|^transparent$/;
  const DEEPEST = 500, FAINT = 0.06, TINY = 2.5, CANVAS = "rgb(255, 255, 255)";
  const MEDIA = "img,picture,video,audio,iframe,canvas", HIGHEST_PART = 20_000, MOST_CSS = 1_000_000, FEW_LETTERS = 40;
  const OVER_PAGES = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true],[popover],[role=tooltip],[role=menu],[role=listbox]";
  const MOST_COVERED = 0.6, MOST_COVERS = 100, MOST_LINES = 40;
  const LETTER = 32, LEAST = 200, MOST_LAID = 30_000, MOST_HOSTS = 60_000;
  const SHAPES = "circle,ellipse,rect,polygon,polyline,path,line,text,image", WORDLESS = 200;
  const HUES = [[15, "red"], [45, "orange"], [70, "yellow"], [165, "green"], [200, "cyan"], [260, "blue"], [290, "purple"],
    [345, "magenta"], [361, "red"]];
  const WAITS = ["QUESTION waits", "QUESTION waits longer", "QUESTION waits late", "QUESTION waits again"];
  const SKELETONS = "[aria-busy=true],[class*=skeleton],[class*=shimmer],[class*=spinner],progress:not([value])";
  const ASIDE = set("nav header footer aside button dialog"), MOST_ASKED = 2000, FAINT_WORDS = 12;
  const AWAITED = /^\W*(?:(?:now |still )?loading|please wait|one moment|just a moment|fetching|wird geladen|lädt|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|attendere|carregando|aguarde|bezig met laden|загрузка|подождите|ładowanie|加载中|加載中|載入中|读取中|読み込み中|로딩|불러오는)/i;
  const UNMADE = /[{;]\s*(?:display:\s*none|(?:opacity|font-size):\s*0(?:\.0\d*)?(?:px|r?em|%)?\s*[;}]|color:\s*transparent|filter:\s*opacity\(0|clip-path:\s*inset\((?:50|100)%|left:\s*-\d{4,}px)/i;
  const EVERYWHERE = { left: -1e9, right: 1e9, top: -1e9, bottom: 1e9 };
  const WIDELY = /(?:^|,)\s*(?::root|html|body|:host|\*|:where|:is)/;
  const LINKED = "link[rel~=stylesheet]:not([disabled]):not([rel~=alternate])";
  const UNKNOWN = "unknown", OTHER_SPACE = /^(?:ok)?(?:lab|lch)\(|^color\(/, COLLAPSED = 0.02, BLURRED = 8, WIDE = 900;
  const OFFERED = "li[tabindex='-1'],li>[tabindex='-1']";
  const RECOLOURED = /\b(?:invert|brightness|contrast|hue-rotate|drop-shadow|url)\(/;
  const FAR = /^-\d{4,}(\.\d+)?px$/;
  const PLACING = /(?:^|[{;])\s*((?:(?:min|max)-)?(?:width|height)|position|left|right|top|clip|clip-path|overflow(?:-[xy])?|inset(?:-inline-start)?|text-indent|font(?:-size)?|padding(?:-\w+)?|flex|(?:-webkit-)?transform|translate|scale|zoom|filter|(?:-webkit-)?mask(?:-image)?|margin-left|pointer-events|color|background(?:-color|-image)?|(?:-webkit-)?background-clip|-webkit-text-(?:fill-color|stroke(?:-width)?)|text-shadow|--[\w-]+|margin|transition|animation(?:-name)?)\s*:\s*([^;{}]+)/gi;
  const SUSPECT = /clip(?:-path)?\s*:|-\d{3,}|-\d+(?:\.\d+)?r?em\b|scale|zoom\s*:|opacity\(|blur\(|mask|(?:left|top)\s*:\s*\d{3,}|[^-]color\s*:\s*(?:#[ef]|white|snow|transparent|canvas|var|rgba?\(\s*(?:2[45]|0)|(?:ok)?l|hsl|hwb|color)|translate[XY]?\(\s*-1\d\d|(?:width|height|size)\s*:\s*[012](?:\.\d+)?(?:px)?\s*[;}!]/i, MOST_HIDES = 800_000;

  /* Red, green, blue and alpha of a computed colour, null for what is none; what CSS keeps in other spaces is painted. */
  const colours = new Map();
  let board = null;
  const parts = (text) => {
    if (colours.has(text)) return colours.get(text);
    const plain = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text || "");
    let found = plain ? [Number(plain[1]), Number(plain[2]), Number(plain[3]), plain[4] === undefined ? 1 : Number(plain[4])] : null;
    if (!found && OTHER_SPACE.test(text || "") && globalThis.OffscreenCanvas) {
      if (!board) board = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      board.clearRect(0, 0, 1, 1);
      board.fillStyle = text;
      board.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = board.getImageData(0, 0, 1, 1).data;
      found = [r, g, b, a / 255];
    }
    if (colours.size < MOST_ASKED) colours.set(text, found);
    return found;
  };
  const isClear = (text) => CLEAR.test(text) || OTHER_SPACE.test(text) && (parts(text) || [0, 0, 0, 1])[3] < FAINT;

  /* Whether a box is where the flow of the page puts it, so that nothing else is there. */
  const staysInPlace = (style) => style.position === "relative" && ["top", "left", "right", "bottom"].every((side) =>
    !parseFloat(style[side])) && !(parseFloat(style.marginTop) < 0 || parseFloat(style.marginLeft) < 0 || parseFloat(style.marginBottom) < 0);

  /* Whether a gradient fills a box, each of whose colours lets nothing through. */
  const isFilled = (style) => {
    const image = style.backgroundImage || "";
    if (!/^(?:repeating-)?(?:linear|radial|conic)-gradient\(/.test(image) || /\burl\(|\b(?:oklch|oklab|lab|lch|color)\(/.test(image)) return false;
    const stops = image.match(/rgba?\([^)]*\)/g) || [];
    return stops.length > 1 && stops.every((one) => one[3] === "(") && style.backgroundRepeat === "repeat";
  };

  /* Whether a box lets nothing through, and stands in front where it is placed. */
  const isOpaque = (style) => {
    const paint = style.backgroundColor, seen = paint && !isClear(paint) ? parts(paint) : null;
    return (!!seen && seen[3] > 0.95 || isFilled(style)) && style.visibility === "visible" && style.backgroundClip !== "text" &&
      (style.mixBlendMode || "normal") === "normal" && !(Number(style.zIndex) < 0) && style.clipPath === "none" &&
      (style.clip || "auto") === "auto" && style.backfaceVisibility !== "hidden";
  };

  /* Whether a box is drawn over a text that is not its own, by how both are placed below what they have in common
     (https://drafts.csswg.org/css2/#painting-order); one of several that take turns in a place is not. */
  const isAbove = (one, node) => {
    if (contains(one, node)) return false;
    const placed = (from, top) => {
      const found = [];
      let last = null;
      for (let at = from; at && at !== top; at = parentNode(at)) {
        if (nodeType(at) !== 1) continue;
        const style = computed(at);
        last = at;
        if (style.position !== "static" || style.transform !== "none" || style.zIndex !== "auto") found.push([at, Number(style.zIndex) || 0]);
      }
      return [found, last];
    };
    let top = parentNode(one);
    while (top && !contains(top, node)) top = parentNode(top);
    if (!top && nodeType(rootOf(one)) === 11) return false;  // in another tree
    const [[over, first], [under, second]] = [placed(one, top), placed(parentNode(node), top)];
    if (!over.length || over.some(([, z]) => z < 0) || takesTurns(first, second)) return false;
    if (!under.length) return true;
    const height = over[over.length - 1][1], other = Math.max(...under.map(([, z]) => z));
    return height === other ? !!(comparePlace(under[under.length - 1][0], over[over.length - 1][0]) & 4) : height > other;
  };

  /* Whether two elements are of one kind and have one place: slides, tabs, the sides of a card. */
  const takesTurns = (one, other) => {
    if (!one || !other || localName(one) !== localName(other)) return false;
    const [a, b] = [rectOf(one), rectOf(other)];
    if (["left", "right", "top", "bottom"].some((side) => Math.abs(a[side] - b[side]) > 2)) return false;
    const words = (node) => (attribute(node, "class") || "").split(/\s+/).filter(Boolean);
    return words(one).some((word) => words(other).includes(word));
  };

  /* Whether a click in the middle of a line comes to its text: where the window shows it, Chromium knows best. */
  const isReached = (one, node, line) => {
    const root = rootOf(node), point = nodeType(root) === 11 && rootOf(one) === root ? fromShadow : fromPoint;
    const hit = point(point === fromShadow ? root : ownerDocument(node), line.left + line.width / 2, line.top + line.height / 2);
    return !!hit && hit !== one && contains(hit, node);
  };

  /* What a colour looks like on a ground that lets nothing through; "" where that cannot be told. */
  const laid = (text, ground) => {
    const [a, b] = [parts(text), parts(ground)];
    if (!a || !b || b[3] < 1) return "";
    return "rgb(" + [0, 1, 2].map((i) => Math.round(a[i] * a[3] + b[i] * (1 - a[3]))).join(", ") + ")";
  };

  /* Whether a text's colour cannot be told from that of its ground by eye. */
  const alike = (text, ground) => {
    if (text === ground) return true;
    const [a, b] = [parts(laid(text, ground)), parts(ground)];
    return !!a && Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) <= 12;
  };

  /* To what part of their size a transform, the property scale and zoom make things, in the narrower direction. */
  const shrunk = (style) => {
    const least = (values) => Math.min(1, ...values.map((one) => Math.abs(Number(one))).filter((one) => one >= 0));
    let size = Number(style.zoom) || 1;
    const [, flat, deep] = /^matrix(?:\(([^)]+)|3d\(([^)]+))\)$/.exec(style.transform || "") || [];
    if (flat || deep) {
      const m = (flat || deep).split(",").map(Number), [x, y] = flat ? [0, 2] : [0, 4];
      size *= least([Math.abs(m[x]) + Math.abs(m[x + 1]), Math.abs(m[y]) + Math.abs(m[y + 1])]);
    }
    return (style.scale || "none") === "none" ? size : size * least(style.scale.split(" ").slice(0, 2));
  };

  /* Whether a clip-path leaves nothing of a box. */
  const isCut = (path) => {
    const [, kind, inner] = /^(inset|circle|ellipse|polygon|rect)\((.*)\)$/.exec(path || "") || [];
    if (!kind) return false;
    const said = inner.split(/ at | round /)[0];
    if (kind === "polygon") {
      const points = said.replace(/^\w+,/, "").split(",").map((one) => one.trim().split(/\s+/));
      return [0, 1].some((i) => points.every((one) => parseFloat(one[i]) === parseFloat(points[0][i])));
    }
    const sizes = said.split(/\s+/);
    if (kind === "circle" || kind === "ellipse") return /^\d/.test(said) && sizes.some((one) => parseFloat(one) === 0);
    const [top, right = top, bottom = top, left = right] = sizes;
    if (kind === "rect") return top !== "auto" && (top === bottom || left === right);
    const share = (one) => one.endsWith("%") ? parseFloat(one) : 0;
    return share(top) + share(bottom) >= 100 || share(left) + share(right) >= 100;
  };

  /* Whether a mask lets nothing through: a gradient without any colour. */
  const isMasked = (image) => {
    if (!/^(?:repeating-)?(?:linear|radial|conic)-gradient\(/.test(image || "")) return false;
    const stops = image.match(/rgba?\([^)]*\)/g) || [];
    return stops.length > 1 && stops.every((one) => CLEAR.test(one)) && !/\b(?:oklch|oklab|lab|lch|color|url)\(/.test(image);
  };

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

  /* Red, green and blue of a colour given by its angle and shares (CSS Color 4, 7.1). */
  const turned = (angle, share, light) => [0, 8, 4].map((n) => {
    const k = (n + angle / 30) % 12;
    return Math.round(255 * (light - share * Math.min(light, 1 - light) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });

  /* What a colour is called, "" for none: rgb(170, 17, 34) and #aa1122 are "red #aa1122", names stay names. */
  const hue = (text) => {
    const said = (text || "").trim().toLowerCase();
    if (/^[a-z]+$/.test(said)) return /^(none|transparent|inherit|initial|currentcolor)$/.test(said) ? "" : said;
    const short = said.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"), hex = /^#(..)(..)(..)$/.exec(short);
    const found = hex || /^rgba?\((\d+), ?(\d+), ?(\d+)(?:, ?([\d.]+))?\)$/.exec(said);
    const angled = /^hsla?\(([\d.]+)(?:deg)?,? *([\d.]+)%,? *([\d.]+)%\)$/.exec(said);
    if (!angled && (!found || Number(found[4]) === 0)) return "";
    const [r, g, b] = angled ? turned(Number(angled[1]), angled[2] / 100, angled[3] / 100)
      : [found[1], found[2], found[3]].map((part) => hex ? parseInt(part, 16) : Number(part));
    const code = "#" + [r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("");
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)], spread = most - least;
    if (spread < 24) return (most < 50 ? "black " : least > 230 ? "white " : "grey ") + code;
    const turn = most === r ? (g - b) / spread + 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
    const at = turn % 6 * 60;
    return HUES.find(([end]) => at < end)[1] + " " + code;
  };

  /* What an element without words is called: by its class and id, and the colour it has. */
  const looks = (node, style) => {
    const words = (attribute(node, "class") || attribute(node, "id") || "").split(/[^\p{L}\p{N}]+/u);
    const inner = words.join("") ? [] : [...all(node, "[class]")].slice(0, 1).map((one) => attribute(one, "class"));
    const said = [...new Set([...words, ...inner])].filter(Boolean).slice(0, 4).join(" ").slice(0, 60);
    const own = /background(?:-color)?:\s*([^;]+)/.exec(attribute(node, "style") || "");  // lightpanda may know only that
    return [said, hue(style.backgroundColor || own && own[1])].filter(Boolean).join(" ") || "no words";
  };

  /* What a shape of a drawing is called: its colour, kind, text, size and place in the units of the drawing. */
  const shape = (part) => {
    const at = (name) => parseFloat(attribute(part, name)) || 0, style = computed(part), tag = localName(part);
    const colour = hue(attribute(part, "fill") || style.fill);
    let [x, y, size] = [at("cx") || at("x"), at("cy") || at("y"), ""];
    if (tag === "circle") size = "radius " + at("r");
    if (tag === "rect") size = at("width") + "×" + at("height");
    const points = (attribute(part, "points") || "").trim().split(/[\s,]+/).map(Number);
    if (tag === "polygon" && points.length > 1) {
      [x, y] = points;
      size = points.length / 2 + " corners";
    }
    for (let up = part; up && nodeType(up) === 1 && localName(up) !== "svg"; up = parentNode(up)) {
      const moved = /translate\(\s*(-?[\d.]+)[\s,]*(-?[\d.]*)/.exec(attribute(up, "transform") || "");
      if (moved) [x, y] = [x + Number(moved[1]), y + Number(moved[2] || 0)];
    }
    const text = textContent(part).trim().slice(0, 60);
    if (tag === "text") size = style.fontSize ? "size " + style.fontSize : attribute(part, "font-size") || "";
    let place = "at " + Math.round(x) + "," + Math.round(y);
    if (tag === "line") place = ["x1", "y1"].map(at).map(Math.round) + " to " + ["x2", "y2"].map(at).map(Math.round);
    return [colour, tag, text && '"' + text + '"', size, place].filter(Boolean).join(" ");
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

  /* One writing of the page. `out` is the markup in pieces, `size` its characters, `text` those that are read. */
  class Writing {
    constructor(most, styles, inner, end, adopt) {
      this.end = end;
      this.adopts = adopt;
      this.adopted = [];
      this.steps = 0;
      this.inner = inner;
      this.base = inner ? tool * FRAME : 0;
      this.most = most;
      this.styles = styles;
      this.out = [];
      this.size = this.text = this.veiled = this.waiting = this.drawings = 0;
      this.hidden = new Map();
      this.painters = null;
      this.covers = [];
      this.range = null;
      this.cut = this.full = this.canvas = this.placed = this.doubted = false;
      this.frames = [];
      this.control = null;
      this.generated = new Map();
      this.ruled = new Map();
      this.listened = new Set();
      this.wordless = 0;
    }

    write(piece) {
      this.out.push(piece);
      this.size += piece.length;
      if (this.size > this.most) this.cut = this.full = true;
    }

    words(text) {
      this.text += text.length - (text.match(/\s/g) || "").length;
      this.write(escaped(text));
    }

    /* Notes why something is left out, and how many characters it says. */
    leave(reason, text) {
      const letters = (text || "").replace(/\s+/g, "").length;
      if (!letters) return;
      const [count, size] = this.hidden.get(reason) || [0, 0];
      this.hidden.set(reason, [count + 1, size + letters]);
    }

    document(doc) {
      const root = documentElement(doc);
      if (!root) return;
      this.write("<!doctype html><html" + this.kept(root) + "><head><title>" + escaped(titleOf(doc) || "") +
        "</title>");
      for (const node of all(doc, "head base,head meta,head link,script[type='application/ld+json']")) {
        const tag = localName(node);
        if (tag === "script") {
          this.write('<script type="application/ld+json">' + textContent(node).replace(/<\//g, "<\\/") + "</script>");
        } else if (tag !== "link" || !/stylesheet|preload|prefetch/i.test(attribute(node, "rel") || "")) {
          if (/refresh|content-security/i.test(attribute(node, "http-equiv") || "")) continue;
          this.write("<" + tag + this.kept(node) + ">");
        }
      }
      this.adopt(doc);
      const rules = this.adopts ? this.inForce(doc) : [], placing = this.styles && this.adopts ? this.placing(doc, rules) : null;
      this.write((placing ? "<style lightterm-placing>" + placing + "</style>" : "") + "</head>");
      this.placed = placing !== null;
      if (this.placed && [...all(doc, LINKED)].some((node) => !this.isRead(node))) this.unsure();
      this.findGenerated(doc);
      if (this.adopts) this.findRuled(doc, null, ["max-height", "opacity", "pointer-events", ...MOVES], rules);
      this.findListened(doc);
      this.findCovers(doc);
      const body = bodyOf(doc);
      if (body) this.body(body);
      this.write("</html>");
    }

    inside(doc) {
      this.adopt(doc);
      this.findGenerated(doc);
      this.findListened(doc);
      this.findCovers(doc);
      const body = bodyOf(doc);
      if (body) this.children(body, this.inherit(computed(body), true, null), 0);
    }

    body(body) {
      const style = computed(body), paint = this.painted(style, null);
      this.write("<body" + this.kept(body) + ">");
      this.children(body, this.inherit(style, this.adopts || this.legible(body, style, paint, 1), paint), 0);
      this.write("</body>");
    }

    inherit(style, seen, paint) {
      return { align: style.textAlign, space: style.whiteSpace, letters: style.textTransform, cursor: style.cursor,
        direction: style.direction, list: style.listStyleType, seen, paint, within: false, scale: 1,
        flex: /flex|grid/.test(style.display) };
    }

    /* The colour that text is on; null where nothing has been met but the canvas, UNKNOWN where it cannot be told. */
    painted(style, parent) {
      const own = style.backgroundColor, below = parent ? parent.paint : null;
      if (this.adopts && style.backgroundImage !== "none") return null;
      if (style.backgroundImage !== "none" && style.backgroundImage) return UNKNOWN;
      if (own && !isClear(own)) return parts(own) && parts(own)[3] < 1 ? laid(own, below) || UNKNOWN : own;
      const other = RECOLOURED.test(style.filter || "") || (style.mixBlendMode || "normal") !== "normal";
      return other ? UNKNOWN : below;
    }

    children(node, inherited, depth) {
      for (let child = firstChild(node); child && !this.cut; child = nextSibling(child)) {
        this.node(child, inherited, depth);
      }
    }

    node(node, inherited, depth) {
      const kind = nodeType(node);
      if (kind === 3 || kind === 4) {
        if (!inherited.seen) this.leave("illegible", nodeValue(node));
        else if (this.covers.length && !inherited.within && this.isCovered(node)) this.leave("covered", nodeValue(node));
        else this.words(nodeValue(node));
      } else if (kind === 1) {
        this.element(node, inherited, depth + 1);
      }
    }

    element(node, inherited, depth) {
      const tag = localName(node);
      if (SKIPPED.has(tag)) return;
      if (!(++this.steps & 255) && now() > this.end) this.cut = true;
      if (depth > DEEPEST) return this.words(textContent(node));
      const style = computed(node);
      const shadow = this.adopts && shadowRoot(node);
      if (shadow) this.findRuled(shadow, node);
      const display = this.rule(node, "display") || style.display;
      if (display === "none" || style.contentVisibility === "hidden" && !firstChild(node)) {
        return this.notDisplayed(node, tag, inherited, depth);
      }
      if (tag === "option" || tag === "optgroup") return this.option(node, tag, depth);
      const reason = this.unseen(node, tag, style, display);
      if (reason && !this.operated(node, tag, style)) {
        if (this.control) this.control.push(node);
        else this.leave(reason, textContent(node));
        return this.sent(node);
      }
      this.shown(node, tag, style, inherited, depth);
    }

    shown(node, tag, style, inherited, depth) {
      if (tag === "svg") return this.graphic(node, inherited, depth);
      if (tag === "canvas") return this.drawing(node);
      if (tag === "iframe" || tag === "frame") return this.frame(node, tag, inherited, depth);
      const role = (attribute(node, "role") || "").trim().split(/\s+/)[0].toLowerCase();
      const native = this.native(node, tag);
      const as = native ? "" : this.field(node, role);
      const paint = this.painted(style, inherited);
      // what has no box stands on what its parent does
      const scale = this.adopts ? 1 : inherited.scale * shrunk(style);
      const legible = style.display === "contents" && inherited.seen || this.legible(node, style, paint, scale);
      const own = this.inherit(style, style.visibility === "visible" && legible, paint);
      own.scale = scale;
      if (inherited.seen && style.visibility === "hidden" && /^(static|relative)$/.test(style.position)) this.veil(node);
      const visibility = this.rule(node, "visibility");
      own.unseen = visibility ? visibility !== "visible" : inherited.unseen;
      own.seen = own.seen && !own.unseen;
      const name = as || tag;
      let start = "<" + name + this.kept(node, tag, as) + this.live(node, tag, as);
      const target = native || as || this.pressed(node, tag, role, style, inherited);
      if (target && tag === "img") return this.picture(node, tag, start, style);
      if (target) start += ' lightterm-handle="' + handle(node, this.base) + '"';
      if (target && !native && !as && this.isWordless(node)) start += this.called(looks(node, style));
      else if (tag === "button" && this.isBlank(node)) start += this.called(this.shade(node, style));
      else if (!target && this.isAmidWords(node, style)) return this.write('<img alt="' + escaped(looks(node, style)) + '">');
      own.lead = !target && this.leads(node) ? { open: true } : inherited.lead;
      own.within = inherited.within || !!target || tag === "label";
      const named = as === "input" && !inherited.within;  // what stands in a switch is what it is called
      this.write((named ? "<label>" : "") + start + (this.styles && !as ? this.styled(node, tag, style, inherited) : "") + ">");
      if (VOID.has(name) && as !== "input") return;
      if (as === "input") {
        this.content(node, tag, style, own, depth);
        return named && this.write("</label>");
      }
      if (name === "textarea") {
        this.write("\n");
        this.words(tag === "textarea" ? value.textarea(node) : textContent(node));
      } else if (tag === "a" || tag === "button" || tag === "summary") {
        this.named(node, tag, style, own, depth);
      } else {
        this.content(node, tag, style, own, depth);
      }
      this.write("</" + name + ">");
    }

    /* What is inside: a shadow tree, what a slot was given, an open or closed disclosure, or simply the children. */
    content(node, tag, style, own, depth) {
      if (style.contentVisibility === "hidden") return;
      const made = this.generated.get(node);
      if (made && own.seen) this.pseudo(node, "::before", own);
      const shadow = shadowRoot(node);
      if (shadow) {
        this.unsure();
        this.findGenerated(shadow);
        this.children(shadow, own, depth);
      } else if (tag === "slot") {
        const given = assigned(node) || [];
        own.slotted = this.isHeard(node);
        if (given.length) given.forEach((child) => this.node(child, own, depth));
        else this.children(node, own, depth);
      } else if (tag === "details" && attribute(node, "open") === null) {
        for (let child = firstChild(node); child; child = nextSibling(child)) {
          if (nodeType(child) === 1 && localName(child) === "summary") {
            this.element(child, own, depth + 1);
            break;
          }
        }
      } else {
        this.children(node, own, depth);
      }
      if (made && own.seen) this.pseudo(node, "::after", own);
    }

    /* A link or button; what is hidden to the eye inside it is its name when it has no other. */
    named(node, tag, style, own, depth) {
      const [before, outer] = [this.text, this.control];
      this.control = [];
      this.content(node, tag, style, own, depth);
      if (this.text === before && !attribute(node, "aria-label") && !all(node, "img[alt]:not([alt=''])").length) {
        for (const hidden of this.control) this.words(textContent(hidden).slice(0, 200));
      }
      this.control = outer;
    }

    notDisplayed(node, tag, inherited, depth) {
      if (tag === "input" && attribute(node, "name") && /^(checkbox|radio|file)$/.test(inputType(node))) {
        for (const label of labels(node) || []) {
          if (checkVisibility(label)) return this.shown(node, tag, computed(node), inherited, depth);
        }
      }
      this.leave("display", textContent(node));
      if (this.placed && tag === "input" && /^(checkbox|radio)$/.test(inputType(node)) && !attribute(node, "name")) {
        // the state of a box shows and hides what follows it, as the reader will ask
        return this.write("<input" + this.kept(node, tag) + this.live(node, tag, "") + ' hidden="">');
      }
      this.sent(node);
    }

    /* The fields of what is not seen: a form sends them all the same. */
    sent(node) {
      const own = /^(input|select|textarea)$/.test(localName(node)) ? [node] : [];
      for (const field of [...own, ...all(node, "input[name],select[name],textarea[name]")]) {
        const [name, tag] = [attribute(field, "name"), localName(field)];
        if (!name || attribute(field, "disabled") !== null) continue;
        const kind = tag === "input" ? inputType(field) : tag;
        if (/^(submit|reset|button|image|file)$/.test(kind) || isSecret(field, kind)) continue;
        if (/^(checkbox|radio)$/.test(kind) && !checked(field)) continue;
        let values = tag === "select" ? [] : [value[tag](field)];
        if (tag === "select") for (const one of all(field, "option")) if (selected(one)) values.push(value.option(one));
        const form = attribute(field, "form") ? ' form="' + escaped(attribute(field, "form")) + '"' : "";
        for (const one of values) {
          this.write('<input type="hidden" name="' + escaped(name) + '" value="' + escaped(one) + '"' + form + ">");
        }
      }
    }

    /* Why a box that is displayed cannot be seen, "" if it can. */
    unseen(node, tag, style, display) {
      if (this.isFaint(node, style) && !(animations(node) || []).length) {
        if (/^(static|relative)$/.test(style.position)) this.veil(node);
        return "opacity";
      }
      if (display === "contents" || tag === "body" || tag === "html") return "";
      const gone = this.adopts ? "" : this.taken(style) || this.blurred(node, tag, style);
      if (gone && !(animations(node) || []).length) {
        if (/^(static|relative)$/.test(style.position)) this.veil(node);
        return gone;
      }
      const position = style.position;
      const placed = position === "absolute" || position === "fixed";
      // lightpanda leaves what nobody set empty, and a box there costs as much as forty elements' styles
      const cut = display !== "inline" && ((style.overflow || "visible") !== "visible" || /paint|strict|content/.test(style.contain || ""));
      if (this.adopts && this.isFolded(node)) return "size";
      const away = this.sentAway(style, node);
      if (away === "sure") return "place";
      if (!placed && !cut && !away && (position || "static") === "static") return "";
      if (placed && /^rect\((?:[01]px,? ?){4}\)$/.test(style.clip)) return "clip";
      if (/^inset\((?:50|100)%|^circle\(0/.test(style.clipPath)) return "clip";
      const box = rectOf(node);
      if (!box) return "";
      const small = box.width <= 1 || box.height <= 1;
      if (small) return cut || /^matrix\((?:0(?:\.0\d*)?(?:, |\))){1,4}/.test(style.transform) ? "size" : "";
      return (placed || away) && this.outside(node, style, box) ? "place" : "";
    }

    /* Whether a box is drawn so faintly that nobody sees it. What sheets say of that lightpanda does not compute; what
       they have fade in, it never brings in, so that such a box counts only where it stands elsewhere or takes no click. */
    isFaint(node, style) {
      if (Number(style.opacity || 1) < FAINT) {
        const own = this.adopts && attribute(node, "style") || "";
        return /^(absolute|fixed)$/.test(style.position) || !MOVES.some((name) => own.includes(name));
      }
      const said = this.rule(node, "opacity");
      if (!said || Number(said.replace("%", "e-2")) >= FAINT) return false;
      if (/^(absolute|fixed)$/.test(style.position) || this.rule(node, "pointer-events") === "none") return true;
      const own = attribute(node, "style") || "";
      return !MOVES.some((name) => this.rule(node, name) || own.includes(name));
    }

    /* Why nothing is left of a box by a transform, a clip or a mask, "" where something is. */
    taken(style) {
      if (shrunk(style) < COLLAPSED) return "size";
      if (isCut(style.clipPath)) return "clip";
      return isMasked(style.maskImage) ? "mask" : "";
    }

    /* Why nobody can read a box's text; a blurred picture is still seen. */
    blurred(node, tag, style) {
      const [, size] = /\bblur\(([\d.]+)px\)/.exec(style.filter || "") || [];
      return Number(size) >= BLURRED && tag !== "img" && !all(node, "img,video").length ? "blurred" : "";
    }

    /* Whether a box is as high as nothing, as what unfolds at a click is: lightpanda knows no heights. */
    isFolded(node) {
      const own = /(?:^|;)\s*max-height:\s*([^;!]+)/i.exec(attribute(node, "style") || "");
      return NOTHING.test((own ? own[1] : this.rule(node, "max-height")).trim());
    }

    /* Whether a box may be far away without being placed there: "sure" where no box has to be measured. */
    sentAway(style, node = null) {
      if (/\bopacity\(0(?:\.0\d*)?%?\)/.test(style.filter || "")) return "sure";
      if (/^inset\((?:50|100)%|^circle\(0/.test(style.clipPath || "")) return "sure";
      // a row of slides is moved as far, and is wider: where boxes are known they decide
      const placed = /^(absolute|fixed|relative)$/.test(style.position), sure = this.adopts ? "sure" : "perhaps";
      if (placed && (FAR.test(style.left) || FAR.test(style.top))) return style.position === "relative" ? "perhaps" : sure;
      if (FAR.test(style.marginLeft) && style.direction !== "rtl" && !(parseFloat(style.paddingLeft) > WIDE)) {
        return this.adopts || !node || this.isTextLeft(node) ? "sure" : "perhaps";
      }
      if (FAR.test(style.marginTop)) return "perhaps";
      return [style.transform, style.translate].some((one) => one && one !== "none") ? "perhaps" : "";
    }

    /* Whether the text of a box ends left of the page; a margin that moves the text makes the box as wide. */
    isTextLeft(node) {
      const range = ownerDocument(node).createRange(), view = ownerDocument(node).defaultView || globalThis;
      range.selectNodeContents(node);
      return range.getBoundingClientRect().right + (view.scrollX || 0) <= 0;
    }

    /* What is drawn only once it is scrolled to stands below what is in view. */
    veil(node) {
      const box = rectOf(node);
      if (box && box.height > 1 && box.top >= (globalThis.innerHeight || 0)) this.veiled += textContent(node).trim().length;
    }

    outside(node, style, box) {
      const view = ownerDocument(node).defaultView || globalThis;
      const root = documentElement(ownerDocument(node));
      const fixed = style.position === "fixed";
      const [x, y] = fixed ? [0, 0] : [view.scrollX || 0, view.scrollY || 0];
      if (box.bottom + y <= 0 || box.right + x <= 0 && computed(root).direction !== "rtl") return true;
      if (!fixed || !view.innerWidth) return false;
      return box.left >= view.innerWidth || box.top >= view.innerHeight;
    }

    /* Fields stay however they are drawn, and so do their labels: a box to tick is often seen as another element. */
    operated(node, tag, style) {
      if (style.visibility !== "visible") return false;
      if (tag === "label") return true;
      if (tag === "input") return inputType(node) !== "hidden" && attribute(node, "tabindex") !== "-1";
      return tag === "select" || tag === "textarea" && attribute(node, "tabindex") !== "-1";
    }

    legible(node, style, paint, scale) {
      const size = /^([\d.]+)(?:px)?$/.exec(style.fontSize || "16px");
      if (size && Number(size[1]) * scale < TINY || FAR.test(style.textIndent)) return false;
      if (style.textIndent === "100%" && style.overflow === "hidden" && /nowrap|pre$/.test(style.whiteSpace)) return false;
      if (style.backgroundClip === "text" || (style.textShadow || "none") !== "none") return true;
      if (parseFloat(style.webkitTextStrokeWidth) > 0 && !isClear(style.webkitTextStrokeColor || "")) return true;
      const colour = style.webkitTextFillColor || style.color;
      if (isClear(colour)) return false;
      if (paint === UNKNOWN) return true;
      if (paint) return !alike(colour, paint);
      if (!style.backgroundColor) return true;  // lightpanda knows no colours but those that elements say themselves
      return !alike(colour, CANVAS) || !this.isBare(node, colour);
    }

    /* Whether nothing but the white canvas is behind an element: no picture, no colour, wherever it stands. */
    isBare(node, colour) {
      const view = ownerDocument(node).defaultView || globalThis;
      const box = view.innerWidth ? rectOf(node) : null;
      if (!box || (computed(documentElement(ownerDocument(node))).colorScheme || "").startsWith("dark")) return false;
      if (!this.painters) this.painters = this.findPainters(ownerDocument(node));
      return !this.painters.some(([one, its, paint]) => one !== node && !alike(colour, paint) &&
        !(one && contains(one, node) && localName(one) === "svg") && its.left < box.right && its.right > box.left && its.top < box.bottom && its.bottom > box.top);
    }

    /* What paints: pictures, and boxes with a colour or a picture of their own. */
    findPainters(doc) {
      const found = [], elements = [...all(doc, "*")];
      for (let at = 0; at < elements.length; at++) {
        const one = elements[at], style = computed(one), shadow = shadowRoot(one);
        if (shadow) for (const inner of all(shadow, "*")) elements.push(inner);
        const solid = SOLID.has(localName(one)) || localName(one) === "svg";
        const paint = solid || style.backgroundImage !== "none" ? "picture" : style.backgroundColor;
        if (!isClear(paint)) found.push([one, rectOf(one), paint]);
        for (const which of this.adopts ? [] : ["::before", "::after"]) {
          const made = computed(one, which);
          if (made.content === "none" || made.content === "normal" || made.display === "none") continue;
          if (made.backgroundImage === "none" && isClear(made.backgroundColor)) continue;
          const held = style.position !== "static" || style.transform !== "none";  // else it may be anywhere
          found.push([null, held ? rectOf(one) : EVERYWHERE, UNKNOWN]);
        }
      }
      return found.filter(([, box]) => box);
    }

    /* Boxes that are put over others and let nothing through, as far as they are there to stay: no dialogs, which are
       closed, nothing that scrolls away or moves, and nothing as large as the window, below which the page itself is. */
    findCovers(doc) {
      const view = doc.defaultView || globalThis, room = (view.innerWidth || 0) * (view.innerHeight || 0);
      if (this.adopts || !room) return;
      const elements = [...all(doc, "body *")];
      for (let at = 0; at < elements.length; at++) {
        const one = elements[at], style = computed(one), shadow = shadowRoot(one);
        if (shadow) for (const inner of all(shadow, "*")) elements.push(inner);
        const moved = style.transform !== "none";
        if (style.position === "static" && !moved || !isOpaque(style) || !moved && staysInPlace(style)) continue;
        const box = this.clipped(one, style);
        if (!box || box.right - box.left < 8 || box.bottom - box.top < 8) continue;
        if ((box.right - box.left) * (box.bottom - box.top) > room * MOST_COVERED) continue;
        this.covers.push([one, box, style.pointerEvents !== "none"]);
        if (this.covers.length === MOST_COVERS) return;
      }
    }

    /* What is left of a box by those that cut it, null where it or one of them moves, goes away or is seen through. */
    clipped(one, own) {
      const box = rectOf(one), left = box && { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      const up = (node) => {
        const next = parentNode(node);
        return next && nodeType(next) === 11 ? hostOf(next) : next;
      };
      for (let node = one, style = own; left && node && nodeType(node) === 1; node = up(node), style = node && nodeType(node) === 1 ? computed(node) : null) {
        if (/^(fixed|sticky)$/.test(style.position) || Number(style.opacity) < 1 || style.transformStyle === "preserve-3d") return null;
        if (style.animationName !== "none" || /[1-9]/.test(style.transitionDuration) || matches(node, OVER_PAGES)) return null;
        if (node === one || style.overflow === "visible") continue;
        const outer = rectOf(node);
        left.left = Math.max(left.left, outer.left), left.right = Math.min(left.right, outer.right);
        left.top = Math.max(left.top, outer.top), left.bottom = Math.min(left.bottom, outer.bottom);
      }
      return left;
    }

    /* Whether each line of a text is below one of these boxes. */
    isCovered(node) {
      if (!/\S/.test(nodeValue(node))) return false;
      const range = this.range || (this.range = createRange(ownerDocument(node)));
      selectContents(range, node);
      const lines = [...(rangeRects(range) || [])].filter((line) => line.width > 1 && line.height > 1).slice(0, MOST_LINES);
      return lines.length > 0 && lines.every((line) => this.covers.some(([one, box, isHit]) =>
        box.left <= line.left + 1 && box.right >= line.right - 1 && box.top <= line.top + line.height / 4 &&
        box.bottom >= line.bottom - line.height / 4 && isAbove(one, node) && !(isHit && isReached(one, node, line))));
    }

    /* The attributes that say something of the reading. */
    kept(node, tag = "", as = "") {
      let kept = "";
      const inner = this.inner || ownerDocument(node) !== page;
      for (const name of names(node) || []) {
        if (DROPPED.has(name) || name.slice(0, 2) === "on" || !/^[a-zA-Z_][\w.:-]*$/.test(name)) continue;
        if (as && (name === "type" || name === "role")) continue;
        if (name === "type" && tag === "input" && isSecret(node, inputType(node))) continue;
        if (name === "value" && value[tag] || name === "checked" || name === "selected" || name === "srcset") continue;
        let text = attribute(node, name);
        if (name === "href" && /^\s*javascript:/i.test(text)) continue;
        if (inner && ADDRESSES.has(name)) {
          try { text = new URL_(text, baseURI(node)).href; } catch { continue; }
        }
        kept += " " + name + '="' + escaped(text) + '"';
      }
      return kept;
    }

    /* The state of a field as it is now. A password's characters stay in the page, also where it shows them. */
    live(node, tag, as) {
      if (as === "input") {
        const role = attribute(node, "role");
        const on = /^(true|mixed)$/.test(attribute(node, "aria-checked") || "") ? ' checked=""' : "";
        return ' type="' + (role === "radio" ? "radio" : "checkbox") + '"' + on;
      }
      if (tag === "img" && attribute(node, "src") === null && imageSource(node)) {
        return ' src="' + escaped(imageSource(node)) + '"';
      }
      if (tag === "video" || tag === "audio") return this.source(node);
      if (tag !== "input") return "";
      const kind = inputType(node);
      if (kind === "file") return this.files(node);
      if (kind === "checkbox" || kind === "radio") {
        return ' value="' + escaped(value.input(node)) + '"' + (checked(node) ? ' checked=""' : "");
      }
      const now_ = value.input(node);
      if (isSecret(node, kind)) return ' type="password" value="' + "•".repeat(now_.length) + '"';
      return ' value="' + escaped(now_) + '"';
    }

    /* The names of the files that were chosen: which they are on the disk stays in the page. */
    files(node) {
      const chosen = filesOf(node);
      if (!chosen || !chosen.length) return "";
      const names = [...chosen].slice(0, 3).map((file) => file.name).join(", ");
      const more = chosen.length > 3 ? " and " + (chosen.length - 3) + " more" : "";
      return ' lightterm-files="' + escaped(names + more) + '"';
    }

    /* The address of a video or sound whose element does not say it: that of its first source. */
    source(node) {
      const first = attribute(node, "src") === null ? all(node, "source")[0] : null;
      const text = first ? attribute(first, "src") : null;
      if (text === null) return "";
      try { return ' src="' + escaped(new URL_(text, baseURI(node)).href) + '"'; } catch { return ""; }
    }

    option(node, tag, depth) {
      if (tag === "optgroup") {
        this.write("<optgroup" + this.kept(node) + ">");
        for (let child = firstChild(node); child; child = nextSibling(child)) {
          if (nodeType(child) === 1 && localName(child) === "option") this.option(child, "option", depth);
        }
        this.write("</optgroup>");
        return;
      }
      const on = selected(node) ? ' selected=""' : "";
      this.write("<option" + this.kept(node) + ' value="' + escaped(value.option(node)) + '"' + on + ">");
      this.words(textContent(node));
      this.write("</option>");
    }

    native(node, tag) {
      if (tag === "a" || tag === "area") return attribute(node, "href") !== null;
      if (tag === "input") return inputType(node) !== "hidden";
      return tag === "button" || tag === "select" || tag === "textarea" || tag === "summary";
    }

    /* A picture that is clicked: no element can stand in it, so it stands in one. */
    picture(node, tag, start, style) {
      const name = attribute(node, "alt") ? "" : this.called(looks(node, style));
      this.write('<span lightterm-handle="' + handle(node, this.base) + '"' + name + ">" + start + "></span>");
    }

    called(words) {
      return ' aria-label="' + escaped(words) + '"';
    }

    /* Whether a button is an empty box, as a key of a game: no picture and no words, and room to be clicked. */
    isBlank(node) {
      const box = !this.adopts && !firstElement(node) && this.isWordless(node) && !this.generated.get(node) && rectOf(node);
      return !!box && box.width > TINY && box.height > TINY && (this.wordless += 1) <= WORDLESS;
    }

    /* What it is called: by its colour, which may be all that tells it from the others, else by nothing, as a picture is. */
    shade(node, style) {
      const colour = style.backgroundImage === "none" ? hue(style.backgroundColor) : "";
      return colour && !/^(?:white|grey|black)/.test(colour) ? looks(node, style) : "·";
    }

    /* Whether an empty box of the size of a letter stands between words, and a colour or a picture in it: "the # icon". */
    isAmidWords(node, style) {
      if (this.adopts || !/^inline/.test(style.display) || firstChild(node) || !this.isWordless(node)) return false;
      const [before, after] = [previousSibling(node), nextSibling(node)].map((one) => one ? textContent(one) : "");
      // what a capital follows is a sign in a legend
      if (!/[\p{L}\p{N}]\s*$/u.test(before) || !/^\s*[\p{Ll}\p{Lo}]/u.test(after)) return false;
      const box = rectOf(node), fits = (size) => size > TINY && size <= LETTER;
      return fits(box.width) && fits(box.height) && (/^url\(/.test(style.backgroundImage) || !isClear(style.backgroundColor));
    }

    isWordless(node) {
      return !textContent(node).trim() && attribute(node, "aria-label") === null && attribute(node, "title") === null &&
        !all(node, "img[alt]:not([alt=''])").length;
    }

    /* Whether scripts listen to an element itself for clicks. */
    isHeard(node) {
      return HANDLERS.some((name) => attribute(node, name) !== null) || this.listened.has(node);
    }

    /* Whether it is clicked as a whole, with no field in it, and its first words stand for it: they are all it has, or it
       is one of several rows. What only one element listens to is as likely for the parts in it. */
    leads(node) {
      if (!this.isHeard(node) && !this.isDragged(node) || !all(node, "div,p,span").length || all(node, NATIVE).length) return false;
      const size = textContent(node).trim().length;
      const [kind, tag] = [attribute(node, "class"), localName(node)];
      if (size > 0 && [...all(node, "*")].some((one) => !firstElement(one) && textContent(one).trim().length === size)) {
        return true;
      }
      if (size === 0 || size > 300 || !kind && tag !== "li" && tag !== "tr") return false;
      if (this.offers(node)) return false;  // each of them is one, not their first
      for (let one = firstChild(parentNode(node)); one; one = nextSibling(one)) {
        const like = nodeType(one) === 1 && one !== node && localName(one) === tag && attribute(one, "class") === kind;
        if (like && (this.isHeard(one) || this.isDragged(one))) return true;
      }
      return false;
    }

    /* Whether it holds the first words of a row. */
    isLead(node, inherited) {
      if (!inherited.lead || !inherited.lead.open) return false;
      for (let child = firstChild(node); child; child = nextSibling(child)) {
        if (nodeType(child) === 3 && nodeValue(child).trim()) return true;
      }
      return false;
    }

    /* Whether scripts made it something to act on. */
    pressed(node, tag, role, style, inherited) {
      if (tag === "label" || tag === "body" || tag === "option" || tag === "slot") return false;
      if (PRESSED.has(role)) return true;
      if (this.isLead(node, inherited)) {
        inherited.lead.open = false;
        return true;
      }
      // What only keys move, as the handle of a slider, and what only a mouse does.
      const keys = attribute(node, "tabindex") === "0" || RESIZED.test(style.cursor) && inherited.cursor !== style.cursor;
      if ((keys || this.isHeard(node)) && !inherited.within && !textContent(node).trim()) {
        const own = NATIVE + ",svg,canvas,[tabindex='0']";
        const inner = [...all(node, "*")].some((part) => this.isHeard(part) || matches(part, own));
        const box = rectOf(node);
        return !inner && (!box || box.width > TINY && box.height > TINY) && (this.wordless += 1) <= WORDLESS;
      }
      if (tag === "a" && /^\s*javascript:/i.test(attribute(node, "href") || "")) return true;
      const shadow = tag.includes("-") && shadowRoot(node);
      if (shadow && all(shadow, NATIVE).length) return false;  // its own button or link is what one acts on
      const pointed = (style.cursor === "pointer" || GRABBED.test(style.cursor)) && inherited.cursor !== style.cursor;
      if (tag === "thead" || tag === "tr" && localName(parentNode(node)) === "thead") return false;  // its cells are
      const given = this.isHeader(node, tag) || this.isOffered(node) || inherited.slotted && tag.includes("-");  // what listens to the slot has such parts given to it
      const has = (name) => attribute(node, name) !== null;
      const keyed = attribute(node, "tabindex") === "0" && KEYS.some(has);
      const said = pointed || given || keyed || HANDLERS.some(has) || this.isDragged(node);
      if (!said && (inherited.within || !this.listened.has(node)) || all(node, STRUCTURE).length) return false;
      if (!said && this.delegates(node, style)) return false;
      const size = textContent(node).trim().length;
      return size <= 200 && (size > 0 || attribute(node, "aria-label") !== null || attribute(node, "title") !== null);
    }

    /* Whether it is a list of which scripts listen to the whole, and each of whose items they can focus. */
    offers(node) {
      return /^(ul|ol)$/.test(localName(node)) && this.isHeard(node) && all(node, OFFERED).length > 0;
    }

    /* Whether it is what can be focused of an item of such a list: what a field offers for what was begun in it. */
    isOffered(node) {
      if (attribute(node, "tabindex") !== "-1" || !matches(node, OFFERED)) return false;
      const up = parentNode(node), list = localName(up) === "li" ? parentNode(up) : up;
      return !!list && nodeType(list) === 1 && this.offers(list);
    }

    /* Whether it heads a column in a table or row that scripts listen to: they sort by it. */
    isHeader(node, tag) {
      const row = tag === "th" && parentNode(node), head = row && parentNode(row);
      return !!head && localName(head) === "thead" && [row, head, parentNode(head)].some((up) => this.listened.has(up));
    }

    /* Whether it says itself that it can be dragged: jQuery UI, which most pages drag with, gives a class. */
    isDragged(node) {
      return attribute(node, "draggable") === "true" ||
        /(?:^|\s)ui-(?:sortable|draggable)-handle(?:\s|$)/.test(attribute(node, "class") || "");
    }

    /* Whether what is listened to seems to be for the parts in it: one is a target itself, or several have text. */
    delegates(node, style) {
      let texts = 0;
      for (let child = firstChild(node); child; child = nextSibling(child)) {
        if (nodeType(child) === 1 && textContent(child).trim()) texts += 1;
      }
      const target = (part) => attribute(part, "onclick") !== null || PRESSED.has(attribute(part, "role")) ||
        style.cursor !== "pointer" && computed(part).cursor === "pointer" || this.listened.has(part);
      return texts > 1 || [...all(node, "*")].some(target);
    }

    /* The field that stands for an element that scripts made one, "" where it is none. */
    field(node, role) {
      if (TICKED.has(role)) return all(node, NATIVE).length ? "" : "input";
      const writes = attribute(node, "contenteditable");
      const written = writes !== null && writes !== "false";  // of that alone lightpanda says it is not editable
      return written || WRITTEN.has(role) && editable(node) ? "textarea" : "";
    }

    /* Where the computed style reads otherwise than the tag alone. */
    styled(node, tag, style, inherited) {
      const said = [];
      const display = style.display;
      const usual = DISPLAY[tag] || (BLOCK.has(tag) ? "block" : SOLID.has(tag) ? display : "inline");
      if (display !== usual) said.push("display:" + display);
      if (/flex|grid/.test(display)) {
        if (style.flexDirection !== "row") said.push("flex-direction:" + style.flexDirection);
        if (style.columnGap && style.columnGap !== "normal") said.push("column-gap:" + style.columnGap);
        if (/grid/.test(display)) {
          said.push("grid-template-columns:" + style.gridTemplateColumns, "grid-auto-flow:" + style.gridAutoFlow);
        }
      }
      if (inherited.flex && style.order !== "0") said.push("order:" + style.order);
      if (display === "block" && style.cssFloat && style.cssFloat !== "none") said.push("float:" + style.cssFloat);
      if (style.textAlign !== inherited.align && !SOLID.has(tag) && !/^(t[dh]|caption)$/.test(tag)) {
        said.push("text-align:" + style.textAlign);
      }
      if (style.whiteSpace !== inherited.space && tag !== "pre" && !SOLID.has(tag)) {
        said.push("white-space:" + style.whiteSpace);
      }
      if (style.textTransform !== inherited.letters && !SOLID.has(tag)) {
        said.push("text-transform:" + style.textTransform);
      }
      if (style.direction !== inherited.direction && attribute(node, "dir") === null) {
        said.push("direction:" + style.direction);
      }
      if (LISTED.has(tag) && style.listStyleType !== inherited.list && !USUAL.test(style.listStyleType)) {
        said.push("list-style-type:" + style.listStyleType);
      }
      // what a script has set there counts for more than what the sheets say
      const own = this.placed && attribute(node, "style");
      if (own) for (const [, name, value] of own.matchAll(PLACING)) said.push(name + ":" + value.trim());
      return said.length ? ' style="' + escaped(said.join(";")) + '"' : "";
    }

    graphic(node, inherited, depth) {
      this.write("<svg" + this.kept(node) + ">");
      for (const part of all(node, "title,text")) {
        const tag = localName(part);
        if (tag === "text" ? checkVisibility(part) === false : parentNode(part) !== node) continue;
        this.write("<" + tag + ">");
        if (tag === "title") this.words(textContent(part));
        else this.lettering(part, node, inherited);
        this.write("</" + tag + ">");
      }
      this.write("</svg>");
      // labels of diagrams that are HTML, on shapes whose colours are not asked for
      for (const part of all(node, "foreignObject")) {
        this.write("<div>");
        this.children(part, { ...inherited, paint: null }, depth);
        this.write("</div>");
      }
      const heard = this.isHeard(node);
      let shapes = 0;
      if (heard && (this.wordless += 1) <= WORDLESS) this.drawn(node, "drawing", [...all(node, SHAPES)]);
      for (const part of all(node, SHAPES)) {
        const group = parentNode(part) !== node && this.isHeard(parentNode(part));
        const whole = this.isHeard(part) ? part : group ? parentNode(part) : null;
        if (!whole || (this.wordless += 1) > WORDLESS) continue;
        this.write(' <span lightterm-handle="' + handle(whole, this.base) + '"' + this.called(shape(part)) + "></span>");
        shapes += 1;
      }
      if (shapes && !heard) this.ground(node);
    }

    /* The text of a drawing: of its pieces those that one sees. */
    lettering(part, drawing, inherited) {
      const seen = inherited.seen && this.isLettered(part, drawing, inherited);
      for (let child = firstChild(part); child; child = nextSibling(child)) {
        if (nodeType(child) === 1) this.lettering(child, drawing, inherited);
        else if (nodeType(child) === 3 && seen) this.words(nodeValue(child));
        else if (nodeType(child) === 3) this.leave("illegible", nodeValue(child));
      }
    }

    /* Whether one sees a piece of text in a drawing. What lightpanda does not compute stands in attributes. */
    isLettered(part, drawing, inherited) {
      const style = computed(part);
      const said = (name) => {
        for (let up = part; up; up = up === drawing ? null : parentNode(up)) {
          const own = new RegExp("(?:^|;)\\s*" + name + "\\s*:\\s*([^;!]+)", "i").exec(attribute(up, "style") || "");
          const found = own ? own[1] : attribute(up, name);
          if (found !== null && found !== "inherit") return found.trim();
        }
        return "";
      };
      const value = (name, camel) => !this.adopts && style[camel || name] || said(name);
      const nothing = (colour, share) => /^(?:none|transparent)$/.test(colour) || isClear(colour) || Number(share || 1) < FAINT;
      for (let up = part; up !== drawing; up = parentNode(up)) {
        if (/^(?:defs|symbol|clipPath|mask|pattern|marker)$/.test(localName(up))) return false;
        const opacity = /opacity\s*:\s*([\d.]+)/.exec((attribute(up, "style") || "").replace(/-opacity/g, ""));
        if (Number(this.adopts ? opacity ? opacity[1] : attribute(up, "opacity") || 1 : computed(up).opacity) < FAINT) return false;
        if (this.adopts && attribute(up, "display") === "none") return false;
      }
      if (/^(?:hidden|collapse)$/.test(value("visibility"))) return false;
      const size = /^([\d.]+)(?:px)?$/.exec(value("font-size", "fontSize"));
      if (size && Number(size[1]) === 0) return false;
      const fill = value("fill") || "black", stroke = value("stroke") || "none";
      if (!nothing(stroke, value("stroke-opacity", "strokeOpacity"))) return true;
      if (nothing(fill, value("fill-opacity", "fillOpacity"))) return false;
      return this.adopts || this.isDrawn(part, fill, drawing, inherited);
    }

    /* Whether a piece of text stands where its drawing shows it, on a ground of another colour. */
    isDrawn(part, fill, drawing, inherited) {
      const box = rectOf(part), frame = rectOf(drawing);
      if (!box || !frame || box.width <= 1 || box.height < TINY) return false;
      const meets = (its) => its.left < box.right && its.right > box.left && its.top < box.bottom && its.bottom > box.top;
      if (computed(drawing).overflow !== "visible" && !meets(frame) || isCut(computed(part).clipPath)) return false;
      const shapes = [...all(drawing, SHAPES)].filter((one) => localName(one) !== "text").slice(0, MOST_ASKED);
      if (shapes.some((one) => meets(rectOf(one)))) return true;
      const paint = this.painted(computed(drawing), inherited);
      if (paint === UNKNOWN) return true;
      return paint ? !alike(fill, paint) : !alike(fill, CANVAS) || !this.isBare(part, fill);
    }

    /* The few solid shapes among which others are clicked or dragged: where to. */
    ground(node) {
      const still = [...all(node, SOLID_SHAPES)].filter((part) => !this.isHeard(part) && !this.isHeard(parentNode(part)));
      if (!still.length || still.length > FEW_SHAPES) return;
      this.write("<div>");
      this.words("(" + still.map(shape).join("; ") + ")");
      this.write("</div>");
    }

    drawing(node) {
      this.unsure();
      const box = rectOf(node) || { width: 0, height: 0 };
      if (box.width * box.height >= 0.2 * (globalThis.innerWidth || 1280) * (globalThis.innerHeight || 720)) {
        this.canvas = true;
      }
      this.drawings += 1;
      const up = parentNode(node), within = up !== bodyOf(ownerDocument(node)) && this.isHeard(up);
      if (this.isHeard(node) || within) return this.drawn(node, "canvas");
      const label = attribute(node, "aria-label") || attribute(node, "title");
      if (label) this.write('<img alt="' + escaped(label) + '">');
    }

    /* A drawing that is clicked as a whole, at points of it: what it is, how large, and what stands in it. */
    drawn(node, what, parts = []) {
      const drawn = { width: innerWidth(node), height: innerHeight(node) };  // lightpanda knows what is said alone
      const size = (name) => drawn[name] > LEAST_DRAWING ? drawn[name] : Number(attribute(node, name)) || 0;
      if (size("width") <= LEAST_DRAWING || size("height") <= LEAST_DRAWING) return;
      const said = attribute(node, "aria-label") || attribute(node, "title") || what;
      const shapes = parts.filter((part) => !this.isHeard(part)).slice(0, MOST_SHAPES).map(shape).join("; ");
      const label = said + " " + size("width") + "×" + size("height") + (shapes && ": " + shapes);
      this.write(' <span lightterm-handle="' + handle(node, this.base) + '"' + this.called(label) + "></span>");
    }

    frame(node, tag, inherited, depth) {
      let inner = null;
      try { inner = (tag === "frame" ? oldFrameDocument : frameDocument)(node); } catch { inner = null; }
      const box = rectOf(node);
      const sizes = [attribute(node, "width"), attribute(node, "height")];  // a border is no room
      if (tag === "iframe" && (box && (box.width <= 1 || box.height <= 1) || sizes.some((one) => PIXEL.test(one || "")))) {
        if (inner && bodyOf(inner)) this.leave("size", textContent(bodyOf(inner)));
        return;
      }
      const name = attribute(node, "title") || attribute(node, "name") || "";
      if (!inner) {
        const number = handle(node, this.base);
        const piece = "<iframe" + this.kept(node) + ' lightterm-handle="' + number + '"></iframe>';
        this.frames.push([number, piece]);
        return this.write(piece);
      }
      const body = bodyOf(inner);
      if (!body || !inherited.seen) return;
      this.unsure();
      this.adopt(inner);
      this.findGenerated(inner);
      this.findListened(inner);
      this.write("<div><div>" + (name ? "frame: " + escaped(name) : "") + "</div><div>");
      this.children(body, this.inherit(computed(body), true, this.within(node, inner, inherited)), depth);
      this.write("</div></div>");
    }

    /* The colour on which the text of a frame stands: a frame lets through what it lies on. */
    within(node, inner, inherited) {
      if (this.adopts) return null;
      const below = inherited.paint || (this.isBare(node, CANVAS) ? CANVAS : UNKNOWN);
      return this.painted(computed(bodyOf(inner)), { paint: this.painted(computed(documentElement(inner)), { paint: below }) });
    }

    /* Puts the adopted sheets of a document behind its own as elements, in an engine that heeds only those; see
       `release`. In a shadow tree they would count for the whole document: see `findRuled`. */
    adopt(doc) {
      const sheets = this.adopts && doc.adoptedStyleSheets;
      if (!sheets || !sheets.length) return;
      try {
        const style = make(doc, "style");
        setText(style, [...sheets].flatMap((one) => [...one.cssRules].map((rule) => rule.cssText)).join("\n"));
        append(documentElement(doc), style);
        this.adopted.push(style);
      } catch { /* sheets that tell nobody their rules */ }
    }

    /* Puts plain sheets behind those that they stand for: [[handle, css], ...]. */
    flatten(flat) {
      for (const [number, css] of flat) {
        const node = element(number);
        if (!node || !counts(node)) continue;
        const style = make(page, "style");
        setText(style, css);
        before(parentNode(node), style, nextSibling(node));
        this.adopted.push(style);
      }
    }

    release() {
      for (const style of this.adopted) remove(style);
    }

    /* The elements of a tree whose sheets give them text before or after; asking every element costs ten times that. */
    findGenerated(root) {
      const queries = [];
      const look = (rules) => {
        for (const rule of rules) {
          if (this.adopts && rule.media && !globalThis.matchMedia(rule.media.mediaText).matches) continue;
          if (rule.cssRules && rule.cssRules.length) look(rule.cssRules);
          if (!rule.selectorText || !/:(before|after)/.test(rule.selectorText)) continue;
          const gone = this.adopts && rule.style && UNMADE.test(rule.cssText);
          const said = gone ? "none" : rule.style && rule.style.content;
          if (!said || !this.adopts && /^(none|normal|""|''|"\s*")$/.test(said)) continue;
          for (const one of rule.selectorText.split(",")) {
            const [end, which] = /::?(before|after)\s*$/.exec(one) || [];
            if (end) queries.push([one.slice(0, -end.length).trim() || "*", which, said]);
          }
        }
      };
      try {
        const sheets = nodeType(root) === 9 ? sheetsOf(root) : root.styleSheets;
        for (const sheet of [...(sheets || []), ...(root.adoptedStyleSheets || [])]) {
          try { look(sheet.cssRules); } catch { /* another site's sheet */ }
        }
      } catch { return; }
      for (const [query, which, said] of queries.slice(0, 2000)) {
        try {
          for (const found of all(root, query)) this.generated.set(found, { ...this.generated.get(found), [which]: said });
        } catch { /* not a selector */ }
      }
    }

    /* Which elements of a shadow tree its sheets show, for lightpanda, which asks only the sheets of the document. */
    findRuled(root, host, names = ["display", "visibility"], rules = this.inForce(root)) {
      const rule = (one, name, style) => {
        const weight = this.weight(one) + (style.getPropertyPriority(name) === "important" ? 1e9 : 0);
        let found = [];
        const [, of, rest] = /^:host(?:\(((?:[^()]|\([^()]*\))*)\))?(.*)$/.exec(one) || [null, "", one];
        if (of && !matches(host, of)) return;
        const [, slot, given] = /^(.*)::slotted\((.*)\)$/.exec(rest) || [];
        if (given) found = [...all(root, slot.trim() || "slot")].flatMap((into) => assigned(into) || [])
          .filter((node) => nodeType(node) === 1 && matches(node, given));
        else found = rest.trim() ? all(root, rest.trim()) : [host];
        for (const node of found) {
          const known = this.ruled.get(node) || {};
          if (!known[name] || known[name][0] <= weight) known[name] = [weight, style.getPropertyValue(name)];
          this.ruled.set(node, known);
        }
      };
      for (const { selectorText, style } of rules) {
        for (const name of names.filter((one) => style.getPropertyValue(one))) {
          for (const one of selectorText.split(/,(?![^(]*\))/)) {
            try { rule(one.trim(), name, style); } catch { /* not a selector to this engine */ }
          }
        }
      }
    }

    /* Says, once, that what lies behind texts is not all told: the reader then hides none for its colour. */
    unsure() {
      if (this.placed && !this.doubted) this.write('<link as="style">');
      this.doubted = true;
    }

    /* Whether the rules of a linked sheet are known. */
    isRead(node) {
      try {
        const sheet = node.sheet || [...sheetsOf(ownerDocument(node))].find((one) => one.ownerNode === node);
        return !!sheet && sheet.cssRules.length > 0;
      } catch { return false; }
    }

    /* The rules for elements that count in a tree, in their order. */
    inForce(root) {
      const found = [];
      const look = (rules) => {
        for (const rule of rules) {
          const [, kind, when, inner] = rule.selectorText ? []
            : /^@(media|supports|layer)([^{]*)\{(.*)\}$/s.exec(rule.cssText) || [];
          if (kind && (kind !== "media" || globalThis.matchMedia(when).matches)) {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(inner);
            look(sheet.cssRules);
          }
          if (rule.selectorText) found.push(rule);
        }
      };
      const own = nodeType(root) === 9 ? sheetsOf(root) : [...all(root, "style")].map((node) => node.sheet);
      for (const sheet of [...own, ...(root.adoptedStyleSheets || [])]) {
        try { look(sheet.cssRules); } catch { /* another site's, or none */ }
      }
      return found;
    }

    /* What the sheets say of where and how large things are, for the reader to find what nobody sees: lightpanda lays
       nothing out. Null where neither a rule nor an element can hide anything so. */
    placing(doc, rules) {
      const suspect = rules.some((rule) => SUSPECT.test(rule.cssText)) ||
        [...all(doc, "[style]")].some((node) => SUSPECT.test(attribute(node, "style") + ";")) ||
        all(doc, "[bgcolor],font[color],body[text]").length > 0;
      if (!suspect) return null;
      const said = [];
      let size = 0;
      for (const { selectorText, cssText } of rules) {
        const body = cssText.slice(selectorText.length);
        // variables count where the whole page has them, or the rule that sets them
        const wide = WIDELY.test(selectorText) || body.includes("var(");
        const own = [...body.matchAll(PLACING)].filter(([, name]) => wide || !name.startsWith("--"))
          .map(([, name, value]) => name + ":" + value.trim());
        if (!own.length) continue;
        said.push(selectorText + "{" + own.join(";") + "}");
        size += said.at(-1).length;
        if (size > MOST_HIDES) return null;  // of half the rules the reader would take for hidden what the others show
      }
      return said.join("\n").replace(/</g, "\\3c ") || "/* none: attributes alone say something */";
    }

    /* What the sheets of its shadow tree say of an element, "" where they or it itself say nothing or otherwise. */
    rule(node, name) {
      const known = this.ruled.get(node);
      const own = known && new RegExp("(^|;)\\s*" + name + "\\s*:", "i").test(attribute(node, "style") || "");
      return known && known[name] && !own ? known[name][1] : "";
    }

    /* How special a selector is: names, then classes, attributes and states, then tags. */
    weight(selector) {
      const count = (what) => (selector.match(what) || []).length;
      return 1e6 * count(/#/g) + 1e3 * count(/\.|\[|:(?!host|:|not|is|where)/g) + count(/(^|[\s>+~(])[a-z]/gi);
    }

    /* The elements on which scripts listen for clicks: listened.js, in the page's own world, tells them by events. */
    findListened(doc) {
      const take = (event) => this.listened.add(pathOf(event)[0]);
      const wait = (event) => { if (this.isAhead(pathOf(event)[0])) this.waiting += 1; };
      listen(doc, "QUESTION answer", take, true);
      listen(doc, "QUESTION waits", wait, true);
      dispatch(doc, new Event_("QUESTION"));
      unlisten(doc, "QUESTION answer", take, true);
      unlisten(doc, "QUESTION waits", wait, true);
    }

    /* Whether an element that a script waits for lies below what is in view, and holds nothing yet. */
    isAhead(node) {
      const box = rectOf(node);
      if (!box || box.top < (globalThis.innerHeight || 720) || box.height > HIGHEST_PART) return false;
      return !matches(node, MEDIA) && !all(node, MEDIA).length && (textContent(node) || "").trim().length < FEW_LETTERS;
    }

    /* What a rule puts before or after an element, as a string, for an engine that computes no style of that. */
    said(node, content) {
      const parts = (content || "").match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|attr\([\w-]+\)|[^\s"']+/g) || [];
      const texts = parts.map((part) => part.startsWith("attr(") ? attribute(node, part.slice(5, -1)) || ""
        : /^["']/.test(part) ? part.slice(1, -1) : null);
      const read = (_, code, other) => code ? String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)) : other;
      const text = texts.map((one) => one && one.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, read)).join("");
      return texts.length && !texts.includes(null) ? '"' + text.replace(/["\\]/g, "\\$&") + '"' : "";
    }

    /* Whether what a rule puts before or after an element is seen. */
    isMade(node, style, own) {
      if (this.adopts) return true;
      if (Number(style.opacity || 1) < FAINT || this.sentAway(style) === "sure" || this.taken(style)) return false;
      if (/^absolute$|^fixed$/.test(style.position) && /^rect\((?:[01]px,? ?){4}\)$/.test(style.clip)) return false;
      return this.legible(node, style, this.painted(style, own), own.scale);
    }

    pseudo(node, which, own) {
      const style = computed(node, which);
      const content = style.content || this.adopts && this.said(node, this.generated.get(node)[which.slice(2)]);
      if (!content || content[0] !== '"' || style.display === "none" || style.visibility === "hidden") return;
      if (!this.isMade(node, style, own)) return;
      const text = content.replace(/ \/ .*$/, "").replace(/^"|"$/g, "").replace(/\\(.)/g, "$1");
      const read = text.replace(/[\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/gu, "");
      if (read) this.words(read);
    }
  }

  /* {markup, title, url, text, canvas, cut, late, veiled, waiting, hidden, height, tool, frames: [[handle, markup of its place], ...], ms}.
     `tool` is a number of its own: another document has another, and so has one whose handles were forgotten. `most`
     bounds the markup, in characters, `ms` its time, and `by` when it is to end, in milliseconds since 1970: a page
     that is laid out first begins late; `late` says that one of them cut it short. `styles` writes what the computed style says of the reading;
     `inner` takes the body's content alone, for frames, whose handles then begin at tool * 1e7. `adopt` is for an engine
     that does not heed adoptedStyleSheets: they stand in the page as elements while it is read, as do the plain ones
     of `flat`, by the handles of what they stand for. */
  const read = ({ most = 30_000_000, styles = true, inner = false, ms = 1e9, by = 0, adopt = false, flat = [] } = {}) => {
    const begun = now(), left = by - clock();
    const writing = new Writing(Math.min(most, 30_000_000), styles, inner, begun + (by && left < ms ? Math.max(left, LEAST) : ms), adopt);
    take(watcher.takeRecords());
    try {
      writing.flatten(flat);
      if (inner) writing.inside(page);
      else writing.document(page);
    } finally {
      writing.release();
      if (writing.adopted.length) watcher.takeRecords();
    }
    return { markup: apply(join, writing.out, [""]), title: titleOf(page), url: addressOf(page), text: writing.text,
      canvas: writing.canvas || writing.drawings > 0 && writing.text < 2, cut: writing.cut, late: writing.cut && !writing.full, veiled: writing.veiled, waiting: writing.waiting,
      hidden: [...writing.hidden].map(([reason, [count, size]]) => [reason, count, size]),
      height: documentElement(page) ? documentElement(page).scrollHeight || 0 : 0, frames: writing.frames, tool,
      ms: now() - begun };
  };

  /* Whether the sheet of an element counts. */
  const counts = (node) => {
    const own = (one) => one.ownerNode === node;  // lightpanda gives no link its sheet
    const [sheet, media] = [node.sheet || [...sheetsOf(page)].find(own), attribute(node, "media")];
    return !!sheet && !sheet.disabled && (!media || globalThis.matchMedia(media).matches);
  };
  const lengths = new WeakMap();
  const sheets = () => {
    const found = [];
    for (const node of all(page, "style,link[rel~=stylesheet]")) {
      const text = localName(node) === "style" ? textContent(node) : "";
      if (!counts(node) || text && lengths.get(node) === text.length) continue;
      lengths.set(node, text.length);
      if (text.length < MOST_CSS) found.push([handle(node, 0), text, text ? "" : node.href || ""]);
    }
    return [tool, found];
  };

  const mark = (number, token) => {
    const found = element(number);
    if (found) setAttribute(found, "lightterm-mark", token);
    return !!found;
  };
  const unmark = (number) => {
    const found = element(number);
    if (found) removeAttribute(found, "lightterm-mark");
  };

  let changed = now();
  const watched = new WeakSet();
  const take = (records) => {
    for (const record of records) {
      if (record.type !== "attributes" || record.attributeName !== "lightterm-mark") changed = now();
    }
  };
  const watcher = new MutationObserver(take);
  const watch = (root) => {
    if (!root || watched.has(root)) return;
    watched.add(root);
    watcher.observe(root, { childList: true, characterData: true, subtree: true, attributes: true,
      attributeFilter: ["class", "style", "hidden", "open", "src", "lightterm-mark"] });
  };
  /* The documents of the frames of its own site in a document. */
  const insideOf = (doc) => [...all(doc, "iframe")].slice(0, MOST_FRAMES).flatMap((node) => {
    let inner = null;
    try { inner = frameDocument(node); } catch { /* another site's */ }
    return inner ? [inner] : [];
  });
  const quiet = () => {
    const begun = now();
    const body = bodyOf(page);
    const size = body ? textContent(body).length : 0, elements = byTag(page, "*").length;
    const huge = size > 1_000_000 || elements > MOST_LAID;  // what shows needs a layout
    if (elements <= MOST_HOSTS) {
      for (const host of all(page, ":defined")) {
        if (localName(host).includes("-")) watch(shadowRoot(host));
      }
    }
    const text = huge ? size : body ? (body.innerText || "").trim().length : 0;
    let waits = 0;
    const told = WAITS.map((name, at) => [name, () => { waits = Math.min(waits || WAITS.length, at + 1); }]);
    for (const doc of [page, ...insideOf(page)]) {
      watch(doc);
      for (const [name, hear] of told) listen(doc, name, hear, true);
      dispatch(doc, new Event_("QUESTION timers"));
      for (const [name, hear] of told) unlisten(doc, name, hear, true);
    }
    return [now() - changed, text, stateOf(page), waits, now() - begun];
  };

  const listens = () => {
    let open = false;
    const hear = () => { open = true; };
    listen(page, "QUESTION listens", hear, true);
    dispatch(page, new Event_("QUESTION streams"));
    unlisten(page, "QUESTION listens", hear, true);
    return open;
  };

  /* Whether a page of little text says itself that more comes. */
  const unfinished = () => {
    const body = bodyOf(page);
    if (!body || !(body.innerText || "").trim()) return true;
    const leaves = /location(\.href)?\s*=[^=]|location\.(replace|assign)\s*\(/;  // to another page, after a while
    const later = (text) => text.length < 4000 && /setTimeout/.test(text) && leaves.test(text);
    if ([...all(page, "script")].some((one) => later(textContent(one)))) return true;
    const signs = "[aria-busy=true],[class*=skeleton],[class*=spinner],[class*=shimmer],progress:not([value])";
    const words = /loading|please wait|one moment|fetching|(\.\.\.|…)\s*$/i;
    return all(page, signs).length > 0 || words.test(body.innerText);
  };

  /* Whether a skeleton stands in the main part of the page, or a word that says that it is loading and nothing else. */
  const announces = () => {
    const shows = (node) => {
      for (; node; node = parentNode(node)) {
        if (nodeType(node) !== 1) continue;
        const style = computed(node);
        if (ASIDE.has(localName(node)) || style.display === "none" || style.visibility === "hidden") return false;
      }
      return true;
    };
    const says = (node) => {
      if (firstElement(node) || SKIPPED.has(localName(node)) || SOLID.has(localName(node))) return false;
      const text = (textContent(node) || "").trim();
      return text.length > 2 && text.length < WORDLESS && AWAITED.test(text);
    };
    const empty = (node) => (textContent(node) || "").trim().length < FAINT_WORDS;
    const main = all(page, "main,[role=main]")[0] || bodyOf(page);
    if (!main) return false;
    const some = (query, is) => [...all(main, query)].slice(0, MOST_ASKED).some((node) => is(node) && shows(node));
    return some(SKELETONS, empty) || some("*", says);
  };

  const pairs = (store) => {
    const found = [];
    for (let i = 0; i < store.length; i++) found.push([store.key(i), store.getItem(store.key(i))]);
    return found;
  };
  const storage = () => {
    const kept = [[], []];
    try { kept[0] = pairs(globalThis.localStorage); kept[1] = pairs(globalThis.sessionStorage); } catch { /* none */ }
    return [globalThis.origin, ...kept, globalThis.scrollX || 0, globalThis.scrollY || 0];
  };
  const scroll = (x, y) => {
    globalThis.scrollTo(x, y);
    for (const one of [globalThis, page]) dispatch(one, new Event_("scroll"));  // lightpanda tells nobody
  };

  watch(page);
  const face = Object.freeze({ read, element, mark, unmark, quiet, listens, secret, unfinished, announces, sheets, storage, scroll,
    handle: (node) => handle(node, 0) });
  Object.defineProperty(globalThis, NAME, { value: face });
  return face;
})()
