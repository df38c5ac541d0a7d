// Fragments that are used in several places and then changed: by overlays, by `overlay.apply`, by later documents of data values and schemas,
// in libraries. In ytt, such a fragment is one node. And defaults of array items in a schema, which items share.
import { change as anyChange, overlayFile, write } from "./overlay.mjs";
import { simpleScalar } from "./yaml.mjs";

const LOADS = [
  ...["overlay", "struct", "template", "yaml"].map((name) => `#@ load("@ytt:${name}", "${name}")`),
  "#@ def keep(a, b):",
  "#@   return a",
  "#@ end",
];

/** A change of some of the tree. Mostly one that succeeds, also if the place was changed before. */
function change(r, node, indent) {
  if (r.chance(0.15)) return anyChange(r, node, indent);
  const found = isMap(node) ? r.some(node, 0.5) : r.some(node.list, 0.5);
  const lines = (found.length ? found : [isMap(node) ? node[0] : node.list[0]]).flatMap((each) =>
    isMap(node) ? changeOfKey(r, each, indent) : changeOfItem(r, each, indent),
  );
  if (isMap(node) && r.chance(0.2))
    lines.push(`${indent}#@overlay/match missing_ok=True`, `${indent}added: ${r.pick(["1", "{deep: 1}", "[1]"])}`);
  return lines;
}

function changeOfKey(r, [name, value], indent) {
  const head = r.chance(0.4) ? [`${indent}#@overlay/match missing_ok=True`] : [];
  const below = () => [`${indent}${name}:`, ...change(r, value, Array.isArray(value) ? `${indent}  ` : indent)];
  return r.weighted([
    [5, () => (typeof value === "string" ? [...head, `${indent}${name}: changed`] : [...head, ...below()])],
    [1, () => [`${indent}#@overlay/match expects="0+"`, `${indent}#@overlay/remove`, `${indent}${name}:`]],
    [
      1,
      () => [
        ...head,
        `${indent}#@overlay/replace`,
        `${indent}${name}: ${r.pick(["replaced", "{n: 1}", "[1, 2]", "null"])}`,
      ],
    ],
    [
      0.6,
      () => [
        ...head,
        `${indent}#@overlay/replace via=${r.pick(["lambda a, b: a", "lambda a, b: b", "lambda a, b: [a, a]", 'lambda a, b: {"l": a, "r": b}', "keep"])}`,
        `${indent}${name}: 1`,
      ],
    ],
  ]);
}

function changeOfItem(r, value, indent) {
  const by = r.pick(["overlay.index(0)", "overlay.all", ...(isMap(value) ? ['"name"'] : ["lambda i, l, r: l == r"])]);
  const match = `${indent}#@overlay/match by=${by}, expects="0+"`;
  const item = (text) => `${indent}- ${text}`;
  const below = () => {
    if (typeof value === "string") return [item("changed")];
    const [first, ...rest] = change(r, value, `${indent}  `);
    return first.trimStart().startsWith("#") ? [`${indent}-`, first, ...rest] : [item(first.trimStart()), ...rest];
  };
  return r.weighted([
    [4, () => [match, ...below()]],
    [1, () => [item("appended")]],
    [1, () => [match, `${indent}#@overlay/remove`, item("0")]],
    [
      1,
      () => [
        match,
        `${indent}#@overlay/insert ${r.pick(["before=True", "after=True", "before=True, after=True"])}`,
        item(r.pick(["inserted", "{n: 1}"])),
      ],
    ],
    [1, () => [match, `${indent}#@overlay/replace`, item(r.pick(["replaced", "{n: [1]}"]))]],
  ]);
}

/** A fragment's content, as the trees of overlay.mjs. */
function tree(r, depth = 2) {
  const leaf = () => simpleScalar(r).replace(/^(\[\]|\{\})$/, "0");
  const below = () => (depth > 0 && r.chance(0.5) ? tree(r, depth - 1) : leaf());
  if (r.chance(0.75))
    return r
      .some(["name", "x", "l", "m", "k"], 0.6)
      .map((name) => [name, below()])
      .concat(r.chance(0.6) ? [["z", leaf()]] : [["z", { list: [leaf()] }]]);
  return {
    list: r.times(r.between(1, 3), (at) =>
      r.chance(0.5)
        ? [
            ["name", `n${at}`],
            ["v", below()],
          ]
        : leaf(),
    ),
  };
}

