import { toWorkerPath, type WorkerScope } from '../../src/contract/waiting.ts';
import { renderWaitingPage, type WaitingPage } from './waiting-page.ts';

const CACHE = 'waiting';
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
};

/**
 * Registers the service worker of a scope, and keeps the page that it shows at an address while the server does not
 * respond. Does nothing outside of secure contexts, which have no service workers.
 */
export async function keepWaitingPage(scope: WorkerScope, address: string, page: WaitingPage): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(toWorkerPath(scope), { scope });
    const cache = await caches.open(CACHE);
    const content = renderWaitingPage(page);
    // Leaving the page while an entry is replaced can lose it.
    if ((await (await cache.match(address))?.text()) === content) return;
    await cache.put(address, new Response(content, { headers: HEADERS }));
  } catch (error) {
    // The browser forbids it, such as with a certificate that it does not trust. The page works without.
    console.warn(error);
  }
}
