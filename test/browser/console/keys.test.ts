import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { UNSEEN_MS } from '../../../web/console/live/live-machine.ts';
import { EMPTIED_GUARD_MS } from '../../../web/console/state/desk-machine.ts';
import { api, type JsonDocument } from '../../support/api.ts';
import { eventuallyEquals } from '../../support/audience-pages.ts';
import { type ConsoleBrowser, openConsolePage } from '../../support/console-browser.ts';
import { endRoutes } from '../../support/end-routes.ts';
import { createSnapshot } from '../../support/presentation.ts';
import { type OwnedLive, useInProcessServer } from '../../support/suite-server.ts';

/** Time after emptying the bar during which Backspace, Esc and Enter do nothing. */
const ERASED_MS = EMPTIED_GUARD_MS;

describe('the keys of the console', () => {
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
  const barText = () => page.locator('.bar-input').inputValue();
  const erase = async () => {
    await page.locator('.bar-input').fill('');
    await sleep(ERASED_MS);
  };
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
  const sequence = async () => (await operator.now()).sequence;
  /** Requires that an action changes nothing: another action after it is the only change. */
  const requireNoChange = async (act: () => Promise<unknown>) => {
    const before = await sequence();
    await act();
    await sleep(150);
    assert.equal(await sequence(), before);
  };

  describe('the bar', () => {
    beforeEach(() => pushPassages('Psalm 23:1'));

    it('when a reference is typed and Enter is pressed, then it is on air: seven keys', async () => {
      for (const key of ['j', 'n', '3', '.', '1', '6']) await press(key);
      await press('Enter');
      await waitForReference('John 3:16');
      assert.equal(await barText(), '');
    });

    it('[D58] when the text is ambiguous, then Enter shows nothing, and a digit chooses a candidate', async () => {
      await operator.type('co 1 3');
      await requireNoChange(() => press('Enter'));
      assert.equal(await page.locator('.lamp').getAttribute('data-reading'), 'several');
      const second = await page.locator('.candidate .candidate-reference').nth(1).textContent();
      await press('2');
      await waitForReference(second);
    });

    it('[D58] when the verse does not exist or the text is not a reference, then Enter shows nothing and the text stays', async () => {
      for (const [text, reading] of [
        ['jn 3 99', 'missing'],
        ['xyzzy', 'none'],
      ] as const) {
        await operator.type(text);
        await requireNoChange(() => press('Enter'));
        assert.equal(await page.locator('.lamp').getAttribute('data-reading'), reading);
        assert.equal(await barText(), text);
        await erase();
      }
    });

    it('when a candidate is chosen with the arrow keys, then Enter shows it', async () => {
      await operator.type('co 1 3');
      const third = await page.locator('.candidate .candidate-reference').nth(2).textContent();
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await press(key);
      await press('Enter');
      await waitForReference(third);
    });

    it('when Ctrl+Enter is pressed, then the passage is selected in its chapter, and nothing is shown', async () => {
      await operator.type('jn 3 16');
      await requireNoChange(async () => {
        await press('Control+Enter');
        await page.locator('.verse[aria-selected=true]').waitFor();
      });
      assert.match((await page.locator('.verse[aria-selected=true]').textContent())!, /^16/);
      await press('Shift+ArrowDown');
      await press('Enter');
      await waitForReference('John 3:16');
      assert.equal((await operator.now()).queue.pages, 3, 'both verses are in the queue');
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

    it('when the next reference is typed before the response to Enter, then it stays in the bar', async () => {
      let answer: (() => void) | undefined;
      await page.route('**/passages', async (route) => {
        const done = await route.fetch();
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        await route.fulfill({ response: done });
      });
      await operator.type('jn 3 16');
      await press('Enter');
      await waitForReference('John 3:16');
      await page.keyboard.type('rom 8 28');
      answer!();
      await endRoutes(page, 'wait');
      await operator.type('-29');
      await press('Enter');
      await waitForReference('Romans 8:28');
    });

    it('when Enter is pressed twice before the response, then the passage is shown once', async () => {
      await operator.type('jn 3 16');
      let sent = 0;
      await page.route('**/passages', async (route) => {
        sent += 1;
        await sleep(200);
        await route.continue();
      });
      await press('Enter');
      await press('Enter');
      await waitForReference('John 3:16');
      await eventuallyEquals('', barText);
      await endRoutes(page, 'ignoreErrors');
      assert.equal(sent, 1);
    });

    it('when a candidate or a history entry is clicked, then only its Show button shows it', async () => {
      await operator.type('co 1 3');
      const second = page.locator('.candidate').nth(1);
      const wanted = await second.locator('.candidate-reference').textContent();
      await requireNoChange(() => second.click());
      await second.getByRole('button', { name: 'Show' }).click();
      await waitForReference(wanted);
      const before = page.locator('.recent .candidate', { hasText: 'Psalms 23:1' }).first();
      await requireNoChange(() => before.click());
      await before.getByRole('button', { name: 'Show' }).click();
      await waitForReference('Psalms 23:1');
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

    it('when a prefix is typed, then it sets the meaning of the text: words, command, edition, queue', async () => {
      await operator.type('#only begotten son');
      await page.locator('.candidate-kind', { hasText: 'words' }).first().waitFor();
      await requireNoChange(() => press('Enter'));
      await erase();
      await page.keyboard.type('>hide or');
      await page.locator('.candidate', { hasText: 'Hide or show' }).waitFor();
      await press('Enter');
      await eventuallyEquals(true, async () => (await operator.now()).paused, 'hidden');
      await page.keyboard.type('jn 3 16 @kj');
      await eventuallyEquals(
        'John 3:16 KJV',
        async () => (await page.locator('.reading').textContent())!,
        'the edition is recognized',
      );
      await press('Enter');
      await waitForReference('John 3:16');
      await page.keyboard.type('jn 3 16 @nosuch');
      await requireNoChange(() => press('Enter'));
      await erase();
      await operator.type('+ rom 8 28');
      await press('Enter');
      await eventuallyEquals(3, async () => (await operator.now()).queue.items, 'it is queued');
      assert.equal(await reference(), 'John 3:16', 'and not shown');
    });

    it('when letters are typed anywhere, then they go into the bar, and none runs a command', async () => {
      await page.locator('.pages-scroller').focus();
      await requireNoChange(async () => {
        for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789') await press(key);
      });
      assert.equal(await barText(), 'abcdefghijklmnopqrstuvwxyz0123456789');
      await erase();
      await page.locator('.pages-scroller').focus();
      await press('/');
      assert.equal(await page.evaluate('document.activeElement.className'), 'bar-input');
      assert.equal(await barText(), '');
      await page.locator('.pages-scroller').focus();
      await press('Control+f');
      assert.equal(await page.evaluate('document.activeElement.className'), 'bar-input');
    });

    it('when an input method editor composes, then its keys do nothing else', async () => {
      await requireNoChange(() =>
        page.evaluate(`(() => {
          for (const key of ['ArrowRight', 'Enter', ' ', 'PageDown'])
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, code: key === ' ' ? 'Space' : key, isComposing: true, bubbles: true }));
        })()`),
      );
    });

    it('when the text is erased, then Backspace and Esc do nothing for a short time', async () => {
      await page.keyboard.type('jn');
      // In one task of the page, because a loaded machine may take longer for two presses.
      await requireNoChange(() =>
        page.evaluate(`(() => {
          const bar = document.querySelector('.bar-input');
          bar.value = '';
          bar.dispatchEvent(new InputEvent('input', { bubbles: true }));
          for (const key of ['Backspace', 'Backspace', 'Escape'])
            bar.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
        })()`),
      );
    });
  });

  describe('stepping', () => {
    it('[D56] when → ← PgDn PgUp or Space is pressed, then the Live steps; PgDn also works while typing', async () => {
      await pushPassages('John 3:16-19');
      for (const [key, wanted] of [
        ['ArrowRight', 'John 3:17'],
        ['PageDown', 'John 3:18'],
        ['Space', 'John 3:19'],
        ['ArrowLeft', 'John 3:18'],
        ['PageUp', 'John 3:17'],
      ] as const) {
        await press(key);
        await waitForReference(wanted);
      }
      await page.keyboard.type('ps');
      await press('PageDown');
      await waitForReference('John 3:18');
      assert.equal(await barText(), 'ps');
      await requireNoChange(() => press('ArrowRight'));
      await erase();
    });

    it('[D56] when the queue ends, then the console says that the book continues, and the key steps there', async () => {
      await pushPassages('John 3:16');
      assert.match((await page.locator('.next-up').textContent())!, /^Next in the book\s*John 3:17/);
      await press('ArrowRight');
      await waitForReference('John 3:17');
    });

    it('[D56] when a key is pressed twenty times, then the Live steps twenty pages; a held key steps once', async () => {
      await pushPassages('Psalm 119:1-30');
      for (let turn = 0; turn < 20; turn++) await press('ArrowRight');
      await waitForReference('Psalms 119:21');
      await page.keyboard.down('ArrowRight');
      for (let turn = 0; turn < 5; turn++) await page.keyboard.down('ArrowRight');
      await page.keyboard.up('ArrowRight');
      await waitForReference('Psalms 119:22');
    });

    it('[D56] when Shift+→ or Shift+← is pressed, then the page has one verse more or less', async () => {
      await pushPassages('John 3:16-19');
      await press('Shift+ArrowRight');
      await waitForReference('John 3:16-17');
      await press('Shift+ArrowLeft');
      await waitForReference('John 3:16');
    });

    it('[D56] when Ctrl+→, Ctrl+←, Ctrl+PgDn or Ctrl+PgUp is pressed, then the chapter changes', async () => {
      await pushPassages('John 3:16');
      for (const [key, wanted] of [
        ['Control+ArrowRight', 'John 4:1'],
        ['Control+PageDown', 'John 5:1'],
        ['Control+PageUp', 'John 4:1'],
      ] as const) {
        await press(key);
        await waitForReference(wanted);
      }
      await press('Control+ArrowLeft');
      await eventuallyEquals(3, async () => Number(/John (\d+)/.exec(await reference())?.[1]), 'the chapter before');
    });
  });

  describe('what is on air', () => {
    it('when "." or F2 is pressed, then the Live is hidden or shown; F5 shows it, and Esc changes nothing', async () => {
      await pushPassages('John 3:16');
      for (const [key, paused] of [
        ['.', true],
        ['.', false],
        ['F2', true],
        ['F2', false],
        ['F2', true],
        ['Escape', true],
        ['F5', false],
        ['Escape', false],
      ] as const) {
        await press(key);
        await eventuallyEquals(paused, async () => (await operator.now()).paused, key);
        await page.locator(`.live-flag[data-state=${paused ? 'hidden' : 'live'}]`).waitFor();
      }
    });

    it('when F5 is pressed, then the page does not load again', async () => {
      await pushPassages('John 3:16');
      await page.evaluate('document.kept = true');
      await press('F5');
      await sleep(200);
      assert.equal(await page.evaluate('document.kept'), true);
    });

    it('[D57] when Backspace is pressed, then the previous content is shown again, each time one entry further back', async () => {
      await pushPassages('John 3:16', 'Romans 8:28', 'Psalm 23:1', 'Genesis 1:1');
      for (const wanted of ['Psalms 23:1', 'Romans 8:28', 'John 3:16']) {
        await press('Backspace');
        await waitForReference(wanted);
      }
    });

    it('[D57] when ↓ chooses a history entry and Enter is pressed, then it is on air again', async () => {
      await pushPassages('John 3:16', 'Romans 8:28', 'Psalm 23:1');
      await eventuallyEquals('Psalms 23:1', async () =>
        (await page.locator('.recent .candidate').first().textContent())!.trim(),
      );
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await press(key);
      await press('Enter');
      await waitForReference('Romans 8:28');
    });

    it('[D50] when Ctrl+Z and Ctrl+Shift+Z are pressed, then the last change is undone and redone', async () => {
      await pushPassages('John 3:16');
      await page.keyboard.type('rom 8 28');
      await press('Enter');
      await waitForReference('Romans 8:28');
      await press('Control+z');
      await waitForReference('John 3:16');
      await press('Control+Shift+Z');
      await waitForReference('Romans 8:28');
    });

    it('[D57] when a verse is shown during slides, then Backspace shows the slide again: song, verse, song in eight keys', async () => {
      await pushPassages('John 3:16');
      const snapshot = await createSnapshot(api(world.lectern, live.owner), [
        { layout: 'title', title: 'Verse one' },
        { layout: 'title', title: 'Verse two' },
      ]);
      await live.write('PUT', '/presentation', { snapshot_id: snapshot.id, index: 1 });
      await operator.isOnAir('Sunday · Verse two');
      await sleep(UNSEEN_MS);
      for (const key of ['p', 's', '2', '3', '.', '1']) await press(key);
      await press('Enter');
      await waitForReference('Psalms 23:1');
      await sleep(ERASED_MS);
      await press('Backspace');
      await eventuallyEquals('Verse two', async () => (await operator.now()).slide?.title, 'the same slide');
      await press('ArrowLeft');
      await eventuallyEquals('Verse one', async () => (await operator.now()).slide?.title, 'the slide before');
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
      await eventuallyEquals(['Romans 8:28', 'John 3:16', 'John 3:17', 'Psalms 23:1', 'Psalms 23:2'], rows);
      await operator.settle();
      await select(3);
      await press('Alt+ArrowUp');
      await eventuallyEquals(['Romans 8:28', 'Psalms 23:1', 'Psalms 23:2', 'John 3:16', 'John 3:17'], rows);
    });

    it('[D50] when Del or Shift+Del is pressed, then the verse or the whole passage leaves the queue', async () => {
      await pushPassages('John 3:16-18', 'Romans 8:28-29', 'Psalm 23:1');
      await select(1);
      await press('Delete');
      await eventuallyEquals(['John 3:16', 'John 3:18', 'Romans 8:28', 'Romans 8:29', 'Psalms 23:1'], rows);
      await operator.settle();
      await select(2);
      await press('Shift+Delete');
      await eventuallyEquals(['John 3:16', 'John 3:18', 'Psalms 23:1'], rows);
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
    await dialog.locator('textarea').fill(text);
    await dialog.getByRole('button', { name: 'Add to the plan' }).click();
    await eventuallyEquals(['John 3:99 · Not', prose], () => dialog.locator('li').allTextContents());
    await dialog.getByRole('button', { name: 'Add the rest' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventuallyEquals(['Welcome', 'John 3:16', 'Romans 8:28-29'], () =>
      page.locator('.entry-title').allTextContents(),
    );
    assert.equal(await reference(), 'Psalms 23:1');
    assert.match(await operator.strip(), /Welcome · John 3:16 · Romans 8:28-29 was added to the plan/);
    await press('Escape');
    await press('F4');
  });

  describe('the rest', () => {
    it('when Ctrl+L is pressed, then every change needs confirmation: Enter confirms, Esc cancels', async () => {
      await pushPassages('John 3:16-18');
      await press('Control+l');
      await requireNoChange(() => press('ArrowRight'));
      assert.match(await operator.strip(), /Service lock: Next page\?/);
      await press('Enter');
      await waitForReference('John 3:17');
      await requireNoChange(async () => {
        await press('ArrowRight');
        await press('Escape');
      });
      await press('Control+l');
      await press('ArrowRight');
      await waitForReference('John 3:18');
    });

    it('when Ctrl+. is pressed, then every running Live of the owner is hidden', async () => {
      await pushPassages('John 3:16');
      const other = await world.openLive({ name: 'Youth' }, live.owner);
      await other.push('Romans 8:28');
      await press('Control+.');
      await eventuallyEquals(true, async () => (await operator.now()).paused);
      await eventuallyEquals(true, async () => (await other.call('GET', '/now')).body.paused);
      await eventuallyEquals(true, async () => /2 Lives were hidden/.test(await operator.strip()));
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
        await requireNoChange(() => press('ArrowRight'));
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
});
