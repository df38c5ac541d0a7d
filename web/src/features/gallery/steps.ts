// The steps of a lesson: a text each, a button that applies its edits, and a mark once its checks hold in a result, whether the reader has applied
// the step or typed. The mark is stored with the work. A step that was done stays in the bar until the reader goes on, and is open again if it no
// longer holds.
import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Bench } from "../../components/bench";
import type { Lesson } from "../../content/examples";
import { after } from "../../core/step-edits";
import { applied, firstChange, isMade, lineOf, type StepLine, solved, takenBack } from "../../core/steps";
import { environment, type Step, sameWork, type Work, type WorkFile } from "../../core/work";
import { resultsOf } from "../../engine/check-results";
import type { Check } from "../../engine/types";
import { html } from "../../ui/html";
import { CircleCheck, icon } from "../../ui/icons";
import { workChanges } from "./work-changes";

const NO_STEPS: readonly Step[] = [];

/** A text of a lesson as a template. `line` is the line that a link to a file leads to. */
export type StepText = (source: string, line?: (file: string) => StepLine | undefined) => unknown;

/** A click that was meant for the button of a step does not open the next example. */
const PAUSE_MS = 400;

/** While the engine is being downloaded, a step is applied without its answer. */
const PATIENCE_MS = 1000;

/** The solution of a step, which is shown before it replaces the reader's text. */
interface Solution {
  step: Step;
  before: Work;
  work: Work;
  /** The reader has asked for it. */
  asked: boolean;
}

export class LessonSteps {
  readonly #bench: Bench;
  readonly #steps = signal(NO_STEPS);
  /** The work that the lesson begins with. */
  readonly #start = signal<Work | undefined>(undefined);
  readonly #solution = signal<Solution | undefined>(undefined);
  readonly #spoken = signal("");
  /** The step that was done last, which the bar shows until the reader goes on. */
  readonly #last = signal<Step | undefined>(undefined);
  /** Steps with checks that did not hold in an earlier result. */
  readonly #failed = new Set<Step>();
  /** When a step was done last. */
  #doneAt = Number.NEGATIVE_INFINITY;
  /** Counts the reader's actions: an answer to an earlier click is not used. */
  #turn = 0;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** The last event, for screen readers. */
  get spoken(): string {
    return this.#spoken.value;
  }

  get finished(): boolean {
    return this.#steps.value.every((step) => this.#isDone(step));
  }

  /** Whether a step was done just now: another button is where the pointer is. */
  get isJustDone(): boolean {
    return performance.now() - this.#doneAt < PAUSE_MS;
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
    this.#solution.value = undefined;
    this.#spoken.value = "";
    this.#last.value = undefined;
    this.#failed.clear();
    this.#turn++;
    return steps.length > 0;
  }

