import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { eventuallyEquals, PHONE_SIZE } from '../../support/browser/audience-pages.ts';
import { listViolations } from '../../support/browser/axe.ts';
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
} from '../../support/browser/plan-pages.ts';
import { waitForSaved } from '../../support/browser/workspace-browser.ts';
import { api, type JsonDocument } from '../../support/requests/api.ts';
import { createMember, setRole } from '../../support/requests/members.ts';
import { createPlan, planPath } from '../../support/requests/plans.ts';
import { endRoutes } from '../../support/run/end-routes.ts';
import { createTestAccount } from '../../support/server/lectern.ts';

const OUTLINE = `Sunday service
1. Welcome
Psalm 100
Song: Amazing Grace
2. Sermon: Romans 8:28-30 (Miriam)
This is a sentence of the sermon, which is far too long to be the heading of a part of the service.
Gospel: John 3:99`;

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

describe('[D65] the editor of a plan', () => {
  const plans = usePlanPages();

  it('when a reference is typed, then its text is shown before Enter adds it, and the plan is saved', async () => {
    const { page, stored } = await plans.openEditor();
    await addField(page).fill('jn 3 16-18');
    await page.locator('.add-option', { hasText: 'John 3:16-18' }).getByText('For God so loved').waitFor();
    assert.deepEqual(await listViolations(page), []);
    await page.keyboard.press('Enter');
    await waitForTitles(page, ['John 3:16-18']);
    await entryOf(page, 'John 3:16-18').locator('.entry-words').getByText('For God so loved the world').waitFor();
    await waitForSaved(page);
    const [saved] = (await stored()).entries;
    assert.deepEqual(saved.passage, [{ book_id: 43, chapter: 3, verse: 16, end_verse: 18 }]);
    assert.equal(await addField(page).inputValue(), '', 'the field is ready for the next one');
    assert.equal(await page.evaluate('document.activeElement.className'), 'add-field');
  });

  it('when Enter comes before the look-up is done, then what was typed is added', async () => {
    const { page } = await plans.openEditor();
    await page.route('**/lookup?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await addField(page).fill('psalm 23');
    await page.keyboard.press('Enter');
    await waitForTitles(page, ['Psalm 23']);
  });

  it('when a title of a song, a heading, or words of a verse are typed, then each becomes an entry', async () => {
    const { page, stored } = await plans.openEditor();
    for (const [typed, title, keys] of [
      ['amazing gr', 'Amazing Grace', ['Enter']],
      ['- Welcome', 'Welcome', ['Enter']],
      ['Announcements', 'Announcements', ['Enter']],
      ['#shepherd want', 'Psalm 23:1', ['Enter']],
      ['john 3 16 @kjv', 'John 3:16', ['Enter']],
    ] as const) {
      await addField(page).fill(typed);
      await page.locator('.add-option[aria-selected=true]', { hasText: title }).waitFor();
      for (const key of keys) await page.keyboard.press(key);
      await page.locator('.entry-title', { hasText: title }).waitFor();
    }
    await waitForSaved(page);
    const { entries } = await stored();
    assert.deepEqual(
      entries.map(({ kind, title, deck_id, translations }: JsonDocument) => [kind, title, deck_id, translations]),
      [
        ['deck', 'Amazing Grace', plans.song.id, undefined],
        ['heading', 'Welcome', undefined, undefined],
        ['heading', 'Announcements', undefined, undefined],
        ['passage', 'Psalm 23:1', undefined, undefined],
        ['passage', 'John 3:16', undefined, ['kjv']],
      ],
    );
  });

  it('when no translation has the verse, then Enter adds nothing and says so, and the text stays', async () => {
    const { page } = await plans.openEditor();
    await addField(page).fill('john 3 99');
    await page.locator('.add-option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No translation has this passage.').waitFor();
    assert.equal(await addField(page).inputValue(), 'john 3 99');
    assert.deepEqual(await readTitles(page), []);
  });

  it('[D66] when several lines are pasted, then their references, songs and headings are offered, and Enter adds the chosen ones', async () => {
    const { page, stored } = await plans.openEditor();
    await paste(addField(page), OUTLINE);
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
      ['Psalm 100', 'passage', true, ''],
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
    await waitForTitles(page, ['Welcome', 'Psalm 100', 'Amazing Grace', 'Romans 8:28-30']);
    await waitForStored(stored, ['Welcome', 'Psalm 100', 'Amazing Grace', 'Romans 8:28-30']);
    const { entries } = await stored();
    assert.equal(entries[2].deck_id, plans.song.id);
    assert.deepEqual(
      entries.map(({ note }: JsonDocument) => note),
      ['', '', 'Song', 'Sermon (Miriam)'],
    );
  });

  it('[D66] when an outline has nothing to add, or is too long, then the dialog says so and keeps the text', async () => {
    const { page } = await plans.openEditor();
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
    const { page, stored } = await plans.openEditor(THREE_ENTRIES);
    await mainOf(page, 'Blessing').focus();
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
    const { page, plan, stored } = await plans.openEditor(THREE_ENTRIES);
    const line = (title: string) => entryOf(page, title).locator('.entry-line');
    await drag(page, entryOf(page, 'Opening').locator('.entry-grip'), line('Blessing'), 'bottom');
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
    const { page } = await plans.openEditor(THREE_ENTRIES);
    await mainOf(page, 'Opening').click();
    await page.getByRole('button', { name: 'Move down' }).click();
    await waitForTitles(page, ['Reading', 'Opening', 'Blessing']);
    await page.getByRole('button', { name: 'Move up' }).click();
    await waitForTitles(page, THREE);
    assert.equal(await page.getByRole('button', { name: 'Move up' }).isDisabled(), true);
  });

  it('when Del removes an entry, then the next has the focus, and Undo brings it back with its id', async () => {
    const { page, plan, stored } = await plans.openEditor(THREE_ENTRIES);
    await mainOf(page, 'Reading').focus();
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
    const { page, stored } = await plans.openEditor([
      { kind: 'passage', title: 'John 3:16', passage: [{ book_id: 43, chapter: 3, verse: 16 }] },
    ]);
    await mainOf(page, 'John 3:16').click();
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
    await endRoutes(page);
    await form.getByLabel('Passage').press('Enter');
    await waitForTitles(page, ['Romans 8:28']);
    await form.waitFor({ state: 'detached' });
    await mainOf(page, 'Romans 8:28').click();
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
    await entryOf(page, 'Promise').locator('.entry-note', { hasText: 'Ana reads' }).waitFor();
    await eventuallyEquals('Promise', () => focusedTitle(page), 'Escape leads back to the entry');
  });

  it('when the name or the date of a plan is changed, then both are saved, the tab has the name, and an empty one is not saved', async () => {
    const { page, stored } = await plans.openEditor(THREE_ENTRIES, { name: 'Old' });
    await page.getByLabel('Name').fill('');
    await page.getByLabel('Name').press('Tab');
    assert.equal(await page.getByLabel('Name').inputValue(), 'Old');
    await page.getByLabel('Name').fill('Harvest');
    await page.getByLabel('Date').fill('2027-10-03');
    await page.getByText('Sunday, October 3, 2027').waitFor();
    assert.equal(await page.title(), 'Harvest · Plans · Lectern');
    await eventuallyEquals(
      ['Harvest', '2027-10-03'],
      async () => {
        const { name, date } = await stored();
        return [name, date];
      },
      'name and date are stored',
    );
  });

  it('when a passage is in no translation, or a deck was deleted, then its row says what to do', async () => {
    const { page } = await plans.openEditor([
      { kind: 'passage', title: 'Too far', passage: 'John 3:99' },
      { kind: 'passage', title: 'Elsewhere', passage: 'John 3:16', translations: ['nowhere'] },
      { kind: 'passage', title: 'Nonsense', passage: 'hello there' },
      { kind: 'deck', title: 'Gone', deck_id: 'not_there' },
      { kind: 'passage', title: 'Fine', passage: 'John 3:16' },
    ]);
    const warning = (title: string) => entryOf(page, title).locator('.entry-warning').textContent();
    for (const title of ['Too far', 'Elsewhere'])
      assert.match((await warning(title))!, /^No translation in your library has this passage\. Change/);
    assert.match((await warning('Nonsense'))!, /not a reference\. Change/);
    assert.match((await warning('Gone'))!, /was deleted.*Remove the entry/);
    assert.equal(await entryOf(page, 'Gone').locator('.chip').count(), 0, 'it was a song or slides');
    await entryOf(page, 'Fine').locator('.entry-words').waitFor();
    assert.equal(await entryOf(page, 'Fine').locator('.entry-warning').count(), 0);
    assert.deepEqual(await listViolations(page), []);
  });

  it('when a plan has 200 entries, then it accepts no more, and the text stays', async () => {
    const { page } = await plans.openEditor(Array(200).fill({ kind: 'heading', title: 'Full' }));
    await addField(page).fill('john 3 16');
    await page.locator('.add-option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The plan is full: it has 200 entries.').waitFor();
    assert.equal(await addField(page).inputValue(), 'john 3 16');
  });

  it('[D4] when someone else saves meanwhile, then the page asks, nothing is overwritten, and undo brings theirs back', async () => {
    const { page, plan, stored } = await plans.openEditor(THREE_ENTRIES);
    const { etag } = await plans.client.get(planPath(plans.client, plan));
    const entries = [{ kind: 'heading', title: 'Theirs' }];
    await plans.client.put(planPath(plans.client, plan), { name: 'Theirs', entries }, { ifMatch: etag! });
    await addField(page).fill('- Mine');
    await page.keyboard.press('Enter');
    await page.getByText('Someone else changed this while you were editing.').waitFor();
    assert.deepEqual(await listViolations(page), []);
    await waitForStored(stored, ['Theirs']);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await waitForStored(stored, [...THREE, 'Mine']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await waitForStored(stored, ['Theirs']);
  });

  it('when an operator becomes a viewer, then a refused save says so, and nothing can be changed any more', async () => {
    const member = await createMember(plans.world.lectern, plans.live.owner, 'operator');
    const { page } = await plans.openEditor(THREE_ENTRIES, { member });
    await waitForTitles(page, THREE);
    await page.route('**/plans/*', async (route) => {
      if (route.request().method() === 'PUT') await setRole(plans.world.lectern, plans.live.owner, member, 'viewer');
      await route.continue();
    });
    await page.getByLabel('Name').fill('Typed in time');
    await page.getByText('Your role no longer allows this. Ask an owner or administrator.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Typed in time' }).waitFor();
    assert.equal(await addField(page).count(), 0);
    await mainOf(page, 'Reading').click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Alt+ArrowUp');
    await waitForTitles(page, THREE);
    assert.equal(await page.locator('.entry-form').count(), 0);
    assert.deepEqual(await listViolations(page), []);
  });

  it('when a plan is another owner’s or does not exist, then the page says that there is no such plan', async () => {
    const other = api(plans.world.lectern, await createTestAccount(plans.world.lectern));
    const { body: foreign } = await createPlan(other, []);
    for (const resource of [foreign.id, 'nothing']) {
      const page = await plans.openPage({ resource });
      await page.getByText('This plan does not exist.').waitFor();
    }
  });

  it('when the page is on a phone, then nothing is wider than the screen, and everything can be tapped', async () => {
    const { page } = await plans.openEditor(
      [...THREE_ENTRIES, { kind: 'passage', title: 'A'.repeat(120), passage: 'John 3:16', note: 'N'.repeat(300) }],
      { context: { ...PHONE_SIZE, hasTouch: true } },
    );
    await page.locator('.entry-words').first().waitFor();
    await addField(page).fill('john 3');
    await page.locator('.add-option').first().tap();
    await page.locator('.entry-title', { hasText: 'John 3' }).waitFor();
    await mainOf(page, 'Reading').tap();
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
    const { page, stored } = await plans.openEditor([], { context: { locale: 'de-DE' } });
    await addField(page).fill('joh 3,16');
    await page.locator('.add-option', { hasText: 'Johannes 3,16' }).waitFor();
    await page.keyboard.press('Enter');
    await waitForTitles(page, ['Johannes 3,16']);
    await page.getByText('Hinzugefügt: Johannes 3,16').waitFor();
    await page.getByText(/^Gespeichert um \d\d:\d\d$/).waitFor();
    assert.equal((await stored()).entries[0].title, 'Johannes 3,16');
    assert.deepEqual(await listViolations(page), []);
  });
});
