import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '../../../src/contract/scopes.ts';
import type { JsonDocument } from '../requests/api.ts';
import { createMember } from '../requests/members.ts';
import type { OwnedLive, useInProcessServer } from '../server/suite-server.ts';
import { eventuallyEquals, LAPTOP_SIZE } from './audience-pages.ts';

type World = ReturnType<typeof useInProcessServer>;

/** The console of a Live in a browser in which a member is signed in. */
export interface ConsoleBrowser {
  readonly page: Page;
  readonly live: OwnedLive;
  /** The name of who is signed in. */
  readonly email: string;
  /** Returns the current state of the Live for a controller. [D55] */
  now(): Promise<JsonDocument>;
  /** Until the console shows what the server has, and waits for a key in an empty bar. */
  settle(): Promise<void>;
  /** Types, and waits until the bar has read it. */
  type(text: string): Promise<void>;
  /** Until what is on air has this reference; null: nothing. */
  isOnAir(reference: string | null): Promise<void>;
  /** The words of the strip. */
  strip(): Promise<string>;
  close(): Promise<void>;
}

export interface OpenConsoleOptions {
  readonly role?: Role;
  readonly context?: BrowserContextOptions;
  /** The query of the address, with its question mark. */
  readonly query?: string;
}

/** Opens the console of a Live for a new member of its organization. */
export async function openConsolePage(
  world: World,
  live: OwnedLive,
  { role = 'operator', context: options = LAPTOP_SIZE, query = '' }: OpenConsoleOptions = {},
): Promise<ConsoleBrowser> {
  const { browser, email } = await createMember(world.lectern, live.owner, role);
  const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...options });
  const value = browser.cookies.get('lectern_session')!;
  await context.addCookies([{ name: 'lectern_session', value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto(`${world.url}/console/${live.liveId}${query}`);
  const bar = page.locator('.bar-input');

  const now = async (): Promise<JsonDocument> => {
    const { status, body } = await live.call('GET', '/now');
    assert.equal(status, 200, JSON.stringify(body));
    live.etag = body.etag;
    return body;
  };
  const shownReference = async () => (await page.locator('.on-air-reference').textContent())?.trim() || null;
  const console: ConsoleBrowser = {
    page,
    live,
    email,
    now,
    async settle() {
      await page.locator('.live-flag:not([data-state=checking])').waitFor();
      const { focus, slide } = await now();
      const titles = slide && [...new Set([slide.deck, slide.title])].filter((title) => title !== null);
      await console.isOnAir(focus?.reference ?? titles?.join(' · ') ?? null);
      await eventuallyEquals('', () => bar.inputValue(), 'the bar is empty');
      await page.locator('.picture[data-state=pending]').waitFor({ state: 'detached' });
    },
    async type(text) {
      await page.keyboard.type(text);
      await page.locator('.lamp:not([data-reading=wait])').waitFor();
    },
    isOnAir: (reference) => eventuallyEquals(reference, shownReference, 'the reference on air'),
    strip: async () => (await page.locator('.strip').textContent()) ?? '',
    close: () => context.close(),
  };
  return console;
}
