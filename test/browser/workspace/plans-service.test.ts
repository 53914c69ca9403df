import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { addField, THREE, THREE_ENTRIES, usePlanPages, waitForTitles } from '../../support/browser/plan-pages.ts';
import { waitForSaved } from '../../support/browser/workspace-browser.ts';
import { api } from '../../support/requests/api.ts';
import { createPlan } from '../../support/requests/plans.ts';
import { createTestOrganization, smallEdition } from '../../support/server/lectern.ts';

describe('[D65] a plan in the service', () => {
  const plans = usePlanPages();

  describe('on Sunday', () => {
    it('when the plan is used, then the console opens at it, and Enter shows its next entry; before that the audience sees nothing', async () => {
      const { page, plan } = await plans.openEditor([
        { kind: 'heading', title: 'Opening' },
        { kind: 'passage', title: 'Reading', passage: 'John 3:16', note: 'Ana reads' },
        { kind: 'deck', title: 'Song', deck_id: plans.song.id },
      ]);
      await page.getByRole('button', { name: 'Open in the console' }).click();
      await page.waitForURL(`**/console/${plans.live.liveId}*`);
      await page.locator('.plan-entry', { hasText: 'Reading' }).waitFor();
      const { body: now } = await plans.live.call('GET', '/now');
      assert.deepEqual([now.plan.plan_id, now.plan.entry_id, now.focus, now.showing], [plan.id, null, null, false]);
      await page.locator('.live-flag:not([data-state=checking])').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.on-air-reference', { hasText: 'John 3:16' }).waitFor();
      await page.locator('.plan-note', { hasText: 'Ana reads' }).waitFor();

      // Used again, it continues where it is.
      await page.goBack();
      await page.getByRole('button', { name: 'Open in the console' }).click();
      await page.waitForURL(`**/console/${plans.live.liveId}*`);
      assert.equal((await plans.live.call('GET', '/now')).body.plan.entry_id, plan.entries[1].id);
    });

    it('when the owner has several Lives or none, then the page asks or says where to make one', async () => {
      const organization = await createTestOrganization(plans.world.lectern);
      const mine = api(plans.world.lectern, organization);
      const { body: plan } = await createPlan(mine, THREE_ENTRIES);
      const page = await plans.openPage({ owner: organization, resource: plan.id });
      await page.getByRole('button', { name: 'Open in the console' }).click();
      await page.getByText('There is no room yet.').waitFor();
      await page.keyboard.press('Escape');
      // Without a Live, references are still read.
      await addField(page).fill('psalm 23');
      await page.locator('.add-option', { hasText: 'Psalm 23' }).first().waitFor();
      await page.keyboard.press('Enter');
      await waitForTitles(page, [...THREE, 'Psalm 23']);
      await waitForSaved(page);

      const lives = [];
      for (const name of ['Main chapel', 'Youth room'])
        lives.push((await mine.post(`/v1/organizations/${organization.id}/lives`, { name })).body);
      await page.reload();
      await page.getByRole('button', { name: 'Open in the console' }).click();
      await page.getByText('The audience sees nothing of it until').waitFor();
      assert.deepEqual(await listViolations(page), []);
      await page.getByRole('button', { name: 'Youth room' }).click();
      await page.waitForURL(`**/console/${lives[1].id}*`);
    });
  });

  describe('on paper', () => {
    it('when a plan is printed, then the paper has name, date and entries, and notes and texts as chosen', async () => {
      const { editions, administration } = plans.world.lectern.installation;
      const second = { 43: { 3: { 16: 'Also hat Gott die Welt geliebt.' } } };
      await saveEdition(editions, smallEdition('second', second, { language: 'de', name: 'Zweite' }));
      await administration.enableEdition('second', { organization: plans.live.owner.id });
      const { page } = await plans.openEditor([
        { kind: 'heading', title: 'Word' },
        { kind: 'passage', title: 'Gospel', passage: 'John 3:16-17', note: 'Ana reads' },
        { kind: 'passage', title: 'Evangelium', passage: 'John 3:16', translations: ['kjv', 'second'] },
        { kind: 'deck', title: 'Amazing Grace', deck_id: plans.song.id },
      ]);
      await page.evaluate('window.printed = 0; window.print = () => { window.printed++; }');
      const printed = (count: number) =>
        eventuallyEquals(count, () => page.evaluate('window.printed'), 'how often it prints');
      await page.getByRole('button', { name: 'Print' }).click();
      await page.locator('dialog').getByRole('button', { name: 'Print' }).click();
      await printed(1);
      await page.emulateMedia({ media: 'print' });
      const text = () => page.locator('body').innerText();
      const plain = await text();
      for (const words of ['Sunday', 'Word', 'Gospel', 'John 3:16-17', 'Note: Ana reads', 'Amazing Grace'])
        assert.ok(plain.includes(words), `${words} in ${plain}`);
      for (const words of ['For God so loved', 'Paste an outline', 'Open in the console', 'Console'])
        assert.ok(!plain.includes(words), `${words} in ${plain}`);
      assert.match((await page.pdf({ format: 'A4' })).subarray(0, 5).toString(), /%PDF-/);
      await page.emulateMedia({ media: 'screen' });

      await page.getByLabel('With the notes').uncheck();
      await page.getByLabel('With the texts').check();
      await page.locator('dialog').getByRole('button', { name: 'Print' }).click();
      await printed(2);
      await page.emulateMedia({ media: 'print' });
      const full = await text();
      assert.ok(full.includes('For God so loved') && full.includes('For God sent not his Son'));
      assert.ok(full.includes('King James Version (1769), public domain'), full);
      assert.ok(!full.includes('Ana reads'));
      // Each of the two translations has its name before its text, and its rights at the end.
      const both = page.locator('.print-sheet li', { hasText: 'Evangelium' }).locator('.print-text');
      assert.deepEqual(await both.locator('.print-translation').allTextContents(), ['KJV', 'SECOND']);
      assert.match((await both.first().textContent())!, /^KJV16 For God so loved/);
      assert.match((await both.last().textContent())!, /^SECOND16 Also hat Gott die Welt geliebt\./);
      assert.equal(await page.locator('.print-sheet footer p').count(), 2);
    });

    it("when the browser's own command prints the page, then the paper is not empty", async () => {
      const { page } = await plans.openEditor([{ kind: 'heading', title: 'Word', note: 'Ana reads' }]);
      await page.getByText('Ana reads').waitFor();
      await page.emulateMedia({ media: 'print' });
      const text = await page.locator('body').innerText();
      for (const words of ['Word', 'Ana reads']) assert.ok(text.includes(words), `${words} in ${text}`);
      assert.ok(!text.includes('Console'), text);
    });

    it('when a plan is printed from the list, then its page asks what to print', async () => {
      await createPlan(plans.client, THREE_ENTRIES, 'Printed');
      const page = await plans.openPage();
      await page.getByRole('link', { name: 'Print: Printed' }).click();
      await page.getByRole('heading', { name: 'Print the order of service' }).waitFor();
      assert.deepEqual(await listViolations(page), []);
    });
  });
});
