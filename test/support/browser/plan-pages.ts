import { afterEach, before } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Role } from '../../../src/contract/scopes.ts';
import { type Api, api, type JsonDocument } from '../requests/api.ts';
import type { Person } from '../requests/members.ts';
import { createPlan, planPath } from '../requests/plans.ts';
import { createDeck } from '../requests/presentation.ts';
import type { TestOwner } from '../server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../server/suite-server.ts';
import { eventuallyEquals } from './audience-pages.ts';
import { leaveWindow, type WindowOptions } from './shared-chromium.ts';
import { openWorkspacePage } from './workspace-browser.ts';

export const THREE = ['Opening', 'Reading', 'Blessing'];
export const THREE_ENTRIES = [
  { kind: 'heading', title: 'Opening' },
  { kind: 'passage', title: 'Reading', passage: 'John 3:16-18' },
  { kind: 'passage', title: 'Blessing', passage: 'Numbers 6:24' },
];

interface PageOptions {
  readonly role?: Role;
  readonly member?: Person;
  readonly context?: Partial<WindowOptions>;
  readonly resource?: string;
  readonly owner?: TestOwner;
}

interface PlanEditor {
  readonly page: Page;
  readonly plan: JsonDocument;
  stored(): Promise<JsonDocument>;
}

/**
 * Provides a server with the starter edition to the calling suite, with a Live and a song of one organization. Pages
 * that a test opens are left after it: open pages cost time in the tests that follow.
 */
export function usePlanPages() {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let client: Api;
  let song: JsonDocument;
  before(async () => {
    live = await world.openLive({ name: 'Main hall' });
    client = api(world.lectern, live.owner);
    song = (await createDeck(client, [{ layout: 'text', text: 'How sweet the sound' }], 'Amazing Grace')).body;
  });
  const pages = new Set<Page>();
  afterEach(async () => {
    await Promise.all([...pages].map(leaveWindow));
    pages.clear();
  });

  const openPage = async ({ owner = live.owner, ...options }: PageOptions = {}): Promise<Page> => {
    const page = await openWorkspacePage(world, owner, 'plans', options);
    pages.add(page);
    return page;
  };
  return {
    world,
    get live() {
      return live;
    },
    get client() {
      return client;
    },
    get song() {
      return song;
    },
    openPage,
    /** Opens the editor of a new plan. */
    openEditor: async (
      entries: readonly object[] = [],
      { name, ...options }: PageOptions & { readonly name?: string } = {},
    ): Promise<PlanEditor> => {
      const { body: plan } = await createPlan(client, entries, name);
      const page = await openPage({ ...options, resource: plan.id });
      await page.locator('.plan-editor').waitFor();
      return { page, plan, stored: async () => (await client.get(planPath(client, plan))).body };
    },
  };
}

/** The field that adds entries. */
export const addField = (page: Page): Locator => page.locator('.add-field');

export const entryOf = (page: Page, title: string): Locator => page.locator('.entry', { hasText: title });

/** The part of an entry that takes the focus. */
export const mainOf = (page: Page, title: string): Locator => entryOf(page, title).locator('.entry-main');

export const readTitles = (page: Page): Promise<string[]> => page.locator('.entry-title').allTextContents();

export const waitForTitles = (page: Page, expected: readonly string[]): Promise<void> =>
  eventuallyEquals([...expected], () => readTitles(page), 'the entries of the page');

export const waitForStored = (stored: PlanEditor['stored'], expected: readonly string[]): Promise<void> =>
  eventuallyEquals(
    [...expected],
    async () => (await stored()).entries.map(({ title }: JsonDocument) => title),
    'stored',
  );
