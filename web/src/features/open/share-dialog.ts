// The share dialog: the playground as a link, as a file, and as text, each with its purpose. Everything is created in the page.

import { signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Bench } from "../../components/bench";
import { notPortable } from "../../components/not-portable";
import { extended, portable } from "../../core/extension";
import { noted } from "../../core/failures";
import { messageOf } from "../../core/user-error";
import { bytesOf, identical, type Work } from "../../core/work";
import { writeBundle } from "../../formats/bundle";
import { embedCode } from "../../formats/embed-code";
import { MOST_BYTES, writeLink } from "../../formats/link";
import { markdownOf, plainly } from "../../formats/markdown";
import { scriptOf } from "../../formats/script";
import { writeZip } from "../../formats/zip";
import { Dialog } from "../../ui/dialog";
import { html } from "../../ui/html";
import { Copy, Download, icon, Share2 } from "../../ui/icons";
import type { Notice } from "../../ui/notices";
import { saveFile } from "../../ui/save-file";
import { isTouch } from "../../ui/touch";
import type { Opening } from "./opening";

/** Limits of chats in characters, beyond which links are truncated or rejected: messages of 2,000 in Discord, links of about 4,000 in Slack. */
const PLACES: readonly [number, string][] = [
  [2_000, "Discord"],
  [4_000, "Slack"],
  [32_000, "most chats and issue trackers"],
  [1_000_000, "browsers"],
];

/** A longer link could not be read again. */
const tooLarge = ({ files }: Work): boolean =>
  files.reduce((sum, { content }) => sum + bytesOf(content).length, 0) > MOST_BYTES - 100_000;

/** The places where a link of this length works; the length is 0 if there is none. */
function sizeHint(length: number): { text: string; long: boolean } {
  if (length === 0)
    return {
      text: `Too large for a link (more than ${MOST_BYTES / 1_000_000} MB). Save a bundle or a zip and send that.`,
      long: true,
    };
  const tooLong = PLACES.filter(([most]) => length > most).map(([, name]) => name);
  const count = `${length.toLocaleString("en")} characters`;
  if (tooLong.length === 0) return { text: `${count}: short enough for chat, email and issues.`, long: false };
  return {
    text: `${count}: too long for ${new Intl.ListFormat("en-GB").format(tooLong)}. Save a bundle or a zip and send that, or put the bundle in a gist.`,
    long: true,
  };
}

/** After the title of a link that was edited. */
const EDITED = " (edited)";

/** A file name from a title. */
const fileName = (title: string): string =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "playground";

