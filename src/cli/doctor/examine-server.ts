import { connect } from 'node:net';
import { join } from 'node:path';
import { isLoopback, urlHost } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { INSTALLATION_FINGERPRINT_HEADER, toInstallationFingerprint } from '../../domain/installation-fingerprint.ts';
import { pathExists } from '../../storage/files/path-exists.ts';
import { acquireProcessLock, DataFolderInUseError } from '../../storage/files/process-lock.ts';
import { inspectInstallationValues } from '../../storage/inspect-database.ts';
import { currentUserName, isUnwritable } from '../../storage/unusable-data-error.ts';
import { isLoopbackUrl, PUBLIC_ADDRESS_ADVICE } from '../public-address.ts';
import { type Check, ok, problem, warning } from './check.ts';
import { adviseOnPermissions } from './permissions.ts';

const ANSWER_MAX_MS = 3_000;

export function examineAddress({ publicUrl, host }: Config): Check {
  const name = 'Public address';
  if (publicUrl.startsWith('https:')) return ok(name, publicUrl);
  if (!isLoopbackUrl(publicUrl)) {
    const next = 'Put a proxy with HTTPS in front and set LECTERN_PUBLIC_URL: docs/how-to/behind-a-proxy.md';
    return warning(name, `${publicUrl} is not encrypted`, next);
  }
  if (isLoopback(host)) return ok(name, `${publicUrl}, for this machine alone`);
  const finding = `links say ${publicUrl}, where no other machine finds it, but HOST is ${host}`;
  return warning(name, finding, PUBLIC_ADDRESS_ADVICE);
}

/** Whether a server runs, and if not, whether one could. */
export async function examineServer(config: Config): Promise<Check> {
  const { host, port, dataDir, databaseUrl } = config;
  const name = 'Server';
  const origin = `http://${urlHost(host)}:${port}`;
  const readiness = await fetchReadiness(origin);
  const serving = databaseUrl === null && isServing(dataDir);
  if (readiness !== null && typeof readiness === 'object') {
    if (serving === null) return toUnseen(`a Lectern is ready at ${origin}`, dataDir);
    if ((databaseUrl !== null || serving) && readiness.mark === (await readMark(config))) {
      return ok(name, `it runs and is ready at ${origin}`);
    }
    const setting = databaseUrl === null ? 'LECTERN_DATA_DIR' : 'LECTERN_DATABASE_URL';
    const next = `Set PORT or ${setting} as they are for the server that is meant.`;
    return problem(name, `another Lectern, with other data, listens at ${origin}`, next);
  }
  if (readiness === 'unready') {
    return problem(
      name,
      `it runs at ${origin} and cannot serve`,
      'Look for the reason in its log, and at its database.',
    );
  }
  if (readiness === 'other' || (await isTaken(urlHost(host), port))) {
    return problem(
      name,
      `another program listens at ${origin}`,
      'Choose another port with PORT, or stop that program.',
    );
  }
  if (serving === null) return toUnseen(`nothing answers at ${origin}`, dataDir);
  if (serving) {
    const next = 'If the server has other settings than this shell, set HOST and PORT here as there.';
    return warning(name, `it has the data folder, but nothing answers at ${origin}`, next);
  }
  return ok(name, `it does not run; ${origin} is free`);
}

const toUnseen = (finding: string, dataDir: string): Check =>
  warning(
    'Server',
    `${finding}; whether a server has ${dataDir}, the user ${currentUserName()} may not see`,
    adviseOnPermissions(dataDir),
  );

/** Whether a process has the data folder; null where this user may not look. Makes nothing. */
function isServing(dataDir: string): boolean | null {
  try {
    if (!pathExists(join(dataDir, 'lectern.lock'))) return false;
    acquireProcessLock(dataDir, 0).release();
    return false;
  } catch (error) {
    if (isUnwritable(error)) return null;
    // All else is the business of the check of the data folder.
    return error instanceof DataFolderInUseError;
  }
}

/** The mark of the installation of these settings; null where there is none that can be read, which another check tells. */
async function readMark(config: Config): Promise<string | null> {
  const epoch = await inspectInstallationValues(config).then(
    (facts) => facts.get('epoch'),
    () => undefined,
  );
  return epoch === undefined ? null : toInstallationFingerprint(epoch);
}

/** What answers as Lectern does, with the mark of its installation; null where nothing answers in HTTP. */
async function fetchReadiness(origin: string): Promise<{ mark: string | null } | 'unready' | 'other' | null> {
  try {
    const alive = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_MAX_MS) });
    if ((await alive.text()) !== '{"status":"alive"}') return 'other';
    const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_MAX_MS) });
    await ready.arrayBuffer();
    return ready.status === 200 ? { mark: ready.headers.get(INSTALLATION_FINGERPRINT_HEADER) } : 'unready';
  } catch {
    return null;
  }
}

function isTaken(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: ANSWER_MAX_MS });
  socket.once('connect', () => resolve(true));
  for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false));
  return promise.finally(() => socket.destroy());
}
