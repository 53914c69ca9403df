import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { DECK_MAX_SLIDES, IMAGE_MAX_BYTES } from '../../../src/contract/limits.ts';
import type { Role } from '../../../src/contract/scopes.ts';
import { type Api, api, type JsonDocument } from '../../support/api.ts';
import { eventuallyEquals, LAPTOP_SIZE, PHONE_SIZE } from '../../support/audience-pages.ts';
import { listViolations } from '../../support/axe.ts';
import { createMember } from '../../support/members.ts';
import { addImage, createDeck, deckPath, organizationRestPath, paint, publish } from '../../support/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../../support/suite-server.ts';

const SAMPLES = join(import.meta.dirname, '../../songs/samples');

interface DroppedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const PHOTO = { width: 4_800, height: 2_700 };
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `s${index + 1}`,
    layout: 'text',
    text: `Slide number ${index + 1}`,
  }));

describe('[D26] songs and slides in the workspace', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let client: Api;
  const opened: Page[] = [];

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    client = api(world.lectern, live.owner);
  });
  after(() => Promise.all(opened.map((page) => page.context().close())));
  /** Pages of one test. Open pages cost time in the tests that follow. */
  const editors = new Set<Page>();
  afterEach(async () => {
    await Promise.all([...editors].map((page) => page.context().close()));
    editors.clear();
  });

  const open = async (
    path: string,
    { role = 'operator' as Role, options = LAPTOP_SIZE as BrowserContextOptions } = {},
  ): Promise<Page> => {
    const { browser } = await createMember(world.lectern, live.owner, role);
    const context = await (await world.browser()).newContext({ reducedMotion: 'reduce', ...options });
    const value = browser.cookies.get('lectern_session')!;
    await context.addCookies([{ name: 'lectern_session', value, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    opened.push(page);
    page.on('pageerror', (error) => assert.fail(error));
    await page.goto(`${world.url}/workspace/${live.owner.id}/decks${path}`);
    await page.locator('.page-head, .deck-editor').waitFor();
    return page;
  };
  const openEditor = async (
    slides: readonly object[],
    more: { title?: string; role?: Role; options?: BrowserContextOptions } = {},
  ) => {
    const { body: deck } = await createDeck(client, slides, more.title);
    const page = await open(`/${deck.id}`, more);
    editors.add(page);
    return { page, deck };
  };
  const stored = async (deck: JsonDocument) => (await client.get(deckPath(client, deck))).body;
  const idsOf = async (deck: JsonDocument) => (await stored(deck)).slides.map(({ id }: JsonDocument) => id);
  const isSaved = (page: Page) => page.locator('.save-status[data-state=saved]').waitFor();
  const row = (page: Page, id: string) => page.locator(`#slide-${id}`);
  const selectedRow = (page: Page) => page.locator('.slide-row[aria-selected=true]').getAttribute('id');
  const preview = (page: Page) => page.frameLocator('.preview-frame iframe');
  /** Script that makes a DataTransfer with files or text. */
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
  const drop = async (page: Page, target: string, files: readonly DroppedFile[]) => {
    const dataTransfer = await page.evaluateHandle(transferScript(files));
    await page.dispatchEvent(target, 'dragover', { dataTransfer });
    await page.dispatchEvent(target, 'drop', { dataTransfer });
  };
  const paste = (page: Page, files: readonly DroppedFile[], text?: string) =>
    page.evaluate(`document.body.dispatchEvent(new ClipboardEvent('paste',
      { clipboardData: ${transferScript(files, text)}, bubbles: true, cancelable: true }))`);
  /** Drags with several moves of the mouse, as the browser's drag and drop needs. */
  const drag = async (page: Page, source: Locator, target: Locator, place: { x: number; y: number }) => {
    const from = (await source.boundingBox())!;
    const to = (await target.boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 6, from.y + from.height / 2 + 6, { steps: 3 });
    await page.mouse.move(to.x + place.x + 4, to.y + place.y + 4, { steps: 6 });
    await page.mouse.move(to.x + place.x, to.y + place.y, { steps: 3 });
    await page.locator('.drop-line').waitFor();
    await page.mouse.up();
  };
  const dialog = (page: Page) => page.locator('dialog[open]');
  const focusedText = (page: Page) => page.locator(':focus').evaluate((element) => element.textContent);

  describe('the list', () => {
    let page: Page;
    before(async () => {
      await createDeck(client, texts(2), 'Für Elise');
      const { body: published } = await createDeck(client, texts(3), 'Great is thy faithfulness');
      await publish(client, published);
      const { body: changed, etag } = await createDeck(client, texts(1), 'Announcements');
      await publish(client, changed);
      await client.put(deckPath(client, changed), { title: 'Announcements', slides: [] }, { ifMatch: etag! });
      page = await open('');
    });

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

    it('when a deck is duplicated, then the copy has its slides', async () => {
      await page.getByRole('button', { name: 'Duplicate Für Elise' }).click();
      await page.getByRole('link', { name: 'Für Elise (copy)' }).waitFor();
      const { data } = (await client.get(`${organizationRestPath(client)}/decks`)).body;
      const copy = data.find(({ title }: JsonDocument) => title === 'Für Elise (copy)');
      assert.deepEqual(await idsOf(copy), ['s1', 's2']);
    });

    it('[D1] when a deck is longer than a POST can be, then its copy is complete', async () => {
      const { body: long, etag } = await createDeck(client, [], 'Long');
      const slides = texts(40).map((slide) => ({ ...slide, text: 'Word '.repeat(500).trim() }));
      assert.equal(
        (await client.put(deckPath(client, long), { title: 'Long', slides }, { ifMatch: etag! })).status,
        200,
      );
      await page.reload();
      await page.getByRole('button', { name: 'Duplicate Long' }).click();
      await page.getByRole('link', { name: 'Long (copy)' }).waitFor();
      const { data } = (await client.get(`${organizationRestPath(client)}/decks`)).body;
      assert.equal((await idsOf(data.find(({ title }: JsonDocument) => title === 'Long (copy)'))).length, 40);
    });

    it('when a deletion is undone, then nothing is deleted; else the deck is deleted when the page is left', async () => {
      const titles = async () =>
        (await client.get(`${organizationRestPath(client)}/decks`)).body.data.map(({ title }: JsonDocument) => title);
      await page.getByRole('button', { name: 'Delete Für Elise (copy)' }).click();
      await page.getByRole('link', { name: 'Für Elise (copy)' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('link', { name: 'Für Elise (copy)' }).waitFor();
      assert.ok((await titles()).includes('Für Elise (copy)'));
      await page.getByRole('button', { name: 'Delete Für Elise (copy)' }).click();
      await page.getByRole('link', { name: 'Für Elise (copy)' }).waitFor({ state: 'detached' });
      await page.goto(`${world.url}/workspace/${live.owner.id}/plans`);
      await eventuallyEquals(false, async () => (await titles()).includes('Für Elise (copy)'), 'the copy is listed');
    });

    it('when a deck is deleted by keys, then the next one has the focus', async () => {
      page = await open('');
      const titles = await page.locator('.deck-list a').allInnerTexts();
      await page.getByRole('button', { name: `Delete ${titles[0]}` }).press('Enter');
      await page.getByRole('link', { name: titles[0]!, exact: true }).waitFor({ state: 'detached' });
      await eventuallyEquals(titles[1], () => focusedText(page), 'the focused title');
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByRole('link', { name: titles[0]!, exact: true }).waitFor();
    });

    it('when images are managed, then unused ones are deleted and those in use stay', async () => {
      const used = await addImage(client, 20);
      const unused = await addImage(client, 220);
      await createDeck(client, [{ layout: 'image', image: used.id }], 'With an image');
      page = await open('');
      await page.getByRole('button', { name: 'Images' }).click();
      await dialog(page).locator('.image-list li').nth(1).waitFor();
      await dialog(page).getByText('64×48, 1 kB').first().waitFor();
      await dialog(page).getByRole('button', { name: 'Delete all unused images…' }).click();
      await dialog(page).getByRole('button', { name: 'Delete unused images' }).click();
      await dialog(page).getByText('1 unused image was deleted.').waitFor();
      const { data } = (await client.get(`${organizationRestPath(client)}/images`)).body;
      assert.deepEqual(
        data.map(({ id }: JsonDocument) => id),
        [used.id],
      );
      assert.notEqual(used.id, unused.id);
      await dialog(page).getByText('In use').waitFor();
    });
  });

  describe('the editor', () => {
    it('when each layout is filled in, then the fields of the schema are saved, and the preview shows them', async () => {
      const page = await open('');
      await page.getByRole('button', { name: 'New slides' }).click();
      await page.locator('#deck-title:focus').waitFor();
      await page.keyboard.type('Sunday morning');
      await page.locator('.deck-slides').getByRole('button', { name: 'Add a slide' }).click();
      await page.getByLabel('Title', { exact: true }).last().fill('Welcome');
      await page.getByLabel('Text below the title').fill('Grace Chapel');
      await preview(page).getByText('Grace Chapel').waitFor();
      await page.getByRole('button', { name: 'Add after' }).click();
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.getByLabel('Heading').fill('Today');
      await page.getByLabel('Text', { exact: true }).fill('Lunch\nChoir');
      await page.getByRole('button', { name: 'Add after' }).click();
      await page.getByRole('button', { name: 'Scripture' }).click();
      await page.getByLabel('Reference').fill('jn 3 16-17');
      await page.locator('.scripture-text').getByText('For God so loved the world').waitFor();
      await preview(page).getByText('For God so loved the world').waitFor();
      await page.getByLabel('Translation').selectOption({ label: 'King James Version (1769)' });
      await page.getByLabel('Reference').blur();
      await eventuallyEquals('John 3:16-17', () => page.getByLabel('Reference').inputValue(), 'the reference as read');
      await page.getByRole('button', { name: 'Add after' }).click();
      await page.getByRole('button', { name: 'Blank' }).click();
      await isSaved(page);
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      await eventuallyEquals(4, async () => (await stored({ id })).slides.length, 'the number of stored slides');
      await isSaved(page);
      const { title, kind, slides } = await stored({ id });
      assert.deepEqual([title, kind], ['Sunday morning', 'slides']);
      const none = { title: null, text: null, reference: null, image: null };
      const reference = { book_id: 43, chapter: 3, verse: 16, end_verse: 17, translation: 'kjv' };
      assert.deepEqual(
        slides.map(({ id: _, ...slide }: JsonDocument) => slide),
        [
          { ...none, layout: 'title', title: 'Welcome', text: 'Grace Chapel' },
          { ...none, layout: 'text', title: 'Today', text: 'Lunch\nChoir' },
          { ...none, layout: 'scripture', reference },
          { ...none, layout: 'blank' },
        ],
      );
      assert.deepEqual(await listViolations(page, 1), []);
    });

    it('when the view is switched, then the preview shows the lower third and the stage with the next slide', async () => {
      const { page } = await openEditor([
        { id: 'a', layout: 'text', text: 'Come, thou fount' },
        { id: 'b', layout: 'text', text: 'Here I raise my Ebenezer' },
      ]);
      await preview(page).getByText('Come, thou fount').waitFor();
      await page.getByRole('button', { name: 'Lower third' }).click();
      await preview(page).getByText('Come, thou fount').waitFor();
      await page.getByRole('button', { name: 'Stage' }).click();
      await preview(page).getByText('Here I raise my Ebenezer').first().waitFor();
    });

    it('when a text is too long for a screen, then this is said, and it can be split in two', async () => {
      const line = 'And the people answered together and said, All that hath been spoken we will do.';
      const text = Array.from({ length: 40 }, () => line).join('\n');
      const { page, deck } = await openEditor([{ id: 'long', layout: 'text', text }]);
      await page.getByText('The text is too long to be read from a distance.').waitFor();
      await page.getByRole('button', { name: 'Split in two' }).click();
      await eventuallyEquals(2, async () => (await stored(deck)).slides.length, 'the stored slides');
      const { slides } = await stored(deck);
      assert.deepEqual(
        slides.map((slide: JsonDocument) => slide.text.split('\n').length),
        [20, 20],
      );
    });

    it('when a reference is ambiguous, of several chapters or not a reference, then this is said, and the deck stays', async () => {
      const { page, deck } = await openEditor([{ id: 'a', layout: 'scripture' }]);
      const field = page.getByLabel('Reference');
      await field.fill('xyzzy 3');
      await page.getByText('This is not a reference yet.').waitFor();
      await field.fill('john 3:16-4:2');
      await page.getByText('A slide shows verses of one chapter.').waitFor();
      await field.fill('john 3:16; rom 8:28');
      await page.getByText('A slide shows one passage.').waitFor();
      assert.equal((await stored(deck)).slides[0].reference, null);
    });

    it('when slides are moved by keys, by buttons or by dragging, then their order is saved, and undo restores it', async () => {
      const { page, deck } = await openEditor(texts(4));
      await row(page, 's1').click();
      await page.locator('.slide-list').focus();
      await page.keyboard.press('Alt+ArrowDown');
      await eventuallyEquals(['s2', 's1', 's3', 's4'], () => idsOf(deck), 'after Alt+↓');
      assert.equal(await selectedRow(page), 'slide-s1');
      await page.getByRole('button', { name: 'Move up' }).click();
      await eventuallyEquals(['s1', 's2', 's3', 's4'], () => idsOf(deck), 'after the button');
      await drag(page, row(page, 's4'), row(page, 's1'), { x: 60, y: 8 });
      await eventuallyEquals(['s4', 's1', 's2', 's3'], () => idsOf(deck), 'after dragging');
      await page.locator('.slide-list').focus();
      await page.keyboard.press('Control+z');
      await eventuallyEquals(['s1', 's2', 's3', 's4'], () => idsOf(deck), 'after Ctrl+Z');
      await page.keyboard.press('Control+Shift+Z');
      await eventuallyEquals(['s4', 's1', 's2', 's3'], () => idsOf(deck), 'after Ctrl+Shift+Z');
      await page.keyboard.press('Delete');
      await eventuallyEquals(3, async () => (await idsOf(deck)).length, 'after Delete');
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await eventuallyEquals(['s4', 's1', 's2', 's3'], () => idsOf(deck), 'after the undo of the message');
      await row(page, 's2').click();
      await page.getByRole('button', { name: 'Duplicate' }).click();
      await eventuallyEquals(5, async () => (await idsOf(deck)).length, 'after duplicating');
      assert.equal((await stored(deck)).slides[3].text, 'Slide number 2');
    });

    it('when slides are added, moved and deleted by keys, then the focus goes along, and places are announced', async () => {
      const { page, deck } = await openEditor([]);
      await page.getByRole('button', { name: 'Add a slide' }).press('Enter');
      await page.locator('.slide-fields input:focus').waitFor();
      await page.keyboard.type('First');
      await page.getByRole('button', { name: 'Add after' }).press('Enter');
      await page.locator('.slide-fields', { hasText: 'Slide 2 of 2' }).locator('input:focus').waitFor();
      await page.keyboard.type('Second');
      await page.getByRole('button', { name: 'Move up' }).press('Enter');
      await page.getByRole('status').filter({ hasText: 'Second: 1 of 2' }).waitFor();
      await page.keyboard.press('Enter');
      await eventuallyEquals('↑Move up', () => focusedText(page), 'the button that can no longer act');
      const titles = async () => (await stored(deck)).slides.map(({ title }: JsonDocument) => title);
      await eventuallyEquals(['Second', 'First'], titles, 'the stored order');
      await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await page.locator('.slide-list:focus').waitFor();
      await page.keyboard.press('Delete');
      await eventuallyEquals('Add a slide', () => focusedText(page), 'the focus in the empty deck');
    });

    it('when text with blank lines is pasted into an empty deck, then it asks, and makes a slide of each paragraph', async () => {
      const { page, deck } = await openEditor([]);
      await paste(page, [], 'One\nmore\n\nTwo\n \n\nThree');
      await dialog(page).getByRole('button', { name: 'Make 3 slides' }).click();
      await eventuallyEquals(
        ['One\nmore', 'Two', 'Three'],
        async () => (await stored(deck)).slides.map(({ text }: JsonDocument) => text),
        'the stored texts',
      );
    });

    it('when images are dropped, then type and size are shown before, refusals have a reason, and each image makes a slide', async () => {
      const { page, deck } = await openEditor(texts(1));
      const photo = await sharp({ create: { ...PHOTO, channels: 3, background: '#268' } })
        .jpeg()
        .toBuffer();
      const small = await paint('png', { width: 320, height: 200 });
      await drop(page, '.deck-slides', [
        { name: 'hall.jpg', type: 'image/jpeg', bytes: photo },
        { name: 'notes.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') },
        { name: 'small.png', type: 'image/png', bytes: small },
      ]);
      const before = await dialog(page).innerText();
      assert.match(before, new RegExp(`hall.jpg\\s+JPEG, ${Math.round(photo.length / 1000)} kB`));
      assert.match(before, /notes.pdf\s+PDF, 1 kB\s+PDF files cannot be shown. Use PNG, JPEG, WebP or AVIF./);
      const { data } = (await client.get(`${organizationRestPath(client)}/images`)).body;
      await dialog(page).getByRole('button', { name: 'Upload 2 images' }).click();
      await dialog(page)
        .getByText(/3840×2160, \d+ kB/)
        .waitFor();
      await dialog(page)
        .getByText(/320×200, \d+ kB/)
        .waitFor();
      await dialog(page).getByRole('button', { name: 'Use 2 uploaded images' }).click();
      await eventuallyEquals(3, async () => (await stored(deck)).slides.length, 'the stored slides');
      const { slides } = await stored(deck);
      assert.deepEqual(
        slides.map(({ layout, image }: JsonDocument) => [layout, typeof image]),
        [
          ['text', 'object'],
          ['image', 'string'],
          ['image', 'string'],
        ],
      );
      const now = (await client.get(`${organizationRestPath(client)}/images`)).body.data;
      assert.equal(now.length, data.length + 2);
      await page.getByText(/3840×2160, \d+ kB/).waitFor();
      await page.getByLabel('Alternative text').fill('The new hall');
      await eventuallyEquals('The new hall', async () => (await stored(deck)).slides[1].title, 'the stored title');
      await preview(page).locator('img').waitFor();
    });

    it('[D1] when an image has more than 10 MiB, then it is refused before it is sent', async () => {
      const { page } = await openEditor(texts(1));
      const requests: string[] = [];
      page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
      await page
        .locator('.slide-list-acts input[type=file]')
        .setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(IMAGE_MAX_BYTES + 1) });
      await dialog(page).getByText('Larger than 10 MB.').waitFor();
      assert.equal(
        await dialog(page)
          .getByRole('button', { name: /^Upload/ })
          .count(),
        0,
      );
      assert.deepEqual(
        requests.filter((request) => request.startsWith('POST')),
        [],
      );
    });

    it('when an image is pasted on an empty image slide, then the slide shows it', async () => {
      const { page, deck } = await openEditor([{ id: 'picture', layout: 'image' }]);
      await page.setViewportSize({ width: 1280, height: 480 });
      const bytes = await paint('png', { width: 200, height: 100 });
      await paste(page, [{ name: 'image.png', type: 'image/png', bytes }]);
      await dialog(page).getByRole('button', { name: 'Upload 1 image' }).click();
      await page.getByText(/Image added: 200×100, 1 kB/).waitFor();
      // The message does not cover the field that is used next.
      await page.getByLabel(/^Alternative text/).focus();
      const covered = () =>
        page.evaluate(`(() => {
          const { tagName } = document.activeElement;
          const { bottom } = document.activeElement.getBoundingClientRect();
          return [tagName, bottom > document.querySelector('.toast').getBoundingClientRect().top];
        })()`);
      await eventuallyEquals(['INPUT', false], covered, 'the field and whether it is covered');
      await eventuallyEquals('string', async () => typeof (await stored(deck)).slides[0].image, 'the stored image');
      assert.equal((await stored(deck)).slides.length, 1);
    });

    it('when the deck is published and changed, then the changes are listed before it is published again', async () => {
      const { page, deck } = await openEditor(texts(4));
      const panel = page.locator('.publish-panel');
      await panel.getByText('Not published yet.').waitFor();
      await panel.getByRole('button', { name: 'Publish' }).click();
      await panel.getByText('Nothing has changed since.').waitFor();
      await panel.locator('button.quiet').getByText('Publish', { exact: true }).waitFor();
      await row(page, 's1').click();
      await page.getByLabel('Text', { exact: true }).fill('Another text');
      await row(page, 's2').click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await row(page, 's4').click();
      await page.getByRole('button', { name: 'Move up' }).click();
      await page.getByRole('button', { name: 'Add after' }).click();
      await page.getByText('Footer', { exact: true }).click();
      await page.getByLabel('Source').fill('Parish letter');
      await page.locator('#deck-title').fill('Another title');
      await eventuallyEquals(
        ['Title changed', '1 slide added', '1 slide removed', '1 slide changed', 'Slides moved', 'Footer changed'],
        () => panel.locator('li').allInnerTexts(),
        'the changes',
      );
      await panel.getByRole('button', { name: 'Publish' }).click();
      await panel.getByText('Version 2, published').waitFor();
      const { data } = (await client.get(`${deckPath(client, deck)}/snapshots`)).body;
      assert.deepEqual(
        data.map(({ title, revision }: JsonDocument) => [title, revision]),
        [
          ['Another title', 2],
          ['Sunday', 1],
        ],
      );
    });

    it('when the deck was changed elsewhere, then it asks which one to keep, and undo brings the other one back', async () => {
      const { page, deck } = await openEditor(texts(2));
      const change = async (title: string) => {
        const { etag, body } = await client.get(deckPath(client, deck));
        const put = await client.put(deckPath(client, deck), { title, slides: body.slides }, { ifMatch: etag! });
        assert.equal(put.status, 200);
      };
      await change('Theirs');
      await page.locator('#deck-title').fill('Mine');
      await page.getByText('Someone else changed this while you were editing.').waitFor();
      assert.equal((await stored(deck)).title, 'Theirs');
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await eventuallyEquals('Mine', async () => (await stored(deck)).title, 'the stored title');
      await isSaved(page);
      await change('Theirs again');
      await page.locator('#deck-title').fill('Mine again');
      await page.getByRole('button', { name: 'Take theirs' }).click();
      await eventuallyEquals('Theirs again', () => page.locator('#deck-title').inputValue(), 'the shown title');
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventuallyEquals('Mine again', async () => (await stored(deck)).title, 'the stored title after undo');
    });

    it('when the connection is lost, then the changes are kept, also over a reload, and saved later', async () => {
      const { page, deck } = await openEditor(texts(1));
      await page.route('**/v1/organizations/**', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      );
      await page.locator('#deck-title').fill('Written offline');
      await page.getByText('Not saved: The server does not respond.').waitFor();
      page.on('dialog', (question) => question.accept());
      await page.reload();
      await page.getByText('Your unsaved changes were restored.').waitFor();
      await page.unroute('**/v1/organizations/**');
      await eventuallyEquals('Written offline', async () => (await stored(deck)).title, 'the stored title');
      await page.locator('#deck-title').fill('');
      await page.getByText('Not saved: The title is empty.').waitFor();
      assert.equal((await stored(deck)).title, 'Written offline');
    });

    it('when a member may only read, then the deck can be read, and nothing to change is offered', async () => {
      const { page } = await openEditor(texts(2), { role: 'viewer' });
      await page.getByText('You can read this, but not change it.').waitFor();
      for (const name of ['Publish', 'Undo', 'Add after', 'Delete', 'Add a slide']) {
        assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
      }
      await page.locator('.slide-list').focus();
      await page.keyboard.press('Delete');
      assert.equal(await page.locator('.slide-row').count(), 2);
      assert.equal(await page.locator('#deck-title').getAttribute('readonly'), '');
    });

    it('when a deck of 200 slides is edited, moved and scrolled, then all is saved, and it accepts no more', async () => {
      const { page, deck } = await openEditor(texts(DECK_MAX_SLIDES));
      await preview(page).getByText('Slide number 1').waitFor();
      await page.getByLabel('Text', { exact: true }).pressSequentially(' and more');
      await page.locator('.slide-list').focus();
      for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowDown');
      for (let step = 0; step < 4; step++) await page.keyboard.press('Alt+ArrowUp');
      await page.keyboard.press('End');
      await page.keyboard.press('Home');
      await page.keyboard.press('Delete');
      await page.keyboard.press('Control+z');
      await isSaved(page);
      assert.equal((await idsOf(deck)).length, DECK_MAX_SLIDES);
      await page.getByRole('button', { name: 'Add a slide' }).and(page.locator(':disabled')).waitFor();
    });
  });

  describe('[D70] songs', () => {
    const SONG = [
      { id: 'v1', layout: 'text', text: 'Amazing grace! how sweet the sound' },
      { id: 'c1', layout: 'text', text: 'My chains are gone' },
      { id: 'v2', layout: 'text', text: "'Twas grace that taught" },
    ];
    const openSong = async (more: object = {}) => {
      const path = `${organizationRestPath(client)}/decks`;
      const { body: deck, status } = await client.post(path, {
        title: 'Amazing Grace',
        kind: 'song',
        slides: SONG,
        ...more,
      });
      assert.equal(status, 201, JSON.stringify(deck));
      const page = await open(`/${deck.id}`);
      editors.add(page);
      return { page, deck };
    };

    it('when a song is pasted, named, ordered and credited, then the deck has its parts, order and footer', async () => {
      const page = await open('');
      await page.getByRole('button', { name: 'New song' }).click();
      await page.locator('#deck-title:focus').waitFor();
      await page.keyboard.type('Amazing Grace');
      await page.getByRole('button', { name: 'Paste text…' }).click();
      await dialog(page).locator('textarea').fill('Amazing grace\n\nMy chains are gone\n\nThe Lord has promised');
      await dialog(page).getByRole('button', { name: 'Make 3 parts' }).click();
      await row(page, 'v2').click();
      await page.locator('.slide-fields select').selectOption({ label: 'Chorus' });
      await page.getByLabel('Sing in the order of the parts').uncheck();
      await page.getByRole('button', { name: 'Add Chorus to the order' }).click();
      await page.getByLabel('Authors').fill('John Newton');
      await page.getByLabel('CCLI song number').fill('22025');
      await preview(page).getByText('Amazing Grace · John Newton · CCLI Song #22025').waitFor();
      await isSaved(page);
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      await eventuallyEquals('22025', async () => (await stored({ id })).footer?.ccli, 'the stored number');
      const { kind, slides, order, footer } = await stored({ id });
      assert.equal(kind, 'song');
      assert.deepEqual(
        slides.map((slide: JsonDocument) => slide.id),
        ['v1', 'c1', 'v3'],
      );
      assert.deepEqual(order, ['v1', 'c1', 'v3', 'c1']);
      assert.deepEqual(footer, { authors: 'John Newton', copyright: null, ccli: '22025', source: null });
      assert.deepEqual(await listViolations(page, 1), []);
    });

    for (const [locale, labels, button, said] of [
      ['en', ['Verse 1', 'Chorus', 'Verse 2'], 'Paste text…', ['Title: A Song', 'Parts: Verse 1, Chorus, Verse 2']],
      [
        'de',
        ['Strophe 1', 'Refrain', '2. Strophe'],
        'Text einfügen…',
        ['Titel: A Song', 'Teile: Strophe 1, Refrain, Strophe 2'],
      ],
      [
        'pt',
        ['Estrofe 1', 'Refrão:', '[Estrofe 2]'],
        'Colar texto…',
        ['Título: A Song', 'Partes: Estrofe 1, Refrão, Estrofe 2'],
      ],
    ] as const) {
      it(`when a text with labels in ${locale} is pasted, then they name the parts, and no slide shows them`, async () => {
        const path = `${organizationRestPath(client)}/decks`;
        const { body: deck } = await client.post(path, { title: 'Grace', kind: 'song', slides: [] });
        const page = await open(`/${deck.id}`, { options: { ...LAPTOP_SIZE, locale } });
        editors.add(page);
        const [first, chorus, second] = labels;
        await page.getByRole('button', { name: button }).click();
        await dialog(page)
          .locator('textarea')
          .fill(`A Song\n\n${first}\nAmazing grace\n\n${chorus}\nMy chains\n\n${second}\n'Twas grace\n\n${chorus}`);
        for (const text of said) await dialog(page).getByText(text, { exact: true }).waitFor();
        await dialog(page).locator('[type="submit"]').click();
        await eventuallyEquals(3, async () => (await stored(deck)).slides.length, 'the stored parts');
        const { title, slides, order } = await stored(deck);
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
    }

    it('when a text with labels is pasted into a song with parts, then its parts are further ones', async () => {
      const { page, deck } = await openSong();
      await page.getByRole('button', { name: 'Paste text…' }).click();
      await dialog(page).locator('textarea').fill('Verse 1\nOne\n\nmore\n\nBridge\nTwo');
      await dialog(page).getByRole('button', { name: 'Make 3 parts' }).click();
      await eventuallyEquals(6, async () => (await stored(deck)).slides.length, 'the stored parts');
      assert.deepEqual((await idsOf(deck)).toSorted(), ['b1', 'c1', 'v1', 'v2', 'v3', 'v3-2']);
    });

    it('when a pasted text cannot be read as a song, then the dialog says where and why', async () => {
      const { page } = await openSong();
      await page.getByRole('button', { name: 'Paste text…' }).click();
      await dialog(page)
        .locator('textarea')
        .fill(`Verse 1\n${'long '.repeat(2_000)}`);
      await dialog(page)
        .getByRole('alert')
        .getByText(/line 2/i)
        .waitFor();
      assert.equal(await dialog(page).getByRole('button', { name: /^Make/ }).isDisabled(), true);
    });

    it('when song files are dropped, then each has its report before anything is written, and the chosen ones are imported', async () => {
      const page = await open('');
      const titles = async () =>
        (await client.get(`${organizationRestPath(client)}/decks?limit=100`)).body.data
          .filter(({ kind }: JsonDocument) => kind === 'song')
          .map(({ title }: JsonDocument) => title);
      const before = await titles();
      const sample = async (name: string): Promise<DroppedFile> => ({
        name,
        type: '',
        bytes: await readFile(join(SAMPLES, name)),
      });
      const damaged = (await sample('openlyrics-be-thou-my-vision.xml')).bytes;
      await drop(page, '.deck-list-page', [
        await sample('openlyrics-be-thou-my-vision.xml'),
        await sample('openlyrics-amazing-grace-chords.xml'),
        await sample('songbeamer-grosser-gott.sng'),
        { name: 'damaged.xml', type: 'text/xml', bytes: damaged.subarray(0, damaged.length / 2) },
      ]);
      const importRow = (name: string) => dialog(page).locator('tr').filter({ hasText: name });
      await dialog(page)
        .getByRole('button', { name: /^Import \d songs?$/ })
        .and(page.locator(':enabled'))
        .waitFor();
      assert.match(await importRow('be-thou').innerText(), /Be Thou My Vision[\s\S]+\d slides · OpenLyrics/);
      assert.match(await importRow('grace-chords').innerText(), /Left out:.* chords \(\d+\)/);
      assert.match(await importRow('grosser-gott').innerText(), /Großer Gott[\s\S]+SongBeamer/);
      assert.match(await importRow('damaged').innerText(), /damaged/i);
      assert.equal(await importRow('damaged').getByRole('checkbox').isDisabled(), true);
      assert.deepEqual(await titles(), before, 'nothing is written');
      assert.deepEqual(await listViolations(page), []);
      await importRow('grosser-gott').getByRole('checkbox').uncheck();
      // Songs of earlier tests can have the same title, so that they are not chosen.
      await importRow('grace-chords').getByRole('checkbox').check();
      await dialog(page).getByRole('button', { name: 'Import 2 songs' }).click();
      await page.getByText('2 songs were imported.').waitFor();
      assert.equal((await titles()).length, before.length + 2);
      await page.getByRole('link', { name: 'Be Thou My Vision' }).click();
      await page.locator('.slide-number').getByText('Verse 1').waitFor();
      await preview(page)
        .getByText(/Be Thou My Vision · /)
        .waitFor();
    });

    it('when the connection is lost during an import, then the rest can be imported again, and no song is created twice', async () => {
      const page = await open('');
      const names = ['Lost One', 'Lost Two', 'Lost Three'];
      const toFile = (name: string): DroppedFile => ({
        name: `${name}.txt`,
        type: 'text/plain',
        bytes: Buffer.from(`${name}\n\nVerse 1\nThe words of ${name}\n`),
      });
      await drop(page, '.deck-list-page', names.map(toFile));
      await dialog(page).getByRole('button', { name: 'Import 3 songs' }).and(page.locator(':enabled')).waitFor();
      let imports = 0;
      await page.route('**/v1/organizations/**', async (route) => {
        if (route.request().url().includes('dry_run=false') && ++imports === 1) return route.continue();
        if (imports === 2) await route.fetch();
        await route.abort();
      });
      await dialog(page).getByRole('button', { name: 'Import 3 songs' }).click();
      await dialog(page).locator('tr', { hasText: 'Lost Two' }).getByText('The server does not respond').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
      await dialog(page).getByRole('button', { name: 'Import 2 songs' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      const { data } = (await client.get(`${organizationRestPath(client)}/decks?limit=100`)).body;
      const titles = data.map(({ title }: JsonDocument) => title).filter((title: string) => title.startsWith('Lost'));
      assert.deepEqual(titles.toSorted(), names.toSorted());
    });

    it('when the order is changed by keys, by dragging and by a click, then it is saved', async () => {
      const { page, deck } = await openSong({ order: ['v1', 'c1', 'v2', 'c1'] });
      const orderOf = async () => (await stored(deck)).order;
      const chip = (name: string) => page.getByRole('button', { name, exact: true });
      await chip('1: Verse 1').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Alt+ArrowRight');
      await eventuallyEquals(['v1', 'v2', 'c1', 'c1'], orderOf, 'after Alt+→');
      await drag(page, chip('4: Chorus'), chip('1: Verse 1'), { x: 4, y: 10 });
      await eventuallyEquals(['c1', 'v1', 'v2', 'c1'], orderOf, 'after dragging');
      await page.getByRole('button', { name: 'Remove Verse 2 at place 3' }).click();
      await eventuallyEquals(['c1', 'v1', 'c1'], orderOf, 'after removing');
      await page.getByText('Not sung: Verse 2').waitFor();
      await page.getByLabel('Sing in the order of the parts').check();
      await eventuallyEquals(null, orderOf, 'in the order of the parts');
    });

    it('when a part is renamed, split or deleted, then the order follows', async () => {
      const { page, deck } = await openSong({ order: ['v1', 'c1', 'v2', 'c1'] });
      await row(page, 'c1').click();
      await page.locator('.slide-fields select').selectOption({ label: 'Bridge' });
      await eventuallyEquals(['v1', 'b1', 'v2', 'b1'], async () => (await stored(deck)).order, 'after renaming');
      await page.getByRole('button', { name: 'Add a slide to this part' }).click();
      await eventuallyEquals(
        ['v1', 'b1', 'b1-2', 'v2', 'b1', 'b1-2'],
        async () => (await stored(deck)).order,
        'after adding a slide',
      );
      await row(page, 'b1').click();
      await page.locator('.slide-list').focus();
      await page.keyboard.press('Delete');
      await eventuallyEquals(['v1', 'b1-2', 'v2', 'b1-2'], async () => (await stored(deck)).order, 'after deleting');
    });
  });

  it('when the page is German and on a phone, then nothing is wider than the screen, and it is accessible', async () => {
    const { body: deck } = await createDeck(client, texts(6), 'Gottesdienst am Erntedankfest');
    for (const path of ['', `/${deck.id}`]) {
      const options = { ...PHONE_SIZE, locale: 'de-DE', colorScheme: 'dark' } as const;
      const page = await open(path, { options });
      await page
        .getByText(path === '' ? 'Nach Titel suchen' : 'Folie hinzufügen')
        .first()
        .waitFor({ state: 'attached' });
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, PHONE_SIZE.viewport.width, path);
      assert.deepEqual(await listViolations(page, path === '' ? 0 : 1), []);
    }
  });

  it('when the deck is of another organization or deleted, then the page says so', async () => {
    const page = await open('').then((list) => list.context().newPage());
    await page.goto(`${world.url}/workspace/${live.owner.id}/decks/unknown`);
    await page.getByText('This song or set of slides does not exist.').waitFor();
  });

  it('when an editor opens first, then at most 150 kB are loaded', async () => {
    const { page } = await openEditor(texts(1));
    await preview(page).getByText('Slide number 1').waitFor();
    const bytes = await page.evaluate<number>(
      `performance.getEntriesByType('resource')
        .filter(({ initiatorType, name }) => initiatorType !== 'iframe' && !name.includes('/v1/'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    assert.ok(bytes <= 150_000, `${bytes} bytes`);
  });
});
