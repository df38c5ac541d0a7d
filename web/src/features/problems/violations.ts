// Problems grouped by data value: its path, its current value and the origin of that, then each violated rule. A type error is shown in the same way,
// with the expected type in place of a rule.
import { nothing } from "lit";
import { calls } from "../../components/calls";
import { placeLink } from "../../components/places";
import { argumentLink, explainButton, fixButtons, type ProblemActions } from "../../components/problem-actions";
import { demand, expectedOf, isWrongType, restOfHeadline } from "../../components/problem-text";
import { relatedLinks } from "../../components/related-places";
import { originOf } from "../../components/value-origin";
import { editorText } from "../../core/line-endings";
import type { DataValue, Diagnostic, Request } from "../../engine/types";
import { html } from "../../ui/html";
import { CircleX, icon } from "../../ui/icons";
import { inCode } from "../../ui/in-code";

/** All problems of a data value. */
export interface Group {
  path: string;
  diagnostics: Diagnostic[];
}

/** Cached: the list is rendered more often than there are responses. */
const known = new WeakMap<readonly Diagnostic[], (Group | Diagnostic)[]>();

/** Diagnostics of a data value grouped at the position of the first; others stay single. */
export function grouped(diagnostics: readonly Diagnostic[]): (Group | Diagnostic)[] {
  const groups = known.get(diagnostics) ?? groupsOf(diagnostics);
  known.set(diagnostics, groups);
  return groups;
}

function groupsOf(diagnostics: readonly Diagnostic[]): (Group | Diagnostic)[] {
  const groups = new Map<string, Group>();
  const all: (Group | Diagnostic)[] = [];
  for (const diagnostic of diagnostics) {
    const { path, primary, severity } = diagnostic;
    if (!path || severity !== "error") {
      all.push(diagnostic);
      continue;
    }
    // Two libraries may have data values with the same path.
    const key = JSON.stringify([path, primary?.file, primary?.span?.start.offset]);
    const known = groups.get(key);
    if (known) known.diagnostics.push(diagnostic);
    else {
      const group = { path, diagnostics: [diagnostic] };
      groups.set(key, group);
      all.push(group);
    }
  }
  return all;
}

/** The values of a tree by path, such as `kiln.shelves[0]`. */
const byPath = new WeakMap<DataValue, Map<string, DataValue>>();

export function valueAt(root: DataValue | undefined, path: string): DataValue | undefined {
  if (!root) return undefined;
  let all = byPath.get(root);
  if (!all) {
    all = new Map();
    for (const waiting = [root]; waiting.length > 0; ) {
      const value = waiting.pop();
      if (!value) break;
      if (!all.has(value.path)) all.set(value.path, value);
      waiting.push(...value.children.toReversed());
    }
    byPath.set(root, all);
  }
  return all.get(path);
}

/** The wrong data value. If its rules hold, it is another one with the same path, in another library. */
function ownValue(values: DataValue | undefined, path: string): DataValue | undefined {
  const value = valueAt(values, path);
  return value?.rules.some(({ holds }) => holds === false) ? value : undefined;
}

const isOfLibrary = (file: string): boolean => file.includes("_ytt_lib/");

/** Chooses the data value of a problem that is clicked or has the focus. If a library declares it, the rule is in a file of the library. */
export function choosing(diagnostic: Diagnostic | undefined, { choose }: ProblemActions) {
  const { path, primary, related } = diagnostic ?? {};
  if (!path || !choose) return nothing;
  const files = [...(primary ? [primary] : []), ...(related ?? [])].map(({ file }) => file);
  return () => choose({ file: files.find(isOfLibrary) ?? primary?.file ?? "", path });
}

const MOST_SHOWN = 80;

/** The editor texts of a request's files, by path. */
const texts = new WeakMap<Request, Map<string, string>>();

