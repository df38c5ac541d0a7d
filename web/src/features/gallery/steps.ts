// The steps of a lesson: a text each, a button that applies its edits, and a mark when its checks hold in the latest result, whether the reader has
// applied the step or typed.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Bench } from "../../components/bench";
import type { Lesson } from "../../content/examples";
import { steady } from "../../core/steady";
import { after, firstChange, isMade, stepped } from "../../core/steps";
import type { Step, StepEdit, Work, WorkFile } from "../../core/work";
import { resultsOf } from "../../engine/check-results";
import type { Check } from "../../engine/types";
import { html } from "../../ui/html";
import { CircleCheck, icon } from "../../ui/icons";

const NO_STEPS: readonly Step[] = [];

export class LessonSteps {
  readonly #bench: Bench;
  readonly #steps = signal(NO_STEPS);
  /** The work that the lesson begins with. */
  readonly #start = signal<Work | undefined>(undefined);
  /** Steps that were done since the page was opened, or that the reader has marked. */
  readonly #seen = signal<ReadonlySet<Step>>(new Set());
  /** The step that cannot be applied because its files have been changed. */
  readonly #asking = signal<Step | undefined>(undefined);
  readonly #spoken = signal("");

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** What happened last, for screen readers. */
  get spoken(): string {
    return this.#spoken.value;
  }

  get finished(): boolean {
    return this.#steps.value.every((step) => this.#isDone(step));
  }

  /** By step, whether it is done: it changes only with some responses. */
  readonly #done = steady(() => this.#steps.value.map((step) => this.#findDone(step)));

