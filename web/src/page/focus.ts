// Moves the focus to a part of the page, once the current state is rendered.
import { ROWS } from "../features/problems/problem-keys";
import { drawn } from "../ui/part";
import type { Panes } from "./panes";

export class Focus {
  readonly #root: ShadowRoot;
  readonly #panes: Panes;

  constructor(root: ShadowRoot, panes: Panes) {
    this.#root = root;
    this.#panes = panes;
  }

  to = async (selector: string): Promise<HTMLElement | undefined> => {
    await drawn();
    const element = this.#root.querySelector<HTMLElement>(selector) ?? undefined;
    element?.focus();
    return element;
  };

  /** In the next frame: a menu that closes gives the focus back to its button first. */
  editor = (): void => void requestAnimationFrame(() => void this.to(".file-pane.chosen .cm-content"));

  /** For the link at the start of the page. */
  skipToEditor = (): void => {
    this.#panes.show("input");
    // A file that is not text has only a heading.
    void this.to(".file-pane.chosen .cm-content, .file-pane.chosen:not(:has(.cm-content)) button");
  };

  /** The list of problems, or its pane if there is nothing to list. */
  problems(): Promise<HTMLElement | undefined> {
    return this.to(".problems-pane > .scroll:not([hidden]), .problems-pane:has(> .scroll[hidden])");
  }

  /** Shows the list of problems, too, and goes to its first problem, for the keys of the list. */
  listProblems = async (): Promise<void> => {
    this.#panes.show("problems");
    const list = await this.problems();
    list?.querySelector<HTMLElement>(ROWS)?.focus();
  };
}
