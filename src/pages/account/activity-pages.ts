import type { FastifyInstance } from 'fastify';
import { PAGE_DEFAULT_ITEMS } from '../../contract/limits.ts';
import type { Grants } from '../../domain/account/apps/grants.ts';
import { type Passkeys, toPasskeyHandle } from '../../domain/account/identity/passkeys.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { toAccountOwner } from '../../domain/account/owners/owner.ts';
import type { Lives } from '../../domain/live/lives.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import { STRINGS } from '../../locales/strings.ts';
import type { AuditRecord, Owner, Storage } from '../../storage/storage.ts';
import { organizationHead, organizationPath } from '../organizations/organization-head.ts';
import { type AccountServices, addAccountPage } from '../toolkit/account-routes.ts';
import { toDeviceLabel } from '../toolkit/device-label.ts';
import { html, type SafeHtml } from '../toolkit/html.ts';
import { timeElement } from '../toolkit/page-language.ts';
import { personFrame } from '../toolkit/person-frame.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';
import { type ActivityQuery, activityFilterForm, type NamedId, readActivityQuery } from './activity-filter.ts';
import { operationsOf } from './activity-groups.ts';
import { describeAction } from './describe-action.ts';

const PATH = '/account/activity';
/** Operations on sessions, credentials of consoles and images, whose ids mean nothing to a person. */
const UNNAMED_OPERATIONS = [
  'signIn',
  'signInWithPasskey',
  'signOut',
  'endSession',
  'openConsole',
  'uploadImage',
  'deleteImage',
];

/** Most records that one request of a filtered page reads. */
const SCAN_MAX_RECORDS = 20_000;
/** Most Lives in the selection. */
const LIVES_MAX = 100;

/** Operations by which a person accepts an invitation of an organization. */
const ACCEPTANCES = ['acceptInvitation', 'signUp'];
/** Operations by remote links and button links. */
const BY_LINK = /By(?:Remote|Button)$/;

/** Names of actors and of changed resources, by id. */
type Names = ReadonlyMap<string, string>;

export interface ActivityServices extends AccountServices {
  readonly storage: Storage;
  readonly grants: Grants;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly organizations: OrganizationService;
  readonly lives: Pick<Lives, 'list'>;
}

