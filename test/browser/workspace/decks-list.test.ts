import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { focusedText, numberedSlides, openDialog, useDeckPages } from '../../support/browser/deck-pages.ts';
import { type Api, api, type JsonDocument } from '../../support/requests/api.ts';
import { addImage, createDeck, deckPath, organizationRestPath, publish } from '../../support/requests/presentation.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';
import { runSql } from '../../support/server/sql.ts';

describe('[D26] the list of songs and slides', () => {
  const decks = useDeckPages();

  let client: Api;
  let page: Page;
  beforeEach(async () => {
    const owner = await createTestOrganization(decks.world.lectern);
    client = api(decks.world.lectern, owner);
    await createDeck(client, numberedSlides(2), 'Für Elise');
    const { body: published } = await createDeck(client, numberedSlides(3), 'Great is thy faithfulness');
    await publish(client, published);
    const { body: changed, etag } = await createDeck(client, numberedSlides(1), 'Announcements');
    await publish(client, changed);
    await client.put(deckPath(client, changed), { title: 'Announcements', slides: [] }, { ifMatch: etag! });
    page = await decks.openPage({ owner });
    await page.locator('.deck-list a').nth(2).waitFor();
  });
  const list = async (): Promise<JsonDocument[]> =>
    (await client.get(`${organizationRestPath(client)}/decks`)).body.data;
  const titles = async () => (await list()).map(({ title }) => title);
  /** Returns the slides of the deck with a title. */
  const slidesOf = async (title: string): Promise<JsonDocument[]> => {
    const { id } = (await list()).find((deck) => deck.title === title) as { id: string };
    return (await client.get(deckPath(client, { id }))).body.slides;
  };

  it('when it opens, then each deck has its kind, number of slides and state of publication', async () => {
    const rowOf = (title: string) => page.locator('.deck-list > li').filter({ hasText: title });
    const reads = (title: string, expected: RegExp) =>
      eventuallyEquals(true, async () => expected.test(await rowOf(title).innerText()), `${title}: ${expected}`);
    await reads('Für Elise', /Slides · 2 slides · changed .*\s+Not published/);
    await reads('faithfulness', /3 slides[\s\S]+Published/);
    await reads('Announcements', /0 slides[\s\S]+Changed since it was published/);
    assert.deepEqual(await listViolations(page), []);
  });

  it('when a title is typed without accents, then it is found, and the address keeps the search', async () => {
    await page.getByRole('searchbox').fill('fur el');
    await eventuallyEquals(['Für Elise'], () => page.locator('.deck-list a').allInnerTexts(), 'the found titles');
    await page.reload();
    await eventuallyEquals(['Für Elise'], () => page.locator('.deck-list a').allInnerTexts(), 'after a reload');
    await page.getByRole('button', { name: 'Songs', exact: true }).click();
    await page.getByText('Nothing has this title.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
  });

  it('[D77] when songs are listed by the day they were last sung, then the latest comes first with its day', async () => {
    for (const [title, day] of [
      ['Great is thy faithfulness', '2026-03-01'],
      ['Für Elise', '2026-03-08'],
    ]) {
      const { id } = (await list()).find((deck) => deck.title === title) as { id: string };
      await runSql(
        decks.world.lectern,
        `INSERT INTO usage_counts (organization_id, thing, day, live_id, title, count)
         VALUES ('${client.owner.id}', 'song ${id}', '${day}', 'live', 'Title', 1)`,
      );
    }
    await page.reload();
    await page.getByRole('combobox').selectOption({ label: 'Last sung' });
    const expected = ['Für Elise', 'Great is thy faithfulness', 'Announcements'];
    await eventuallyEquals(expected, () => page.locator('.deck-list a').allInnerTexts(), 'the order');
    assert.match(await page.locator('.deck-list > li').first().innerText(), /last sung Mar 8, 2026/);
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'CCLI license' }).waitFor();
  });

  it('[D1] when a deck is longer than a POST can be, then its copy is complete', async () => {
    const { body: long, etag } = await createDeck(client, [], 'Long');
    const slides = numberedSlides(40).map((slide) => ({ ...slide, text: 'Word '.repeat(500).trim() }));
    assert.equal((await client.put(deckPath(client, long), { title: 'Long', slides }, { ifMatch: etag! })).status, 200);
    await page.reload();
    await page.getByRole('button', { name: 'Duplicate Long' }).click();
    await page.getByRole('link', { name: 'Long (copy)' }).waitFor();
    assert.equal((await slidesOf('Long (copy)')).length, 40);
  });

  it('when a deletion is undone, then nothing is deleted; else the deck is deleted when the page is left', async () => {
    await page.getByRole('button', { name: 'Delete Für Elise' }).click();
    await page.getByRole('link', { name: 'Für Elise' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Für Elise' }).waitFor();
    assert.ok((await titles()).includes('Für Elise'));
    await page.getByRole('button', { name: 'Delete Für Elise' }).click();
    await page.getByRole('link', { name: 'Für Elise' }).waitFor({ state: 'detached' });
    await page.goto(page.url().replace(/decks$/, 'plans'));
    await eventuallyEquals(false, async () => (await titles()).includes('Für Elise'), 'the deck is listed');
  });

  it('when a deck is deleted by keys, then the next one has the focus', async () => {
    const [first, second] = await page.locator('.deck-list a').allInnerTexts();
    assert.ok(first);
    await page.getByRole('button', { name: `Delete ${first}` }).press('Enter');
    await page.getByRole('link', { name: first, exact: true }).waitFor({ state: 'detached' });
    await eventuallyEquals(second, () => focusedText(page), 'the focused title');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('link', { name: first, exact: true }).waitFor();
  });

  it('when images are managed, then unused ones are deleted and those in use stay', async () => {
    const used = await addImage(client, 20);
    const unused = await addImage(client, 220);
    await createDeck(client, [{ layout: 'image', image: used.id }], 'With an image');
    await page.getByRole('button', { name: 'Images' }).click();
    await openDialog(page).locator('.image-list li').nth(1).waitFor();
    await openDialog(page).getByText('64×48, 1 kB').first().waitFor();
    await openDialog(page).getByRole('button', { name: 'Delete all unused images…' }).click();
    await openDialog(page).getByRole('button', { name: 'Delete unused images' }).click();
    await openDialog(page).getByText('1 unused image was deleted.').waitFor();
    const { data } = (await client.get(`${organizationRestPath(client)}/images`)).body;
    assert.deepEqual(
      data.map(({ id }: JsonDocument) => id),
      [used.id],
    );
    assert.notEqual(used.id, unused.id);
    await openDialog(page).getByText('In use').waitFor();
  });

  it('when the deck is of another organization or deleted, then the page says so', async () => {
    await page.goto(`${page.url()}/unknown`);
    await page.getByText('This song or set of slides does not exist.').waitFor();
  });
});
