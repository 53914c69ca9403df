import type { ViewerState } from '../../../src/contract/viewer.ts';
import { READING_SCOPE, toReadingCache, toReadingWorker } from '../../../src/contract/waiting.ts';

/** Time after a change until the state is kept, so that several changes are kept as one. */
const KEEP_AFTER_MS = 2_000;
/** Time within which the phones of a room request the page that they keep, so that they do not do so at once. */
const SPREAD_MS = 5_000;
/** Longest state that is kept, in characters. */
const STATE_MAX_CHARACTERS = 1_000_000;

export type KeptPage = ReturnType<typeof keepPage>;

/**
 * Keeps the page, its files and the latest state, so that a reload without network shows them. Does nothing outside of
 * secure contexts, and for a Live whose page may not be kept: `build` is undefined then. [D73]
 */
export function keepPage(base: string, build: string | undefined) {
  if (build === undefined || !('serviceWorker' in navigator) || !('caches' in globalThis)) return null;
  const open = () => caches.open(toReadingCache(build));
  const statePath = `${base}/kept`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const start = async () => {
    await navigator.serviceWorker.register(toReadingWorker(build), { scope: READING_SCOPE });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
    const cache = await open();
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
    for (const address of [...new Set([location.pathname + location.search, ...files.map(({ href }) => href)])]) {
      if (ended || (await cache.match(address))) continue;
      const response = await fetch(address);
      if (response.ok && !/no-store/.test(response.headers.get('cache-control') ?? '')) {
        await cache.put(address, response);
      }
    }
  };
  // The browser can forbid it, such as with a certificate that it does not trust. The page works without.
  start().catch((error) => console.warn(error));

  return {
    keepState(state: ViewerState): void {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        const json = JSON.stringify(state);
        if (ended || json.length > STATE_MAX_CHARACTERS) return;
        await (await open()).put(statePath, new Response(json, { headers: { 'content-type': 'application/json' } }));
      }, KEEP_AFTER_MS);
    },
    async readState(): Promise<ViewerState | null> {
      const kept = await (await open()).match(statePath);
      return kept ? kept.json() : null;
    },
    /** Erases what is kept of the Live, which has ended. */
    async forget(): Promise<void> {
      ended = true;
      clearTimeout(timer);
      const cache = await open();
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url);
        if (pathname === base || pathname.startsWith(`${base}/`)) await cache.delete(url);
      }
    },
  };
}