const isMap = (node) => Array.isArray(node);
const part = (node, r) => (isMap(node) ? r.pick(node) : undefined);

/** `#@ def name():` with the tree as its body. */
const definition = (name, node) => [`#@ def ${name}():`, ...write(node, ""), "#@ end"];

/** Overlays that mostly match the documents, whatever their state. */
function overlays(r, documents) {
  if (r.chance(0.2)) return overlayFile(r, documents);
  const lines = [...LOADS];
  for (let count = r.pick([1, 1, 2]); count > 0; count--) {
    const by = r.weighted([
      [4, "overlay.all"],
      [1, "overlay.index(0)"],
      [1, 'overlay.subset({"kind": "Deployment"})'],
    ]);
    lines.push(`#@overlay/match by=${by}, expects="0+"`, "---", ...change(r, r.pick(documents), ""));
  }
  return `${lines.join("\n")}\n`;
}

/** Ways to use the fragment `f` as a value, with the tree that comes of each. */
function use(r, node) {
  const [key, value] = part(node, r) ?? [];
  const map = (...pairs) => pairs;
  return r.weighted([
    [6, () => ["f", node]],
    [1, () => ["frag()", node]],
    [1, () => ["(lambda: f)()", node]],
    [1, () => ["[f, f]", { list: [node, node] }]],
    [1, () => ["[f] * 2 + [frag()]", { list: [node, node, node] }]],
    [1, () => ['{"in": f, "own": {"o": 1}}', map(["in", node], ["own", [["o", "1"]]])]],
    [1, () => ["d", map(["in", node], ["own", [["o", "1"]]])]],
    [1, () => ["s", map(["f", node], ["o", "1"])]],
    [1, () => ["s.f", node]],
    [1, () => ["outer(f)", map(["p", node], ["q", node])]],
    [1, () => ["g", map(["p", node], ["q", node])]],
    [0.5, () => ["yaml.decode(yaml.encode(f))", node]],
    [0.5, () => ["f if True else None", node]],
    [0.5, () => ["[e for e in [f]]", { list: [node] }]],
    [key ? 2 : 0, () => [`f["${key}"]`, value]],
    [isMap(node) ? 0.5 : 0, () => ["{k: f[k] for k in f}", node]],
    [isMap(node) ? 0 : 1, () => ["f[0]", node.list?.[0]]],
    [isMap(node) ? 0 : 1, () => ["list(f)", node]],
  ]);
}

/** Code for the head of a file: the fragment and the values that contain it. */
function head(r, node) {
  // A body that is an array must not be beside keys in one document.
  const own = isMap(node)
    ? definition("frag", node)
    : [
        "#@ def wrapped():",
        "f:",
        ...write(node, ""),
        "#@ end",
        "#@ def frag():",
        '#@   return wrapped()["f"]',
        "#@ end",
      ];
  return [
    ...own,
    "#@ f = frag()",
    '#@ d = {"in": f, "own": {"o": 1}}',
    "#@ s = struct.make(f=f, o=1)",
    "#@ def outer(p):",
    "p: #@ p",
    "q: #@ p",
    "#@ end",
    "#@ g = outer(f)",
    ...(r.chance(0.2) ? ["#@ h = [f]"] : []),
  ];
}

/** Keys that use the fragment, and their tree. */
function uses(r, node) {
  const found = r.times(r.between(2, 4), (at) => [`u${at}`, ...use(r, node)]);
  const lines = [];
  const pairs = [];
  for (const [name, code, value] of found) {
    if (isMap(node) && r.chance(0.15)) {
      lines.push(`${name}:`, "  _: #@ template.replace(f)");
      pairs.push([name, node]);
    } else if (!isMap(node) && r.chance(0.15)) {
      lines.push(`${name}:`, "- #@ template.replace(f)", ...(r.chance(0.3) ? ["- last"] : []));
      pairs.push([name, node]);
    } else if (r.chance(0.12)) {
      lines.push(`${name}:`, "#@ for i in range(2):", `- i: #@ i`, `  v: #@ ${code}`, "#@ end");
      pairs.push([
        name,
        {
          list: [0, 1].map((i) => [
            ["i", `${i}`],
            ["v", value],
          ]),
        },
      ]);
    } else {
      lines.push(`${name}: #@ ${code}`);
      pairs.push([name, value ?? "0"]);
    }
  }
  return { lines, pairs };
}