  #indexOf(step: Step): number {
    return this.#steps.value.indexOf(step);
  }

  #isDone(step: Step): boolean {
    return this.#bench.project.about.done.includes(this.#indexOf(step));
  }

  get #nextStep(): Step | undefined {
    return this.#steps.value.find((step) => !this.#isDone(step));
  }

  /** Whether the run has failed, which a step does not expect: data values may be right while a template is half-typed. */
  #isBroken({ done }: Step): boolean {
    if (done.some((check) => "error" in check || "violation" in check || "passes" in check)) return false;
    const { response } = this.#bench.session;
    return response?.diagnostics.some(({ severity, code }) => severity === "error" && code !== "violation") ?? false;
  }

  /** `undefined` without a result. */
  #holds(step: Step): boolean | undefined {
    const { done } = step;
    if (done.length === 0) return false;
    return resultsOf(this.#bench.session, done)?.every(({ passed }) => passed && !this.#isBroken(step));
  }

  /** Whether a later step has replaced the changes of this one, as in a playground that was shared in the middle of its lesson. */
  #isReplaced(step: Step): boolean {
    if (step.done.length === 0) return false;
    const later = this.#steps.value.slice(this.#indexOf(step) + 1);
    return later.some((one) => this.#holds(one)) && this.#isMade(step, this.#bench.project.save());
  }

  /**
   * The done steps that no longer hold, as the reader has undone them. Once the reader has gone on, only those with the text from before them, which the
   * next step does not ask for.
   */
  #undone(): Step[] {
    const next = this.#nextStep;
    if (next && this.#holds(next)) return [];
    const now = this.#bench.project.save();
    const lesson = this.#after(next ?? this.#steps.value.at(-1));
    const isReplaced = (step: Step) => this.#isMade(step, now) || !this.#isMade(step, lesson);
    const undone: Step[] = [];
    for (const step of this.#steps.value.filter((one) => one.done.length > 0 && this.#isDone(one)).toReversed()) {
      if (this.#holds(step) !== false || this.#isBroken(step)) break;
      if (step !== this.#last.value && isReplaced(step)) break;
      undone.push(step);
    }
    return undone;
  }

  /**
   * After a response: notes the steps that are done now, and those that are not any more. What holds from the start is not done: a step such as "Set it
   * back to 2" waits until it does not hold, or all steps before it are done.
   */
  answered(): void {
    const { project } = this.#bench;
    const undone = this.#undone().map((step) => this.#indexOf(step));
    if (undone.length > 0) {
      this.#failed.clear();
      project.setDone(project.about.done.filter((at) => !undone.includes(at)));
      this.#spoken.value = `Step ${Math.min(...undone) + 1} is open again.`;
    }
    const shown = this.#nextStep;
    const finished: Step[] = [];
    const replaced: Step[] = [];
    let isNext = true;
    for (const step of this.#steps.value) {
      if (this.#isDone(step)) continue;
      const holds = this.#holds(step);
      if (holds === false) this.#failed.add(step);
      if (holds && (isNext || this.#failed.has(step))) finished.push(step);
      else if (holds === false && this.#isReplaced(step)) replaced.push(step);
      else isNext = false;
    }
    this.#note([...finished, ...replaced]);
    const last = finished.at(-1);
    if (!last) return;
    if (shown && finished.includes(shown)) this.#last.value = last;
    this.#say(last);
  }

  #note(steps: readonly Step[]): void {
    if (steps.length === 0) return;
    const { project } = this.#bench;
    this.#doneAt = performance.now();
    const all = new Set([...project.about.done, ...steps.map((step) => this.#indexOf(step))]);
    project.setDone([...all].toSorted((a, b) => a - b));
  }

  #say(step: Step): void {
    const at = this.#indexOf(step) + 1;
    this.#spoken.value = this.finished
      ? `Step ${at} done. All steps of this lesson are done.`
      : `Step ${at} of ${this.#steps.value.length} done.`;
  }

  #mark(step: Step): void {
    this.#last.value = undefined;
    this.#note([step]);
    this.#say(step);
  }

  /** The work before a step, as the lesson has it. */
  #before(step: Step): Work | undefined {
    return this.#start.value && after(this.#start.value, this.#steps.value.slice(0, this.#indexOf(step)));
  }

  /** The work after a step, as the lesson has it. */
  #after(step: Step | undefined): Work | undefined {
    const before = step && this.#before(step);
    return before && after(before, [step]);
  }

  /** Whether a work has the edits of a step, which those of later steps may have replaced. */
  #isMade(step: Step, work: Work | undefined): boolean {
    const before = this.#before(step);
    return before !== undefined && work !== undefined && isMade(work, before, step.edits);
  }

  /** The line of a file that a step is about. */
  #lineOf(step: Step, file: string): StepLine | undefined {
    const before = this.#before(step);
    return before && lineOf(this.#bench.project.save(), before, step.edits, file);
  }

  /** Whether a step would be done in a work. An engine that does not answer in time has no objection. */
  async #solves({ done }: Step, { files, commandLine, env }: Work): Promise<boolean> {
    const { engine, session } = this.#bench;
    const request = { files, args: commandLine, env: environment(env), limits: session.limits, checks: [...done] };
    const response = await engine.render(request, AbortSignal.timeout(PATIENCE_MS));
    return response?.checks.every(({ passed }) => passed) ?? true;
  }

  /**
   * Applies a step to the reader's text. If both cannot be merged, or the step would not be done, the solution is shown instead. Returns
   * whether the step was applied.
   */
  async #apply(step: Step): Promise<boolean> {
    const turn = ++this.#turn;
    const before = this.#before(step);
    if (!before) return false;
    const now = this.#bench.project.save();
    const work = applied(now, before, step.edits);
    const isSure = work !== undefined && (await this.#solves(step, work));
    if (turn !== this.#turn) return false;
    if (isSure) this.#set(work, `Applied step ${this.#indexOf(step) + 1}.`);
    else await this.#show(step, false);
    return isSure;
  }

  /** Shows the solution of a step as a difference: in the files that the step changes or, if it needs more, in all files of the lesson. */
  async #show(step: Step, asked: boolean): Promise<void> {
    const turn = ++this.#turn;
    const before = this.#before(step);
    if (!before) return;
    const now = this.#bench.project.save();
    const merge = applied(now, before, step.edits);
    const candidates = [...(merge ? [merge] : []), solved(now, before, step.edits, "changed")];
    let work = solved(now, before, step.edits, "all");
    for (const candidate of candidates)
      if (await this.#solves(step, candidate)) {
        work = candidate;
        break;
      }
    if (turn === this.#turn) this.#solution.value = { step, before: now, work, asked };
  }

  /** Applies the solution that is shown. */
  #accept({ step, work }: Solution): void {
    this.#set(work, `Applied step ${this.#indexOf(step) + 1}.`);
  }

  /** Takes back what a step has changed or, where that cannot be told apart, resets the files and the command line of the lesson to before it. */
  #reset(step: Step): void {
    const before = this.#before(step);
    if (!before) return;
    const added = new Set(
      this.#steps.value.flatMap(({ edits }) => edits.flatMap((edit) => ("file" in edit ? [edit.file] : []))),
    );
    const now = this.#bench.project.save();
    const index = this.#indexOf(step);
    this.#failed.clear();
    const alone = takenBack(now, before, step.edits);
    if (alone && !sameWork(alone, now)) {
      this.#set({ ...alone, done: now.done.filter((at) => at !== index) }, `Reset step ${index + 1}.`);
      return;
    }
    const own = now.files.filter(({ path }) => !added.has(path) || before.files.some((file) => file.path === path));
    const work = merged({ ...now, files: own, commandLine: before.commandLine }, before.files);
    this.#set(
      { ...work, done: now.done.filter((at) => at < index) },
      `Reset the whole lesson to before step ${index + 1}: its changes cannot be separated from others.`,
    );
  }

  #set(work: Work, notice: string): void {
    const { project, notices, editor, navigation } = this.#bench;
    this.#turn++;
    this.#solution.value = undefined;
    this.#last.value = undefined;
    const before = project.save();
    const known = work.files.filter(({ path }) => project.byPath(path));
    const sameFiles = known.length === work.files.length && known.length === before.files.length;
    if (sameFiles) {
      const undo = editor.write(
        work.files.filter(({ path, content }) => content !== before.files.find((file) => file.path === path)?.content),
      );
      project.setCommandLine(work.commandLine);
      project.setDone(work.done);
      notices.report(notice, () => {
        undo();
        project.setCommandLine(before.commandLine);
        project.setDone(before.done);
        this.#failed.clear();
      });
    } else {
      // Files are added or removed: their undo histories begin anew.
      project.load(work);
      notices.report(notice, () => {
        project.load(before);
        this.#failed.clear();
      });
    }
    const place = firstChange(before, work);
    if (place) navigation.show(place);
  }

  /** All steps. `leave` is called when the user goes on with the files, which the list covers. */
  render(text: StepText, leave: () => void) {
    if (this.#steps.value.length === 0) return nothing;
    return html`<ol class="steps" aria-label="Steps">${this.#steps.value.map((step, at) => this.#item(step, at + 1, text, leave))}</ol>`;
  }

  /** The step that was done last, or the next one, for the bar. `unfold` shows the whole lesson, where a question about the step is. */
  next(text: StepText, unfold: () => void) {
    const last = this.#last.value;
    const next = this.#nextStep;
    const step = last && this.#isDone(last) ? last : next;
    const all = html`${icon(CircleCheck)} All steps are done.`;
    if (!step) return html`<div class="step-text"><span class="step-number">${all}</span></div>`;
    const number = this.#indexOf(step) + 1;
    const act = async () => {
      if (step.edits.length === 0) this.#mark(step);
      else if (!(await this.#apply(step)) && this.#solution.value?.step === step) unfold();
    };
    const leave = () => {
      this.#last.value = undefined;
    };
    const button = (label: string, name: string, click: () => void) =>
      html`<button type="button" class="quiet bordered" aria-label="${name}" @click=${click}>${label}</button>`;
    const label = step.edits.length === 0 ? "Got it" : "Apply";
    const isDone = step !== next;
    const place = `Step ${number} of ${this.#steps.value.length}`;
    return html`
      <div class="step-text"><span class="step-number">${isDone ? (next ? html`${icon(CircleCheck)} ${place} done:` : all) : `${place}:`}</span> ${text(step.text, (file) => this.#lineOf(step, file))}</div>
      ${isDone ? (next ? button("Next step", "Next step", leave) : nothing) : button(label, `${label}: step ${number}`, act)}
    `;
  }

  #item(step: Step, number: number, text: StepText, leave: () => void) {
    const done = this.#isDone(step);
    const mark = done
      ? html`<span class="step-done">${icon(CircleCheck)}<span class="for-readers">Done</span></span>`
      : nothing;
    const button = (label: string, act: () => void, name = label) =>
      html`<button type="button" class="quiet bordered" aria-label="${name}: step ${number}" @click=${act}>${label}</button>`;
    const then = (act: () => void) => () => {
      act();
      leave();
    };
    const apply = async () => {
      if (await this.#apply(step)) leave();
    };
    const show = () => void this.#show(step, true);
    const reset = then(() => this.#reset(step));
    const open = () => html`${button("Apply", apply)} ${button("Show the solution", show)}`;
    const changes = () => (done ? button("Reset", reset) : open());
    const reads = () => (done ? nothing : button("Got it", () => this.#mark(step)));
    const solution = this.#solution.value;
    const cancel = () => {
      this.#solution.value = undefined;
    };
    return html`
      <li>
        <div class="step-text">${text(step.text, (file) => this.#lineOf(step, file))}</div>
        <div class="step-actions">${mark} ${step.edits.length > 0 ? changes() : reads()}</div>
        ${
          solution?.step === step
            ? html`<div class="step-solution" role="alert">
              <p>${solution.asked ? "The solution changes this:" : "What you have written cannot be merged with this step. The solution changes this:"}</p>
              ${workChanges(solution.before, solution.work)}
              <div class="step-actions">${button(
                "Apply the solution",
                then(() => this.#accept(solution)),
              )} ${button("Cancel", solution.asked ? cancel : then(cancel))}</div>
            </div>`
            : nothing
        }
      </li>
    `;
  }
}

/** A work with files replaced, or added at the end. */
function merged(work: Work, files: readonly WorkFile[]): Work {
  const by = new Map(files.map((file) => [file.path, file]));
  const kept = work.files.map((file) => by.get(file.path) ?? file);
  return { ...work, files: [...kept, ...files.filter(({ path }) => !work.files.some((file) => file.path === path))] };
}
