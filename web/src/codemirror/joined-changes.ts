// Changes of several files that belong together, such as a rename. Each file has its own undo history; the steps of such a change have a number, by which
// undoing or redoing one of them finds the others.
import { invertedEffects, redo, undo } from "@codemirror/commands";
import { type EditorState, StateEffect, type Transaction } from "@codemirror/state";

const joined = StateEffect.define<number>();
let last = 0;

/** The effect for the steps of a new change. */
export const newJoint = (): StateEffect<number> => joined.of(++last);

/** The number is part of the history, so that undoing and redoing have it, too. */
export const joinedChanges = invertedEffects.of(({ effects }) => effects.filter((effect) => effect.is(joined)));

type Direction = typeof undo;

export interface Joint {
  number: number;
  direction: Direction;
}

/** Whether a transaction undoes or redoes a step of a joined change. */
export function jointOf(transaction: Transaction): Joint | undefined {
  const number = numberOf(transaction);
  if (number === undefined) return undefined;
  if (transaction.isUserEvent("undo")) return { number, direction: undo };
  return transaction.isUserEvent("redo") ? { number, direction: redo } : undefined;
}

/** The next step of a history in a direction. */
export function nextStep(state: EditorState, direction: Direction): Transaction | undefined {
  let step: Transaction | undefined;
  direction({ state, dispatch: (transaction) => (step = transaction) });
  return step;
}

/** The same, if it belongs to a joined change. */
export function nextOf(state: EditorState, { number, direction }: Joint): Transaction | undefined {
  const step = nextStep(state, direction);
  return step && numberOf(step) === number ? step : undefined;
}

const numberOf = ({ effects }: Transaction): number | undefined => effects.find((effect) => effect.is(joined))?.value;