/** Functions with changes of the fragment, and calls that apply them. */
function applied(r, node) {
  const names = r.times(r.between(1, 2), (at) => `over${at}`);
  const functions = names.flatMap((name) =>
    isMap(node)
      ? [`#@ def ${name}():`, ...change(r, node, ""), "#@ end"]
      : [
          `#@ def ${name}_():`,
          "f:",
          ...change(r, node, ""),
          "#@ end",
          `#@ def ${name}():`,
          `#@   return ${name}_()["f"]`,
          "#@ end",
        ],
  );
  const call = () =>
    `overlay.apply(${r.pick(["f", "f", "frag()", 'd["in"]', "s.f", 'g["p"]'])}, ${r
      .some(names, 0.7)
      .concat(names[0])
      .map((name) => `${name}()`)
      .join(", ")})`;
  return { functions, call };
}

export function sharedProject(r) {
  const node = tree(r);
  return r.weighted([
    [4, () => inOverlayPhase(r, node)],
    [3, () => inApply(r, node)],
    [2, () => inValues(r, node)],
    [1, () => inSchema(r)],
    [3, () => inDefaults(r)],
    [1.5, () => inLibrary(r, node)],
  ]);
}

function inOverlayPhase(r, node) {
  const documents = [];
  const lines = [...LOADS, ...head(r, node)];
  for (let count = r.between(1, 2); count > 0; count--) {
    const { lines: own, pairs } = uses(r, node);
    lines.push("---", "kind: Deployment", ...own);
    documents.push([["kind", "Deployment"], ...pairs]);
  }
  if (isMap(node) && r.chance(0.2)) lines.push("--- #@ f", "--- #@ f");
  const files = [
    { path: "config.yml", content: `${lines.join("\n")}\n` },
    { path: "overlay.yml", content: overlays(r, documents) },
  ];
  if (r.chance(0.4)) files.push({ path: "second.yml", content: overlays(r, documents) });
  return { files, args: r.chance(0.1) ? ["-o", "pos"] : [] };
}

function inApply(r, node) {
  const { functions, call } = applied(r, node);
  const { lines: first } = uses(r, node);
  const between = () => (r.chance(0.5) ? [`#@ ${r.chance(0.2) ? `assert.try_to(lambda: ${call()})` : call()}`] : []);
  const lines = [
    ...LOADS,
    '#@ load("@ytt:assert", "assert")',
    ...head(r, node),
    ...functions,
    ...between(),
    "---",
    ...first,
    ...between(),
    `r: #@ ${call()}`,
    "f: #@ f",
    ...(r.chance(0.3) ? ["t: #@ type(f), yaml.encode(f)"] : []),
  ];
  const files = [{ path: "config.yml", content: `${lines.join("\n")}\n` }];
  if (r.chance(0.2))
    files.push({
      path: "overlay.yml",
      content: overlays(
        r,
        [
          [
            ["f", node],
            ["r", node],
          ],
        ].map((pairs) => [["kind", "x"], ...pairs]),
      ),
    });
  return { files };
}

function inValues(r, node) {
  const { lines, pairs } = uses(r, node);
  const files = [
    { path: "values.yml", content: `${[...LOADS, ...head(r, node), "#@data/values", "---", ...lines].join("\n")}\n` },
  ];
  for (let count = r.between(1, 2); count > 0; count--)
    files.push({
      path: `values${count}.yml`,
      content: `${[...LOADS, "#@data/values", "---", ...change(r, pairs, "")].join("\n")}\n`,
    });
  if (r.chance(0.3)) files.unshift({ path: "schema.yml", content: `${schemaOf(r, pairs).join("\n")}\n` });
  files.push({ path: "config.yml", content: '#@ load("@ytt:data", "data")\n--- #@ data.values\n' });
  return { files };
}

