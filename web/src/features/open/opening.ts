// Manages what the page has open: the user's own work, or a playground from an address (a link, an example, a gist, an explanation's example).
// Opening one never changes the user's own work, and changes to it are stored separately, under its address. The browser's history goes back and
// forward between them.

import { exampleOf, firstWork, titleOf } from "../../content/examples";
import { noted } from "../../core/failures";
import { UserError } from "../../core/user-error";
import { type Checked, identical, sameWork, summaryOf, type Work } from "../../core/work";
import { type Address, hashOf, readAddress } from "../../formats/address";
import type { Base } from "../../formats/link";
import type { Earlier } from "../../store/catalogue";
import type { WorkStore } from "../../store/work-store";
import type { Notices } from "../../ui/notices";
import { type Loaded, loadExample, loadExplanation, loadGistWork, loadLink, UnreadableLink } from "./load-address";

export interface OpeningHost {
  notices: Notices;
  store: WorkStore;
  /** The current work. */
  current: () => Work;
  /** Replaces the work that the panes show. */
  show: (work: Work) => void;
  /** The work in a bundle. */
  bundle: (text: string) => Promise<Checked>;
  changed: () => void;
}

/** Why an address could not be opened. */
export interface Trouble {
  message: string;
  /** The part that could be read. */
  read?: Checked;
}

const FORKED = "This playground is also open in another tab. Your edits here are saved as a separate copy.";

/** The own work is shown if the playground of the address takes longer to load. */
const PATIENCE_MS = 1000;

/** Another tab may be edited. */
const ADOPT_MS = 200;

/**
 * Asks the browser not to remove stored data when it runs out of space. Firefox asks the user, so this is called only after an action that shows that
 * something should be stored.
 */
async function persist(): Promise<void> {
  await navigator.storage?.persist?.().catch(noted("asking for lasting storage"));
}

export class Opening {
  #address: Address = { kind: "own" };
  #shared: Work | undefined;
  #label = "";
  #trouble: Trouble | undefined;
  #unconfirmedGist: string | undefined;
  #loading = false;
  #host: OpeningHost;
  /** The address in the browser. Its playground may still be loading, wait for a confirmation, or have failed. */
  #named: Address = { kind: "own" };
  /** The shown work when it was last loaded or stored. */
  #lastStored: Work = firstWork;
  #adopting: ReturnType<typeof setTimeout> | undefined;
  /** Counts requests to open something; only the latest is shown. */
  #generation = 0;

  constructor(host: OpeningHost) {
    this.#host = host;
  }

  /** The address of the shown work: changes are stored for it. */
  get address(): Address {
    return this.#address;
  }

  /** The open work as it was shared; `undefined` for the user's own work. */
  get shared(): Work | undefined {
    return this.#shared;
  }

  /** Its title: "Example: …". */
  get label(): string {
    return this.#label;
  }

  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** A gist is only loaded when the user confirms it: it is on another server. */
  get unconfirmedGist(): string | undefined {
    return this.#unconfirmedGist;
  }

  get loading(): boolean {
    return this.#loading;
  }

