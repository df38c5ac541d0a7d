// The workloads that speed is measured on, in any size: `node tests/bench/workloads.mjs FOLDER [--scale N]` writes them as
// folders, each for `ytt -f FOLDER/NAME`. Same arguments, same bytes; `workloads.test.mjs` has their digests.
// Each stresses one part: `render5k` templates, `schema2k` schema and data values, `violations1k` rules, `overlay300x30`
// overlays, `starlark` the interpreter, `plain2mb` reading and printing, `project20` the edit of one of many files. `small` is a
// playground's example, and does not scale.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const small = {
  "schema.yml": `#@data/values-schema
---
#@schema/desc "Name of the shop"
#@schema/validation min_len=1
shop: corner
#@schema/validation min=1, max=10
replicas: 2
#@schema/nullable
tls:
  #@schema/validation min_len=1
  cert: ""
  key: ""
tills:
- name: ""
  #@schema/validation one_of=["cash", "card"]
  kind: cash
  port: 80
`,
  "values.yml": `#@data/values
---
shop: bakery
replicas: 3
tills:
- name: front
- name: back
  kind: card
  port: 8080
`,
  "config.yml": `#@ load("@ytt:data", "data")
#@ def labels(name):
app: #@ name
shop: #@ data.values.shop
#@ end
#@ for/end t in data.values.tills:
---
apiVersion: v1
kind: Service
metadata:
  name: #@ data.values.shop + "-" + t.name
  labels: #@ labels(t.name)
spec:
  ports:
  - port: #@ t.port
    name: #@ t.kind
  #@ if/end data.values.tls:
  tls: #@ data.values.tls.cert
  replicas: #@ data.values.replicas
`,
};

const deployments = `#@ load("@ytt:data", "data")
#@ def labels(i):
app: #@ "app-{}".format(i)
tier: backend
#@ end
#@ for i in range(data.values.count):
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: #@ "app-{}".format(i)
  labels: #@ labels(i)
spec:
  replicas: #@ i % 7
  template:
    metadata:
      labels: #@ labels(i)
    spec:
      containers:
      - name: main
        image: #@ "registry/app:{}".format(i)
        ports:
        #@ for p in range(3):
        - containerPort: #@ 8000 + p
          protocol: TCP
        #@ end
        env:
        - name: INDEX
          value: #@ str(i)
#@ end
`;

const times = (count, text) => Array.from({ length: count }, (_, index) => text(index)).join("");

const render = (count) => ({
  "schema.yml": `#@data/values-schema\n---\ncount: ${count}\n`,
  "config.yml": deployments,
});

const schema = (count) => ({
  "schema.yml": `#@data/values-schema\n---\n${times(
    count,
    (i) => `group${i}:
  #@schema/validation min_len=1, max_len=40
  name: "n${i}"
  #@schema/validation min=0, max=100000000
  port: ${i}
  tags:
  - ""
`,
  )}`,
  "values.yml": `#@data/values\n---\n${times(
    count,
    (i) => `group${i}:
  name: "v${i}"
  port: ${i + 1}
  tags:
  - a
  - b
`,
  )}`,
  "config.yml": '#@ load("@ytt:data", "data")\nx: #@ data.values.group7.name\n',
});

const violations = (count) => ({
  "schema.yml": `#@data/values-schema\n---\n${times(
    count,
    (i) => `#@schema/validation ("even", lambda v: v % 2 == 0), min=10, when=lambda v, ctx: ctx.root["on"]
k${i}: ${i}
`,
  )}on: true\n`,
});

const objects = (count) =>
  times(
    count,
    (i) => `---
apiVersion: v1
kind: ${i % 2 ? "Service" : "ConfigMap"}
metadata:
  name: obj-${i}
  annotations: {}
spec:
  ports:
  - name: http
    port: 80
  - name: https
    port: 443
`,
  );

const overlays = (count) =>
  times(
    count,
    (i) => `
#@overlay/match by=overlay.subset({"kind": "${i % 2 ? "Service" : "ConfigMap"}"}), expects="1+"
---
metadata:
  #@overlay/match-child-defaults missing_ok=True
  annotations:
    step-${i}: "yes-${i}"
spec:
  ports:
  #@overlay/match by="name"
  - name: http
    port: ${8000 + i}
`,
  );

const overlay = (count) => ({
  "objects.yml": objects(count),
  "overlay.yml": `#@ load("@ytt:overlay", "overlay")${overlays(30)}`,
});

const starlark = (count) => ({
  "config.yml": `#@ def sieve(n):
#@   flags = [True] * (n + 1)
#@   out = []
#@   for i in range(2, n + 1):
#@     if flags[i]:
#@       out.append(i)
#@       for j in range(i + i, n + 1, i):
#@         flags[j] = False
#@       end
#@     end
#@   end
#@   return out
#@ end
#@ p = sieve(${count})
count: #@ len(p)
last: #@ p[-1]
words: #@ len(sorted(["w{}".format(i * 7919 % 50000) for i in range(${Math.floor(count / 4)})]))
`,
});

const padded = (n) => String(n).padStart(2, "0");

/** A service of a larger project, with a Deployment, a Service and a ConfigMap for each of its components. */
const serviceTemplate = (n) => `#@ load("@ytt:data", "data")
#@ load("lib/names.lib.yml", "labels")
#@ load("lib/${n % 2 ? "ports.star" : "resources.lib.yml"}", "${n % 2 ? "port_of" : "resources"}")
#@ service = data.values.services.service${padded(n)}
#@ for i in range(service.components):
#@ name = "service${padded(n)}-{}".format(i)
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: #@ name
  labels: #@ labels(name)
spec:
  replicas: #@ service.replicas
  template:
    metadata:
      labels: #@ labels(name)
    spec:
      containers:
      - name: main
        image: #@ "{}/{}:{}".format(data.values.registry, name, service.tag)
${n % 2 ? "        ports:\n        - containerPort: #@ port_of(i)\n" : "        resources: #@ resources(i)\n"}---
apiVersion: v1
kind: Service
metadata:
  name: #@ name
  labels: #@ labels(name)
spec:
  ports:
  - port: 80
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: #@ name
  labels: #@ labels(name)
data:
  domain: #@ data.values.domain
  level: debug
#@ end
`;