function textsOf(request: Request): Map<string, string> {
  const known =
    texts.get(request) ?? new Map(request.files?.map(({ path, content }) => [path, editorText(content ?? "")]));
  texts.set(request, known);
  return known;
}

/** The text at a position of the input, if it is short and in one line. */
function textAt({ primary }: Diagnostic, request: Request | undefined): string | undefined {
  const all = request && primary ? textsOf(request).get(primary.file) : undefined;
  if (all === undefined || !primary?.span) return undefined;
  const text = all.slice(primary.span.start.offset, primary.span.end.offset);
  return text.includes("\n") || text.length > MOST_SHOWN ? undefined : text;
}

/** `values`: the data values of the response, once they are loaded. */
export function violation(
  { path, diagnostics }: Group,
  values: DataValue | undefined,
  request: Request | undefined,
  actions: ProblemActions,
) {
  const { places } = actions;
  const [first] = diagnostics;
  const choose = choosing(first, actions);
  const value = ownValue(values, path);
  const primary = first?.primary;
  const now = value ? (value.value ?? undefined) : first && isWrongType(first) ? textAt(first, request) : undefined;
  const of = value?.children.length ?? 0;
  // The position in ytt's message and the value's origin are usually the same.
  const sameFile = value?.origin.place?.file === primary?.file;
  const sameLine = value?.origin.place?.span?.start.line === primary?.span?.start.line;
  const from = value
    ? html`${originOf(value.origin, path, places)} ${primary && places.has(primary.file) && !(sameFile && sameLine) ? placeLink(primary, path, places) : nothing}`
    : primary
      ? placeLink(primary, path, places)
      : nothing;
  // The only rule is in the line of the value: "replicas: 20 must be at most 10".
  const only = diagnostics.length === 1 ? first : undefined;
  const shown =
    now === undefined || now === ""
      ? html`<strong class="value-path">${path}</strong>`
      : html`<strong><span class="value-path">${path}</span>: <code>${now}</code></strong>`;
  return html`
    <li class="problem error" tabindex="-1" @click=${choose} @focusin=${choose}>
      ${icon(CircleX)}
      <div class="problem-body">
        <div class="problem-line">
          <p class="value-now">${shown}${of > 0 ? html` <span class="type">${value?.type} of ${of}</span>` : nothing}${only ? html` <span class="headline">${inCode(restOfHeadline(only))}</span>` : nothing}</p>
          <p class="value-from">${from} ${first ? argumentLink(first, actions) : nothing}</p>
        </div>
        <ul class="demands plain-list">${diagnostics.map((diagnostic) => html`<li>${broken(diagnostic, actions, diagnostic !== only)}</li>`)}</ul>
      </div>
    </li>
  `;
}

/** A violated rule, or a type error, with ytt's message. */
function broken(diagnostic: Diagnostic, actions: ProblemActions, hasHeadline: boolean) {
  const { found, hints, frames, related } = diagnostic;
  const sentence = demand(diagnostic);
  const expected = expectedOf(diagnostic);
  const message = html`
    <p class="ytt-message">ytt: <span class="message">${sentence}</span>${found ? html`, <span class="found">found: <code>${found}</code></span>` : nothing}${
      expected && !sentence.includes(expected)
        ? html`, <span class="found">expected: <code>${expected}</code></span>`
        : nothing
    }</p>
  `;
  return html`
    ${
      hasHeadline
        ? html`
          <div class="problem-line">
            <div class="demand"><p class="headline">${inCode(restOfHeadline(diagnostic))}</p> ${explainButton(diagnostic, actions)}</div>
            ${relatedLinks(related, actions)}
          </div>
          ${message}
        `
        : html`<div class="problem-line"><div class="demand">${message} ${explainButton(diagnostic, actions)}</div> ${relatedLinks(related, actions)}</div>`
    }
    ${hints.map((hint) => html`<p class="hint-line">Hint: ${hint}</p>`)}
    ${fixButtons(diagnostic, actions)}
    ${calls(frames, actions.places)}
  `;
}
