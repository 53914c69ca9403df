import assert from 'node:assert/strict';
import { afterEach, before } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Role } from '../../../src/contract/scopes.ts';
import { type Api, api, type JsonDocument } from '../requests/api.ts';
import { createDeck, deckPath } from '../requests/presentation.ts';
import type { TestOwner } from '../server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../server/suite-server.ts';
import { leaveWindow, type WindowOptions } from './shared-chromium.ts';
import { openWorkspacePage } from './workspace-browser.ts';

export interface DroppedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

interface PageOptions {
  readonly role?: Role;
  readonly owner?: TestOwner;
  readonly context?: Partial<WindowOptions>;
  readonly resource?: string;
}

/** Slides s1, s2 and so on, each with its number. */
export const numberedSlides = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `s${index + 1}`,
    layout: 'text',
    text: `Slide number ${index + 1}`,
  }));

/**
 * Provides a server with the starter edition to the calling suite, with a Live of an organization. Pages that a test
 * opens are left after it: open pages cost time in the tests that follow.
 */
export function useDeckPages() {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let client: Api;
  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    client = api(world.lectern, live.owner);
  });
  const pages = new Set<Page>();
  afterEach(async () => {
    await Promise.all([...pages].map(leaveWindow));
    pages.clear();
  });

  const openPage = async ({ owner = live.owner, ...options }: PageOptions = {}): Promise<Page> => {
    const page = await openWorkspacePage(world, owner, 'decks', options);
    pages.add(page);
    page.on('pageerror', (error) => assert.fail(error));
    await page.locator('.page-head, .deck-editor').waitFor();
    return page;
  };
  const stored = async (deck: { id: string }): Promise<JsonDocument> => (await client.get(deckPath(client, deck))).body;
  return {
    world,
    get live() {
      return live;
    },
    get client() {
      return client;
    },
    openPage,
    /** Opens the editor of a new deck. */
    openEditor: async (
      slides: readonly object[],
      { title, ...options }: PageOptions & { readonly title?: string } = {},
    ): Promise<{ page: Page; deck: JsonDocument }> => {
      const { body: deck } = await createDeck(client, slides, title);
      return { page: await openPage({ ...options, resource: deck.id }), deck };
    },
    stored,
    /** Returns the stored slides of a deck by their ids. */
    idsOf: async (deck: { id: string }): Promise<string[]> =>
      (await stored(deck)).slides.map(({ id }: JsonDocument) => id),
  };
}

export const rowOf = (page: Page, id: string): Locator => page.locator(`#slide-${id}`);

export const previewOf = (page: Page): FrameLocator => page.frameLocator('.preview-frame iframe');

export const openDialog = (page: Page): Locator => page.locator('dialog[open]');

export const focusedText = (page: Page): Promise<string> =>
  page.locator(':focus').evaluate((element) => element.textContent);

/** Returns a script that makes a DataTransfer with files or text. */
const transferScript = (files: readonly DroppedFile[], text = '') => `(() => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(
      files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
    )}) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    const text = ${JSON.stringify(text)};
    if (text) transfer.setData('text/plain', text);
    return transfer;
  })()`;

export async function dropFiles(page: Page, target: string, files: readonly DroppedFile[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(transferScript(files));
  await page.dispatchEvent(target, 'dragover', { dataTransfer });
  await page.dispatchEvent(target, 'drop', { dataTransfer });
}

export const pasteFiles = (page: Page, files: readonly DroppedFile[], text?: string): Promise<boolean> =>
  page.evaluate(`document.body.dispatchEvent(new ClipboardEvent('paste',
      { clipboardData: ${transferScript(files, text)}, bubbles: true, cancelable: true }))`);

/** Drags with several moves of the mouse, as the browser's drag and drop needs. */
export async function dragTo(
  page: Page,
  source: Locator,
  target: Locator,
  place: { x: number; y: number },
): Promise<void> {
  const from = (await source.boundingBox())!;
  const to = (await target.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 6, from.y + from.height / 2 + 6, { steps: 3 });
  await page.mouse.move(to.x + place.x + 4, to.y + place.y + 4, { steps: 6 });
  await page.mouse.move(to.x + place.x, to.y + place.y, { steps: 3 });
  await page.locator('.drop-line').waitFor();
  await page.mouse.up();
}
