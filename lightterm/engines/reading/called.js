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
