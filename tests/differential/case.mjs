// A program as a golden case (tests/README.md), and made smaller while the difference remains.
import { writesFiles } from "./compare.mjs";

/** The case's text, with an answer as its expectation. */
export function caseText({ files, args, env, seed, kind }, answer, description = `program ${seed} (${kind})`) {
  const header = [`# ${description}`, `cmd: ytt ${args.map(quoted).join(" ")}`, ...env.map((pair) => `env: ${pair}`)];
  const sections = files.map(({ path, content }) => section(path, content));
  if (answer) {
    const [warnings, error] = split(answer);
    if (error !== undefined) sections.push(section("expect/error", error));
    else if (writesFiles({ args }))
      sections.push(...answer.files.map(([path, content]) => section(`expect/out/${path}`, content)));
    else sections.push(section("expect/stdout", answer.stdout));
    if (warnings) sections.push(section("expect/warnings", warnings));
  }
  return `${header.join("\n")}\n${sections.join("")}`;
}

function section(name, content) {
  const whole = content === "" || content.endsWith("\n");
  return `-- ${name}${whole ? "" : " (no newline)"} --\n${content}${whole ? "" : "\n"}`;
}

const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

/** Standard error as the text before `ytt: Error: `, and the text after it. */
function split({ report, status }) {
  const found = status === 0 ? null : /(^|\n)ytt: Error: /.exec(report);
  return found
    ? [report.slice(0, found.index + found[1].length), report.slice(found.index + found[0].length)]
    : [report, undefined];
}

/** Drops files, arguments and lines as long as `same(program)` holds. */
export async function shrink(program, same) {
  let current = program;
  const attempt = async (next) => {
    if (!(await same(next))) return false;
    current = next;
    return true;
  };
  for (let before = ""; before !== JSON.stringify(current); ) {
    before = JSON.stringify(current);
    for (let at = current.files.length - 1; at >= 0; at--) await attempt(withoutFile(current, at));
    for (let at = current.args.length - 1; at >= 0; at--)
      for (const count of [2, 1])
        if (
          current.args[at] !== "-f" &&
          current.args[at - 1] !== "-f" &&
          (await attempt({ ...current, args: current.args.toSpliced(at, count) }))
        )
          break;
    if (current.env.length) await attempt({ ...current, env: [] });
    for (let file = 0; file < current.files.length; file++) await shrinkText(file, () => current, attempt);
  }
  return current;
}

function withoutFile(program, at) {
  const { path } = program.files[at];
  const named = program.args.findIndex((word, index) => word === path && program.args[index - 1] === "-f");
  return {
    ...program,
    files: program.files.toSpliced(at, 1),
    args: named > 0 ? program.args.toSpliced(named - 1, 2) : program.args,
  };
}

/** Lines in ever smaller blocks, then parts of lines. */
async function shrinkText(file, current, attempt) {
  const replace = (content) =>
    attempt({ ...current(), files: current().files.with(file, { ...current().files[file], content }) });
  const lines = () => current().files[file].content.split("\n");
  for (let size = Math.max(1, lines().length >> 1); size >= 1; size >>= 1)
    for (let at = lines().length - size; at >= 0; at--)
      if (at + size <= lines().length) await replace(lines().toSpliced(at, size).join("\n"));
  for (let at = lines().length - 1; at >= 0; at--) {
    const line = () => lines()[at] ?? "";
    for (const size of [32, 16, 8, 4, 2, 1])
      for (let from = line().length - size; from >= 0; from -= size)
        await replace(
          lines()
            .with(at, line().slice(0, from) + line().slice(from + size))
            .join("\n"),
        );
  }
}
