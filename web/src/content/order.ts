// The order of the gallery: topics in the order in which one would learn them, each with its examples. Every example is listed once.
const ORDER = {
  start: "deployment kiln hello radio-values plain-yaml kubernetes",
  "data values": "values-layers environments values-edit values-names values-undeclared",
  flags:
    "ferry-flags flag-data-value flag-data-values-file flag-env flag-env-yaml flag-data-value-file flag-order inspect-values skip-validation wiki-stages",
  schema: "schema-types schema-arrays schema-nullable schema-any schema-docs schema-parts inspect-schema",
  validation:
    "bakery-violations rules-numbers rules-lengths rules-one-of rules-not-null rules-one-not-null rules-custom rules-when rules-assert",
  templates: "conditions loops ingress datatypes ci-pipeline",
  functions: "orchard-functions yaml-functions code-files template-replace",
  "text templates": "text-template text-in-yaml text-functions",
  modules: "data-files formats structs regexp digests urls math ip-addresses version",
  overlays:
    "observatory-overlays overlay-maps overlay-arrays overlay-items overlay-match overlay-via overlay-assert overlay-apply kubernetes-overlays",
  libraries: "library library-export library-overlay library-ref library-rules library-load",
  yaml: "yaml-documents yaml-strings yaml-anchors yaml-same-key",
  output: "output-json output-files output-only output-inspect",
  "schema proposal": "proposal-platform proposal-relabelings proposal-gateway proposal-any-keys",
  debugging: "debug-typo debug-calls debug-end debug-print assert-in-template",
};

export interface Topic {
  name: string;
  ids: string[];
}

export const topics: readonly Topic[] = Object.entries(ORDER).map(([name, ids]) => ({ name, ids: ids.split(" ") }));
