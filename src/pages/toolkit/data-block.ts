import { html, type SafeHtml, trustedHtml } from './html.ts';

/** Renders JSON for the script of a page, in an element that does not run. */
export const dataBlock = (id: string, json: string): SafeHtml =>
  html`<script type="application/json" id="${id}">${trustedHtml(json.replace(/[<>&]/g, (character) => ESCAPES[character]!))}</script>\n`;

/** Escapes that keep HTML parsers from seeing markup or the end of the element. */
const ESCAPES: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' };
