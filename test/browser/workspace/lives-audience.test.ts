import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LAPTOP_SIZE, PHONE_SIZE } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { buttonOf, openDialog, rowOf, useLivePages, VERSE, waitForText } from '../../support/browser/live-pages.ts';
import { readQrCode } from '../../support/requests/read-qr-code.ts';

const section = (page: Page, name: string) => page.locator('.live-section', { hasText: name }).first();

describe('the audience of a Live', () => {
  const lives = useLivePages();

  describe('the links and the secret of a Live', () => {
    it('[D45] when the links are shown, then each opens its view, and the sheet to print has the QR code and the address', async () => {
      const page = await lives.openSettings();
      for (const [label, query] of [
        ['Phones', ''],
        ['Big screen', '?view=screen'],
        ['Lower third', '?view=lower-third'],
        ['Stage', '?view=stage'],
      ] as const) {
        const url = await page.getByLabel(`Address: ${label}`).inputValue();
        assert.equal(url, `${lives.world.url}/l/${lives.live.liveId}${query}`);
      }
      await page.getByRole('link', { name: 'Print a sheet with the QR code' }).click();
      await page.getByText('Follow along on your phone').waitFor();
      await page.locator('.follow-sheet .qr svg').waitFor();
      await page.locator('.sheet-address', { hasText: `${lives.world.url}/l/${lives.live.liveId}` }).waitFor();
      assert.deepEqual(await listViolations(page), []);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.locator('header.frame').isVisible(), false);
      assert.equal(await buttonOf(page, 'Print').isVisible(), false);
      assert.equal(await readQrCode(page), `${lives.world.url}/l/${lives.live.liveId}`);
      await page.emulateMedia({ media: null });
    });

    it('[D20] when a Live is protected, then the secret is shown once, its link admits, and the link without it asks', async () => {
      await lives.live.push('John 3:16');
      const before = await lives.openDevice(`${lives.world.url}/l/${lives.live.liveId}`, PHONE_SIZE);
      await waitForText(before, VERSE);
      const page = await lives.openSettings();
      await section(page, 'Protection').getByText('Open: everyone').waitFor();
      await buttonOf(page, 'Protect with a secret').click();
      await openDialog(page).getByText('1 person is watching now').waitFor();
      await openDialog(page).getByRole('button', { name: 'Protect with a secret' }).click();
      const secret = await openDialog(page).getByLabel('Secret', { exact: true }).inputValue();
      const link = await openDialog(page).getByLabel('Audience link, with the secret').inputValue();
      assert.equal(link, `${lives.world.url}/l/${lives.live.liveId}#${secret}`);
      for (const [{ viewport }, colorScheme] of [
        [PHONE_SIZE, 'light'],
        [LAPTOP_SIZE, 'dark'],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await openDialog(page).locator('.qr svg').scrollIntoViewIfNeeded();
        assert.equal(await readQrCode(page), link);
      }
      const sheet = await openDialog(page).getByRole('link', { name: 'Print a sheet' }).getAttribute('href');
      await page.keyboard.press('Escape');
      await section(page, 'Protection').getByText('Protected:').waitFor();
      await waitForText(before, VERSE, false);
      const admitted = await lives.openDevice(link, PHONE_SIZE);
      await waitForText(admitted, VERSE);
      await page.goto(lives.world.url + sheet);
      await page.locator('.sheet-secret', { hasText: secret }).waitFor();
      assert.ok(!(await page.content()).includes(`${secret}</code>`));
      await page.emulateMedia({ media: 'print' });
      assert.equal(await readQrCode(page), link);
      await page.emulateMedia({ media: null });

      await lives.goTo(page, `/${lives.live.liveId}`);
      await buttonOf(page, 'Replace the secret').click();
      await openDialog(page).getByText('must enter the new one').waitFor();
      await openDialog(page).getByRole('button', { name: 'Replace the secret' }).click();
      const next = await openDialog(page).getByLabel('Secret', { exact: true }).inputValue();
      assert.notEqual(next, secret);
      await waitForText(admitted, VERSE, false);
      await page.keyboard.press('Escape');
      await buttonOf(page, 'Remove the protection').click();
      await openDialog(page).getByRole('button', { name: 'Remove the protection' }).click();
      await section(page, 'Protection').getByText('Open: everyone').waitFor();
      assert.equal((await lives.read('/audience-secret')).protected, false);
    });
  });

  describe('the outputs of a Live', () => {
    it('[D60], [D61] when a screen is paired on the page, then it shows the Live, and the page says so, identifies and deletes it', async () => {
      await lives.live.push('John 3:16');
      const page = await lives.openSettings();
      const screen = await lives.openDevice(`${lives.world.url}/screen?lang=en`);
      const code = (await screen.locator('.code span').allTextContents()).join('');
      await buttonOf(page, 'New output').first().click();
      await openDialog(page).getByLabel('Name', { exact: true }).fill('Chapel left');
      await openDialog(page).getByLabel('Pairing code').fill(code);
      await openDialog(page).getByRole('button', { name: 'Find this screen' }).click();
      await openDialog(page).getByRole('button', { name: 'Connect this screen' }).click();
      await waitForText(screen, VERSE);
      const output = page.locator('.output-row', { hasText: 'Chapel left' });
      await output.and(page.locator('[data-state=connected]')).waitFor();
      await output.getByText('1920×1080').waitFor();
      await output.getByRole('button', { name: 'Show its name' }).click();
      await waitForText(screen, 'Chapel left');
      await lives.goTo(page, '');
      await rowOf(page, 'Sunday').getByText('1 of 1 output connected').waitFor();
      await lives.goTo(page, `/${lives.live.liveId}`);
      await buttonOf(page, 'Settings of Chapel left').click();
      await openDialog(page).getByLabel('Name', { exact: true }).fill('Chapel right');
      await openDialog(page).getByRole('button', { name: 'Save' }).click();
      await openDialog(page).getByText('Saved.').waitFor();
      await openDialog(page).getByRole('button', { name: 'Delete' }).click();
      await openDialog(page).getByRole('button', { name: 'Delete this output?' }).click();
      await page.locator('.output-row').waitFor({ state: 'detached' });
      await waitForText(screen, VERSE, false);
    });

    it('[D60] when two people change an output at the same time, then the changes of both are kept', async () => {
      const { body: output } = await lives.live.call('POST', '/outputs', { body: { name: 'Shared', view: 'screen' } });
      const page = await lives.openSettings();
      await buttonOf(page, 'Settings of Shared').click();
      await lives.live.call('PATCH', `/outputs/${output.id}`, { body: { view: 'stage', settings: { margin: 7 } } });
      await openDialog(page).getByLabel('Name', { exact: true }).fill('Shared by two');
      await openDialog(page).getByLabel('Text size').selectOption('2');
      await openDialog(page).getByRole('button', { name: 'Save' }).click();
      await openDialog(page).getByText('Saved.').waitFor();
      await page.keyboard.press('Escape');
      const [{ name, view, settings }] = (await lives.read('/outputs')).data;
      assert.deepEqual([name, view, settings.scale, settings.margin], ['Shared by two', 'stage', 2, 7]);
    });

    it('[D60] when an output is created without a code, then its address is shown once and works', async () => {
      await lives.live.push('John 3:16');
      const page = await lives.openSettings();
      await buttonOf(page, 'New output').first().click();
      await openDialog(page).getByLabel('Name', { exact: true }).fill('Stream');
      await openDialog(page).getByRole('button', { name: 'Create' }).click();
      const url = await openDialog(page).getByLabel('Address', { exact: true }).inputValue();
      await page.keyboard.press('Escape');
      const screen = await lives.openDevice(url);
      await waitForText(screen, VERSE);
      await page.locator('.output-row[data-state=connected]', { hasText: 'Stream' }).waitFor();
      await screen.goto('about:blank');
      await page.locator('.output-row[data-state=lost]', { hasText: 'Stream' }).getByText('last seen').waitFor();
    });
  });
});
