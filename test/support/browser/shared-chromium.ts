import { after } from 'node:test';
import type { Browser, BrowserContextOptions, Page, ViewportSize } from 'playwright-core';

let shared: Promise<Browser> | undefined;

/** Returns the Chromium that all suites of this process share. The first call launches it. */
export function shareChromium(): Promise<Browser> {
  // Loaded here, since most suites need no browser.
  shared ??= import('./chromium.ts').then(({ launchChromium }) => launchChromium());
  return shared;
}

/** Closes what the tests of a suite have opened in it, except idle windows. To be called after the suite. */
export async function closePages(): Promise<void> {
  const browser = await shared;
  const kept = new Set([...idle.values()].flat().map((page) => page.context()));
  const contexts = browser?.contexts().filter((context) => !kept.has(context)) ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

/** Windows that no test uses, by the options of their contexts. A new one costs twice as much as a used one. */
const idle = new Map<string, Page[]>();
const keys = new WeakMap<Page, string>();

/**
 * Returns an empty page in a context of its own. Unless it must be new, its cache may have files of the server. Pass it
 * to `leaveWindow` after its test. Motion is reduced.
 */
export async function openWindow({ viewport, colorScheme, isNew, ...options }: WindowOptions): Promise<Page> {
  const key = JSON.stringify(options);
  const page = (isNew ? undefined : idle.get(key)?.pop()) ?? (await openNewWindow(key, options));
  await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light', reducedMotion: 'reduce' });
  return page;
}

export type WindowOptions = Pick<BrowserContextOptions, 'colorScheme' | 'hasTouch' | 'locale'> & {
  readonly viewport: ViewportSize;
  readonly isNew?: boolean;
};

async function openNewWindow(key: string, options: BrowserContextOptions): Promise<Page> {
  const context = await (await shareChromium()).newContext(options);
  const page = await context.newPage();
  keys.set(page, key);
  return page;
}

/**
 * Empties a page of `openWindow` for another test. Not for pages whose clock or scripts a test has replaced: close the
 * contexts of those.
 */
export async function leaveWindow(page: Page): Promise<void> {
  const context = page.context();
  for (const event of ['dialog', 'pageerror', 'request'] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  // Elements of the next page must not be under the pointer.
  await page.mouse.move(0, 0);
  if (page.url() !== 'about:blank') await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  await context.unrouteAll();
  await context.clearCookies();
  const key = keys.get(page)!;
  idle.set(key, [...(idle.get(key) ?? []), page]);
}

// Outside all suites: where several files share the process, this runs after the last one.
after(async () => {
  await (await shared)?.close();
});
