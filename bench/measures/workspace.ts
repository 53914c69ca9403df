import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DECK_MAX_SLIDES, PLAN_MAX_ENTRIES } from '../../src/contract/limits.ts';
import { saveEdition } from '../../src/editions/save-edition.ts';
import { launchChromium } from '../../test/support/browser/chromium.ts';
import {
  FIRST_LOAD_MAX_BYTES,
  type FirstLoad,
  FRAMES_MAX_BYTES,
  FULL_DATA_MAX_BYTES,
  measureFirstLoad,
  toOrganizationPaths,
} from '../../test/support/browser/first-load.ts';
import { smallEdition } from '../../test/support/server/lectern.ts';
import { seedOnSqlite } from '../../test/support/server/process.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { startInstallation, UNLIMITED_SETTINGS } from '../lectern-server.ts';
import { createOperatorSession } from '../load/operator-session.ts';
import { median } from '../load/quantile.ts';
import { atMost, type ResultRow } from '../results.ts';

const EDITIONS = 40;
const TASK_MAX_MS = 50;
const SETTLED_MS = 1_500;

/** A page of the workspace, and what a person does on it. */
interface Scene {
  readonly name: string;
  readonly path: string;
  /** Selector of an element that is there when the page can be used. */
  readonly ready: string;
  act(page: Page): Promise<void>;
}

