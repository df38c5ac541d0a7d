// A gist's files, from GitHub: the only thing that the page ever asks of another server, and only when the visitor says so.
import { type Checked, checkedWork } from "../work/work";
import { AFTER } from "./address";

interface Gist {
  description?: string | null;
  files?: Record<string, { filename?: string; content?: string; truncated?: boolean; raw_url?: string }>;
}

const GIST =
  /^(?:(?:https?:\/\/)?gist\.github\.com\/)?(?:[\w-]+\/)?([0-9a-f]{5,64})(?:\.git)?(?:\/[\w./-]*)?(?:[?#].*)?$/i;

/** The id in a gist's address (of the gist, a revision or a file of it), in `NAME/ID`, or the id itself; nothing, if it is none of these. */
export const gistId = (url: string): string | undefined => GIST.exec(url.trim().replace(AFTER, ""))?.[1];

/** Rejects with a message if there is no such gist, or GitHub cannot be reached. */
export async function loadGist(url: string): Promise<Checked> {
  const id = gistId(url);
  if (!id) throw { message: `“${url.slice(0, 80)}” is not the address of a gist.` };
  const response = await fetch(`https://api.github.com/gists/${id}`, {
    headers: { accept: "application/vnd.github+json" },
    credentials: "omit",
    referrerPolicy: "no-referrer",
  }).catch(() => {
    throw { message: "GitHub could not be reached." };
  });
  if (response.status === 404) throw { message: "GitHub has no such gist." };
  if (response.status === 403 || response.status === 429)
    throw { message: "GitHub gives out no more gists to this address for now: try again in an hour." };
  if (!response.ok) throw { message: `GitHub answered ${response.status}.` };
  const gist = (await response.json()) as Gist;
  const left: string[] = [];
  const files: { path: string; content: string }[] = [];
  for (const { filename: path = "", content = "", truncated, raw_url } of Object.values(gist.files ?? {})) {
    const whole = truncated ? await rest(raw_url ?? "") : content;
    if (whole === undefined) left.push(`${path} is too large.`);
    else files.push({ path, content: whole });
  }
  // The order in which the official playground takes them.
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const checked = checkedWork({ title: gist.description ?? "", files });
  return { work: checked.work, left: [...left, ...checked.left] };
}

/** GitHub cuts large files short, and says where they are whole. */
async function rest(url: string): Promise<string | undefined> {
  if (!url.startsWith("https://gist.githubusercontent.com/")) return undefined;
  const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
}
