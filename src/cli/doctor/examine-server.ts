import { connect } from 'node:net';
import { join } from 'node:path';
import { isLoopback, urlHost } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { INSTALLATION_FINGERPRINT_HEADER, toInstallationFingerprint } from '../../domain/installation-fingerprint.ts';
import type { DataLocation } from '../../storage/backup/data-location.ts';
import { pathExists } from '../../storage/files/path-exists.ts';
import { acquireProcessLock, DataFolderInUseError } from '../../storage/files/process-lock.ts';
import { inspectInstallationValues } from '../../storage/inspect-database.ts';
import { NETWORK_ACCESS, NETWORK_SIGN_IN } from '../../storage/storage.ts';
import { currentUserName, isUnwritable } from '../../storage/unusable-data-error.ts';
import { isLoopbackUrl, PUBLIC_ADDRESS_ADVICE } from '../public-address.ts';
import { type Check, ok, problem, warning } from './check.ts';
import { adviseOnPermissions } from './permissions.ts';

const RESPONSE_TIMEOUT_MS = 3_000;

export function examineAddress({ publicUrl, host }: Config): Check {
  const name = 'Public address';
  if (publicUrl.startsWith('https:')) return ok(name, publicUrl);
  if (!isLoopbackUrl(publicUrl)) {
    const next = 'Set up a reverse proxy with HTTPS and set LECTERN_PUBLIC_URL: docs/how-to/behind-a-proxy.md';
    return warning(name, `${publicUrl} is not encrypted`, next);
  }
  if (isLoopback(host)) return ok(name, `${publicUrl}, for this machine only`);
  const finding = `links point to ${publicUrl}, which other machines cannot reach, but HOST is ${host}`;
  return warning(name, finding, PUBLIC_ADDRESS_ADVICE);
}

/** Names what an administrator has turned on for the network, unless a setting decides. [D78] */
export async function examineNetworkAccess(config: Config): Promise<Check[]> {
  const { databaseUrl, hostDecidedBy, plainSignInDecided, publicUrl } = config;
  if (databaseUrl !== null) return [];
  const toNext = (setting: string) =>
    `To turn it off: ${publicUrl}/installation/network. A start with ${setting} ignores it.`;
  const isOn = async (value: string) => (await readStoredValue(config, value)) === 'on';
  const checks: Check[] = [];
  if (hostDecidedBy === null && (await isOn(NETWORK_ACCESS))) {
    const finding = 'every device in the network can connect, without encryption: an administrator turned this on';
    checks.push(warning('Network access', finding, toNext('HOST=127.0.0.1')));
  }
  if (!plainSignInDecided && (await isOn(NETWORK_SIGN_IN))) {
    const finding = 'people may sign in from the network without encryption: an administrator turned this on';
    checks.push(warning('Network sign-in', finding, toNext('LECTERN_INSECURE_LAN=off')));
  }
  return checks;
}

/** Checks whether a server is running, and if not, whether one could start. */
export async function examineServer(config: Config): Promise<Check> {
  const { host, port, dataDir, databaseUrl } = config;
  const name = 'Server';
  const origin = `http://${urlHost(host)}:${port}`;
  const readiness = await fetchReadiness(origin);
  const serving = databaseUrl === null && isServing(dataDir);
  if (readiness !== null && typeof readiness === 'object') {
    if (serving === null) return toUndetermined(`a Lectern server is ready at ${origin}`, dataDir);
    if ((databaseUrl !== null || serving) && readiness.mark === (await readMark(config))) {
      return ok(name, `it is running and ready at ${origin}`);
    }
    const setting = databaseUrl === null ? 'LECTERN_DATA_DIR' : 'LECTERN_DATABASE_URL';
    const next = `Set PORT or ${setting} to the values of the intended server.`;
    return problem(name, `another Lectern server, with other data, listens at ${origin}`, next);
  }
  if (readiness === 'unready') {
    return problem(name, `it is running at ${origin}, but not ready`, 'Check its log and its database.');
  }
  if (readiness === 'other' || (await isTaken(urlHost(host), port))) {
    return problem(name, `another program listens at ${origin}`, 'Set PORT to another port, or stop that program.');
  }
  if (serving === null) return toUndetermined(`nothing responds at ${origin}`, dataDir);
  if (serving) {
    const next = 'If the server uses other settings than this shell, set HOST and PORT to the same values here.';
    return warning(name, `a process is using the data folder, but nothing responds at ${origin}`, next);
  }
  return ok(name, `it is not running; ${origin} is free`);
}

const toUndetermined = (finding: string, dataDir: string): Check =>
  warning(
    'Server',
    `${finding}; the user ${currentUserName()} has no permission to check whether a server uses ${dataDir}`,
    adviseOnPermissions(dataDir),
  );

/** Returns whether a process uses the data folder, or null if this user has no permission to check. Creates nothing. */
function isServing(dataDir: string): boolean | null {
  try {
    if (!pathExists(join(dataDir, 'lectern.lock'))) return false;
    acquireProcessLock(dataDir, 0).release();
    return false;
  } catch (error) {
    if (isUnwritable(error)) return null;
    // The check of the data folder reports all other errors.
    return error instanceof DataFolderInUseError;
  }
}

/** Returns the mark of this installation. Null if it cannot be read, which another check reports. */
async function readMark(config: Config): Promise<string | null> {
  const epoch = await readStoredValue(config, 'epoch');
  return epoch === undefined ? null : toInstallationFingerprint(epoch);
}

/** Reads a stored value. Undefined also if it cannot be read, which another check reports. */
const readStoredValue = (location: DataLocation, name: string): Promise<string | undefined> =>
  inspectInstallationValues(location).then(
    (facts) => facts.get(name),
    () => undefined,
  );

/**
 * Returns what responds at the origin: Lectern with the mark of its installation, or another program. Null if there is
 * no HTTP response.
 */
async function fetchReadiness(origin: string): Promise<{ mark: string | null } | 'unready' | 'other' | null> {
  try {
    const alive = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    if ((await alive.text()) !== '{"status":"alive"}') return 'other';
    const ready = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    await ready.arrayBuffer();
    return ready.status === 200 ? { mark: ready.headers.get(INSTALLATION_FINGERPRINT_HEADER) } : 'unready';
  } catch {
    return null;
  }
}

function isTaken(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: RESPONSE_TIMEOUT_MS });
  socket.once('connect', () => resolve(true));
  for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false));
  return promise.finally(() => socket.destroy());
}
