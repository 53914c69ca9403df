import { postForm } from './form.ts';
import { html, type SafeHtml } from './html.ts';
import type { Visit } from './visits.ts';

/** Something that opens where it stands: a form that is seldom needed, or what is asked before something ends. */
export const disclosure = (summary: string, content: SafeHtml, open = false): SafeHtml =>
  html`<details${open && html` open`}>
<summary>${summary}</summary>
<div class="disclosed">
${content}</div>
</details>
`;

/** Asks once, and says what ends and what stays. */
export const dangerForm = (
  visit: Visit,
  of: { summary: string; explanation: string; action: string; purpose: string; button: string },
): SafeHtml =>
  disclosure(
    of.summary,
    html`<p>${of.explanation}</p>
${postForm(visit, of, html`<button class="danger">${of.button}</button>\n`)}`,
  );

/** What can be done to an entry, side by side as long as it is closed. */
export const actionRow = (...all: readonly (SafeHtml | false)[]): SafeHtml => html`<div class="deeds">
${all}</div>
`;