  #isDone(step: Step): boolean {
    return this.#done.value[this.#steps.value.indexOf(step)] ?? false;
  }

  /** The checks of all steps, for the request. */
  get checks(): readonly Check[] {
    return this.#steps.value.flatMap(({ done }) => done);
  }

  /** Another lesson is visible, or none. `start`: the files that its first step applies to. Returns whether there are other steps now. */
  follow(lesson: Lesson | undefined, start: () => Work): boolean {
    const steps = lesson?.steps ?? NO_STEPS;
    // A project copies its steps when it is loaded.
    if (steps === this.#steps.value || JSON.stringify(steps) === JSON.stringify(this.#steps.value)) return false;
    this.#steps.value = steps;
    this.#start.value = steps.length > 0 ? start() : undefined;
    this.#seen.value = new Set();
    this.#asking.value = undefined;
    this.#spoken.value = "";
    return steps.length > 0;
  }

  #holds({ done }: Step): boolean {
    if (done.length === 0) return false;
    return resultsOf(this.#bench.session, done)?.every(({ passed }) => passed) ?? false;
  }

  /** A later step may change what an earlier one did: that one stays done, also when the page is opened again. */
  #findDone(step: Step): boolean {
    if (this.#holds(step)) return true;
    if (step.done.length === 0) return this.#seen.value.has(step);
    const at = this.#steps.value.indexOf(step);
    const later = this.#steps.value.slice(at + 1);
    if (!later.some((one) => this.#holds(one))) return false;
    return this.#seen.value.has(step) || this.#isMade(step);
  }

  /** Whether the edits of a step are in the work, or were replaced by those of later steps. */
  #isMade(step: Step): boolean {
    const before = this.#before(step);
    return before !== undefined && isMade(this.#bench.project.save(), before, step.edits);
  }

  /** After a response: notes the steps that are done now. */
  answered(): void {
    const finished = this.#steps.value.filter((step) => this.#holds(step) && !this.#seen.value.has(step));
    if (finished.length > 0) this.#seen.value = new Set([...this.#seen.value, ...finished]);
    const last = finished.at(-1);
    if (last) this.#say(last);
  }

  #say(step: Step): void {
    const at = this.#steps.value.indexOf(step) + 1;
    this.#spoken.value = this.finished
      ? `Step ${at} done. All steps of this lesson are done.`
      : `Step ${at} of ${this.#steps.value.length} done.`;
  }

  #mark(step: Step): void {
    this.#seen.value = new Set([...this.#seen.value, step]);
    this.#say(step);
  }

  /** The work before a step, as the lesson has it. */
  #before(step: Step): Work | undefined {
    return this.#start.value && after(this.#start.value, this.#steps.value.slice(0, this.#steps.value.indexOf(step)));
  }

  /** Whether an edit would replace what the reader has written. */
  #overwrites(edit: StepEdit, now: Work, expected: Work | undefined): boolean {
    if ("commandLine" in edit) return ![expected?.commandLine, edit.commandLine, ""].includes(now.commandLine);
    if (!("content" in edit)) return false;
    const content = (work: Work | undefined) => work?.files.find(({ path }) => path === edit.file)?.content;
    const current = content(now);
    return current !== undefined && current !== edit.content && current !== content(expected);
  }

  #apply(step: Step): void {
    const now = this.#bench.project.save();
    const { work, refused } = stepped(now, step.edits);
    const expected = this.#before(step);
    const overwrites = step.edits.some((edit) => this.#overwrites(edit, now, expected));
    if (refused.length > 0 || overwrites) {
      this.#asking.value = step;
      return;
    }
    this.#set(work, `Applied step ${this.#steps.value.indexOf(step) + 1}.`);
  }

  /** Sets the files of a step to what the lesson has after it. */
  #force(step: Step): void {
    const expected = this.#before(step);
    if (!expected) return;
    const target = stepped(expected, step.edits).work;
    const touched = new Set(step.edits.flatMap((edit) => ("file" in edit ? [edit.file] : [])));
    const now = this.#bench.project.save();
    const files = target.files.filter(({ path }) => touched.has(path));
    const line = step.edits.some((edit) => "commandLine" in edit) ? target.commandLine : now.commandLine;
    this.#set(merged({ ...now, commandLine: line }, files), `Applied step ${this.#steps.value.indexOf(step) + 1}.`);
  }

  /** Restores the files and the command line of the lesson to what they are before a step. Other files stay. */
  #reset(step: Step): void {
    const before = this.#before(step);
    if (!before) return;
    const later = new Set(this.#steps.value.slice(this.#steps.value.indexOf(step)));
    this.#seen.value = new Set([...this.#seen.value].filter((one) => !later.has(one)));
    const added = new Set(
      this.#steps.value.flatMap(({ edits }) => edits.flatMap((edit) => ("file" in edit ? [edit.file] : []))),
    );
    const now = this.#bench.project.save();
    const own = now.files.filter(({ path }) => !added.has(path) || before.files.some((file) => file.path === path));
    this.#set(
      merged({ ...now, files: own, commandLine: before.commandLine }, before.files),
      `Reset to before step ${this.#steps.value.indexOf(step) + 1}.`,
    );
  }

  #set(work: Work, notice: string): void {
    const { project, notices, editor, navigation } = this.#bench;
    this.#asking.value = undefined;
    const before = project.save();
    const known = work.files.filter(({ path }) => project.byPath(path));
    const sameFiles = known.length === work.files.length && known.length === before.files.length;
    if (sameFiles) {
      const undo = editor.write(
        work.files.filter(({ path, content }) => content !== before.files.find((file) => file.path === path)?.content),
      );
      project.setCommandLine(work.commandLine);
      notices.report(notice, () => {
        undo();
        project.setCommandLine(before.commandLine);
      });
    } else {
      // Files are added or removed: their undo histories begin anew.
      project.load(work);
      notices.report(notice, () => project.load(before));
    }
    const place = firstChange(before, work);
    if (place) navigation.show(place);
  }

  /** All steps. `leave` is called when the user goes on with the files, which the list covers. */
  render(text: (source: string) => unknown, leave: () => void) {
    if (this.#steps.value.length === 0) return nothing;
    return html`<ol class="steps" aria-label="Steps">${this.#steps.value.map((step, at) => this.#item(step, at + 1, text, leave))}</ol>`;
  }

  /** The next step, for the bar. `unfold` shows the whole lesson, where a question about the step is. */
  next(text: (source: string) => unknown, unfold: () => void) {
    const step = this.#steps.value.find((step) => !this.#isDone(step));
    if (!step)
      return html`<div class="step-text"><span class="step-number">${icon(CircleCheck)} All steps are done.</span></div>`;
    const number = this.#steps.value.indexOf(step) + 1;
    const act = () => {
      if (step.edits.length === 0) this.#mark(step);
      else this.#apply(step);
      if (this.#asking.value === step) unfold();
    };
    const label = step.edits.length === 0 ? "Got it" : "Apply";
    return html`
      <div class="step-text"><span class="step-number">Step ${number} of ${this.#steps.value.length}:</span> ${text(step.text)}</div>
      <button type="button" class="quiet bordered" aria-label="${label}: step ${number}" @click=${act}>${label}</button>
    `;
  }

  #item(step: Step, number: number, text: (source: string) => unknown, leave: () => void) {
    const done = this.#isDone(step);
    const mark = done
      ? html`<span class="step-done">${icon(CircleCheck)}<span class="for-readers">Done</span></span>`
      : nothing;
    const button = (label: string, act: () => void, name = label) =>
      html`<button type="button" class="quiet bordered" aria-label="${name}: step ${number}" @click=${act}>${label}</button>`;
    const then = (act: () => void) => () => {
      act();
      if (this.#asking.value !== step) leave();
    };
    const cancel = then(() => {
      this.#asking.value = undefined;
    });
    const apply = then(() => this.#apply(step));
    const reset = then(() => this.#reset(step));
    const force = then(() => this.#force(step));
    const changes = () => (done ? button("Reset", reset) : button("Apply", apply));
    const reads = () => (done ? nothing : button("Got it", () => this.#mark(step)));
    return html`
      <li>
        <div class="step-text">${text(step.text)}</div>
        <div class="step-actions">${mark} ${step.edits.length > 0 ? changes() : reads()}</div>
        ${
          this.#asking.value === step
            ? html`<div class="step-question" role="alert">
              <p>You have changed what this step changes.</p>
              ${step.edits.map((edit) => described(edit))}
              <div class="step-actions">${button("Use the step's version", force)} ${button("Cancel", cancel)}</div>
            </div>`
            : nothing
        }
      </li>
    `;
  }
}

function described(edit: StepEdit) {
  if ("commandLine" in edit) return html`<p>Command line: <code>${edit.commandLine || "(empty)"}</code></p>`;
  if ("content" in edit) return html`<p>A new text for <code>${edit.file}</code></p>`;
  return html`<p><code>${edit.file}</code>: <code>${edit.replace}</code> becomes <code>${edit.with}</code></p>`;
}

/** A work with files replaced, or added at the end. */
function merged(work: Work, files: readonly WorkFile[]): Work {
  const by = new Map(files.map((file) => [file.path, file]));
  const kept = work.files.map((file) => by.get(file.path) ?? file);
  return { ...work, files: [...kept, ...files.filter(({ path }) => !work.files.some((file) => file.path === path))] };
}
