// The exact output of the `ytt` command for this input. Every file and line in it is a link.
import { nothing } from "lit";
import type { Places } from "../../components/places";
import { unsortedInputs } from "../../core/file-order";
import { command } from "../../core/shell-words";
import type { Session } from "../../engine/session";
import { html, markInvisible } from "../../ui/html";
import { Copy, icon } from "../../ui/icons";
import { longText } from "../../ui/long-text";

/** Splits a text at the positions that it names, such as `values.yml:4`. The joined pieces are the text. */
export function pieces(text: string, files: string[]): (string | { text: string; file: string; line: number })[] {
  if (files.length === 0) return [text];
  const names = [...files]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\w./-])(${names.join("|")}):(\\d+)`, "g");
  const found: ReturnType<typeof pieces> = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    found.push(text.slice(end, match.index), { text: match[0], file: match[1] ?? "", line: Number(match[2]) });
    end = match.index + match[0].length;
  }
  return [...found, text.slice(end)];
}

export function reportPanel(session: Session, commandLine: string, places: Places, copy: (text: string) => void) {
  const { response, request, slow, trouble } = session;
  if (!response || !request)
    return html`<p class="note">${slow ? "Running…" : trouble ? "No report: the run did not finish." : "Nothing has run yet."}</p>`;
  const files = (request.files ?? []).map(({ path }) => path);
  const linked = (text: string) =>
    pieces(text, files).map((piece) =>
      typeof piece === "string"
        ? markInvisible(piece)
        : html`<button type="button" class="place in-text" @click=${() => places.goTo(piece)}>${piece.text}</button>`,
    );
  const block = (title: string, text: string) =>
    text === ""
      ? nothing
      : html`
        <div class="report-head">
          <h2>${title}</h2>
          <button type="button" class="quiet" @click=${() => copy(text)}>${icon(Copy)} Copy</button>
        </div>
        <pre class="report" tabindex="0" aria-label=${title}>${longText(text, linked)}</pre>
      `;
  const before = command(commandLine, unsortedInputs(response.inputs, commandLine) !== undefined);
  return html`
    <div class="report-pane">
      <p class="ran"><code>$ ${before} ${commandLine}</code> <span class="status ${response.exitStatus === 0 ? "" : "bad"}">exit status ${response.exitStatus}</span></p>
      ${block("Printed by templates", response.prints.join("\n"))}
      ${block("Report", response.report)}
      ${response.report === "" && response.prints.length === 0 ? html`<p class="note">ytt printed no messages.</p>` : nothing}
    </div>
  `;
}
