import { after } from 'node:test';
import type { Browser } from 'playwright-core';

let shared: Promise<Browser> | undefined;

/** Returns the Chromium that all suites of this process share. The first call launches it. */
export function shareChromium(): Promise<Browser> {
  // Loaded here, since most suites need no browser.
  shared ??= import('./chromium.ts').then(({ launchChromium }) => launchChromium());
  return shared;
}

/** Closes what the tests of a suite have opened in it. To be called after the suite. */
export async function closePages(): Promise<void> {
  const browser = await shared;
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

// Outside all suites: where several files share the process, this runs after the last one.
after(async () => {
  await (await shared)?.close();
});
