// Loads a gist's files from GitHub: the page's only request to another server, and only when the user asks for it.

import { noted } from "../core/failures";
import { isObject } from "../core/guards";
import { UserError } from "../core/user-error";
import { type Checked, checkedWork, MOST_FILES } from "../core/work";
import { withoutEnd } from "./address";

/** GitHub's response; every field may be missing or of any type. */
interface Gist {
  description?: unknown;
  /** Files by name: `{filename, content, truncated, raw_url}`. */
  files?: unknown;
}

/** Larger gists are rejected. */
const MOST_BYTES = 20_000_000;

const GIST =
  /^(?:(?:https?:\/\/)?gist\.github\.com\/)?(?:[\w-]+\/)?([0-9a-f]{5,64})(?:\.git)?(?:\/[\w./-]*)?(?:[?#].*)?$/i;

/** The id in a URL (of the gist, a revision or a file of it), in `NAME/ID`, or the id itself; `undefined` if it is none of these. */
export const gistId = (url: string): string | undefined => GIST.exec(withoutEnd(url.trim()))?.[1];

/** Rejects with a message if there is no such gist, or GitHub cannot be reached. */
export async function loadGist(url: string): Promise<Checked> {
  const id = gistId(url);
  if (!id) throw new UserError(`“${url.slice(0, 80)}” is not the URL of a gist.`);
  const response = await fetch(`https://api.github.com/gists/${id}`, {
    headers: { accept: "application/vnd.github+json" },
    credentials: "omit",
    referrerPolicy: "no-referrer",
  }).catch(unreachable);
  if (response.status === 404) throw new UserError("GitHub has no gist with this URL.");
  if (response.status === 403 || response.status === 429)
    throw new UserError("GitHub’s request limit is reached. Try again in an hour.");
  if (!response.ok) throw new UserError(`GitHub answered with status ${response.status}. Try again later.`);
  const text = await response.text().catch(unreachable);
  if (text.length > MOST_BYTES) throw new UserError(`The gist contains more than ${MOST_BYTES / 1_000_000} MB.`);
  const gist = gistIn(text);
  if (!gist) throw new UserError("GitHub’s answer is not a gist.");
  const left: string[] = [];
  const files: { path: string; content: string }[] = [];
  let room = MOST_BYTES;
  const all = Object.values(gist.files ?? {}).filter(isObject);
  // One more than allowed, so that `left` reports it.
  for (const { filename, content, truncated, raw_url } of all.slice(0, MOST_FILES + 1)) {
    const path = String(filename ?? "");
    const whole = truncated ? await wholeText(String(raw_url ?? "")) : String(content ?? "");
    if (whole !== undefined && whole.length <= room) {
      files.push({ path, content: whole });
      room -= whole.length;
    } else {
      const why = whole === undefined ? "could not be loaded" : "is too large";
      left.push(`The file ${JSON.stringify(path.slice(0, 60))} ${why} and was skipped.`);
    }
  }
  // In the order of the official playground.
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const checked = checkedWork({ title: gist.description, files });
  return { work: checked.work, left: [...left, ...checked.left] };
}

function unreachable(error: unknown): never {
  noted("loading a gist")(error);
  throw new UserError("Could not reach GitHub. Check your connection and try again.");
}

/** GitHub truncates large files, and returns a URL of the complete ones. */
async function wholeText(url: string): Promise<string | undefined> {
  if (!url.startsWith("https://gist.githubusercontent.com/")) return undefined;
  return fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" })
    .then((response) => (response.ok ? response.text() : undefined))
    .catch(noted("loading a file of a gist"));
}

function gistIn(text: string): Gist | undefined {
  try {
    const gist: unknown = JSON.parse(text);
    return isObject(gist) ? gist : undefined;
  } catch {
    // Reported by the caller.
    return undefined;
  }
}
