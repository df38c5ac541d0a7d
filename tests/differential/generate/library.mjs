// Random projects with a library: its files under `_ytt_lib/`, and a template that gets, configures and evaluates it.

import { schemaFile, starlarkValue, valuesFile } from "./schema.mjs";
import { addAccess, mapShape } from "./shape.mjs";
import { newScope } from "./starlark.mjs";
import { libraryFile, starlarkFile, yamlTemplate } from "./template.mjs";

export function libraryProject(r) {
  const root = mapShape(r, 1);
  const name = r.pick(["lib", "lib", "lib", "dir/lib"]);
  const base = `_ytt_lib/${name}/`;
  const files = [];
  if (r.chance(0.85)) files.push({ path: `${base}schema.yml`, content: schemaFile(r, root) });
  if (r.chance(0.4)) files.push({ path: `${base}values.yml`, content: valuesFile(r, root) });
  const scope = newScope();
  addAccess(r, scope, root);
  files.push({ path: `${base}config.yml`, content: yamlTemplate(r, scope, ['load("@ytt:data", "data")']) });
  const exported = { functions: [] };
  if (r.chance(0.4))
    files.push(
      r.chance(0.5)
        ? { path: `${base}funcs.lib.yml`, content: libraryFile(r, exported) }
        : { path: `${base}funcs.star`, content: starlarkFile(r, exported) },
    );
  files.unshift({ path: "config.yml", content: main(r, name, root, exported) });
  if (r.chance(0.35)) files.push({ path: "values.yml", content: addressed(r, name, root) });
  return { files, root, library: name };
}

/** Data values for the library, set from outside. */
function addressed(r, name, root) {
  const text = valuesFile(r, root).replace('#@library/ref "@lib"\n', "");
  const reference = r.mostly([`@${name}`, `@${name}`, `@${name}~one`], ["@nope", name, `@${name}@inner`, ""]);
  return text.replaceAll(
    "#@data/values\n",
    `#@library/ref "${reference}"\n${r.chance(0.9) ? "#@data/values" : "#@data/values-schema"}\n`,
  );
}

function main(r, name, root, exported) {
  const values = () => starlarkValue(r, root);
  const chain = r
    .times(
      r.weighted([
        [2, 0],
        [4, 1],
        [1, 2],
      ]),
      () =>
        r.weighted([
          [5, () => `.with_data_values(${values()}${r.chance(0.1) ? ", plain=True" : ""})`],
          [1, () => `.with_data_values_schema(${r.mostly(["schema()", values()], ["1"])})`],
          [
            0.5 * r.wildness,
            () => `.with_data_values(${r.pick(["data.values", "1", "None", "fragment()", '{"nope": 1}', "", "[]"])})`,
          ],
        ]),
    )
    .join("");
  const alias = r.weighted([
    [5, ""],
    [1, ', alias="one"'],
    [0.4, ", dangerous_data_values_disable_validation=True"],
    [0.4, ", ignore_unknown_comments=True"],
    [0.4, ", implicit_map_key_overrides=True"],
    [0.4, ", strict=False"],
    [0.4, ", debug=True"],
    [0.5 * r.wildness, () => r.pick([", alias=1", ', nope="x"', ', alias="a b"', ", strict=1"])],
  ]);
  const lines = [
    'load("@ytt:library", "library")',
    'load("@ytt:template", "template")',
    'load("@ytt:data", "data")',
    'load("@ytt:overlay", "overlay")',
  ];
  if (exported.functions.length && r.chance(0.3))
    lines.push(`load("@${name}:funcs.${r.pick(["lib.yml", "star"])}", "${r.pick(exported.functions).name}")`);
  lines.push(`lib = library.get("${!r.odd(0.05) ? name : r.pick(["nope", "", "@lib", "./lib"])}"${alias})${chain}`);
  const fragment = [
    "#@ def fragment():",
    "name: from fragment",
    "port: 1",
    "#@ end",
    "#@ def schema():",
    "#@schema/nullable",
    "added: 1",
    "#@ end",
  ];
  const uses = r.times(r.between(1, 2), () =>
    r.weighted([
      [5, () => ["--- #@ template.replace(lib.eval())"]],
      [1, () => ["---", "all: #@ lib.eval()"]],
      [2, () => ["---", "values: #@ lib.data_values()"]],
      [
        exported.functions.length ? 3 : r.wildness,
        () => [
          "---",
          `one: #@ lib.export("${exported.functions.length && !r.odd(0.2) ? r.pick(exported.functions).name : "nope"}"${r.mostly([""], [', path="funcs.star"', ', path="nope.star"'])})${r.mostly(["()"], ["", "(1)"])}`,
        ],
      ],
      [r.wildness, () => ["---", "applied: #@ overlay.apply(lib.eval(), fragment())"]],
      [0.5, () => ["---", `size: #@ len(lib.eval())`]],
      [0.5, () => ["---", "again: #@ [lib.eval()[0], lib.with_data_values({}).eval()[0]]"]],
      [
        0.2 * r.wildness,
        () => ["---", `text: #@ ${r.pick(["str(lib)", "lib", "library", "type(lib)", "dir(lib)", "lib.nope"])}`],
      ],
    ]),
  );
  return `${[...lines.slice(0, -1).map((line) => `#@ ${line}`), ...fragment, `#@ ${lines.at(-1)}`, ...uses.flat()].join("\n")}\n`;
}
