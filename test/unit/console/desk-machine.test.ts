import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  candidatesOf,
  EMPTIED_GUARD_MS,
  type LookupResult,
  readingOf,
  type Selection,
} from '../../../web/console/state/desk-machine.ts';
import { lookupOf, PLAN, ScriptedDesk } from '../../support/scripted/scripted-desk.ts';

describe('the machine of the bar and the lists, in the console', () => {
  it('when Enter is pressed, then the bar is empty at once, and the text is shown as soon as it is read', () => {
    const desk = new ScriptedDesk().type('jn 3 16').enter();
    assert.deepEqual([desk.model.text, desk.take()], ['', []]);
    desk.respond('jn 3 16', lookupOf('one', 'John 3:16'));
    assert.deepEqual(desk.take(), ['jn 3 16 → John 3:16']);
    desk.type('jn 3 17').respond('jn 3 17', lookupOf('one', 'John 3:17')).enter();
    assert.deepEqual(desk.take(), ['jn 3 17 → John 3:17'], 'read before Enter');
  });

  it('when the next text is typed before the response, then the first is shown, and the next stays', () => {
    const desk = new ScriptedDesk().type('jn 3 16').enter().type('ro');
    desk.respond('jn 3 16', lookupOf('one', 'John 3:16')).dispatch({ type: 'entered', id: 0, done: true });
    assert.deepEqual([desk.model.text, desk.model.entries, desk.take()], ['ro', [], ['jn 3 16 → John 3:16']]);
  });

  it('when what was entered is refused, then its text comes back, or is kept beside newer text', () => {
    for (const next of ['', 'ro']) {
      const desk = new ScriptedDesk().type('jn 3 99').enter().respond('jn 3 99', lookupOf('one', 'John 3:99'));
      desk.take();
      if (next) desk.type(next);
      desk.dispatch({ type: 'entered', id: 0, done: false });
      assert.deepEqual([desk.model.text, desk.take()], next ? ['ro', ['keep jn 3 99']] : ['jn 3 99', []]);
    }
  });

  it('[D58] when the text has several meanings or none, then nothing is shown, the text comes back, and a digit can choose', () => {
    const desk = new ScriptedDesk()
      .type('jo 1')
      .enter()
      .respond('jo 1', lookupOf('several', 'John 1', 'Job 1'));
    assert.deepEqual([desk.model.text, desk.model.needsChoice, desk.take()], ['jo 1', true, []]);
    desk
      .respond('jo 1', lookupOf('several', 'John 1', 'Job 1'))
      .dispatch({ type: 'choose', index: 1 })
      .enter();
    assert.deepEqual(desk.take(), ['jo 1 → Job 1']);
    const between = new ScriptedDesk().type('jo 1').enter().respond('', lookupOf('none'));
    between.respond('jo 1', lookupOf('several', 'John 1', 'Job 1'));
    assert.deepEqual([candidatesOf(between.model).length, readingOf(between.model)], [2, 'several'], 'at once');
    const missing = new ScriptedDesk().type('jn 99').enter().respond('jn 99', lookupOf('missing', 'John 99'));
    assert.deepEqual([missing.model.text, missing.model.needsChoice, missing.take()], ['jn 99', false, []]);
    const failed = new ScriptedDesk().type('jn 3').enter().respond('jn 3', null);
    assert.deepEqual([failed.model.text, failed.take(), readingOf(failed.model)], ['jn 3', ['say-failed'], 'wait']);
    const edition = new ScriptedDesk().type('jn 3 @x').enter({ edition: undefined });
    assert.deepEqual(edition.respond('jn 3', lookupOf('one', 'John 3')).take(), [], 'no such translation');
  });

  it('when Enter is pressed in a list, then its selection is shown, and the text that led to it leaves the bar', () => {
    const verses: Selection = { list: 'verses', anchor: 16, end: 17 };
    const desk = new ScriptedDesk().type('jn 3 16').dispatch({ type: 'select', selection: verses });
    desk.dispatch({ type: 'enter-list' });
    assert.deepEqual([desk.model.text, desk.model.selection, desk.take()], ['', null, ['show verses']]);
    desk.dispatch({ type: 'responded', selection: verses, done: false });
    assert.deepEqual(desk.model.selection, verses, 'selected again');
    desk.dispatch({ type: 'select', selection: PLAN });
    desk.dispatch({ type: 'responded', selection: verses, done: false });
    assert.deepEqual(desk.model.selection, PLAN);
  });

  it('when a command is entered, then it runs; `>` alone does nothing', () => {
    assert.deepEqual(new ScriptedDesk().type('>').enter().take(), []);
    const desk = new ScriptedDesk().type('> hide').enter();
    assert.deepEqual([desk.model.text, desk.effects.at(-1)], ['', { type: 'command', index: 0, query: 'hide' }]);
  });

  it('when Enter is pressed on an empty bar, then the selection is shown once, and then the next entry of the plan', () => {
    const desk = new ScriptedDesk().dispatch({ type: 'select', selection: PLAN });
    for (const [selection, wanted] of [
      [PLAN, 'show plan'],
      [null, 'go on'],
    ] as const) {
      assert.deepEqual(desk.enter().take(), [wanted]);
      desk.at += 60_000;
      assert.deepEqual(desk.enter().take(), [], 'its response is out');
      desk.dispatch({ type: 'responded', selection, done: true });
    }
    assert.deepEqual(desk.enter().enter().take(), ['go on']);
    desk.dispatch({ type: 'responded', selection: null, done: true });
    assert.deepEqual(desk.enter().take(), [], 'a double Enter');
  });

  it('when this console shows something else, then the selection ends; typed text comes before it', () => {
    const desk = new ScriptedDesk().dispatch({ type: 'select', selection: PLAN }).type('jn 3 16').enter();
    assert.deepEqual(desk.respond('jn 3 16', lookupOf('one', 'John 3:16')).take(), ['jn 3 16 → John 3:16']);
    desk.dispatch({ type: 'shown', selection: PLAN }).dispatch({ type: 'entered', id: 0, done: true });
    desk.at += EMPTIED_GUARD_MS;
    assert.deepEqual([desk.model.selection, desk.enter().take()], [null, ['go on']]);
  });

  it('when something is selected while the response of another is out, then it stays for the next Enter', () => {
    const desk = new ScriptedDesk().dispatch({ type: 'select', selection: PLAN });
    desk.dispatch({ type: 'shown', selection: null });
    assert.deepEqual([desk.model.selection, desk.enter().take()], [PLAN, ['show plan']]);
  });

  it('when Esc is pressed, then it empties the bar, then drops the selection, then does nothing', () => {
    const desk = new ScriptedDesk().dispatch({ type: 'select', selection: PLAN }).type('jn');
    desk.dispatch({ type: 'escape' });
    assert.deepEqual([desk.model.text, desk.model.selection], ['', PLAN]);
    desk.at += EMPTIED_GUARD_MS;
    desk.dispatch({ type: 'escape' });
    assert.equal(desk.model.selection, null);
    desk.dispatch({ type: 'escape' });
    assert.deepEqual(desk.take(), []);
  });

  it('when the bar has just become empty, then Backspace, Esc and Enter do nothing; Enter neither while a response is out', () => {
    for (const empty of [(desk: ScriptedDesk) => desk.type(''), (desk: ScriptedDesk) => desk.enter()]) {
      const desk = new ScriptedDesk().dispatch({ type: 'select', selection: PLAN }).type('jn 3 16');
      empty(desk);
      desk.take();
      desk.at += EMPTIED_GUARD_MS - 1;
      desk.enter().dispatch({ type: 'escape' }).dispatch({ type: 'erase' });
      assert.deepEqual([desk.take(), desk.model.selection], [[], PLAN]);
      desk.at += 1;
      assert.deepEqual(desk.dispatch({ type: 'erase' }).take(), ['back']);
    }
    const waiting = new ScriptedDesk().type('jn 3 16').enter();
    waiting.at += 60_000;
    assert.deepEqual(waiting.enter().take(), []);
  });

  it('when responses to lookups come in another order, then candidates and lamp are those of the present text', () => {
    const desk = new ScriptedDesk().type('jn').type('jn 3');
    desk.respond('jn 3', lookupOf('one', 'John 3')).respond('jn', lookupOf('several', 'John', 'Jonah'));
    assert.deepEqual(
      candidatesOf(desk.model).map(({ reference }) => reference),
      ['John 3'],
    );
    assert.equal(readingOf(desk.model), 'one');
    desk.type('jn 3 1');
    assert.deepEqual(
      [candidatesOf(desk.model).length, readingOf(desk.model)],
      [1, 'wait'],
      'the earlier candidates remain',
    );
    desk.type('');
    assert.deepEqual(candidatesOf(desk.model), [], 'but not for an empty bar');
  });

  it('when keys, responses and time come in any order, then only entered text is shown, once, and none of it is lost', () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('type'), text: fc.constantFrom('', 'a', 'b', 'c', '#d') }),
      fc
        .constantFrom('enter', 'escape', 'erase', 'select', 'choose', 'shown', 'wait')
        .map((type) => ({ type, text: '' })),
      fc.record({
        type: fc.constantFrom('one', 'several', 'missing', 'failed'),
        text: fc.constantFrom('', 'a', 'b', 'c', 'd'),
      }),
      fc.record({ type: fc.constantFrom('done', 'refused'), text: fc.constant('') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const desk = new ScriptedDesk();
        const entered: string[] = [];
        const kept: string[] = [];
        let shown = 0;
        for (const { type, text } of steps) {
          const before = desk.model;
          if (type === 'type') desk.dispatch({ type, text });
          else if (type === 'enter') desk.enter();
          else if (type === 'escape' || type === 'erase') desk.dispatch({ type });
          else if (type === 'shown') desk.dispatch({ type, selection: desk.model.selection });
          else if (type === 'select') desk.dispatch({ type, selection: PLAN });
          else if (type === 'choose') desk.dispatch({ type, index: 0 });
          else if (type === 'wait') desk.at += EMPTIED_GUARD_MS;
          else if (type === 'done' || type === 'refused') {
            const carried = before.entries.find((entry) => entry.candidate);
            if (carried) desk.dispatch({ type: 'entered', id: carried.id, done: type === 'done' });
          } else desk.respond(text, type === 'failed' ? null : lookupOf(type as LookupResult['reading'], text));
          if (type === 'enter' && before.text.trim() !== '') entered.push(before.text);
          for (const effect of desk.effects.splice(0)) {
            if (effect.type === 'carry-out') shown += 1;
            if (effect.type === 'keep') kept.push(effect.text);
            assert.ok(effect.type !== 'carry-out' || entered.includes(effect.entry.text));
            assert.ok(effect.type !== 'back' || type === 'erase');
            assert.ok(effect.type !== 'show' || (type === 'enter' && before.text.trim() === ''));
          }
          // What leaves the bar was erased or entered; what was entered is done, open, kept or back in the bar.
          const isErased = type === 'type' || type === 'escape';
          const hasGone = before.text !== '' && desk.model.text !== before.text && !isErased;
          assert.ok(!hasGone || type === 'enter');
          const ended = before.entries.find(({ id }) => !desk.model.entries.some((entry) => entry.id === id));
          if (ended && type !== 'done') assert.ok(desk.model.text === ended.text || kept.includes(ended.text));
        }
        assert.ok(shown <= entered.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
