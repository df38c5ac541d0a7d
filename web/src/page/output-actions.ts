// Copies and saves the output as it is shown. A preview and a step of the overlays are named as such: ytt does not print them.
import { contentOf, isPreview } from "../engine/outputs";
import { words } from "../features/result/phase-bar";
import type { LazyParts } from "../ui/lazy-parts";
import type { Workbench } from "../workbench/workbench";
import type { Copy } from "./clipboard";
import type { PageParts } from "./load-parts";

const ONLY_PREVIEW = "a preview that ytt does not print";

/** A special state of the output, for messages and for names of files. */
interface Special {
  words: string;
  suffix: string;
}

export class OutputActions {
  readonly #workbench: Workbench;
  readonly #lazy: LazyParts<PageParts>;
  readonly #copy: Copy;

  constructor(workbench: Workbench, lazy: LazyParts<PageParts>, copy: Copy) {
    this.#workbench = workbench;
    this.#lazy = lazy;
    this.#copy = copy;
  }

  get #special(): Special | undefined {
    const { session, phases } = this.#workbench;
    const { shown } = phases;
    if (shown?.files) return { words: `step ${words(shown)}`, suffix: `step-${shown.at + shown.step.leftOut}` };
    const { good } = session;
    return good && isPreview(good) ? { words: ONLY_PREVIEW, suffix: "preview" } : undefined;
  }

  /** Copies the shown output file. */
  copy(): void {
    const { output, shownOutput } = this.#workbench;
    const special = this.#special;
    void this.#copy(contentOf(output.current(shownOutput)), special ? `the output, ${special.words}` : "");
  }

  /** Saves all output. */
  download(): Promise<void> {
    // The output at the click: another work may be open when the part is loaded.
    const { notices, shownOutput } = this.#workbench;
    const special = this.#special;
    return this.#lazy.use(({ downloadOutput }) => {
      const saved = `Saved ${downloadOutput(shownOutput, special?.suffix)}`;
      notices.report(special ? `${saved}, ${special.words}.` : `${saved}.`);
    });
  }
}
