import { randomBytes } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { type Config, readConfig } from '../../../src/config/config.ts';
import { maskCredentialSecrets } from '../../../src/domain/account/credentials/credential-secret.ts';
import { PageRestore } from '../../../src/domain/backups/page-restore.ts';
import type { Clock } from '../../../src/domain/clock.ts';
import type { NormalizedEdition } from '../../../src/editions/normalized-edition.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { readStarterEdition } from '../../../src/editions/starter.ts';
import { type Installation, openInstallation } from '../../../src/installation.ts';
import { type Server, startServer } from '../../../src/server/start-server.ts';
import { inFullRun } from '../run/extent.ts';
import { oncePerRun } from '../run/once-per-run.ts';
import { createDataDirectory, createPostgresDatabase } from './database.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
/** Engines for suites whose subject is not the database: SQLite, and in a full run also PostgreSQL. */
export const PAGE_ENGINES: readonly TestEngine[] = inFullRun<readonly TestEngine[]>(ENGINES, ['sqlite']);
export type TestEngine = (typeof ENGINES)[number];

/**
 * A whole server in this process, on a real socket, over a real database of its own. `await using` closes one after a
 * test; a suite gets one from `useInProcessServer`.
 */
export interface TestLectern extends AsyncDisposable {
  readonly engine: TestEngine;
  readonly url: string;
  readonly config: Config;
  readonly installation: Installation;
  readonly server: Server;
  /** Log lines, parsed. */
  readonly logged: Record<string, unknown>[];
  /** Stops server and installation and starts them again over the same database. The URL is another one then. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The settings of an empty installation with a free port, and what removes its database. */
export interface TestPlace {
  readonly engine: TestEngine;
  readonly env: Readonly<Record<string, string>>;
  /** The system's, unless given. */
  readonly clock?: Clock;
  dispose(): Promise<void>;
}

/** The first content of an installation: nothing, or the whole starter edition (slug `kjv`). */
type TestContent = 'nothing' | 'starter';

/** `settings` are environment variables, on top of a silent installation with a free port. */
export async function startTestLectern(
  engine: TestEngine = 'sqlite',
  settings: Record<string, string> = {},
  { clock, content }: { clock?: Clock; content?: TestContent } = {},
): Promise<TestLectern> {
  return openTestLectern({ ...(await createTestPlace(engine, settings, content)), clock });
}

export async function createTestPlace(
  engine: TestEngine,
  settings: Record<string, string> = {},
  content: TestContent = 'nothing',
): Promise<TestPlace> {
  const original = await createOriginal(engine, content);
  const database = original.url === null ? null : await createPostgresDatabase(original.url);
  const dataDir = createDataDirectory();
  if (database === null) cpSync(original.dataDir, dataDir, { recursive: true });
  // On PostgreSQL the key file is the administrator's to make; here that is the test.
  if (engine === 'postgres')
    writeFileSync(join(dataDir, 'secret.json'), JSON.stringify({ key: randomBytes(32).toString('hex') }));
  const env = {
    PORT: '0',
    LECTERN_DATA_DIR: dataDir,
    LECTERN_STARTER: 'off',
    LECTERN_NIGHTLY_BACKUPS: '0',
    LECTERN_SECRET_FILE: join(dataDir, 'secret.json'),
    ...(database && { LECTERN_DATABASE_URL: database.url }),
    ...settings,
  };
  return { engine, env, dispose: async () => database?.drop() };
}

/** Creates an installation once per run, which is copied for each test. `url` names its database on PostgreSQL. */
const createOriginal = (engine: TestEngine, content: TestContent): Promise<{ dataDir: string; url: string | null }> =>
  oncePerRun(`${content}-${engine}`, async (dataDir) => {
    const url = engine === 'postgres' ? (await createPostgresDatabase()).url : null;
    const env = { LECTERN_DATA_DIR: dataDir, ...(url && { LECTERN_DATABASE_URL: url }) };
    const installation = await openInstallation(readConfig(env), (error) => {
      throw error;
    });
    if (content === 'starter') await saveEdition(installation.editions, await readStarterEdition());
    await installation.close();
    return { dataDir, url };
  });

/** Starts a server over a place, whose `dispose` its `close` calls. */
export async function openTestLectern(place: TestPlace): Promise<TestLectern> {
  const { engine, env, clock, dispose } = place;
  // As the PostgreSQL of the tests; servers that are killed are processes of their own, and have the default.
  const config = readConfig({ LECTERN_SQLITE_SYNCHRONOUS: 'NORMAL', ...env });
  const start = async () => {
    const logged: Record<string, unknown>[] = [];
    const destination = {
      write: (line: string) => {
        logged.push(JSON.parse(maskCredentialSecrets(line)));
      },
    };
    const log = pino({ level: 'info' }, destination);
    const installation = await openInstallation(config, (error) => log.warn({ err: error }), clock);
    const restore = engine === 'sqlite' ? new PageRestore(() => undefined) : null;
    const server = await startServer(config, installation, { log, restore });
    const url = `http://127.0.0.1:${server.port}`;
    return { url, config: { ...config, publicUrl: server.publicUrl }, installation, server, logged };
  };
  const stop = async () => {
    await lectern.server.close();
    await lectern.installation.close();
  };
  const close = async () => {
    await stop();
    await dispose();
    // Suites keep their variables until all files of the process are done.
    Object.assign(lectern, { server: null, installation: null });
  };
  const lectern = {
    engine,
    ...(await start()),
    restart: async () => {
      await stop();
      Object.assign(lectern, await start());
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return lectern;
}

/** Installs the starter edition on a running server. Libraries made afterwards have it enabled. */
export async function installStarter({ installation }: TestLectern): Promise<void> {
  await saveEdition(installation.editions, await readStarterEdition());
}

/** A small edition for tests: `verses` is book id → chapter → verse → text. */
export function smallEdition(
  slug: string,
  books: Record<number, Record<number, Record<number, string>>>,
  more: Partial<NormalizedEdition> = {},
): NormalizedEdition {
  return {
    slug,
    name: `Edition ${slug}`,
    language: 'en',
    rights: {
      edition: `Edition ${slug}`,
      rights_status: 'Public domain',
      source_url: 'https://example.org/edition',
      attribution: `${slug}, public domain`,
    },
    provenance: { archive_sha256: null, reviewed_on: null, source_id: null },
    books: Object.entries(books).map(([bookId, chapters]) => ({
      book_id: Number(bookId),
      name: `Book ${bookId}`,
      verses: Object.entries(chapters).flatMap(([chapter, verses]) =>
        Object.entries(verses).map(([verse, text]) => ({ chapter: Number(chapter), verse: Number(verse), text })),
      ),
    })),
    ...more,
  };
}

export interface TestOwner {
  readonly kind: 'organization' | 'account';
  readonly id: string;
  /** The REST path on which this owner's Lives are created and listed. */
  readonly livesPath: string;
  readonly token: string;
}

let serial = 0;

/** An organization with a service token; `scopes` absent: all of them. */
export async function createTestOrganization(lectern: TestLectern, scopes?: string[]): Promise<TestOwner> {
  const { administration } = lectern.installation;
  const email = `owner-${++serial}@example.org`;
  await administration.createUser({ email, name: 'Owner' });
  const { organizationId } = await administration.createOrganization({ name: 'Organization', ownerEmail: email });
  const { token } = await administration.createToken({ subject: { organization: organizationId }, scopes });
  return { kind: 'organization', id: organizationId, livesPath: `/v1/organizations/${organizationId}/lives`, token };
}

/** A user's personal account with a personal credential; `scopes` absent: the user's own authority. */
export async function createTestAccount(
  lectern: TestLectern,
  scopes?: string[],
): Promise<TestOwner & { email: string }> {
  const { administration } = lectern.installation;
  const email = `user-${++serial}@example.org`;
  const { accountId } = await administration.createUser({ email, name: 'User' });
  const { token } = await administration.createToken({ subject: { user: email }, scopes });
  return { kind: 'account', id: accountId, livesPath: `/v1/accounts/${accountId}/lives`, token, email };
}
