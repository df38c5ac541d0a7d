// Converts an answer of the wasm for the page.
import type { Answer } from "../../pkg/ytterby.js";
import type { Head, Parts } from "./answer";

/** A tree with more nodes is sent in parts, on request. */
const MOST_NODES = 400;

/** The trees of the first response that are sent if they are small: problems show data values. */
export const FIRST_TREES = ["values"];

/** Instead of a number of nodes. */
const ALL = 0xffffffff;

/** The parts that the page gets at once, and the head in them. Of the named trees, only small ones. Typed arrays are transferred, not copied. */
export function partsOf(answer: Answer, trees: readonly string[]): { parts: Parts; head: Head } {
  const text = answer.head();
  const head = JSON.parse(text) as Head;
  const lines = head.files.map((_, at) => {
    const lines = answer.lines(at);
    const numbers = { files: lines.files(), origins: lines.origins(), more: lines.more() };
    lines.free();
    return numbers;
  });
  const sent = treesOf(head).filter((name) => trees.includes(name) && answer.part(name, MOST_NODES, 1) === "[]");
  return {
    head,
    parts: { head: text, contents: head.files.map((_, at) => answer.content(at)), lines, ...nodes(answer, sent) },
  };
}

/** All parts of an answer that the engine does not store. */
export function allPartsOf(answer: Answer): { parts: Parts; head: Head } {
  const { parts, head } = partsOf(answer, []);
  return { head, parts: { ...parts, ...nodes(answer, treesOf(head)) } };
}

function treesOf({ values, libraries, schema }: Head): string[] {
  const names = libraries.map((_, at) => `${at}`);
  if (values !== null) names.push("values");
  if (schema) names.push("schema");
  return names;
}

const nodes = (answer: Answer, trees: string[]): Pick<Parts, "trees"> => ({
  trees: Object.fromEntries(trees.map((name) => [name, answer.part(name, 0, ALL)])),
});