/** Longest tasks of the workspace's pages at their limits, and what their first load transfers. */
export async function measureWorkspace({ rounds }: BenchmarkExtent): Promise<ResultRow[]> {
  const seeded = await seedOnSqlite();
  const { secret, organizationId } = await createOperatorSession(seeded, async ({ editions }) => {
    for (let number = 1; number <= EDITIONS; number++) {
      await saveEdition(
        editions,
        smallEdition(`extra-${number}`, { 43: { 3: { 16: 'Text' } } }, { name: `Extra ${number}` }),
      );
    }
  });
  const server = await startInstallation(seeded.dataDir, { ...UNLIMITED_SETTINGS, ...seeded.env });
  const origin = `http://127.0.0.1:${server.port}`;
  const browser = await launchChromium();
  try {
    const { scenes, deck, plan } = await createScenes(origin, organizationId, seeded.token);
    const paths = toOrganizationPaths(organizationId, { live: seeded.liveId, deck, plan });
    const rows = await measureFirstLoads(browser, { origin, secret }, paths);
    for (const scene of scenes) {
      const [longest, sizes]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const result = await measureScene(browser, { origin, secret }, scene);
        longest.push(result.longestMs);
        sizes.push(result.kilobytes);
      }
      rows.push(
        atMost(`longest task: ${scene.name}`, median(longest), TASK_MAX_MS, 'ms'),
        atMost(`first load, without previews: ${scene.name}`, median(sizes), FIRST_LOAD_MAX_BYTES / 1_000, 'kB'),
      );
    }
    return rows;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Largest first loads of all pages of an organization, which are the largest of all. */
async function measureFirstLoads(
  browser: Browser,
  { origin, secret }: { origin: string; secret: string },
  paths: readonly string[],
): Promise<ResultRow[]> {
  const loads: FirstLoad[] = [];
  for (const path of paths) {
    loads.push(await measureFirstLoad(await openContext(browser, origin, secret), origin, path));
  }
  const largest = (bytes: (load: FirstLoad) => number) => Math.max(...loads.map(bytes)) / 1_000;
  const [files, frames] = [largest(({ fileBytes }) => fileBytes), largest(({ frameBytes }) => frameBytes)];
  const data = largest(({ dataBytes }) => dataBytes);
  const pages = `largest of ${paths.length} pages`;
  return [
    atMost(`first load, without frames and data: ${pages}`, files, FIRST_LOAD_MAX_BYTES / 1_000, 'kB'),
    atMost(`first load, frames: ${pages}`, frames, FRAMES_MAX_BYTES / 1_000, 'kB'),
    atMost(`first load, data: ${pages}`, data, FULL_DATA_MAX_BYTES / 1_000, 'kB'),
  ];
}

async function openContext(browser: Browser, origin: string, secret: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'lectern_session', value: secret, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  return context;
}

async function measureScene(
  browser: Browser,
  { origin, secret }: { origin: string; secret: string },
  { path, ready, act }: Scene,
): Promise<{ longestMs: number; kilobytes: number }> {
  const context = await openContext(browser, origin, secret);
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const bytes = await page.evaluate<number>(
    `performance.getEntries().filter(({ entryType, initiatorType }) =>
       entryType === 'navigation' || (entryType === 'resource' && initiatorType !== 'iframe' && initiatorType !== 'fetch'))
       .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  await page.evaluate(`globalThis.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask' })`);
  await act(page);
  await page.waitForTimeout(SETTLED_MS);
  const tasks = await page.evaluate<number[]>('tasks');
  await context.close();
  return { longestMs: Math.max(0, ...tasks), kilobytes: bytes / 1_000 };
}

async function createScenes(
  origin: string,
  organizationId: string,
  token: string,
): Promise<{ scenes: Scene[]; deck: string; plan: string }> {
  const post = async (path: string, body: object, method = 'POST', ifMatch?: string) => {
    const response = await fetch(`${origin}/v1/organizations/${organizationId}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(ifMatch && { 'if-match': ifMatch }),
      },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    const { id } = (await response.json()) as { id: string };
    return { id, etag: response.headers.get('etag')! };
  };
  const slides = Array.from({ length: DECK_MAX_SLIDES }, (_, at) => ({
    id: `s${at}`,
    layout: 'text',
    text: `Slide number ${at + 1}\nwith a second line`,
  }));
  const deck = await post('/decks', { title: 'Long deck', slides });
  const entries = Array.from({ length: PLAN_MAX_ENTRIES }, (_, at) => ({
    id: `e${at}`,
    kind: 'passage',
    title: `Entry ${at + 1}`,
    passage: [{ book_id: 19, chapter: (at % 150) + 1 }],
    note: '',
  }));
  const plan = await post('/plans', { name: 'Long plan', date: null });
  await post(`/plans/${plan.id}`, { name: 'Long plan', date: null, entries }, 'PUT', plan.etag);
  const workspace = `/workspace/${organizationId}`;
  const scenes: Scene[] = [
    {
      name: `a deck of ${DECK_MAX_SLIDES} slides is edited, moved and scrolled`,
      path: `${workspace}/decks/${deck.id}`,
      ready: '.slide-row',
      async act(page) {
        await page.getByLabel('Text', { exact: true }).pressSequentially(' and more');
        await page.locator('.slide-list').focus();
        for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowDown');
        for (let step = 0; step < 4; step++) await page.keyboard.press('Alt+ArrowUp');
        for (const key of ['End', 'Home', 'Delete', 'Control+z']) await page.keyboard.press(key);
      },
    },
    {
      name: `a plan of ${PLAN_MAX_ENTRIES} entries is edited and moved`,
      path: `${workspace}/plans/${plan.id}`,
      ready: '.entry-words',
      async act(page) {
        await page.getByText('Entry 100', { exact: true }).click();
        await page.locator('.entry-form').getByLabel('Note').pressSequentially('A note of some length');
        await page.keyboard.press('Escape');
        for (let press = 0; press < 10; press++) await page.keyboard.press('Alt+ArrowDown');
      },
    },
    {
      name: `a library of more than ${EDITIONS} editions is filtered`,
      path: `${workspace}/library`,
      ready: '.library-list',
      async act(page) {
        const search = page.getByRole('searchbox');
        await search.pressSequentially('extra 1');
        await search.fill('');
        for (const name of ['In the library', 'Not installed', 'All']) {
          await page.getByRole('button', { name, exact: true }).click();
        }
      },
    },
  ];
  return { scenes, deck: deck.id, plan: plan.id };
}
