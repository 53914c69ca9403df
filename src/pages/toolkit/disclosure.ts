import { postForm } from './form.ts';
import { html, type SafeHtml } from './html.ts';
import type { Visit } from './visit.ts';

/** Renders content that opens in place: a form that is rarely needed, or a confirmation. */
export const disclosure = (summary: string, content: SafeHtml, open = false): SafeHtml =>
  html`<details${open && html` open`}>
<summary>${summary}</summary>
<div class="disclosed">
${content}</div>
</details>
`;

/** Renders a destructive action with a confirmation, which explains what is lost and what stays. */
export const dangerForm = (
  visit: Visit,
  of: { summary: string; explanation: string; action: string; purpose: string; button: string },
): SafeHtml =>
  disclosure(
    of.summary,
    html`<p>${of.explanation}</p>
${postForm(visit, of, html`<button class="danger">${of.button}</button>\n`)}`,
  );

/** Renders actions on an item, side by side while they are closed. */
export const actionRow = (...all: readonly (SafeHtml | false)[]): SafeHtml => html`<div class="action-row">
${all}</div>
`;
