// Random command lines: data values by flag, variable and file; output forms; inspection; file marks; strictness.
import { plainValuesFile } from "./schema.mjs";
import { paths, scalarOf } from "./shape.mjs";

/** Adds to the project's `args`, `env` and `files` (files that no `-f` names). */
export function dataValueFlags(r, project, root, prefix = "") {
  const { args, env, extra } = project;
  const known = paths(root).filter(([path]) => !path.includes("*"));
  for (
    let count = r.weighted([
      [3, 1],
      [1, 2],
      [0.5, 3],
    ]);
    count > 0;
    count--
  ) {
    const [path, inner] =
      known.length && !r.odd(0.1) ? r.pick(known) : [[r.pick(["nope", "", "a..b", "name.x"])], { kind: "any" }];
    const name = `${prefix}${path.join(".")}`;
    r.weighted([
      [4, () => args.push(r.pick(["--data-value-yaml", "--data-value-yaml"]), `${name}=${yamlValue(r, inner)}`)],
      [
        3,
        () =>
          args.push(
            ...r.pick([["-v"], ["--data-value"]]),
            `${name}=${inner.kind === "string" || r.odd(0.3) ? r.pick(["text", "", "1", "é", "a=b", "true"]) : "7"}`,
          ),
      ],
      [2, () => environment(r, args, env, path, inner)],
      [2, () => valuesFile(r, args, extra, root, prefix)],
      [
        0.7,
        () => {
          const path = `given${extra.length}.txt`;
          extra.push({ path, content: r.pick(["from file\n", "", "é", "a: 1\n"]) });
          args.push("--data-value-file", `${name}=${r.mostly([path], ["nope.txt", ""])}`);
        },
      ],
      [
        0.3 * r.wildness,
        () =>
          args.push(
            r.pick(["-v", "--data-value-yaml", "--data-value-file", "--data-values-file", "--data-values-env"]),
            r.pick(["novalue", "=x", "a.b.c=1", "{}", "x=[", "x=a: b: c", "x=#@ 1"]),
          ),
      ],
    ]);
  }
}

function yamlValue(r, inner) {
  if (inner.kind === "map")
    return r.pick(["{}", `{${inner.entries[0][0]}: ${scalarOf(r, inner.entries[0][1].kind)}}`, "null", "1"]);
  if (inner.kind === "array") return r.pick(["[]", "[1, 2]", "[a]", "null", "[{}]"]);
  return scalarOf(r, inner.kind);
}

function environment(r, args, env, path, inner) {
  const yaml = r.chance(0.5);
  // One variable only: ytt takes them in a random order.
  if (env.length) return;
  env.push(`APP_${r.mostly([path.join("__")], [path.join("_"), path[0]])}=${yaml ? yamlValue(r, inner) : "from env"}`);
  args.push(yaml ? "--data-values-env-yaml" : "--data-values-env", r.pick(["APP", "APP", "APP", "APP_", "NONE"]));
}

function valuesFile(r, args, extra, root, prefix) {
  const path = `given${extra.length}.yml`;
  extra.push({ path, content: plainValuesFile(r, root) });
  args.push("--data-values-file", r.odd(0.05) ? "nope.yml" : `${prefix}${path}`);
}

/** Flags about the output and strictness. */
export function outputFlags(r, args, files) {
  const chosen = r.weighted([
    [12, []],
    [2, () => ["-o", r.mostly(["json", "yaml", "pos", "pos"], ["openapi-v3", "jsonn"])]],
    [3, ["--data-values-inspect"]],
    [1, ["--data-values-inspect", "-o", "json"]],
    [2, ["--data-values-schema-inspect", "-o", "openapi-v3"]],
    [0.3 * r.wildness, ["--data-values-schema-inspect"]],
    [0.5, ["--files-inspect"]],
    [3, ["--output-files", "out"]],
    [0.7, ["--strict"]],
    [0.4, ["--debug=false"]],
    [0.6, ["--ignore-unknown-comments"]],
    [0.6, ["--implicit-map-key-overrides"]],
    [0.6, ["--dangerous-data-values-disable-validation"]],
    [0.1 * r.wildness, () => [r.pick(["--nope", "extra", "-x", "--output", "--debug=maybe"])]],
  ]);
  args.push(...chosen);
  if (!r.chance(0.08)) return;
  const path = r.chance(0.7) ? r.pick(files).path : r.mostly(["**/*", "*.yml"], ["nope"]);
  args.push(
    "--file-mark",
    `${path}:${r.mostly(["type=text-plain", "type=text-template", "type=yaml-plain", "type=yaml-template", "type=data", "type=starlark", "path=renamed.yml", "exclude=true", "exclusive-for-output=true", "for-output=true"], ["type=nope", "nope=1", "exclude=1", ""])}`,
  );
}
