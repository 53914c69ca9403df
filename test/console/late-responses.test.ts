import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ScriptedConsole } from './scripted-console.ts';

const PASSAGE = (title: string) => ({ kind: 'passage', title, passage: [] }) as never;
const ENTRIES = ['a', 'b', 'c', 'd'].map((id) => ({ id, kind: 'heading', title: id }));

describe('late, lost and overtaken responses, in the console', () => {
  let console: ScriptedConsole;
  beforeEach(async () => {
    console = await ScriptedConsole.open();
  });
  afterEach(() => console.close());

  const bar = () => console.context.bar;
  const titlesOf = (id: string) => console.plans.get(id)!.entries.map(({ title }) => title);
  const shownTitles = () => console.context.plan.plan.value?.entries.map(({ title }) => title);
  const ordersOf = (id: string) => titlesOf(id).join('');

  it('when the next text is typed before the response to Enter, then it stays, and Enter shows it', async () => {
    const { asked, release } = console.hold(/^POST \/passages/);
    await console.press(['jn 3 16', 'Enter']);
    await asked;
    await console.press(['rom 8 28']);
    release();
    await console.settle();
    assert.equal(bar().text.value, 'rom 8 28');
    await console.press(['Enter']);
    assert.equal(console.requests.length, 2);
  });

  it('when another verse is selected before a chapter arrives, then it stays selected', async () => {
    const { asked, release } = console.hold(/^GET \/chapters\/43\/3/);
    await console.press(['jn 3 16', 'Control+Enter']);
    await asked;
    await console.press(['rom 8 28', 'Control+Enter']);
    const { find } = console.context;
    await console.eventually(28, () => find.selected.value?.anchor);
    release();
    await console.settle();
    assert.deepEqual([find.selected.value?.anchor, find.chapter.value?.chapter], [28, 8]);
    // The focus is in the list of verses.
    await console.press(['Enter'], 'list');
    assert.deepEqual(console.requests, ['POST /passages {"passage":[{"book_id":45,"chapter":8,"verse":28}]}']);
  });

  it('[D59] when a chapter is opened while another is on air, then it stays, until a verse in it goes on air', async () => {
    const { find } = console.context;
    const goOnAir = (chapter: number, verse: number) =>
      console.changeByOthers({ focus: { reference: `John ${chapter}`, passages: [{ book_id: 43, chapter, verse }] } });
    await goOnAir(3, 16);
    await console.eventually(3, () => find.chapter.value?.chapter);
    const { asked, release } = console.hold(/^GET \/chapters\/43\/4/);
    const opened = find.open(43, 4);
    await asked;
    await goOnAir(3, 17);
    release();
    await opened;
    assert.deepEqual([find.chapter.value?.chapter, find.isPinned.value], [4, true]);
    await goOnAir(4, 1);
    assert.deepEqual([find.chapter.value?.chapter, find.isPinned.value], [4, false]);
  });

  it('[D65] when a second passage is planned before the plan is made, then both are in one plan', async () => {
    const { asked, release } = console.hold(/^POST \/plans/);
    const first = console.context.plan.append([PASSAGE('Genesis 1:1')]);
    await asked;
    const second = console.context.plan.append([PASSAGE('Romans 8:28')]);
    release();
    assert.deepEqual([await first, await second, titlesOf('p2').sort()], [true, true, ['Genesis 1:1', 'Romans 8:28']]);
    assert.equal(console.plans.size, 2);
  });

  it('[D65] when the Live follows another plan before the entries arrive, then those of the other plan stay', async () => {
    console.setPlan('slow', [ENTRIES[0]!]);
    console.setPlan('fast', [ENTRIES[1]!]);
    const { asked, release } = console.hold(/^GET \/plans\/slow/);
    await console.changeByOthers({ plan: { plan_id: 'slow' } });
    await asked;
    await console.changeByOthers({ plan: { plan_id: 'fast' } });
    await console.eventually(['b'], shownTitles);
    release();
    await console.settle();
    assert.deepEqual(shownTitles(), ['b']);
  });

  describe('[D65] when another operator has changed the plan', () => {
    beforeEach(async () => {
      console.setPlan('p1', ENTRIES);
      await console.changeByOthers({ plan: { plan_id: 'p1' } });
      await console.eventually(['a', 'b', 'c', 'd'], shownTitles);
    });

    for (const [change, theirs, act, wanted] of [
      ['an entry is added at the end', 'xabcd', 'append', 'xabcde'],
      ['an entry is moved down', 'dxabc', 'move', 'dxbac'],
      ['an entry is moved whose neighbor is gone', 'abd', 'move', 'bda'],
      ['an entry is moved that is gone', 'bcd', 'move', 'bcd'],
      ['an entry is removed', 'xbcda', 'remove', 'xbcd'],
      ['an entry is removed that is gone', 'dcb', 'remove', 'dcb'],
    ] as const) {
      it(`and ${change}, then both changes are kept`, async () => {
        console.setPlan(
          'p1',
          [...theirs].map((id) => ({ id, kind: 'heading', title: id })),
        );
        const { plan } = console.context;
        const done = act === 'append' ? plan.append([PASSAGE('e')]) : act === 'move' ? plan.move(0, 1) : plan.remove(0);
        assert.deepEqual([await done, ordersOf('p1')], [true, wanted]);
      });
    }
  });

  it('[D65] when the plan cannot be changed, then the console says so, and the entry is not added', async () => {
    await console.changeByOthers({ plan: { plan_id: 'gone' } });
    assert.equal(await console.context.plan.append([PASSAGE('e')]), false);
    assert.equal(console.strip?.kind, 'said');
    await console.press(['jn 3 16', 'Shift+Enter']);
    assert.equal(bar().text.value, 'jn 3 16', 'the text comes back');
  });

  for (const [key, requests, text] of [
    ['Enter', 2, ''],
    ['Escape', 1, 'jn 3 16'],
  ] as const) {
    it(`when another operator was faster, then the strip asks, and ${key} decides`, async () => {
      await console.press(['jn 3 16']);
      await console.changeUnseen({ focus: { reference: 'Romans 8:28' } });
      await console.press(['Enter']);
      assert.ok(console.strip?.kind === 'overtaken');
      assert.deepEqual([console.strip.shown, console.strip.changed?.by, bar().text.value], ['Romans 8:28', 'Jo', '']);
      await console.press([key]);
      assert.deepEqual([console.strip, console.requests.length, bar().text.value], [null, requests, text]);
    });
  }

  it('when another operator shows something, then the chosen history entry stays chosen, and Enter asks and shows it', async () => {
    await console.press(['ArrowDown', 'ArrowDown']);
    await console.changeByOthers({ focus: { reference: 'Genesis 1:1' } });
    assert.deepEqual(bar().selection.value, { list: 'recent', id: 'h2' });
    await console.press(['Enter', 'Enter']);
    assert.deepEqual(console.requests, ['POST /recall {"entry_id":"h2"}']);
  });

  it('when another operator moves the pages of the queue, then Enter shows the page that was selected', async () => {
    const pages = ['a', 'b'].map((item_id, page) => ({ item_id, page, part: 0, reference: item_id }));
    console.pages = pages;
    await console.changeByOthers({ queue: { revision: 'q2', pages: 2, items: 2 } });
    bar().select({ list: 'queue', id: 'b', part: 0 });
    console.pages = pages.toReversed().map((each, page) => ({ ...each, page }));
    await console.changeByOthers({ queue: { revision: 'q3', pages: 2, items: 2 } });
    await console.press(['Enter'], 'list');
    assert.deepEqual(console.requests, ['PATCH /focus {"item_id":"b","part":0}']);
  });

  it('when the connection breaks before the response, then the strip says that the outcome is unknown, and the text comes back', async () => {
    await console.press(['jn 3 16']);
    void console.setCut(true);
    await console.press(['Enter']);
    await console.eventually('not-sent', () => console.strip?.kind);
    assert.deepEqual([bar().text.value, console.requests], ['jn 3 16', []]);
  });

  it('when the connection is lost, then nothing is sent, nor later, and the console says what others changed meanwhile', async () => {
    await console.setCut(true);
    await console.press(['Backspace']);
    assert.equal(console.strip?.kind, 'not-sent');
    await console.press(['ArrowRight', '.', 'F8', 'Control+z']);
    assert.equal(console.strip?.kind, 'not-sent');
    await console.changeUnseen({ focus: { reference: 'Romans 8:28' } });
    await console.setCut(false);
    await console.eventually('changed', () => console.strip?.kind);
    assert.deepEqual(console.requests, []);
    await console.press(['ArrowRight']);
    assert.deepEqual(console.requests, ['POST /step {"by":1,"beyond":true}']);
  });

  it('[D63] when the person may only watch, then no key is sent, and the text stays', async () => {
    (console.context.session.scopes as { value: unknown }).value = new Set();
    await console.press(['ArrowRight', '.', 'Backspace', 'F8', 'jn 3 16', 'Enter']);
    assert.deepEqual([console.strip?.kind, console.requests, bar().text.value], ['watching', [], 'jn 3 16']);
  });
});
