// The user's choices about the page itself, and the defaults, which depend on the size of the page.
import { signal } from "@preact/signals-core";
import { loadSettings, type Settings, saveSettings, type Theme, type Wrapping } from "../store/settings";
import { applyTheme } from "./theme";

const MOST_HEIGHTS = 100;

export class Preferences {
  readonly #settings = signal<Settings>(loadSettings());
  #narrowEditors: () => boolean;

  /** `narrowEditors` is whether editors are narrower than many lines. */
  constructor(narrowEditors: () => boolean) {
    this.#narrowEditors = narrowEditors;
  }

  /** Sizes of panes in percent, by splitter. */
  get panes(): Settings["panes"] {
    return this.#settings.value.panes;
  }

  /** Without sizes, the panes fit their content. */
  resize(splitter: string, sizes: number[] | undefined): void {
    const { [splitter]: _, ...others } = this.#settings.value.panes;
    this.#set({ panes: sizes ? { ...others, [splitter]: sizes } : others });
  }

  get lintsOff(): readonly string[] {
    return this.#settings.value.lintsOff;
  }

  disableLints(codes: Iterable<string>): void {
    this.#set({ lintsOff: [...codes] });
  }

  /** Whether long lines wrap: those of the output do, and those of narrow editors, unless the user decides otherwise. */
  wraps(text: Wrapping): boolean {
    return this.#settings.value.wrap[text] ?? (text === "output" || this.#narrowEditors());
  }

  toggleWrap = (text: Wrapping): void =>
    this.#set({ wrap: { ...this.#settings.value.wrap, [text]: !this.wraps(text) } });

  /** Heights of files in the stack that the user has chosen, in px, by path. */
  get heights(): Settings["heights"] {
    return this.#settings.value.heights;
  }

  /** `undefined`: as high as the text. */
  setHeights(changes: Readonly<Record<string, number | undefined>>): void {
    const all = { ...this.heights, ...changes };
    const heights: Record<string, number> = {};
    // The last ones: paths of playgrounds that were opened long ago need no space.
    for (const [path, height] of Object.entries(all).slice(-MOST_HEIGHTS))
      if (height !== undefined) heights[path] = height;
    this.#set({ heights });
  }

  /** Whether one file is maximized in place of the stack. */
  get maximized(): boolean {
    return this.#settings.value.maximized;
  }

  setMaximized(maximized: boolean): void {
    if (maximized !== this.#settings.peek().maximized) this.#set({ maximized });
  }

  /** Whether problems are written at the ends of their lines. */
  get endMessages(): boolean {
    return this.#settings.value.endMessages;
  }

  toggleEndMessages = (): void => this.#set({ endMessages: !this.endMessages });

  /** Whether values are written behind the code that computes them. */
  get valuesInCode(): boolean {
    return this.#settings.value.valuesInCode;
  }

  toggleValuesInCode = (): void => this.#set({ valuesInCode: !this.valuesInCode });

  /** Ids of the examples with lessons that are done. */
  get lessons(): readonly string[] {
    return this.#settings.value.lessons;
  }

  finishLesson(id: string): void {
    if (!this.lessons.includes(id)) this.#set({ lessons: [...this.lessons, id] });
  }

  get theme(): Theme {
    return this.#settings.value.theme;
  }

  setTheme(theme: Theme): void {
    applyTheme(theme);
    this.#set({ theme });
  }

  #set(settings: Partial<Settings>): void {
    const all = { ...this.#settings.peek(), ...settings };
    this.#settings.value = all;
    saveSettings(all);
  }
}
