import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { type KeyPlace, ScriptedConsole } from './scripted-console.ts';

const JOHN = '[{"book_id":43,"chapter":3,"verse":16}]';
const ROMANS = '[{"book_id":45,"chapter":8,"verse":28}]';
const HIDDEN = { showing: false, paused: true };
const SLIDES = { mode: 'presentation', focus: null, slide: { deck: 'Song', title: 'Verse 1' } };
const PLANNED = { plan: { plan_id: 'p1' } };
const NEXT = 'POST /step {"by":1,"beyond":true}';
const PREVIOUS = 'POST /step {"by":-1,"beyond":true}';
const [NEXT_CHAPTER, PREVIOUS_CHAPTER] = [1, -1].map(
  (by) => `POST /step {"by":${by},"beyond":true,"unit":"chapter"}`,
) as [string, string];
const recall = (id: string) => `POST /recall {"entry_id":"${id}"}`;
const translations = (...slugs: string[]) => `POST /translations {"translations":${JSON.stringify(slugs)}}`;
const show = (passage: string, more = '') => `POST /passages {"passage":${passage}${more}}`;

/** Keys, the requests that they send, and the state in which they are pressed. */
const KEYS: [title: string, keys: string[], requests: string[], state?: object][] = [
  ['[D56] →', ['ArrowRight'], [NEXT]],
  ['[D56] Space', ['Space'], [NEXT]],
  ['[D56] PgDn', ['PageDown'], [NEXT]],
  ['[D56] PgDn while typing', ['ps', 'PageDown'], [NEXT]],
  ['→ while typing', ['ps', 'ArrowRight'], []],
  ['[D56] ←', ['ArrowLeft'], [PREVIOUS]],
  ['[D56] PgUp', ['PageUp'], [PREVIOUS]],
  ['[D56] → three times', ['ArrowRight', 'ArrowRight', 'ArrowRight'], [NEXT, 'POST /step {"by":2,"beyond":true}']],
  ['[D56] → and ←', ['ArrowRight', 'ArrowLeft'], [NEXT, PREVIOUS]],
  ['[D56] Shift+→', ['Shift+ArrowRight'], ['POST /extend {"by":1}']],
  ['[D56] Shift+←', ['Shift+ArrowLeft'], ['POST /extend {"by":-1}']],
  ['[D56] Ctrl+→', ['Control+ArrowRight'], [NEXT_CHAPTER]],
  ['[D56] Ctrl+PgDn', ['Control+PageDown'], [NEXT_CHAPTER]],
  ['[D56] Ctrl+←', ['Control+ArrowLeft'], [PREVIOUS_CHAPTER]],
  ['[D56] Ctrl+PgUp', ['Control+PageUp'], [PREVIOUS_CHAPTER]],
  ['[D76] Ctrl+↑', ['Control+ArrowUp'], ['POST /countdown {"by_seconds":60}']],
  ['[D76] Ctrl+↓', ['Control+ArrowDown'], ['POST /countdown {"by_seconds":-60}']],
  ['"."', ['.'], ['PATCH /playback {"paused":true}']],
  ['"." while hidden', ['.'], ['PATCH /playback {"paused":false}'], HIDDEN],
  ['F2', ['F2'], ['PATCH /playback {"paused":true}']],
  ['F2 while hidden', ['F2'], ['PATCH /playback {"paused":false}'], HIDDEN],
  ['F5', ['F5'], []],
  ['F5 while hidden', ['F5'], ['PATCH /playback {"paused":false}'], HIDDEN],
  ['Esc', ['Escape'], []],
  ['Esc twice', ['Escape', 'Escape'], []],
  ['[D57] Backspace', ['Backspace'], [recall('h2')]],
  ['[D57] Backspace twice', ['Backspace', 'Backspace'], [recall('h2'), recall('h3')]],
  ['[D57] Backspace past the oldest', ['Backspace', 'Backspace', 'Backspace'], [recall('h2'), recall('h3')]],
  ['[D57] Backspace when nothing is on air', ['Backspace'], [recall('h1')], { focus: null }],
  ['[D57] Backspace during an interruption', ['Backspace'], ['POST /return {}'], { returns: { title: 'Verse 1' } }],
  ['Backspace while typing', ['ps', 'Backspace'], []],
  ['[D50] Ctrl+Z', ['Control+z'], ['POST /undo {}']],
  ['[D50] Ctrl+Shift+Z', ['Control+Shift+Z'], ['POST /redo {}']],
  ['Ctrl+Z while typing', ['ps', 'Control+z'], []],
  ['[D65] Enter without a plan', ['Enter'], []],
  ['[D65] Enter with a plan', ['Enter'], ['POST /plan/go {"by":1}'], PLANNED],
  ['[D65] Enter twice', ['Enter', 'Enter'], ['POST /plan/go {"by":1}'], PLANNED],
  ['[D57] ↓ Enter', ['ArrowDown', 'Enter'], [recall('h1')]],
  ['[D57] ↓ ↓ ↓ ↓ ↑ Enter', ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'], [recall('h2')]],
  ['↓ ↑ Enter', ['ArrowDown', 'ArrowUp', 'Enter'], []],
  ['↓ Enter Enter', ['ArrowDown', 'Enter', 'Enter'], [recall('h1')], PLANNED],
  ['↓ Esc Enter', ['ArrowDown', 'Escape', 'Enter'], []],
  ['[D54] F8: on', ['F8'], [translations('kjv', 'elb')]],
  ['[D54] Alt+2: on', ['Alt+2'], [translations('kjv', 'elb')]],
  ['[D54] F8 F9: both on', ['F8', 'F9'], [translations('kjv', 'elb'), translations('kjv', 'elb', 'lut')]],
  ['[D54] F8: off', ['F8'], [translations('kjv')], { translations: ['kjv', 'lut'] }],
  ['[D54] F8 F8: on and off', ['F8', 'F8'], [translations('kjv', 'elb'), translations('kjv')]],
  ['[D54] F7: the only one stays', ['F7'], []],
  ['[D54] Alt+4: the last with a key', ['Alt+4'], [translations('kjv', 'rvr')]],
  ['Ctrl+.', ['Control+.'], ['PATCH /playback {"paused":true}', 'PATCH /v1/lives/l2/playback {"paused":true}']],
  ['Ctrl+L → asks', ['Control+l', 'ArrowRight'], []],
  ['Ctrl+L → Enter', ['Control+l', 'ArrowRight', 'Enter'], [NEXT]],
  ['Ctrl+L → →', ['Control+l', 'ArrowRight', 'ArrowRight'], [NEXT]],
  ['Ctrl+L → Esc Enter', ['Control+l', 'ArrowRight', 'Escape', 'Enter'], []],
  ['Ctrl+L Ctrl+L →', ['Control+l', 'Control+l', 'ArrowRight'], [NEXT]],
  ['Ctrl+L text Enter', ['Control+l', 'jn 3 16', 'Enter'], []],
  ['Ctrl+L text Enter Enter', ['Control+l', 'jn 3 16', 'Enter', 'Enter'], [show(JOHN)]],
  ['Ctrl+L → text: the question ends', ['Control+l', 'ArrowRight', 'jn 3 16', 'Enter', 'Enter'], [show(JOHN)]],
  ['Ctrl+L text Enter, other text', ['Control+l', 'jn 3 16', 'Enter', 'rom 8 28', 'Enter', 'Enter'], [show(ROMANS)]],
  ['text Enter', ['jn 3 16', 'Enter'], [show(JOHN)]],
  ['text Enter Enter', ['jn 3 16', 'Enter', 'Enter'], [show(JOHN)], PLANNED],
  ['[D57] text Enter during slides', ['jn 3 16', 'Enter'], [`POST /interrupt {"passage":${JOHN}}`], SLIDES],
  ['[D58] several meanings, Enter', ['co 1 3', 'Enter'], []],
  ['[D58] several meanings, Enter 2', ['co 1 3', 'Enter', '2'], [show('[{"book_id":46,"chapter":1,"verse":3}]')]],
  ['[D58] several meanings, Enter 3', ['co 1 3', 'Enter', '3'], []],
  ['[D58] several meanings, 2', ['co 1 3', '2'], []],
  [
    '[D58] several meanings, ↓ ↓ Enter',
    ['co 1 3', 'ArrowDown', 'ArrowDown', 'Enter'],
    [show('[{"book_id":46,"chapter":1,"verse":3}]')],
  ],
  [
    '[D58] several meanings, ↓ ↓ ↓ Enter',
    ['co 1 3', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'],
    [show('[{"book_id":51,"chapter":1,"verse":3}]')],
  ],
  ['[D58] several meanings, ↑ Enter', ['co 1 3', 'ArrowUp', 'Enter'], [show('[{"book_id":46,"chapter":1,"verse":3}]')]],
  ['[D58] no such verse, Enter', ['jn 3 99', 'Enter'], []],
  ['[D58] nothing, Enter', ['xyzzy', 'Enter'], []],
  ['words, Enter', ['#only begotten', 'Enter'], []],
  ['words, ↓ Enter', ['#only begotten', 'ArrowDown', 'Enter'], [show(JOHN)]],
  ['@edition', ['jn 3 16 @lu', 'Enter'], [show(JOHN, ',"translations":["lut"]')]],
  ['@ no edition', ['jn 3 16 @nosuch', 'Enter'], []],
  ['+text', ['+ jn 3 16', 'Enter'], [show(JOHN, ',"focus":false')]],
  ['>hide', ['>hide or', 'Enter'], ['PATCH /playback {"paused":true}']],
  ['>', ['>', 'Enter'], []],
  ['> ↓ Enter: no candidates', ['>', 'ArrowDown', 'Enter'], []],
  ['Ctrl+Enter', ['jn 3 16', 'Control+Enter'], []],
  [
    '[D65] Shift+Enter',
    ['jn 3 16', 'Shift+Enter'],
    [
      'PUT /plans/p1 {"name":"p1","date":null,"entries":[{"kind":"passage","title":"John 3:16","passage":[{"book_id":43,"chapter":3,"verse":16}]}]}',
    ],
    PLANNED,
  ],
  ['Shift+Enter on an empty bar', ['Shift+Enter'], [], PLANNED],
  ['[D70] a song, Enter', ['amazing', 'Enter'], []],
  ['[D70] a song, Enter 1', ['amazing', 'Enter', '1'], ['PUT /presentation {"deck_id":"d1"}']],
  ['[D70] a song, ↓ Enter', ['amazing', 'ArrowDown', 'Enter'], ['PUT /presentation {"deck_id":"d1"}']],
  ['[D70] +song', ['+amazing', 'ArrowDown', 'Enter'], []],
  ['[D70] a song, ↓ Ctrl+Enter', ['amazing', 'ArrowDown', 'Control+Enter'], []],
  [
    '[D65] a song, ↓ Shift+Enter',
    ['amazing', 'ArrowDown', 'Shift+Enter'],
    ['PUT /plans/p1 {"name":"p1","date":null,"entries":[{"kind":"deck","title":"Amazing Grace","deck_id":"d1"}]}'],
    PLANNED,
  ],
];

/** Places in which keys are pressed, with the keys that step there. Enter shows the next entry of the plan. */
const PLACES: [place: string, keys: string, at: KeyPlace, more?: Partial<KeyboardEvent>][] = [
  ['the bar', '→ PgDn Space Enter .', 'bar'],
  ['a list', '→ PgDn Space Enter .', 'list'],
  ['the page', '→ PgDn Space Enter .', 'page'],
  ['a field', 'PgDn', 'field'],
  ['a button', '→ PgDn .', 'button'],
  ['an input method', '', 'bar', { isComposing: true }],
  ['a held key', '', 'bar', { repeat: true }],
  ['a key that a pane has handled', '', 'list', { defaultPrevented: true }],
];
const NAMES = { '→': 'ArrowRight', PgDn: 'PageDown', Space: 'Space', Enter: 'Enter', '.': '.' };

describe('the keys of the console, as requests', () => {
  let console: ScriptedConsole | undefined;
  const open = async (state?: object) => {
    console = await ScriptedConsole.open(state);
    return console;
  };
  afterEach(() => console?.close());

  for (const [title, keys, requests, state] of KEYS) {
    it(`when ${title} is pressed, then ${requests.length > 0 ? 'it is sent' : 'nothing is sent'}`, async () => {
      const { press, requests: sent } = await open(state);
      await press.call(console, keys);
      assert.deepEqual(sent, requests);
    });
  }

  for (const [place, wanted, at, more] of PLACES) {
    it(`when keys are pressed in ${place}, then these act: ${wanted || 'none'}`, async () => {
      const acting: string[] = [];
      for (const [name, key] of Object.entries(NAMES)) {
        const { press, requests } = await open({ plan: { plan_id: 'p1' } });
        const before = requests.length;
        await press.call(console, [key], at, more);
        if (requests.length > before) acting.push(name);
        console!.close();
      }
      assert.equal(acting.join(' '), wanted);
    });
  }

  it('when a dialog is open, then no key acts', async () => {
    const { press, requests } = await open();
    console!.openDialog();
    await press.call(console, ['ArrowRight', 'PageDown', '.', 'F2', 'Control+z', 'Backspace']);
    assert.deepEqual(requests, []);
  });

  it('when a letter, digit, "/", Ctrl+F or Ctrl+V is pressed anywhere, then the bar gets the focus; in a field, it does not', async () => {
    const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789', '/', 'Control+f', 'Control+v'];
    for (const [place, times] of [
      ['list', keys.length],
      ['field', 0],
    ] as const) {
      await open();
      for (const key of keys) await console!.press([key], place);
      assert.deepEqual([console!.focused, console!.requests], [times, []], place);
      console!.close();
    }
  });
});