/** 20 templates of services, five files of data values, three library files, two overlays. */
const project = (components) => ({
  "schema.yml": `#@data/values-schema
---
registry: registry.example.com
domain: example.com
services:
${Array.from(
  { length: 20 },
  (_, n) => `  service${padded(n)}:
    #@schema/validation min=1
    replicas: 1
    tag: "1.0"
    #@schema/validation min=0, max=100000
    components: ${components}
`,
).join("")}`,
  ...Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [
      `values/${n}.yml`,
      `#@data/values\n---\nservices:\n${Array.from(
        { length: 4 },
        (_, i) => `  service${padded(n * 4 + i)}:\n    replicas: ${i + 1}\n    tag: "2.${n}"\n`,
      ).join("")}`,
    ]),
  ),
  ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`services/service${padded(n)}.yml`, serviceTemplate(n)])),
  "services/lib/names.lib.yml": `#@ def labels(name):
app: #@ name
tier: #@ name.split("-")[0]
#@ end
`,
  "services/lib/resources.lib.yml": `#@ def resources(i):
requests:
  cpu: #@ "{}m".format(100 + i)
#@ end
`,
  "services/lib/ports.star": `def port_of(i):
  return 8000 + i
end
`,
  "overlays/team.yml": `#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.subset({"kind": "Deployment"}), expects="1+"
---
metadata:
  #@overlay/match missing_ok=True
  annotations:
    team: platform
`,
  "overlays/config.yml": `#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.subset({"kind": "ConfigMap"}), expects="1+"
---
data:
  level: info
`,
});

/** The generators of workloads by name, from the scale; in the order of tables. */
const makers = {
  small: () => small,
  render5k: (scale) => render(scaled(5000, scale)),
  schema2k: (scale) => schema(Math.max(8, scaled(2000, scale))),
  violations1k: (scale) => violations(scaled(1000, scale)),
  overlay300x30: (scale) => overlay(scaled(300, scale)),
  starlark: (scale) => starlark(scaled(200000, scale)),
  plain2mb: (scale) => ({ "objects.yml": objects(scaled(12000, scale)) }),
  project20: (scale) => project(scaled(10, scale)),
};

const scaled = (count, scale) => Math.max(1, Math.trunc(count * scale));

export const names = Object.keys(makers);

/** Whether a larger scale makes it larger. */
export const scales = (name) => name !== "small";

/** The expected exit status; a run that was cut off by a limit looks fast. */
export const exitStatus = (name) => (name === "violations1k" ? 1 : 0);

/** The files of one, sorted by path, as a request has them. */
export function filesOf(name, scale = 1) {
  const files = Object.entries(makers[name](scale)).map(([path, content]) => ({ path, content }));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Edits as a user makes them: the change number `n` of a value, a template, a library file or an overlay. Each number results in another text. */
const edits = {
  small: {
    values: ["values.yml", /port: \d+/, (n) => `port: ${8080 + n}`],
    template: ["config.yml", "kind: Service\n", (n) => `kind: Service${n}\n`],
  },
  render5k: {
    values: ["schema.yml", "---\n", (n) => `---\nother: ${n}\n`],
    template: ["config.yml", "tier: backend\n", (n) => `tier: backend${n}\n`],
  },
  schema2k: {
    values: ["values.yml", /port: \d+/, (n) => `port: ${8080 + n}`],
    template: ["config.yml", "x: ", (n) => `x${n}: `],
  },
  violations1k: { values: ["schema.yml", "k0: 0\n", (n) => `k0: ${n * 2}\n`] },
  overlay300x30: {
    values: ["objects.yml", "name: obj-0\n", (n) => `name: obj-0-${n}\n`],
    template: ["overlay.yml", '"yes-0"', (n) => `"yes-0-${n}"`],
  },
  starlark: { template: ["config.yml", "count: ", (n) => `count${n}: `] },
  plain2mb: { values: ["objects.yml", "name: obj-0\n", (n) => `name: obj-0-${n}\n`] },
  project20: {
    values: ["values/4.yml", /tag: .*/, (n) => `tag: "3.${n}"`],
    template: ["services/service19.yml", "port: 80\n", (n) => `port: ${8080 + n}\n`],
    library: ["services/lib/ports.star", "8000", (n) => `${8000 + n}`],
    overlay: ["overlays/team.yml", "platform", (n) => `platform${n}`],
  },
};

/** The kinds of edits that it has: `values` (a file with data: values, a schema, plain objects), `template`, `library`, `overlay`. */
export const editsOf = (name) => Object.keys(edits[name]);

/** The files after edit number `n` of a kind. */
export function edited(name, files, kind, n) {
  const [path, from, to] = edits[name][kind];
  return files.map((file) => (file.path === path ? { path, content: file.content.replace(from, to(n)) } : file));
}

/** Writes them as folders. */
export function write(folder, scale, wanted = names) {
  for (const name of wanted) {
    for (const { path, content } of filesOf(name, scale)) {
      const full = join(folder, name, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
    }
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values, positionals } = parseArgs({
    options: { scale: { type: "string", default: "1" } },
    allowPositionals: true,
  });
  if (positionals.length !== 1) throw new Error("which folder? node tests/bench/workloads.mjs FOLDER [--scale N]");
  write(positionals[0], Number(values.scale));
}