/** A schema for the trees, of any type at some depth. */
function schemaOf(r, pairs) {
  const lines = pairs.flatMap(([name, value]) =>
    r.chance(0.5) || !isMap(value)
      ? ["#@schema/type any=True", `${name}: null`]
      : [...(r.chance(0.3) ? ["#@schema/nullable"] : []), `${name}:`, ...schemaMap(r, value, "  ")],
  );
  return ["#@data/values-schema", "---", ...lines];
}

const schemaMap = (_, node, indent) =>
  node.flatMap(([name, value]) =>
    typeof value === "string" && !/^(null|)$/.test(value)
      ? [`${indent}${name}: ${value}`]
      : [`${indent}#@schema/type any=True`, `${indent}${name}: null`],
  );

/** Schema documents with one fragment in several places. */
function inSchema(r) {
  const fields = r
    .shuffled(['name: ""', "port: 0", 'tags:\n- ""', "db: {host: h, n: 1}", "flag: true"])
    .slice(0, r.between(1, 3));
  const places = r.times(r.between(2, 3), (at) => [`p${at}`, r.chance(0.4)]);
  const first = [
    "#@ def item():",
    ...fields.map((field) => (r.chance(0.15) ? `#@schema/validation not_null=True\n${field}` : field)),
    "#@ end",
    "#@ i = item()",
    "#@data/values-schema",
    "---",
    ...places.flatMap(([name, list]) => (list ? [`${name}:`, "- #@ i"] : [`${name}: #@ i`])),
  ];
  const second = () => {
    const [name, list] = r.pick(places);
    const field = r
      .pick([
        ...fields,
        "#@overlay/match missing_ok=True\nextra: 5",
        "#@overlay/match missing_ok=True\n#@schema/nullable\nmore: [0]",
      ])
      .replace(/^(\w+): .*$/m, (all, key) =>
        r.chance(0.5) ? `#@overlay/replace\n${key}: ${r.pick(["1", '"t"', "true"])}` : all,
      );
    const body = indented(field, "  ");
    return [
      '#@ load("@ytt:overlay", "overlay")',
      "#@data/values-schema",
      "---",
      `${name}:`,
      ...(list ? ["#@overlay/match by=overlay.index(0)", "-", ...body] : body),
    ];
  };
  const values = [
    "#@data/values",
    "---",
    ...places.flatMap(([name, list]) => (r.chance(0.6) ? (list ? [`${name}:`, "- {}", "- {}"] : [`${name}: {}`]) : [])),
  ];
  const files = [
    { path: "schema.yml", content: `${first.join("\n")}\n` },
    ...r.times(r.between(1, 2), (at) => ({ path: `schema${at}.yml`, content: `${second().join("\n")}\n` })),
    ...(values.length > 2 && r.chance(0.7) ? [{ path: "values.yml", content: `${values.join("\n")}\n` }] : []),
    { path: "config.yml", content: '#@ load("@ytt:data", "data")\n--- #@ data.values\n' },
  ];
  return { files };
}

const FIELDS = [
  ['tags:\n- ""', ["tags:\n- t", "tags: [u, v]", "#@overlay/replace\ntags: [w]", "#@overlay/remove\ntags:"]],
  [
    "db: {host: h, ports: [0], opts: {tls: true}}",
    ["db:\n  host: c", "db:\n  ports:\n  - 1", "db:\n  opts:\n    tls: false", "#@overlay/replace\ndb: {}", "db: {}"],
  ],
  ["#@schema/nullable\nnl:\n  a: [0]\n  b: 1", ["nl: {}", "nl:\n  a:\n  - 1", "nl: null", "#@overlay/replace\nnl: {}"]],
  ["#@schema/type any=True\nany: {a: [1]}", ["any:\n  a:\n  - 2", "any: 1", "any: [x]"]],
  ['#@schema/default ["a"]\ndef:\n- ""', ["def:\n- b", "def: []"]],
  [
    'subs:\n- name: ""\n  l: [0]\n  m: {k: v}',
    [
      "subs:\n- name: s",
      'subs:\n#@overlay/match by="name", missing_ok=True\n- name: s\n  l:\n  - 1',
      'subs:\n#@overlay/match by="name", missing_ok=True\n- name: s\n  m:\n    k: w',
    ],
  ],
  ["port: 80", ["port: 81"]],
  ["#@schema/validation max_len=2\nrule: [0]", ["rule:\n- 1", "rule: [1, 2]"]],
];

