import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { eventuallyEquals, PHONE_SIZE } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { buttonOf, openDialog, rowOf, useLivePages, VERSE, waitForText } from '../../support/browser/live-pages.ts';
import { api } from '../../support/requests/api.ts';

describe('the list of Lives', () => {
  const lives = useLivePages();

  it('[D44], [D60] when Lives are listed, then each says what it shows, who watches, its outputs and its protection', async () => {
    const page = await lives.openPage();
    await rowOf(page, 'Sunday').getByText('Empty').waitFor();
    await rowOf(page, 'Sunday').getByText('No viewers yet').waitFor();
    assert.deepEqual(await listViolations(page), []);
    await lives.live.push('John 3:16');
    const phone = await lives.openDevice(`${lives.world.url}/l/${lives.live.liveId}`, PHONE_SIZE);
    await waitForText(phone, VERSE);
    await lives.goTo(page, '');
    await rowOf(page, 'Sunday').getByText('Showing').waitFor();
    await rowOf(page, 'Sunday').getByText('John 3:16').waitFor();
    await rowOf(page, 'Sunday').getByText('1 watching now, at most 1').waitFor();
    await rowOf(page, 'Sunday').getByText('No outputs').waitFor();
    await rowOf(page, 'Sunday').getByText('Open to everyone with the audience link').waitFor();
    await lives.live.write('PATCH', '/playback', { paused: true });
    await lives.goTo(page, '');
    await rowOf(page, 'Sunday').getByText('Hidden').waitFor();
    await lives.live.write('PATCH', '/playback', { status: 'stopped' });
    await lives.goTo(page, '');
    await rowOf(page, 'Sunday').getByText('Stopped').waitFor();
  });

  it('[D11] when a Live is created, then its page opens; without a translation, the console leads to its settings', async () => {
    const page = await lives.openPage();
    await buttonOf(page, 'New room').click();
    await openDialog(page).getByLabel('Name').fill('Youth');
    const { x, y } = (await openDialog(page).getByRole('button', { name: 'Create' }).boundingBox())!;
    const navigation = page.waitForRequest((request) => request.isNavigationRequest());
    const { promise: slowServer, resolve: respond } = Promise.withResolvers<void>();
    const respondLater = (route: Route) => slowServer.then(() => route.continue());
    await page.route('**/lives/*', respondLater);
    await page.mouse.click(x + 9, y + 9);
    await navigation;
    await page.mouse.click(x + 9, y + 9);
    respond();
    await page.locator('h1', { hasText: 'Youth' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const client = api(lives.world.lectern, lives.live.owner);
    const { body } = await client.get(`/v1/lives/${id}`);
    assert.deepEqual([body.name, body.translations ?? []], ['Youth', []], 'of several translations none is chosen');
    const listed = await client.get(lives.live.owner.livesPath);
    const named = listed.body.data.filter(({ name }: { name: string }) => name === 'Youth');
    assert.equal(named.length, 1, 'two clicks created one');

    await page.goto(`${lives.world.url}/console/${id}`);
    await page.locator('.bar-input').waitFor();
    await page.getByRole('link', { name: 'Choose a translation' }).click();
    await page.getByText('No translation chosen.').waitFor();
  });

  it('[D34] when a viewer opens the pages, then they show everything and offer no change', async () => {
    const viewer = await lives.openPage(undefined, { role: 'viewer' });
    await viewer.locator('.live-facts').first().waitFor();
    assert.equal(await viewer.getByRole('button', { name: 'New room' }).count(), 0);
    await viewer.getByRole('link', { name: 'View in the console: Sunday' }).waitFor();
    await lives.goTo(viewer, `/${lives.live.liveId}`);
    await viewer.locator('.settings').waitFor();
    assert.ok(await viewer.getByLabel('Name').isDisabled());
    for (const name of ['Save', 'Stop', 'Protect with a secret', 'New output', 'Delete this room'])
      assert.equal(await viewer.getByRole('button', { name }).count(), 0, name);
    await lives.goTo(viewer, '/design');
    await viewer.locator('.view-previews').waitFor();
    assert.ok(await viewer.getByRole('combobox', { name: 'Color scheme' }).isDisabled());
    assert.equal(await viewer.getByRole('button', { name: 'Choose an image' }).count(), 0);
  });

  it('when an address names no Live of the owner, then the page says so', async () => {
    const other = await lives.world.openLive({ name: 'Other' });
    for (const id of ['none', other.liveId]) {
      const page = await lives.openPage(id);
      await page.getByText('This room does not exist.').waitFor();
    }
  });

  it('when the pages are opened on a phone in German, then nothing is wider than the screen, and axe finds nothing', async () => {
    const phone = await lives.openPage(undefined, { context: { ...PHONE_SIZE, locale: 'de-DE', hasTouch: true } });
    for (const [path, selector, frames] of [
      ['', '.live-facts', 0],
      [`/${lives.live.liveId}`, '.settings', 4],
      [`/${lives.live.liveId}?sheet`, '.follow-sheet', 0],
      ['/design', '.view-previews', 4],
    ] as const) {
      await lives.goTo(phone, path);
      await phone.locator(selector).first().waitFor();
      const overflow = await phone.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.ok(overflow <= 0, `${path} is ${overflow} px too wide`);
      await eventuallyEquals(1 + frames, async () => phone.frames().length);
      assert.deepEqual(await listViolations(phone, frames), [], path);
    }
  });

  it('[D12] when nothing is on air, then one confirmation deletes it', async () => {
    const empty = await lives.world.openLive({ name: 'Empty room' }, lives.live.owner);
    const page = await lives.openPage(empty.liveId);
    await buttonOf(page, 'Delete this room').click();
    await openDialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await rowOf(page, 'Sunday').waitFor();
    assert.equal((await empty.call('GET', '')).status, 404);
  });

  it('[D12] when something is on air, then the name must be typed', async () => {
    await lives.world.openLive({ name: 'Youth' }, lives.live.owner);
    await lives.live.push('John 3:16');
    const page = await lives.openSettings();
    await buttonOf(page, 'Delete this room').click();
    const confirm = openDialog(page).getByRole('button', { name: 'Delete', exact: true });
    await openDialog(page)
      .getByText(/It shows .+ now/)
      .waitFor();
    assert.ok(await confirm.isDisabled());
    await openDialog(page).getByLabel('Type “Sunday” to confirm').fill('Monday');
    assert.ok(await confirm.isDisabled());
    await openDialog(page).getByLabel('Type “Sunday” to confirm').fill('Sunday');
    await confirm.click();
    await rowOf(page, 'Youth').waitFor();
    assert.equal((await lives.live.call('GET', '')).status, 404);
  });

  it('[D34] when the owner has no Live, then the page says what a Live is and offers to create one', async () => {
    await lives.live.write('DELETE', '');
    const admin = await lives.openPage(undefined, { role: 'admin' });
    await admin.locator('.empty', { hasText: 'No rooms yet' }).getByRole('button').click();
    await admin.locator('dialog[open]').getByLabel('Name').waitFor();
  });
});
