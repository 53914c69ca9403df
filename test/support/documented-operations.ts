import assert from 'node:assert/strict';
import { importEdition } from '../../src/editions/import-edition.ts';
import { type Api, api, createLive } from './api.ts';
import { createAccount, createOrganization, smallEdition, type TestLectern, type TestOwner } from './lectern.ts';

/** What the examples below are made from. `slug` is enabled in the library of the Live's owner. */
export interface Example {
  readonly live_id: string;
  /** The first of two queued items. */
  readonly item_id: string;
  readonly item_ids: readonly string[];
  readonly owner_id: string;
  readonly slug: string;
  /** A book that the edition has. */
  readonly book_id: number;
}

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  /** All of them must be held. */
  readonly scopes: readonly string[];
  /** Whose credentials are accepted: a service token is an organization's, a personal credential an account's. */
  readonly kinds: readonly TestOwner['kind'][];
  readonly ifMatch?: true;
  readonly etag?: true;
  /** It waits, and has no HEAD. [D5] */
  readonly poll?: true;
  /** The query that it cannot do without. */
  readonly query?: string;
  readonly success: 200 | 201 | 204;
  /** A body that is accepted; absent where the operation has none. */
  readonly body?: (example: Example) => Record<string, unknown>;
}

const ANY = ['organization', 'account'] as const;
const LIVE = '/v1/lives/{live_id}';

const read = (path: string, scopes: string[], more: object = {}): DocumentedOperation => ({
  ...{ method: 'GET', path, scopes, kinds: ANY, etag: true, success: 200 },
  ...more,
});
const write = (
  method: string,
  path: string,
  body: DocumentedOperation['body'],
  more: Partial<DocumentedOperation> = {},
): DocumentedOperation => ({
  ...{ method, path, scopes: ['live.update'], kinds: ANY, ifMatch: true, etag: true, success: 200, body },
  ...more,
});
/** What one operation disables the next enables again: other operations need it. */
const libraryOf = (kind: TestOwner['kind']): DocumentedOperation[] => {
  const path = `/v1/${kind}s/{${kind}_id}/translations`;
  const change = { scopes: ['translation.update'], kinds: [kind], ifMatch: undefined, etag: undefined } as const;
  return [
    read(path, ['translation.list'], { kinds: [kind], etag: undefined }),
    write('DELETE', `${path}/{slug}`, undefined, { ...change, success: 204 }),
    write('PUT', `${path}/{slug}`, undefined, { ...change, success: 204 }),
  ];
};
const PUSH = { scopes: ['live.update', 'translation.read'] };
const SEARCH = { etag: undefined, query: '?q=world' };
const CREATE = { scopes: ['live.create'], ifMatch: undefined, success: 201 } as const;

/**
 * The REST operations as the documents tell them ([Endpoints], [D11]–[D13], [D16], [D19], [D28], [D29], [D50], [D51]), written
 * down apart from the server's own table, which is held against it.
 */