/** Adds the activity pages, newest first: of the account, and of an organization for members who can read it. [D43] */
export function addActivityPages(pages: FastifyInstance, services: ActivityServices): void {
  const { storage, grants, sessions, passkeys, organizations, lives } = services;

  /** Reads one record more than fits on a page, which shows whether there are older ones. */
  const read = async (owner: Owner, { filter, before, since, isFiltered }: ActivityQuery): Promise<Found> => {
    const page = { limit: PAGE_DEFAULT_ITEMS + 1, before, since };
    if (isFiltered) return storage.audit.search(owner, page, filter, SCAN_MAX_RECORDS);
    return { records: await storage.audit.list(owner, page), scannedTo: null };
  };
  const listLives = async (owner: Owner): Promise<NamedId[]> =>
    (await lives.list(owner, { limit: LIVES_MAX, after: null })).map(({ id, name }) => [id, name]);

  addAccountPage(pages, services, PATH, async (call) => {
    const { visit } = call;
    const { user } = visit.holder;
    const owner = toAccountOwner(user);
    const query = readActivityQuery(call);
    const [found, apps, devices, keys, tokens, ownLives] = await Promise.all([
      read(owner, query),
      grants.list(user.id),
      sessions.list(user.id),
      passkeys.list(user.id),
      storage.credentials.list({ userId: user.id }),
      listLives(owner),
    ]);
    const { you, title, unknownDevice } = STRINGS[visit.language].activity.page;
    const names = await findNames(storage, owner, tokens, found.records);
    for (const key of keys) names.set(toPasskeyHandle(key), key.name);
    for (const { id, clientName } of apps) names.set(id, clientName);
    for (const { id, device } of devices) names.set(id, toDeviceLabel(device) ?? unknownDevice);
    names.set(user.id, user.name);
    const actors: NamedId[] = [
      [user.id, you],
      ...apps.map(({ id, clientName }) => [id, clientName] as const),
      ...tokens.map(({ id, name }) => [id, name] as const),
    ];
    const content = html`<h1>${title}</h1>
${activity(visit, query, found, { names, path: PATH, actors, lives: ownLives })}`;
    return personFrame({ title, visit, place: 'account' }, content);
  });

  addAccountPage(pages, services, '/account/organizations/:organization/activity', async (call) => {
    const { visit, params } = call;
    const membership = await organizations.require(visit.holder.user.id, params.organization!);
    organizations.requireActivityRight(membership);
    const owner = { kind: 'organization', id: membership.id } as const;
    const query = readActivityQuery(call);
    const [found, invitations, members, tokens, ownLives] = await Promise.all([
      read(owner, query),
      organizations.listInvitations(membership),
      organizations.listMembers(membership.id),
      storage.credentials.list({ organizationId: membership.id }),
      listLives(owner),
    ]);
    const acceptances = await findAcceptances(storage, owner, found.records);
    const names = await findNames(storage, owner, tokens, [...found.records, ...acceptances]);
    for (const { resource, userId } of acceptances) {
      const name = names.get(userId!);
      if (name !== undefined) names.set(resource!, name);
    }
    names.set(membership.id, membership.name);
    for (const { id, email } of invitations) names.set(id, email);
    const path = `${organizationPath(membership.id)}/activity`;
    const actors: NamedId[] = [
      ...members.map(({ userId, name }) => [userId, name] as const),
      ...tokens.map(({ id, name }) => [id, name] as const),
    ];
    const content = html`${organizationHead(visit.language, membership, 'activity')}
${activity(visit, query, found, { names, path, actors, lives: ownLives })}`;
    const title = `${STRINGS[visit.language].activity.page.title} · ${membership.name}`;
    return personFrame({ title, visit, place: 'people', ownerId: membership.id }, content);
  });
}

/** Record, and the number of records that it stands for. */
interface Entry {
  readonly record: AuditRecord;
  times: number;
}

interface Found {
  readonly records: readonly AuditRecord[];
  /** Id of the last record that was read, if a search ended before the oldest record. */
  readonly scannedTo: string | null;
}

/**
 * Returns the names of the users, credentials and resources in the records, except of those that were deleted.
 * Includes credentials that have ended.
 */
async function findNames(
  { audit }: Storage,
  owner: Owner,
  tokens: readonly { readonly id: string; readonly name: string }[],
  records: readonly AuditRecord[],
): Promise<Map<string, string>> {
  const named = records.flatMap(({ userId, credentialId, resource }) => [userId, credentialId, resource]);
  const ids = named.filter((id) => id !== null);
  const things = await audit.findNames(owner, [...new Set(ids)]);
  return new Map([...things, ...tokens.map(({ id, name }) => [id, name] as const)]);
}

/**
 * Returns the records of who accepted an invitation since the oldest of the records, if one of those is about an
 * invitation. The email address of an invitation is not recorded, so it is named after who accepted it.
 */
async function findAcceptances(
  { audit }: Storage,
  owner: Owner,
  records: readonly AuditRecord[],
): Promise<readonly AuditRecord[]> {
  const about = ['inviteMember', ...ACCEPTANCES];
  if (!records.some(({ operation }) => about.includes(operation))) return [];
  const page = { limit: SCAN_MAX_RECORDS, before: null, since: records.at(-1)!.id };
  const filter = { actor: null, operations: ACCEPTANCES, resource: null };
  return (await audit.search(owner, page, filter, SCAN_MAX_RECORDS)).records;
}

