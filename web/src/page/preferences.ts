// What the user has chosen about the page itself, and the defaults, which depend on the size of the page.
import { loadSettings, type Settings, saveSettings, type Theme, type Wrapping } from "../store/settings";
import { applyTheme } from "./theme";

export class Preferences {
  #settings: Settings = loadSettings();
  #changed: () => void;
  #narrow: () => boolean;

  constructor(narrow: () => boolean, changed: () => void) {
    this.#narrow = narrow;
    this.#changed = changed;
  }

  /** Sizes of panes in percent, by splitter. */
  get panes(): Settings["panes"] {
    return this.#settings.panes;
  }

  /** Without sizes, the panes fit their content. */
  resize(splitter: string, sizes: number[] | undefined): void {
    const { [splitter]: _, ...others } = this.#settings.panes;
    this.#set({ panes: sizes ? { ...others, [splitter]: sizes } : others });
  }

  get lintsOff(): readonly string[] {
    return this.#settings.lintsOff;
  }

  disableLints(codes: Iterable<string>): void {
    this.#set({ lintsOff: [...codes] });
  }

  /** Whether long lines wrap: those of the output do, and those of the editor in narrow pages, unless the user decides otherwise. */
  wraps(text: Wrapping): boolean {
    return this.#settings.wrap[text] ?? (text === "output" || this.#narrow());
  }

  toggleWrap = (text: Wrapping): void => this.#set({ wrap: { ...this.#settings.wrap, [text]: !this.wraps(text) } });

  get theme(): Theme {
    return this.#settings.theme;
  }

  setTheme(theme: Theme): void {
    applyTheme(theme);
    this.#set({ theme });
  }

  #set(settings: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...settings };
    saveSettings(this.#settings);
    this.#changed();
  }
}
