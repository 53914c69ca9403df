import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { DEFAULT_VIEWER_SETTINGS } from '../../../src/contract/default-design.ts';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { buttonOf, dragRow, openDialog, save, useLivePages, VERSE } from '../../support/browser/live-pages.ts';

const frameText = async (page: Page, title: string) => {
  const frame = page.frameLocator(`iframe[title="${title}"]`);
  return (await frame.locator('body').innerText()).replaceAll(/\s+/g, ' ');
};

describe('the settings of a Live', () => {
  const lives = useLivePages();

  it('[D12] when a translation is dragged above another, then their order changes, and is saved', async () => {
    const page = await lives.openSettings();
    const names = () => page.locator('.translation-row .translation-name .meta').allTextContents() as Promise<string[]>;
    await page.getByLabel('Add a translation').selectOption('two');
    await eventuallyEquals(['one', 'two'], names);
    await dragRow(page, 1, 0, 'top');
    await eventuallyEquals(['two', 'one'], names);
    await save(page);
    assert.deepEqual((await lives.read('/settings')).translations, ['two', 'one']);
    await dragRow(page, 0, 1, 'bottom');
    await eventuallyEquals(['one', 'two'], names);
    await buttonOf(page, 'Remove Zweite').click();
    await save(page);
    assert.deepEqual((await lives.read('/settings')).translations, ['one']);
    await page.locator('h1').click();
    await page.keyboard.press('Control+z');
    await buttonOf(page, 'Remove Zweite').waitFor();
    for (const name of ['Zweite', 'Edition one']) await buttonOf(page, `Remove ${name}`).click();
    await page.getByText('Choose a translation to see a preview.').waitFor();
    await page.locator('.save-bar').getByRole('button', { name: 'Discard changes' }).click();
    await eventuallyEquals(['one'], names);
  });

  it('[D12], [D19], [D21], [D54] when all settings are changed and saved, then the Live has them, and the preview showed them before', async () => {
    await lives.live.push('John 3:16');
    const page = await lives.openSettings();
    await eventuallyEquals(true, async () => (await frameText(page, 'Preview: Screen')).includes(VERSE));
    await page.getByLabel('Name').fill('Sunday morning');
    await page.getByLabel('Add a translation').selectOption('two');
    await eventuallyEquals(true, async () => (await frameText(page, 'Preview: Screen')).includes('Also hat Gott'));
    await buttonOf(page, 'Move Zweite up').click();
    // The hint of a field describes it, and is no part of its name.
    const defaultPassage = page.getByRole('textbox', {
      name: 'Default passage',
      exact: true,
      description: /^Optional/,
    });
    await defaultPassage.fill('joh 3,16');
    await page.getByLabel('Verses on a page').selectOption('2');
    await page.getByLabel('Characters on a page, at most').fill('700');
    await page.getByLabel('Background').selectOption('light');
    await page.getByLabel('Text size').selectOption('2');
    await page.getByRole('combobox', { name: 'Color scheme' }).selectOption('paper');
    await page.getByLabel('Transition between pages').selectOption('fade');
    await page.getByLabel('Open in full screen, without controls').check();
    for (const view of ['Screen', 'Lower third', 'Phone', 'Stage']) {
      const frame = page.frameLocator(`iframe[title="Preview: ${view}"]`);
      await frame.locator('html[data-preset="paper"]').waitFor({ state: 'attached' });
      assert.match(await frameText(page, `Preview: ${view}`), /Also hat Gott/);
    }
    const frame = page.frameLocator('iframe[title="Preview: Screen"]');
    await frame.locator('html[data-theme="light"]').waitFor({ state: 'attached' });
    const contrast = page.getByRole('list', { name: 'Can it be read? Screen, Phone, Stage' });
    await contrast.getByText('Text: Easy to read').waitFor();
    const swatch = page.locator('.contrast-swatch').first();
    assert.match((await swatch.getAttribute('style'))!, /color: rgb\(37, 29, 17\)/, 'the text of the color scheme');
    await page.getByText('Unsaved changes').waitFor();
    assert.equal((await lives.read('')).name, 'Sunday', 'nothing is saved yet');
    await save(page);
    assert.equal((await lives.read('')).name, 'Sunday morning');
    const { translations, reference } = await lives.read('/settings');
    assert.deepEqual([translations, reference], [['two', 'one'], 'John 3:16']);
    const { lines, page_characters } = await lives.read('/paging');
    assert.deepEqual([lines, page_characters], [2, 700]);
    const settings = { theme: 'light', scale: 2, presentation: true, preset: 'paper', transition: 'fade' };
    assert.deepEqual(await lives.read('/viewer-settings'), settings);
    assert.equal(await page.getByLabel('Default passage').inputValue(), 'John 3:16');
    await page.locator('h1', { hasText: 'Sunday morning' }).waitFor();
    await buttonOf(page, 'Back to the shipped look').click();
    await buttonOf(page, 'This is the shipped look.').waitFor();
    await frame.locator('html[data-theme="dark"][data-preset="default"]').waitFor({ state: 'attached' });
    await buttonOf(page, 'Undo').click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    assert.deepEqual(await listViolations(page, 4), []);
    await buttonOf(page, 'Back to the shipped look').click();
    await save(page);
    assert.deepEqual(await lives.read('/viewer-settings'), DEFAULT_VIEWER_SETTINGS);
    assert.equal((await lives.read('')).name, 'Sunday morning', 'only the look is the shipped one');
  });

  it('when settings are saved by keys, then the changed field has the focus again', async () => {
    const page = await lives.openSettings();
    await page.getByLabel('Name').focus();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.locator('.save-text', { hasText: 'Saved' }).waitFor();
    await page.locator(':focus').and(page.getByLabel('Name')).waitFor();
    assert.equal((await lives.read('')).name, 'Sunday!');
  });

  it('[D8] when someone else changes the same setting, then the page asks which to keep, and loses nothing', async () => {
    const page = await lives.openSettings();
    await page.getByLabel('Name').fill('Mine');
    await page.getByLabel('Text size').selectOption('1');
    await lives.live.write('PATCH', '', { name: 'Theirs' });
    await buttonOf(page, 'Save').click();
    await openDialog(page).getByRole('cell', { name: 'Mine', exact: true }).waitFor();
    await openDialog(page).getByRole('cell', { name: 'Theirs', exact: true }).waitFor();
    await openDialog(page).getByRole('button', { name: 'Take theirs' }).click();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Theirs');
    await save(page);
    assert.equal((await lives.read('/viewer-settings')).scale, 1, 'the other change is kept');
    assert.equal((await lives.read('')).name, 'Theirs');
    await page.getByLabel('Name').fill('Sunday');
    await lives.live.write('PATCH', '', { name: 'Again theirs' });
    await buttonOf(page, 'Save').click();
    await openDialog(page).getByRole('button', { name: 'Keep mine' }).click();
    await page.locator('.save-text', { hasText: 'Saved' }).waitFor();
    assert.equal((await lives.read('')).name, 'Sunday');
  });

  it('[D19] when the server refuses a setting, then the page says why and keeps it', async () => {
    const page = await lives.openSettings();
    await page.getByLabel('Default passage').fill('Hezekiah 3:16');
    await buttonOf(page, 'Save').click();
    await page.locator('.save-bar .problem', { hasText: 'Not saved' }).waitFor();
    assert.equal(await page.getByLabel('Default passage').inputValue(), 'Hezekiah 3:16');
    await page.locator('.save-bar').getByRole('button', { name: 'Discard changes' }).click();
  });

  it('[D6] when the Live is stopped and started, then its playback follows, and stopping asks first', async () => {
    const page = await lives.openSettings();
    await buttonOf(page, 'Stop').click();
    await openDialog(page).getByRole('button', { name: 'Stop' }).click();
    await buttonOf(page, 'Start').waitFor();
    assert.equal((await lives.read('/playback')).status, 'stopped');
    await buttonOf(page, 'Start').click();
    await buttonOf(page, 'Stop').waitFor();
    assert.equal((await lives.read('/playback')).status, 'running');
  });
});
