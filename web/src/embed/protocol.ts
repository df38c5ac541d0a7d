// Messages between the /embed/ page and the page around it. Every message is an object with `ytterby: 1`, the version of the protocol, and a `type`;
// docs/embedding.md describes them. Fields and types may be added in version 1, and both sides ignore those that they do not know: the loader may be
// older than the frame. Messages to the frame are checked field by field: an invalid field is left out, or the message is ignored.
import type {
  ErrorDetail,
  HandledFailure,
  MismatchDetail,
  PlaygroundFile,
  RenderedDetail,
} from "../../embed/embed-module.js";
import { isObject } from "../core/guards";
import { MOST_FILES } from "../core/work";
import { type Files, isView, type Scheme, type Start } from "./start";

/** To the embed. */
export type Incoming =
  | ({ type: "load" } & Partial<Start>)
  | { type: "set-theme"; theme: Scheme | "auto" }
  | { type: "run" }
  | { type: "focus" };

/** Messages from the embed, to the one origin that its address names. */
export type Outgoing =
  | { type: "ready" }
  | { type: "resize"; height: number }
  | { type: "change"; files: PlaygroundFile[] }
  | ({ type: "result" } & RenderedDetail)
  | ({ type: "mismatch" } & MismatchDetail)
  | ({ type: "error" } & ErrorDetail)
  | ({ type: "failure" } & HandledFailure);

const MOST_CHARACTERS = 2_000_000;

function filesOf(value: unknown): Files | undefined {
  if (!Array.isArray(value) || value.length > MOST_FILES) return undefined;
  const files = value.filter(
    (file): file is { path: string; content: string } =>
      isObject(file) && typeof file.path === "string" && file.path !== "" && typeof file.content === "string",
  );
  const size = files.reduce((sum, { path, content }) => sum + path.length + content.length, 0);
  if (files.length < value.length || size > MOST_CHARACTERS) return undefined;
  return files.map(({ path, content }) => ({ path, content }));
}

/** Checks a message of any type, from any page. */
export function incoming(data: unknown): Incoming | undefined {
  if (!isObject(data) || data.ytterby !== 1) return undefined;
  const { type } = data;
  if (type === "run" || type === "focus") return { type };
  if (type === "set-theme") {
    const { theme } = data;
    return theme === "light" || theme === "dark" || theme === "auto" ? { type, theme } : undefined;
  }
  if (type !== "load") return undefined;
  const { args, env, src, active, label, view, readonly, height, expected } = data;
  const files = filesOf(data.files);
  const edited = filesOf(data.edited);
  if ((data.files !== undefined && !files) || (data.edited !== undefined && !edited)) return undefined;
  const texts = [args, env, src, active, label, height, expected].map((text) =>
    typeof text === "string" ? text.length : 0,
  );
  if (texts.reduce((sum, length) => sum + length, 0) > MOST_CHARACTERS) return undefined;
  return {
    type,
    ...(files ? { files } : {}),
    ...(edited ? { edited } : {}),
    ...(typeof args === "string" || args === null ? { args } : {}),
    ...(typeof env === "string" ? { env } : {}),
    ...(typeof src === "string" ? { src } : {}),
    ...(typeof active === "string" ? { active } : {}),
    ...(typeof label === "string" ? { label } : {}),
    ...(typeof height === "string" ? { height } : {}),
    ...(typeof expected === "string" ? { expected } : {}),
    ...(isView(view) ? { view } : {}),
    ...(typeof readonly === "boolean" ? { readonly } : {}),
  };
}
