import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { toAuditRecord, toCommandActor } from '../../../src/domain/audit/audit.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import type { ImportRecord } from '../../../src/storage/storage.ts';
import {
  createTestAccount,
  createTestOrganization,
  smallEdition,
  type TestLectern,
  type TestOwner,
} from '../server/lectern.ts';
import { type Api, api, createTestLive } from './api.ts';
import { createGrant } from './grants.ts';
import { createPlan } from './plans.ts';
import { createDeck, publish } from './presentation.ts';

/** A file as a request body: one that is accepted, and the accepted media types and size. */
interface UploadedFile {
  readonly bytes: Buffer;
  readonly types: readonly [string, ...string[]];
  readonly max: number;
}

/** Resources from which the examples are made. `slug` is enabled in the library of the Live's owner. */
export interface Example {
  readonly live_id: string;
  /** An output of the Live. */
  readonly output_id: string;
  /** The first of two queued items. */
  readonly item_id: string;
  readonly item_ids: readonly string[];
  readonly owner_id: string;
  readonly slug: string;
  /** A book that the edition has. */
  readonly book_id: number;
  /** A chapter of it. */
  readonly chapter: number;
  /** A personal token of the account's user, with no scope but token.create; an organization has none. */
  readonly token_id: string;
  /** An app that the account's user has connected; an organization has none. */
  readonly grant_id: string;
  /** The validator of the organization's design and looks; accounts have none. */
  readonly design_etag: string;
  /** A deck with its ETag, a snapshot and an image of the organization; an account has none. */
  readonly deck_id: string;
  readonly deck_etag: string;
  readonly snapshot_id: string;
  readonly image_id: string;
  /** An import of the organization. */
  readonly import_id: string;
  /** A plan of the owner with its ETag. */
  readonly plan_id: string;
  readonly plan_etag: string;
}

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  /** All of them must be held. */
  readonly scopes: readonly string[];
  /**
   * Owners whose credentials are accepted: a service token belongs to an organization, a personal token to an account.
   */
  readonly kinds: readonly TestOwner['kind'][];
  readonly ifMatch?: true;
  readonly etag?: true;
  /** It is for a Live whose audience needs a secret. [D20] */
  readonly onProtected?: true;
  /** It waits, and has no HEAD. [D5] */
  readonly poll?: true;
  /** The query that it cannot do without. */
  readonly query?: string;
  readonly success: 200 | 201 | 202 | 204;
  /** Statuses of requests that create nothing. */
  readonly otherSuccess?: readonly [200];
  /** Its response is CSV for clients that accept it. */
  readonly csv?: true;
  /** Its body is a file. */
  readonly file?: UploadedFile;
  /** It has a body, and writes nothing. */
  readonly reads?: true;
  /** The largest request body in bytes, if it is not 64 KiB. [D1] */
  readonly bodyMax?: number;
  /** A body that is accepted; absent where the operation has none. */
  readonly body?: (example: Example) => Record<string, unknown>;
}

const ANY = ['organization', 'account'] as const;
const LIVE = '/v1/lives/{live_id}';

const read = (path: string, scopes: string[], more: object = {}): DocumentedOperation => ({
  method: 'GET',
  path,
  scopes,
  kinds: ANY,
  etag: true,
  success: 200,
  ...more,
});
const write = (
  method: string,
  path: string,
  body: DocumentedOperation['body'],
  more: Partial<DocumentedOperation> = {},
): DocumentedOperation => ({
  method,
  path,
  scopes: ['live.update'],
  kinds: ANY,
  ifMatch: true,
  etag: true,
  success: 200,
  body,
  ...more,
});
/** Each operation enables again what the one before it disables, because other operations need it. */
const libraryOf = (kind: TestOwner['kind']): DocumentedOperation[] => {
  const path = `/v1/${kind}s/{${kind}_id}/translations`;
  const change = { scopes: ['translation.update'], kinds: [kind], ifMatch: undefined, etag: undefined } as const;
  return [
    read(path, ['translation.list'], { kinds: [kind], etag: undefined }),
    read(`${path}/{slug}/phones`, ['translation.list'], { kinds: [kind], etag: undefined }),
    write('PUT', `${path}/{slug}/phones`, () => ({ phones: null }), change),
    write('DELETE', `${path}/{slug}`, undefined, { ...change, success: 204 }),
    write('PUT', `${path}/{slug}`, undefined, { ...change, success: 204 }),
  ];
};
const palette = { background: '#101010', container: null, translation: '#FFCC00', reference: null, text: '#ffffff' };
const element = { font: 'serif', size: 40, bold: false, italic: true, align: 'left', lineHeight: 120 };
/** [Resources] LiveStudioSettings, as good as any. */
export const STUDIO_SETTINGS = {
  version: 1,
  showLogo: true,
  preset: 'paper',
  transition: 'wipe',
  controls: { theme: true, fullscreen: false, fontSize: true },
  palettes: { dark: palette, light: { ...palette, background: '#FAFAFA', text: '#000000' } },
  container: { radius: 24, padding: null, border: '#808080' },
  elements: {
    translation: element,
    reference: { ...element, font: 'mono', align: 'right' },
    text: { ...element, font: 'sans', size: 96, bold: true, align: 'center' },
  },
  order: ['reference', 'text', 'translation'],
};
const DESIGN = '/v1/organizations/{organization_id}/design';
const LOOKS = '/v1/organizations/{organization_id}/looks';
const DECKS = '/v1/organizations/{organization_id}/decks';
const IMAGES = '/v1/organizations/{organization_id}/images';
const IMPORTS = '/v1/organizations/{organization_id}/imports';
const presentation = (scope: string, more: Partial<DocumentedOperation> = {}): Partial<DocumentedOperation> => ({
  scopes: [`presentation.${scope}`],
  kinds: ['organization'],
  ...more,
});
const PLAIN = { ifMatch: undefined, etag: undefined } as const;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const IMAGE_FILE: UploadedFile = {
  bytes: PIXEL,
  types: ['image/png', 'image/avif', 'image/jpeg', 'image/webp'],
  max: 10 * 1024 * 1024,
};
const SONG_FILE: UploadedFile = {
  bytes: Buffer.from('Amazing Grace\n\nVerse 1\nAmazing grace, how sweet the sound\n'),
  types: ['application/octet-stream', 'application/xml', 'text/plain', 'text/xml'],
  max: 5 * 1024 * 1024,
};
const IMPORT_FILE: UploadedFile = {
  ...SONG_FILE,
  types: ['application/octet-stream', 'application/zip', 'application/pdf'],
  max: 256 * 1024 * 1024,
};
const MADE = { ifMatch: undefined, success: 201 } as const;
/** [D26], [D27] */
const PRESENTATIONS: DocumentedOperation[] = [
  read(DECKS, ['presentation.list'], { kinds: ['organization'], etag: undefined }),
  write('POST', DECKS, () => ({ title: 'Sunday', slides: [{ layout: 'blank' }] }), presentation('update', MADE)),
  read(`${DECKS}/{deck_id}`, ['presentation.get'], { kinds: ['organization'] }),
  write(
    'PUT',
    `${DECKS}/{deck_id}`,
    () => ({ title: 'Monday', slides: [] }),
    presentation('update', { bodyMax: 1024 * 1024 }),
  ),
  write('DELETE', `${DECKS}/{deck_id}`, undefined, presentation('update', { etag: undefined, success: 204 })),
  write('POST', `${DECKS}/{deck_id}/snapshots`, () => ({}), presentation('publish', MADE)),
  read(`${DECKS}/{deck_id}/snapshots`, ['presentation.list'], { kinds: ['organization'], etag: undefined }),
  read('/v1/organizations/{organization_id}/snapshots/{snapshot_id}', ['presentation.get'], {
    kinds: ['organization'],
  }),
  write('PUT', `${LIVE}/presentation`, ({ snapshot_id }) => ({ snapshot_id }), presentation('publish')),
  write('DELETE', `${LIVE}/presentation`, undefined, presentation('publish')),
  read(IMAGES, ['presentation.list'], { kinds: ['organization'], etag: undefined }),
  write('POST', IMAGES, undefined, presentation('update', { ...PLAIN, success: 201, file: IMAGE_FILE })),
  write(
    'POST',
    '/v1/organizations/{organization_id}/presentations/import',
    undefined,
    presentation('update', { ...MADE, otherSuccess: [200], file: SONG_FILE }),
  ),
  write('POST', IMPORTS, undefined, presentation('update', { ...PLAIN, success: 202, file: IMPORT_FILE })),
  read(IMPORTS, ['presentation.list'], { kinds: ['organization'], etag: undefined }),
  read(`${IMPORTS}/{import_id}`, ['presentation.get'], { kinds: ['organization'], etag: undefined }),
  write('DELETE', `${IMPORTS}/{import_id}`, undefined, presentation('update', PLAIN)),
  write('DELETE', `${IMAGES}/{image_id}`, undefined, presentation('update', { ...PLAIN, success: 204 })),
  read('/v1/organizations/{organization_id}/logo', ['live.get'], { kinds: ['organization'] }),
  write('PUT', '/v1/organizations/{organization_id}/logo', ({ image_id }) => ({ image_id }), {
    kinds: ['organization'],
    ...PLAIN,
  }),
];
const LICENCE = '/v1/organizations/{organization_id}/licence';
/** [D77] */
const USAGE: DocumentedOperation[] = [
  read('/v1/organizations/{organization_id}/usage', ['live.list'], {
    kinds: ['organization'],
    query: '?from=2026-01-01&to=2026-06-30',
    csv: true,
  }),
  read(LICENCE, ['live.get'], { kinds: ['organization'] }),
  write('PATCH', LICENCE, () => ({ ccli_licence: '1234567' }), { kinds: ['organization'], ...PLAIN }),
];
/** A PNG of one pixel. */
const OUTPUT = { scopes: ['output.manage'], ...PLAIN } as const;
/** [D60] */
const OUTPUTS: DocumentedOperation[] = [
  read(`${LIVE}/outputs`, ['live.get'], { etag: undefined }),
  write('POST', `${LIVE}/outputs`, () => ({ name: 'Projector', view: 'screen' }), { ...OUTPUT, success: 201 }),
  write('PATCH', `${LIVE}/outputs/{output_id}`, () => ({ name: 'Stream', view: 'lower-third' }), OUTPUT),
  write('DELETE', `${LIVE}/outputs/{output_id}`, undefined, { ...OUTPUT, success: 204 }),
  write('POST', `${LIVE}/outputs/{output_id}/identify`, () => ({}), { ...OUTPUT, success: 204 }),
  write('POST', `${LIVE}/outputs/{output_id}/reload`, () => ({}), { ...OUTPUT, success: 204 }),
  write('POST', `${LIVE}/outputs/{output_id}/rotate`, () => ({}), OUTPUT),
];
/** The scopes that an app needs instead: none holds plan.update. [D75] */
export const toDelegatedScopes = (scopes: readonly string[]): string[] =>
  scopes.map((scope) => (scope === 'plan.update' ? 'live.update' : scope));

/** [D65] */
const plansOf = (kind: TestOwner['kind']): DocumentedOperation[] => {
  const path = `/v1/${kind}s/{${kind}_id}/plans`;
  const kinds = [kind];
  const scopes = ['plan.update'];
  return [
    read(path, ['live.list'], { kinds, etag: undefined }),
    write('POST', path, () => ({ name: 'Sunday', entries: [] }), { kinds, ...MADE, scopes }),
    read(`${path}/{plan_id}`, ['live.get'], { kinds }),
    write('PUT', `${path}/{plan_id}`, () => ({ name: 'Monday', date: '2026-11-30', entries: [] }), {
      kinds,
      scopes,
      bodyMax: 1024 * 1024,
    }),
    write('DELETE', `${path}/{plan_id}`, undefined, { kinds, scopes, etag: undefined, success: 204 }),
  ];
};
const PUSH = { scopes: ['live.update', 'translation.read'] };
const SEARCH = { etag: undefined, query: '?q=world' };
const TOKEN = { scopes: ['token.create'], kinds: ['account'], ifMatch: undefined, etag: undefined } as const;
const CREATE = { scopes: ['live.create'], ifMatch: undefined, success: 201 } as const;

/**
 * The REST operations of the documentation ([Endpoints], [D11]–[D13], [D16], [D19]–[D22], [D28], [D29], [D33], [D37],
 * [D38], [D50], [D51]), written independently of the server's table, which is compared with it.
 */
export const DOCUMENTED_OPERATIONS: readonly DocumentedOperation[] = [
  read('/v1/accounts/{account_id}/lives', ['live.list'], { kinds: ['account'], etag: undefined }),
  write('POST', '/v1/accounts/{account_id}/lives', () => ({ name: 'Choir' }), { ...CREATE, kinds: ['account'] }),
  read('/v1/organizations/{organization_id}/lives', ['live.list'], { kinds: ['organization'], etag: undefined }),
  write('POST', '/v1/organizations/{organization_id}/lives', () => ({ name: 'Chapel' }), {
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
  read(`${LIVE}/viewer-settings`, ['live.get']),
  write('PATCH', `${LIVE}/viewer-settings`, () => ({ theme: 'light', scale: 2 })),
  read(`${LIVE}/audience-secret`, ['live.get']),
  write('POST', `${LIVE}/audience-secret`, () => ({})),
  write('PUT', `${LIVE}/audience-secret`, () => ({}), { onProtected: true }),
  write('DELETE', `${LIVE}/audience-secret`, undefined, { onProtected: true }),
  read(`${LIVE}/viewers`, ['live.get'], { etag: undefined }),
  read(`${LIVE}/operators`, ['live.get'], { etag: undefined }),
  read(`${LIVE}/now`, ['live.get'], { etag: undefined }),
  read(`${LIVE}/pages`, ['live.get'], { etag: undefined }),
  read(`${LIVE}/stage`, ['live.get'], { etag: undefined }),
  write('PUT', `${LIVE}/stage`, () => ({ message: 'Two minutes', countdown_to: null }), PLAIN),
  write('POST', `${LIVE}/countdown`, () => ({ by_seconds: 60 }), { ifMatch: undefined }),
  ...OUTPUTS,
  read(DESIGN, ['live.get'], { kinds: ['organization'] }),
  write('PUT', DESIGN, () => ({ settings: STUDIO_SETTINGS }), { kinds: ['organization'] }),
  read(LOOKS, ['live.get'], { kinds: ['organization'] }),
  write('PUT', LOOKS, () => ({ song: { bold: true } }), { kinds: ['organization'] }),
  read(`${LIVE}/queue-items`, ['live.get']),
  read(`${LIVE}/queue-items/{item_id}`, ['live.get']),
  write('PATCH', `${LIVE}/queue-items/{item_id}`, () => ({ position: 1 })),
  write('DELETE', `${LIVE}/queue-items/{item_id}`, undefined, { success: 204 }),
  write('PUT', `${LIVE}/queue-items/order`, ({ item_ids }) => ({ item_ids: [...item_ids].reverse() })),
  write('POST', `${LIVE}/stack`, ({ slug }) => ({ reference: { book_id: 43, chapter: 3, translation: slug } }), PUSH),
  write('DELETE', `${LIVE}/stack`, undefined),
  write('POST', `${LIVE}/passages`, ({ slug }) => ({ passage: 'John 3:16', translations: [slug] }), PUSH),
  write('POST', `${LIVE}/undo`, () => ({})),
  write('POST', `${LIVE}/redo`, () => ({})),
  read(`${LIVE}/history`, ['live.get'], { etag: undefined }),
  read(`${LIVE}/focus`, ['live.get']),
  write('PATCH', `${LIVE}/focus`, ({ item_id }) => ({ item_id })),
  write('POST', `${LIVE}/step`, () => ({ by: 1 }), PUSH),
  write('POST', `${LIVE}/extend`, () => ({ by: 1 }), PUSH),
  write('POST', `${LIVE}/translations`, ({ slug }) => ({ translations: [slug] }), PUSH),
  write(
    'POST',
    `${LIVE}/interrupt`,
    ({ slug, book_id }) => ({ passage: { book_id, chapter: 3, verse: 16 }, translations: [slug] }),
    PUSH,
  ),
  write('POST', `${LIVE}/return`, () => ({})),
  write('POST', `${LIVE}/recall`, () => ({}), PUSH),
  write('PUT', `${LIVE}/plan`, ({ plan_id }) => ({ plan_id })),
  write('POST', `${LIVE}/plan/go`, () => ({ by: 1 }), PUSH),
  read(`${LIVE}/paging`, ['live.get']),
  write('PATCH', `${LIVE}/paging`, () => ({ lines: 2 })),
  read(`${LIVE}/phones`, ['live.get']),
  write('PATCH', `${LIVE}/phones`, () => ({ order: true })),
  read(`${LIVE}/events`, ['live.get'], { etag: undefined, poll: true }),
  read('/v1/accounts/{account_id}', [], { kinds: ['account'], etag: undefined }),
  read('/v1/accounts/{account_id}/audit', ['token.list'], { kinds: ['account'], etag: undefined }),
  read('/v1/me', [], { etag: undefined }),
  read('/v1/me/tokens', ['token.list'], { kinds: ['account'], etag: undefined }),
  write('POST', '/v1/me/tokens', () => ({ name: 'Tablet', scopes: ['token.create'], expires_in_days: 1 }), {
    ...TOKEN,
    success: 201,
  }),
  write('PATCH', '/v1/me/tokens/{token_id}', () => ({ name: 'Phone' }), TOKEN),
  write('POST', '/v1/me/tokens/{token_id}/rotate', () => ({ overlap_seconds: 60 }), TOKEN),
  write('DELETE', '/v1/me/tokens/{token_id}', undefined, { ...TOKEN, scopes: ['token.delete'], success: 204 }),
  read('/v1/me/oauth-grants', ['token.list'], { kinds: ['account'], etag: undefined }),
  write('DELETE', '/v1/me/oauth-grants/{grant_id}', undefined, {
    ...TOKEN,
    scopes: ['token.delete'],
    success: 204,
  }),
  ...plansOf('account'),
  ...plansOf('organization'),
  ...PRESENTATIONS,
  ...USAGE,
  ...libraryOf('account'),
  ...libraryOf('organization'),
  read('/v1/accounts/{account_id}/translations/{slug}/books/{book_id}', ['translation.read'], {
    kinds: ['account'],
    etag: undefined,
  }),
  read('/v1/translations', ['translation.list']),
  read('/v1/translations/{slug}', ['translation.get']),
  read('/v1/translations/{slug}/names', ['translation.get'], { etag: undefined }),
  read('/v1/books', ['translation.list']),
  read('/v1/translations/{slug}/search', ['translation.search'], { ...SEARCH, kinds: ['organization'] }),
  read('/v1/accounts/{account_id}/translations/{slug}/search', ['translation.search'], {
    ...SEARCH,
    kinds: ['account'],
  }),
  read(`${LIVE}/lookup`, ['live.get', 'translation.read'], { etag: undefined, query: '?q=jn+3' }),
  read(`${LIVE}/chapters/{book_id}/{chapter}`, ['live.get', 'translation.read'], { etag: undefined }),
  read('/v1/references', ['translation.list'], { etag: undefined, query: '?q=jn+3+16' }),
  write('POST', '/v1/references/extract', () => ({ text: 'Read John 3:16' }), {
    scopes: ['translation.list'],
    ...PLAIN,
    bodyMax: 256 * 1024,
    reads: true,
  }),
];

export const operationTitle = ({ method, path }: DocumentedOperation): string => `${method} ${path}`;

/** The path with the example's values in place of its parameters. */
export const fillPath = (path: string, example: Example): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'account_id' || name === 'organization_id' ? example.owner_id : String(example[name as keyof Example]),
  );

/** The operation as one request that would succeed, with everything it needs. */
export function toExampleRequest(operation: DocumentedOperation, example: Example, etag: string) {
  const ifMatch = fetchEtag(operation, { example, etag });
  return {
    path: fillPath(operation.path, example) + (operation.query ?? ''),
    options: {
      ...(operation.body && { body: operation.body(example) }),
      ...(operation.file && { bytes: operation.file.bytes, type: operation.file.types[0] }),
      ...(operation.ifMatch && { ifMatch }),
    },
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
  await saveEdition(installation.editions, smallEdition(FIXTURE_SLUG, { 43: { 3: verses } }));
}

/** A new owner with a Live whose queue has two items, such as the operation needs. */
export async function createFixture(
  lectern: TestLectern,
  kind: TestOwner['kind'],
  operation?: DocumentedOperation,
): Promise<Fixture> {
  const owner = kind === 'organization' ? await createTestOrganization(lectern) : await createTestAccount(lectern);
  return seedFixture(api(lectern, owner), operation);
}

/**
 * Another Live, of an owner who has the edition enabled, whatever was done before. What the operation does not need is
 * not made; without an operation, everything is.
 */
export async function seedFixture(client: Api, operation?: DocumentedOperation): Promise<Fixture> {
  const { kind, id } = client.owner;
  await client.lectern.installation.editions.enable({ kind, id }, FIXTURE_SLUG);
  const live = await createTestLive(client);
  const pushed = await client.post(
    `${live.path}/passages`,
    { passage: 'John 3:16-17', translations: [FIXTURE_SLUG] },
    { ifMatch: live.etag },
  );
  assert.equal(pushed.status, 200, JSON.stringify(pushed.body));
  const { body: page } = await client.get(`${live.path}/queue-items`);
  const item_ids: string[] = page.data.map((item: { id: string }) => item.id);
  assert.equal(item_ids.length, 2);
  const path = operation?.path ?? '';
  const all = operation === undefined;
  const organization = kind === 'organization';
  const example = {
    live_id: live.id,
    output_id: all || path.includes('/outputs') ? await addOutput(client, live.path) : 'none',
    item_id: item_ids[0]!,
    item_ids,
    owner_id: client.owner.id,
    slug: FIXTURE_SLUG,
    book_id: 43,
    chapter: 3,
    token_id: kind === 'account' ? await issueToken(client) : 'none',
    // A user can have few of them. [D38]
    grant_id: kind === 'account' && (all || path.includes('{grant_id}')) ? await connectApp(client) : 'none',
    design_etag:
      organization && (all || path === DESIGN || path === LOOKS)
        ? (await client.get(DESIGN.replace('{organization_id}', id))).etag!
        : 'none',
    ...(all || path.includes('/plan') ? await seedPlan(client) : NO_PLAN),
    ...(organization && (all || concernsPresentations(operation)) ? await seedPresentation(client) : NO_PRESENTATION),
  };
  return { client, example, etag: await prepare(client, { live: live.path, example, etag: pushed.etag! }, operation) };
}

type Step = readonly [method: string, path: string, body: object | ((example: Example) => object)];
const PASSAGE = { passage: { book_id: 43, chapter: 3 }, translations: [FIXTURE_SLUG] };
/** Steps that prepare something to redo, to return to, to recall or to move, by the end of the operation's path. */
const STEPS_BEFORE: Record<string, readonly Step[]> = {
  '/redo': [
    ['PATCH', '/playback', { paused: true }],
    ['POST', '/undo', {}],
  ],
  '/return': [['POST', '/interrupt', PASSAGE]],
  '/recall': [['POST', '/passages', PASSAGE]],
  '/countdown': [['PUT', '/stage', { message: null, countdown_to: '2099-04-21T10:30:00Z' }]],
  '/plan/go': [['PUT', '/plan', ({ plan_id }) => ({ plan_id })]],
};
const PROTECTING: readonly Step[] = [['POST', '/audience-secret', {}]];

/** Brings a Live to where the operation can succeed. The present validator. */
async function prepare(
  client: Api,
  { live, example, etag: first }: { live: string; example: Example; etag: string },
  operation?: DocumentedOperation,
): Promise<string> {
  let etag = first;
  const [, steps] = Object.entries(STEPS_BEFORE).find(([end]) => operation?.path.endsWith(end)) ?? [];
  for (const [method, path, body] of operation?.onProtected ? PROTECTING : (steps ?? [])) {
    const given = typeof body === 'function' ? body(example) : body;
    const response = await client.request(method, `${live}${path}`, { body: given, ifMatch: etag });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    etag = response.etag ?? etag;
  }
  return etag;
}

async function issueToken({ lectern, owner }: Api): Promise<string> {
  const subject = { user: (owner as { email?: string }).email! };
  return (
    await lectern.installation.administration.createToken({ subject, scopes: ['token.create'], expiresInDays: 1 })
  ).id;
}

/** The present validator of what an operation changes. */
export function fetchEtag({ path }: DocumentedOperation, { example, etag }: Pick<Fixture, 'example' | 'etag'>): string {
  if (path === DESIGN || path === LOOKS) return example.design_etag;
  if (path.includes('{plan_id}')) return example.plan_etag;
  return path.includes('{deck_id}') ? example.deck_etag : etag;
}

const concernsPresentations = ({ path, scopes }: DocumentedOperation): boolean =>
  path.endsWith('/logo') || scopes.some((scope) => scope.startsWith('presentation.'));

async function addOutput(client: Api, live: string): Promise<string> {
  const { status, body } = await client.post(`${live}/outputs`, { name: 'Chapel', view: 'screen' });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

const connectApp = async ({ lectern, owner }: Api): Promise<string> => (await createGrant(lectern, owner)).id;

const NO_PLAN = { plan_id: 'none', plan_etag: 'none' };
const NO_PRESENTATION = {
  deck_id: 'none',
  deck_etag: 'none',
  snapshot_id: 'none',
  image_id: 'none',
  import_id: 'none',
};

async function seedPlan(client: Api): Promise<typeof NO_PLAN> {
  const { body, etag } = await createPlan(client, [
    { kind: 'passage', title: 'Reading', passage: 'John 3:16', translations: [FIXTURE_SLUG] },
  ]);
  return { plan_id: body.id, plan_etag: etag! };
}

/** A published deck, and an image of its own that nothing shows. */
async function seedPresentation(client: Api): Promise<typeof NO_PRESENTATION> {
  const { body: deck, etag } = await createDeck(client, [{ layout: 'blank' }]);
  const { body: snapshot } = await publish(client, deck);
  const content = randomBytes(32);
  const image = {
    digest: hash('sha256', content, 'hex'),
    mediaType: 'image/webp',
    width: 1,
    height: 1,
    bytes: content.length,
    createdAt: new Date().toISOString(),
  };
  await client.lectern.installation.storage.images.add(client.owner.id, image, content, 10_000);
  const createdAt = new Date().toISOString();
  const imported: ImportRecord = {
    id: newId(),
    organizationId: client.owner.id,
    fileName: 'songs.zip',
    state: 'done',
    progress: 1,
    runner: null,
    failure: null,
    omitted: '{}',
    createdAt,
    touchedAt: createdAt,
  };
  const audit = toAuditRecord(toCommandActor('test'), { owner: client.owner });
  await client.lectern.installation.storage.imports.create(imported, 1_000, { audit });
  return {
    deck_id: deck.id,
    deck_etag: etag!,
    snapshot_id: snapshot.id,
    image_id: image.digest,
    import_id: imported.id,
  };
}
