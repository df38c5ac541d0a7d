// Copies and saves the output. A preview is named as such: ytt does not print it.
import { contentOf, isPreview } from "../engine/outputs";
import type { LazyParts } from "../ui/lazy-parts";
import type { Workbench } from "../workbench/workbench";
import type { Copy } from "./clipboard";
import type { PageParts } from "./load-parts";

const ONLY_PREVIEW = "a preview that ytt does not print";

export class OutputActions {
  readonly #workbench: Workbench;
  readonly #lazy: LazyParts<PageParts>;
  readonly #copy: Copy;

  constructor(workbench: Workbench, lazy: LazyParts<PageParts>, copy: Copy) {
    this.#workbench = workbench;
    this.#lazy = lazy;
    this.#copy = copy;
  }

  get #isPreview(): boolean {
    const { good } = this.#workbench.session;
    return good !== undefined && isPreview(good);
  }

  /** Copies the shown output file. */
  copy(): void {
    const { session, output } = this.#workbench;
    void this.#copy(contentOf(output.current(session.output)), this.#isPreview ? `the output, ${ONLY_PREVIEW}` : "");
  }

  /** Saves all output. */
  download(): Promise<void> {
    const { session, notices } = this.#workbench;
    // That of the click: another work may be open when the part is loaded.
    const { output } = session;
    const preview = this.#isPreview;
    return this.#lazy.use(({ downloadOutput }) => {
      const saved = `Saved ${downloadOutput(output, preview)}`;
      notices.report(preview ? `${saved}, ${ONLY_PREVIEW}.` : `${saved}.`);
    });
  }
}
