import type { Scope } from '../../contract/scopes.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';

/** Renders a labeled checkbox for each scope. With `focus`, the first one has the focus. */
export const scopeCheckboxes = (
  language: InterfaceLanguage,
  { scopes, chosen, focus }: { scopes: readonly Scope[]; chosen: readonly string[]; focus: boolean },
): readonly SafeHtml[] =>
  scopes.map(
    (scope, at) =>
      html`<label class="choice"><input type="checkbox" name="scopes" value="${scope}"${
        chosen.includes(scope) && html` checked`
      }${focus && at === 0 && html` autofocus`}> ${STRINGS[language].scopes.names[scope]}</label>\n`,
  );

/** Renders scopes as a list that opens. */
export const scopeList = (language: InterfaceLanguage, summary: string, scopes: readonly Scope[]): SafeHtml =>
  html`<details><summary>${summary}</summary>
<ul class="disclosed">${scopes.map((scope) => html`<li>${STRINGS[language].scopes.names[scope]}</li>`)}</ul></details>
`;

/** Returns the chosen scopes, in the order of the allowed ones. Null if another value was submitted. */
export function readScopes(submitted: readonly string[], allowed: readonly Scope[]): readonly Scope[] | null {
  const known = submitted.every((scope) => (allowed as readonly string[]).includes(scope));
  return known ? allowed.filter((scope) => submitted.includes(scope)) : null;
}
