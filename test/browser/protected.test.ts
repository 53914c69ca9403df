import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { setRestricted } from '../../src/domain/account/owners/restriction.ts';
import {
  type AudiencePage,
  captureAndCheck,
  closeWithoutErrors,
  countBlankFrames,
  eventuallyAllRead,
  eventuallyEquals,
  LAPTOP_SIZE,
  openAudience,
  PHONE_SIZE,
  passPollInterval,
  readVisibleText,
  SCREEN_SIZE,
  watchForBlank,
} from '../support/browser/audience-pages.ts';
import type { OperatorClient } from '../support/requests/operator-client.ts';
import { useInProcessServer } from '../support/server/suite-server.ts';

const VERSE = 'For God so loved the world';
const WRONG = 'AAAA-AAAA-AAAA';
const _GUESSES_A_MINUTE = 20;

describe('a protected Live', () => {
  const world = useInProcessServer({ editions: 'starter' });

  /** Creates a Live that shows John 3:16 to a phone, a laptop, a screen and a video mixer, and its organization. */
  async function openProtectedPages() {
    const operator = await world.openLive({ name: 'Evening of the elders' });
    await operator.push('John 3:16');
    const link = `${world.url}/l/${operator.liveId}`;
    const pages = await openAudience(await world.browser(), link, {
      phone: { ...PHONE_SIZE, locale: 'de-DE' },
      laptop: { ...LAPTOP_SIZE, query: '?theme=light' },
      screen: { ...SCREEN_SIZE, query: '?view=screen&theme=light' },
      lower: { ...SCREEN_SIZE, query: '?view=lower-third' },
    });
    await eventuallyAllRead(pages, VERSE);
    // Installs a fake clock, with which the next documents can skip their waiting times.
    for (const { page } of pages) await page.clock.install();
    return { owner: operator.owner, operator, link, pages };
  }

  const advanceAllClocks = (pages: readonly AudiencePage[]) =>
    Promise.all(pages.map(({ page }) => passPollInterval(page)));

  /** Requires that all pages ask for the secret and that their documents contain nothing of the Live. */
  async function requireAllAsk(pages: readonly AudiencePage[]): Promise<void> {
    for (const { page, url } of pages) {
      const field = page.locator('input[name="secret"]');
      await field.waitFor({ state: 'attached' });
      if (url.includes('view=')) {
        await page.locator('html:not([data-awake])').waitFor();
        assert.equal(await readVisibleText(page), '', `${url}: the audience of a screen is asked for nothing`);
        await eventuallyEquals(true, async () => {
          await page.keyboard.press('Shift');
          return field.isVisible();
        });
      }
      await field.waitFor();
      const document = await page.content();
      for (const word of ['God so loved', 'John 3', 'Evening of the elders', 'King James']) {
        assert.ok(!document.includes(word), `${url} still has ${word}`);
      }
      assert.equal(page.url(), url);
    }
  }

  async function enterSecret(page: Page, secret: string): Promise<void> {
    await page.locator('input[name="secret"]').fill(secret);
    await page.locator('button[type="submit"]').click();
  }

  async function enterSecretOnAll(pages: readonly AudiencePage[], secret: string): Promise<void> {
    for (const { page } of pages) await enterSecret(page, secret);
    await eventuallyAllRead(pages, VERSE);
    for (const { page, url } of pages) {
      assert.equal(page.url(), url, 'the view in the address is kept');
      const { view, theme } = await page.locator(':root').evaluate((root) => ({ ...root.dataset }));
      assert.equal(view, new URL(url).searchParams.get('view') ?? 'reader');
      assert.equal(theme, new URL(url).searchParams.get('theme') ?? 'dark');
    }
  }

  const protect = (operator: OperatorClient, method = 'POST'): Promise<{ secret: string }> =>
    operator.write(method, '/audience-secret', {});

  test('[D20] when a browser blocks storage, then its page is locked out, too', async () => {
    const { operator, link, pages } = await openProtectedPages();
    for (const page of pages) await closeWithoutErrors(page);
    const context = await (await world.browser()).newContext();
    for (const storage of ['sessionStorage', 'localStorage']) {
      await context.addInitScript((name) => Object.defineProperty(globalThis, name, { get: () => null }), storage);
    }
    const page = await context.newPage();
    await page.goto(link);
    await page.getByText(VERSE).waitFor();
    await protect(operator);
    await page.locator('input[name="secret"]').waitFor();
    await context.close();
  });

  test('[D20], [D44] when a secret is set, then open pages ask for it once, ask again when it changes, and reopen when it is removed', async (t) => {
    const { operator, link, pages } = await openProtectedPages();
    const from = performance.now();
    const { secret } = await protect(operator);
    await requireAllAsk(pages);
    t.diagnostic(`four pages asked ${Math.round(performance.now() - from)} ms after the request was sent`);
    await captureAndCheck('secret', pages);

    for (const { page } of pages) {
      await enterSecret(page, WRONG);
      await page.locator('.problem').waitFor();
      assert.equal(await page.locator('input[name="secret"]').getAttribute('aria-invalid'), 'true');
    }
    await captureAndCheck('secret-wrong', pages);

    await enterSecretOnAll(pages, secret.toLowerCase().replaceAll('-', ''));
    for (const { page } of pages) await page.reload();
    await eventuallyAllRead(pages, VERSE);

    const [guest] = await openAudience(await world.browser(), `${world.url}/problems`, { guest: PHONE_SIZE });
    await guest!.page.goto(`${link}?lang=pt#${secret}`);
    await eventuallyAllRead([guest!], VERSE);
    assert.equal(guest!.page.url(), `${link}?lang=pt`);
    await guest!.page.goBack();
    assert.ok(!guest!.page.url().includes('#'), 'the secret is not in the history');
    await closeWithoutErrors(guest!);

    // The page reloads at once, however recent the last reload is.
    const { secret: second } = await protect(operator, 'PUT');
    await requireAllAsk(pages);
    await enterSecret(pages[0]!.page, secret);
    await pages[0]!.page.locator('.problem').waitFor();
    await enterSecretOnAll(pages, second);

    // One page asks, one has had a wrong secret, and two are admitted.
    await protect(operator, 'PUT');
    await requireAllAsk(pages);
    const third = (await protect(operator, 'PUT')).secret;
    const [asked, wrong, ...inside] = pages as [AudiencePage, AudiencePage, ...AudiencePage[]];
    await enterSecret(wrong.page, WRONG);
    await wrong.page.locator('.problem').waitFor();
    await advanceAllClocks([asked, wrong]);
    assert.ok(await wrong.page.locator('.problem').isVisible(), 'nothing has changed for them');
    await enterSecretOnAll(inside, third);
    for (const { page } of inside) await watchForBlank(page);
    await operator.write('DELETE', '/audience-secret');
    await advanceAllClocks([asked, wrong]);
    await eventuallyAllRead(pages, VERSE);
    for (const { page, url } of pages) assert.equal(page.url(), url);
    await operator.push('John 3:17', { replace: true });
    await eventuallyAllRead(pages, 'For God sent not his Son');
    for (const { page } of inside)
      assert.deepEqual(await countBlankFrames(page), [], 'admitted pages were never blank');
    await closeWithoutErrors(...pages);
  });

  test('[D20] when a viewer goes back to a wrong secret, then the page asks again, and the browser shows no error', async () => {
    const { operator, link, pages } = await openProtectedPages();
    const { secret } = await protect(operator);
    await requireAllAsk(pages);
    const [{ page }] = pages as [AudiencePage];
    await enterSecret(page, WRONG);
    await page.locator('.problem').waitFor();
    await enterSecret(page, secret);
    await page.getByText('Also hat Gott').or(page.getByText(VERSE)).first().waitFor();
    await page.goBack();
    await page.locator('.problem').waitFor();
    assert.equal(await page.locator('input[name="secret"]').inputValue(), WRONG, 'it can be corrected');
    await enterSecret(page, secret);
    await page.waitForURL(link);
    await eventuallyAllRead([pages[0]!], VERSE);
    await closeWithoutErrors(...pages);
  });

  test('[D42] when the owner is restricted, then all pages show a notice without a reason, and recover by themselves', async () => {
    const { owner, operator, pages } = await openProtectedPages();
    await setRestricted(world.lectern.installation, owner.id, true);
    for (const { page, url } of pages) {
      await page.locator('h1.notice').waitFor({ state: 'attached' });
      assert.ok(!(await page.content()).includes('God so loved'));
      assert.equal(page.url(), url);
    }
    assert.equal(await pages[0]!.page.locator('h1').innerText(), 'Diese Anzeige ist zurzeit nicht verfügbar.');
    for (const { page } of pages.slice(2)) assert.equal(await readVisibleText(page), '', 'a screen shows no text');
    for (const { page } of pages.slice(2)) {
      await eventuallyEquals('This display is not available right now.', async () => {
        await page.mouse.move(200, 200);
        await page.mouse.move(230, 200);
        return readVisibleText(page);
      });
    }
    await captureAndCheck('restricted', pages);
    await setRestricted(world.lectern.installation, owner.id, false);
    await advanceAllClocks(pages);
    await eventuallyAllRead(pages, VERSE);

    // The Live is also protected: viewers without the secret are asked for it once the restriction ends.
    const { secret } = await protect(operator);
    await requireAllAsk(pages);
    const [outside, ...inside] = pages as [AudiencePage, ...AudiencePage[]];
    await enterSecretOnAll(inside, secret);
    await setRestricted(world.lectern.installation, owner.id, true);
    await advanceAllClocks([outside]);
    for (const { page } of pages) await page.locator('h1.notice').waitFor({ state: 'attached' });
    await setRestricted(world.lectern.installation, owner.id, false);
    await advanceAllClocks(pages);
    await eventuallyAllRead(inside, VERSE);
    await requireAllAsk([outside]);
    await closeWithoutErrors(...pages);
  });
});
