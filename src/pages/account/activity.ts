import type { FastifyInstance } from 'fastify';
import { PAGE_DEFAULT_ITEMS } from '../../contract/limits.ts';
import type { Grants } from '../../domain/account/apps/grants.ts';
import { type Passkeys, toPasskeyHandle } from '../../domain/account/identity/passkeys.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import { isUuid } from '../../domain/identifiers.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { AuditRecord, Owner, Storage } from '../../storage/storage.ts';
import { organizationHead, organizationPath } from '../organizations/organization-head.ts';
import { type AccountServices, addAccountPage } from '../toolkit/account-routes.ts';
import { toDeviceLabel } from '../toolkit/device-label.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';

const PATH = '/account/activity';
/** Operations on sessions. */
const SESSION_OPERATIONS = ['signIn', 'signInWithPasskey', 'signOut', 'endSession'];

const REMOTE_LINK_OPERATIONS = ['stepByRemote', 'hideByRemote', 'showByRemote'];

/** Names of actors and of changed resources, by id. */
type Names = ReadonlyMap<string, string>;

export interface ActivityServices extends AccountServices {
  readonly storage: Storage;
  readonly grants: Grants;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly organizations: OrganizationService;
}

/** Adds the activity pages, newest first: of the account, and of an organization for members who can read it. [D43] */
export function addActivityPages(pages: FastifyInstance, services: ActivityServices): void {
  const { storage, grants, sessions, passkeys, organizations: desk } = services;

  addAccountPage(pages, services, PATH, async ({ visit, query }) => {
    const { user } = visit.holder;
    const page = { limit: PAGE_DEFAULT_ITEMS + 1, before: readBefore(query('before')), since: null };
    const [records, apps, devices, keys] = await Promise.all([
      storage.audit.list(toAccountOwner(user), page),
      grants.list(user.id),
      sessions.list(user.id),
      passkeys.list(user.id),
    ]);
    const names = await findNames(storage, toAccountOwner(user), { userId: user.id }, records);
    for (const key of keys) names.set(toPasskeyHandle(key), key.name);
    for (const { id, clientName } of apps) names.set(id, clientName);
    for (const { id, device } of devices)
      names.set(id, toDeviceLabel(device) ?? STRINGS[visit.language].activity.page.unknownDevice);
    names.set(user.id, STRINGS[visit.language].activity.page.you);
    const { title } = STRINGS[visit.language].activity.page;
    const content = html`<h1>${title}</h1>\n${activity(visit.language, records, names, PATH)}`;
    return personFrame({ title, visit, place: 'account' }, content);
  });

  addAccountPage(pages, services, '/account/organizations/:organization/activity', async (call) => {
    const { visit, params } = call;
    const membership = await desk.require(visit.holder.user.id, params.organization!);
    const page = { limit: PAGE_DEFAULT_ITEMS + 1, before: readBefore(call.query('before')) };
    const [records, invitations] = await Promise.all([
      desk.listAudit(membership, page),
      desk.listInvitations(membership),
    ]);
    const owner = { kind: 'organization', id: membership.id } as const;
    const names = await findNames(storage, owner, { organizationId: membership.id }, records);
    names.set(membership.id, membership.name);
    for (const { id, email } of invitations) names.set(id, email);
    const path = `${organizationPath(membership.id)}/activity`;
    const content = html`${organizationHead(visit.language, membership, 'activity')}
${activity(visit.language, records, names, path)}`;
    const title = `${STRINGS[visit.language].activity.page.title} · ${membership.name}`;
    return personFrame({ title, visit, place: 'people', ownerId: membership.id }, content);
  });
}

const readBefore = (text: string): string | null => (isUuid(text) ? text : null);

/**
 * Returns the names of the users, credentials and resources in the records, except of those that were deleted.
 * Includes credentials that have ended.
 */
async function findNames(
  { audit, credentials }: Storage,
  owner: Owner,
  of: { userId: string } | { organizationId: string },
  records: readonly AuditRecord[],
): Promise<Map<string, string>> {
  const named = records.flatMap(({ userId, credentialId, resource }) => [userId, credentialId, resource]);
  const ids = named.filter((id) => id !== null);
  const [things, tokens] = await Promise.all([audit.findNames(owner, [...new Set(ids)]), credentials.list(of)]);
  return new Map([...things, ...tokens.map(({ id, name }) => [id, name] as const)]);
}

/** Renders the records. One more than fits on a page shows that there are older ones. */
function activity(language: InterfaceLanguage, found: readonly AuditRecord[], names: Names, path: string): SafeHtml {
  const strings = STRINGS[language].activity.page;
  const records = found.slice(0, PAGE_DEFAULT_ITEMS);
  if (records.length === 0) return html`<p>${strings.empty}</p>\n`;
  return html`<ul class="entries">${records.map((record) => entry(language, record, names))}</ul>
${
  found.length > records.length &&
  html`<p class="actions"><a class="button secondary" href="${path}?before=${records.at(-1)!.id}">${strings.older}</a></p>\n`
}`;
}

function entry(language: InterfaceLanguage, record: AuditRecord, names: Names): SafeHtml {
  const strings = STRINGS[language].activity.page;
  const { at, channel, userId, credentialId, operation, resource, resourceName, detail } = record;
  const operations: Readonly<Record<string, string>> = STRINGS[language].activity.operations;
  const known = operations[operation];
  const about = resourceName ?? (resource === null ? undefined : names.get(resource));
  // The id of an ended session is of no use to anyone.
  const unnamed = about === undefined && !SESSION_OPERATIONS.includes(operation) ? resource : null;
  const by = [credentialId, userId].filter((id) => id !== null);
  // The credential of a console has no name, so the person is shown.
  const name = by.map((id) => names.get(id)).find((known) => known !== undefined);
  const who = by.length === 0 ? strings.operator : (name ?? html`<code>${by[0]}</code>`);
  // A remote link has the permissions of its creator. [D68]
  const maker = REMOTE_LINK_OPERATIONS.includes(operation) && userId !== null && names.get(userId);
  return html`<li><div class="what">
<p>${known ?? html`<code>${operation}</code>`}${detail !== null && html` · <strong>${detail}</strong>`}${about !== undefined && html` · ${about}`}</p>
<p class="meta">${timeElement(language, at)} · ${who}${maker && html` (${maker})`} · ${strings.channels[channel]}${
    unnamed !== null && html` · <code>${unnamed}</code>`
  }</p>
</div></li>
`;
}
