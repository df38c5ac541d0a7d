// Random projects with a library: its files under `_ytt_lib/`, and a template that gets, configures and evaluates it.
import { newScope } from "./starlark.mjs";
import { addAccess, mapShape } from "./shape.mjs";
import { schemaFile, starlarkValue, valuesFile } from "./schema.mjs";
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
  if (r.chance(0.4)) files.push(r.chance(0.5) ? { path: `${base}funcs.lib.yml`, content: libraryFile(r, exported) } : { path: `${base}funcs.star`, content: starlarkFile(r, exported) });
  files.unshift({ path: "config.yml", content: main(r, name, root, exported) });
  if (r.chance(0.35)) files.push({ path: "values.yml", content: addressed(r, name, root) });
  return { files, root, library: name };
}

/** Data values for the library, given from outside. */
function addressed(r, name, root) {
  const text = valuesFile(r, root).replace('#@library/ref "@lib"\n', "");
  const reference = r.pick([`@${name}`, `@${name}`, `@${name}`, "@nope", `@${name}~one`, name, `@${name}@inner`]);
  return text.replaceAll("#@data/values\n", `#@library/ref "${reference}"\n${r.chance(0.9) ? "#@data/values" : "#@data/values-schema"}\n`);
}

function main(r, name, root, exported) {
  const values = () => starlarkValue(r, root);
  const chain = r
    .times(r.weighted([[2, 0], [4, 1], [1, 2]]), () =>
      r.weighted([[5, () => `.with_data_values(${values()}${r.chance(0.1) ? ", plain=True" : ""})`], [1, () => `.with_data_values_schema(${r.pick(["schema()", values(), "1"])})`], [0.5, () => `.with_data_values(${r.pick(["data.values", "1", "None", "fragment()", '{"nope": 1}', "", "[]"])})`]]),
    )
    .join("");
  const alias = r.weighted([[5, ""], [1, ', alias="one"'], [0.2, ", alias=1"], [0.2, ', nope="x"'], [0.2, ', ignore_validations=True'], [0.4, ", dangerously_disable_validations=True"], [0.5, ', implicit=True']]);
  const lines = ['load("@ytt:library", "library")', 'load("@ytt:template", "template")', 'load("@ytt:data", "data")', 'load("@ytt:overlay", "overlay")'];
  if (exported.functions.length && r.chance(0.3)) lines.push(`load("@${name}:funcs.${r.pick(["lib.yml", "star"])}", "${r.pick(exported.functions).name}")`);
  lines.push(...["def schema():", "end"].slice(0, 0), `lib = library.get("${r.chance(0.95) ? name : r.pick(["nope", "", "@lib", "./lib"])}"${alias})${chain}`);
  const fragment = ["#@ def fragment():", "name: from fragment", "port: 1", "#@ end", "#@ def schema():", "#@schema/nullable", "added: 1", "#@ end"];
  const uses = r.times(r.between(1, 2), () =>
    r.weighted([
      [5, () => ["--- #@ template.replace(lib.eval())"]],
      [1, () => ["---", "all: #@ lib.eval()"]],
      [2, () => ["---", "values: #@ lib.data_values()"]],
      [1.5, () => ["---", `one: #@ lib.export("${exported.functions.length && r.chance(0.8) ? r.pick(exported.functions).name : "nope"}"${r.pick(["", "", ', path="funcs.star"', ', path="nope.star"'])})${r.pick(["()", "()", "", "(1)"])}`]],
      [1, () => ["---", "applied: #@ overlay.apply(lib.eval(), fragment())"]],
      [0.5, () => ["---", `size: #@ len(lib.eval())`]],
      [0.5, () => ["---", "again: #@ [lib.eval()[0], lib.with_data_values({}).eval()[0]]"]],
      [0.2, () => ["---", `text: #@ ${r.pick(["str(lib)", "lib", "library", "type(lib)", "dir(lib)", "lib.nope"])}`]],
    ]),
  );
  return `${[...lines.slice(0, -1).map((line) => `#@ ${line}`), ...fragment, `#@ ${lines.at(-1)}`, ...uses.flat()].join("\n")}\n`;
}
