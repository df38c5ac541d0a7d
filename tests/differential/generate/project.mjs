// A random project: files, command line, environment. The kinds are mixed so that every part of ytt meets every other.

import { mutate } from "../mutate.mjs";
import { Random } from "../random.mjs";
import { withBytes } from "./bytes.mjs";
import { dataValueFlags, outputFlags } from "./flags.mjs";
import { frames } from "./frames.mjs";
import { libraryProject } from "./library.mjs";
import { applyFile, overlayFile, targets } from "./overlay.mjs";
import { schemaFile, valuesFile } from "./schema.mjs";
import { addAccess, mapShape } from "./shape.mjs";
import { sharedProject } from "./shared.mjs";
import { newScope } from "./starlark.mjs";
import { libraryFile, starlarkFile, textTemplate, yamlTemplate } from "./template.mjs";
import { documents } from "./yaml.mjs";

/**
 * The program with this number: always the same one.
 * @returns {{ seed: number, kind: string, files: {path: string, content: string}[], args: string[], env: string[] }}
 */
export function program(seed) {
  const r = new Random(seed);
  r.wildness = r.pick([0, 0, 0, 0.3, 1]);
  const [kind, make] = r.weighted([
    [2, ["yaml", plainYaml]],
    [3, ["template", templates]],
    [2, ["text", texts]],
    [4, ["values", dataValues]],
    [4, ["overlay", overlays]],
    [1, ["apply", applied]],
    [2, ["library", libraries]],
    [4, ["shared", sharedProject]],
    [1, ["frames", frames]],
    [0.5, ["fmt", formatted]],
  ]);
  const project = { args: [], env: [], extra: [], ...make(r) };
  if (project.root && r.chance(0.4))
    dataValueFlags(r, project, project.root, project.library && r.chance(0.7) ? `@${project.library}:` : "");
  const broken = r.odd(0.7) ? mutate(r, project) : project;
  const { files, env, extra } = broken;
  const args = kind === "fmt" ? ["fmt"] : [];
  // A file in a folder is found, and its path retained, only below a directory that `-f` names.
  if (files.some(({ path }) => path.includes("/"))) args.push("-f", ".");
  else args.push(...files.flatMap(({ path }) => ["-f", path]));
  args.push(...broken.args);
  if (kind !== "fmt") outputFlags(r, args, files);
  return withBytes(r, { seed, kind, wildness: r.wildness, files: [...files, ...extra], args, env });
}

function plainYaml(r) {
  const files = r.times(r.pick([1, 1, 2]), (at) => ({
    path: `${["a", "b"][at]}.${r.pick(["yml", "yml", "yaml"])}`,
    content: documents(r),
  }));
  return { files };
}

/** Files for `ytt fmt`. */
function formatted(r) {
  const { files } = r.chance(0.5) ? plainYaml(r) : templates(r);
  return { files: files.filter(({ path }) => /\.ya?ml$/.test(path)), args: r.chance(0.1) ? ["--strict"] : [] };
}

/** YAML templates, with the files that they load. */
function templates(r) {
  const scope = newScope();
  const { files, load } = loaded(r, scope);
  return { files: [{ path: "config.yml", content: yamlTemplate(r, scope, load) }, ...files] };
}

/** Files to load from, and the lines that load from them. */
function loaded(r, scope) {
  if (!r.chance(0.4)) return { files: [], load: [] };
  const exported = { functions: [] };
  const star = r.chance(0.5);
  const file = star
    ? { path: "funcs.star", content: starlarkFile(r, exported) }
    : { path: "funcs.lib.yml", content: libraryFile(r, exported) };
  const functions = exported.functions.filter(({ name }) => !name.startsWith("_") || r.odd(0.2));
  // Names of the two files must not meet: both count from 1.
  scope.counter = 50;
  if (!functions.length) return { files: [file], load: [] };
  const names = functions.map(({ name }) => name);
  scope.functions.push(...functions);
  const path = r.weighted([
    [9, file.path],
    [1, `/${file.path}`],
    [0.6 * r.wildness, "nope.star"],
  ]);
  return {
    files: [file],
    load: [`load("${path}", ${names.map((name) => (r.chance(0.1) ? `${name}="${name}"` : `"${name}"`)).join(", ")})`],
  };
}

function texts(r) {
  const scope = newScope();
  const { files, load } = r.chance(0.3) ? loaded(r, scope) : { files: [], load: [] };
  return {
    files: [
      { path: r.pick(["notes.txt", "notes.txt", "notes.txt", "notes.md"]), content: textTemplate(r, scope, load) },
      ...files,
    ],
  };
}

/** Schema, data values, templates that read them. */
function dataValues(r) {
  const root = mapShape(r);
  const files = [];
  if (r.chance(0.85)) files.push({ path: "schema.yml", content: schemaFile(r, root) });
  if (r.chance(0.75)) files.push({ path: "values.yml", content: valuesFile(r, root) });
  if (r.chance(0.15)) files.push({ path: "more.yml", content: valuesFile(r, root) });
  const scope = newScope();
  addAccess(r, scope, root);
  const load = ['load("@ytt:data", "data")'];
  const template = r.weighted([
    [3, () => yamlTemplate(r, scope, load)],
    [2, () => `#@ ${load[0]}\n--- #@ data.values\n`],
    [2, () => `#@ ${load[0]}\nall: #@ data.values\n`],
  ]);
  files.push(
    r.chance(0.9)
      ? { path: "config.yml", content: template }
      : { path: "config.txt", content: textTemplate(r, scope, load) },
  );
  return { files: r.chance(0.85) ? files : r.shuffled(files), root };
}

function overlays(r) {
  const { documents: trees, text } = targets(r);
  const files = [
    { path: "config.yml", content: text },
    { path: "overlay.yml", content: overlayFile(r, trees) },
  ];
  if (r.chance(0.2)) files.push({ path: "second.yml", content: overlayFile(r, trees) });
  return { files };
}

function applied(r) {
  return { files: [{ path: "config.yml", content: applyFile(r) }] };
}

function libraries(r) {
  return libraryProject(r);
}
