import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A page in a context of its own that writes down what it asks for and what it complains about. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Fails if anything was asked of another origin, or if the page or its policy complained. */
  assertClean(): void;
  /** Forgets complaints, of a server that was away on purpose for one. Requests are never forgotten. */
  forgive(): void;
  /** Goes to another address of the same server, with nothing written down yet. */
  visit(url: string): Promise<void>;
  close(): Promise<void>;
}

export async function openWatchedPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  /** Complaints that are part of what is tested. */
  expected: RegExp | null = null,
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const { origin } = new URL(url);
  let foreign: string[] = [];
  let complaints: string[] = [];
  const visit = async (address: string) => {
    foreign = [];
    complaints = [];
    const response = await page.goto(address);
    assert.equal(response?.status(), 200);
  };
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.origin !== origin && asked.protocol !== 'data:') foreign.push(asked.href);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expected?.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await visit(url);
  return {
    page,
    context,
    assertClean: () => {
      assert.deepEqual(foreign, [], 'requests to another origin');
      assert.deepEqual(complaints, [], 'complaints of the page');
    },
    forgive: () => {
      complaints = [];
    },
    visit,
    close: () => context.close(),
  };
}

/**
 * Opens watched pages of one server and reuses closed ones, because a new window is expensive. Not for tests of state
 * that outlives a page, such as stored data, the pointer or listeners.
 */
export class ReusedPages {
  readonly #place: { readonly browser: Browser };
  readonly #closed = new Map<string, WatchedPage[]>();

  /** Its browser need not be there yet. */
  constructor(place: { readonly browser: Browser }) {
    this.#place = place;
  }

  async open(url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const alike = this.#closedLike(options);
    const known = alike.pop();
    const watched = known ?? (await openWatchedPage(this.#place.browser, url, options));
    await known?.visit(url);
    const close = async () => {
      await watched.page.goto('about:blank');
      alike.push(watched);
    };
    return { ...watched, close };
  }

  #closedLike(options: BrowserContextOptions): WatchedPage[] {
    const key = JSON.stringify(options);
    const pages = this.#closed.get(key) ?? [];
    this.#closed.set(key, pages);
    return pages;
  }
}

/** Stores a screenshot in the temporary folder for people to check, if LECTERN_SCREENSHOTS is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env.LECTERN_SCREENSHOTS) return;
  const folder = join(tmpdir(), 'lectern-screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