export const DOCUMENTED_OPERATIONS: readonly DocumentedOperation[] = [
  read('/v1/accounts/{account_id}/lives', ['live.list'], { kinds: ['account'], etag: undefined }),
  write('POST', '/v1/accounts/{account_id}/lives', () => ({ name: 'Choir' }), { ...CREATE, kinds: ['account'] }),
  read('/v1/organizations/{organization_id}/lives', ['live.list'], { kinds: ['organization'], etag: undefined }),
  write('POST', '/v1/organizations/{organization_id}/lives', () => ({ name: 'Hall' }), {
    ...CREATE,
    kinds: ['organization'],
  }),
  read(LIVE, ['live.get']),
  write('PATCH', LIVE, () => ({ name: 'Renamed' })),
  write('DELETE', LIVE, undefined, { scopes: ['live.delete'], success: 204, etag: undefined }),
  read(`${LIVE}/display`, ['live.get']),
  read(`${LIVE}/playback`, ['live.get']),
  write('PATCH', `${LIVE}/playback`, () => ({ paused: true })),
  read(`${LIVE}/settings`, ['live.get']),
  write('PATCH', `${LIVE}/settings`, ({ slug }) => ({ translations: [slug] })),
  read(`${LIVE}/queue-items`, ['live.get']),
  read(`${LIVE}/queue-items/{item_id}`, ['live.get']),
  write('DELETE', `${LIVE}/queue-items/{item_id}`, undefined, { success: 204 }),
  write('PUT', `${LIVE}/queue-items/order`, ({ item_ids }) => ({ item_ids: [...item_ids].reverse() })),
  write('POST', `${LIVE}/stack`, ({ slug }) => ({ reference: { book_id: 43, chapter: 3, translation: slug } }), PUSH),
  write('DELETE', `${LIVE}/stack`, undefined),
  write('POST', `${LIVE}/passages`, ({ slug }) => ({ passage: 'John 3:16', translations: [slug] }), PUSH),
  read(`${LIVE}/focus`, ['live.get']),
  write('PATCH', `${LIVE}/focus`, ({ item_id }) => ({ item_id })),
  read(`${LIVE}/events`, ['live.get'], { etag: undefined, poll: true }),
  read('/v1/accounts/{account_id}', [], { kinds: ['account'], etag: undefined }),
  ...libraryOf('account'),
  ...libraryOf('organization'),
  read('/v1/accounts/{account_id}/translations/{slug}/books/{book_id}', ['translation.read'], {
    ...{ kinds: ['account'], etag: undefined },
  }),
  read('/v1/translations', ['translation.list']),
  read('/v1/translations/{slug}', ['translation.get']),
  read('/v1/books', ['translation.list']),
  read('/v1/translations/{slug}/search', ['translation.search'], { ...SEARCH, kinds: ['organization'] }),
  read('/v1/accounts/{account_id}/translations/{slug}/search', ['translation.search'], {
    ...SEARCH,
    kinds: ['account'],
  }),
  read('/v1/references', ['translation.list'], { etag: undefined, query: '?q=jn+3+16' }),
];

export const nameOf = ({ method, path }: DocumentedOperation): string => `${method} ${path}`;

/** The path with the example's values in place of its parameters. */
export const fillPath = (path: string, example: Example): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'account_id' || name === 'organization_id' ? example.owner_id : String(example[name as keyof Example]),
  );

/** The operation as one request that would succeed, with everything it needs. */
export function toRequest(operation: DocumentedOperation, example: Example, etag: string) {
  return {
    path: fillPath(operation.path, example) + (operation.query ?? ''),
    options: { ...(operation.body && { body: operation.body(example) }), ...(operation.ifMatch && { ifMatch: etag }) },
  };
}

export interface Fixture {
  readonly client: Api;
  readonly example: Example;
  readonly etag: string;
}

export const FIXTURE_SLUG = 'fixture';

/** Imports the edition that `createFixture` enables. */
export async function importFixtureEdition({ installation }: TestLectern): Promise<void> {
  const verses = { 16: 'For God so loved the world', 17: 'not to condemn the world', 18: 'is not condemned' };
  await importEdition(installation.editions, smallEdition(FIXTURE_SLUG, { 43: { 3: verses } }));
}

/** A new owner with a Live whose queue has two items. */
export async function createFixture(lectern: TestLectern, kind: TestOwner['kind']): Promise<Fixture> {
  const owner = kind === 'organization' ? await createOrganization(lectern) : await createAccount(lectern);
  return furnishFixture(api(lectern, owner));
}

/** Another Live, of an owner who has the edition enabled, whatever was done before. */
export async function furnishFixture(client: Api): Promise<Fixture> {
  const { kind, id } = client.owner;
  await client.lectern.installation.editions.enable({ kind, id }, FIXTURE_SLUG);
  const live = await createLive(client);
  const pushed = await client.post(
    `${live.path}/passages`,
    { passage: 'John 3:16-17', translations: [FIXTURE_SLUG] },
    { ifMatch: live.etag },
  );
  assert.equal(pushed.status, 200, JSON.stringify(pushed.body));
  const { body: page } = await client.get(`${live.path}/queue-items`);
  const item_ids: string[] = page.data.map((item: { id: string }) => item.id);
  assert.equal(item_ids.length, 2);
  const example = {
    live_id: live.id,
    item_id: item_ids[0]!,
    item_ids,
    owner_id: client.owner.id,
    slug: FIXTURE_SLUG,
    book_id: 43,
  };
  return { client, example, etag: pushed.etag! };
}
