// The header of the page: a link to the editor for keyboards, name, examples, Open and Share, help, settings.
import markUrl from "../style/mark.svg";
import { html } from "../ui/html";
import { BookOpen, CircleQuestionMark, icon, Share2 } from "../ui/icons";

/** The actions of the header's buttons. `open` is the Open menu. */
export interface HeaderActions {
  examples: () => void;
  open: unknown;
  share: () => void;
  /** The bar about the open work, if it is not the user's own. */
  opened: unknown;
  help: () => void;
  /** The menu of settings. */
  settings: unknown;
  /** Moves the focus into the editor. */
  skip: () => void;
}

export const header = ({ examples, open, share, opened, help, settings, skip }: HeaderActions) => html`
  <header>
    <button class="skip" type="button" @click=${skip}>Skip to the editor</button>
    <h1><img src=${markUrl} alt="" width="20" height="20" /><span class="name">Ytterby</span> <span class="tagline">YAML templates with schema and validation, runs in your browser</span></h1>
    <button class="quiet" type="button" title="Examples (Ctrl K)" @click=${examples}>${icon(BookOpen)} Examples</button>
    ${open}
    <button class="quiet" type="button" aria-label="Share" title="Share (Ctrl S)" @click=${share}>${icon(Share2)} <span class="long">Share</span></button>
    ${opened}
    <span class="spring"></span>
    <button class="icon-button" type="button" aria-label="Help" title="Help" @click=${help}>${icon(CircleQuestionMark)}</button>
    ${settings}
  </header>
`;
