// The steps of the overlays, one of which can be shown instead of the output. The engine is asked for them after each answer while the steps are open.
import { computed, effect, signal } from "@preact/signals-core";
import { LineMap } from "../../engine/answer";
import type { Engine } from "../../engine/engine";
import { contentOf, printsFiles } from "../../engine/outputs";
import type { Session } from "../../engine/session";
import type { Phases as Answer, OutputFile, Request } from "../../engine/types";
import type { PhaseMarks } from "./output";
import { type Chosen, choice, indexOf, type Step, stepsOf } from "./phase-steps";

interface Known {
  request: Request;
  answer: Answer;
  steps: readonly Step[];
  /** The run failed before its overlays. */
  failed: boolean;
}

export interface ShownStep {
  step: Step;
  at: number;
  /** The number of steps. */
  of: number;
  /** The number of overlays. */
  overlays: number;
  /** The files of the output at this step; undefined for the final output. */
  files: readonly OutputFile[] | undefined;
  /** The texts before the step, by the path of their file. */
  before: ReadonlyMap<string, string>;
  /** The texts of the step. */
  after: ReadonlyMap<string, string>;
  /** The files that the step changes. */
  changed: readonly string[];
  /** It is a step of an earlier input, as there are none for the current one. */
  stale: boolean;
  /** Counts the choices of the user: the changes of a step that was chosen are scrolled into view. 0 if there was none. */
  choices: number;
}

export class Phases {
  readonly #engine: Engine;
  readonly #session: Session;
  readonly #hasOverlays: () => boolean;
  /** For the origins of lines, once it is loaded. */
  readonly #marks: () => PhaseMarks | undefined;
  readonly #open = signal(false);
  readonly #chosen = signal<Chosen>("end");
  readonly #choices = signal(0);
  readonly #known = signal<Known | undefined>(undefined);
  /** The request of the latest question. */
  #asked: Request | undefined;
  readonly #end: () => void;

  /** `hasOverlays`: some input files are overlays. */
  constructor(engine: Engine, session: Session, hasOverlays: () => boolean, marks: () => PhaseMarks | undefined) {
    this.#engine = engine;
    this.#session = session;
    this.#hasOverlays = hasOverlays;
    this.#marks = marks;
    this.#end = effect(() => {
      const { request } = session;
      if (request && this.isOpen && request !== this.#asked) void this.#ask(request);
    });
  }

  /** Whether the run has overlays, and its output files are shown. */
  readonly #offered = computed(() => {
    const { response, outputKind } = this.#session;
    return this.#hasOverlays() && printsFiles(response?.outputKind ?? outputKind);
  });

  get offered(): boolean {
    return this.#offered.value;
  }

  get isOpen(): boolean {
    return this.#open.value && this.#offered.value;
  }

  toggle(): void {
    if (this.#open.value) this.close();
    else this.#open.value = true;
  }

  /** Shows the final output. */
  toEnd(): void {
    this.#chosen.value = "end";
  }

  /** Closes the steps. */
  close(): void {
    this.#asked = undefined;
    this.#open.value = false;
    this.#chosen.value = "end";
    this.#choices.value = 0;
    this.#known.value = undefined;
  }

  choose(at: number): void {
    const steps = this.#known.value?.steps ?? [];
    if (at < 0 || at >= steps.length) return;
    this.#chosen.value = choice(steps, at);
    this.#choices.value++;
  }

  /** Why there are no steps. */
  get why(): "waiting" | "failed" | "none" {
    const known = this.#known.value;
    return known === undefined ? "waiting" : known.failed ? "failed" : "none";
  }

  readonly #shown = computed((): ShownStep | undefined => {
    const known = this.#known.value;
    if (!this.isOpen || !known) return undefined;
    const { answer, steps, request } = known;
    const at = indexOf(steps, this.#chosen.value);
    const step = steps[at];
    if (!step) return undefined;
    const after = textsOf(answer, step.phase);
    // Without a phase before it, it is compared with itself: the text does not move sideways between steps with marks and without.
    const before = textsOf(answer, step.before ?? step.phase);
    const changed = [...before.keys()].filter((path) => before.get(path) !== after.get(path));
    const mapOf = (path: string, text: string) => this.#originsOf(known, step, path, text, before.get(path) ?? "");
    const files =
      step.kind === "final"
        ? undefined
        : [...after].map(([path, content]) => ({ path, content, map: mapOf(path, content) }));
    const stale = this.#session.stale && request !== this.#session.request;
    const choices = this.#choices.value;
    return {
      step,
      at,
      of: steps.length,
      overlays: answer.overlays.length,
      files,
      before,
      after,
      changed,
      stale,
      choices,
    };
  });

  /** Known from the final output of the same input. */
  #originsOf({ request }: Known, { kind, overlay }: Step, path: string, text: string, before: string): LineMap {
    const marks = this.#marks();
    if (!marks) return new LineMap();
    const isSame = this.#session.latestWith("output")?.request === request;
    const file = isSame ? this.#session.output.find((file) => file.path === path) : undefined;
    const final = { text: contentOf(file), map: file?.map ?? new LineMap() };
    const place = kind === "overlay" ? overlay?.place : undefined;
    const at = place?.span ? { file: place.file, line: place.span.start.line } : undefined;
    return marks.originsAtStep({ text, before, final, overlay: at });
  }

  get shown(): ShownStep | undefined {
    return this.#shown.value;
  }

  async #ask(request: Request): Promise<void> {
    this.#asked = request;
    const answer = await this.#engine.ask<Answer>({ kind: "phases", request });
    if (!answer || request !== this.#asked) return;
    const steps = stepsOf(answer);
    const failed = steps.length === 0 && answer.diagnostics.some(({ severity }) => severity === "error");
    // The last steps stay while runs fail before their overlays.
    if (!failed || !this.#known.value) this.#known.value = { request, answer, steps, failed };
  }

  end(): void {
    this.#end();
  }
}

/** The texts of a phase by path. */
const textsOf = ({ phases, texts }: Answer, phase: number | undefined): ReadonlyMap<string, string> =>
  new Map(phases[phase ?? -1]?.files.map(({ path, text }) => [path, texts[text] ?? ""]));
