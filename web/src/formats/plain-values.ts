// Recognises files of plain values, such as the values.yaml of a Helm chart: YAML without code or annotations that is no manifest.
import { isReadme } from "../core/path";
import { containsSchema } from "../core/schema-files";
import type { WorkFile } from "../core/work";

/** Longer texts are not searched. */
const LONGEST = 2_000_000;

/** Without a name that says so, a file of fewer keys may be anything. */
const MANY_KEYS = 20;

const NAMED = /(^|\/)[^/]*values[^/]*\.ya?ml$/i;
const YAML = /\.ya?ml$/;
const CODE = /#@|\(@/;
/** Keys at the top of manifests, charts and the like. */
const MANIFEST = /^["']?(?:apiVersion|kind)["']?[ \t]*:/m;
const TOP_KEY = /^(?!#)(?:"[^"\n]*"|'[^'\n]*'|[^\s#"'{[|>&*!%@`-][^\n]*?)[ \t]*:(?:[ \t\r]|$)/m;
const ANY_KEY = /^[ \t-]*(?:"[^"\n]*"|'[^'\n]*'|[\w./-]+)[ \t]*:(?:[ \t\r]|$)/gm;
const SEPARATOR = /^---(?:[ \t\r].*)?$/gm;

/** Whether the name of a file says that it has values. */
export const isNamedValues = (path: string): boolean => NAMED.test(path);

/** YAML of one document without code or annotations, with keys at the top, that is no manifest. It may be values, whatever its name. */
export function isPlainYaml({ path, content }: WorkFile): boolean {
  if (typeof content !== "string" || content.length > LONGEST || !YAML.test(path) || /(^|\/)_ytt_lib\//.test(path))
    return false;
  if (CODE.test(content) || MANIFEST.test(content) || !TOP_KEY.test(content)) return false;
  const [first, ...others] = content.matchAll(SEPARATOR);
  const before = first ? content.slice(0, first.index) : "";
  // A second document is not a part of the values.
  return others.length === 0 && !TOP_KEY.test(before);
}

export const isPlainValues = (file: WorkFile): boolean =>
  isPlainYaml(file) && (isNamedValues(file.path) || (String(file.content).match(ANY_KEY)?.length ?? 0) > MANY_KEYS);

/** Whether a file may be plain values, a JSON Schema or an OpenAPI document. */
export const isImportable = ({ path, content }: WorkFile): boolean =>
  typeof content === "string" &&
  content.trim() !== "" &&
  content.length <= LONGEST &&
  /\.(ya?ml|json)$/.test(path) &&
  !CODE.test(content) &&
  !MANIFEST.test(content);

const DATA_VALUES = /^#@data\/values\b/m;

/** Whether one of the files can print something: neither a schema nor data values. */
export const hasTemplate = (files: readonly WorkFile[]): boolean =>
  files.some(
    (file) =>
      typeof file.content === "string" &&
      /\.(ya?ml|txt)$/.test(file.path) &&
      !isReadme(file.path) &&
      file.content.trim() !== "" &&
      !containsSchema(file.content, true) &&
      !DATA_VALUES.test(file.content) &&
      !isPlainValues(file),
  );
