import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { api } from '../../support/api.ts';
import { eventuallyEquals } from '../../support/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/console-browser.ts';
import { endRoutes } from '../../support/end-routes.ts';
import { holdResponses } from '../../support/hold-responses.ts';
import { smallEdition } from '../../support/lectern.ts';
import { createPlan, planPath, plansPath } from '../../support/plans.ts';
import { type OwnedLive, useInProcessServer } from '../../support/suite-server.ts';

describe('the console shows what the person chose', () => {
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
  const waitForQuestion = () => page.locator('.strip[data-kind=overtaken], .strip[data-kind=asks]').waitFor();
  const waitForNoQuestion = () =>
    page.locator('.strip[data-kind=overtaken], .strip[data-kind=asks]').waitFor({ state: 'detached' });

  beforeEach(async () => {
    await operator.now();
    await live.write('DELETE', '/stack');
    await live.push('John 3:16-18');
    await page.locator('.bar-input').fill('');
    await page.locator('.bar-input').focus();
    await operator.settle();
    await sleep(UNSEEN_MS);
  });

  /** Types a text and presses Enter on a state that another operator has changed. */
  const pressEnterOnStaleState = async (text: string, by: string) => {
    await operator.type(text);
    const { etag } = await operator.now();
    await page.route('**/passages', async (route) => {
      await live.call('POST', '/passages', { body: { passage: by }, ifMatch: etag });
      await route.continue();
    });
    await press('Enter');
    await waitForQuestion();
    await endRoutes(page, 'ignoreErrors');
  };

  it('when something else is typed while the strip asks for confirmation, then Enter shows what is typed', async () => {
    await pressEnterOnStaleState('gen 1 1', 'Psalm 23:1');
    await page.locator('.bar-input').fill('rom 8 28');
    await waitForNoQuestion();
    await press('Enter');
    await eventuallyEquals('Romans 8:28', reference);
  });

  it('when the text changes while the service lock asks, then Enter asks about the new text', async () => {
    await press('Control+l');
    await operator.type('gen 1 1');
    await press('Enter');
    await waitForQuestion();
    await operator.type('gen 1 2');
    await waitForNoQuestion();
    await press('Enter');
    await waitForQuestion();
    assert.match(await operator.strip(), /Genesis 1:2/);
    await press('Enter');
    await eventuallyEquals('Genesis 1:2', reference);
    await press('Control+l');
  });

  it('when another operator shows something, then the chosen history entry stays chosen', async () => {
    await live.push('Romans 8:28');
    await operator.settle();
    await page.locator('.recent #candidate-0', { hasText: 'Romans 8:28' }).waitFor();
    await page.locator('.recent #candidate-1', { hasText: 'John 3:16' }).waitFor();
    await press('ArrowDown');
    await press('ArrowDown');
    const chosen = page.locator('.recent .candidate[aria-selected=true]');
    await eventuallyEquals(true, async () => /^John 3:16/.test((await chosen.textContent()) ?? ''));
    await live.push('Genesis 1:1');
    await page.locator('.recent #candidate-0', { hasText: 'Genesis 1:1' }).waitFor();
    await sleep(UNSEEN_MS);
    await press('Enter');
    await eventuallyEquals('John 3:16', reference);
  });

  it('when another operator changes the queue, then the selected page stays selected', async () => {
    const row = page.locator('.page-row', { hasText: 'John 3:18' });
    await row.click();
    await operator.now();
    await live.push('Genesis 1:1');
    const { data } = (await live.call('GET', '/pages')).body;
    await operator.now();
    const moved = data.find((each: { reference: string }) => each.reference === 'Genesis 1:1');
    await live.write('PATCH', `/queue-items/${moved.item_id}`, { position: 0, span: 'run' });
    await page.locator('#page-0', { hasText: 'Genesis 1:1' }).waitFor();
    assert.equal(await row.getAttribute('aria-selected'), 'true');
  });

  describe('while a response is missing', () => {
    const hold = (address: string, method: string) => holdResponses(page, address, method);
    const entryTitles = () => page.locator('.entry-title').allTextContents();
    afterEach(() => endRoutes(page));

    it('when another verse is selected meanwhile, then it stays selected', async () => {
      const { asked, release } = await hold('**/chapters/*/4*', 'GET');
      await operator.type('john 4 2');
      await press('Control+Enter');
      await asked;
      await page.locator('.bar-input').fill('gen 1 3');
      await press('Control+Enter');
      const selected = page.locator('.verse[aria-selected=true] .verse-number');
      await selected.getByText('3', { exact: true }).waitFor();
      await release();
      assert.deepEqual(await selected.allTextContents(), ['3']);
    });

    it('[D65] when a second passage is planned before the plan is made, then both are in one plan', async () => {
      const client = api(world.lectern, live.owner);
      const { asked, release } = await hold('**/plans', 'POST');
      await operator.type('gen 1 1');
      await press('Shift+Enter');
      await asked;
      await page.locator('.bar-input').fill('');
      await operator.type('rom 8 28');
      await press('Shift+Enter');
      await release();
      await eventuallyEquals(['Genesis 1:1', 'Romans 8:28'], async () => {
        const { plan } = await operator.now();
        const { body } = await client.get(planPath(client, { id: plan.plan_id }));
        return body.entries.map(({ title }: { title: string }) => title).sort();
      });
      assert.equal((await client.get(plansPath(client))).body.data.length, 1);
    });

    it('[D65] when the Live follows another plan meanwhile, then the entries of that plan stay', async () => {
      const client = api(world.lectern, live.owner);
      const { body: slow } = await createPlan(client, [{ kind: 'heading', title: 'Slow' }]);
      const { body: fast } = await createPlan(client, [{ kind: 'heading', title: 'Fast' }]);
      const { asked, release } = await hold(`**/plans/${slow.id}`, 'GET');
      await press('F4');
      await operator.now();
      await live.write('PUT', '/plan', { plan_id: slow.id });
      await asked;
      await live.write('PUT', '/plan', { plan_id: fast.id });
      await eventuallyEquals(['Fast'], entryTitles);
      await release();
      assert.deepEqual(await entryTitles(), ['Fast']);
    });

    it('[D66] when the outline is changed meanwhile, then only the changed one is added', async () => {
      const before = await entryTitles();
      const { asked, release } = await hold('**/references/extract', 'POST');
      await page.getByRole('button', { name: 'Paste an outline' }).click();
      const dialog = page.locator('dialog[open]', { hasText: 'Paste an outline' });
      await dialog.locator('textarea').fill('John 3:16');
      await dialog.getByRole('button', { name: 'Add to the plan' }).click();
      await asked;
      await dialog.locator('textarea').fill('Romans 8:28');
      await release();
      await dialog.getByRole('button', { name: 'Add to the plan' }).click();
      await dialog.waitFor({ state: 'detached' });
      await eventuallyEquals([...before, 'Romans 8:28'], entryTitles);
      await press('F4');
    });

    it('when the next message for the stage is typed meanwhile, then it stays', async () => {
      const { asked, release } = await hold('**/stage', 'PUT');
      const field = page.locator('#stage-message');
      await field.fill('First');
      await press('Enter');
      await asked;
      await field.fill('Next');
      await release();
      assert.equal(await field.inputValue(), 'Next');
    });

    it('when a second translation is turned on meanwhile, then both are on', async () => {
      const { editions } = world.lectern.installation;
      for (const slug of ['one', 'two']) {
        await saveEdition(editions, smallEdition(slug, { 43: { 3: { 16: 'For God', 17: 'For God', 18: 'He' } } }));
        await editions.enable(live.owner, slug);
      }
      await page.reload();
      await page.locator('.translation', { hasText: 'TWO' }).waitFor();
      await operator.settle();
      const { asked, release } = await hold('**/translations', 'POST');
      await press('F8');
      await asked;
      await press('F9');
      await release();
      await eventuallyEquals(['kjv', 'one', 'two'], async () => (await operator.now()).translations);
    });
  });

  it('when the browser’s local storage is corrupt, then the console still opens', async () => {
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) localStorage.setItem(key, '{"no');
    });
    await page.reload();
    await operator.settle();
    assert.equal(await page.locator('.bar-input').count(), 1);
  });

  it('when the translations cannot be loaded at first, then the console says so until they are loaded', async () => {
    const isSaid = Promise.withResolvers<void>();
    let requests = 0;
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
});
