import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { eventuallyEquals } from '../../support/browser/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/browser/console-browser.ts';
import { holdResponses } from '../../support/browser/hold-responses.ts';
import type { JsonDocument } from '../../support/requests/api.ts';
import { endRoutes } from '../../support/run/end-routes.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

describe('the keys of the console', () => {
  const world = useInProcessServer({ editions: 'starter' });
  let live: OwnedLive;
  let operator: ConsoleBrowser;
  let page: Page;

  before(async () => {
    live = await world.openLive({ name: 'Sunday' });
    operator = await openConsolePage(world, live);
    page = operator.page;
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/v1/lives/')) writes.push(request.url());
    });
  });
  after(() => operator?.close());

  const press = (key: string) => page.keyboard.press(key);
  const barText = () => page.locator('.bar-input').inputValue();
  /** Pushes these passages, so that the last one is on air, and waits until the console shows it. */
  const pushPassages = async (...passages: string[]) => {
    const { mode } = await operator.now();
    if (mode === 'presentation') await live.write('DELETE', '/presentation');
    await live.write('DELETE', '/stack');
    await live.write('PATCH', '/playback', { paused: false });
    for (const passage of passages) await live.push(passage);
    // A message of the previous test would take the first Esc.
    await page.evaluate("document.querySelector('.strip .quiet')?.click()");
    await page.locator('.bar-input').focus();
    // Dismisses a strip of the previous test.
    if ((await operator.strip()) !== '') await press('Escape');
    await page.locator('.bar-input').fill('');
    await page.locator('.bar-input').focus();
    await operator.settle();
    await sleep(UNSEEN_MS);
  };
  const reference = async () => (await operator.now()).focus?.reference ?? null;
  const waitForReference = async (wanted: string | null) => {
    await eventuallyEquals(wanted, reference, 'what the server shows');
    await operator.isOnAir(wanted);
  };
  const writes: string[] = [];
  /** Requires that keys send no change of the Live. */
  const requireNoChange = async (act: () => Promise<unknown>) => {
    writes.length = 0;
    await act();
    await page.evaluate('new Promise(requestAnimationFrame)');
    assert.deepEqual(writes, []);
  };

  it('[D50] [D56] [D57] when all keys are pressed one after another, then each reaches the screen', async () => {
    await pushPassages('Romans 8:28', 'John 3:16-19');
    await page.evaluate('document.kept = true');
    for (const [key, wanted] of [
      ['ArrowRight', 'John 3:17'],
      ['PageDown', 'John 3:18'],
      ['Space', 'John 3:19'],
      ['ArrowLeft', 'John 3:18'],
      ['PageUp', 'John 3:17'],
      ['Shift+ArrowRight', 'John 3:17-18'],
      ['Shift+ArrowLeft', 'John 3:17'],
      ['Control+ArrowRight', 'John 4:1'],
      ['Control+PageDown', 'John 5:1'],
      ['Control+PageUp', 'John 4:1'],
      // Steps are undone together.
      ['Control+z', 'John 3:16'],
      ['Control+Shift+Z', 'John 4:1'],
    ] as const) {
      await press(key);
      await waitForReference(wanted);
    }
    for (const [key, paused] of [
      ['.', true],
      ['.', false],
      ['F2', true],
      ['Escape', true],
      ['F5', false],
    ] as const) {
      await press(key);
      await page.locator(`.live-flag[data-state=${paused ? 'hidden' : 'live'}]`).waitFor();
      assert.equal((await operator.now()).paused, paused, key);
    }
    assert.equal(await page.evaluate('document.kept'), true, 'F5 does not load the page again');
    await page.locator('.recent .candidate', { hasText: 'Romans 8:28' }).waitFor();
    await press('Backspace');
    await eventuallyEquals(true, async () => (await reference()) !== 'John 4:1', 'what was shown before');
  });

  it('[D56] when the queue ends, then the console says that the book continues', async () => {
    await pushPassages('John 3:16');
    assert.match((await page.locator('.next-up').textContent())!, /^Next in the book\s*John 3:17/);
  });

  describe('the bar', () => {
    beforeEach(() => pushPassages('Psalm 23:1'));

    it('when a reference is typed anywhere and Enter is pressed, then it is on air: seven keys', async () => {
      await page.locator('.pages-scroller').focus();
      for (const key of ['j', 'n', '3', '.', '1', '6']) await press(key);
      assert.equal(await barText(), 'jn3.16', 'the first key is not lost');
      await press('Enter');
      await waitForReference('John 3:16');
      assert.equal(await barText(), '');
      for (const key of ['/', 'Control+f']) {
        await page.locator('.pages-scroller').focus();
        await press(key);
        assert.equal(await page.evaluate('document.activeElement.className'), 'bar-input');
      }
      assert.equal(await barText(), '');
    });

    it('[D58] when the text is ambiguous, or no verse, then the lamp says so, and a digit chooses a candidate', async () => {
      await operator.type('jn 3 99');
      assert.equal(await page.locator('.lamp').getAttribute('data-reading'), 'missing');
      await page.locator('.bar-input').fill('');
      await operator.type('co 1 3');
      await press('Enter');
      assert.equal(await page.locator('.lamp').getAttribute('data-reading'), 'several');
      const second = await page.locator('.candidate .candidate-reference').nth(1).textContent();
      await press('2');
      await waitForReference(second);
    });

    it('when a prefix is typed, then the bar says what it means: words, command, edition', async () => {
      await operator.type('#only begotten son');
      await page.locator('.candidate-kind', { hasText: 'words' }).first().waitFor();
      await page.locator('.bar-input').fill('>hide or');
      await page.locator('.candidate', { hasText: 'Hide or show' }).waitFor();
      await page.locator('.bar-input').fill('jn 3 16 @kj');
      await page.locator('.reading', { hasText: /^John 3:16 KJV$/ }).waitFor();
    });

    it('when the chapter is closed, then the bar has the focus, nothing changes, and typing opens it again', async () => {
      const chapter = page.locator('.chapter');
      await operator.type('jn 3 16');
      await requireNoChange(async () => {
        await press('Control+Enter');
        await chapter.getByRole('button', { name: 'Close the chapter' }).click();
        await chapter.waitFor({ state: 'detached' });
        await page.locator('.bar-input:focus').waitFor();
        assert.equal(await barText(), '');
        await operator.type('jn 3 17');
        await chapter.waitFor();
      });
    });

    it('when a candidate or a history entry is clicked, then only its Show button shows it', async () => {
      await operator.type('co 1 3');
      const second = page.locator('.candidate').nth(1);
      const wanted = await second.locator('.candidate-reference').textContent();
      await requireNoChange(() => second.click());
      await second.getByRole('button', { name: 'Show' }).click();
      await waitForReference(wanted);
      const before = page.locator('.recent .candidate', { hasText: 'Psalm 23:1' }).first();
      await requireNoChange(() => before.click());
      await before.getByRole('button', { name: 'Show' }).click();
      await waitForReference('Psalm 23:1');
      assert.equal(await page.locator('.recent [aria-selected=true]').count(), 0);
      await operator.type('rom 8 28');
      await page.locator('.candidate').getByRole('button', { name: 'Show' }).click();
      await waitForReference('Romans 8:28');
    });

    it('when text is pasted anywhere, then it goes into the bar', async () => {
      await operator.type('jn 3 16');
      await press('Control+a');
      await press('Control+x');
      await page.locator('.pages-scroller').focus();
      await press('Control+v');
      await eventuallyEquals('jn 3 16', barText);
    });
  });

  describe('the queue', () => {
    const select = async (index: number) => {
      await page.locator('.pages-scroller').focus();
      await press('Home');
      for (let turn = 0; turn < index; turn++) await press('ArrowDown');
      await page.locator(`#page-${index}[aria-selected=true]`).waitFor();
    };
    const rows = async (): Promise<string[]> => {
      const { body } = await live.call('GET', '/pages');
      return body.data.map((row: JsonDocument) => row.reference);
    };

    it('[D54] when a page is selected, then it is shown only on Enter', async () => {
      await pushPassages('John 3:16', 'Romans 8:28', 'Psalm 23:1');
      await requireNoChange(() => select(1));
      await press('Enter');
      await waitForReference('Romans 8:28');
      await requireNoChange(() => page.locator('#page-0').click());
    });

    it('[D50] when Alt+↓ or Alt+↑ is pressed, then the passage moves', async () => {
      await pushPassages('John 3:16-17', 'Romans 8:28', 'Psalm 23:1-2');
      await select(0);
      await press('Alt+ArrowDown');
      await eventuallyEquals(['Romans 8:28', 'John 3:16', 'John 3:17', 'Psalm 23:1', 'Psalm 23:2'], rows);
      await operator.settle();
      await select(3);
      await press('Alt+ArrowUp');
      await eventuallyEquals(['Romans 8:28', 'Psalm 23:1', 'Psalm 23:2', 'John 3:16', 'John 3:17'], rows);
    });

    it('[D50] when Del or Shift+Del is pressed, then the verse or the whole passage leaves the queue', async () => {
      await pushPassages('John 3:16-18', 'Romans 8:28-29', 'Psalm 23:1');
      await select(1);
      await press('Delete');
      await eventuallyEquals(['John 3:16', 'John 3:18', 'Romans 8:28', 'Romans 8:29', 'Psalm 23:1'], rows);
      await operator.settle();
      await select(2);
      await press('Shift+Delete');
      await eventuallyEquals(['John 3:16', 'John 3:18', 'Psalm 23:1'], rows);
    });
  });

  it('[D65] [D66] when an outline is pasted, then its parts become plan entries once the rest was named, and nothing is shown', async () => {
    await pushPassages('Psalm 23:1');
    const prose = 'This is a sentence of the sermon, which is far too long to be a heading of the service.';
    const text = `Welcome\nReading: John 3:16, Romans 8:28-29 (Miriam)\nNot: John 3:99\n${prose}`;
    await requireNoChange(async () => {
      await press('F4');
      await page.getByRole('button', { name: 'Paste an outline' }).waitFor();
      await page.getByRole('tablist', { name: 'Queue, Plan', exact: true }).waitFor();
    });
    await page.getByRole('button', { name: 'Paste an outline' }).click();
    const dialog = page.locator('dialog[open]', { hasText: 'Paste an outline' });
    await dialog.locator('textarea').fill(prose);
    await dialog.getByRole('button', { name: 'Add to the plan' }).click();
    await dialog.getByRole('alert').waitFor();
    // The text changes before its references are found, so they are not added.
    const { asked, release } = await holdResponses(page, '**/references/extract', 'POST');
    await dialog.locator('textarea').fill('Genesis 1:1');
    await dialog.getByRole('button', { name: 'Add to the plan' }).click();
    await asked;
    await dialog.locator('textarea').fill(text);
    await release();
    await endRoutes(page);
    await dialog.getByRole('button', { name: 'Add to the plan' }).click();
    await eventuallyEquals(['John 3:99 · Not', prose], () => dialog.locator('li').allTextContents());
    await dialog.getByRole('button', { name: 'Add the rest' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventuallyEquals(['Welcome', 'John 3:16', 'Romans 8:28-29'], () =>
      page.locator('.entry-title').allTextContents(),
    );
    assert.equal(await reference(), 'Psalm 23:1');
    assert.match(await operator.strip(), /Welcome · John 3:16 · Romans 8:28-29 was added to the plan/);
    await press('Escape');
    await press('F4');
  });

  it('when F6 or Tab is pressed, then the focus moves from pane to pane', async () => {
    await pushPassages('John 3:16');
    const pane = () =>
      page.evaluate<string>(`document.activeElement.closest('.pane')?.className ?? document.activeElement.className`);
    const seen: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await press('F6');
      seen.push(await pane());
    }
    assert.deepEqual(seen, ['pane find', 'pane queue', 'pane on-air', 'bar-input']);
    await press('Tab');
    assert.notEqual(await pane(), 'bar-input');
  });

  it('when F1 or ? is pressed, then all keys are listed and searchable; after closing, typing continues in the bar', async () => {
    await pushPassages('John 3:16');
    for (const key of ['F1', '?']) {
      await press(key);
      await page.locator('.keys-dialog[open]').waitFor();
      await page.keyboard.type('undo');
      await eventuallyEquals(1, () => page.locator('.keys-list dt').count());
      await press('Escape');
      await page.locator('.keys-dialog[open]').waitFor({ state: 'detached' });
      // The bar has the caret again, so it receives what is typed next.
      await page.keyboard.type('ro');
      assert.equal(await page.locator('.bar-input').inputValue(), 'ro');
      await page.locator('.bar-input').fill('');
    }
  });

  it('when Space is pressed on a button, then it presses the button and does not step', async () => {
    await pushPassages('John 3:16-18');
    await page.locator('.lock').focus();
    await requireNoChange(() => press('Space'));
    assert.equal(await page.locator('.lock').getAttribute('aria-pressed'), 'true');
    await press('Space');
  });
});
