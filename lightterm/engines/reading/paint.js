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
