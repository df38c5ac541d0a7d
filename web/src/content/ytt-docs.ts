// Pages of ytt's documentation, of its latest version: not every version has pages of its own.

export const DOCS = "https://carvel.dev/ytt/docs/latest/";

/** Pages by the code of a problem. */
const BY_CODE: Record<string, string> = {
  annotation: "lang-ref-annotation",
  arguments: "lang",
  attribute: "lang-ref-structs",
  "boolean-word": "yaml-primer",
  "changed-key": "strict",
  "changed-number": "yaml-primer",
  comment: "lang-ref-annotation",
  "data-values": "ytt-data-values",
  deprecated: "lang-ref-ytt-schema",
  "duplicate-key": "yaml-primer",
  "empty-block": "yaml-primer",
  "extra-space": "lang-ref-annotation",
  "failed-assertion": "lang-ref-ytt-assert",
  file: "how-to-modularize",
  flag: "ytt-data-values",
  "glued-end": "lang-ref-annotation",
  "helm-syntax": "how-to-use-data-values",
  "joined-item": "yaml-primer",
  "joined-matchers": "lang-ref-ytt-overlay",
  library: "lang-ref-ytt-library",
  limit: "lang-ref-for",
  load: "lang-ref-load",
  "lost-annotation": "lang-ref-ytt-schema",
  "lost-result": "lang-ref-yaml-fragment",
  "missing-space": "lang-ref-annotation",
  module: "lang-ref-ytt",
  name: "lang",
  "no-match": "lang-ref-ytt-overlay",
  "node-value": "lang-ref-yaml-fragment",
  "none-word": "yaml-primer",
  operator: "lang",
  "overlay-match": "lang-ref-ytt-overlay",
  overlay: "lang-ref-ytt-overlay",
  placeholder: "how-to-use-data-values",
  "printed-values": "how-to-use-data-values",
  "idle-annotation": "lang-ref-annotation",
  "quoted-code": "lang-ref-annotation",
  "repeated-annotation": "lang-ref-annotation",
  "repeated-key": "yaml-primer",
  rule: "how-to-write-validations",
  schema: "lang-ref-ytt-schema",
  syntax: "lang",
  template: "lang",
  "type-word": "how-to-write-schema",
  "unexpected-key": "how-to-write-schema",
  "unknown-annotation": "lang-ref-annotation",
  unsupported: "how-it-works",
  "unused-data-value": "how-to-use-data-values",
  "value-and-code": "yaml-primer",
  "value-type": "how-to-write-schema",
  violation: "schema-validations-cheat-sheet",
  yaml: "yaml-primer",
};

/** Pages by the beginning of an annotation's name: the longest one counts. */
const BY_ANNOTATION: [start: string, page: string][] = [
  ["data/values-schema", "lang-ref-ytt-schema"],
  ["data/values", "ytt-data-values"],
  ["schema/type", "lang-ref-ytt-schema"],
  ["schema/nullable", "lang-ref-ytt-schema"],
  ["schema/default", "lang-ref-ytt-schema"],
  ["schema/desc", "lang-ref-ytt-schema"],
  ["schema/title", "lang-ref-ytt-schema"],
  ["schema/examples", "lang-ref-ytt-schema"],
  ["schema/deprecated", "lang-ref-ytt-schema"],
  ["schema/validation", "schema-validations-cheat-sheet"],
  ["assert/validate", "lang-ref-ytt-assert"],
  ["overlay/", "lang-ref-ytt-overlay"],
  ["library/", "lang-ref-ytt-library"],
  ["template/", "lang-ref-ytt-template"],
  ["yaml/text-templated-strings", "ytt-text-templating"],
  ["yaml/", "lang-ref-annotation"],
];

/** Modules with a page of their own; the others are sections of one page. */
const BY_MODULE: Record<string, string> = {
  assert: "lang-ref-ytt-assert/",
  data: "ytt-data-values/",
  library: "lang-ref-ytt-library/",
  overlay: "lang-ref-ytt-overlay/",
  schema: "lang-ref-ytt-schema/",
  struct: "lang-ref-ytt-struct/",
  template: "lang-ref-ytt-template/",
  version: "lang-ref-ytt-version/",
};
const SECTIONS = new Set(["base64", "ip", "json", "math", "md5", "regexp", "sha256", "toml", "url", "yaml"]);

const page = (name: string | undefined) => (name ? `${DOCS}${name}/` : undefined);

/** The page about a kind of problem. */
export const docsOfCode = (code: string): string | undefined => page(BY_CODE[code]);

function docsOfModule(name: string): string | undefined {
  if (BY_MODULE[name]) return `${DOCS}${BY_MODULE[name]}`;
  return SECTIONS.has(name) ? `${DOCS}lang-ref-ytt/#${name}` : undefined;
}

/** The page about the subject of a card, by its title: `@schema/type any=…`, `@ytt:overlay`, `overlay.subset(…)`. */
export function docsOfTitle(title: string): string | undefined {
  const module = /^@ytt:(\w+)/.exec(title)?.[1];
  if (module) return docsOfModule(module);
  // The title of a data value has its type after a colon.
  const member = /^(\w+)\.\w+($|\()/.exec(title)?.[1];
  if (member) return docsOfModule(member);
  const annotation = /^@([\w/-]+)/.exec(title)?.[1];
  if (!annotation) return undefined;
  return page(
    BY_ANNOTATION.find(([start]) => (start.endsWith("/") ? annotation.startsWith(start) : annotation === start))?.[1],
  );
}
