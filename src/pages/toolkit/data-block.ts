import { html, type SafeHtml, trustedHtml } from './html.ts';

/** JSON for the script of a page, in an element of its own that runs nothing. */
export const dataBlock = (id: string, json: string): SafeHtml =>
  html`<script type="application/json" id="${id}">${trustedHtml(json.replace(/[<>&]/g, (character) => ESCAPES[character]!))}</script>\n`;

/** No parser of HTML takes these for the end of the element, or for markup. */
const ESCAPES: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };
