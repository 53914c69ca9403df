import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config/config.ts';
import type { NormalizedEdition } from '../src/editions/normalized-edition.ts';
import { saveEdition } from '../src/editions/save-edition.ts';
import { type Installation, openInstallation } from '../src/installation.ts';
import { createGrant, type TestGrant } from '../test/support/requests/grants.ts';
import { findFreePort } from '../test/support/server/free-port.ts';
import { toPayload } from './load/payload.ts';
import type { PushRequest } from './load/push-chain.ts';
import { respondsToHttp, startPinnedServer } from './pinned-process.ts';

/**
 * Verses 1 to `verses` of chapter 1 carry the marker of their number; chapter 2 fills a queue in one push; chapters
 * `of600` and `of6144` have longer verses, named by their characters, with markers as in chapter 1.
 */
export const EDITION = {
  slug: 'bench',
  bookId: 1,
  verses: 500,
  verseCharacters: 200,
  fillingVerses: 5000,
  of600: 3,
  of6144: 4,
  longerVerses: 50,
} as const;

/** By its place among the editions of a library. */
export const editionSlug = (index: number): string => (index === 0 ? EDITION.slug : `${EDITION.slug}-${index + 1}`);

/** Requests to our server on one port, for an organization with a service token and the bench edition. */
export type BenchmarkClient = {
  port: number;
  /** Makes an empty Live and returns its id. */
  createLive(): Promise<string>;
  /** Pushes EDITION.fillingVerses verses in one change. */
  fillQueue(liveId: string): Promise<void>;
  /** Headers of a read. */
  authorization: Record<string, string>;
  displayPath(liveId: string): string;
  /** The first page, of 50 items. */
  queuePath(liveId: string): string;
  eventsPath(liveId: string): string;
  /** Pushes verse `{n}` of a chapter, by default the first. */
  pushRequest(liveId: string, chapter?: number): PushRequest;
  streamPath(liveId: string): string;
  /** Text in a stream's first bytes that tells that it is subscribed. */
  streamReady: string;
};

/** Our server: what the measures need of it, and no more. It is asked on its first node. */
export type BenchmarkServer = BenchmarkClient & {
  pid: number;
  /** Process ids of all nodes. */
  ports: number[];
  /** Where its data are. */
  folder: string;
  /** Port of the other server of `baselines/lectern-twins.ts`; unused otherwise. */
  twin: BenchmarkClient;
  /** Null unless asked for. */
  apps: ConnectedApps | null;
  stop(): Promise<void>;
};

/** Apps that a user has connected: an access token of one, and the refresh tokens of all. */
type ConnectedApps = { clientId: string; accessToken: string; refreshTokens: string[] };

export type LecternOptions = {
  /** `postgres://…` of an empty database; default: SQLite in a temporary folder. */
  databaseUrl?: string;
  /** How many nodes run on it; more than one only with PostgreSQL. Default 1. */
  nodes?: number;
  /**
   * False: what is measured begins with the commit, so the wait for the disk, which no baseline has, is left out (WAL
   * with synchronous NORMAL). Default true.
   */
  waitsForDisk?: boolean;
  /** How many apps a user has connected to the account. Default 0. */
  apps?: number;
  /** How many editions the library has: `bench`, and `bench-2` and so on with the same texts. Default 1. */
  editions?: number;
  /** Program to start; default: the server as administrators start it. */
  program?: string;
};

/** Starts it in a temporary folder, with budgets and limits so wide that none of them is what is measured. */
export async function startLectern(options: LecternOptions = {}): Promise<BenchmarkServer> {
  const { databaseUrl, nodes = 1, waitsForDisk = true, apps: appCount = 0, editions = 1, program } = options;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const servers: Awaited<ReturnType<typeof startInstallation>>[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const settings = {
      ...(databaseUrl && shareSettings(folder, databaseUrl)),
      ...(!waitsForDisk && { LECTERN_SQLITE_SYNCHRONOUS: 'NORMAL' }),
    };
    const { organizationId, token, apps } = await furnish(
      { LECTERN_DATA_DIR: folder, ...settings },
      appCount,
      editions,
    );
    const twinPort = await findFreePort();
    const env = { LECTERN_STARTER: 'off', TWIN_PORT: String(twinPort), ...UNLIMITED_SETTINGS, ...settings };
    for (let node = 0; node < nodes; node++) servers.push(await startInstallation(folder, env, program));
    const { port, pid } = servers[0]!;
    const ports = servers.map((server) => server.port);
    const twin = toClient(twinPort, organizationId, token);
    return { ...toClient(port, organizationId, token), pid, ports, folder, twin, apps, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function toClient(port: number, organizationId: string, token: string): BenchmarkClient {
  const authorization = { Authorization: `Bearer ${token}` };
  const call = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...authorization, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return { etag: response.headers.get('etag') ?? '', body: (await response.json()) as { id: string } };
  };
  const stackPath = (liveId: string) => `/v1/lives/${liveId}/stack`;
  const reference = { book_id: EDITION.bookId, translation: EDITION.slug };
  const etags = new Map<string, string>();
  return {
    port,
    authorization,
    async createLive() {
      const created = await call('POST', `/v1/organizations/${organizationId}/lives`, { name: 'Bench' });
      etags.set(created.body.id, created.etag);
      return created.body.id;
    },
    async fillQueue(liveId) {
      const chapter = { reference: { ...reference, chapter: 2 } };
      await call('POST', stackPath(liveId), chapter, { 'If-Match': etags.get(liveId)! });
    },
    displayPath: (liveId) => `/v1/lives/${liveId}/display`,
    queuePath: (liveId) => `/v1/lives/${liveId}/queue-items`,
    eventsPath: (liveId) => `/v1/lives/${liveId}/events`,
    pushRequest: (liveId, chapter = 1) => ({
      method: 'POST',
      path: stackPath(liveId),
      etagPath: `/v1/lives/${liveId}`,
      headers: { ...authorization, 'Content-Type': 'application/json', 'If-Match': '{etag}' },
      // `{n}` is a number, so it is put in after the serialization.
      body: JSON.stringify({ reference: { ...reference, chapter, verse: '{n}' } }).replace('"{n}"', '{n}'),
    }),
    streamPath: (liveId) => `/l/${liveId}/stream`,
    streamReady: 'event: state',
  };
}

/** Budgets and limits so wide that none of them is what is measured. */
export const UNLIMITED_SETTINGS = {
  LECTERN_NIGHTLY_BACKUPS: '0',
  LECTERN_QUEUE_ITEMS: '100000',
  LECTERN_LIVES_PER_OWNER: '1000',
  LECTERN_SEATS: '100000',
  LECTERN_BUDGET_REQUESTS: '1000000000',
  LECTERN_BUDGET_PEER: '1000000000',
  LECTERN_BUDGET_PRINCIPAL: '1000000000',
  LECTERN_BUDGET_POLLS: '1000000000',
  LECTERN_BUDGET_AUDIENCE: '1000000000',
  LECTERN_BUDGET_PAGES: '1000000000',
};

/** Starts our server on a data folder; resolves when /readyz says 200. */
export async function startInstallation(folder: string, env: Record<string, string>, program = '../bin/start.mjs') {
  const port = await findFreePort();
  const settings = { HOST: '127.0.0.1', PORT: String(port), LECTERN_DATA_DIR: folder, ...env };
  const isReady = () => respondsToHttp(`http://127.0.0.1:${port}/readyz`);
  const server = await startPinnedServer(program, [], settings, isReady);
  return { port, ...server };
}

/** Settings shared by nodes on one PostgreSQL. */
export function shareSettings(folder: string, databaseUrl: string): Record<string, string> {
  const file = join(folder, 'secret.json');
  writeFileSync(file, `${JSON.stringify({ key: randomBytes(32).toString('hex') })}\n`);
  return { LECTERN_DATABASE_URL: databaseUrl, LECTERN_SECRET_FILE: file };
}

/** An owner, an organization with a token, and the bench editions in its library, made before the server starts. */
async function furnish(env: Record<string, string>, appCount: number, editionCount: number) {
  const config = readConfig(env);
  const installation = await openInstallation(config, (error) => {
    throw error;
  });
  const { editions, administration, close } = installation;
  const slugs = Array.from({ length: editionCount }, (_, index) => editionSlug(index));
  for (const slug of slugs) await saveEdition(editions, { ...benchEdition(), slug });
  const email = 'bench@example.org';
  await administration.createUser({ email, name: 'Bench' });
  const { organizationId } = await administration.createOrganization({ name: 'Bench', ownerEmail: email });
  for (const slug of slugs) await administration.enableEdition(slug, { organization: organizationId });
  const { token } = await administration.createToken({ subject: { organization: organizationId } });
  const apps = appCount > 0 ? await connectApps(installation, email, appCount) : null;
  await close();
  return { organizationId, token, apps };
}

/** Their tokens end an hour later. */
async function connectApps(installation: Installation, email: string, count: number): Promise<ConnectedApps> {
  const redirectUris = ['https://app.example.org/callback'];
  const { id: clientId } = await installation.clients.create({ name: 'Bench', redirectUris });
  const grants: TestGrant[] = [];
  while (grants.length < count) grants.push(await createGrant({ installation }, { email }, { clientId }));
  return { clientId, accessToken: grants[0]!.access, refreshTokens: grants.map(({ refresh }) => refresh) };
}

function benchEdition(): NormalizedEdition {
  const chapter = (number: number, verses: number, characters: number) =>
    Array.from({ length: verses }, (_, index) => ({
      chapter: number,
      verse: index + 1,
      text: toPayload(index + 1, characters),
    }));
  const verses = [
    ...chapter(1, EDITION.verses, EDITION.verseCharacters),
    ...chapter(2, EDITION.fillingVerses, EDITION.verseCharacters),
    ...chapter(EDITION.of600, EDITION.longerVerses, 600),
    ...chapter(EDITION.of6144, EDITION.longerVerses, 6144),
  ];
  return {
    slug: EDITION.slug,
    name: 'Bench',
    language: 'en',
    rights: {
      edition: 'Bench',
      rights_status: 'Made for measuring',
      source_url: 'https://example.org/',
      attribution: 'Bench',
    },
    provenance: { archive_sha256: null, reviewed_on: null, source_id: null },
    books: [{ book_id: EDITION.bookId, name: 'Genesis', verses }],
  };
}
