import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventuallyEquals } from '../../support/audience-pages.ts';
import { listViolations } from '../../support/axe.ts';
import { endRoutes } from '../../support/end-routes.ts';
import { holdResponses } from '../../support/hold-responses.ts';
import {
  addField,
  entryOf,
  mainOf,
  readTitles,
  THREE,
  THREE_ENTRIES,
  usePlanPages,
  waitForStored,
  waitForTitles,
} from '../../support/plan-pages.ts';
import { planPath } from '../../support/plans.ts';
import { waitForSaved } from '../../support/workspace-browser.ts';

describe('[D65] saving a plan', () => {
  const plans = usePlanPages();

  it('[D4] when someone else saves meanwhile, then neither version is lost, whichever is taken', async () => {
    for (const choice of ['Keep mine', 'Take theirs'] as const) {
      const { page, plan, stored } = await plans.openEditor(THREE_ENTRIES);
      const { etag } = await plans.client.get(planPath(plans.client, plan));
      const theirs = [{ kind: 'heading', title: 'Theirs' }];
      await plans.client.put(planPath(plans.client, plan), { name: 'Theirs', entries: theirs }, { ifMatch: etag! });
      await addField(page).fill('- Mine');
      await page.keyboard.press('Enter');
      await page.getByText('Someone else changed this while you were editing.').waitFor();
      assert.deepEqual(await listViolations(page), []);
      assert.deepEqual((await stored()).entries.length, 1, 'nothing is overwritten');
      await page.getByRole('button', { name: choice }).click();
      const mine = [...THREE, 'Mine'];
      await waitForTitles(page, choice === 'Keep mine' ? mine : ['Theirs']);
      await waitForStored(stored, choice === 'Keep mine' ? mine : ['Theirs']);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await waitForTitles(page, choice === 'Keep mine' ? ['Theirs'] : mine);
      await waitForStored(stored, choice === 'Keep mine' ? ['Theirs'] : mine);
    }
  });

  it('when the connection is lost, then the page says so, and saves once it is back', async () => {
    const { page, stored } = await plans.openEditor(THREE_ENTRIES);
    await page.context().setOffline(true);
    await mainOf(page, 'Blessing').focus();
    await page.keyboard.press('Delete');
    await page.getByText('Not saved: The server does not respond').waitFor();
    await page.context().setOffline(false);
    await waitForStored(stored, ['Opening', 'Reading']);
    await waitForSaved(page);
  });

  it('when a plan read on the return to the tab arrives after a save, then what was saved stays', async () => {
    const { page, stored } = await plans.openEditor(THREE_ENTRIES);
    const { asked, release } = await holdResponses(page, '**/plans/**', 'GET');
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await asked;
    await addField(page).fill('- Mine');
    await page.keyboard.press('Enter');
    await waitForStored(stored, [...THREE, 'Mine']);
    await waitForSaved(page);
    await release();
    assert.deepEqual(await readTitles(page), [...THREE, 'Mine']);
    await endRoutes(page);
  });

  it('when the page is reloaded before a change is saved, then the change is there and is saved', async () => {
    const { page, stored } = await plans.openEditor(THREE_ENTRIES);
    await page.route('**/plans/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await addField(page).fill('- Kept');
    await page.keyboard.press('Enter');
    await page.getByText('Not saved:').waitFor();
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await waitForTitles(page, [...THREE, 'Kept']);
    await endRoutes(page);
    await waitForStored(stored, [...THREE, 'Kept']);
  });

  it('when the response of a save is lost, then the repeated save is no conflict', async () => {
    const { page, stored } = await plans.openEditor(THREE_ENTRIES);
    let lost = 0;
    await page.route('**/plans/**', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      if (lost++ === 0) await route.fetch();
      await route.abort();
    });
    await addField(page).fill('- Once');
    await page.keyboard.press('Enter');
    await waitForStored(stored, [...THREE, 'Once']);
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await tryAgain.click();
    await eventuallyEquals(true, async () => lost > 1, 'the save is repeated at once');
    await endRoutes(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await waitForSaved(page);
    assert.deepEqual(await readTitles(page), [...THREE, 'Once']);
  });

  it('when the response of a save is lost and more is typed, then the next save is no conflict, also after a reload', async () => {
    for (const reloads of [false, true]) {
      const { page, stored } = await plans.openEditor(THREE_ENTRIES);
      const isStored = Promise.withResolvers<void>();
      let sent = 0;
      await page.route('**/plans/**', async (route) => {
        if (route.request().method() !== 'PUT' || sent++ > 0) return route.continue();
        await route.fetch();
        isStored.resolve();
        if (!reloads) await route.abort();
      });
      await addField(page).fill('- Once');
      await page.keyboard.press('Enter');
      await isStored.promise;
      await addField(page).fill('- Twice');
      await page.keyboard.press('Enter');
      await entryOf(page, 'Twice').waitFor();
      page.on('dialog', (dialog) => dialog.accept());
      if (reloads) await page.reload();
      else await page.evaluate("dispatchEvent(new Event('online'))");
      await waitForStored(stored, [...THREE, 'Once', 'Twice']);
      await waitForSaved(page);
      await waitForTitles(page, [...THREE, 'Once', 'Twice']);
    }
  });
});
