import { ROLE_SCOPES, type Scope } from '../../contract/scopes.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { fieldProblem } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { readScopes, scopeCheckboxes } from './scope-choice.ts';

/** Choice of scopes in a form: a preset, or checkboxes (`chosen`). */
export type ScopePreset = 'operator' | 'read' | 'all' | 'chosen';

/**
 * The scopes that can be granted, and the description of "everything": all of them, or, for a personal token, whatever
 * its user can do at any time.
 */
export interface GrantableScopes {
  readonly scopes: readonly Scope[];
  readonly all: string;
}

/** The submitted fields. */
interface SubmittedScopes {
  readonly authority: string;
  readonly scopes: readonly string[];
}

/** Returns the scopes of a preset, limited to what can be granted. Each preset can read whose token it is. */
const scopesOf = (preset: Exclude<ScopePreset, 'chosen'>, allowed: readonly Scope[]): readonly Scope[] => {
  if (preset === 'all') return allowed;
  const named: readonly Scope[] = ['identity.read', ...ROLE_SCOPES[preset === 'operator' ? 'operator' : 'viewer']];
  return allowed.filter((scope) => named.includes(scope));
};

/** Returns the presets that differ: an operator's everything is no more than the operator preset. */
const presetsFor = (allowed: readonly Scope[]): readonly Exclude<ScopePreset, 'chosen'>[] =>
  (['operator', 'read', 'all'] as const).filter(
    (preset) => preset !== 'all' || scopesOf('operator', allowed).length < allowed.length,
  );

/**
 * Reads the choice. Without a script the checkboxes next to a preset stay empty, with a script they follow it; any
 * other combination is `both`. `none`: nothing, or something that cannot be granted, was chosen.
 */
export function readScopeChoice(
  { authority, scopes: submitted }: SubmittedScopes,
  allowed: readonly Scope[],
): { preset: ScopePreset; scopes: readonly Scope[] } | 'both' | 'none' {
  const boxes = readScopes(submitted, allowed);
  if (!boxes) return 'none';
  if (authority === 'chosen') return boxes.length === 0 ? 'none' : { preset: 'chosen', scopes: boxes };
  const preset = presetsFor(allowed).find((each) => each === authority);
  if (!preset) return 'none';
  const scopes = scopesOf(preset, allowed);
  return boxes.length === 0 || (boxes.length === scopes.length && boxes.every((scope) => scopes.includes(scope)))
    ? { preset, scopes }
    : 'both';
}

/** Renders presets, and checkboxes that a script keeps in step with them. */
export function scopeChoiceFields(
  language: InterfaceLanguage,
  { scopes: allowed, all }: GrantableScopes,
  { authority, scopes: chosen }: SubmittedScopes,
  problem: string | undefined,
): SafeHtml {
  const strings = STRINGS[language].scopes.presets;
  const texts = { operator: strings.operator, read: strings.read, all: [strings.all, all] as const };
  const radio = (value: ScopePreset, [name, means]: readonly [string, string], scopes?: readonly Scope[]) =>
    html`<label class="choice"><input type="radio" name="authority" value="${value}"${
      authority === value && html` checked`
    }${scopes && html` data-scopes="${scopes.join(' ')}"`}> <span><strong>${name}</strong><br><span class="hint">${means}</span></span></label>\n`;
  return html`<fieldset data-presets${problem && html` aria-invalid="true" aria-describedby="scopes-problem"`}>
<legend>${strings.legend}</legend>
${fieldProblem('scopes', problem)}${presetsFor(allowed).map((preset) => radio(preset, texts[preset], scopesOf(preset, allowed)))}${radio('chosen', strings.chosen)}
<div class="boxes" role="group" aria-label="${strings.chosen[0]}">
<p class="hint">${strings.push}</p>
${scopeCheckboxes(language, { scopes: allowed, chosen, focus: problem !== undefined })}</div></fieldset>
`;
}
