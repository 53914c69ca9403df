import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { EMPTIED_GUARD_MS } from '../../../web/console/state/desk-machine.ts';
import { eventuallyEquals, PHONE_SIZE, readVisibleText } from '../../support/browser/audience-pages.ts';
import { openWorkspacePage } from '../../support/browser/workspace-browser.ts';
import { api, type JsonDocument } from '../../support/requests/api.ts';
import { paint } from '../../support/requests/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const SONGS = join(import.meta.dirname, '../../songs/samples');
const ACTIONS_MAX = 60;
const KEYS_MAX = 20;

const OUTLINE = `Order of service, Sunday morning
Welcome
1. Psalm 117
2. Holy, Holy, Holy
3. John 3:16
4. Amazing Grace
5. Sermon on Romans 8:28
Blessing`;

/** Counts what a person does: a click, a special key, a typed text, a paste, a drop, a choice of files. */
class Person {
  actions = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }
  async click(target: Locator): Promise<void> {
    this.actions++;
    await target.click();
  }
  async press(key: string): Promise<void> {
    this.actions++;
    await this.page.keyboard.press(key);
  }
  async type(text: string): Promise<void> {
    this.actions++;
    await this.page.keyboard.type(text);
  }
  async choose(files: readonly string[], button: Locator): Promise<void> {
    this.actions += 2;
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles([...files]);
  }
  /** Pastes where the focus is. */
  async paste(text: string): Promise<void> {
    this.actions++;
    await this.page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', ${JSON.stringify(text)});
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    })()`);
  }
  async drop(target: string, name: string, bytes: Buffer): Promise<void> {
    this.actions++;
    const dataTransfer = await this.page.evaluateHandle(`(() => {
      const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], '${name}', { type: 'image/png' }));
      return transfer;
    })()`);
    await this.page.dispatchEvent(target, 'dragover', { dataTransfer });
    await this.page.dispatchEvent(target, 'drop', { dataTransfer });
  }
}

describe('a newcomer’s Thursday and Sunday', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let person: Person;
  let audience: Page;

  before(async () => {
    live = await world.openLive({ name: 'Main hall' });
    person = new Person(await openWorkspacePage(world, live.owner, 'plans'));
    audience = await (await (await world.browser()).newContext(PHONE_SIZE)).newPage();
    await audience.goto(`${world.url}/l/${live.liveId}?view=screen`);
  });
  after(async () => {
    await person?.page.context().close();
    await audience?.context().close();
  });

  const button = (name: string | RegExp, within = 'body') =>
    person.page.locator(within).getByRole('button', { name, exact: true });
  const readPlan = async (): Promise<JsonDocument> => {
    const client = api(world.lectern, live.owner);
    const path = `/v1/organizations/${live.owner.id}/plans`;
    const [{ id }] = (await client.get(path)).body.data;
    return (await client.get(`${path}/${id}`)).body;
  };

  it(`[D65], [D66], [D70] when three readings, two songs and an image are prepared from nothing, then it takes at most ${ACTIONS_MAX} actions`, async () => {
    const { page } = person;
    const area = (name: string) => page.locator('.frame-areas').getByRole('link', { name });

    await person.click(area('Songs and slides'));
    await person.click(button('Import songs').first());
    const files = ['openlyrics-holy-holy-holy.xml', 'opensong-amazing-grace'].map((name) => join(SONGS, name));
    await person.choose(files, button('Choose files', 'dialog[open]'));
    await page.getByText('2 imported, 0 already there, 0 refused.').waitFor();
    await person.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });

    await person.click(button('New slides').first());
    await page.locator('#deck-title:focus').waitFor();
    await person.type('Welcome picture');
    await person.drop('.deck-slides', 'welcome.png', await paint('png', { width: 1_920, height: 1_080 }));
    await person.click(button('Upload 1 image', 'dialog[open]'));
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.locator('.slide-row').waitFor();
    await page.locator('.save-status[data-state=saved]').waitFor();

    await person.click(area('Plans'));
    await person.click(button('New plan').first());
    await page.locator('.add-field:focus').waitFor();
    await person.paste(OUTLINE);
    await button('Add 8 entries', 'dialog[open]').waitFor();
    await person.click(page.getByLabel('Order of service'));
    await person.click(page.getByLabel('Welcome'));
    await person.click(button('Add 6 entries', 'dialog[open]'));
    await person.click(page.locator('.add-field'));
    await person.type('welcome pic');
    await page.locator('.add-option[aria-selected=true]', { hasText: 'Welcome picture' }).waitFor();
    await person.press('Enter');
    await page.locator('.entry', { hasText: 'Welcome picture' }).locator('.entry-main').focus();
    person.actions++;
    for (let place = 6; place > 0; place--) await person.press('Alt+ArrowUp');
    await page.locator('.save-status[data-state=saved]').waitFor();

    const { entries } = await readPlan();
    assert.deepEqual(
      entries.map(({ kind, title }: JsonDocument) => [kind, title]),
      [
        ['deck', 'Welcome picture'],
        ['passage', 'Psalm 117'],
        ['deck', 'Holy Holy Holy'],
        ['passage', 'John 3:16'],
        ['deck', 'Amazing Grace (Demonstration)'],
        ['passage', 'Romans 8:28'],
        ['heading', 'Blessing'],
      ],
    );
    await person.click(button('Open in the console'));
    await page.waitForURL(`**/console/${live.liveId}*`);
    const { body: now } = await live.call('GET', '/now');
    assert.deepEqual([now.plan.entries, now.plan.entry_id, now.focus, now.slide], [7, null, null, null]);
    assert.equal(await readVisibleText(audience), '', 'the audience sees nothing of it');
    assert.ok(person.actions <= ACTIONS_MAX, `${person.actions} actions`);
  });

  it(`[D65], [D56] when the plan is run, then at most ${KEYS_MAX} keys show all of its pages and slides`, async () => {
    const { page } = person;
    await page.locator('.plan-entry').first().waitFor();
    await page.locator('.live-flag:not([data-state=checking])').waitFor();
    const read = async () => (await live.call('GET', '/now')).body;
    const { entries } = await readPlan();
    const shown: string[] = [];
    const before = person.actions;
    const run = async (key: string) => {
      // A double Enter shows one entry.
      if (key === 'Enter') await sleep(EMPTIED_GUARD_MS);
      const { sequence } = await read();
      await person.press(key);
      await eventuallyEquals(true, async () => (await read()).sequence > sequence, `${key} changes what is shown`);
      await page.locator('.picture[data-state=pending]').waitFor({ state: 'detached' });
    };
    for (const { kind, title } of entries.filter(({ kind }: JsonDocument) => kind !== 'heading')) {
      await run('Enter');
      for (;;) {
        const { slide, queue, focus, showing } = await read();
        assert.equal(showing, true);
        shown.push(kind === 'deck' ? `${title} ${slide.index + 1}/${slide.count}` : focus.reference);
        const isLast = kind === 'deck' ? slide.index + 1 === slide.count : queue.page + 1 === queue.pages;
        if (isLast) break;
        await run('ArrowRight');
      }
    }
    const keys = person.actions - before;
    assert.equal(keys, shown.length, 'one key a page');
    assert.ok(keys <= KEYS_MAX, `${keys} keys: ${shown.join(', ')}`);
    assert.deepEqual([shown[0], shown.at(-1)], ['Welcome picture 1/1', 'Romans 8:28']);
    await audience.getByText('all things work together for good').first().waitFor();
    assert.equal((await read()).plan.entry_id, entries[5].id);
  });
});
