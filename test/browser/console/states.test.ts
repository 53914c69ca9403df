import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { holdResponses } from '../../support/browser/hold-responses.ts';
import { TEST_ACTOR } from '../../support/requests/live-state.ts';
import { startSession } from '../../support/requests/start-session.ts';
import { endRoutes } from '../../support/run/end-routes.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

describe('the states of the console', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let operator: ConsoleBrowser;
  let page: Page;

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    operator = await openConsolePage(world, live);
    page = operator.page;
  });
  after(() => operator?.close());

  const press = (key: string) => page.keyboard.press(key);
  const reference = async () => (await operator.now()).focus?.reference ?? null;
  const waitForMessage = (pattern: RegExp) =>
    eventuallyEquals(true, async () => pattern.test(await operator.strip()), `the strip says ${pattern}`);

  beforeEach(async () => {
    await operator.now();
    await live.write('DELETE', '/stack');
    await live.write('PATCH', '/playback', { paused: false });
    await live.push('John 3:16-18');
    await page.locator('.bar-input').fill('');
    await operator.settle();
  });

  it('when the connection is lost, then a band shows since when, keys are refused as not sent, and the console says what others changed', async () => {
    await page.context().setOffline(true);
    await page.locator('.live-flag[data-state=offline]').waitFor();
    await page.locator('.offline-for', { hasText: /\d/ }).waitFor();
    await press('ArrowRight');
    await waitForMessage(/^Not sent: Next page/);
    assert.equal(await page.locator('.picture').getAttribute('data-state'), 'offline', 'what is on air is dimmed');
    await operator.now();
    await live.push('Romans 8:28');
    const back = Date.now();
    await page.context().setOffline(false);
    await page.locator('.live-flag[data-state=live]').waitFor();
    assert.ok(Date.now() - back < 5_000, 'usable soon');
    await waitForMessage(/Connected again.*Romans 8:28/);
  });

  it('when the server refuses, then its detail is shown, and the text comes back; Esc puts away the strip first', async () => {
    await sleep(UNSEEN_MS);
    await operator.type('rom 8 28');
    await page.route('**/passages', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ title: 'Queue full', status: 409, code: 'queue_full', detail: 'The queue is full.' }),
      }),
    );
    await press('Enter');
    await waitForMessage(/The queue is full\./);
    await eventuallyEquals('rom 8 28', () => page.locator('.bar-input').inputValue());
    await endRoutes(page, 'ignoreErrors');
    await press('Escape');
    assert.deepEqual([await operator.strip(), await page.locator('.bar-input').inputValue()], ['', 'rom 8 28']);
  });

  it('when the next message for the stage is typed before the response, then it stays', async () => {
    const { asked, release } = await holdResponses(page, '**/stage', 'PUT');
    const field = page.locator('#stage-message');
    await field.fill('First');
    await press('Enter');
    await asked;
    await field.fill('Next');
    await release();
    assert.equal(await field.inputValue(), 'Next');
    await endRoutes(page);
    await field.fill('');
  });

  it('when the translations cannot be loaded at first, or what the browser stores is broken, then the console opens, and says so until they are loaded', async () => {
    const isSaid = Promise.withResolvers<void>();
    let requests = 0;
    await page.evaluate("for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{\"no')");
    await page.route('**/translations?*', async (route) => {
      requests += 1;
      if (requests === 1) return route.abort();
      await isSaid.promise;
      await route.continue();
    });
    await page.reload();
    const notice = page.getByText('Translations not loaded. Trying again…');
    await notice.waitFor();
    isSaid.resolve();
    await notice.waitFor({ state: 'detached' });
    await page.locator('.translation', { hasText: 'KJV' }).waitFor();
    await endRoutes(page);
  });

  it('[D63] when a member with the role viewer opens the console, then they can watch but not operate', async () => {
    const viewer = await openConsolePage(world, live, { role: 'viewer' });
    await viewer.isOnAir('John 3:16');
    assert.equal(await viewer.page.locator('.acts').count(), 0);
    await viewer.page.keyboard.press('ArrowRight');
    await eventuallyEquals(true, async () => /you need the operator role/.test(await viewer.strip()));
    await viewer.close();
  });

  it('[D63] when an operator becomes a viewer, then the console is view only at once, and the typed text stays', async () => {
    const demoted = await openConsolePage(world, live);
    await demoted.settle();
    await demoted.type('rom 8 28');
    const { administration } = world.lectern.installation;
    await administration.setMember({ organization: live.owner.id, email: demoted.email, role: 'viewer' });
    await demoted.page.locator('.watching').waitFor();
    assert.equal(await demoted.page.locator('.acts').count(), 0);
    const before = (await operator.now()).sequence;
    await demoted.page.keyboard.press('Enter');
    await eventuallyEquals(true, async () => /you need the operator role/.test(await demoted.strip()));
    assert.equal(await demoted.page.locator('.bar-input').inputValue(), 'rom 8 28');
    assert.equal((await operator.now()).sequence, before);
    await demoted.close();
  });

  it('[D63] when the session ends, then only the same person can continue on the page, and the typed text stays', async () => {
    const second = await openConsolePage(world, live);
    await second.settle();
    await second.page.keyboard.type('rom 8');
    const { sessions, storage } = world.lectern.installation;
    const user = (await storage.accounts.findUserByEmail(second.email))!;
    const endSessions = async (ended: Awaited<ReturnType<typeof sessions.list>>) => {
      for (const session of ended) await sessions.end({ user, session } as never, session.id, TEST_ACTOR);
    };
    const signIn = async (email = second.email) => {
      const { secret } = await startSession(world.lectern, email);
      await second.page
        .context()
        .addCookies([{ name: 'lectern_session', value: secret, url: world.url, httpOnly: true, sameSite: 'Lax' }]);
    };
    await endSessions(await sessions.list(user.id));
    await second.page.keyboard.press('PageDown');
    const dialog = second.page.locator('dialog[open]', { hasText: 'Please sign in again.' });
    await dialog.waitFor();
    let requests = 0;
    second.page.on('request', (request) => {
      if (request.url().endsWith('/console/credential')) requests += 1;
    });
    await sleep(1_500);
    assert.equal(requests, 0, 'the console waits for the person without requests');
    await signIn(operator.email);
    await dialog.getByText('I have signed in').click();
    await dialog.getByText('You are not signed in yet, or someone else is.').waitFor();
    await signIn();
    await sleep(1_500);
    assert.equal(await second.page.locator('dialog[open]').count(), 1, 'no other dialog covers it');
    await dialog.getByText('I have signed in').click();
    await dialog.waitFor({ state: 'detached' });
    await second.page.locator('.offline-for').waitFor({ state: 'detached' });
    assert.equal(await second.page.locator('.bar-input').inputValue(), 'rom 8');
    await second.page.keyboard.press('PageDown');
    await eventuallyEquals('John 3:17', reference);

    // Signed out and in again in another tab, before this page sends a request.
    const earlier = await sessions.list(user.id);
    await signIn();
    await endSessions(earlier);
    await second.page.keyboard.press('PageDown');
    await eventuallyEquals('John 3:18', reference);
    assert.equal(await second.page.locator('dialog[open]').count(), 0);
    await second.close();
  });

  it('when the Live is deleted, then the console says so', async () => {
    const other = await world.openLive({ name: 'Gone' }, live.owner);
    const second = await openConsolePage(world, other);
    await second.settle();
    await other.write('DELETE', '');
    await second.page.locator('dialog[open]', { hasText: 'This room is no longer available.' }).waitFor();
    await second.close();
  });

  it('when the console is dark or light, empty, ambiguous or locked, then axe-core finds no violation', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.keyboard.type('co 1 3');
      await press('Enter');
      await page.locator('.candidates[data-asks]').waitFor();
      assert.deepEqual(await listViolations(page, 1), [], `${colorScheme}, ambiguous`);
      await page.locator('.bar-input').fill('');
      await press('Control+l');
      await press('ArrowRight');
      await waitForMessage(/Service lock/);
      assert.deepEqual(await listViolations(page, 1), [], `${colorScheme}, locked`);
      await press('Escape');
      await press('Control+l');
      await press('F1');
      assert.deepEqual(await listViolations(page, 1), [], `${colorScheme}, keys`);
      await press('Escape');
      await page.locator('.keys-dialog[open]').waitFor({ state: 'detached' });
    }
  });
});
