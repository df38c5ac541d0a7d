// Manages what the page has open: the user's own work, or a playground from an address (a link, an example, a gist, an explanation's example).
// Opening one never changes the user's own work, and changes to it are stored separately, under its address. The browser's history goes back and
// forward between them.

import { batch, computed, signal } from "@preact/signals-core";
import type { Bench } from "../../components/bench";
import { exampleOf, firstWork, titleOf } from "../../content/examples";
import { noted } from "../../core/failures";
import { UserError } from "../../core/user-error";
import { type Checked, identical, sameWork, summaryOf, type Work } from "../../core/work";
import type { Engine } from "../../engine/engine";
import { type Address, hashOf, readAddress } from "../../formats/address";
import { readBundle } from "../../formats/bundle";
import type { Base } from "../../formats/link";
import type { Head } from "../../store/database";
import { mayHaveStored } from "../../store/unwritten";
import type { WorkStore } from "../../store/work-store";
import type { Notices } from "../../ui/notices";
import { type Loaded, loadExample, loadExplanation, loadGistWork, loadLink, UnreadableLink } from "./load-address";

/** The work that the page shows. */
export interface Shown {
  work: () => Work;
  /** Shows another work instead. */
  show: (work: Work) => void;
  /** A link was opened. */
  linkOpened: () => void;
  /** Whether keys were pressed that are not in the work yet. */
  hasKeys: () => boolean;
}

/** Why an address could not be opened. */
export interface Trouble {
  message: string;
  /** The part that could be read. */
  read?: Checked;
}

const COPIED = "This playground is also open in another tab. Your edits here are saved as a separate copy.";

/** The own work is shown if the playground of the address takes longer to load. */
const PATIENCE_MS = 1000;

/** The first example is shown if the own work takes longer to load. */
const OWN_PATIENCE_MS = 3000;

const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Asks the browser not to remove stored data when it runs out of space. Firefox asks the user, so this is called only after an action that shows that
 * something should be stored.
 */
async function persist(): Promise<void> {
  await navigator.storage?.persist?.().catch(noted("asking for lasting storage"));
}

/** The open work: its address, for which changes are stored; its state as it was shared, and its title, if it is not the user's own. */
interface Opened {
  address: Address;
  shared: Work | undefined;
  label: string;
}

/** The state of the last request to open an address. */
type Request =
  | { kind: "none" }
  | { kind: "loading" }
  /** A gist is only loaded when the user confirms it: it is on another server. */
  | { kind: "unconfirmed"; gist: string }
  | { kind: "trouble"; trouble: Trouble };

const NO_REQUEST: Request = { kind: "none" };
const OWN: Opened = { address: { kind: "own" }, shared: undefined, label: "" };

export class Opening {
  readonly #opened = signal<Opened>(OWN);
  readonly #request = signal<Request>(NO_REQUEST);
  readonly #notices: Notices;
  readonly #engine: Engine;
  readonly #store: WorkStore;
  readonly #shown: Shown;
  /** The address in the browser. Its playground may still be loading, wait for a confirmation, or have failed. */
  #named: Address = { kind: "own" };
  /** The shown work when it was last loaded or stored. */
  #lastStored: Work = firstWork;
  /** The user's own work as this tab had it last, while another one is shown. */
  #own: Work | undefined;
  /** The file that was open, by address: unchanged works are not stored. */
  readonly #openFiles = new Map<string, number>();
  /** Whether the shown work is the user's own in the store. */
  #showsOwn = false;
  /** Counts requests to open something; only the latest is shown. */
  #generation = 0;
  readonly #edited = computed(() => this.shared !== undefined && !sameWork(this.shared, this.work));

  constructor({ notices, engine }: Pick<Bench, "notices" | "engine">, store: WorkStore, shown: Shown) {
    this.#notices = notices;
    this.#engine = engine;
    this.#store = store;
    this.#shown = shown;
  }

  /** The current state of the open work. */
  get work(): Work {
    return this.#shown.work();
  }

  /** The address of the shown work: changes are stored for it. */
  get address(): Address {
    return this.#opened.value.address;
  }

  /** The id of the open example. */
  get example(): string | undefined {
    const { address } = this;
    return address.kind === "example" ? address.id : undefined;
  }

  /** The name of the open work as it was shared. */
  get sharedName(): string {
    const { kind } = this.address;
    return kind === "link" ? "shared version" : kind === "gist" ? "original gist" : "original example";
  }

  /** The open work as it was shared; `undefined` for the user's own work. */
  get shared(): Work | undefined {
    return this.#opened.value.shared;
  }

  /** Its title: "Example: …". */
  get label(): string {
    return this.#opened.value.label;
  }

  get trouble(): Trouble | undefined {
    const request = this.#request.value;
    return request.kind === "trouble" ? request.trouble : undefined;
  }

  get unconfirmedGist(): string | undefined {
    const request = this.#request.value;
    return request.kind === "unconfirmed" ? request.gist : undefined;
  }

  get loading(): boolean {
    return this.#request.value.kind === "loading";
  }

