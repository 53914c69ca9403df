import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { eventuallyEquals, PHONE_SIZE } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import {
  dragTo,
  dropFiles,
  focusedText,
  numberedSlides,
  openDialog,
  pasteFiles,
  previewOf,
  rowOf,
  useDeckPages,
} from '../../support/browser/deck-pages.ts';
import { waitForSaved } from '../../support/browser/workspace-browser.ts';
import type { JsonDocument } from '../../support/requests/api.ts';
import { createDeck, deckPath, organizationRestPath, paint } from '../../support/requests/presentation.ts';
import { endRoutes } from '../../support/run/end-routes.ts';

const PHOTO = { width: 4_800, height: 2_700 };
const selectedRow = (page: Page) => page.locator('.slide-row[aria-selected=true]').getAttribute('id');

describe('[D26] the editor of songs and slides', () => {
  const decks = useDeckPages();

  it('when each layout is filled in, then the fields of the schema are saved, and the preview shows them', async () => {
    const page = await decks.openPage();
    await page.getByRole('button', { name: 'New slides' }).click();
    await page.locator('#deck-title:focus').waitFor();
    await page.keyboard.type('Sunday morning');
    await page.locator('.deck-slides').getByRole('button', { name: 'Add a slide' }).click();
    await page.getByLabel('Title', { exact: true }).last().fill('Welcome');
    await page.getByLabel('Text below the title').fill('Grace Chapel');
    await previewOf(page).getByText('Grace Chapel').waitFor();
    await page.getByRole('button', { name: 'Add after' }).click();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByLabel('Heading').fill('Today');
    await page.getByLabel('Text', { exact: true }).fill('Lunch\nChoir');
    await page.getByRole('button', { name: 'Add after' }).click();
    await page.getByRole('button', { name: 'Scripture' }).click();
    await page.getByLabel('Reference').fill('jn 3 16-17');
    await page.locator('.scripture-text').getByText('For God so loved the world').waitFor();
    await previewOf(page).getByText('For God so loved the world').waitFor();
    await page.getByLabel('Translation').selectOption({ label: 'King James Version (1769)' });
    await page.getByLabel('Reference').blur();
    await eventuallyEquals('John 3:16-17', () => page.getByLabel('Reference').inputValue(), 'the reference as read');
    await page.getByRole('button', { name: 'Add after' }).click();
    await page.getByRole('button', { name: 'Countdown' }).click();
    await page.getByLabel('Caption').fill('We begin soon');
    await page.getByLabel('Minutes, from when it is on air').fill('10');
    await previewOf(page).getByText('10:00').waitFor();
    await page.getByRole('button', { name: 'Add after' }).click();
    await page.getByRole('button', { name: 'Until a time' }).click();
    await page.getByLabel('Until a time').fill('2030-04-21T10:30');
    await page.getByRole('button', { name: 'Add after' }).click();
    await page.getByRole('button', { name: 'Blank' }).click();
    await waitForSaved(page);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await eventuallyEquals(6, async () => (await decks.stored({ id })).slides.length, 'the number of stored slides');
    await waitForSaved(page);
    const { title, kind, slides } = await decks.stored({ id });
    assert.deepEqual([title, kind], ['Sunday morning', 'slides']);
    const none = { title: null, text: null, reference: null, image: null };
    const reference = { book_id: 43, chapter: 3, verse: 16, end_verse: 17, translation: 'kjv' };
    assert.deepEqual(
      slides.map(({ id: _, ...slide }: JsonDocument) => slide),
      [
        { ...none, layout: 'title', title: 'Welcome', text: 'Grace Chapel' },
        { ...none, layout: 'text', title: 'Today', text: 'Lunch\nChoir' },
        { ...none, layout: 'scripture', reference },
        { ...none, layout: 'countdown', title: 'We begin soon', until: null, seconds: 600 },
        { ...none, layout: 'countdown', until: new Date('2030-04-21T10:30').toISOString(), seconds: null },
        { ...none, layout: 'blank' },
      ],
    );
    assert.deepEqual(await listViolations(page, 1), []);
  });

  it('when a text is too long for a screen, then this is said, and it can be split in two', async () => {
    const line = 'And the people answered together and said, All that hath been spoken we will do.';
    const text = Array.from({ length: 40 }, () => line).join('\n');
    const { page, deck } = await decks.openEditor([{ id: 'long', layout: 'text', text }]);
    await page.getByText('The text is too long to be read from a distance.').waitFor();
    await page.getByRole('button', { name: 'Split in two' }).click();
    await eventuallyEquals(2, async () => (await decks.stored(deck)).slides.length, 'the stored slides');
    const { slides } = await decks.stored(deck);
    assert.deepEqual(
      slides.map((slide: JsonDocument) => slide.text.split('\n').length),
      [20, 20],
    );
  });

  it('when a reference is ambiguous, of several chapters or not a reference, then this is said, and the deck stays', async () => {
    const { page, deck } = await decks.openEditor([{ id: 'a', layout: 'scripture' }]);
    const field = page.getByLabel('Reference');
    await field.fill('xyzzy 3');
    await page.getByText('This is not a reference yet.').waitFor();
    await field.fill('john 3:16-4:2');
    await page.getByText('A slide shows verses of one chapter.').waitFor();
    await field.fill('john 3:16; rom 8:28');
    await page.getByText('A slide shows one passage.').waitFor();
    assert.equal((await decks.stored(deck)).slides[0].reference, null);
  });

  it('when slides are moved by keys, by buttons or by dragging, then their order is saved, and undo restores it', async () => {
    const { page, deck } = await decks.openEditor(numberedSlides(4));
    await rowOf(page, 's1').click();
    await page.getByRole('button', { name: 'Stage' }).click();
    await previewOf(page).getByText('Slide number 2').first().waitFor();
    await page.locator('.slide-list').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await eventuallyEquals(['s2', 's1', 's3', 's4'], () => decks.idsOf(deck), 'after Alt+↓');
    assert.equal(await selectedRow(page), 'slide-s1');
    await page.getByRole('button', { name: 'Move up' }).click();
    await eventuallyEquals(['s1', 's2', 's3', 's4'], () => decks.idsOf(deck), 'after the button');
    await dragTo(page, rowOf(page, 's4'), rowOf(page, 's1'), { x: 60, y: 8 });
    await eventuallyEquals(['s4', 's1', 's2', 's3'], () => decks.idsOf(deck), 'after dragging');
    await page.locator('.slide-list').focus();
    await page.keyboard.press('Control+z');
    await eventuallyEquals(['s1', 's2', 's3', 's4'], () => decks.idsOf(deck), 'after Ctrl+Z');
    await page.keyboard.press('Control+Shift+Z');
    await eventuallyEquals(['s4', 's1', 's2', 's3'], () => decks.idsOf(deck), 'after Ctrl+Shift+Z');
    await page.keyboard.press('Delete');
    await eventuallyEquals(3, async () => (await decks.idsOf(deck)).length, 'after Delete');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await eventuallyEquals(['s4', 's1', 's2', 's3'], () => decks.idsOf(deck), 'after the undo of the message');
    await rowOf(page, 's2').click();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await eventuallyEquals(5, async () => (await decks.idsOf(deck)).length, 'after duplicating');
    assert.equal((await decks.stored(deck)).slides[3].text, 'Slide number 2');
  });

  it('when slides are added, moved and deleted by keys, then the focus goes along, and places are announced', async () => {
    const { page, deck } = await decks.openEditor([]);
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
    const titles = async () => (await decks.stored(deck)).slides.map(({ title }: JsonDocument) => title);
    await eventuallyEquals(['Second', 'First'], titles, 'the stored order');
    await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await page.locator('.slide-list:focus').waitFor();
    await page.keyboard.press('Delete');
    await eventuallyEquals('Add a slide', () => focusedText(page), 'the focus in the empty deck');
  });

  it('when images are dropped, then type and size are shown before, refusals have a reason, and each image makes a slide', async () => {
    const { page, deck } = await decks.openEditor(numberedSlides(1));
    const photo = await sharp({ create: { ...PHOTO, channels: 3, background: '#268' } })
      .jpeg()
      .toBuffer();
    const small = await paint('png', { width: 320, height: 200 });
    await dropFiles(page, '.deck-slides', [
      { name: 'room.jpg', type: 'image/jpeg', bytes: photo },
      { name: 'notes.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') },
      { name: 'small.png', type: 'image/png', bytes: small },
    ]);
    const before = await openDialog(page).innerText();
    assert.match(before, new RegExp(`room.jpg\\s+JPEG, ${Math.round(photo.length / 1000)} kB`));
    assert.match(before, /notes.pdf\s+PDF, 1 kB\s+PDF files cannot be shown. Use PNG, JPEG, WebP or AVIF./);
    const { data } = (await decks.client.get(`${organizationRestPath(decks.client)}/images`)).body;
    await openDialog(page).getByRole('button', { name: 'Upload 2 images' }).click();
    await openDialog(page)
      .getByText(/3840×2160, \d+ kB/)
      .waitFor();
    await openDialog(page)
      .getByText(/320×200, \d+ kB/)
      .waitFor();
    await openDialog(page).getByRole('button', { name: 'Use 2 uploaded images' }).click();
    await eventuallyEquals(3, async () => (await decks.stored(deck)).slides.length, 'the stored slides');
    const { slides } = await decks.stored(deck);
    assert.deepEqual(
      slides.map(({ layout, image }: JsonDocument) => [layout, typeof image]),
      [
        ['text', 'object'],
        ['image', 'string'],
        ['image', 'string'],
      ],
    );
    const now = (await decks.client.get(`${organizationRestPath(decks.client)}/images`)).body.data;
    assert.equal(now.length, data.length + 2);
    await page.getByText(/3840×2160, \d+ kB/).waitFor();
    await page.getByLabel('Alternative text').fill('The new room');
    await eventuallyEquals('The new room', async () => (await decks.stored(deck)).slides[1].title, 'the stored title');
    await previewOf(page).locator('img').waitFor();
  });

  it('when an image is pasted on an empty image slide, then the slide shows it', async () => {
    const { page, deck } = await decks.openEditor([{ id: 'picture', layout: 'image' }]);
    await page.setViewportSize({ width: 1280, height: 480 });
    const bytes = await paint('png', { width: 200, height: 100 });
    await pasteFiles(page, [{ name: 'image.png', type: 'image/png', bytes }]);
    await openDialog(page).getByRole('button', { name: 'Upload 1 image' }).click();
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
    await eventuallyEquals('string', async () => typeof (await decks.stored(deck)).slides[0].image, 'the stored image');
    assert.equal((await decks.stored(deck)).slides.length, 1);
  });

  it('when the deck is published and changed, then the changes are listed before it is published again', async () => {
    const { page, deck } = await decks.openEditor(numberedSlides(4));
    const panel = page.locator('.publish-panel');
    await panel.getByText('Not published yet.').waitFor();
    await panel.getByRole('button', { name: 'Publish' }).click();
    await panel.getByText('Nothing has changed since.').waitFor();
    await panel.locator('button.quiet').getByText('Publish', { exact: true }).waitFor();
    await rowOf(page, 's1').click();
    await page.getByLabel('Text', { exact: true }).fill('Another text');
    await page.locator('#deck-title').fill('Another title');
    await eventuallyEquals(
      ['Title changed', '1 slide changed'],
      () => panel.locator('li').allInnerTexts(),
      'the changes',
    );
    await panel.getByRole('button', { name: 'Publish' }).click();
    await panel.getByText('Version 2, published').waitFor();
    const { data } = (await decks.client.get(`${deckPath(decks.client, deck)}/snapshots`)).body;
    assert.deepEqual(
      data.map(({ title, revision }: JsonDocument) => [title, revision]),
      [
        ['Another title', 2],
        ['Sunday', 1],
      ],
    );
  });

  it('when the connection is lost, then the changes are kept, also over a reload, and saved later', async () => {
    const { page, deck } = await decks.openEditor(numberedSlides(1));
    await page.route('**/v1/organizations/**', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.locator('#deck-title').fill('Written offline');
    await page.getByText('Not saved: The server does not respond.').waitFor();
    page.on('dialog', (question) => question.accept());
    await page.reload();
    await page.getByText('Your unsaved changes were restored.').waitFor();
    await endRoutes(page);
    await eventuallyEquals('Written offline', async () => (await decks.stored(deck)).title, 'the stored title');
    await page.locator('#deck-title').fill('');
    await page.getByText('Not saved: The title is empty.').waitFor();
    assert.equal((await decks.stored(deck)).title, 'Written offline');
  });

  it('when a member may only read, then the deck can be read, and nothing to change is offered', async () => {
    const { page } = await decks.openEditor(numberedSlides(2), { role: 'viewer' });
    await page.getByText('You can read this, but not change it.').waitFor();
    for (const name of ['Publish', 'Undo', 'Add after', 'Delete', 'Add a slide']) {
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    }
    await page.locator('.slide-list').focus();
    await page.keyboard.press('Delete');
    assert.equal(await page.locator('.slide-row').count(), 2);
    assert.equal(await page.locator('#deck-title').getAttribute('readonly'), '');
  });

  it('when the page is German and on a phone, then nothing is wider than the screen, and it is accessible', async () => {
    const { body: deck } = await createDeck(decks.client, numberedSlides(6), 'Gottesdienst am Erntedankfest');
    for (const resource of [undefined, deck.id]) {
      const page = await decks.openPage({ resource, context: { ...PHONE_SIZE, locale: 'de-DE', colorScheme: 'dark' } });
      await page
        .getByText(resource === undefined ? 'Nach Titel suchen' : 'Folie hinzufügen')
        .first()
        .waitFor({ state: 'attached' });
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, PHONE_SIZE.viewport.width, resource);
      assert.deepEqual(await listViolations(page, resource === undefined ? 0 : 1), []);
    }
  });
});