const indented = (text, indent) => text.split("\n").map((line) => indent + line);

/** Values documents that add array items and change them. */
function inDefaults(r) {
  const fields = r.shuffled(FIELDS).slice(0, r.between(1, 4));
  const nested = r.chance(0.25);
  const schema = [
    "#@data/values-schema",
    "---",
    ...(nested ? ["top:"] : []),
    ...indented(
      `apps:\n- name: ""\n${fields.flatMap(([field]) => indented(field, "  ")).join("\n")}`,
      nested ? "  " : "",
    ),
  ];
  const document = () => {
    const items = r
      .times(r.between(1, 3), () => {
        const name = r.pick(["one", "two", "three"]);
        const changes = r.some(fields, 0.4).map(([, choices]) => r.pick(choices));
        return [
          ...(r.chance(0.6) ? ['#@overlay/match by="name", missing_ok=True'] : []),
          `- name: ${name}`,
          ...changes.flatMap((text) => indented(text, "  ")),
        ];
      })
      .flat();
    return [
      "#@data/values",
      "---",
      ...(nested ? ["top:"] : []),
      ...indented(["apps:", ...items].join("\n"), nested ? "  " : ""),
    ];
  };
  const files = [{ path: "schema.yml", content: `${schema.join("\n")}\n` }];
  const last = r.between(2, 4);
  for (let at = 1; at <= last; at++)
    files.push({
      path: `values${at}.yml`,
      content: `${[...document(), ...(r.chance(0.15) ? document() : [])].join("\n")}\n`,
    });
  files.push({ path: "config.yml", content: '#@ load("@ytt:data", "data")\n--- #@ data.values\n' });
  return { files, args: r.chance(0.5) ? ["--data-values-inspect", ...(r.chance(0.2) ? ["-o", "pos"] : [])] : [] };
}

/** Fragments as arguments of a library, and its results. */
function inLibrary(r, node) {
  const { functions, call } = applied(r, node);
  const base = "_ytt_lib/lib/";
  const files = [
    { path: `${base}schema.yml`, content: "#@data/values-schema\n---\n#@schema/type any=True\nv: null\n" },
    {
      path: `${base}config.yml`,
      content: '#@ load("@ytt:data", "data")\n---\nkind: Service\nv: #@ data.values.v\nw: #@ data.values.v\n',
    },
    { path: `${base}f.lib.yml`, content: `${[...LOADS, ...head(r, node)].join("\n")}\n` },
  ];
  const exported = r.chance(0.3);
  const lines = [
    ...LOADS,
    '#@ load("@ytt:library", "library")',
    ...head(r, node),
    ...functions,
    `#@ lib = library.get("lib").with_data_values({"v": f}${r.chance(0.2) ? ", plain=True" : ""})`,
    ...(r.chance(0.4) ? [`#@ ${call()}`] : []),
    "#@ docs = lib.eval()",
    ...(exported ? ['#@ e = library.get("lib").export("f")'] : []),
    r.pick(["--- #@ template.replace(docs)", "--- #@ template.replace(lib.eval())"]),
    ...(r.chance(0.6) ? ["--- #@ template.replace(docs)"] : []),
    "---",
    "kind: x",
    "raw: #@ docs[0]",
    "f: #@ f",
    ...(exported ? ["e: #@ e", "e2: #@ e"] : []),
  ];
  const service = [
    ["kind", "Service"],
    ["v", node],
    ["w", node],
  ];
  const own = [
    ["kind", "x"],
    ["raw", service],
    ["f", node],
    ...(exported
      ? [
          ["e", node],
          ["e2", node],
        ]
      : []),
  ];
  files.push(
    { path: "config.yml", content: `${lines.join("\n")}\n` },
    { path: "overlay.yml", content: overlays(r, [service, own]) },
  );
  return { files };
}