/** The page's URL without its fragment. */
const here = (): string => location.href.replace(/#.*$/s, "");

export class ShareDialog {
  readonly #bench: Bench;
  readonly #opening: Opening;
  readonly #copy: (text: string, what: string) => void;
  /** The notice that was shown when the dialog was opened. */
  readonly #initialNotice = signal<Notice | undefined>(undefined);
  readonly #dialog = new Dialog("share", { focus: isTouch() ? "h2" : "#share-link" });
  /** The work, as it was shared, of which the user has edited the title. */
  readonly #titled = signal<Work | undefined>(undefined);
  #written: { work: Work; base: string | undefined; fragment: string } | undefined;

  constructor(bench: Bench, opening: Opening, copy: (text: string, what: string) => void) {
    this.#bench = bench;
    this.#opening = opening;
    this.#copy = copy;
  }

  /** The open work. An edited one has another title than as it was shared, unless the user has decided on it. */
  get #work(): Work {
    const { work: current, shared, edited, address } = this.#opening;
    // The progress of a lesson stays with the reader.
    const work = { ...current, done: [] };
    if (address.kind === "example" || !edited || this.#titled.value === shared) return work;
    if (!work.title || work.title !== shared?.title) return work;
    return { ...work, title: work.title.endsWith(EDITED) ? work.title : work.title + EDITED };
  }

  open = async (): Promise<void> => {
    this.#initialNotice.value = this.#bench.notices.current;
    await this.#dialog.open();
    if (!isTouch()) this.#dialog.find<HTMLInputElement>("#share-link")?.select();
  };

  /** Empty if the work is too large for a link. Cached for the same work: a large one takes a while. */
  get #link(): string {
    const { base } = this.#opening;
    const work = this.#work;
    // The link to an unchanged example is its name.
    if (base && identical(base.work, work)) return `${here()}#example:${base.id}`;
    let written = this.#written;
    if (!written || written.base !== base?.id || !identical(written.work, work))
      written = { work, base: base?.id, fragment: tooLarge(work) ? "" : `#${writeLink(work, base)}` };
    this.#written = written;
    return written.fragment && here() + written.fragment;
  }

  save(name: string, content: BlobPart, type: string): void {
    saveFile(name, content, type);
    this.#bench.notices.report(`Saved ${name}.`);
  }

  /** The whole playground as a file. */
  async saveBundle(): Promise<void> {
    const work = this.#work;
    const name = fileName(work.title);
    const bundle = await writeBundle(this.#bench.engine, work).catch(noted("writing a bundle"));
    // The zip has the same content, and does not need the engine.
    if (bundle === undefined) this.save(`${name}.zip`, writeZip(work) as BlobPart, "application/zip");
    else this.save(`${name}.yml`, bundle, "application/yaml");
  }

  copyLink(): void {
    const link = this.#link;
    if (link) this.#copy(link, "the link");
    else this.#bench.notices.show({ text: sizeHint(0).text, refused: true });
  }

  /** The engine, which writes the bundle, may be busy with an endless template. */
  async #withBundle(use: (bundle: string) => void): Promise<void> {
    try {
      use(await writeBundle(this.#bench.engine, this.#work));
    } catch (error) {
      this.#bench.notices.report(messageOf(error));
    }
  }

  /** Uses the dialog of the system, which phones have. */
  async #send(title: string, url: string): Promise<void> {
    try {
      await navigator.share({ url, ...(title ? { title } : {}) });
    } catch (error) {
      // The user has closed it.
      if (error instanceof DOMException && error.name === "AbortError") return;
      noted("sending a link")(error);
      this.#bench.notices.report("The browser could not send the link. Copy it instead.");
    }
  }

  /** The text for an issue. It has the output of this work: the latest response may be to an earlier one. */
  async #copyMarkdown(link: string): Promise<void> {
    const { session } = this.#bench;
    await session.settled();
    this.#copy(markdownOf(this.#work, session.response, link), "the Markdown");
  }

  render() {
    return this.#dialog.render(() => {
      // The dialog hides the status bar, also from screen readers.
      const done = this.#bench.notices.current;
      const isNew = done !== this.#initialNotice.value;
      const head = html`<p class="done" role="status">${isNew ? done?.text : nothing}</p>`;
      return { title: "Share", head, content: this.#content() };
    });
  }

  #content() {
    const { project } = this.#bench;
    const copy = this.#copy;
    const work = () => this.#work;
    const now = work();
    const { title } = now;
    const beyond = extended(now.commandLine);
    const what = beyond ? "The link, bundle, script and Markdown use" : "A variant in the link and bundle uses";
    const link = this.#link;
    const hint = sizeHint(link.length);
    const name = fileName(title);
    const button = (label: string, drawing: typeof Copy, click: () => void) =>
      html`<button type="button" class="quiet bordered" @click=${click}>${icon(drawing)} ${label}</button>`;
    const retitle = ({ target }: Event) => {
      this.#titled.value = this.#opening.shared;
      project.setAbout({ title: (target as HTMLInputElement).value });
    };
    return html`
      <label class="field"><span>Title</span><input type="text" id="work-title" autocomplete="off" placeholder="Describe this playground" .value=${title} @input=${retitle} /></label>
      ${portable(now) ? nothing : html`<p class="beyond">${notPortable()} <span>${what} the schema proposal, which ytt does not support.</span></p>`}
      <section aria-labelledby="share-link-title">
        <h3 id="share-link-title">Link</h3>
        <p>Contains everything: files, flags, environment variables, checks, variants and the selected tab with what it compares. The link contains the files themselves; browsers do not send the part after # to the server.</p>
        <div class="link-row">
          <input type="text" id="share-link" readonly aria-label="Link" aria-describedby="share-size" .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
          <button type="button" class="primary" ?disabled=${link === ""} @click=${() => copy(link, "the link")}>${icon(Copy)} Copy</button>
          ${link !== "" && "share" in navigator ? html`<button type="button" class="quiet bordered" @click=${() => void this.#send(title, link)}>${icon(Share2)} Send</button>` : nothing}
        </div>
        <p id="share-size" class=${hint.long ? "hint far" : "hint"}>${hint.text}</p>
        <div class="actions" ?hidden=${link === ""}>
          ${button("Copy as Markdown link", Copy, () => copy(`[${plainly(title || "Playground")}](${link})`, "the link as Markdown"))}
          ${button("Copy embed code", Copy, () => copy(embedCode(work(), link, here()), "the embed code"))}
        </div>
      </section>
      <section aria-labelledby="share-file-title">
        <h3 id="share-file-title">File</h3>
        <p>Drop it on the page, or use Open, to restore everything. A bundle is a single YAML file, which you can also put in a gist.</p>
        <div class="actions">
          ${button("Save bundle", Download, () => void this.#withBundle((bundle) => this.save(`${name}.yml`, bundle, "application/yaml")))}
          ${button("Save zip", Download, () => this.save(`${name}.zip`, writeZip(work()) as BlobPart, "application/zip"))}
          ${button("Copy bundle", Copy, () => void this.#withBundle((bundle) => copy(bundle, "the bundle")))}
        </div>
      </section>
      <section aria-labelledby="share-text-title">
        <h3 id="share-text-title">Text</h3>
        <p>For an issue: all files, the command and its output. ${beyond ? html`The script reproduces the run with <code>ytterby</code>, Ytterby’s own command; ytt rejects the flag.` : "The script reproduces the run with ytt on your machine."}</p>
        <div class="actions">
          ${button("Copy Markdown for an issue", Copy, () => void this.#copyMarkdown(link))}
          ${button("Copy script", Copy, () => copy(scriptOf(work()), "the script"))}
          ${button("Save script", Download, () => this.save(`${name}.sh`, scriptOf(work()), "application/x-sh"))}
        </div>
      </section>
    `;
  }
}
