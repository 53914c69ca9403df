import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../src/config/config.ts';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { readStarterEdition } from '../../../src/editions/starter.ts';
import { completeSeeding, listFirstLives, seedEmptyInstallation } from '../../../src/first-start.ts';
import { openInstallation } from '../../../src/installation.ts';
import { readSecrets } from '../../../src/secrets.ts';
import { oncePerRun } from '../run/once-per-run.ts';
import { createDataDirectory, createPostgresDatabase } from './database.ts';
import { findFreePort } from './free-port.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The program as administrators start it: the build, or the source if it has changed since. */
const MAIN = join(ROOT, 'bin/start.mjs');
/** A start on a loaded machine; an idle one needs a tenth of it. */
const READY_MAX_MS = 60_000;
const READY_POLL_MS = 50;

/** The exit code of a process, or the signal that ended it. */
interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server as people run it: a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** All that it has written so far. */
  readonly output: { stdout: string; stderr: string };
  /** Resolves when it is gone and all of its output has been read. */
  readonly ended: Promise<Ending>;
  readonly running: boolean;
  /** Resolves when /readyz says so. Throws with its output when it ends before. */
  ready(): Promise<void>;
  /** Sends a signal to this process alone, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<Ending>;
}

export interface ServerOptions {
  /** The settings; PORT is a free one unless given, and nothing of the tester's own settings comes along. */
  env: Record<string, string>;
  args?: readonly string[];
  /** A program that runs what follows it, and is replaced by it: `['sh', '-c', 'ulimit …; exec "$@"', 'sh']`. */
  wrapper?: readonly string[];
}

