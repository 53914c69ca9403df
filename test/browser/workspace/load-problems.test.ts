import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { WorkspaceArea } from '../../../src/contract/workspace-page.ts';
import { openWorkspacePage } from '../../support/browser/workspace-browser.ts';
import { api } from '../../support/requests/api.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { createDeck } from '../../support/requests/presentation.ts';
import { endRoutes } from '../../support/run/end-routes.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

describe('pages of the workspace that cannot be loaded', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let deckId: string;
  let planId: string;

  before(async () => {
    live = await world.openLive({ name: 'Main hall' });
    const client = api(world.lectern, live.owner);
    const slides = [{ layout: 'text', text: 'How sweet the sound' }];
    deckId = (await createDeck(client, slides, 'Amazing Grace')).body.id;
    planId = (await createPlan(client, [], 'Service on Sunday')).body.id;
  });

  const LISTS: readonly [items: string, area: WorkspaceArea, path: string, item: string][] = [
    ['plans', 'plans', '/plans', 'Service on Sunday'],
    ['decks', 'decks', '/decks', 'Amazing Grace'],
    ['Lives', 'lives', '/lives', 'Main hall'],
    ['editions', 'library', '/translations', 'King James Version'],
  ];
  for (const [items, area, path, item] of LISTS) {
    it(`when the list of ${items} cannot be read, then the page says so, and shows it once the person retries`, async () => {
      const page = await openWorkspacePage(world, live.owner, area);
      const context = page.context();
      await page.route(
        ({ pathname }) => pathname.startsWith('/v1/') && pathname.endsWith(path),
        (route) => route.abort(),
      );
      await page.reload();
      await page.getByRole('alert').getByText('The server does not respond.').waitFor();
      assert.equal(await page.locator('.empty').count(), 0, 'the list does not look empty');
      await endRoutes(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.resource-list').getByText(item).first().waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      await context.close();
    });
  }

  const RESOURCES: readonly [resource: string, area: WorkspaceArea, id: () => string, content: string][] = [
    ['a plan', 'plans', () => planId, '.plan-editor'],
    ['a deck', 'decks', () => deckId, '.deck-editor'],
    ['a Live', 'lives', () => live.liveId, '.live-section'],
  ];
  for (const [resource, area, id, content] of RESOURCES) {
    it(`when ${resource} cannot be read, then its page says so, and shows it once the person retries`, async () => {
      const page = await openWorkspacePage(world, live.owner, area, { resource: id() });
      await page.route(
        ({ pathname }) => pathname.startsWith('/v1/') && pathname.includes(id()),
        (route) => route.abort(),
      );
      await page.reload();
      await page.getByRole('alert').getByText('The server does not respond.').waitFor();
      await endRoutes(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator(content).first().waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      await page.context().close();
    });
  }

  it('[D11] when a Live is created and the library has one translation, then the Live shows it; if that fails, the Live exists without one', async () => {
    const page = await openWorkspacePage(world, live.owner, 'lives');
    const create = async (name: string) => {
      await page.goto(`${world.url}/workspace/${live.owner.id}/lives`);
      await page.getByRole('button', { name: 'New room' }).click();
      await page.locator('dialog').getByLabel('Name').fill(name);
      await page.locator('dialog').getByRole('button', { name: 'Create' }).click();
      await page.locator('h1', { hasText: name }).waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      return (await api(world.lectern, live.owner).get(`/v1/lives/${id}/settings`)).body.translations;
    };
    assert.deepEqual(await create('Youth'), ['kjv']);
    await page.route(
      ({ pathname }) => pathname.endsWith('/translations'),
      (route) => route.abort(),
    );
    assert.deepEqual(await create('Chapel'), []);
    await page.context().close();
  });
});
