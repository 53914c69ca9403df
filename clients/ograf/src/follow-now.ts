import { pause } from '../../typescript/src/pause.ts';
import { readNow, type Shown, toReadAddress } from './graphic-data.ts';

/** Time after the last response at which the text is taken away: it may no longer be what is shown. */
export const STALE_MS = 60_000;
/** Longest wait for a response, which itself waits up to 25 seconds. */
const RESPONSE_MS = 35_000;
/** Shortest time between two reads whose responses are alike: six graphics with one link end each other's waits. */
const ALIKE_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** Waits after a response that a repetition does not change, and which counts towards the limits of an address. */
const REFUSED_MS = 60_000;
const RESPONSE_MAX_BYTES = 64 * 1024;

/** Statuses that end a link, or pause it: nothing may be shown. */
const REFUSED: readonly number[] = [401, 403, 404, 410];

/** Returns the time before the next read. `status` is null without a response; `random` is from 0 to 1. */
export function retryDelay(status: number | null, failures: number, random: number): number {
  if (status !== null && (REFUSED.includes(status) || status === 429)) return REFUSED_MS;
  return Math.min(RETRY_MAX_MS, 1_000 * 2 ** (failures - 1)) * (0.5 + random / 2);
}

/** Result of a read: content, or the status of a failure, which is null where nothing usable came. */
type Outcome = { readonly shown: Shown | null; readonly cursor: string } | { readonly status: number | null };

/**
 * Follows what a room shows, with one read at a time, until the signal ends it. `show` gets null when nothing is shown,
 * when the link has ended, and when the server has not responded for `STALE_MS`.
 */
export async function followNow(address: URL, show: (shown: Shown | null) => void, signal: AbortSignal): Promise<void> {
  let cursor: string | null = null;
  let failures = 0;
  let stale: ReturnType<typeof setTimeout> | undefined;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const outcome = await read(toReadAddress(address, cursor), signal);
    if (signal.aborted) break;
    if ('cursor' in outcome) {
      failures = 0;
      clearTimeout(stale);
      stale = setTimeout(show, STALE_MS, null);
      show(outcome.shown);
      const isAlike = cursor === outcome.cursor;
      cursor = outcome.cursor;
      if (isAlike) await pause(ALIKE_MS - (performance.now() - startedAt), signal);
    } else {
      failures += 1;
      // The next response comes at once, in case the text has been taken away by then.
      cursor = null;
      if (outcome.status !== null && REFUSED.includes(outcome.status)) show(null);
      await pause(retryDelay(outcome.status, failures, Math.random()), signal);
    }
  }
  clearTimeout(stale);
}

async function read(address: string, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_MS)]),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { status: response.status };
    }
    return readNow(JSON.parse(await readText(response))) ?? { status: null };
  } catch {
    // The server is away, the response took too long, or it is no JSON: the next read comes later.
    return { status: null };
  }
}

/** Returns the text of a response. Throws if it is longer than any of a button link. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  const reader = body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > RESPONSE_MAX_BYTES) {
      await reader.cancel();
      throw new RangeError(`The response has more than ${RESPONSE_MAX_BYTES} bytes.`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text;
}