/** Renders the filter and the records. One more than fits on a page shows that there are older ones. */
function activity(
  visit: SignedInVisit,
  query: ActivityQuery,
  { records: found, scannedTo }: Found,
  { names, path, actors, lives }: { names: Names; path: string; actors: readonly NamedId[]; lives: readonly NamedId[] },
): SafeHtml {
  const { language } = visit;
  const { page: strings, filter } = STRINGS[language].activity;
  const records = found.slice(0, PAGE_DEFAULT_ITEMS);
  const next = found.length > records.length ? records.at(-1)!.id : scannedTo;
  const older =
    next !== null &&
    html`<p class="actions"><a class="button" href="${path}?${query.olderQuery(next)}">${
      found.length > records.length ? strings.older : filter.searchOlder
    }</a></p>\n`;
  const empty = query.isFiltered ? (scannedTo === null ? filter.none : filter.noneYet) : strings.empty;
  const options = {
    path,
    actors: withUnlisted(actors, toActors(records, names)),
    lives: withUnlisted(lives, toLives(records)),
  };
  return html`${activityFilterForm(visit, query, options)}${
    records.length === 0
      ? html`<p>${empty}</p>\n`
      : html`<ul class="resource-list">${joinOpenings(records).map((each) => entry(language, each, names))}</ul>\n`
  }${older}`;
}

/**
 * Joins consecutive records of one person who opened the console or pages for preparation: each page that loads leaves
 * one.
 */
function joinOpenings(records: readonly AuditRecord[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const record of records) {
    const last = entries.at(-1);
    const isRepeated =
      record.operation === 'openConsole' &&
      last?.record.operation === record.operation &&
      last.record.userId === record.userId;
    if (isRepeated) last.times += 1;
    else entries.push({ record, times: 1 });
  }
  return entries;
}

/** Returns options with those of the shown records that no longer exist, such as former members and deleted Lives. */
const withUnlisted = (listed: readonly NamedId[], shown: readonly NamedId[]): readonly NamedId[] => [
  ...listed,
  ...new Map(shown.filter(([id]) => !listed.some(([known]) => known === id))),
];

const toActors = (records: readonly AuditRecord[], names: Names): NamedId[] =>
  records
    .flatMap(({ userId, credentialId }) => [userId, credentialId])
    .flatMap((id): NamedId[] => (id !== null && names.has(id) ? [[id, names.get(id)!]] : []));

const LIVE_OPERATIONS = [...operationsOf('lives'), ...operationsOf('shown')];

const toLives = (records: readonly AuditRecord[]): NamedId[] =>
  records.flatMap(({ operation, resource, resourceName }): NamedId[] =>
    resource !== null && resourceName !== null && LIVE_OPERATIONS.includes(operation) ? [[resource, resourceName]] : [],
  );

function entry(language: InterfaceLanguage, { record, times }: Entry, names: Names): SafeHtml {
  const strings = STRINGS[language].activity.page;
  const { at, channel, userId, credentialId, operation, resource, resourceName } = record;
  const about = resourceName ?? (resource === null ? undefined : names.get(resource));
  const unnamed = about === undefined && !UNNAMED_OPERATIONS.includes(operation) ? resource : null;
  const by = [credentialId, userId].filter((id) => id !== null);
  // The credential of a console has no name, so the person is shown.
  const name = by.map((id) => names.get(id)).find((known) => known !== undefined);
  const who = by.length === 0 ? strings.operator : (name ?? html`<code>${by[0]}</code>`);
  const isActor = about === name && (resource === userId || ACCEPTANCES.includes(operation));
  const way = channel === 'rest' && credentialId !== null && names.has(credentialId) ? 'app' : channel;
  // A link has the permissions of its creator. [D68], [D74]
  const maker = BY_LINK.test(operation) && userId !== null && names.get(userId);
  return html`<li><div class="resource-name">
<p><strong>${who}</strong>${maker && html` (${maker})`} ${describeAction(language, record)}${about !== undefined && !isActor && html` · ${about}`}${times > 1 && html` · ${strings.times(times)}`}</p>
<p class="meta">${timeElement(language, at, 'ago')} · ${strings.channels[way]}${
    unnamed !== null && html` · <code>${unnamed}</code>`
  }</p>
</div></li>
`;
}
