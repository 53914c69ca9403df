import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import {
  type DroppedFile,
  dragTo,
  dropFiles,
  openDialog,
  previewOf,
  rowOf,
  useDeckPages,
} from '../../support/browser/deck-pages.ts';
import { waitForSaved } from '../../support/browser/workspace-browser.ts';
import type { JsonDocument } from '../../support/requests/api.ts';
import { organizationRestPath } from '../../support/requests/presentation.ts';
import { endRoutes } from '../../support/run/end-routes.ts';

const SAMPLES = join(import.meta.dirname, '../../songs/samples');

describe('[D70] songs in the workspace', () => {
  const decks = useDeckPages();

  const SONG = [
    { id: 'v1', layout: 'text', title: 'Verse 1', text: 'Amazing grace! how sweet the sound' },
    { id: 'c1', layout: 'text', text: 'My chains are gone' },
    { id: 'v2', layout: 'text', text: "'Twas grace that taught" },
  ];
  const openSong = async (more: object = {}) => {
    const path = `${organizationRestPath(decks.client)}/decks`;
    const { body: deck, status } = await decks.client.post(path, {
      title: 'Amazing Grace',
      kind: 'song',
      slides: SONG,
      ...more,
    });
    assert.equal(status, 201, JSON.stringify(deck));
    const page = await decks.openPage({ resource: deck.id });
    return { page, deck };
  };

  it('when a song is pasted, named, ordered and credited, then the deck has its parts, order and footer', async () => {
    const page = await decks.openPage();
    await page.getByRole('button', { name: 'New song' }).click();
    await page.locator('#deck-title:focus').waitFor();
    await page.keyboard.type('Amazing Grace');
    await page.getByRole('button', { name: 'Paste text…' }).click();
    await openDialog(page).locator('textarea').fill('Amazing grace\n\nMy chains are gone\n\nThe Lord has promised');
    await openDialog(page).getByRole('button', { name: 'Make 3 parts' }).click();
    await rowOf(page, 'v2').click();
    await page.locator('.slide-fields select').selectOption({ label: 'Chorus' });
    await page.getByLabel('Sing in the order of the parts').uncheck();
    await page.getByRole('button', { name: 'Add Chorus to the order' }).click();
    await page.getByLabel('Authors').fill('John Newton');
    await page.getByLabel('CCLI song number').fill('22025');
    await previewOf(page).getByText('Amazing Grace · John Newton · CCLI Song #22025').waitFor();
    await waitForSaved(page);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await eventuallyEquals('22025', async () => (await decks.stored({ id })).footer?.ccli, 'the stored number');
    const { kind, slides, order, footer } = await decks.stored({ id });
    assert.equal(kind, 'song');
    assert.deepEqual(
      slides.map((slide: JsonDocument) => slide.id),
      ['v1', 'c1', 'v3'],
    );
    assert.deepEqual(order, ['v1', 'c1', 'v3', 'c1']);
    assert.deepEqual(footer, { authors: 'John Newton', copyright: null, ccli: '22025', source: null });
    assert.deepEqual(await listViolations(page, 1), []);
  });

  it('when a text with labels in Portuguese is pasted, then they name the parts, and no slide shows them', async () => {
    const path = `${organizationRestPath(decks.client)}/decks`;
    const { body: deck } = await decks.client.post(path, { title: 'Grace', kind: 'song', slides: [] });
    const page = await decks.openPage({ resource: deck.id, context: { locale: 'pt' } });
    await page.getByRole('button', { name: 'Colar texto…' }).click();
    await openDialog(page)
      .locator('textarea')
      .fill("A Song\n\nEstrofe 1\nAmazing grace\n\nRefrão:\nMy chains\n\n[Estrofe 2]\n'Twas grace\n\nRefrão:");
    for (const text of ['Título: A Song', 'Partes: Estrofe 1, Refrão, Estrofe 2'])
      await openDialog(page).getByText(text, { exact: true }).waitFor();
    await openDialog(page).locator('[type="submit"]').click();
    await eventuallyEquals(3, async () => (await decks.stored(deck)).slides.length, 'the stored parts');
    const { title, slides, order } = await decks.stored(deck);
    assert.equal(title, 'Grace');
    assert.deepEqual(
      slides.map(({ id, text }: JsonDocument) => [id, text]),
      [
        ['v1', 'Amazing grace'],
        ['c1', 'My chains'],
        ['v2', "'Twas grace"],
      ],
    );
    assert.deepEqual(order, ['v1', 'c1', 'v2', 'c1']);
  });

  it('when a text with labels is pasted into a song with parts, then its parts are further ones', async () => {
    const { page, deck } = await openSong();
    await page.getByRole('button', { name: 'Paste text…' }).click();
    await openDialog(page).locator('textarea').fill('Verse 1\nOne\n\nmore\n\nBridge\nTwo');
    await openDialog(page).getByRole('button', { name: 'Make 3 parts' }).click();
    await eventuallyEquals(6, async () => (await decks.stored(deck)).slides.length, 'the stored parts');
    assert.deepEqual((await decks.idsOf(deck)).toSorted(), ['b1', 'c1', 'v1', 'v2', 'v3', 'v3-2']);
  });

  it('when a pasted text cannot be read as a song, then the dialog says where and why', async () => {
    const { page } = await openSong();
    await page.getByRole('button', { name: 'Paste text…' }).click();
    await openDialog(page)
      .locator('textarea')
      .fill(`Verse 1\n${'long '.repeat(2_000)}`);
    await openDialog(page)
      .getByRole('alert')
      .getByText(/line 2/i)
      .waitFor();
    assert.equal(await openDialog(page).getByRole('button', { name: /^Make/ }).isDisabled(), true);
  });

  const songTitles = async (): Promise<string[]> =>
    (await decks.client.get(`${organizationRestPath(decks.client)}/decks?limit=100`)).body.data
      .filter(({ kind }: JsonDocument) => kind === 'song')
      .map(({ title }: JsonDocument) => title);

  it('when song files are dropped, then one report says what became of each, and one click takes all back', async () => {
    const page = await decks.openPage();
    const sample = async (name: string): Promise<DroppedFile> => ({
      name,
      type: '',
      bytes: await readFile(join(SAMPLES, name)),
    });
    const damaged = (await sample('openlyrics-be-thou-my-vision.xml')).bytes;
    const before = await songTitles();
    await dropFiles(page, '.deck-list-page', [
      await sample('openlyrics-be-thou-my-vision.xml'),
      await sample('songbeamer-grosser-gott.sng'),
      { name: 'cover.jpg', type: 'image/jpeg', bytes: Buffer.from('x') },
      { name: 'damaged.xml', type: 'text/xml', bytes: damaged.subarray(0, damaged.length / 2) },
    ]);
    await openDialog(page).getByText('2 imported, 0 already there, 1 refused.').waitFor();
    await openDialog(page).getByText('Left out: pictures (1)').waitFor();
    const importRow = (name: string) => openDialog(page).locator('tr').filter({ hasText: name });
    assert.match(await importRow('be-thou').innerText(), /Be Thou My Vision[\s\S]+\d slides · OpenLyrics/);
    assert.match(await importRow('grosser-gott').innerText(), /Großer Gott[\s\S]+SongBeamer/);
    assert.match(await importRow('damaged').innerText(), /damaged/i);
    assert.deepEqual(await listViolations(page), []);
    await openDialog(page).getByRole('button', { name: 'Refused (1)' }).click();
    await importRow('be-thou').waitFor({ state: 'detached' });
    await importRow('damaged').waitFor();
    assert.equal((await songTitles()).length, before.length + 2);

    // The list of imports leads to the report again.
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Be Thou My Vision' }).waitFor();
    await page.getByRole('button', { name: 'Import songs' }).click();
    await openDialog(page).getByRole('button', { name: '2 imported, 0 already there, 1 refused.' }).first().click();
    await openDialog(page).getByRole('button', { name: 'Undo import' }).click();
    await openDialog(page).getByText('Undone: 2 deleted, 0 kept.').waitFor();
    await page.getByRole('link', { name: 'Be Thou My Vision' }).waitFor({ state: 'detached' });
    assert.deepEqual(await songTitles(), before);
  });

  it('when the connection is lost during an import, then it can be sent again, and no song is created twice', async () => {
    const page = await decks.openPage();
    const names = ['Lost One', 'Lost Two', 'Lost Three'];
    const files = names.map((name) => ({
      name: `${name}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${name}\n\nVerse 1\nThe words of ${name}\n`),
    }));
    await page.getByRole('button', { name: 'Import songs' }).click();
    const input = openDialog(page).locator('input[type=file]').first();
    await page.route('**/imports?**', async (route) => {
      // The server has received it.
      await route.fetch();
      await route.abort();
    });
    await input.setInputFiles(files);
    await openDialog(page).getByText('The server does not respond').waitFor();
    await endRoutes(page, 'wait');
    await input.setInputFiles(files);
    await openDialog(page)
      .getByText(/\d imported, \d already there, 0 refused\./)
      .first()
      .waitFor();
    const lost = (await songTitles()).filter((title) => title.startsWith('Lost'));
    assert.deepEqual(lost.toSorted(), names.toSorted());
  });

  it('when the server does not respond while an import runs, then the page shows the report once it does', async () => {
    const page = await decks.openPage();
    await page.getByRole('button', { name: 'Import songs' }).click();
    let isDown = true;
    await page.route('**/imports/*', (route) => (isDown ? route.abort() : route.continue()));
    const file = {
      name: 'Away.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Away\n\nVerse 1\nWhile it is away\n'),
    };
    await openDialog(page).locator('input[type=file]').first().setInputFiles(file);
    await openDialog(page).getByText('The server does not respond').waitFor();
    isDown = false;
    await openDialog(page).getByText('1 imported, 0 already there, 0 refused.').waitFor();
    assert.equal(await openDialog(page).getByText('The server does not respond').count(), 0);
    await endRoutes(page, 'wait');
  });

  it('when the order is changed by keys, by dragging and by a click, then it is saved', async () => {
    const { page, deck } = await openSong({ order: ['v1', 'c1', 'v2', 'c1'] });
    const orderOf = async () => (await decks.stored(deck)).order;
    const chip = (name: string) => page.getByRole('button', { name, exact: true });
    await chip('1: Verse 1').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await eventuallyEquals(['v1', 'v2', 'c1', 'c1'], orderOf, 'after Alt+→');
    await dragTo(page, chip('4: Chorus'), chip('1: Verse 1'), { x: 4, y: 10 });
    await eventuallyEquals(['c1', 'v1', 'v2', 'c1'], orderOf, 'after dragging');
    await page.getByRole('button', { name: 'Remove Verse 2 at place 3' }).click();
    await eventuallyEquals(['c1', 'v1', 'c1'], orderOf, 'after removing');
    await page.getByText('Not sung: Verse 2').waitFor();
    await page.getByLabel('Sing in the order of the parts').check();
    await eventuallyEquals(null, orderOf, 'in the order of the parts');
  });

  it('when a part is renamed, split or deleted, then the order follows, and rows say the name of a part once', async () => {
    const { page, deck } = await openSong({ order: ['v1', 'c1', 'v2', 'c1'] });
    assert.equal(await rowOf(page, 'v1').textContent(), 'Verse 1Amazing grace! how sweet the sound');
    await rowOf(page, 'c1').click();
    await page.locator('.slide-fields select').selectOption({ label: 'Bridge' });
    await eventuallyEquals(['v1', 'b1', 'v2', 'b1'], async () => (await decks.stored(deck)).order, 'after renaming');
    await page.getByRole('button', { name: 'Add a slide to this part' }).click();
    await eventuallyEquals(
      ['v1', 'b1', 'b1-2', 'v2', 'b1', 'b1-2'],
      async () => (await decks.stored(deck)).order,
      'after adding a slide',
    );
    await rowOf(page, 'b1').click();
    await page.locator('.slide-list').focus();
    await page.keyboard.press('Delete');
    await eventuallyEquals(
      ['v1', 'b1-2', 'v2', 'b1-2'],
      async () => (await decks.stored(deck)).order,
      'after deleting',
    );
  });
});
