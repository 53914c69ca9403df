import { ROLE_SCOPES, type Scope } from '../../contract/scopes.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import { fieldProblem } from '../toolkit/form-field.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { readScopes, scopeCheckboxes } from './scope-choice.ts';

/** How a form says what a token may: by a preset, or by boxes (`chosen`). */
export type ScopePreset = 'operator' | 'read' | 'all' | 'chosen';

/** What may be given here, and what "everything" is: all of it, or, for a personal token, what its user may at any time. */
export interface GrantableScopes {
  readonly scopes: readonly Scope[];
  readonly all: string;
}

/** As it was sent. */
interface Sent {
  readonly authority: string;
  readonly scopes: readonly string[];
}

/** Never more than may be given; a tool of a person reads whose it is. */
const scopesOf = (preset: Exclude<ScopePreset, 'chosen'>, allowed: readonly Scope[]): readonly Scope[] => {
  if (preset === 'all') return allowed;
  const named: readonly Scope[] = ['identity.read', ...ROLE_SCOPES[preset === 'operator' ? 'operator' : 'viewer']];
  return allowed.filter((scope) => named.includes(scope));
};

/** Those that differ from one another: what an operator may give has no more than a token for operators has. */
const presetsFor = (allowed: readonly Scope[]): readonly Exclude<ScopePreset, 'chosen'>[] =>
  (['operator', 'read', 'all'] as const).filter(
    (preset) => preset !== 'all' || scopesOf('operator', allowed).length < allowed.length,
  );

/**
 * What was chosen. Without a script the boxes beside a preset stay empty, with one they follow it: anything else beside a preset is
 * `both`. `none`: nothing was chosen, or what is not to be had.
 */
export function readScopeChoice(
  { authority, scopes: sent }: Sent,
  allowed: readonly Scope[],
): { preset: ScopePreset; scopes: readonly Scope[] } | 'both' | 'none' {
  const boxes = readScopes(sent, allowed);
  if (!boxes) return 'none';
  if (authority === 'chosen') return boxes.length === 0 ? 'none' : { preset: 'chosen', scopes: boxes };
  const preset = presetsFor(allowed).find((each) => each === authority);
  if (!preset) return 'none';
  const scopes = scopesOf(preset, allowed);
  return boxes.length === 0 || (boxes.length === scopes.length && boxes.every((scope) => scopes.includes(scope)))
    ? { preset, scopes }
    : 'both';
}

/** Presets, and boxes that a script keeps in step with them. */
export function scopeChoiceFields(
  language: InterfaceLanguage,
  { scopes: allowed, all }: GrantableScopes,
  { authority, scopes: chosen }: Sent,
  problem: string | undefined,
): SafeHtml {
  const words = STRINGS[language].scopes.presets;
  const texts = { operator: words.operator, read: words.read, all: [words.all, all] as const };
  const radio = (value: ScopePreset, [name, means]: readonly [string, string], scopes?: readonly Scope[]) =>
    html`<label class="choice"><input type="radio" name="authority" value="${value}"${
      authority === value && html` checked`
    }${scopes && html` data-scopes="${scopes.join(' ')}"`}> <span><strong>${name}</strong><br><span class="hint">${means}</span></span></label>\n`;
  return html`<fieldset data-presets${problem && html` aria-invalid="true" aria-describedby="scopes-problem"`}>
<legend>${words.legend}</legend>
${fieldProblem('scopes', problem)}${presetsFor(allowed).map((preset) => radio(preset, texts[preset], scopesOf(preset, allowed)))}${radio('chosen', words.chosen)}
<div class="boxes" role="group" aria-label="${words.chosen[0]}">
<p class="hint">${words.push}</p>
${scopeCheckboxes(language, { scopes: allowed, chosen, focus: problem !== undefined })}</div></fieldset>
`;
}
