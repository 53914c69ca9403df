import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventuallyEquals, PHONE_SIZE, readVisibleText } from '../support/browser/audience-pages.ts';
import { listViolations } from '../support/browser/axe.ts';
import { keepPicture, openWatchedPage } from '../support/browser/watched-page.ts';
import { api } from '../support/requests/api.ts';
import { createPlan } from '../support/requests/plans.ts';
import { smallEdition } from '../support/server/lectern.ts';
import { useInProcessServer, useServerProcess } from '../support/server/suite-server.ts';

describe('[D73] a reader page on a phone', () => {
  let now = Date.now();
  const world = useInProcessServer({ editions: 'starter', clock: () => now });

  it('when there is an earlier passage and an order, then tabs show them by touch and keys, each without violations, and notes stay on the phone', async () => {
    const operator = await world.openLive();
    const { body: plan } = await createPlan(api(world.lectern, operator.owner), [
      { id: 'psalm', kind: 'passage', title: 'Psalm of the day', passage: 'Psalm 23' },
      { id: 'gospel', kind: 'passage', title: 'Gospel', passage: 'John 3:16' },
    ]);
    await operator.write('PUT', '/plan', { plan_id: plan.id });
    await operator.write('PATCH', '/phones', { order: true });
    await operator.push('Isaiah 40:1-2');
    now += 20_000;
    await operator.write('POST', '/plan/go', { entry_id: 'psalm' });
    const watched = await openWatchedPage(await world.browser(), `${world.url}/l/${operator.liveId}`, PHONE_SIZE);
    const { page } = watched;
    const reads = (text: string, is = true) =>
      eventuallyEquals(is, async () => (await readVisibleText(page)).includes(text), text);
    const tab = (name: string) => page.getByRole('tab', { name });
    const isClean = async (name: string) => {
      assert.deepEqual(await listViolations(page), [], name);
      await keepPicture(page, `phone ${name}`);
    };
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await reads('The LORD is my shepherd');
    await tab('Now').waitFor();
    await isClean('now');
    await tab('Earlier').click();
    await reads('Comfort ye, comfort ye my people');
    await isClean('earlier');
    await page.keyboard.press('ArrowRight');
    await reads('Psalm of the day');
    await isClean('order');
    const onAir = () => page.locator('.order [aria-current]').innerText();
    assert.match(await onAir(), /^Psalm of the day/);
    await operator.write('POST', '/plan/go', { entry_id: 'gospel' });
    await eventuallyEquals(true, async () => (await onAir()).startsWith('Gospel'));
    await operator.write('PATCH', '/phones', { order: false });
    await tab('Order').waitFor({ state: 'detached' });
    await reads('For God so loved');
    await page.locator('.reader .verse', { hasText: 'For God so loved' }).click();
    const note = page.getByRole('textbox', { name: 'Your note' });
    await note.fill('Remember this');
    await isClean('note');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Notes' }).click();
    await reads('Remember this');
    await isClean('notes');
    assert.equal(requests.filter((each) => each.includes('Remember')).length, 0, 'in no request');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the notes as a file' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'notes.txt');
    watched.assertClean();
  });
});

describe('[D73] a reader page without a network', () => {
  const world = useServerProcess();

  it('when the server is away, then a reload shows the latest text, and a protected Live erases it', async () => {
    const operator = await world.openLive();
    await operator.push('John 3:16');
    const { page, context } = await openWatchedPage(
      await world.browser(),
      `${world.url}/l/${operator.liveId}`,
      PHONE_SIZE,
      /./,
    );
    const reads = (text: string) =>
      eventuallyEquals(true, async () => (await readVisibleText(page)).includes(text), text);
    const isKept = (text: string) =>
      eventuallyEquals(
        true,
        () =>
          page.evaluate(
            `caches.match('/l/${operator.liveId}/kept').then(async (kept) =>
              (await kept?.text())?.includes(${JSON.stringify(text)}) === true &&
              (await caches.match(location.href)) !== undefined &&
              (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated')`,
          ),
        text,
      );
    await reads('For God so loved');
    await operator.push('John 1:1');
    await isKept('In the beginning');
    await page.reload();
    await eventuallyEquals(true, () => page.evaluate('navigator.serviceWorker.controller !== null'));
    await operator.push('John 11:35');
    await reads('Jesus wept');
    await isKept('Jesus wept');
    await world.server.end('SIGKILL');
    await page.reload();
    await reads('For God so loved');
    await reads('Jesus wept');
    await world.startAgain();
    await operator.write('POST', '/audience-secret', {});
    await page.getByRole('textbox').waitFor();
    const kept = `caches.keys().then(async (names) => {
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/l/'));
    })`;
    await eventuallyEquals([], () => page.evaluate<string[]>(kept));
    await context.close();
  });
});

const verses = (word: string, last: number) =>
  Object.fromEntries(Array.from({ length: last }, (_, index) => [index + 1, `${word} ${index + 1}.`]));

describe('[D72] a reader page in the language of a person', () => {
  const world = useInProcessServer({
    editions: [
      smallEdition('english', { 43: { 3: verses('English', 36) } }),
      smallEdition('deutsch', { 43: { 3: verses('Deutsch', 17) } }, { name: 'Deutsche Bibel', language: 'de' }),
    ],
  });

  it('when the browser has a language of an offered edition, then its text is shown, a chapter is requested once, and the choice is kept', async () => {
    const operator = await world.openLive();
    await operator.push('John 3:16-18', { translations: ['english'] });
    const watched = await openWatchedPage(await world.browser(), `${world.url}/l/${operator.liveId}`, {
      ...PHONE_SIZE,
      locale: 'de-DE',
    });
    const { page } = watched;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const shown = () => page.locator('.reader .verse').allInnerTexts();
    const shows = (expected: string[]) =>
      eventuallyEquals(expected, async () => (await shown()).map((text) => text.replace(/\s+/g, ' ').trim()));
    await shows(['16 Deutsch 16.', '17 Deutsch 17.', '18 English 18. Edition english']);
    assert.equal(await page.locator('.reader .scripture').getAttribute('lang'), 'de');
    assert.deepEqual(await listViolations(page), []);
    await keepPicture(page, 'phone text');
    const before = requests.length;
    await operator.write('POST', '/step', { by: 1 });
    await eventuallyEquals(['17 Deutsch 17.'], async () =>
      (await page.locator('.reader .verse[aria-current]').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' ').trim(),
      ),
    );
    assert.deepEqual(requests.slice(before), [], 'no request within a chapter');
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    assert.deepEqual(await listViolations(page), []);
    await keepPicture(page, 'phone texts');
    await page.getByRole('button', { name: 'Wie auf der Leinwand' }).click();
    await shows(['16 English 16.', '17 English 17.', '18 English 18.']);
    await page.reload();
    await shows(['16 English 16.', '17 English 17.', '18 English 18.']);
    watched.assertClean();
  });
});