  /** Shows the work at the address, or else the user's own. */
  async begin(): Promise<void> {
    const store = this.#store;
    // Nothing is shown yet that could be stored.
    this.#lastStored = this.work;
    store.copied = () => this.#notices.show({ text: COPIED, lasting: true });
    let own: Work | undefined;
    /** The first example, if it is shown before the own work is loaded. */
    let first: Work | undefined;
    const loaded = store
      .load("", () => !first || (!this.shared && this.#isUntouched(first)))
      .then((work) => {
        own = work;
        if (this.shared) this.#own ??= work;
        if (!work || !first || this.shared) return;
        this.#show(work);
        this.#notices.report("Opened your playground.");
      });
    // On a first visit, when nothing seems to be stored, the page does not wait for the database.
    const patience = mayHaveStored() ? delay(OWN_PATIENCE_MS) : Promise.resolve();
    await Promise.all([Promise.race([loaded, patience]), Promise.race([this.#follow(), delay(PATIENCE_MS)])]);
    if (!this.shared) this.#show(own ?? firstWork);
    first = this.work;
    this.#showsOwn = !this.shared;
    addEventListener("popstate", () => void this.#follow());
  }

  /** Whether the user has not changed the work. (The last stored one may have a change.) */
  #isUntouched(shown: Work): boolean {
    return !this.#shown.hasKeys() && sameWork(this.work, shown);
  }

  /** The open example, which a link can be based on. */
  get base(): Base | undefined {
    const { address, shared } = this.#opened.value;
    return address.kind === "example" && shared ? { id: address.id, work: shared } : undefined;
  }

  get edited(): boolean {
    return this.#edited.value;
  }

  /** Stores the current work. */
  save(): void {
    const { work } = this;
    this.#openFiles.set(hashOf(this.address), work.open);
    // An unchanged work is not written: another tab may have changed it.
    if (identical(work, this.#lastStored)) return;
    this.#lastStored = work;
    if (this.shared && !this.edited && work.done.length === 0) this.#store.removeChanges(hashOf(this.address));
    else this.#store.save(hashOf(this.address), work);
  }

  #show(work: Work): void {
    this.#shown.show(work);
    this.#lastStored = this.work;
  }

  /** Makes the open work the user's own. */
  #keepOwn(): void {
    this.#lastStored = this.work;
    this.#store.save("", this.#lastStored);
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
    const { shared, work: before } = this;
    if (!shared) return;
    // The changes are moved to the earlier works.
    this.save();
    this.#store.setAside(hashOf(this.address), { ...before });
    this.#show(shared);
    this.#notices.report(`Reset to the ${this.sharedName}.`, () => this.#shown.show(before));
  };

  /** Makes the open work the user's own; the previous one is stored as an earlier work. */
  keepAsMine = (): void => {
    const store = this.#store;
    this.save();
    const from = this.address;
    const before = store.own;
    const title = titleOf(this.work);
    this.#becomeOwn();
    this.#keepOwn();
    const made = store.own;
    void persist();
    this.#notices.report(`Saved${title ? ` “${title}”` : ""} as your playground.`, async () => {
      await this.#takeBack(before, made);
      this.go(from);
    });
  };

  /** Replaces the user's own work; the previous one is stored as an earlier work. */
  replaceOwn(work: Work, notice: string, refused = false): void {
    const store = this.#store;
    this.save();
    const { address: from, work: shown } = this;
    const before = store.own;
    batch(() => {
      this.#becomeOwn();
      this.#show(work);
    });
    this.#keepOwn();
    const made = store.own;
    const undo = async () => {
      await this.#takeBack(before, made);
      if (from.kind === "own") this.#show(shown);
      else this.go(from);
    };
    this.#notices.show({ text: notice, refused, undo });
  }

  /** The next changes belong to the user's own work. */
  #becomeOwn(): void {
    this.#store.newOwn();
    this.#nowOwn();
  }

  /** Restores the user's previous own work. */
  async #takeBack(before: string | undefined, made: string | undefined): Promise<void> {
    await this.#useOwn(before);
    if (made !== undefined) await this.#store.remove(made);
  }

  /** Makes another work the user's own, which is not shown yet. */
  #useOwn(id: string | undefined): Promise<Work | undefined> {
    this.#own = undefined;
    this.#showsOwn = false;
    return this.#store.useOwn(id);
  }

  earlier = (): Promise<Head[]> => this.#store.earlier();

  /** Opens an earlier work in place of the user's own. */
  openEarlier = async ({ id }: Head): Promise<void> => {
    const store = this.#store;
    this.save();
    const { address: from, work: shown } = this;
    const before = store.own;
    const work = await this.#useOwn(id);
    if (!work) {
      this.#notices.show({ text: "This playground no longer exists.", refused: true });
      return;
    }
    batch(() => {
      this.#nowOwn();
      this.#show(work);
    });
    this.#notices.report("Opened a recent playground.", async () => {
      await this.#useOwn(before);
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
    void this.#store.load(hashOf(address)).then((stored) => {
      if (this.trouble === trouble) this.#open(address, { ...read, label: "Recovered from a corrupted link" }, stored);
    });
  };

  /** The user has confirmed loading the gist. */
  loadAsked = (): void => {
    const { unconfirmedGist } = this;
    if (unconfirmedGist === undefined) return;
    const bundle = (text: string) => readBundle(this.#engine, text);
    void this.#load(() => loadGistWork(unconfirmedGist, bundle), { kind: "gist", url: unconfirmedGist });
  };

  dismiss = (): unknown => {
    if (!this.shared) return this.back();
    this.#request.value = NO_REQUEST;
    // Replaces the address that could not be opened by that of the open work.
    if (hashOf(this.#named) !== hashOf(this.address)) this.#write(this.address);
    this.#named = this.address;
    return undefined;
  };

  /** The address has changed. */
  async #follow(): Promise<void> {
    const address = readAddress(location.hash);
    if (hashOf(address) === hashOf(this.#named) && !this.trouble) return;
    this.save();
    this.#named = address;
    // Anything that is still loading was for another address.
    this.#generation++;
    this.#request.value = NO_REQUEST;
    switch (address.kind) {
      case "own": {
        if (this.shared) return this.#backToOwn();
        return this.#now(OWN);
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
        this.#request.value = { kind: "unconfirmed", gist: address.url };
        return this.#openKept(address);
      }
      case "unknown":
        this.#request.value = { kind: "trouble", trouble: { message: "This is not a valid playground link." } };
    }
  }

  /** At once, if this tab has it: users who type right away mean the opened work, not the one that they left. */
  async #backToOwn(): Promise<void> {
    const generation = this.#generation;
    const isLatest = () => generation === this.#generation;
    let shown: Work | undefined;
    const stored = this.#store.load("", () => isLatest() && (!shown || this.#isUntouched(shown)));
    const own = this.#own ?? (await stored);
    if (!isLatest()) return;
    // Text that was typed while it was loading.
    this.save();
    batch(() => {
      this.#now(OWN);
      this.#show(own ?? firstWork);
    });
    this.#showsOwn = true;
    this.#notices.report(own ? "Opened your playground." : "Opened the first example as your playground.");
    if (!this.#own) return;
    const before = this.work;
    shown = before;
    // Another tab may have changed it.
    void stored.then((latest) => latest && !identical(latest, before) && this.#show(latest));
  }

  /** Stored changes to a gist are shown without a confirmation. */
  async #openKept(address: Address & { kind: "gist" }): Promise<void> {
    const generation = this.#generation;
    const stored = await this.#store.load(hashOf(address));
    if (!stored || generation !== this.#generation) return;
    const label = `Gist: ${stored.title || address.url}`;
    this.#open(address, { work: stored, left: [], label }, stored);
  }

  async #load(load: () => Promise<Loaded>, address: Address): Promise<void> {
    const generation = ++this.#generation;
    const isLatest = () => generation === this.#generation;
    this.#request.value = { kind: "loading" };
    let shown: Work | undefined;
    const changed = this.#store.load(hashOf(address), () => isLatest() && (!shown || this.#isUntouched(shown)));
    try {
      const loaded = await load();
      const stored = await (mayHaveStored() ? changed : Promise.race([changed, undefined]));
      if (!isLatest()) return;
      const from = this.address;
      this.#open(address, loaded, stored);
      if (stored) return;
      shown = this.work;
      void changed.then((late) => late && this.#open(address, loaded, late, from));
    } catch (error) {
      // The previous work stays if an address cannot be opened.
      if (isLatest()) this.#request.value = { kind: "trouble", trouble: troubleOf(error) };
    }
  }

  /** `stored`: with the user's changes. */
  #open(address: Address, { work, left, label }: Loaded, stored?: Work, from = this.address): void {
    // Text that was typed while it was loading.
    this.save();
    if (this.#showsOwn) this.#own = this.work;
    this.#showsOwn = false;
    batch(() => {
      this.#now({ address, shared: work, label });
      this.#show(stored ?? { ...work, open: this.#openFiles.get(hashOf(address)) ?? work.open });
      if (left.length > 0) this.#request.value = { kind: "trouble", trouble: { message: summaryOf(left) } };
    });
    const named = address.kind === "example" ? titleOf(work) : work.title;
    const title = named ? `“${named}”` : "a shared playground";
    if (address.kind === "link" && !stored) this.#shown.linkOpened();
    this.#notices.report(stored ? `Opened ${title} with your edits.` : `Opened ${title}.`, () => this.go(from));
  }

  #now(opened: Opened): void {
    this.#opened.value = opened;
    this.#request.value = NO_REQUEST;
  }

  #nowOwn(): void {
    if (this.#named.kind !== "own") this.#write({ kind: "own" });
    // A work that is still loading is not opened any more.
    this.#generation++;
    this.#now(OWN);
    this.#showsOwn = true;
    this.#named = OWN.address;
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof UnreadableLink) return { message: error.message, ...(error.read ? { read: error.read } : {}) };
  if (error instanceof UserError) return { message: error.message };
  return { message: `Could not load the playground: ${String(error)}` };
}
