  /* The words, bounds and forms that the other parts go by. */
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
  const MOST_COVERED = 0.6, MOST_COVERS = 100, MOST_LINES = 40, COVERING = 1000;
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
