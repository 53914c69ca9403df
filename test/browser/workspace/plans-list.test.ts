import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
import { addField, THREE, THREE_ENTRIES, usePlanPages, waitForTitles } from '../../support/browser/plan-pages.ts';
import { api, type JsonDocument } from '../../support/requests/api.ts';
import { createMember, setRole } from '../../support/requests/members.ts';
import { createPlan, planPath, plansPath } from '../../support/requests/plans.ts';
import { createTestOrganization } from '../../support/server/lectern.ts';

/** The date so many days from today in local time, as YYYY-MM-DD. */
const inDays = (days: number): string => {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return date.toLocaleDateString('sv');
};

const LONG_NAME = 'W'.repeat(100);

const fitsWidth = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }): boolean =>
  scrollWidth <= clientWidth;

describe('[D65] the list of plans', () => {
  const plans = usePlanPages();

  /** Opens the list of an organization: a new one with these plans, each so many days from today. */
  const openList = async (given: Readonly<Record<string, number>> = {}) => {
    const owner = await createTestOrganization(plans.world.lectern);
    const client = api(plans.world.lectern, owner);
    for (const [name, days] of Object.entries(given))
      await client.post(plansPath(client), { name, date: inDays(days), entries: THREE_ENTRIES });
    const list = async (): Promise<JsonDocument[]> => (await client.get(plansPath(client))).body.data;
    return { page: await plans.openPage({ owner }), owner, client, list };
  };

  it('when there is no plan, then the page says what one is, and one press makes one for the next Sunday', async () => {
    const { page, list } = await openList();
    await page.getByText('A plan is an order of service').waitFor();
    assert.deepEqual(await listViolations(page), []);
    await page.getByRole('button', { name: 'New plan' }).click();
    await addField(page).waitFor();
    const [made] = await list();
    assert.ok(made);
    assert.equal(new Date(`${made.date}T12:00`).getDay(), 0, 'a Sunday');
    assert.ok(made.date >= inDays(0) && made.date <= inDays(6));
    const day = new Date(`${made.date}T12:00`).toLocaleDateString('en', { dateStyle: 'long' });
    assert.equal(made.name, `Service on ${day}`);
    assert.equal(await page.getByLabel('Name').inputValue(), made.name);
  });

  it('when there are plans, then the coming ones come first, the next one first, and past ones are last, the latest first', async () => {
    const { page, client } = await openList({ 'Long ago': -30, 'Last week': -7, Far: 60, Near: 6 });
    await client.post(plansPath(client), { name: 'Some day', entries: [] });
    await page.reload();
    await page.locator('.resource-list > li').nth(4).waitFor();
    const names = await page.locator('.resource-name a').allTextContents();
    assert.deepEqual(names, ['Near', 'Far', 'Some day', 'Last week', 'Long ago']);
    const row = page.locator('.resource-list > li', { hasText: 'Last week' });
    assert.match((await row.locator('.meta').textContent())!, /^\w+, \w+ \d+, \d{4} · 3 entries$/);
    assert.deepEqual(await listViolations(page), []);
  });

  it('when last week’s plan is duplicated, then the copy is a week later and has the same entries', async () => {
    const { page } = await openList({ 'Last week': -7 });
    await page.getByRole('button', { name: 'Duplicate last plan' }).click();
    await waitForTitles(page, THREE);
    assert.equal(await page.getByLabel('Date').inputValue(), inDays(0));
  });

  it('when a plan is renamed and given another date, then the list shows both', async () => {
    const { page, list } = await openList({ Far: 60 });
    await page.getByRole('button', { name: 'Rename: Far' }).press('Enter');
    await page.locator('dialog').getByLabel('Name').fill('Very far');
    await page.locator('dialog').getByLabel('Date').fill('2099-12-24');
    await page.keyboard.press('Enter');
    await page
      .locator('.resource-list > li', { hasText: 'Very far' })
      .getByText('Thursday, December 24, 2099')
      .waitFor();
    await page
      .locator(':focus')
      .and(page.getByRole('button', { name: 'Rename: Very far' }))
      .waitFor();
    assert.deepEqual(
      (await list()).map(({ name, date, entry_count }) => [name, date, entry_count]),
      [['Very far', '2099-12-24', 3]],
    );
  });

  it('when someone else changes the date of a plan while it is renamed, then both changes are kept', async () => {
    const { page, client, list } = await openList({ Shared: 60 });
    const [plan] = await list();
    assert.ok(plan);
    await page.getByRole('button', { name: 'Rename: Shared' }).click();
    const { etag } = await client.get(planPath(client, plan));
    const moved = { name: 'Shared', date: '2099-01-04', entries: [] };
    assert.equal((await client.put(planPath(client, plan), moved, { ifMatch: etag! })).status, 200);
    await page.locator('dialog').getByLabel('Name').fill('Shared and renamed');
    await page.keyboard.press('Enter');
    await page
      .locator('.resource-list > li', { hasText: 'Shared and renamed' })
      .getByText('Sunday, January 4, 2099')
      .waitFor();
  });

  it('[D1] when a plan is longer than a POST can be, then Undo brings it back after its deletion', async () => {
    const { page, client, list } = await openList();
    const { body: plan } = await createPlan(client, [], 'Extensive');
    const note = 'n'.repeat(900);
    const entries = Array.from({ length: 200 }, () => ({ kind: 'heading', title: 'Heading', note }));
    const { etag } = await client.get(planPath(client, plan));
    await client.put(planPath(client, plan), { name: 'Extensive', entries }, { ifMatch: etag! });
    await page.reload();
    await page.getByText('200 entries').waitFor();
    await page.getByRole('button', { name: 'Delete: Extensive' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('was made again as a new plan').waitFor();
    assert.deepEqual(
      (await list()).map(({ entry_count }) => entry_count),
      [200],
    );
  });

  it('when a plan is deleted, then the page asks first, and Undo creates a new plan and says so', async () => {
    const { page, list } = await openList({ [LONG_NAME]: 60 });
    await page.getByRole('button', { name: `Delete: ${LONG_NAME}` }).click();
    assert.ok(await page.locator('dialog[open] h2').evaluate(fitsWidth), 'the question wraps');
    assert.deepEqual(await listViolations(page), []);
    const [before] = await list();
    assert.ok(before, 'asked first');
    await page.locator('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`“${LONG_NAME}” was deleted.`).waitFor();
    assert.ok(await page.locator('.toast').evaluate(fitsWidth), 'the message wraps');
    assert.deepEqual(await list(), []);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('was made again as a new plan').waitFor();
    const again = await list();
    assert.deepEqual(
      again.map(({ name, date, entry_count }) => [name, date, entry_count]),
      [[LONG_NAME, before.date, 3]],
    );
    assert.notEqual(again[0]?.id, before.id);
  });

  it('when someone else has deleted a plan, then the page says so, and no longer lists it', async () => {
    const { page, client } = await openList({ Far: 60 });
    const { body: gone, headers } = await createPlan(client, [], 'Gone');
    await page.reload();
    const duplicate = page.getByRole('button', { name: 'Duplicate: Gone' });
    await duplicate.waitFor();
    await client.delete(planPath(client, gone as { id: string }), { ifMatch: headers.get('etag')! });
    await duplicate.click();
    await page.getByText('This no longer exists. Someone may have deleted it.').waitFor();
    await duplicate.waitFor({ state: 'detached' });
  });

  it('when a viewer opens the list, then nothing that changes is offered', async () => {
    const { owner } = await openList({ 'Last week': -7 });
    const viewer = await plans.openPage({ owner, role: 'viewer' });
    await viewer.locator('.resource-list > li').first().waitFor();
    assert.equal(await viewer.getByRole('button', { name: /New plan|Rename|Duplicate|Delete/ }).count(), 0);
    await viewer.getByRole('link', { name: 'Print: Last week' }).waitFor();
  });

  it('when an operator becomes a viewer, then a refused change says so, and nothing that changes is offered any more', async () => {
    const member = await createMember(plans.world.lectern, plans.live.owner, 'operator');
    const page = await plans.openPage({ member, context: { locale: 'pt' } });
    const changes = page.getByRole('button', { name: 'Novo roteiro' });
    await changes.first().waitFor();
    await setRole(plans.world.lectern, plans.live.owner, member, 'viewer');
    await changes.first().click();
    await page.getByText('A sua função não permite mais isto.').waitFor();
    await eventuallyEquals(0, () => changes.count());
    assert.equal(await page.getByText(/live\.update|WWW-Authenticate/).count(), 0);
  });
});
