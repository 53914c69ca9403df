import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Role } from '../../../src/contract/scopes.ts';
import { type Api, api, type JsonDocument } from '../../support/api.ts';
import { eventuallyEquals, LAPTOP_SIZE, PHONE_SIZE } from '../../support/audience-pages.ts';
import { listViolations } from '../../support/axe.ts';
import { createTestAccount, createTestOrganization, type TestOwner } from '../../support/lectern.ts';
import { createMember, type Person, setRole } from '../../support/members.ts';
import { createPlan, planPath, plansPath } from '../../support/plans.ts';
import { createDeck } from '../../support/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../../support/suite-server.ts';
import { openWorkspacePage } from '../../support/workspace-browser.ts';

const OUTLINE = `Sunday service
1. Welcome
Psalm 100
Song: Amazing Grace
2. Sermon: Romans 8:28-30 (Miriam)
This is a sentence of the sermon, which is far too long to be the heading of a part of the service.
Gospel: John 3:99`;

/** The date so many days from today in local time, as YYYY-MM-DD. */
const inDays = (days: number): string => {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return date.toLocaleDateString('sv');
};

describe('[D65] plans in the workspace', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let client: Api;
  let song: JsonDocument;

  before(async () => {
    live = await world.openLive({ name: 'Main screen' });
    client = api(world.lectern, live.owner);
    song = (await createDeck(client, [{ layout: 'text', text: 'How sweet the sound' }], 'Amazing Grace')).body;
  });

  const pages = new Set<Page>();
  after(() => Promise.all([...pages].map((page) => page.context().close())));
  /** Pages of one test. Open pages cost time in the tests that follow. */
  const editors = new Set<Page>();
  afterEach(async () => {
    await Promise.all([...editors].map((page) => page.context().close()));
    editors.clear();
  });
  const openPage = async (
    options: {
      role?: Role;
      member?: Person;
      context?: BrowserContextOptions;
      resource?: string;
      owner?: TestOwner;
    } = {},
  ): Promise<Page> => {
    const { owner = live.owner, ...rest } = options;
    const page = await openWorkspacePage(world, owner, 'plans', rest);
    pages.add(page);
    return page;
  };
  /** Opens the editor of a new plan. */
  const openEditor = async (
    entries: readonly object[] = [],
    options: { role?: Role; member?: Person; context?: BrowserContextOptions; name?: string } = {},
  ): Promise<{ page: Page; plan: JsonDocument; stored(): Promise<JsonDocument> }> => {
    const { name, ...rest } = options;
    const { body: plan } = await createPlan(client, entries, name);
    const page = await openPage({ ...rest, resource: plan.id });
    editors.add(page);
    await page.locator('.plan-editor').waitFor();
    return { page, plan, stored: async () => (await client.get(planPath(client, plan))).body };
  };
  const add = (page: Page) => page.locator('.add-field');
  const titles = (page: Page) => page.locator('.entry-title').allTextContents();
  const entry = (page: Page, title: string): Locator => page.locator('.entry', { hasText: title });
  const main = (page: Page, title: string): Locator => entry(page, title).locator('.entry-main');
  const waitForTitles = (page: Page, expected: readonly string[]) =>
    eventuallyEquals([...expected], () => titles(page), 'the entries of the page');
  const waitForStored = (stored: () => Promise<JsonDocument>, expected: readonly string[]) =>
    eventuallyEquals(
      [...expected],
      async () => (await stored()).entries.map(({ title }: JsonDocument) => title),
      'stored',
    );
  const waitForSaved = (page: Page) => page.locator('.save-status[data-state=saved]').waitFor();
  const focusedTitle = (page: Page) =>
    page.evaluate<string | null>("document.activeElement?.querySelector('.entry-title')?.textContent ?? null");
  const paste = async (target: Locator, text: string) => {
    await target.focus();
    await target.page().evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', ${JSON.stringify(text)});
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    })()`);
  };
  /** Drags by hand: the browser reports where a drag is only when the pointer moves. */
  const drag = async (page: Page, from: Locator, to: Locator, edge: 'top' | 'bottom') => {
    const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
    const y = edge === 'top' ? end.y + 6 : end.y + end.height - 6;
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    for (const offset of [-12, -6, 0]) await page.mouse.move(end.x + 80 + offset, y + offset / 6, { steps: 4 });
    await to.locator(`.drop-line[data-edge=${edge}]`).waitFor();
    await page.mouse.up();
  };
  const THREE = ['Opening', 'Reading', 'Blessing'];
  const threeEntries = [
    { kind: 'heading', title: 'Opening' },
    { kind: 'passage', title: 'Reading', passage: 'John 3:16-18' },
    { kind: 'passage', title: 'Blessing', passage: 'Numbers 6:24' },
  ];

  describe('the list', () => {
    let organization: TestOwner;
    let mine: Api;
    let page: Page;
    before(async () => {
      organization = await createTestOrganization(world.lectern);
      mine = api(world.lectern, organization);
    });

    it('when there is no plan, then the page says what one is, and one press makes one for the next Sunday', async () => {
      page = await openPage({ owner: organization });
      await page.getByText('A plan is an order of service').waitFor();
      assert.deepEqual(await listViolations(page), []);
      await page.getByRole('button', { name: 'New plan' }).click();
      await add(page).waitFor();
      const [made] = (await mine.get(plansPath(mine))).body.data;
      assert.equal(new Date(`${made.date}T12:00`).getDay(), 0, 'a Sunday');
      assert.ok(made.date >= inDays(0) && made.date <= inDays(6));
      const day = new Date(`${made.date}T12:00`).toLocaleDateString('en', { dateStyle: 'long' });
      assert.equal(made.name, `Service on ${day}`);
      assert.equal(await page.getByLabel('Name').inputValue(), made.name);
    });

    it('when there are plans, then the coming ones come first, the next one first, and past ones are last, the latest first', async () => {
      for (const [name, days] of [
        ['Long ago', -30],
        ['Last week', -7],
        ['Far', 60],
      ] as const)
        await mine.post(plansPath(mine), { name, date: inDays(days), entries: threeEntries });
      await mine.post(plansPath(mine), { name: 'Some day', entries: [] });
      await page.getByRole('link', { name: 'All plans' }).click();
      await page.locator('.resource-list > li').nth(4).waitFor();
      const names = (await page.locator('.resource-name a').allTextContents()).map((name) =>
        name.replace(/ on .*/, ''),
      );
      assert.deepEqual(names, ['Service', 'Far', 'Some day', 'Last week', 'Long ago']);
      const row = page.locator('.resource-list > li', { hasText: 'Last week' });
      assert.match((await row.locator('.meta').textContent())!, /^\w+, \w+ \d+, \d{4} · 3 entries$/);
      assert.deepEqual(await listViolations(page), []);
    });

    it('when last week’s plan is duplicated, then the copy is a week later and has the same entries', async () => {
      await page.getByRole('button', { name: 'Duplicate “Last week”' }).click();
      await waitForTitles(page, THREE);
      assert.equal(await page.getByLabel('Date').inputValue(), inDays(0));
      await page.goto(`${page.url().split('/').slice(0, -1).join('/')}`);
    });

    it('when a plan is renamed and given another date, then the list shows both', async () => {
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
      const [kept] = (await mine.get(plansPath(mine))).body.data.filter(
        ({ name }: JsonDocument) => name === 'Very far',
      );
      assert.equal(kept.entry_count, 3);
    });

    it('when someone else changes the date of a plan while it is renamed, then both changes are kept', async () => {
      const { body: plan } = await createPlan(mine, [], 'Shared');
      await page.reload();
      await page.getByRole('button', { name: 'Rename: Shared' }).click();
      const { etag } = await mine.get(planPath(mine, plan));
      const moved = { name: 'Shared', date: '2099-01-04', entries: [] };
      assert.equal((await mine.put(planPath(mine, plan), moved, { ifMatch: etag! })).status, 200);
      await page.locator('dialog').getByLabel('Name').fill('Shared and renamed');
      await page.keyboard.press('Enter');
      await page
        .locator('.resource-list > li', { hasText: 'Shared and renamed' })
        .getByText('Sunday, January 4, 2099')
        .waitFor();
    });

    it('[D1] when a plan is longer than a POST can be, then Undo brings it back after its deletion', async () => {
      const owner = await createTestOrganization(world.lectern);
      const its = api(world.lectern, owner);
      const { body: plan } = await createPlan(its, [], 'Extensive');
      const note = 'n'.repeat(900);
      const entries = Array.from({ length: 200 }, () => ({ kind: 'heading', title: 'Heading', note }));
      const { etag } = await its.get(planPath(its, plan));
      await its.put(planPath(its, plan), { name: 'Extensive', entries }, { ifMatch: etag! });
      const list = await openPage({ owner });
      editors.add(list);
      await list.getByText('200 entries').waitFor();
      await list.getByRole('button', { name: 'Delete: Extensive' }).click();
      await list.locator('dialog').getByRole('button', { name: 'Delete' }).click();
      await list.getByRole('button', { name: 'Undo' }).click();
      await list.getByText('was made again as a new plan').waitFor();
      const [made] = (await its.get(plansPath(its))).body.data;
      assert.equal(made.entry_count, 200);
    });

    it('when a plan is deleted, then the page asks first, and Undo creates a new plan and says so', async () => {
      const count = async () => (await mine.get(plansPath(mine))).body.data.length;
      const before = await count();
      await page.getByRole('button', { name: 'Delete: Very far' }).click();
      assert.deepEqual(await listViolations(page), []);
      assert.equal(await count(), before, 'asked first');
      await page.locator('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('“Very far” was deleted.').waitFor();
      assert.equal(await count(), before - 1);
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('was made again as a new plan').waitFor();
      const again = (await mine.get(plansPath(mine))).body.data.at(-1);
      assert.deepEqual([again.name, again.date, again.entry_count], ['Very far', '2099-12-24', 3]);
      assert.equal(await count(), before);
    });

    it('when a viewer opens the list, then nothing that changes is offered', async () => {
      const viewer = await openPage({ owner: organization, role: 'viewer' });
      await viewer.locator('.resource-list > li').first().waitFor();
      assert.equal(await viewer.getByRole('button', { name: /New plan|Rename|Duplicate|Delete/ }).count(), 0);
      await viewer.getByRole('link', { name: 'Print: Last week' }).first().waitFor();
    });
  });

  it('when an operator becomes a viewer, then a refused change says so, and nothing that changes is offered any more', async () => {
    for (const [locale, said] of [
      ['en', 'Your role no longer allows this. Ask an owner or administrator.'],
      ['de', 'Ihre Rolle erlaubt das nicht mehr.'],
      ['pt', 'A sua função não permite mais isto.'],
    ] as const) {
      const member = await createMember(world.lectern, live.owner, 'operator');
      const page = await openPage({ member, context: { ...LAPTOP_SIZE, locale } });
      const changes = page.getByRole('button', { name: /^(New plan|Neuer Ablauf|Novo roteiro)$/ });
      await changes.first().waitFor();
      await setRole(world.lectern, live.owner, member, 'viewer');
      await changes.first().click();
      await page.getByText(said).waitFor();
      await eventuallyEquals(0, () => changes.count());
      assert.equal(await page.getByText(/live\.update|WWW-Authenticate/).count(), 0);
    }
  });

  describe('the editor', () => {
    it('when a reference is typed, then its text is shown before Enter adds it, and the plan is saved', async () => {
      const { page, stored } = await openEditor();
      await add(page).fill('jn 3 16-18');
      await page.locator('.add-option', { hasText: 'John 3:16-18' }).getByText('For God so loved').waitFor();
      assert.deepEqual(await listViolations(page), []);
      await page.keyboard.press('Enter');
      await waitForTitles(page, ['John 3:16-18']);
      await entry(page, 'John 3:16-18').locator('.entry-words').getByText('For God so loved the world').waitFor();
      await waitForSaved(page);
      const [saved] = (await stored()).entries;
      assert.deepEqual(saved.passage, [{ book_id: 43, chapter: 3, verse: 16, end_verse: 18 }]);
      assert.equal(await add(page).inputValue(), '', 'the field is ready for the next one');
      assert.equal(await page.evaluate('document.activeElement.className'), 'add-field');
    });

    it('when Enter comes before the look-up is done, then what was typed is added', async () => {
      const { page } = await openEditor();
      await page.route('**/lookup?*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await add(page).fill('psalm 23');
      await page.keyboard.press('Enter');
      await waitForTitles(page, ['Psalms 23']);
    });

    it('when a title of a song, a heading, or words of a verse are typed, then each becomes an entry', async () => {
      const { page, stored } = await openEditor();
      for (const [typed, title, keys] of [
        ['amazing gr', 'Amazing Grace', ['Enter']],
        ['- Welcome', 'Welcome', ['Enter']],
        ['Announcements', 'Announcements', ['Enter']],
        ['#shepherd want', 'Psalms 23:1', ['Enter']],
        ['john 3 16 @kjv', 'John 3:16', ['Enter']],
      ] as const) {
        await add(page).fill(typed);
        await page.locator('.add-option[aria-selected=true]', { hasText: title }).waitFor();
        for (const key of keys) await page.keyboard.press(key);
        await page.locator('.entry-title', { hasText: title }).waitFor();
      }
      await waitForSaved(page);
      const { entries } = await stored();
      assert.deepEqual(
        entries.map(({ kind, title, deck_id, translations }: JsonDocument) => [kind, title, deck_id, translations]),
        [
          ['deck', 'Amazing Grace', song.id, undefined],
          ['heading', 'Welcome', undefined, undefined],
          ['heading', 'Announcements', undefined, undefined],
          ['passage', 'Psalms 23:1', undefined, undefined],
          ['passage', 'John 3:16', undefined, ['kjv']],
        ],
      );
    });

    it('when no translation has the verse, then Enter adds nothing and says so, and the text stays', async () => {
      const { page } = await openEditor();
      await add(page).fill('john 3 99');
      await page.locator('.add-option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('No translation has this passage.').waitFor();
      assert.equal(await add(page).inputValue(), 'john 3 99');
      assert.deepEqual(await titles(page), []);
    });

    it('[D66] when several lines are pasted, then their references, songs and headings are offered, and Enter adds the chosen ones', async () => {
      const { page, stored } = await openEditor();
      await paste(add(page), OUTLINE);
      await page.locator('.outline-items').waitFor();
      const offered = await page
        .locator('.outline-items li')
        .evaluateAll((items) =>
          items.map((item) => [
            item.querySelector('[dir]')!.textContent,
            item.getAttribute('data-kind'),
            item.querySelector('input')!.checked,
            item.querySelector('small')?.textContent ?? '',
          ]),
        );
      assert.deepEqual(offered, [
        ['Sunday service', 'heading', true, ''],
        ['Welcome', 'heading', true, ''],
        ['Psalms 100', 'passage', true, ''],
        ['Amazing Grace', 'deck', true, 'Song'],
        ['Romans 8:28-30', 'passage', true, 'Sermon (Miriam)'],
        ['John 3:99', 'passage', false, 'Gospel'],
      ]);
      const leftOut = page.locator('.outline-left-out');
      assert.equal(await leftOut.locator('p').isVisible(), false);
      await leftOut.getByText('1 line is running text and is not added.').click();
      await leftOut.getByText('This is a sentence of the sermon').waitFor();
      assert.deepEqual(await listViolations(page), []);
      await page.getByLabel('Sunday service').uncheck();
      await page.getByRole('button', { name: 'Add 4 entries' }).press('Enter');
      await waitForTitles(page, ['Welcome', 'Psalms 100', 'Amazing Grace', 'Romans 8:28-30']);
      await waitForStored(stored, ['Welcome', 'Psalms 100', 'Amazing Grace', 'Romans 8:28-30']);
      const { entries } = await stored();
      assert.equal(entries[2].deck_id, song.id);
      assert.deepEqual(
        entries.map(({ note }: JsonDocument) => note),
        ['', '', 'Song', 'Sermon (Miriam)'],
      );
    });

    it('[D66] when the lines of an outline are numbered, then the numbers are not those of books; a number alone is', async () => {
      for (const [text, references] of [
        ['1. Psalm 100\n2) Sermon\n3. John 3:16', ['Psalms 100', 'John 3:16']],
        ['1. Johannes 4,7\nWelcome', ['1 John 4:7']],
      ] as const) {
        const { page } = await openEditor();
        await paste(add(page), text);
        await page.locator('.outline-items').waitFor();
        assert.deepEqual(await page.locator('.outline-items li[data-kind=passage] [dir]').allTextContents(), [
          ...references,
        ]);
      }
    });

    it('[D66] when an outline has nothing to add, or is too long, then the dialog says so and keeps the text', async () => {
      const { page } = await openEditor();
      await page.getByRole('button', { name: 'Paste an outline' }).click();
      const text = page.locator('dialog textarea');
      const prose = 'nothing to find here '.repeat(10).trim();
      await text.fill(prose);
      await page.getByRole('button', { name: 'Find entries' }).click();
      await page.getByText('Nothing was found').waitFor();
      assert.equal(await text.inputValue(), prose);
      await text.fill('x'.repeat(20_001));
      await page.getByRole('button', { name: 'Find entries' }).click();
      await page.locator('dialog .dialog-problem', { hasText: '20000' }).waitFor();
      assert.equal((await text.inputValue()).length, 20_001);
    });

    it('when Alt and an arrow are pressed, then the entry moves with the focus, and Ctrl+Z moves it back', async () => {
      const { page, stored } = await openEditor(threeEntries);
      await main(page, 'Blessing').focus();
      await page.keyboard.press('Alt+ArrowUp');
      await waitForTitles(page, ['Opening', 'Blessing', 'Reading']);
      await eventuallyEquals('Blessing', () => focusedTitle(page), 'the focus moves along');
      await page.getByRole('status').filter({ hasText: 'Blessing: 2 of 3' }).waitFor();
      await page.keyboard.press('Alt+ArrowUp');
      await waitForTitles(page, ['Blessing', 'Opening', 'Reading']);
      await page.keyboard.press('Alt+ArrowUp');
      await waitForStored(stored, ['Blessing', 'Opening', 'Reading']);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await waitForStored(stored, THREE);
      await page.keyboard.press('Control+Shift+z');
      await waitForTitles(page, ['Opening', 'Blessing', 'Reading']);
    });

    it('when an entry is dragged, then it is dropped where the line is, and its id stays', async () => {
      const { page, plan, stored } = await openEditor(threeEntries);
      const line = (title: string) => entry(page, title).locator('.entry-line');
      await drag(page, entry(page, 'Opening').locator('.entry-grip'), line('Blessing'), 'bottom');
      await waitForTitles(page, ['Reading', 'Blessing', 'Opening']);
      await drag(page, line('Opening'), line('Reading'), 'top');
      await waitForTitles(page, ['Opening', 'Reading', 'Blessing']);
      await drag(page, line('Blessing'), line('Opening'), 'top');
      await waitForTitles(page, ['Blessing', 'Opening', 'Reading']);
      await waitForStored(stored, ['Blessing', 'Opening', 'Reading']);
      const ids = ({ entries }: JsonDocument) => entries.map(({ id }: JsonDocument) => id).sort();
      assert.deepEqual(ids(await stored()), ids(plan));
    });

    it('when an entry is moved with the buttons of its fields, then no drag and no key is needed', async () => {
      const { page } = await openEditor(threeEntries);
      await main(page, 'Opening').click();
      await page.getByRole('button', { name: 'Move down' }).click();
      await waitForTitles(page, ['Reading', 'Opening', 'Blessing']);
      await page.getByRole('button', { name: 'Move up' }).click();
      await waitForTitles(page, THREE);
      assert.equal(await page.getByRole('button', { name: 'Move up' }).isDisabled(), true);
    });

    it('when Del removes an entry, then the next has the focus, and Undo brings it back with its id', async () => {
      const { page, plan, stored } = await openEditor(threeEntries);
      await main(page, 'Reading').focus();
      await page.keyboard.press('Delete');
      await waitForTitles(page, ['Opening', 'Blessing']);
      await eventuallyEquals('Blessing', () => focusedTitle(page), 'the next entry has the focus');
      await waitForStored(stored, ['Opening', 'Blessing']);
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await waitForTitles(page, THREE);
      await waitForStored(stored, THREE);
      assert.deepEqual((await stored()).entries, plan.entries);
    });

    it('when title, passage, translations and note are edited, then each is saved in place', async () => {
      const { page, stored } = await openEditor([
        { kind: 'passage', title: 'John 3:16', passage: [{ book_id: 43, chapter: 3, verse: 16 }] },
      ]);
      await main(page, 'John 3:16').click();
      const form = page.locator('.entry-form');
      await page.getByText('Notes are for operators and the stage.').waitFor();
      assert.deepEqual(await listViolations(page), []);
      await form.getByLabel('Passage').fill('no reference at all');
      await form.getByLabel('Passage').press('Tab');
      await form.getByText('This is not a reference.').waitFor();
      await form.getByLabel('Passage').press('Enter');
      await form.getByRole('button', { name: 'Done' }).click();
      await form.getByText('This is not a reference.').waitFor();
      assert.equal(await form.getByLabel('Passage').inputValue(), 'no reference at all', 'what is typed stays');
      await page.route('**/v1/references?**', (route) => route.abort());
      await form.getByLabel('Passage').fill('rom 8 28');
      await form.getByLabel('Passage').press('Enter');
      await form.getByText('The server does not respond. What you typed stays here.').waitFor();
      await page.unroute('**/v1/references?**');
      await form.getByLabel('Passage').press('Enter');
      await waitForTitles(page, ['Romans 8:28']);
      await form.waitFor({ state: 'detached' });
      await main(page, 'Romans 8:28').click();
      await form.getByLabel('Title').fill('');
      await form.getByLabel('Note').fill('Ana reads\nslowly');
      await waitForTitles(page, ['Romans 8:28']);
      await form.getByLabel('Title').fill('Promise');
      await form.getByLabel('King James Version').check();
      await eventuallyEquals(
        ['Promise', [{ book_id: 45, chapter: 8, verse: 28 }], ['kjv'], 'Ana reads\nslowly'],
        async () => {
          const [saved] = (await stored()).entries;
          return [saved.title, saved.passage, saved.translations, saved.note];
        },
        'the entry is stored',
      );
      await page.keyboard.press('Escape');
      await entry(page, 'Promise').locator('.entry-note', { hasText: 'Ana reads' }).waitFor();
      await eventuallyEquals('Promise', () => focusedTitle(page), 'Escape leads back to the entry');
    });

    it('when the name or the date of a plan is changed, then both are saved, and an empty name is not', async () => {
      const { page, stored } = await openEditor(threeEntries, { name: 'Old' });
      await page.getByLabel('Name').fill('');
      await page.getByLabel('Name').press('Tab');
      assert.equal(await page.getByLabel('Name').inputValue(), 'Old');
      await page.getByLabel('Name').fill('Harvest');
      await page.getByLabel('Date').fill('2027-10-03');
      await page.getByText('Sunday, October 3, 2027').waitFor();
      await eventuallyEquals(
        ['Harvest', '2027-10-03'],
        async () => {
          const { name, date } = await stored();
          return [name, date];
        },
        'name and date are stored',
      );
    });

    it('when the person is removed from the organization meanwhile, then the page says so and keeps what is typed', async () => {
      const { page, stored } = await openEditor([{ kind: 'heading', title: 'Opening' }]);
      const { accounts } = world.lectern.installation.storage;
      for (const { userId, role } of await accounts.listMembers(live.owner.id)) {
        if (role === 'operator') await accounts.removeMember({ organizationId: live.owner.id, userId });
      }
      await page.getByLabel('Name').fill('Written meanwhile');
      await page.getByText('This was deleted, or you no longer have access.').waitFor();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Written meanwhile');
      assert.deepEqual(await titles(page), ['Opening']);
      assert.notEqual((await stored()).name, 'Written meanwhile');
      assert.deepEqual(await listViolations(page), []);
    });

    it('when a passage is in no translation, or a deck was deleted, then its row says what to do', async () => {
      const { page } = await openEditor([
        { kind: 'passage', title: 'Too far', passage: 'John 3:99' },
        { kind: 'passage', title: 'Elsewhere', passage: 'John 3:16', translations: ['nowhere'] },
        { kind: 'passage', title: 'Nonsense', passage: 'hello there' },
        { kind: 'deck', title: 'Gone', deck_id: 'not_there' },
        { kind: 'passage', title: 'Fine', passage: 'John 3:16' },
      ]);
      const warning = (title: string) => entry(page, title).locator('.entry-warning').textContent();
      for (const title of ['Too far', 'Elsewhere'])
        assert.match((await warning(title))!, /^No translation in your library has this passage\. Change/);
      assert.match((await warning('Nonsense'))!, /not a reference\. Change/);
      assert.match((await warning('Gone'))!, /was deleted.*Remove the entry/);
      await entry(page, 'Fine').locator('.entry-words').waitFor();
      assert.equal(await entry(page, 'Fine').locator('.entry-warning').count(), 0);
      assert.deepEqual(await listViolations(page), []);
    });

    it('when a plan has 200 entries, then they can be edited and moved, and it accepts no more', async () => {
      const entries = Array.from({ length: 200 }, (_, index) => ({
        kind: 'passage',
        title: `Entry ${index + 1}`,
        passage: [{ book_id: 19, chapter: (index % 150) + 1 }],
      }));
      const { page } = await openEditor(entries);
      const words = (title: string) => entry(page, title).locator('.entry-words');
      await words('Entry 1').first().waitFor();
      assert.equal(await words('Entry 150').count(), 0, 'a passage is read when its row comes near the viewport');
      await main(page, 'Entry 150').scrollIntoViewIfNeeded();
      await words('Entry 150').waitFor();
      await main(page, 'Entry 100').click();
      await page.locator('.entry-form').getByLabel('Note').pressSequentially('A note of some length');
      await page.keyboard.press('Escape');
      for (let press = 0; press < 10; press++) await page.keyboard.press('Alt+ArrowDown');
      await add(page).fill('john 3 16');
      await page.locator('.add-option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('The plan is full: it has 200 entries.').waitFor();
      assert.equal(await add(page).inputValue(), 'john 3 16');
    });

    it('when a viewer opens a plan, then it is shown and cannot be changed', async () => {
      const { page } = await openEditor(threeEntries, { role: 'viewer' });
      await waitForTitles(page, THREE);
      assert.equal(await add(page).count(), 0);
      await main(page, 'Reading').click();
      await page.keyboard.press('Delete');
      await page.keyboard.press('Alt+ArrowUp');
      await waitForTitles(page, THREE);
      assert.equal(await page.locator('.entry-form').count(), 0);
      assert.deepEqual(await listViolations(page), []);
    });

    it('when an operator becomes a viewer, then a refused save says so, and what was typed stays', async () => {
      const member = await createMember(world.lectern, live.owner, 'operator');
      const { page } = await openEditor(threeEntries, { member });
      await waitForTitles(page, THREE);
      await page.route('**/plans/*', async (route) => {
        if (route.request().method() === 'PUT') await setRole(world.lectern, live.owner, member, 'viewer');
        await route.continue();
      });
      await page.getByLabel('Name').fill('Typed in time');
      await page.getByText('Your role no longer allows this. Ask an owner or administrator.').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Typed in time' }).waitFor();
      assert.equal(await add(page).count(), 0);
    });

    it('when a plan is another owner’s or does not exist, then the page says that there is no such plan', async () => {
      const other = api(world.lectern, await createTestAccount(world.lectern));
      const { body: foreign } = await createPlan(other, []);
      for (const resource of [foreign.id, 'nothing']) {
        const page = await openPage({ resource });
        await page.getByText('This plan does not exist.').waitFor();
      }
    });
  });

  describe('saving', () => {
    it('[D4] when someone else saves meanwhile, then neither version is lost, whichever is taken', async () => {
      for (const choice of ['Keep mine', 'Take theirs'] as const) {
        const { page, plan, stored } = await openEditor(threeEntries);
        const { etag } = await client.get(planPath(client, plan));
        const theirs = [{ kind: 'heading', title: 'Theirs' }];
        await client.put(planPath(client, plan), { name: 'Theirs', entries: theirs }, { ifMatch: etag! });
        await add(page).fill('- Mine');
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
      const { page, stored } = await openEditor(threeEntries);
      await page.context().setOffline(true);
      await main(page, 'Blessing').focus();
      await page.keyboard.press('Delete');
      await page.getByText('Not saved: The server does not respond').waitFor();
      await page.context().setOffline(false);
      await waitForStored(stored, ['Opening', 'Reading']);
      await waitForSaved(page);
    });

    it('when the page is reloaded before a change is saved, then the change is there and is saved', async () => {
      const { page, stored } = await openEditor(threeEntries);
      await page.route('**/plans/**', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      );
      await add(page).fill('- Kept');
      await page.keyboard.press('Enter');
      await page.getByText('Not saved:').waitFor();
      page.on('dialog', (dialog) => dialog.accept());
      await page.reload();
      await waitForTitles(page, [...THREE, 'Kept']);
      await page.unroute('**/plans/**');
      await waitForStored(stored, [...THREE, 'Kept']);
    });

    it('when the response of a save is lost, then the repeated save is no conflict', async () => {
      const { page, stored } = await openEditor(threeEntries);
      let lost = 0;
      await page.route('**/plans/**', async (route) => {
        if (route.request().method() !== 'PUT') return route.continue();
        if (lost++ === 0) await route.fetch();
        await route.abort();
      });
      await add(page).fill('- Once');
      await page.keyboard.press('Enter');
      await waitForStored(stored, [...THREE, 'Once']);
      const tryAgain = page.getByRole('button', { name: 'Try again' });
      await tryAgain.click();
      await eventuallyEquals(true, async () => lost > 1, 'the save is repeated at once');
      await page.unroute('**/plans/**');
      await page.evaluate("dispatchEvent(new Event('online'))");
      await waitForSaved(page);
      assert.deepEqual(await titles(page), [...THREE, 'Once']);
    });

    it('when the response of a save is lost and more is typed, then the next save is no conflict, also after a reload', async () => {
      for (const reloads of [false, true]) {
        const { page, stored } = await openEditor(threeEntries);
        const isStored = Promise.withResolvers<void>();
        let sent = 0;
        await page.route('**/plans/**', async (route) => {
          if (route.request().method() !== 'PUT' || sent++ > 0) return route.continue();
          await route.fetch();
          isStored.resolve();
          if (!reloads) await route.abort();
        });
        await add(page).fill('- Once');
        await page.keyboard.press('Enter');
        await isStored.promise;
        await add(page).fill('- Twice');
        await page.keyboard.press('Enter');
        await entry(page, 'Twice').waitFor();
        page.on('dialog', (dialog) => dialog.accept());
        if (reloads) await page.reload();
        else await page.evaluate("dispatchEvent(new Event('online'))");
        await waitForStored(stored, [...THREE, 'Once', 'Twice']);
        await waitForSaved(page);
        await waitForTitles(page, [...THREE, 'Once', 'Twice']);
      }
    });
  });

  describe('on Sunday', () => {
    it('when the plan is used, then the console opens at it, and Enter shows its next entry; before that the audience sees nothing', async () => {
      const { page, plan } = await openEditor([
        { kind: 'heading', title: 'Opening' },
        { kind: 'passage', title: 'Reading', passage: 'John 3:16', note: 'Ana reads' },
        { kind: 'deck', title: 'Song', deck_id: song.id },
      ]);
      await page.getByRole('button', { name: 'Use on Sunday' }).click();
      await page.waitForURL(`**/console/${live.liveId}*`);
      await page.locator('.plan-entry', { hasText: 'Reading' }).waitFor();
      const { body: now } = await live.call('GET', '/now');
      assert.deepEqual([now.plan.plan_id, now.plan.entry_id, now.focus, now.showing], [plan.id, null, null, false]);
      await page.locator('.live-flag:not([data-state=checking])').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.on-air-reference', { hasText: 'John 3:16' }).waitFor();
      await page.locator('.plan-note', { hasText: 'Ana reads' }).waitFor();

      // Used again, it continues where it is.
      await page.goBack();
      await page.getByRole('button', { name: 'Use on Sunday' }).click();
      await page.waitForURL(`**/console/${live.liveId}*`);
      assert.equal((await live.call('GET', '/now')).body.plan.entry_id, plan.entries[1].id);
    });

    it('when the owner has several Lives or none, then the page asks or says where to make one', async () => {
      const organization = await createTestOrganization(world.lectern);
      const mine = api(world.lectern, organization);
      const { body: plan } = await createPlan(mine, threeEntries);
      const page = await openPage({ owner: organization, resource: plan.id });
      await page.getByRole('button', { name: 'Use on Sunday' }).click();
      await page.getByText('There is no Live yet.').waitFor();
      await page.keyboard.press('Escape');
      // Without a Live, references are still read.
      await add(page).fill('psalm 23');
      await page.locator('.add-option', { hasText: 'Psalms 23' }).first().waitFor();
      await page.keyboard.press('Enter');
      await waitForTitles(page, [...THREE, 'Psalms 23']);
      await waitForSaved(page);

      const lives = [];
      for (const name of ['Main hall', 'Youth room'])
        lives.push((await mine.post(`/v1/organizations/${organization.id}/lives`, { name })).body);
      await page.reload();
      await page.getByRole('button', { name: 'Use on Sunday' }).click();
      await page.getByText('The audience sees nothing of it until').waitFor();
      assert.deepEqual(await listViolations(page), []);
      await page.getByRole('button', { name: 'Youth room' }).click();
      await page.waitForURL(`**/console/${lives[1].id}*`);
    });
  });

  describe('on paper', () => {
    it('when a plan is printed, then the paper has name, date and entries, and notes and texts as chosen', async () => {
      const { page } = await openEditor([
        { kind: 'heading', title: 'Word' },
        { kind: 'passage', title: 'Gospel', passage: 'John 3:16-17', note: 'Ana reads' },
        { kind: 'deck', title: 'Amazing Grace', deck_id: song.id },
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
      for (const words of ['For God so loved', 'Paste an outline', 'Use on Sunday', 'Console'])
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
    });

    it("when the browser's own command prints the page, then the paper is not empty", async () => {
      const { page } = await openEditor([{ kind: 'heading', title: 'Word', note: 'Ana reads' }]);
      await page.getByText('Ana reads').waitFor();
      await page.emulateMedia({ media: 'print' });
      const text = await page.locator('body').innerText();
      for (const words of ['Word', 'Ana reads']) assert.ok(text.includes(words), `${words} in ${text}`);
      assert.ok(!text.includes('Console'), text);
    });

    it('when a plan is printed from the list, then its page asks what to print', async () => {
      const page = await openPage();
      await page
        .getByRole('link', { name: /^Print: / })
        .first()
        .click();
      await page.getByRole('heading', { name: 'Print the order of service' }).waitFor();
      assert.deepEqual(await listViolations(page), []);
    });
  });

  it('when the page is on a phone, then nothing is wider than the screen, and everything can be tapped', async () => {
    const { page } = await openEditor(
      [...threeEntries, { kind: 'passage', title: 'A'.repeat(120), passage: 'John 3:16', note: 'N'.repeat(300) }],
      { context: { ...PHONE_SIZE, hasTouch: true } },
    );
    await page.locator('.entry-words').first().waitFor();
    await add(page).fill('john 3');
    await page.locator('.add-option').first().tap();
    await page.locator('.entry-title', { hasText: 'John 3' }).waitFor();
    await main(page, 'Reading').tap();
    await page.locator('.entry-form').waitFor();
    assert.deepEqual(await listViolations(page), []);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 390, `the page is ${width} wide`);
    const small = await page
      .locator('.plan-editor :is(button, .button)')
      .evaluateAll((buttons) =>
        buttons.filter((button) => button.getBoundingClientRect().height < 40).map(({ textContent }) => textContent),
      );
    assert.deepEqual(small, []);
  });

  it('when the person reads German, then references, names and messages are German', async () => {
    const { page, stored } = await openEditor([], { context: { locale: 'de-DE' } });
    await add(page).fill('joh 3,16');
    await page.locator('.add-option', { hasText: 'Johannes 3,16' }).waitFor();
    await page.keyboard.press('Enter');
    await waitForTitles(page, ['Johannes 3,16']);
    await page.getByText('Hinzugefügt: Johannes 3,16').waitFor();
    await page.getByText(/^Gespeichert um \d\d:\d\d$/).waitFor();
    assert.equal((await stored()).entries[0].title, 'Johannes 3,16');
    assert.deepEqual(await listViolations(page), []);
  });

  it('when the page is loaded for the first time, then it takes at most 150 kB', async () => {
    const { page } = await openEditor(threeEntries);
    await page.locator('.entry-words').first().waitFor();
    const bytes = await page.evaluate<number>(`performance
      .getEntries()
      .filter(({ name, transferSize }) => transferSize !== undefined && !name.includes('/v1/'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0)`);
    assert.ok(bytes > 50_000, 'the page is measured');
    assert.ok(bytes <= 150_000, `${bytes} bytes`);
  });
});
