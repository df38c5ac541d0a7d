// Keeps the user's work and the page's settings in the browser between visits. What comes back is checked field by field: it may have been
// written by another version. A browser may refuse to store (private windows, full disks), which is told and never lost silently.
import type { Work } from "./buffers";

const WORK = "ytterby.work.v1";
const SETTINGS = "ytterby.settings.v1";

export type Theme = "system" | "light" | "dark";

export interface Settings {
  theme: Theme;
  /** Sizes of the panes in percent, by splitter. */
  panes: Record<string, number[]>;
  /** Codes of the lints that are switched off. */
  lintsOff: string[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** False if the browser refused. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function loadWork(): Work | undefined {
  const saved = read(WORK);
  if (!isObject(saved) || !Array.isArray(saved.files)) return undefined;
  const files = saved.files.filter(
    (file): file is { path: string; content: string } => isObject(file) && isText(file.path) && isText(file.content),
  );
  const env = Array.isArray(saved.env) ? saved.env : [];
  return {
    files: files.map(({ path, content }) => ({ path, content })),
    open: Number.isInteger(saved.open) ? (saved.open as number) : 0,
    commandLine: isText(saved.commandLine) ? saved.commandLine : "",
    env: env
      .filter((variable) => isObject(variable) && isText(variable.name) && isText(variable.value))
      .map(({ name, value }) => ({ name, value })),
  };
}

export const saveWork = (work: Work): boolean => write(WORK, work);

export function loadSettings(): Settings {
  const saved = read(SETTINGS);
  const theme = isObject(saved) && (saved.theme === "light" || saved.theme === "dark") ? saved.theme : "system";
  const panes: Settings["panes"] = {};
  if (isObject(saved) && isObject(saved.panes)) {
    for (const [name, sizes] of Object.entries(saved.panes)) {
      if (Array.isArray(sizes) && sizes.every((size) => typeof size === "number" && size >= 0 && size <= 100))
        panes[name] = sizes;
    }
  }
  const lintsOff = isObject(saved) && Array.isArray(saved.lintsOff) ? saved.lintsOff.filter(isText) : [];
  return { theme, panes, lintsOff };
}

export const saveSettings = (settings: Settings): boolean => write(SETTINGS, settings);
