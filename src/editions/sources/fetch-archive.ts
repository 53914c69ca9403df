import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { posix } from 'node:path';
import { LecternError } from '../../contract/lectern-error.ts';
import { DamagedSourceError, type OnProgress } from '../../import-files/import-source.ts';
import { ARCHIVE_MAX_BYTES } from './source-limits.ts';

/** Limits for an untrusted server. */
const LIMITS = {
  redirects: 5,
  bytes: ARCHIVE_MAX_BYTES,
  /** Maximum time without a byte. */
  silenceMs: 30_000,
  totalMs: 15 * 60_000,
};
export type FetchLimits = typeof LIMITS;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A downloaded archive. The name comes from the final address. */
export interface FetchedArchive {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Downloads an archive over HTTPS. Plain HTTP is allowed only for a server on this machine, given by a literal loopback
 * address. With a digest (SHA-256, lower-case hexadecimal) the archive must match it. Throws `invalid_fields` for
 * another address, `unavailable` if the server does not send the archive, and DamagedSourceError if the archive is too
 * large or does not match.
 */
export async function fetchArchive(
  url: string,
  sha256: string | null,
  onProgress: OnProgress,
  limits: FetchLimits = LIMITS,
): Promise<FetchedArchive> {
  const start = parseHttpsUrl(url);
  if (!start) {
    throw new LecternError('invalid_fields', `"${url}" cannot be fetched: an https:// address is needed.`);
  }
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('it stopped sending data')), limits.silenceMs);
  const signal = AbortSignal.any([silence.signal, AbortSignal.timeout(limits.totalMs)]);
  try {
    const { response, address } = await followRedirects(start, signal, limits.redirects);
    const name = posix.basename(address.pathname) || address.hostname;
    const bytes = await readBody(response, name, onProgress, limits.bytes, () => timer.refresh());
    requireDigest(bytes, name, sha256);
    return { name, bytes };
  } catch (error) {
    if (error instanceof LecternError || error instanceof DamagedSourceError) throw error;
    throw new LecternError('unavailable', `${start.host} did not send the archive: ${toReason(error, signal)}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** Parses an address from which an archive can be downloaded. Returns null for any other address. */
export function parseHttpsUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && isFetchable(url, url) ? url : null;
}

/**
 * Returns whether an address is allowed: HTTPS, or a server on this machine if the person named one. A redirect must
 * not lead there.
 */
function isFetchable(address: URL, start: URL): boolean {
  return address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address) && isLoopback(start));
}

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));

async function followRedirects(start: URL, signal: AbortSignal, redirectsMax: number) {
  let address = start;
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    // The digest is that of the archive, so the server must not compress it.
    const headers = { 'accept-encoding': 'identity' };
    const response = await fetch(address, { redirect: 'manual', headers, signal });
    if (response.status === 200) return { response, address };
    await response.body?.cancel();
    if (!REDIRECTS.has(response.status)) throw new Error(`it responds with ${response.status}`);
    const next = URL.parse(response.headers.get('location') ?? '', address);
    if (!next || !isFetchable(next, start)) throw new Error('it redirects to an address that is not HTTPS');
    address = next;
  }
  throw new Error(`it redirects more than ${redirectsMax} times`);
}

async function readBody(
  response: Response,
  name: string,
  onProgress: OnProgress,
  bytesMax: number,
  onBytes: () => void,
): Promise<Buffer> {
  const announced = Number(response.headers.get('content-length'));
  const tooLarge = () => new DamagedSourceError(name, null, `the archive has more than ${bytesMax / 1024 / 1024} MiB`);
  if (announced > bytesMax) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    onBytes();
    received += chunk.length;
    if (received > bytesMax) throw tooLarge();
    chunks.push(chunk);
    if (announced > 0) onProgress(Math.min(1, received / announced));
  }
  return Buffer.concat(chunks);
}

function requireDigest(bytes: Buffer, name: string, sha256: string | null): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== null && found !== sha256) {
    throw new DamagedSourceError(name, null, `this is a different archive: its SHA-256 is ${found}, not ${sha256}`);
  }
}

/** Returns a short reason. `fetch` hides the cause in its error. */
function toReason(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return signal.reason.name === 'TimeoutError' ? 'it took too long' : signal.reason.message;
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
}
