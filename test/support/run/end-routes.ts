import type { Page } from 'playwright-core';

const NO_REQUEST = () => false;

/**
 * Keeps requests intercepted for as long as the page is open. Chromium can lose a request that starts while the
 * interception ends, and the page waits for it for good. Call before a route that removes itself, such as one with
 * `times`.
 */
export const keepIntercepting = (page: Page): Promise<unknown> =>
  page.context().route(NO_REQUEST, (route) => route.fallback());

/** Removes the routes of a page; its requests reach the server again. Use instead of `unroute` and `unrouteAll`. */
export async function endRoutes(page: Page, behavior: 'wait' | 'ignoreErrors' | 'default' = 'default'): Promise<void> {
  await keepIntercepting(page);
  await page.unrouteAll({ behavior });
}
