// The lesson of the open work: its author's, or that of the example that the work began as.
import { effect, signal, untracked } from "@preact/signals-core";
import { nothing } from "lit";
import type { Bench } from "../components/bench";
import {
  exampleOf,
  examples,
  exampleWork,
  type Lesson,
  lessonOf,
  loadedExample,
  readMarkdown,
} from "../content/examples";
import type { MarkdownNode } from "../content/markdown-tree";
import { noted } from "../core/failures";
import { fromExample, type Work } from "../core/work";
import { isAsked } from "../engine/check-results";
import { LessonView } from "../features/gallery/lesson";
import { LessonSteps } from "../features/gallery/steps";
import type { Opening } from "../features/open/opening";
import type { LazyParts } from "../ui/lazy-parts";

/** Parses Markdown; loaded lazily. */
export interface MarkdownParser {
  parsed: (source: string) => MarkdownNode;
}

export class OpenLesson {
  readonly #bench: Bench;
  readonly #opening: Opening;
  readonly #lazy: LazyParts<MarkdownParser>;
  readonly #steps: LessonSteps;
  readonly #view: LessonView;
  readonly #finished: (id: string) => void;
  readonly #read = new Map<string, MarkdownNode>();
  /** Counts the examples that were loaded for their lessons. */
  readonly #loads = signal(0);

  /** `finished` is called when all steps of an example are done. */
  constructor(
    root: ShadowRoot,
    bench: Bench,
    opening: Opening,
    lazy: LazyParts<MarkdownParser>,
    finished: (id: string) => void,
  ) {
    this.#bench = bench;
    this.#finished = finished;
    this.#opening = opening;
    this.#lazy = lazy;
    this.#steps = new LessonSteps(bench);
    const open = ({ id }: { id: string }) => void opening.go({ kind: "example", id });
    this.#view = new LessonView(root, bench.navigation, open, (source) => this.#reading(source));
  }

  /** The checks of all steps, for requests. */
  get checks() {
    return this.#steps.checks;
  }

  /** Parsed Markdown; `undefined` until the parser is loaded. */
  #reading(source: string): MarkdownNode | undefined {
    const known = readMarkdown(source) ?? this.#read.get(source);
    if (known) return known;
    const { parts } = this.#lazy;
    if (!parts) void this.#lazy.get().catch(noted("loading what reads Markdown"));
    else this.#read.set(source, parts.parsed(source));
    return this.#read.get(source);
  }

  get #lesson(): Lesson | undefined {
    this.#loads.value;
    return lessonOf(this.#bench.project.about, this.#opening.address);
  }

  /** Has the steps follow the open work. */
  follow(): void {
    effect(() => {
      this.#load();
      const lesson = this.#lesson;
      untracked(() => {
        // The latest request may have no checks of these steps.
        if (this.#steps.follow(lesson, () => this.#start()) && !isAsked(this.#bench.session, this.checks))
          this.#bench.session.edited();
      });
    });
    effect(() => {
      const { example } = this.#bench.project.about;
      const lesson = this.#lesson;
      const isExample = lesson !== undefined && lesson === loadedExample(example) && lesson.steps.length > 0;
      if (isExample && this.#steps.finished) untracked(() => this.#finished(example));
    });
    effect(() => {
      if (!this.#bench.session.typing) untracked(() => this.#judge());
    });
  }

  /** After a response. */
  answered(): void {
    // It may have failed for lack of a connection.
    this.#load();
    this.#judge();
  }

  /** Notes the steps that are done now. While the user is typing, a text may be half of a value. */
  #judge(): void {
    if (this.#bench.session.isSettled) this.#steps.answered();
  }

  #load(): void {
    const { example } = this.#bench.project.about;
    if (!exampleOf(example) || loadedExample(example)) return;
    void exampleWork(example).then((work) => work && this.#loads.value++, noted("loading a lesson"));
  }

  /** The work that the first step applies to. */
  #start(): Work {
    const { example, lesson } = this.#bench.project.about;
    const whole = loadedExample(example);
    const { shared, work } = this.#opening;
    return shared ?? (whole && lesson === "" ? fromExample(example, whole) : work);
  }

  /** A bar and the text. */
  render() {
    const about = this.#lesson;
    if (!about) return nothing;
    const open = this.#opening.example ?? this.#bench.project.about.example;
    const at = examples.findIndex(({ id }) => id === open);
    const steps = this.#steps;
    return this.#view.render({
      about,
      steps: (text) => steps.render(text, () => this.#view.close()),
      next: (text) => steps.next(text, () => this.#view.show(true)),
      spoken: steps.spoken,
      finished: steps.finished,
      isJustDone: () => steps.isJustDone,
      before: at < 0 ? undefined : examples[at - 1],
      after: at < 0 ? undefined : examples[at + 1],
    });
  }
}
