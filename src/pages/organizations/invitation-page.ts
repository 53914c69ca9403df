import { STRINGS } from '../../locales/strings.ts';
import { html } from '../toolkit/html.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import { secretBox } from '../toolkit/secret-box.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { organizationPath } from './organization-head.ts';

/** Renders the link of an invitation. No other page shows it. */
export function invitationPage(
  visit: SignedInVisit,
  organizationId: string,
  { lead, url, expiresAt, onlyHere }: { lead: string; url: string; expiresAt: string; onlyHere: boolean },
): string {
  const strings = STRINGS[visit.language].organizations.page;
  const content = html`<h1>${strings.invitation}</h1>
<p>${lead}</p>
${onlyHere && html`<p class="problem">${strings.invitationOnlyHere}</p>\n`}${secretBox(visit.language, strings.invitationLabel, url)}<p class="hint">${strings.invitationEnds(timeElement(visit.language, expiresAt))}</p>
<p class="actions"><a class="button primary" href="${organizationPath(organizationId)}">${strings.back}</a></p>
`;
  return personFrame({ title: strings.invitation, visit, place: 'people', ownerId: organizationId }, content);
}
