import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';
import {
  giveToPostgres,
  postgresIdentity,
  postgresProgramEnvironment,
  requirePostgresInstallation,
} from './postgres-installation.ts';

const START_ATTEMPTS = 50;
const START_RETRY_MILLISECONDS = 100;
const LOG_KEPT_CHARACTERS = 16_384;

export type PostgresOptions = {
  /**
   * Whether commits reach the disk (fsync), as in production. Default false: they survive a killed server, but not a
   * power cut.
   */
  durable?: boolean;
  /** Further server settings, e.g. `{ max_connections: '20' }`. */
  settings?: Record<string, string>;
};

/** A PostgreSQL server of this process's own. It never keeps the process alive, and ends when the process does. */
export type Postgres = {
  /** `postgres://…` of the database `postgres`, as superuser; the same after `startAgain`. */
  readonly url: string;
  readonly port: number;
  /** Holds the server's data; gone after `stop`. */
  readonly folder: string;
  /** Process id of the running server (its postmaster). */
  readonly pid: number;
  /** Ends the server in good order and removes its data. */
  stop(): Promise<void>;
  /** SIGKILL, like a crash. Resolves when the process is gone; the data stay for `startAgain`. */
  kill(): Promise<void>;
  /** Starts a killed server again on its data and port. */
  startAgain(): Promise<void>;
};

/**
 * Starts PostgreSQL 18 on a free loopback port with an empty cluster. Throws with the server's log if it does not
 * start.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { binaries, emptyCluster } = requirePostgresInstallation();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-run-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const watchdog = startWatchdog(folder);
  let port = 0;
  let server: ChildProcess | undefined;

  const start = async () => {
    server = await launch(join(binaries, 'postgres'), [
      '-D',
      data,
      '-p',
      String(port),
      ...toArguments({ ...defaultSettings(options.durable ?? false), ...options.settings }),
    ]);
    watchdog.watch(server);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!server || hasEnded(server)) return;
    server.ref();
    server.kill(signal);
    await once(server, 'exit');
  };

  try {
    cpSync(emptyCluster, data, { recursive: true });
    chmodSync(data, 0o700);
    giveToPostgres(data);
    await retry(/could not bind|could not create any TCP/, async () => {
      port = await findFreePort();
      await start();
    });
  } catch (error) {
    await watchdog.release();
    throw error;
  }

  return {
    port,
    folder,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return server?.pid ?? 0;
    },
    async stop() {
      await end('SIGINT');
      await watchdog.release();
    },
    kill: () => end('SIGKILL'),
    async startAgain() {
      if (server && !hasEnded(server)) throw new Error('PostgreSQL is running already');
      // The killed server's other processes take a moment to notice, and hold its shared memory until then.
      await retry(/shared memory block|lock file/, start);
    },
  };
}

function defaultSettings(durable: boolean): Record<string, string> {
  const fast = { fsync: 'off', full_page_writes: 'off' };
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(durable ? {} : fast),
  };
}

function toArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Resolves when the server accepts connections. */
function launch(command: string, args: string[]): Promise<ChildProcess> {
  const child = spawn(command, args, {
    ...postgresIdentity,
    env: postgresProgramEnvironment,
    cwd: tmpdir(),
    // In a process group of its own: Ctrl-C in a terminal is for the tests, which then end the server.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  let ready = false;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`PostgreSQL ended with ${signal ?? code}:\n${log}`)));
    // Read to the end of its life, or a full pipe would block the server.
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LOG_KEPT_CHARACTERS);
      if (ready || !log.includes('ready to accept connections')) return;
      ready = true;
      release(child, child.stderr);
      resolve(child);
    });
  });
}

/** Lets this process end while the child and its pipes are open. */
function release(child: ChildProcess, pipe: Readable | Writable | null): void {
  child.unref();
  (pipe as { unref?: () => void } | null)?.unref?.();
}

function startWatchdog(folder: string) {
  const script = fileURLToPath(new URL('./postgres-watchdog.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  release(child, child.stdin);
  return {
    watch(server: ChildProcess) {
      child.stdin.write(`${server.pid}\n`);
      server.once('exit', () => child.stdin.writable && child.stdin.write('0\n'));
    },
    /** Lets it end what still runs and remove the folder, and waits for that. */
    async release() {
      if (hasEnded(child)) return;
      child.ref();
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

async function retry(passing: RegExp, attempt: () => Promise<void>): Promise<void> {
  for (let left = START_ATTEMPTS; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 1 || !passing.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, START_RETRY_MILLISECONDS));
    }
  }
}
