import type { Language } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from './html.ts';
import { csrfField } from './person-frame.ts';
import type { Visit } from './visits.ts';

/** Why a form as a whole was not taken; the browser goes there, however long the page is. */
export const formProblem = (problem: string | undefined): SafeHtml | false =>
  problem !== undefined && html`<p class="problem" role="alert" tabindex="-1" autofocus>${problem}</p>\n`;

/** A labelled choice of one; `hints` say more of the options than fits into them on a phone. */
export function selection(of: {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  value: string;
  id?: string;
  hints?: readonly string[];
}): SafeHtml {
  const id = of.id ?? of.name;
  const hint =
    of.hints && html`<ul class="hint" id="${id}-hint">${of.hints.map((text) => html`<li>${text}</li>\n`)}</ul>\n`;
  return html`<div class="field">
<label for="${id}">${of.label}</label>
<select id="${id}" name="${of.name}"${hint && html` aria-describedby="${id}-hint"`}>${of.options.map(
    ([value, text]) => html`<option value="${value}"${value === of.value && html` selected`}>${text}</option>`,
  )}</select>
${hint}</div>
`;
}

/** A form of ours around its fields. */
export const postForm = (visit: Visit, { action, purpose }: { action: string; purpose: string }, content: SafeHtml) =>
  html`<form method="post" action="${action}">
${csrfField(visit, purpose)}
${content}</form>
`;

/** What can be done to an entry, side by side as long as it is closed. */
export const deeds = (...all: readonly (SafeHtml | false)[]): SafeHtml => html`<div class="deeds">
${all}</div>
`;

/** Something that opens where it stands: a form that is seldom needed, or what is asked before something ends. */
export const disclosure = (summary: string, content: SafeHtml, open = false): SafeHtml =>
  html`<details${open && html` open`}>
<summary>${summary}</summary>
<div class="disclosed">
${content}</div>
</details>
`;

/** Asks once, and says what ends and what stays. */
export const destruction = (
  visit: Visit,
  of: { summary: string; explanation: string; action: string; purpose: string; button: string },
): SafeHtml =>
  disclosure(
    of.summary,
    html`<p>${of.explanation}</p>
${postForm(visit, of, html`<button class="danger">${of.button}</button>\n`)}`,
  );

/** What is shown once: it is selected as a whole, and copied by a button where scripts run. */
export const secretBox = (language: Language, label: string, secret: string): SafeHtml =>
  html`<p class="label" id="secret-label">${label}</p>
<p><code class="secret" id="secret" tabindex="0" role="group" aria-labelledby="secret-label">${secret}</code></p>
<p class="copying"><button type="button" class="secondary" data-copies="secret" data-copied="${STRINGS[language].common.copying.copied}" data-selected="${STRINGS[language].common.copying.selected}" hidden>${STRINGS[language].common.copying.copy}</button> <span class="hint" role="status"></span></p>
`;

/** That something has been done. */
export const notice = (text: string | undefined): SafeHtml | false =>
  text !== undefined && html`<p class="done" role="status">${text}</p>\n`;

/** The sentence of that name, for a name that came with the address. */
export const sentenceOf = <Sentences extends object>(sentences: Sentences, name: string): string | undefined =>
  Object.hasOwn(sentences, name) ? String(sentences[name as keyof Sentences]) : undefined;
