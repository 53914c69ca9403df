import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { ListedCredential } from '../../storage/storage.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { secretBox } from '../toolkit/secret-box.ts';
import { expiryText, validityLine } from '../toolkit/validity-line.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';

/** Renders when a token was created, was last used, and expires. */
export const tokenSummary = (language: InterfaceLanguage, token: ListedCredential): SafeHtml =>
  validityLine(
    language,
    STRINGS[language].tokens.personal.created(timeElement(language, token.createdAt, 'day')),
    token,
    'day',
  );

interface NewSecret {
  readonly title: string;
  /** Organization of a service token. */
  readonly ownerId?: string;
  readonly token: { readonly name: string; readonly expiresAt: string | null };
  readonly secret: string;
  /** The page that lists the tokens. */
  readonly back: string;
}

/** Renders the only page that shows the secret. */
export function newSecretPage(visit: SignedInVisit, { title, ownerId, token, secret, back }: NewSecret): string {
  const strings = STRINGS[visit.language].tokens.personal;
  const content = html`<h1>${title}</h1>
<p>${strings.secretLead}</p>
<p><strong>${token.name}</strong> · ${expiryText(visit.language, token.expiresAt, 'day')}</p>
${secretBox(visit.language, strings.secretLabel, secret)}<p class="hint">${strings.secretUse}</p>
<p class="actions"><a class="button primary" href="${back}">${strings.kept}</a></p>
`;
  return personFrame({ title, visit, place: ownerId === undefined ? 'tokens' : 'people', ownerId }, content);
}
