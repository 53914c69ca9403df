import { afterEach, beforeEach } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Role } from '../../../src/contract/scopes.ts';
import { smallEdition } from '../server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../server/suite-server.ts';
import { eventuallyEquals, readVisibleText, SCREEN_SIZE } from './audience-pages.ts';
import { leaveWindow, openWindow, type WindowOptions } from './shared-chromium.ts';
import { openWorkspacePage } from './workspace-browser.ts';

export const VERSE = 'For God so loved the world';
export const HEBREW = 'בְּרֵאשִׁית בָּרָא אֱלֹהִים';
const EDITIONS = [
  smallEdition('one', {
    43: { 3: { 16: `${VERSE}.` }, 11: { 35: 'Jesus wept.' } },
    17: { 8: { 9: 'Then were the scribes.' } },
  }),
  smallEdition('two', { 43: { 3: { 16: 'Also hat Gott die Welt geliebt.' } } }, { language: 'de', name: 'Zweite' }),
  smallEdition('heb', { 1: { 1: { 1: HEBREW } } }, { language: 'und', name: 'Hebraica' }),
];

/**
 * Provides a server to the calling suite, and the Live “Sunday” of a new organization to each of its tests. Pages that
 * a test opens are left after it.
 */
export function useLivePages() {
  const world = useInProcessServer({ editions: EDITIONS });
  let live: OwnedLive;
  beforeEach(async () => {
    live = await world.openLive({ name: 'Sunday' });
  });
  const pages = new Set<Page>();
  afterEach(async () => {
    await Promise.all([...pages].map(leaveWindow));
    pages.clear();
  });

  /** Opens the list of Lives, or the page of one of them, or `design`. */
  const openPage = async (
    resource?: string,
    options: { readonly role?: Role; readonly context?: Partial<WindowOptions> } = {},
  ): Promise<Page> => {
    const page = await openWorkspacePage(world, live.owner, 'lives', { ...options, resource });
    pages.add(page);
    return page;
  };
  return {
    world,
    get live() {
      return live;
    },
    openPage,
    /** Opens the page of the Live. */
    openSettings: async (): Promise<Page> => {
      const page = await openPage(live.liveId);
      await page.locator('.settings').waitFor();
      return page;
    },
    /** Opens a page as another device. */
    openDevice: async (url: string, options: WindowOptions = SCREEN_SIZE): Promise<Page> => {
      const page = await openWindow(options);
      pages.add(page);
      await page.goto(url);
      return page;
    },
    goTo: async (page: Page, path: string): Promise<void> => {
      await page.goto(`${world.url}/workspace/${live.owner.id}/lives${path}`);
    },
    /** Returns what a client reads at a path below the Live. */
    read: async (path: string) => (await live.call('GET', path)).body,
  };
}

export const waitForText = (page: Page, text: string, is = true): Promise<void> =>
  eventuallyEquals(is, async () => (await readVisibleText(page)).includes(text), `the page reads ${text}: ${is}`);

/** A Live in the list. */
export const rowOf = (page: Page, name: string): Locator => page.locator('.live-row', { hasText: name });

export const openDialog = (page: Page): Locator => page.locator('dialog[open]');

export const buttonOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

export async function save(page: Page): Promise<void> {
  await buttonOf(page, 'Save').click();
  await page.locator('.save-text', { hasText: 'Saved' }).waitFor();
}

/** Drags a row of an ordered list to an edge of another one. */
export async function dragRow(page: Page, from: number, to: number, edge: 'top' | 'bottom'): Promise<void> {
  const rows = page.locator('.translation-row');
  await rows.nth(to).scrollIntoViewIfNeeded();
  const [start, end] = [(await rows.nth(from).boundingBox())!, (await rows.nth(to).boundingBox())!];
  const y = edge === 'top' ? end.y + 4 : end.y + end.height - 4;
  await page.mouse.move(start.x + 20, start.y + start.height / 2);
  await page.mouse.down();
  for (const offset of [-12, -6, 0]) await page.mouse.move(end.x + 60 + offset, y + offset / 6, { steps: 4 });
  await page.locator(`.translation-row[data-edge=${edge}]`).waitFor();
  await page.mouse.up();
}
