import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { buttonOf, dragRow, HEBREW, save, useLivePages, VERSE, waitForText } from '../../support/browser/live-pages.ts';
import { api } from '../../support/requests/api.ts';
import { organizationRestPath, paint } from '../../support/requests/presentation.ts';

describe('[D22] the design', () => {
  const lives = useLivePages();

  const openDesign = async () => {
    const page = await lives.openPage('design');
    await page.locator('.view-previews').waitFor();
    return page;
  };
  const preview = (page: Page, name: string) => page.frameLocator(`iframe[title="Preview: ${name}"]`);
  const groundOf = (one: Page) =>
    one.locator(':root').evaluate((root) => root.ownerDocument.defaultView.getComputedStyle(root).backgroundColor);
  const openClient = () => api(lives.world.lectern, lives.live.owner);
  const designPath = () => `${organizationRestPath(lives.live)}/design`;
  const readDesign = async () => (await openClient().get(designPath())).body.settings;
  /** Changes parts of the design as another person. */
  const changeElsewhere = async (part: object) => {
    const { etag, body } = await openClient().get(designPath());
    const { status } = await openClient().put(
      designPath(),
      { settings: { ...body.settings, ...part } },
      { ifMatch: etag! },
    );
    assert.equal(status, 200);
  };

  it('when the page of the design opens, then its own styles apply, and it starts at its beginning', async () => {
    const page = await openDesign();
    const [display, top] = await page.locator('.design').evaluate((design) => {
      const window = design.ownerDocument.defaultView;
      return [window.getComputedStyle(design).display, window.scrollY] as const;
    });
    assert.deepEqual([display, top], ['grid', 0]);
  });

  it('[D22] when the design is changed, then all four views preview it, and the audience sees it only when it is saved', async () => {
    const page = await openDesign();
    for (const name of ['Screen', 'Lower third', 'Phone', 'Stage'])
      await preview(page, name).getByText('Then were the scribes').first().waitFor();
    assert.deepEqual(await listViolations(page, 4), []);
    await lives.live.push('John 3:16');
    const screen = await lives.openDevice(`${lives.world.url}/l/${lives.live.liveId}?view=screen&theme=dark`);
    await waitForText(screen, VERSE);
    const plain = await groundOf(screen);
    await page.getByLabel('Background, as #rrggbb').first().fill('#103020');
    await eventuallyEquals('rgb(16, 48, 32)', () =>
      preview(page, 'Screen')
        .locator(':root')
        .evaluate((root) => root.ownerDocument.defaultView.getComputedStyle(root).backgroundColor),
    );
    await page.getByText('The audience sees the change as soon as you save it.').waitFor();
    assert.equal(await groundOf(screen), plain);
    await save(page);
    await eventuallyEquals('rgb(16, 48, 32)', () => groundOf(screen));
  });

  it('[D22] when a color is hard to read, then the page says so with the ratio, and saves it nevertheless', async () => {
    const page = await openDesign();
    await page.getByLabel('Background, as #rrggbb').first().fill('#103020');
    const verdict = page.locator('.contrast').first().locator('li').first();
    await verdict.getByText('Easy to read').waitFor();
    await page.getByLabel('Text, as #rrggbb').first().fill('#306040');
    await verdict.getByText('Too faint (1.9:1)').waitFor();
    await page.getByLabel('Text, as #rrggbb').first().fill('#80a890');
    await verdict.getByText('Readable up close').waitFor();
    await save(page);
    assert.equal((await readDesign()).palettes.dark.text, '#80a890');
  });

  it('[D22] when fonts, sizes, order, box, transition and controls are changed, then they are saved as chosen', async () => {
    const page = await openDesign();
    await page.getByRole('combobox', { name: 'Color scheme' }).selectOption('ocean');
    await page.getByLabel('Transition between pages').selectOption('wipe');
    for (const group of ['Box around the text', 'Order, from top to bottom', 'What viewers can change'])
      await page.locator('summary', { hasText: group }).click();
    await page.getByLabel('Rounded corners').fill('24');
    await page.getByLabel('Space inside').fill('401');
    await page.getByRole('combobox', { name: 'Font' }).first().selectOption('sans');
    await page.getByRole('spinbutton', { name: /^Size/ }).first().fill('96');
    await page.getByLabel('Bold').first().check();
    await buttonOf(page, 'Move Reference up').click();
    await dragRow(page, 0, 2, 'bottom');
    await page.getByLabel('Full screen').uncheck();
    await save(page);
    const { preset, transition, container, elements, order, controls } = await readDesign();
    assert.deepEqual([preset, transition, container.radius], ['ocean', 'wipe', 24]);
    assert.equal(container.padding, null, 'a value beyond the limit changes nothing');
    assert.deepEqual([elements.text.font, elements.text.size, elements.text.bold], ['sans', 96, true]);
    assert.deepEqual(order, ['text', 'translation', 'reference']);
    assert.deepEqual(controls, { theme: true, fullscreen: false, fontSize: true });
  });

  it('[D76] when songs get a font and a picture, then the preview of a song shows them, and saving keeps the design', async () => {
    const page = await openDesign();
    const before = await readDesign();
    await page.locator('summary', { hasText: 'Songs only' }).click();
    const songs = page.locator('details[open]', { hasText: 'Songs only' });
    await songs.getByLabel('Font').selectOption('mono');
    await songs.getByRole('spinbutton', { name: /^Size/ }).fill('60');
    await songs.getByLabel('Bold').selectOption('yes');
    const bytes = await paint('png', { background: { r: 250, g: 250, b: 250, alpha: 1 } });
    await songs.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: bytes });
    await songs.locator('img').waitFor();
    await page.locator('.design-preview select').selectOption('song');
    const screen = preview(page, 'Screen');
    await screen.getByText('Amazing grace').waitFor();
    await screen.locator('.backdrop[data-ready="true"]').waitFor();
    await save(page);
    const { verse, song } = (await openClient().get(`${organizationRestPath(lives.live)}/looks`)).body;
    assert.deepEqual([song.font, song.size, song.bold, song.align], ['mono', 60, true, null]);
    assert.match(song.background_image, /^[0-9a-f]{64}$/);
    assert.equal(verse.background_image, null);
    assert.deepEqual(await readDesign(), before);
  });

  it('when another verse or a light background is chosen, then the previews show it, also in Hebrew', async () => {
    const page = await openDesign();
    const sample = page.locator('.design-preview select');
    assert.deepEqual(await sample.locator('option').allTextContents(), [
      'Longest verse',
      'Shortest verse',
      'Two translations',
      'Hebrew',
      'Song',
      'Announcement',
    ]);
    await sample.selectOption('shortest');
    await preview(page, 'Stage').getByText('Jesus wept').first().waitFor();
    await sample.selectOption('two');
    await preview(page, 'Screen').getByText('Also hat Gott').first().waitFor();
    await sample.selectOption('hebrew');
    await preview(page, 'Phone').getByText(HEBREW).first().waitFor();
    await buttonOf(page, 'Light').click();
    await preview(page, 'Screen').locator('html[data-theme=light]').waitFor({ state: 'attached' });
  });

  it('[D22] when the shipped look is chosen, then it can be undone before and after it is saved', async () => {
    await changeElsewhere({ preset: 'ocean', transition: 'wipe' });
    const page = await openDesign();
    const designed = await readDesign();
    await buttonOf(page, 'Back to the shipped look').click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await buttonOf(page, 'Back to the shipped look').click();
    await save(page);
    assert.equal((await readDesign()).preset, 'default');
    await page.locator('h1').click();
    await page.keyboard.press('Control+z');
    await page.getByText('Unsaved changes').waitFor();
    await save(page);
    assert.deepEqual(await readDesign(), designed);
  });

  it('[D22] when a logo is chosen, then the audience sees it once the design shows it; it can be removed, and that undone', async () => {
    const page = await openDesign();
    const screen = await lives.openDevice(`${lives.world.url}/l/${lives.live.liveId}?view=screen`);
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: await paint('png') };
    await page.locator('.logo-field input').setInputFiles({ ...file, name: 'logo.txt', mimeType: 'text/plain' });
    await page.locator('.logo-field .problem').waitFor();
    await page.locator('.logo-field input').setInputFiles(file);
    await page.locator('.logo-image').waitFor();
    await page.getByLabel('Show the logo').check();
    await preview(page, 'Screen').locator('img.logo').waitFor();
    await save(page);
    await screen.locator('img.logo').waitFor();
    await buttonOf(page, 'Remove the logo').click();
    await screen.locator('img.logo').waitFor({ state: 'detached' });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await screen.locator('img.logo').waitFor();
  });

  it('when the owner is an account, then the page says that it has no design', async () => {
    const page = await lives.openPage('design');
    const account = await page.locator('.frame-menu a[href*="/workspace/"]').last().getAttribute('href');
    await page.goto(`${lives.world.url}${account}/design`);
    await page.getByText('Only organizations have a design.').waitFor();
  });
});
