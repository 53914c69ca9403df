import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { audienceSecretPage } from '../../src/audience/audience-secret-page.ts';
import { noticePage } from '../../src/audience/notice-page.ts';
import type { InterfaceLanguage } from '../../src/locales/languages.ts';
import { eventuallyEquals, PHONE_SIZE, passPollInterval } from '../support/browser/audience-pages.ts';
import { listViolations } from '../support/browser/axe.ts';
import { useBrowserAudience } from '../support/browser/browser-audience.ts';
import { openWatchedPage } from '../support/browser/watched-page.ts';
import { JOHN_3, viewerStateWith } from '../support/requests/viewer-samples.ts';

const NARROWEST = { viewport: { width: 320, height: 568 } };
const HTML = 'text/html; charset=utf-8';
const PROBLEM = 'application/problem+json';

describe('the entrance pages', () => {
  const world = useBrowserAudience(viewerStateWith(JOHN_3));

  /** Serves the secret page at the address of the Live until a secret is sent. */
  function serveSecretPage(query = ''): void {
    const body = audienceSecretPage({ liveId: 'live', query, language: 'en', failure: null });
    world.audience.files.set('/l/live', { type: HTML, body });
  }

  /** Opens the page and returns what its form sends. Any secret is accepted. */
  async function openSecretPage(address: string) {
    const context = await world.browser.newContext(PHONE_SIZE);
    const page = await context.newPage();
    const sent: { to: string; body: string | null }[] = [];
    await page.route('**/l/live/secret*', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      sent.push({ to: pathname + search, body: route.request().postData() });
      world.audience.files.delete('/l/live');
      await route.fulfill({ status: 303, headers: { location: `${world.audience.url}/l/live${search}` } });
    });
    await page.goto(world.audience.url + address);
    return { page, sent, close: () => context.close() };
  }

  test('[D44] when a link has the secret in its fragment, then the form sends it and removes it from the address', async () => {
    serveSecretPage('?view=screen');
    const { page, sent, close } = await openSecretPage('/l/live?view=screen#7k3m-9pqr-st4v');
    await page.getByText('For God so loved').first().waitFor();
    assert.deepEqual(sent, [{ to: '/l/live/secret?view=screen', body: 'secret=7K3M-9PQR-ST4V' }]);
    assert.equal(page.url(), `${world.audience.url}/l/live?view=screen`);
    await page.goBack();
    assert.ok(!page.url().includes('#'), 'it is not in the history either');
    await close();
  });

  test('[D44] when the secret is typed, then it is grouped as displayed and sent', async () => {
    serveSecretPage();
    const { page, sent, close } = await openSecretPage('/l/live');
    const field = page.getByLabel('Secret');
    await field.pressSequentially('7k3m9pqrst4');
    assert.equal(await field.inputValue(), '7K3M-9PQR-ST4');
    await field.press('v');
    await field.press('Enter');
    await page.getByText('For God so loved').first().waitFor();
    assert.deepEqual(sent, [{ to: '/l/live/secret', body: 'secret=7K3M-9PQR-ST4V' }]);
    await close();
  });

  test('when a fragment is not a secret, then it is not sent; when an open page gets a secret in its address, then it removes it', async () => {
    serveSecretPage();
    const { page, sent, close } = await openSecretPage('/l/live#john-3-16');
    await page.getByLabel('Secret').waitFor();
    assert.deepEqual(sent, []);
    world.audience.files.delete('/l/live');
    await page.goto(`${world.audience.url}/l/live?lang=en#7k3m-9pqr-st4v`);
    await page.getByText('For God so loved').first().waitFor();
    assert.equal(page.url(), `${world.audience.url}/l/live?lang=en`);
    await page.goto(`${world.audience.url}/l/live?lang=en#7k3m-9pqr-st4v`);
    await page.waitForURL(`${world.audience.url}/l/live?lang=en`);
    await close();
  });

  test('[D42] when the notice is shown, then it stays until there is content, and then disappears by itself', async () => {
    const body = noticePage({ language: 'en' });
    world.audience.files.set('/l/live', { type: HTML, body, status: 403 });
    const context = await world.browser.newContext(PHONE_SIZE);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${world.audience.url}/l/live`);
    assert.equal(await page.locator('h1').innerText(), 'This display is not available right now.');
    const looked = page.waitForResponse((response) => response.status() === 403);
    await passPollInterval(page);
    await looked;
    const notice = page.locator('h1.notice');
    assert.equal(await notice.count(), 1);
    world.audience.files.delete('/l/live');
    // Advances the clock again, in case the page had not started to wait yet.
    await eventuallyEquals(0, async () => {
      if (await notice.count()) await passPollInterval(page);
      return notice.count();
    });
    await page.getByText('For God so loved').first().waitFor();
    await context.close();
  });

  test('[D44] when the server does not know the Live for a while, then the page recovers by itself', async () => {
    for (const view of ['screen', 'lower-third']) {
      const context = await world.browser.newContext(PHONE_SIZE);
      const page = await context.newPage();
      await page.clock.install();
      const query = `?view=${view}`;
      await page.goto(`${world.audience.url}/l/live${query}`);
      await page.getByText('For God so loved').first().waitFor();
      const body = noticePage({ language: 'en', query, missing: true });
      world.audience.files.set('/l/live', { type: HTML, body, status: 404 });
      world.audience.files.set('/l/live/stream', { type: PROBLEM, body: '{"code":"not_found"}', status: 404 });
      world.audience.cut();
      await page.locator('h1.notice').waitFor({ state: 'attached' });
      assert.equal(await page.locator('h1.notice').isVisible(), false, view);
      await eventuallyEquals(true, async () => {
        await page.keyboard.press('Shift');
        return page.locator('h1.notice').isVisible();
      });
      world.audience.files.delete('/l/live');
      world.audience.files.delete('/l/live/stream');
      await passPollInterval(page);
      await page.getByText('For God so loved').first().waitFor();
      await context.close();
    }
  });

  test('[D44] when a Live is deleted or the browser has no scripts, then nothing is drawn over the picture below', async () => {
    world.audience.files.set('/l/live/stream', { type: 'text/event-stream', body: 'event: gone\ndata: {}\n\n' });
    for (const javaScriptEnabled of [true, false]) {
      const context = await world.browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${world.audience.url}/l/live`);
      await page.locator('.notice').waitFor();
      await page.goto(`${world.audience.url}/l/live?view=lower-third`);
      await page.locator('.notice').waitFor({ state: 'attached' });
      assert.equal(await page.locator('.notice').isVisible(), false);
      await context.close();
    }
    world.audience.files.delete('/l/live/stream');
  });

  test('[D20] when a person comes to a screen, then it asks for the secret while they are present', async () => {
    for (const view of ['screen', 'lower-third', 'stage']) {
      const asking = { liveId: 'live', query: `?view=${view}`, language: 'en' } as const;
      const ask = (failure: { reason: 'wrong' } | null) =>
        world.audience.files.set('/l/live', {
          type: HTML,
          body: audienceSecretPage({ ...asking, failure }),
          status: 403,
        });
      ask(null);
      const context = await world.browser.newContext({ viewport: { width: 1920, height: 1080 } });
      const page = await context.newPage();
      await page.clock.install();
      const form = page.locator('.gate');
      await page.goto(`${world.audience.url}/l/live?view=${view}`);
      const empty = await page.screenshot();
      const ground = await page.evaluate(`document.querySelector('main').hidden = true`);
      assert.ok(ground && (await page.screenshot()).equals(empty), `${view}: nothing but the ground`);
      await page.evaluate(`document.querySelector('main').hidden = false`);
      // Waits until the script has loaded.
      await eventuallyEquals(true, async () => {
        await page.mouse.move(300, 300);
        await page.mouse.move(340, 300);
        return form.isVisible();
      });
      assert.equal(await page.evaluate(`document.activeElement.name`), 'secret');
      await page.clock.fastForward(61_000);
      await form.waitFor({ state: 'hidden' });
      await page.keyboard.press('a');
      await form.waitFor();
      // A person who entered a wrong secret is still present.
      ask({ reason: 'wrong' });
      await page.goto(`${world.audience.url}/l/live?view=${view}`);
      await page.locator('.problem').waitFor();
      await context.close();
    }
    world.audience.files.delete('/l/live');
  });

  test('[D44] when a Live is deleted, then a screen says so only to a person who comes to it', async () => {
    world.audience.files.set('/l/live/stream', { type: 'text/event-stream', body: 'event: gone\ndata: {}\n\n' });
    for (const view of ['screen', 'stage']) {
      const context = await world.browser.newContext();
      const page = await context.newPage();
      await page.goto(`${world.audience.url}/l/live?view=${view}`);
      await page.locator('#viewer .notice').waitFor({ state: 'attached' });
      assert.equal(await page.locator('#viewer .notice').isVisible(), false);
      await eventuallyEquals(true, async () => {
        await page.keyboard.press('Shift');
        return page.locator('#viewer .notice').isVisible();
      });
      await context.close();
    }
    world.audience.files.delete('/l/live/stream');
  });

  test('when the pages are checked, then axe-core finds no violation, and the field is wide enough on the narrowest phone', async () => {
    const ask = (theme: string, language: InterfaceLanguage) => ({
      liveId: 'live',
      query: `?theme=${theme}`,
      language,
    });
    for (const [name, body] of Object.entries({
      secret: audienceSecretPage({ ...ask('dark', 'de'), failure: null }),
      wrong: audienceSecretPage({ ...ask('light', 'pt'), failure: { reason: 'wrong' } }),
      limited: audienceSecretPage({ ...ask('dark', 'en'), failure: { reason: 'limited', seconds: 300 } }),
      notice: noticePage(ask('light', 'de')),
      'dark notice': noticePage(ask('dark', 'pt')),
    })) {
      world.audience.files.set('/page', { type: HTML, body });
      const watched = await openWatchedPage(world.browser, `${world.audience.url}/page`, NARROWEST);
      const { page } = watched;
      assert.deepEqual(await listViolations(page), [], name);
      if (name === 'secret') {
        await page.locator('input').fill('WWWW-WWWW-WWWW');
        const [inner, outer] = await page.locator('input').evaluate((input) => [input.scrollWidth, input.clientWidth]);
        assert.ok(inner! <= outer!, 'all of it can be seen');
      }
      watched.assertClean();
      await watched.close();
    }
  });
});
