// What the /embed/ page and the page around it tell each other. Every message is an object with `ytterby: 1`, the version of the protocol, and a
// `type`. docs/embedding.md describes them. What comes in is checked field by field; what is not as it should be is left out, or the message ignored.
import { isObject } from "../core/guards";
import { isView, type Scheme, type Start } from "./start";

/** To the embed. */
export type Incoming =
  | ({ type: "load" } & Partial<Start>)
  | { type: "set-theme"; theme: Scheme | "auto" }
  | { type: "run" };

export interface Result {
  exitStatus: number;
  /** What ytt would print on standard error. */
  report: string;
  files: { path: string; content: string }[];
}

/** From the embed, to the one origin that its address names. */
export type Outgoing =
  | { type: "ready" }
  | { type: "resize"; height: number }
  | { type: "change"; files: { path: string; content: string }[] }
  | ({ type: "result" } & Result);

const MOST_FILES = 200;
const MOST_CHARACTERS = 2_000_000;

function filesOf(value: unknown): Start["files"] | undefined {
  if (!Array.isArray(value) || value.length > MOST_FILES) return undefined;
  const files = value.filter(
    (file): file is { path: string; content: string } =>
      isObject(file) && typeof file.path === "string" && file.path !== "" && typeof file.content === "string",
  );
  const size = files.reduce((sum, { path, content }) => sum + path.length + content.length, 0);
  if (files.length < value.length || size > MOST_CHARACTERS) return undefined;
  return files.map(({ path, content }) => ({ path, content }));
}

/** A message that may be anything, from a page that may be anybody's. */
export function incoming(data: unknown): Incoming | undefined {
  if (!isObject(data) || data.ytterby !== 1) return undefined;
  if (data.type === "run") return { type: "run" };
  if (data.type === "set-theme") {
    const { theme } = data;
    return theme === "light" || theme === "dark" || theme === "auto" ? { type: "set-theme", theme } : undefined;
  }
  if (data.type !== "load") return undefined;
  const { files, args, env, src, active, label, view, readonly } = data;
  const checked = filesOf(files);
  if (files !== undefined && !checked) return undefined;
  const texts = [args, env, src, active, label].map((text) => (typeof text === "string" ? text.length : 0));
  if (texts.reduce((sum, length) => sum + length, 0) > MOST_CHARACTERS) return undefined;
  return {
    type: "load",
    ...(checked ? { files: checked } : {}),
    ...(typeof args === "string" || args === null ? { args } : {}),
    ...(typeof env === "string" ? { env } : {}),
    ...(typeof src === "string" ? { src } : {}),
    ...(typeof active === "string" ? { active } : {}),
    ...(typeof label === "string" ? { label } : {}),
    ...(isView(view) ? { view } : {}),
    ...(typeof readonly === "boolean" ? { readonly } : {}),
  };
}