  /** Shows what the address names, or else the user's own work. */
  async begin(): Promise<void> {
    const { store, notices, changed } = this.#host;
    // Nothing is shown yet that could be stored.
    this.#lastStored = this.#host.current();
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    const [own] = await Promise.all([store.begin(), Promise.race([this.#follow(), patience])]);
    if (!this.#shared) this.#show(own ?? firstWork);
    store.connect({
      changed,
      forked: () => notices.show({ text: FORKED, lasting: true }),
      changedElsewhere: (address) => this.#elsewhere(address),
      foundLate: () => void this.#adopt("", "Opened your playground."),
    });
    addEventListener("popstate", () => void this.#follow());
  }

  /** The open example, which a link can be based on. */
  get base(): Base | undefined {
    return this.#address.kind === "example" && this.#shared ? { id: this.#address.id, work: this.#shared } : undefined;
  }

  get edited(): boolean {
    return this.#shared !== undefined && !sameWork(this.#shared, this.#host.current());
  }

  /** Stores the current work. */
  save(): void {
    const { store, current } = this.#host;
    const work = current();
    // An unchanged work is not written: another tab may have changed it.
    if (identical(work, this.#lastStored)) return;
    this.#lastStored = work;
    if (this.#shared && !this.edited) store.removeChanges(hashOf(this.#address));
    else store.save(hashOf(this.#address), work);
  }

  #show(work: Work): void {
    this.#host.show(work);
    this.#lastStored = this.#host.current();
  }

  /** Makes the open work the user's own. */
  #keepOwn(): void {
    this.#lastStored = this.#host.current();
    this.#host.store.save("", this.#lastStored);
  }

  /** Another tab has changed the work that is open here: shows its version. */
  #elsewhere(address: string): void {
    clearTimeout(this.#adopting);
    this.#adopting = setTimeout(() => void this.#adopt(address, "Updated with your edits from another tab."), ADOPT_MS);
  }

  /** Shows the stored work of the open address, if the user has not typed in this tab. */
  async #adopt(address: string, notice: string): Promise<void> {
    const untouched = () => address === hashOf(this.#address) && identical(this.#host.current(), this.#lastStored);
    const work = untouched() && (await this.#host.store.load(address, untouched));
    if (!work || !untouched() || sameWork(work, this.#host.current())) return;
    this.#show(work);
    this.#host.notices.report(notice);
  }

  /** Opens an address, as a step of the browser's history. Resolves when it is open. */
  async go(address: Address): Promise<void> {
    this.save();
    this.#write(address);
    await this.#follow();
  }

  #write(address: Address): void {
    history.pushState(null, "", hashOf(address) || location.pathname + location.search);
  }

  /** Opens the user's own work again. */
  back = (): Promise<void> => this.go({ kind: "own" });

  /** Restores the work as it was shared. */
  startOver = (): void => {
    if (!this.#shared) return;
    const before = this.#host.current();
    // The changes are moved to the earlier works.
    this.save();
    this.#host.store.setAside(hashOf(this.#address), { ...before });
    this.#show(this.#shared);
    this.#host.notices.report("Reset to the shared version.", () => this.#host.show(before));
  };

  /** Makes the open work the user's own; the previous one is stored as an earlier work. */
  keepAsMine = (): void => {
    const { notices, current, store } = this.#host;
    this.save();
    const from = this.#address;
    const before = store.own;
    const title = titleOf(current());
    this.#becomeOwn();
    this.#keepOwn();
    const made = store.own;
    void persist();
    notices.report(`Saved${title ? ` “${title}”` : ""} as your playground.`, async () => {
      await this.#takeBack(before, made);
      this.go(from);
    });
  };

  /** Replaces the user's own work; the previous one is stored as an earlier work. */
  replaceOwn(work: Work, notice: string, refused = false): void {
    const { notices, store } = this.#host;
    this.save();
    const from = this.#address;
    const shown = this.#host.current();
    const before = store.own;
    this.#becomeOwn();
    this.#show(work);
    this.#keepOwn();
    const made = store.own;
    const undo = async () => {
      await this.#takeBack(before, made);
      if (from.kind === "own") this.#show(shown);
      else this.go(from);
    };
    notices.show({ text: notice, refused, undo });
  }

  /** The next changes belong to the user's own work. */
  #becomeOwn(): void {
    const { store } = this.#host;
    store.newOwn();
    if (this.#named.kind !== "own") this.#write({ kind: "own" });
    this.#generation++;
    this.#loading = false;
    this.#now({ kind: "own" }, undefined, "");
    this.#named = this.#address;
  }

  /** Restores the user's previous own work. */
  async #takeBack(before: string | undefined, made: string | undefined): Promise<void> {
    const { store } = this.#host;
    await store.useOwn(before);
    if (made !== undefined) await store.remove(made);
  }

  earlier = (): Promise<Earlier[]> => this.#host.store.earlier();

  /** Opens an earlier work in place of the user's own. */
  openEarlier = async ({ id }: Earlier): Promise<void> => {
    const { notices, store } = this.#host;
    this.save();
    const from = this.#address;
    const shown = this.#host.current();
    const before = store.own;
    const work = await store.useOwn(id);
    if (!work) {
      await store.useOwn(before);
      notices.show({ text: "This playground no longer exists.", refused: true });
      return;
    }
    if (this.#named.kind !== "own") this.#write({ kind: "own" });
    this.#now({ kind: "own" }, undefined, "");
    this.#named = this.#address;
    this.#show(work);
    notices.report("Opened a recent playground.", async () => {
      await store.useOwn(before);
      if (from.kind === "own") this.#show(shown);
      else this.go(from);
    });
  };

  /** Shows the readable part of a damaged link. */
  showRead = (): void => {
    const { trouble } = this;
    if (!trouble?.read) return;
    const { read } = trouble;
    const address = this.#named;
    void this.#host.store.load(hashOf(address)).then((stored) => {
      if (this.#trouble === trouble) this.#open(address, read, "Recovered from a corrupted link", stored);
    });
  };

  /** The user has confirmed loading the gist. */
  loadAsked = (): void => {
    const { unconfirmedGist } = this;
    if (unconfirmedGist === undefined) return;
    this.#unconfirmedGist = undefined;
    void this.#load(() => loadGistWork(unconfirmedGist, this.#host.bundle), { kind: "gist", url: unconfirmedGist });
  };

  dismiss = (): unknown => {
    if (!this.#shared) return this.back();
    this.#trouble = undefined;
    // Replaces the address that could not be opened by that of the open work.
    if (hashOf(this.#named) !== hashOf(this.#address)) this.#write(this.#address);
    this.#named = this.#address;
    this.#host.changed();
    return undefined;
  };

  /** The address has changed. */
  async #follow(): Promise<void> {
    const address = readAddress(location.hash);
    if (hashOf(address) === hashOf(this.#named) && !this.#trouble) return;
    this.save();
    this.#named = address;
    // Anything that is still loading was for another address.
    this.#generation++;
    this.#loading = false;
    this.#trouble = undefined;
    this.#unconfirmedGist = undefined;
    switch (address.kind) {
      case "own": {
        if (this.#shared) return this.#backToOwn(address);
        return this.#now(address, undefined, "");
      }
      case "link":
        return this.#load(() => loadLink(address.link), address);
      case "example": {
        const example = exampleOf(address.id);
        return this.#load(
          () => loadExample(address.id, example),
          example ? { kind: "example", id: example.id } : address,
        );
      }
      case "explain":
        return this.#load(() => loadExplanation(address), address);
      case "gist": {
        this.#unconfirmedGist = address.url;
        return this.#openKept(address);
      }
      case "unknown":
        this.#trouble = { message: "This is not a valid playground link." };
        this.#host.changed();
    }
  }

  async #backToOwn(address: Address): Promise<void> {
    const { store, notices } = this.#host;
    const generation = this.#generation;
    const own = await store.load("");
    if (generation !== this.#generation) return;
    // Text that was typed while it was loading.
    this.save();
    this.#now(address, undefined, "");
    this.#show(own ?? firstWork);
    notices.report("Opened your playground.");
  }

  /** Stored changes to a gist are shown without a confirmation. */
  async #openKept(address: Address & { kind: "gist" }): Promise<void> {
    this.#host.changed();
    const generation = this.#generation;
    const stored = await this.#host.store.load(hashOf(address));
    if (!stored || generation !== this.#generation) return;
    const label = `Gist: ${stored.title || address.url}`;
    this.#open(address, { work: stored, left: [] }, label, stored);
  }

  async #load(load: () => Promise<Loaded>, address: Address): Promise<void> {
    const generation = ++this.#generation;
    this.#loading = true;
    this.#host.changed();
    try {
      const { label, ...checked } = await load();
      const stored = generation === this.#generation ? await this.#host.store.load(hashOf(address)) : undefined;
      if (generation === this.#generation) this.#open(address, checked, label, stored);
    } catch (error) {
      if (generation !== this.#generation) return;
      // The previous work stays if an address cannot be opened.
      this.#trouble = troubleOf(error);
    } finally {
      if (generation === this.#generation) this.#loading = false;
      this.#host.changed();
    }
  }

  /** `stored`: with the user's changes. */
  #open(address: Address, { work, left }: Checked, label: string, stored?: Work): void {
    const { notices } = this.#host;
    // Text that was typed while it was loading.
    this.save();
    const from = this.#address;
    this.#now(address, work, label);
    this.#show(stored ?? work);
    this.#trouble = left.length > 0 ? { message: summaryOf(left) } : undefined;
    const named = address.kind === "example" ? titleOf(work) : work.title;
    const title = named ? `“${named}”` : "a shared playground";
    notices.report(stored ? `Opened ${title} with your edits.` : `Opened ${title}.`, () => this.go(from));
  }

  #now(address: Address, shared: Work | undefined, label: string): void {
    this.#address = address;
    this.#shared = shared;
    this.#label = label;
    this.#trouble = undefined;
    this.#unconfirmedGist = undefined;
    this.#host.changed();
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof UnreadableLink) return { message: error.message, ...(error.read ? { read: error.read } : {}) };
  if (error instanceof UserError) return { message: error.message };
  return { message: `Could not load the playground: ${String(error)}` };
}
