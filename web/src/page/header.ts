// The header of the page: a link to the editor for keyboards, name, examples, Open and Share, the open work where there is space, help, settings.
import { nothing } from "lit";
import { openedBar } from "../features/open/opened-bar";
import markUrl from "../style/mark.svg";
import { html } from "../ui/html";
import { BookOpen, CircleQuestionMark, icon, Share2 } from "../ui/icons";
import type { Page } from "./page";

export const header = ({ dialogs, openMenu, opening, panes, focus, settingsMenu }: Page) => html`
  <header>
    <button class="skip" type="button" @click=${focus.skipToEditor}>Skip to the editor</button>
    <h1><img src=${markUrl} alt="" width="20" height="20" /><span class="name">Ytterby</span> <span class="tagline">YAML templates with schema and validation, runs in your browser</span></h1>
    <button class="quiet" type="button" title="Examples (Ctrl K)" @click=${dialogs.examples}>${icon(BookOpen)} Examples</button>
    ${openMenu.render()}
    <button class="quiet" type="button" aria-label="Share" title="Share (Ctrl S)" @click=${dialogs.share}>${icon(Share2)} <span class="long">Share</span></button>
    ${panes.wide ? openedBar(opening) : nothing}
    <span class="spring"></span>
    <button class="icon-button" type="button" aria-label="Help" title="Help" @click=${dialogs.help}>${icon(CircleQuestionMark)}</button>
    ${settingsMenu.render()}
  </header>
`;
