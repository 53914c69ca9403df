import type { Page, Request } from 'playwright-core';

/** Responses that a page waits for. */
interface HeldResponses {
  /** Resolves when the server has handled the first request. */
  readonly asked: Promise<unknown>;
  /** Lets the page go on, and waits until it has received the first response. */
  release(): Promise<void>;
}

/** Holds the responses to the requests of a page with this address and method, until `release`. */
export async function holdResponses(page: Page, address: string | RegExp, method: string): Promise<HeldResponses> {
  const asked = Promise.withResolvers<Request>();
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue();
    const response = await route.fetch();
    asked.resolve(route.request());
    await held.promise;
    await route.fulfill({ response });
  });
  const release = async () => {
    const request = await asked.promise;
    held.resolve();
    await (await request.response())?.finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
  };
  return { asked: asked.promise, release };
}
