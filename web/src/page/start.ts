// The page's state and requests before its views are there: the playground of the address, the user's work or the first example, and the engine's answer
// to it. Page takes it over.
import { lessonOf } from "../content/examples";
import type { Engine } from "../engine/engine";
import { WorkerEngine } from "../engine/worker-engine";
import { Opening, type Shown } from "../features/open/opening";
import type { WorkStore } from "../store/work-store";
import { Model } from "../workbench/model";
import type { EarlyInput } from "./early-input";

export class Start {
  readonly store: WorkStore;
  readonly engine: Engine & { readonly isCompiled: boolean };
  readonly model: Model;
  readonly opening: Opening;
  /** Replaced by that of the page. */
  shown: Omit<Shown, "hasKeys">;
  /** The view of the opened work: the selected tab of the result, and its content. */
  view = "";
  #begun = false;

  constructor(store: WorkStore, input: Pick<EarlyInput, "hasKeys">, engine: Start["engine"] = new WorkerEngine()) {
    const model = new Model(engine);
    this.engine = engine;
    this.model = model;
    this.store = store;
    this.shown = {
      work: () => ({ ...model.project.save(), view: this.view }),
      show: (work) => {
        this.view = work.view;
        model.open(work);
        // Another one, for example of an address that took long.
        if (this.#begun) model.session.render();
      },
      linkOpened: () => {},
    };
    this.opening = new Opening(model, store, {
      work: () => this.shown.work(),
      show: (work) => this.shown.show(work),
      linkOpened: () => this.shown.linkOpened(),
      hasKeys: () => input.hasKeys,
    });
    model.furtherChecks = () => {
      const lesson = lessonOf(model.project.about, this.opening.address);
      return lesson?.steps.flatMap(({ done }) => done) ?? [];
    };
  }

  /** Opens the first work, and has it rendered. */
  async begin(): Promise<void> {
    await this.opening.begin();
    this.#begun = true;
    this.model.session.render();
  }
}
