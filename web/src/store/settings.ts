// Settings of the page. In localStorage, which is synchronous: the theme is set before the first paint. Each field is checked when it is read. If the
// browser stores nothing, settings last until the page is closed.
import { noted } from "../core/failures";
import { isObject } from "../core/guards";

const SETTINGS = "ytterby.settings.v1";

export type Theme = "system" | "light" | "dark";

export interface Settings {
  theme: Theme;
  /** Sizes of panes in percent, by splitter. */
  panes: Record<string, number[]>;
  /** Codes of disabled lints. */
  lintsOff: string[];
  /** Whether long lines wrap. If it is missing, the user has not chosen. */
  wrap: Partial<Record<Wrapping, boolean>>;
  /** Heights of files in the stack that the user has chosen, in px, by path. */
  heights: Record<string, number>;
  /** One file is shown in place of the stack. */
  maximized: boolean;
  /** Problems are written at the ends of their lines. */
  endMessages: boolean;
  /** Values are written behind the code that computes them. */
  valuesInCode: boolean;
  /** Ids of the examples with lessons that are done. */
  lessons: string[];
}

/** A text that long lines wrap in, or do not. */
export type Wrapping = "editor" | "output";

const isText = (value: unknown): value is string => typeof value === "string";

function read(): unknown {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS) ?? "null");
  } catch (error) {
    noted("reading the settings")(error);
    return null;
  }
}

export function loadSettings(): Settings {
  const saved = read();
  const theme = isObject(saved) && (saved.theme === "light" || saved.theme === "dark") ? saved.theme : "system";
  const panes: Settings["panes"] = {};
  if (isObject(saved) && isObject(saved.panes)) {
    for (const [name, sizes] of Object.entries(saved.panes)) {
      if (Array.isArray(sizes) && sizes.every((size) => typeof size === "number" && size >= 0 && size <= 100))
        panes[name] = sizes;
    }
  }
  const lintsOff = isObject(saved) && Array.isArray(saved.lintsOff) ? saved.lintsOff.filter(isText) : [];
  const wrap: Settings["wrap"] = {};
  const chosen = isObject(saved) && isObject(saved.wrap) ? saved.wrap : {};
  for (const text of ["editor", "output"] as const) {
    const on = chosen[text];
    if (typeof on === "boolean") wrap[text] = on;
  }
  const heights: Settings["heights"] = {};
  if (isObject(saved) && isObject(saved.heights))
    for (const [path, height] of Object.entries(saved.heights))
      if (typeof height === "number" && height > 0) heights[path] = height;
  const maximized = isObject(saved) && saved.maximized === true;
  const endMessages = !(isObject(saved) && saved.endMessages === false);
  const valuesInCode = !(isObject(saved) && saved.valuesInCode === false);
  const lessons = isObject(saved) && Array.isArray(saved.lessons) ? saved.lessons.filter(isText) : [];
  return { theme, panes, lintsOff, wrap, heights, maximized, endMessages, valuesInCode, lessons };
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(SETTINGS, JSON.stringify(settings));
  } catch (error) {
    // The status bar reports the more important problem: that the work is not stored either.
    noted("storing the settings")(error);
  }
}