/** Starts a server; it is killed with the test process at the latest. */
export async function startServerProcess({ env, args = [], wrapper = [] }: ServerOptions): Promise<ServerProcess> {
  const port = Number(env.PORT ?? (await findFreePort()));
  const { PATH, HOME, TMPDIR, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  const [file, ...words] = [...wrapper, process.execPath, MAIN, ...args];
  const child = spawn(file!, words, {
    cwd: ROOT,
    // What the tests have compiled, it need not compile again.
    env: {
      PATH,
      HOME,
      TMPDIR,
      SystemRoot,
      NODE_COMPILE_CACHE,
      PORT: String(port),
      LECTERN_NIGHTLY_BACKUPS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ending>();
  child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
  if (process.platform !== 'win32') endWithTests(child);

  const server: ServerProcess = {
    pid: child.pid!,
    port,
    url: `http://127.0.0.1:${port}`,
    output,
    ended,
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    ready: () => waitUntilReady(server),
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
  return server;
}

/** Starts a server and waits until it serves. */
export async function startReadyServer(options: ServerOptions): Promise<ServerProcess> {
  const server = await startServerProcess(options);
  await server.ready();
  return server;
}

async function waitUntilReady(server: ServerProcess): Promise<void> {
  const deadline = Date.now() + READY_MAX_MS;
  while (Date.now() < deadline) {
    if (!server.running) {
      await server.ended;
      throw new Error(`The server ended before it was ready:\n${server.output.stdout}${server.output.stderr}`);
    }
    if ((await statusOf(`${server.url}/readyz`)) === 200) return;
    await sleep(READY_POLL_MS);
  }
  throw new Error(`The server was not ready in time:\n${server.output.stdout}${server.output.stderr}`);
}

/** Returns the status of a GET; null without a response. */
export async function statusOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

/**
 * Ends the server with the test process, even after SIGKILL: the end of that process closes the watchdog's input, and
 * the watchdog ends the server. If the server ends first, the watchdog ends too, because the process id may be reused.
 */
function endWithTests(server: ChildProcess): void {
  const watchdog = spawn('sh', ['-c', 'cat > /dev/null; kill -9 "$1"', 'sh', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  server.once('exit', () => watchdog.kill('SIGKILL'));
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return output;
}

/** An installation with the starter edition, an organization, its Live and a token, which no process has open. */
export interface SeededInstallation {
  /** The settings with which a server serves it. */
  readonly env: Record<string, string>;
  readonly dataDir: string;
  readonly token: string;
  readonly liveId: string;
}

/** Genesis, Esther, Psalms, John, Romans, Titus. */
const SEEDED_BOOKS = [1, 17, 19, 43, 45, 56];

interface SeedOptions {
  /** Whether the starter edition has all of its books, for tests that need a large database. It has some otherwise. */
  readonly isWhole?: boolean;
}

/** Seeds an installation on SQLite. It is created once per run and copied after that. */
export async function seedOnSqlite({ isWhole = false }: SeedOptions = {}): Promise<SeededInstallation> {
  const name = isWhole ? 'seeded-sqlite-whole' : 'seeded-sqlite';
  const made = await oncePerRun(name, (folder) => seed({ LECTERN_DATA_DIR: folder }, isWhole));
  const dataDir = createDataDirectory();
  cpSync(made.dataDir, dataDir, { recursive: true });
  return { ...made, env: { LECTERN_DATA_DIR: dataDir }, dataDir };
}

/** Seeds an installation on PostgreSQL, in the database of `url` or in a new one, from the same data as on SQLite. */
export async function seedOnPostgres({
  url,
  isWhole = false,
}: SeedOptions & { readonly url?: string } = {}): Promise<SeededInstallation> {
  const dataDir = createDataDirectory();
  if (url) return seed(postgresEnvironment(url, dataDir), isWhole);
  const made = await oncePerRun(isWhole ? 'seeded-postgres-whole' : 'seeded-postgres', async (folder) =>
    seed(postgresEnvironment((await createPostgresDatabase()).url, folder), isWhole),
  );
  cpSync(made.dataDir, dataDir, { recursive: true });
  const copy = await createPostgresDatabase(made.env.LECTERN_DATABASE_URL);
  return { ...made, env: environmentOf(copy.url, dataDir), dataDir };
}

/** On PostgreSQL the administrator creates the key file; here the test does. */
export function postgresEnvironment(url: string, dataDir: string): Record<string, string> {
  const env = environmentOf(url, dataDir);
  const keys = JSON.stringify({ key: randomBytes(32).toString('hex') });
  writeFileSync(env.LECTERN_SECRET_FILE, keys, { mode: 0o600 });
  return env;
}

const environmentOf = (url: string, dataDir: string) => ({
  LECTERN_DATA_DIR: dataDir,
  LECTERN_DATABASE_URL: url,
  LECTERN_SECRET_FILE: join(dataDir, 'keys.json'),
});

async function seed(env: Record<string, string>, isWhole: boolean): Promise<SeededInstallation> {
  const installation = await openInstallation(readConfig(env), (error) => {
    throw error;
  });
  // The same as the first start of a server.
  readSecrets(installation.secretFile, true);
  if (!isWhole) {
    const starter = await readStarterEdition();
    const books = starter.books.filter(({ book_id }) => SEEDED_BOOKS.includes(book_id));
    await saveEdition(installation.editions, { ...starter, books });
  }
  const seeded = await seedEmptyInstallation(installation);
  const [live] = await listFirstLives(installation, 1);
  if (!seeded || !live) throw new Error('The installation was not empty.');
  await completeSeeding(installation, seeded, false);
  const { token } = await installation.administration.createToken({ subject: { organization: seeded } });
  await installation.close();
  return { env, dataDir: env.LECTERN_DATA_DIR!, token, liveId: live.id };
}

/** One of several nodes on one database. */
export interface TestNodeProcess {
  /** The URL of the server, which stays the same after `startAgain`. */
  readonly url: string;
  /** The process that runs, or ran last. */
  readonly server: ServerProcess;
  /** Starts it with the same settings, when it has ended. Resolves when it serves. */
  startAgain(): Promise<void>;
}

/**
 * Starts nodes on the database of an installation and waits until they serve; each has a port and a data folder of its
 * own. `settings` are environment variables, for all of them or by their index.
 */
export async function startNodes(
  installation: SeededInstallation,
  count: number,
  settings: Record<string, string> | ((index: number) => Record<string, string>) = {},
): Promise<TestNodeProcess[]> {
  const folder = createDataDirectory();
  const start = async (index: number): Promise<TestNodeProcess> => {
    const own = typeof settings === 'function' ? settings(index) : settings;
    const PORT = String(await findFreePort());
    const env = { ...installation.env, LECTERN_DATA_DIR: join(folder, `node-${index}`), PORT, ...own };
    let server = await startReadyServer({ env });
    return {
      url: server.url,
      get server() {
        return server;
      },
      async startAgain() {
        await server.ended;
        server = await startReadyServer({ env });
      },
    };
  };
  // Free ports are found one after another, so that no two nodes find the same.
  const nodes: TestNodeProcess[] = [];
  for (let index = 0; index < count; index++) nodes.push(await start(index));
  return nodes;
}

/** Ends those that still run. */
export async function endNodes(nodes: readonly TestNodeProcess[] = []): Promise<void> {
  await Promise.all(nodes.map(({ server }) => server.end('SIGKILL')));
}
